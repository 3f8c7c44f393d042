//! Independent observations of a score: what the estimates and the sequential test work on.

use super::counts::{Pentanomial, Tally};

/// How often each possible score was observed, in independent units: pairs of games, or single
/// games.
///
/// Scores are a game's mean in the unit, from 0 to 1, so that both kinds of unit estimate the same
/// number. Made from a
/// [`Pentanomial`] or a [`Tally`].
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The possible scores in rising order, the first 0 and the last 1.
    scores: &'static [f64],
    /// How many units had each score.
    counts: Vec<f64>,
    games_per_unit: f64,
}

impl From<Pentanomial> for Sample {
    fn from(pairs: Pentanomial) -> Sample {
        Sample {
            scores: &[0.0, 0.25, 0.5, 0.75, 1.0],
            counts: pairs.0.iter().map(|&n| n as f64).collect(),
            games_per_unit: 2.0,
        }
    }
}

impl From<Tally> for Sample {
    fn from(tally: Tally) -> Sample {
        Sample {
            scores: &[0.0, 0.5, 1.0],
            counts: vec![tally.losses as f64, tally.draws as f64, tally.wins as f64],
            games_per_unit: 1.0,
        }
    }
}

impl Sample {
    /// How many units were observed.
    pub fn units(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// How many games a unit has.
    pub fn games_per_unit(&self) -> f64 {
        self.games_per_unit
    }

    /// The mean score of the units; NaN without any.
    pub fn mean(&self) -> f64 {
        self.sum_of(|score| score) / self.units()
    }

    /// The variance of the units' scores about their mean, with divisor `units`; NaN without any.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.sum_of(|score| (score - mean).powi(2)) / self.units()
    }

    /// Whether all units observed had the same score, so that their variance tells nothing about
    /// the true one.
    pub fn is_constant(&self) -> bool {
        self.counts.iter().filter(|&&n| n > 0.0).count() < 2
    }

    /// The possible scores in rising order.
    pub(super) fn scores(&self) -> &'static [f64] {
        self.scores
    }

    /// How many units had each of the possible scores.
    pub(super) fn counts(&self) -> &[f64] {
        &self.counts
    }

    /// The sample with `n` more units at each end of the scale.
    pub(super) fn with_extremes(mut self, n: f64) -> Sample {
        let last = self.counts.len() - 1;
        self.counts[0] += n;
        self.counts[last] += n;
        self
    }

    /// The sample with the empty cells counted as `n` units.
    pub(super) fn with_empty_cells_as(mut self, n: f64) -> Sample {
        for count in self.counts.iter_mut().filter(|count| **count == 0.0) {
            *count = n;
        }
        self
    }

    fn sum_of(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.scores
            .iter()
            .zip(&self.counts)
            .map(|(&score, n)| n * value(score))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_variance_of_pairs_are_those_worked_by_hand() {
        // Scores 0, 1/2 and 1 for 1, 1 and 2 pairs: mean 2.5/4, squares 25/64, 1/64 and twice 9/64,
        // sum 44/64, over 4.
        let sample = Sample::from(Pentanomial([1, 0, 1, 0, 2]));
        assert_eq!((sample.units(), sample.games_per_unit()), (4.0, 2.0));
        assert_eq!((sample.mean(), sample.variance()), (0.625, 0.171_875));
        assert!(!sample.is_constant());
    }

    #[test]
    fn single_games_have_the_variance_of_a_game() {
        let sample = Sample::from(Tally {
            wins: 2,
            draws: 1,
            losses: 1,
        });
        assert_eq!((sample.units(), sample.games_per_unit()), (4.0, 1.0));
        assert_eq!((sample.mean(), sample.variance()), (0.625, 0.171_875));
    }

    #[test]
    fn a_sample_of_one_score_is_constant() {
        assert!(Sample::from(Pentanomial([0, 0, 9, 0, 0])).is_constant());
        assert!(Sample::from(Pentanomial::default()).is_constant());
    }

    #[test]
    fn virtual_units_fill_the_cells_they_should() {
        let sample = Sample::from(Pentanomial([0, 3, 0, 0, 1]));
        assert_eq!(
            sample.clone().with_extremes(2.0).counts(),
            [2.0, 3.0, 0.0, 0.0, 3.0]
        );
        assert_eq!(
            sample.with_empty_cells_as(0.5).counts(),
            [0.5, 3.0, 0.5, 0.5, 1.0]
        );
    }
}
