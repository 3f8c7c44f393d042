//! The genetic algorithm of VICKI (Tunru 2012, section 2): a population of players, each a table of parameters, plays against a
//! random player; the fitter ones are parents of the next generation more often.
//!
//! [`evolve`] runs it in a folder. Every generation is a file there as soon as it has been played, and a run that is started
//! again goes on after the last of them with the same result as if it had never stopped: what is random in a generation depends
//! on the seed and on the number of the generation alone.

mod chart;
mod error;
mod fitness;
mod folder;
mod population;
mod run;
mod settings;
mod setups;

pub use chart::THESIS_MEANS;
pub use error::EvolveError;
pub use fitness::{Opponent, Score, play_match};
pub use population::{Generation, Solution};
pub use run::{Champion, Evolution, Progress, evolve, generations};
pub use settings::{BeliefSource, Mutation, Settings};
