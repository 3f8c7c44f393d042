//! The opponent model of Stankiewicz (2009).
//!
//! For each hidden piece of both sides the probability of each rank. It starts from counting. When a hidden piece goes
//! towards a known enemy piece or away from it, or stands still beside one that has just moved, its probabilities go towards
//! what pieces did in counted games (equations 1a to 1b, with bluffs 5a and 5b); then all are normalized over pieces and
//! ranks (equations 2 and 3). Each such move is a claim; a piece that is shown in battle is judged by its claims, and the
//! probability that its owner bluffs follows (equation 4).
//!
//! The model uses public events only, so what it says of our own pieces is what the enemy could infer.
//!
//! Choices where the text is silent:
//! - Every rank that a piece can have by counting keeps a small probability whatever the statistics say: the true rank is
//!   never ruled out.
//! - Normalization goes on until the sums of the ranks are within a thousandth of their numbers; those of the pieces are then
//!   exact.
//! - A piece has bluffed if more than half of its claims were bluffs: most pieces have made several by the time they are
//!   shown. The probability that a player starts with is the share of such pieces in the counted games, so that equation 4
//!   compares like with like.

mod bluff;
mod count;
mod patterns;
mod settings;
mod signals;
mod table;
mod update;

use std::sync::Arc;

use flagfall_core::{ByRank, BySide, Event, PieceId, Rank, Side, Square, Variant, View};

pub use self::bluff::Honesty;
use self::bluff::{BluffRate, Claims};
pub use self::count::BehaviorCounter;
use self::patterns::Found;
pub use self::settings::{Bluffing, ModelSettings};
pub use self::signals::MoveType;
use self::signals::{Observation, Signal, observations};
pub use self::table::{BehaviorTable, TableError};
use self::update::{Weighed, mixed, shift};
use crate::matrix::Matrix;
use crate::placing;
use crate::public::PublicBoard;
use crate::source::RankSource;

/// What both players can infer about each other's pieces from how they move near known ones.
#[derive(Clone, PartialEq, Debug)]
pub struct OpponentModel {
    settings: ModelSettings,
    table: Arc<BehaviorTable>,
    variant: Variant,
    board: PublicBoard,
    matrices: BySide<Matrix>,
    claims: Vec<Claims>,
    rates: BySide<BluffRate>,
    last: Option<Event>,
    /// How many events have been taken in.
    seen: usize,
}

impl OpponentModel {
    /// A model with the paper's settings and the shipped statistics that has seen everything that this view's players have
    /// seen.
    pub fn new(view: &View<'_>) -> OpponentModel {
        OpponentModel::with(view, ModelSettings::default(), BehaviorTable::shipped())
    }

    /// A model with other settings or statistics.
    pub fn with(
        view: &View<'_>,
        settings: ModelSettings,
        table: Arc<BehaviorTable>,
    ) -> OpponentModel {
        let board = PublicBoard::at_start(view);
        let variant = view.rules().variant;
        let matrices = BySide::from_fn(|side| {
            let matrix = if settings.has_setup_priors {
                placing::start_matrix(&board, variant, side)
            } else {
                let counts = ByRank(board.hidden(side).0.map(f64::from));
                Matrix::new(board.pieces(side).map(|(id, _)| (id, counts)))
            };
            matrix.thorough()
        });
        let mut model = OpponentModel {
            settings,
            variant,
            matrices,
            claims: vec![Claims::default(); Square::COUNT],
            rates: BySide::from_fn(|_| BluffRate::starting_at(table.bluffing())),
            table,
            board,
            last: None,
            seen: 0,
        };
        for side in Side::ALL {
            model.settle(side);
        }
        model.follow(view);
        model
    }

    /// Takes in what has happened since. The view must be one of the same game.
    pub fn follow(&mut self, view: &View<'_>) {
        for event in view.history().get(self.seen..).unwrap_or_default() {
            self.observe(event);
        }
    }

    /// Takes in one turn.
    pub fn observe(&mut self, event: &Event) {
        self.seen += 1;
        for observation in observations(&self.board, self.last.as_ref(), event) {
            self.learn(event.side, &observation);
        }
        let has_moved_before = self
            .board
            .piece(event.piece)
            .is_some_and(|one| one.has_moved);
        let shown = self.board.play(event);
        if self.settings.has_bomb_patterns && !has_moved_before {
            let matrix = &mut self.matrices[event.side];
            let (side, piece) = (event.side, event.piece);
            patterns::note_flags_beside(matrix, self.variant, side, piece, Found::Other);
        }
        for (piece, rank) in shown {
            self.note_shown(event, piece, rank);
        }
        if event.battle.is_some() {
            self.settle(!event.side);
        }
        self.settle(event.side);
        self.last = Some(*event);
    }

    /// The probability of each rank of a piece: certain if it has been shown; nothing if there is no such piece.
    pub fn ranks(&self, piece: PieceId) -> ByRank<f64> {
        let mut ranks = ByRank([0.0; 12]);
        let Some(public) = self.board.piece(piece) else {
            return ranks;
        };
        if let Some(rank) = public.known {
            ranks[rank] = 1.0;
            return ranks;
        }
        self.matrices[public.side]
            .row(piece)
            .copied()
            .unwrap_or(ranks)
    }

    /// The probability that this side bluffs, as far as its enemy can tell.
    pub fn bluffing(&self, side: Side) -> f64 {
        self.rates[side].probability()
    }

    /// Equations 1b and 5a for one piece.
    fn learn(&mut self, side: Side, observation: &Observation) {
        let signals: Vec<Weighed> = observation
            .signals
            .iter()
            .filter_map(|signal| Some((signal.weight(), self.statistics(side, signal)?)))
            .collect();
        let claims = &mut self.claims[observation.piece.index()];
        observation
            .signals
            .iter()
            .for_each(|signal| claims.note(signal));
        if signals.is_empty() {
            return;
        }
        if let Some(row) = self.matrices[side].row_mut(observation.piece) {
            shift(row, &signals, self.settings.gamma);
        }
    }

    /// Equation 5b: what the table says of a piece that gave this signal.
    fn statistics(&self, side: Side, signal: &Signal) -> Option<ByRank<f64>> {
        let of = |honesty| self.table.ranks(signal.near, signal.kind, honesty);
        let (honest, bluff) = (of(Honesty::Honest)?, of(Honesty::Bluff)?);
        Some(mixed(honest, bluff, self.bluffing_when(side, signal)))
    }

    fn bluffing_when(&self, side: Side, signal: &Signal) -> f64 {
        let overall = self.rates[side].probability();
        match self.settings.bluffing {
            Bluffing::Overall => overall,
            Bluffing::BySituation => {
                // This side's odds of a bluff over those of the counted games, applied to the situation's odds.
                let odds = |probability: f64| {
                    let bounded = probability.clamp(1e-6, 1.0 - 1e-6);
                    bounded / (1.0 - bounded)
                };
                let here = self.table.bluffing_when(signal.near, signal.kind);
                let odds = odds(here) * odds(overall) / odds(self.table.bluffing());
                odds / (1.0 + odds)
            }
        }
    }

    fn note_shown(&mut self, event: &Event, piece: PieceId, rank: Rank) {
        let Some(side) = self.board.piece(piece).map(|public| public.side) else {
            return;
        };
        if event.battle.is_some() {
            // Equation 4 counts "encounters": a scout that shows itself by a long move is none.
            let claims = std::mem::take(&mut self.claims[piece.index()]);
            self.rates[side].note_shown(&claims, rank, self.settings.beta);
        }
        self.matrices[side].remove(piece);
        let matrix = &mut self.matrices[side];
        if self.settings.has_neighbors {
            placing::note_shown(matrix, self.variant, side, piece, rank, 1.0);
        }
        // A piece that has moved was found to be no bomb then.
        let has_moved = self
            .board
            .piece(piece)
            .is_some_and(|public| public.has_moved);
        if self.settings.has_bomb_patterns && !has_moved {
            let found = if rank == Rank::Bomb {
                Found::Bomb
            } else {
                Found::Other
            };
            // What neighbors say includes what a bomb or another piece says of the flag beside it.
            if !self.settings.has_neighbors {
                patterns::note_flags_beside(matrix, self.variant, side, piece, found);
            }
            if found == Found::Bomb {
                patterns::note_guards_around(matrix, self.variant, side, piece);
            }
        }
    }

    fn settle(&mut self, side: Side) {
        self.matrices[side].settle_on(&self.board, side);
    }
}

impl RankSource for OpponentModel {
    fn follow(&mut self, view: &View<'_>) {
        OpponentModel::follow(self, view);
    }

    fn ranks(&self, piece: PieceId) -> ByRank<f64> {
        OpponentModel::ranks(self, piece)
    }
}

#[cfg(test)]
mod tests;
