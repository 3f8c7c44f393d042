//! A memory of nodes already valued.
//!
//! Passive moves make the same position come up again and again by different orders of moves. The value of a node depends
//! on the field, on the depth, on who moved last and on the search area, and on nothing else (values are gains from the node
//! on), so a value found again is the value that searching would give. A node that was left because the opponent's half passed
//! a bound is kept as that: the least that this half can be, which is of use where the bound is as low again. Only p-e-minimax uses it: plain minimax has
//! alpha-beta, and its values depend on the bounds.

use super::super::field::{Field, mixed};
use super::super::values::Pair;
use super::{Algorithm, Plan};

/// Entries; a power of two.
const SIZE: usize = 1 << 14;
/// Nodes nearer the leaves are valued faster than looked up.
const LEAST_PLIES_LEFT: u8 = 1;

/// What is known of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kept {
    /// Its value.
    Exact(Pair),
    /// The least that the opponent's half of its value can be.
    AtLeast(f32),
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    kept: Kept,
}

/// The memory of one search.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    /// Changes with each area, so that values of another area are not found.
    area: u64,
    last_ply: u8,
}

/// Where the value of a node is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot(u64);

impl Table {
    pub(super) fn new(plan: &Plan) -> Table {
        let size = match plan.algorithm {
            Algorithm::PeMinimax => SIZE,
            _ => 0,
        };
        Table {
            entries: vec![
                Entry {
                    key: 0,
                    kept: Kept::AtLeast(f32::NEG_INFINITY),
                };
                size
            ],
            area: 0,
            last_ply: plan.widths.len() as u8,
        }
    }

    /// A memory that keeps nothing.
    #[cfg(test)]
    pub(super) fn off() -> Table {
        Table {
            entries: Vec::new(),
            area: 0,
            last_ply: 0,
        }
    }

    /// A new area begins.
    pub(super) fn enter(&mut self) {
        self.area += 1;
    }

    #[inline]
    pub(super) fn slot(&self, field: &Field, ply: u8) -> Option<Slot> {
        if self.entries.is_empty() || ply + LEAST_PLIES_LEFT > self.last_ply {
            return None;
        }
        let [mine, theirs] = field.last_movers();
        let rest =
            self.area << 24 | u64::from(mine) << 16 | u64::from(theirs) << 8 | u64::from(ply);
        Some(Slot(field.key() ^ mixed(rest)))
    }

    #[inline]
    pub(super) fn find(&self, slot: Slot) -> Option<Kept> {
        let entry = &self.entries[slot.0 as usize & (SIZE - 1)];
        (entry.key == slot.0).then_some(entry.kept)
    }

    #[inline]
    pub(super) fn keep(&mut self, slot: Slot, kept: Kept) {
        self.entries[slot.0 as usize & (SIZE - 1)] = Entry { key: slot.0, kept };
    }
}
