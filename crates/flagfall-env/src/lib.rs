//! Thousands of games of Stratego stepped by one call, for learning.
//!
//! A [`Batch`] holds the games. What a player gets to see is an [`Observation`](observation): bytes packed from a
//! [`View`](flagfall_core::View) and from nothing else, laid out in `docs/observation.md`. Actions are numbers in the frame of
//! the player to move ([`action`]). The true ranks of hidden pieces, which training needs, come through a door of
//! their own ([`Batch::training_truth`]).

pub mod action;
mod batch;
mod contacts;
pub mod heuristic;
pub mod mirror;
pub mod observation;
mod parallel;
mod pool;
mod save;
mod slot;
mod stats;

pub use batch::{Batch, BatchError, NO_ACTION, Options, Player};
pub use contacts::{Contacts, Record};
pub use pool::{PoolError, SetupPool};
pub use save::LoadError;
pub use slot::guest_side;
pub use stats::Stats;
