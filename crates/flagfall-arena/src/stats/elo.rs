//! Elo, normalized Elo and likelihood of superiority from the observed scores.

use std::f64::consts::LN_10;

use super::interval::{Interval, Z95};
use super::normal::normal_cdf;
use super::sample::Sample;

/// Normalized Elo of a mean of one deviation a game: the scale at which it equals Elo for small
/// differences between players of equal strength that never draw, `800 / ln 10`.
pub(super) const NORMALIZED_SCALE: f64 = 800.0 / LN_10;

/// Virtual units added at each end of the scale where the normal approximation fails: Agresti and
/// Coull's "add two successes and two failures".
const VIRTUAL_EXTREMES: f64 = 2.0;

/// The Elo difference at which a player is expected to score `score`:
/// `400 log10(score / (1 - score))`.
///
/// Infinite for scores of 0 and below, and of 1 and above.
pub fn score_to_elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The score expected at an Elo difference, the inverse of [`score_to_elo`]:
/// `1 / (1 + 10^(-elo/400))`.
pub fn elo_to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// How much stronger the first player is, with 95% intervals.
///
/// With `n` units (pairs, or single games), their mean score `m` and their variance `v`:
///
/// - the score is `m` with bounds `m -+ z sqrt(v/n)`, where `z` is [`Z95`];
/// - Elo is [`score_to_elo`] of the score and of both bounds, as in fastchess and cutechess, whose
///   "+/-" is [`Interval::error`];
/// - normalized Elo (Van den Bergh) is `800/ln 10 (m - 1/2) / sqrt(g v)` with `g` games a unit, and
///   its error `z 800/ln 10 / sqrt(g n)`. It measures how many games are needed to see the
///   difference rather than how large it is;
/// - the likelihood of superiority is the normal probability of `(m - 1/2) / sqrt(v/n)`.
///
/// # At the edges
///
/// Where all units had the same score, or a bound of the score would reach 0 or 1, the normal
/// approximation has broken down: after three wins in three pairs it would claim certainty, and
/// where each of 30 pairs is won outright with probability 0.97 and else lost, its interval holds
/// the truth in 58% of matches rather than 95%. All bounds and the likelihood of superiority are
/// then computed with two virtual units lost outright and two won outright (Agresti and Coull
/// 1998), and cut to 0 and 1. The values themselves are never adjusted. So a player that won all of
/// `n` pairs has an infinite Elo with an infinite upper bound and a finite lower bound, which rises
/// with `n`; and a player that made exactly one point in every pair has Elo 0 with an error that
/// falls as `1/n`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean score a game, from 0 to 1.
    pub score: Interval,
    /// The logistic Elo difference.
    pub elo: Interval,
    /// The normalized Elo difference.
    pub nelo: Interval,
    /// Likelihood of superiority: how likely the first player is the stronger one, from 0 to 1.
    pub los: f64,
}

impl Estimate {
    /// The estimate from counted pairs, or from single games; `None` before the first.
    pub fn of(sample: impl Into<Sample>) -> Option<Estimate> {
        let sample = sample.into();
        if sample.units() == 0.0 {
            return None;
        }
        let guarded = guarded(&sample);
        let score = Interval::around(
            sample.mean(),
            guarded.mean(),
            Z95 * standard_error(&guarded),
        );
        let score = Interval {
            low: score.low.max(0.0),
            high: score.high.min(1.0),
            ..score
        };
        let nelo_error =
            Z95 * NORMALIZED_SCALE / (guarded.units() * guarded.games_per_unit()).sqrt();
        Some(Estimate {
            score,
            elo: score.map(score_to_elo),
            nelo: Interval::around(nelo(&sample), nelo(&guarded), nelo_error),
            los: normal_cdf((guarded.mean() - 0.5) / standard_error(&guarded)),
        })
    }
}

/// The sample itself, or with virtual units where its normal interval says too much.
fn guarded(sample: &Sample) -> Sample {
    let error = Z95 * standard_error(sample);
    let is_inside = sample.mean() - error > 0.0 && sample.mean() + error < 1.0;
    if is_inside && !sample.is_constant() {
        sample.clone()
    } else {
        sample.clone().with_extremes(VIRTUAL_EXTREMES)
    }
}

fn standard_error(sample: &Sample) -> f64 {
    (sample.variance() / sample.units()).sqrt()
}

fn nelo(sample: &Sample) -> f64 {
    let lead = sample.mean() - 0.5;
    if lead == 0.0 {
        // Also where the variance is 0, which would make it 0/0.
        return 0.0;
    }
    NORMALIZED_SCALE * lead / (sample.variance() * sample.games_per_unit()).sqrt()
}

#[cfg(test)]
mod tests;
