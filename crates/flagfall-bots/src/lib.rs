//! The players: the [`Bot`] trait, its conformance check, the bots, and the table from name to bot.

mod bayes;
mod blind;
mod bot;
mod cheating;
pub mod conformance;
mod explain;
mod flagfall;
mod heuristic;
mod invincible;
mod monte_carlo;
mod networks;
mod perspecto;
#[cfg(test)]
mod placed;
mod registry;
mod seeds;
mod setups;
mod spec;
mod star;
mod stop;
pub mod vicki;

pub use blind::{Blind, Manner, Sacrifices, Scouts, blind_move, blind_move_with};
pub use bot::{Bot, Budget, Choice, Fault, GameStart, setup_by};
pub use cheating::{CheatingBot, build_cheating};
pub use explain::{Belief, Explanation, MoveValue};
pub use flagfall::{Flagfall, Sampling};
pub use heuristic::Heuristic;
pub use invincible::Invincible;
pub use monte_carlo::{CheatingMonteCarlo, Lookahead, MonteCarlo, Pruning, Settings, Sprinkle};
pub use perspecto::{Algorithm, OpenMind, Perspecto, Radius, SearchStats, Searcher, Strategy};
pub use registry::{BOTS, BotInfo, OptionInfo, build};
pub use seeds::player_seed;
pub use spec::{BotSpec, Options, SpecError};
pub use star::Star;
pub use stop::Stop;
