//! How people set up their armies, and setups made and judged by that: the setup creator of Invincible (de Boer 2007,
//! chapter 4 and section 7.2.5).
//!
//! [`SetupStats`] is counted from setups of people and shipped; a [`Method`] makes setups; [`Scores`] judges one by the
//! heuristics H1 to H9.

mod draw;
mod freedom;
mod generate;
mod half_random;
mod heuristics;
mod method;
mod relation;
mod semi_random;
mod stats;

pub use draw::{pick, uniform};
pub use freedom::Freedom;
pub use generate::best_of;
pub use half_random::half_random;
pub use heuristics::{HEURISTICS, Scores};
pub use method::{Method, ParseMethodError};
pub use relation::Relation;
pub use semi_random::semi_random;
pub use stats::{Mirroring, SetupStats, StatsError};
