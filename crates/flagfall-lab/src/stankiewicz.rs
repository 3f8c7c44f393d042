//! The experiments of Stankiewicz (2009): how well ranks are guessed with and without the opponent model, and what that is
//! worth in games.

mod cells;
mod guesses;
pub(crate) mod tables;
