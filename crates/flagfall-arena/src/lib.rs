//! Matches and tournaments: pairings, the match runner, bots in processes of their own, clocks, forfeits, ratings, and
//! results that survive a kill.
//!
//! A [`Plan`] says who plays whom under which rules from which seed; [`run`] plays it with any number of workers and gives
//! the same [`Results`] for any number; [`MatchReport`] and [`Standings`] are what people read.

pub mod clock;
mod contestant;
mod joined;
pub mod line;
mod plan;
mod play;
pub mod process;
mod report;
mod results;
mod runner;
mod save;
pub mod shadow;
mod standings;
pub mod stats;
pub mod ucc;

pub use contestant::{Contestant, ContestantError, Player};
pub use joined::{JoinedStandings, join_saved};
pub use plan::{GameNumber, Plan, PlanError};
pub use play::{Played, TimeUse};
pub use report::MatchReport;
pub use results::{GameSummary, PairingTotals, Results};
pub use runner::{Notice, RunError, RunOptions, run};
pub use save::SaveError;
pub use standings::Standings;
