//! Means with their intervals.

use flagfall_arena::stats::{Interval, Z95};

/// The mean of a sample, and its standard error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mean {
    pub(crate) value: f64,
    error: f64,
}

impl Mean {
    pub(crate) fn of(values: &[f64]) -> Mean {
        let n = values.len().max(1) as f64;
        let value = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|one| (one - value).powi(2)).sum();
        let variance = squares / (n - 1.0).max(1.0);
        Mean {
            value,
            error: (variance / n).sqrt(),
        }
    }

    /// This mean less another, of an independent sample.
    pub(crate) fn less(self, other: Mean) -> Mean {
        Mean {
            value: self.value - other.value,
            error: self.error.hypot(other.error),
        }
    }

    /// With its 95% interval.
    pub(crate) fn interval(self) -> Interval {
        Interval {
            value: self.value,
            low: self.value - Z95 * self.error,
            high: self.value + Z95 * self.error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_the_error_of_the_textbooks() {
        let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(mean.value, 3.0);
        // The variance is 2.5, so the standard error is the root of a half.
        assert!((mean.error - 0.5_f64.sqrt()).abs() < 1e-12);
        let none = mean.less(mean);
        assert_eq!(none.value, 0.0);
        assert!((none.error - 1.0).abs() < 1e-12);
    }
}
