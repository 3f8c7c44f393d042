//! The arithmetic of measured matches: scores, Elo with error bars, sequential tests and ratings.
//!
//! Everything here is pure: no input or output, no clock, no randomness; the same counts give the
//! same numbers.
//!
//! # The unit is the pair
//!
//! Games come in pairs with the same two setups and colors swapped. The two games of a pair are not
//! independent (an unbalanced pair of setups is won once by each player), so counting single games
//! misjudges the error. A [`Pentanomial`] counts whole pairs by their score, and [`Estimate`] and
//! [`Sprt`] treat each pair as one observation. Where there are only single games, a [`Tally`] can
//! be used in its place and each game is one observation.
//!
//! # Sources
//!
//! The formulas are those that chess testing settled on; the words and the code are our own.
//! - fastchess and cutechess: Elo from the score, its error from the variance of the observations,
//!   likelihood of superiority, empty cells counted as 1/1000 in the sequential test.
//! - Michel Van den Bergh, "A practical introduction to the GSPRT" and "Normalized Elo", notes
//!   written for fishtest, the test bed of Stockfish: likelihood ratios of multinomial observations
//!   whose mean, or mean over deviation, is given.
//! - A. Wald, "Sequential Tests of Statistical Hypotheses" (1945): the bounds of the test.
//! - E. B. Wilson (1927), A. Agresti and B. Coull (1998): intervals that stay sensible at 0 and 1.
//! - R. Bradley and M. Terry (1952), P. McCullagh and J. Nelder, "Generalized Linear Models":
//!   ratings from pairwise scores and their errors when the variance is not the model's.
//!
//! # Infinite values and JSON
//!
//! A player that won every game has an infinite Elo, which is [`f64::INFINITY`] here. JSON has no
//! such number; write `finite(value)`, which is `null` for it. An infinite value or bound always has
//! the sign of `score - 0.5`, so nothing is lost.
//!
//! # Examples
//!
//! ```
//! use flagfall_arena::stats::{Estimate, GameScore, Pentanomial, Sprt, SprtState};
//!
//! let mut pairs = Pentanomial::default();
//! for _ in 0..30 {
//!     pairs.add_pair(GameScore::Win, GameScore::Loss);
//!     pairs.add_pair(GameScore::Win, GameScore::Draw);
//! }
//! let estimate = Estimate::of(pairs).expect("pairs were played");
//! assert_eq!(estimate.score.value, 0.625);
//! assert!(estimate.elo.low > 0.0);
//!
//! let sprt: Sprt = "0,100".parse()?;
//! assert_eq!(sprt.report(pairs).state, SprtState::AcceptH1);
//! # Ok::<(), flagfall_arena::stats::SprtError>(())
//! ```

mod counts;
mod elo;
mod interval;
mod normal;
mod proportion;
mod rating;
mod sample;
mod sprt;

pub use counts::{GameScore, Pentanomial, Tally};
pub use elo::{Estimate, elo_to_score, score_to_elo};
pub use interval::{Interval, Z95, finite};
pub use normal::{erf, erfc, normal_cdf};
pub use proportion::wilson;
pub use rating::{Anchor, Pairing, Rating, RatingError, rate};
pub use sample::Sample;
pub use sprt::{EloModel, Sprt, SprtError, SprtReport, SprtState};
