//! The rules of Stratego: squares, pieces, setups, positions, moves, battles, the repetition rules, outcomes, and what each
//! side may know.
//!
//! This crate does no I/O, reads no clock and starts no thread; randomness comes in as a generator. The rules are stated and
//! numbered in `docs/rules.md`; comments cite these numbers.
//!
//! A [`Game`] is a [`Position`] with its public history. Only a game makes a [`View`], which is all that players ever get.
//!
//! ```
//! use flagfall_core::{BySide, Game, Rules, Seed, Setup, Side, Variant};
//!
//! let mut rng = Seed(1).rng();
//! let setups = BySide::from_fn(|_| Setup::random(Variant::Classic, &mut rng));
//! let mut game = Game::new(Rules::default(), setups)?;
//! while let Some(mv) = game.view(game.position().to_move()).random_move(&mut rng) {
//!     game.play(mv)?;
//! }
//! println!("{} after {} plies", game.result().expect("nobody can move"), game.history().len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod battle;
mod board;
mod builder;
mod game;
mod key;
mod legality;
mod movegen;
mod moves;
pub mod notation;
mod outcome;
mod perft;
mod piece;
mod position;
mod rank;
mod repetition;
mod rules;
mod seed;
mod setup;
mod side;
mod square;
mod squareset;
mod variant;
mod view;

pub use battle::{Battle, Event};
pub use board::Board;
pub use builder::{PositionBuilder, PositionError, PositionProblem, VariantMismatch};
pub use game::{Game, Start};
pub use legality::IllegalMove;
pub use movegen::Repetition;
pub use moves::{MAX_MOVES, Move, MoveList};
pub use outcome::{GameResult, Outcome, Termination};
pub use perft::perft;
pub use piece::{Piece, PieceId};
pub use position::{Position, Undo};
pub use rank::{BattleOutcome, ByRank, Rank, RankSet};
pub use rules::{MAX_TWO_SQUARES, ParseRulesError, Rules};
pub use seed::{GameRng, Seed, below, shuffle, unit};
pub use setup::{SETUP_SQUARES, Setup, SetupError};
pub use side::{BySide, ParseSideError, Side};
pub use square::{Direction, ParseSquareError, Square};
pub use squareset::{SquareSet, Squares};
pub use variant::Variant;
pub use view::{AssignmentError, Possibilities, View};
