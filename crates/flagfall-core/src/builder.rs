//! The doors through which positions come into being.

use crate::board::{Board, EMPTY, State};
use crate::key::piece_key;
use crate::piece::Code;
use crate::position::Position;
use crate::rank::{ByRank, Rank};
use crate::repetition::{CrossingRun, LastMove};
use crate::rules::Rules;
use crate::setup::Setup;
use crate::side::{BySide, Side};
use crate::square::Square;
use crate::squareset::SquareSet;
use crate::variant::Variant;

/// A start position in the making: any pieces anywhere, either side to move. [`build`](PositionBuilder::build) checks it.
///
/// A side may have fewer pieces than its army, as if the others had been captured before the game; it may even have no
/// flag, which makes it unable to lose by one. All pieces count as unmoved and unknown to the opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionBuilder {
    /// The rules the game will be played under.
    pub rules: Rules,
    /// Who moves first.
    pub to_move: Side,
    /// The piece on each square, by [`Square::index`].
    pub pieces: [Option<(Side, Rank)>; Square::COUNT],
}

impl PositionBuilder {
    /// An empty board with red to move.
    pub fn new(rules: Rules) -> PositionBuilder {
        PositionBuilder {
            rules,
            to_move: Side::Red,
            pieces: [None; Square::COUNT],
        }
    }

    /// Puts a piece on a square, in place of any that is there.
    #[must_use]
    pub fn with(mut self, square: Square, side: Side, rank: Rank) -> PositionBuilder {
        self.pieces[square.index()] = Some((side, rank));
        self
    }

    /// The position.
    ///
    /// # Errors
    /// Lists everything that is wrong with it.
    pub fn build(&self) -> Result<Position, PositionError> {
        let problems = self.problems();
        if problems.is_empty() {
            Ok(self.build_unchecked())
        } else {
            Err(PositionError(problems))
        }
    }

    fn problems(&self) -> Vec<PositionProblem> {
        let mut problems = Vec::new();
        let mut counts = BySide::<ByRank<u8>>::default();
        for (index, piece) in self.pieces.iter().enumerate() {
            let Some((side, rank)) = *piece else { continue };
            counts[side][rank] += 1;
            if Square::from_index(index as u8).is_none() {
                problems.push(PositionProblem::PieceOnLake(side, rank, index as u8));
            }
        }
        let army = self.rules.variant.army();
        for side in Side::ALL {
            for rank in Rank::ALL {
                let (found, allowed) = (counts[side][rank], army[rank]);
                if found > allowed {
                    problems.push(PositionProblem::TooMany {
                        side,
                        rank,
                        found,
                        allowed,
                    });
                }
            }
        }
        problems
    }

    pub(crate) fn build_unchecked(&self) -> Position {
        let mut state = State {
            own: BySide::default(),
            immobile: SquareSet::EMPTY,
            scouts: SquareSet::EMPTY,
            revealed: SquareSet::EMPTY,
            key: 0,
            runs: BySide::new(CrossingRun::START, CrossingRun::START),
            hidden: BySide::default(),
            chase_start: BySide::default(),
            ply: 0,
            last_battle: 0,
            last: BySide::new(LastMove::NONE, LastMove::NONE),
            to_move: self.to_move,
            end: None,
        };
        let mut cells = [EMPTY; Square::COUNT];
        let mut codes = [Code::ABSENT; Square::COUNT];
        for square in Square::all() {
            let index = square.index();
            let Some((side, rank)) = self.pieces[index] else {
                continue;
            };
            cells[index] = index as u8;
            codes[index] = Code::fresh(side, rank);
            state.key ^= piece_key(index as u8, index);
            state.own[side] |= SquareSet::only(square);
            state.hidden[side][rank] += 1;
            if !rank.is_mobile() {
                state.immobile |= SquareSet::only(square);
            }
            if rank == Rank::Scout {
                state.scouts |= SquareSet::only(square);
            }
        }
        Position {
            board: Board {
                state,
                cells,
                codes,
                rules: self.rules,
                chase: BySide::default(),
            },
        }
    }
}

impl Position {
    /// The start of an ordinary game: both armies on their own forty squares, red to move.
    ///
    /// # Errors
    /// If a setup is of another variant than the rules.
    pub fn from_setups(rules: Rules, setups: &BySide<Setup>) -> Result<Position, VariantMismatch> {
        let mut builder = PositionBuilder::new(rules);
        for side in Side::ALL {
            if setups[side].variant() != rules.variant {
                return Err(VariantMismatch {
                    side,
                    found: setups[side].variant(),
                    expected: rules.variant,
                });
            }
            for (square, rank) in setups[side].pieces(side) {
                builder.pieces[square.index()] = Some((side, rank));
            }
        }
        Ok(builder.build_unchecked())
    }
}

/// A setup of one variant in a game of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{side}'s setup is a {found} army in a {expected} game")]
pub struct VariantMismatch {
    /// Whose setup it is.
    pub side: Side,
    /// What the setup is.
    pub found: Variant,
    /// What the rules ask for.
    pub expected: Variant,
}

/// One thing that is wrong with a start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionProblem {
    /// A piece stands in the water. The number is the square's index.
    #[error("{0}'s {1} stands on the lake square {lake}", lake = lake_name(*.2))]
    PieceOnLake(Side, Rank, u8),
    /// More pieces of a rank than an army has.
    #[error("{side} has {found} pieces of rank {rank}, the army has {allowed}")]
    TooMany {
        /// Whose pieces.
        side: Side,
        /// Which rank.
        rank: Rank,
        /// How many there are.
        found: u8,
        /// How many there may be.
        allowed: u8,
    },
}

fn lake_name(index: u8) -> String {
    format!("{}{}", char::from(b'A' + index % 10), index / 10 + 1)
}

/// Everything that is wrong with a start position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct PositionError(pub Vec<PositionProblem>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_of_a_position_is_listed() {
        let mut builder = PositionBuilder::new(Rules::ISF);
        builder.pieces[42] = Some((Side::Red, Rank::Spy));
        builder.pieces[0] = Some((Side::Red, Rank::Spy));
        let error = builder.build().unwrap_err();
        assert_eq!(
            error.to_string(),
            "red's spy stands on the lake square C5; red has 2 pieces of rank spy, the army has 1"
        );
    }
}
