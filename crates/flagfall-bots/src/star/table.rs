//! The transposition table: what has been found about states that are met again.
//!
//! Keys say what the searcher knows (`State::key`), so two lines that lead to the same knowledge share an entry. Values depend
//! on the tables of one search, so every search has a key of its own that is mixed in; nothing has to be cleared. A small
//! part of the past is not in the key: how far the two-squares rule has been used up.

use flagfall_core::Move;

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known about a state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Entry {
    key: u64,
    pub(crate) value: f32,
    pub(crate) best: Option<Move>,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

/// The table.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    entries: Vec<Option<Entry>>,
    salt: u64,
}

impl Table {
    /// A table of two to this power entries.
    pub(crate) fn new(log_size: u32) -> Table {
        Table {
            entries: vec![None; 1 << log_size],
            salt: 0,
        }
    }

    /// From now on entries of earlier searches are not found.
    pub(crate) fn start_search(&mut self) {
        self.salt = self.salt.wrapping_add(0x9E37_79B9_7F4A_7C15);
    }

    /// Nothing is left of earlier games.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(None);
        self.salt = 0;
    }

    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<&Entry> {
        let key = key ^ self.salt;
        self.entries[self.slot(key)]
            .as_ref()
            .filter(|entry| entry.key == key)
    }

    /// Keeps what was found, unless the place holds a deeper result of this search about the same state.
    #[inline]
    pub(crate) fn store(
        &mut self,
        key: u64,
        value: f32,
        best: Option<Move>,
        depth: i8,
        bound: Bound,
    ) {
        let key = key ^ self.salt;
        let slot = self.slot(key);
        let old = &mut self.entries[slot];
        let mut best = best;
        if let Some(entry) = old.as_ref().filter(|entry| entry.key == key) {
            if entry.depth > depth && bound != Bound::Exact {
                return;
            }
            best = best.or(entry.best);
        }
        *old = Some(Entry {
            key,
            value,
            best,
            depth,
            bound,
        });
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}
