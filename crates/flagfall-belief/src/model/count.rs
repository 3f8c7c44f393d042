//! Counting how ranks behave, from games whose ranks are known.

use flagfall_core::{Event, Game, Side, Square};

use super::bluff::{Claims, Honesty};
use super::signals::observations;
use super::table::{BehaviorTable, Counts, TableError};
use crate::public::PublicBoard;

/// Counts games, one after another.
#[derive(Clone, Debug, Default)]
pub struct BehaviorCounter {
    counts: Counts,
}

impl BehaviorCounter {
    /// Counts every claim that the hidden pieces of both sides made in this game. What a piece was is read from the game, not
    /// from what was shown in it, so that pieces that stayed hidden count as well.
    pub fn add(&mut self, game: &Game) {
        self.counts.games += 1;
        let mut claims = vec![Claims::default(); Square::COUNT];
        let mut board = PublicBoard::at_start(&game.view(Side::Red));
        let mut before: Option<&Event> = None;
        for event in game.history() {
            for observation in observations(&board, before, event) {
                let piece = game.position().piece(observation.piece);
                let Some(rank) = piece.and_then(|piece| piece.rank) else {
                    continue;
                };
                for signal in observation.signals {
                    claims[observation.piece.index()].note(&signal);
                    let honesty = Honesty::of(rank, signal.near, signal.kind);
                    let row = &mut self.counts.rows[signal.kind.index()][signal.near.index()];
                    row[honesty.index()][rank] += 1;
                }
            }
            for (piece, rank) in board.play(event) {
                if event.battle.is_some() {
                    self.counts.shown += 1;
                    self.counts.bluffed += u64::from(claims[piece.index()].are_bluffs(rank));
                }
            }
            before = Some(event);
        }
    }

    /// How many games have been counted.
    pub fn games(&self) -> u64 {
        self.counts.games
    }

    /// The table of what was counted, with notes that say from what.
    ///
    /// # Errors
    /// If there was nothing to count.
    pub fn finish(self, notes: Vec<String>) -> Result<BehaviorTable, TableError> {
        BehaviorTable::new(self.counts, notes)
    }
}
