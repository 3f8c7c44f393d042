//! The generalized sequential probability ratio test: stop a match as soon as it has decided
//! between two hypotheses.

use std::str::FromStr;

use super::elo::{NORMALIZED_SCALE, elo_to_score};
use super::sample::Sample;
use likelihood::Constraint;

mod error;
mod likelihood;

pub use error::SprtError;

/// Error rates where none are given.
const DEFAULT_ERROR_RATE: f64 = 0.05;
/// The largest hypothesis the logistic model takes, a score of 0.9968.
const MAX_LOGISTIC_ELO: f64 = 1000.0;
/// The largest hypothesis the normalized model takes; from 232 on the iteration's start is too far
/// from any distribution of pairs with such a lead.
const MAX_NORMALIZED_ELO: f64 = 200.0;
/// What an empty cell counts for, so that no outcome is thought impossible; the value fastchess and
/// fishtest use.
const EMPTY_CELL: f64 = 1e-3;

/// What an Elo difference in a hypothesis means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EloModel {
    /// It fixes the mean score.
    #[default]
    Logistic,
    /// It fixes the mean's distance from 1/2 in deviations, so that the length of the test does not
    /// depend on draws.
    Normalized,
}

/// A test of "the first player is stronger by `elo0`" (H0) against "by `elo1`" (H1).
///
/// After each pair the log-likelihood ratio `LLR = ln P(results | H1) / P(results | H0)` is
/// compared with Wald's bounds, `ln(beta / (1 - alpha))` and `ln((1 - beta) / alpha)`. The
/// hypotheses do not say how often each of the five pair scores occurs, so each likelihood is the
/// largest that any distribution obeying the hypothesis can reach (Van den Bergh, "A practical
/// introduction to the GSPRT"): with `N` units, shares `q` observed and maximizers `p0` and `p1`,
///
/// ```text
/// LLR = N sum q_i ln(p1_i / p0_i)
/// ```
///
/// Cells without any unit count as 1/1000 of one, as in fastchess.
///
/// # Examples
///
/// ```
/// use flagfall_arena::stats::Sprt;
///
/// let sprt: Sprt = "0, 5".parse()?;
/// assert_eq!((sprt.alpha(), sprt.beta()), (0.05, 0.05));
/// assert!("5,0".parse::<Sprt>().is_err());
/// # Ok::<(), flagfall_arena::stats::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// Where a sequential test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SprtState {
    /// Neither bound is reached: play on.
    Continue,
    /// The lower bound is reached: the difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// The upper bound is reached: the difference is `elo1` rather than `elo0`.
    AcceptH1,
}

/// A sequential test's numbers after some games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtReport {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At or below this H0 is accepted.
    pub lower: f64,
    /// At or above this H1 is accepted.
    pub upper: f64,
    /// What follows from the three.
    pub state: SprtState,
}

impl Sprt {
    /// A test with the logistic model and error rates of 0.05.
    ///
    /// # Errors
    ///
    /// Where a hypothesis is out of range or `elo0` is not below `elo1`.
    pub fn new(elo0: f64, elo1: f64) -> Result<Sprt, SprtError> {
        Sprt {
            elo0,
            elo1,
            alpha: DEFAULT_ERROR_RATE,
            beta: DEFAULT_ERROR_RATE,
            model: EloModel::default(),
        }
        .checked()
    }

    /// The same test with other error rates: `alpha` to accept H1 when H0 holds, `beta` to accept
    /// H0 when H1 holds.
    ///
    /// # Errors
    ///
    /// Where either is not above 0 or their sum is not below 1.
    pub fn with_error_rates(self, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        Sprt {
            alpha,
            beta,
            ..self
        }
        .checked()
    }

    /// The same test under another model.
    ///
    /// # Errors
    ///
    /// Where a hypothesis is out of that model's range.
    pub fn with_model(self, model: EloModel) -> Result<Sprt, SprtError> {
        Sprt { model, ..self }.checked()
    }

    /// The difference under H0.
    pub fn elo0(self) -> f64 {
        self.elo0
    }

    /// The difference under H1.
    pub fn elo1(self) -> f64 {
        self.elo1
    }

    /// The probability of accepting H1 when H0 holds.
    pub fn alpha(self) -> f64 {
        self.alpha
    }

    /// The probability of accepting H0 when H1 holds.
    pub fn beta(self) -> f64 {
        self.beta
    }

    /// What the differences mean.
    pub fn model(self) -> EloModel {
        self.model
    }

    /// At or below this log-likelihood ratio H0 is accepted.
    pub fn lower(self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// At or above this log-likelihood ratio H1 is accepted.
    pub fn upper(self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of counted pairs, or of single games; 0 before the first.
    pub fn llr(self, sample: impl Into<Sample>) -> f64 {
        let sample = sample.into();
        if sample.units() == 0.0 {
            return 0.0;
        }
        let sample = sample.with_empty_cells_as(EMPTY_CELL);
        let h0 = self.constraint(self.elo0, &sample);
        let h1 = self.constraint(self.elo1, &sample);
        likelihood::log_ratio(sample.scores(), sample.counts(), h0, h1)
    }

    /// The test's numbers after counted pairs, or single games.
    pub fn report(self, sample: impl Into<Sample>) -> SprtReport {
        let (llr, lower, upper) = (self.llr(sample), self.lower(), self.upper());
        let state = if llr >= upper {
            SprtState::AcceptH1
        } else if llr <= lower {
            SprtState::AcceptH0
        } else {
            SprtState::Continue
        };
        SprtReport {
            llr,
            lower,
            upper,
            state,
        }
    }

    /// What a difference says about the distribution of a unit's score.
    fn constraint(self, elo: f64, sample: &Sample) -> Constraint {
        match self.model {
            EloModel::Logistic => Constraint::Mean(elo_to_score(elo)),
            // The variance of a unit's mean score is a game's variance over the games in it.
            EloModel::Normalized => {
                Constraint::Lead(elo / NORMALIZED_SCALE * sample.games_per_unit().sqrt())
            }
        }
    }

    fn checked(self) -> Result<Sprt, SprtError> {
        let Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        } = self;
        let limit = match model {
            EloModel::Logistic => MAX_LOGISTIC_ELO,
            EloModel::Normalized => MAX_NORMALIZED_ELO,
        };
        for (field, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-limit..=limit).contains(&value) {
                return Err(SprtError::EloOutOfRange {
                    field,
                    value,
                    limit,
                });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::HypothesesOutOfOrder { elo0, elo1 });
        }
        if alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0 {
            Ok(self)
        } else {
            Err(SprtError::ErrorRates { alpha, beta })
        }
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0,elo1` or `elo0,elo1,alpha,beta`, with the logistic model.
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let fields: Vec<&str> = text.split(',').map(str::trim).collect();
        match fields[..] {
            [elo0, elo1] => Sprt::new(number("elo0", elo0)?, number("elo1", elo1)?),
            [elo0, elo1, alpha, beta] => Sprt::new(number("elo0", elo0)?, number("elo1", elo1)?)?
                .with_error_rates(number("alpha", alpha)?, number("beta", beta)?),
            _ => Err(SprtError::FieldCount {
                text: text.to_owned(),
                found: fields.len(),
            }),
        }
    }
}

fn number(field: &'static str, text: &str) -> Result<f64, SprtError> {
    text.parse().map_err(|_| SprtError::NotANumber {
        field,
        text: text.to_owned(),
    })
}

#[cfg(test)]
mod tests;
