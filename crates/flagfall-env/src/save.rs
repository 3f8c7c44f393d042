//! A batch as bytes: the counts, then of each game its number, its two setups and its moves, from which all else follows.
//!
//! ```text
//! "FFEB" version:u32 n_games:u32 counts:12 x u64
//! each game: serial:u64 red:40 bytes blue:40 bytes n_moves:u32 moves:n_moves x (from:u8 to:u8)
//! ```
//! Numbers are little-endian; a place of a setup is a rank's index or 255.

use flagfall_core::{BySide, Game, Move, Rank, Rules, SETUP_SQUARES, Setup, Side, Square, Start};
use rayon::prelude::*;

use crate::batch::Batch;
use crate::slot::Slot;
use crate::stats::Stats;

const MAGIC: &[u8; 4] = b"FFEB";
const VERSION: u32 = 1;
const NOBODY: u8 = 255;

/// Why bytes are not a saved batch that fits.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadError {
    /// Other bytes than a batch begins with.
    #[error("this is not a saved batch of version {VERSION}")]
    NotABatch,
    /// Too few or too many bytes.
    #[error("the saved batch is cut off or has something after its end")]
    WrongLength,
    /// Another number of games.
    #[error("the saved batch has {found} games instead of {expected}")]
    WrongGames {
        /// Games in the bytes.
        found: usize,
        /// Games in the batch.
        expected: usize,
    },
    /// A setup or a move that the rules do not allow.
    #[error("saved game {0} breaks the rules")]
    BadGame(usize),
}

pub(crate) fn save(batch: &Batch) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&(batch.slots.len() as u32).to_le_bytes());
    for count in batch.stats.to_array() {
        out.extend_from_slice(&count.to_le_bytes());
    }
    for slot in &batch.slots {
        save_game(slot, &mut out);
    }
    out
}

fn save_game(slot: &Slot, out: &mut Vec<u8>) {
    out.extend_from_slice(&slot.serial.to_le_bytes());
    let Start::Setups(setups) = slot.game.start() else {
        unreachable!("games of a batch start from setups")
    };
    for side in Side::ALL {
        out.extend(
            setups[side]
                .places()
                .map(|rank| rank.map_or(NOBODY, |rank| rank.index() as u8)),
        );
    }
    out.extend_from_slice(&(slot.game.history().len() as u32).to_le_bytes());
    out.extend(
        slot.moves()
            .flat_map(|mv| [mv.from.index() as u8, mv.to.index() as u8]),
    );
}

pub(crate) fn load(batch: &mut Batch, bytes: &[u8]) -> Result<(), LoadError> {
    let mut reader = Reader(bytes);
    if reader.take(4) != Ok(MAGIC) || reader.u32() != Ok(VERSION) {
        return Err(LoadError::NotABatch);
    }
    let found = reader.u32()? as usize;
    if found != batch.slots.len() {
        return Err(LoadError::WrongGames {
            found,
            expected: batch.slots.len(),
        });
    }
    let mut counts = [0; Stats::COUNT];
    for count in &mut counts {
        *count = reader.u64()?;
    }
    // Records are found one after another, but replayed side by side.
    let records = (0..found)
        .map(|_| Record::read(&mut reader))
        .collect::<Result<Vec<_>, _>>()?;
    if !reader.0.is_empty() {
        return Err(LoadError::WrongLength);
    }
    let rules = batch.options().rules;
    let games = records
        .par_iter()
        .enumerate()
        .map(|(index, record)| record.replay(rules).ok_or(LoadError::BadGame(index)))
        .collect::<Result<Vec<_>, _>>()?;
    for ((slot, game), record) in batch.slots.iter_mut().zip(games).zip(&records) {
        slot.replace(game, record.serial);
    }
    batch.stats = Stats::from_array(counts);
    Ok(())
}

/// One game as it lies in the bytes.
struct Record<'a> {
    serial: u64,
    setups: [&'a [u8]; 2],
    moves: &'a [u8],
}

impl<'a> Record<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Record<'a>, LoadError> {
        let serial = reader.u64()?;
        let setups = [reader.take(SETUP_SQUARES)?, reader.take(SETUP_SQUARES)?];
        let n_moves = reader.u32()? as usize;
        Ok(Record {
            serial,
            setups,
            moves: reader.take(n_moves.checked_mul(2).ok_or(LoadError::WrongLength)?)?,
        })
    }

    fn replay(&self, rules: Rules) -> Option<Game> {
        let [red, blue] = self.setups.map(|bytes| read_setup(bytes, rules));
        let mut game = Game::new(rules, BySide::new(red?, blue?)).ok()?;
        for pair in self.moves.chunks_exact(2) {
            let mv = Move::new(Square::from_index(pair[0])?, Square::from_index(pair[1])?);
            game.play(mv).ok()?;
        }
        Some(game)
    }
}

fn read_setup(bytes: &[u8], rules: Rules) -> Option<Setup> {
    let mut places = [None; SETUP_SQUARES];
    for (place, &byte) in places.iter_mut().zip(bytes) {
        *place = if byte == NOBODY {
            None
        } else {
            Some(Rank::from_index(usize::from(byte))?)
        };
    }
    Setup::new(rules.variant, places).ok()
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], LoadError> {
        let (taken, rest) = self.0.split_at_checked(n).ok_or(LoadError::WrongLength)?;
        self.0 = rest;
        Ok(taken)
    }

    fn u32(&mut self) -> Result<u32, LoadError> {
        Ok(u32::from_le_bytes(
            self.take(4)?.try_into().expect("four bytes were taken"),
        ))
    }

    fn u64(&mut self) -> Result<u64, LoadError> {
        Ok(u64::from_le_bytes(
            self.take(8)?.try_into().expect("eight bytes were taken"),
        ))
    }
}
