//! A second, slow and obvious Stratego referee, the truth for the tests of the engine.
//!
//! It shares no code and no types with the library under test and uses nothing but the standard library. It keeps the
//! whole game (every move and the whole board after it, piece by piece) and answers each question by reading that
//! record again from the definitions of the rules. Nothing is updated incrementally, so there is nothing to forget to
//! update; a mistake made here is unlikely to be the mistake made in the engine.
//!
//! Squares, moves and boards go in and out as plain text: `A4-A5` for moves, without marks for attacks, and 100
//! StraDoS2 letters for boards.
#![allow(
    dead_code,
    unused_imports,
    reason = "each test target that shares this module uses another part of it"
)]

mod board;
mod game;
mod repetition;
mod suite;

pub(crate) use board::{Side, board_of};
pub(crate) use game::{Oracle, OracleResult, OracleRules};
pub(crate) use suite::{PerftCase, parse_suite};
