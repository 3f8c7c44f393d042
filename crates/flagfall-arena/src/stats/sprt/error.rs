//! What can be wrong with a sequential test.

use thiserror::Error;

/// Why a sequential test cannot be made.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SprtError {
    /// The text does not have two or four fields.
    #[error("expected elo0,elo1 or elo0,elo1,alpha,beta, found {found} field(s) in \"{text}\"")]
    FieldCount {
        /// The whole text.
        text: String,
        /// How many fields it has.
        found: usize,
    },
    /// A field is not a number.
    #[error("{field} is not a number: \"{text}\"")]
    NotANumber {
        /// The field's name.
        field: &'static str,
        /// The field's text.
        text: String,
    },
    /// A hypothesis is too far out, infinite or not a number.
    #[error("{field} must lie between -{limit} and {limit}, not {value}")]
    EloOutOfRange {
        /// The field's name.
        field: &'static str,
        /// The offending value.
        value: f64,
        /// The largest value the model takes.
        limit: f64,
    },
    /// H1 is not above H0.
    #[error("elo0 must be below elo1, but {elo0} is not below {elo1}")]
    HypothesesOutOfOrder {
        /// The difference under H0.
        elo0: f64,
        /// The difference under H1.
        elo1: f64,
    },
    /// An error rate is not a probability that a test can have.
    #[error("alpha and beta must be above 0 and together below 1, not {alpha} and {beta}")]
    ErrorRates {
        /// The probability of accepting H1 when H0 holds.
        alpha: f64,
        /// The probability of accepting H0 when H1 holds.
        beta: f64,
    },
}
