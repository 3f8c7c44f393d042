//! The share of trials that succeed.

use super::interval::{Interval, Z95};

/// The share of successes with its 95% Wilson score interval, or `None` without trials.
///
/// With `p` successes a trial in `n` trials and `z` = [`Z95`], the bounds are (E. B. Wilson 1927)
///
/// ```text
/// ( p + z^2/2n -+ z sqrt( p(1-p)/n + z^2/4n^2 ) ) / ( 1 + z^2/n )
/// ```
///
/// They stay within 0 and 1, and tell something even when nothing or everything succeeded.
///
/// # Panics
///
/// Where there are more successes than trials.
pub fn wilson(successes: u64, trials: u64) -> Option<Interval> {
    assert!(
        successes <= trials,
        "{successes} successes in {trials} trials"
    );
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let value = successes as f64 / n;
    let shrink = 1.0 + Z95 * Z95 / n;
    let center = (value + Z95 * Z95 / (2.0 * n)) / shrink;
    let spread = (value * (1.0 - value) / n + Z95 * Z95 / (4.0 * n * n)).sqrt();
    let interval = Interval::around(value, center, Z95 * spread / shrink);
    Some(Interval {
        low: interval.low.max(0.0),
        high: interval.high.min(1.0),
        ..interval
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_match_those_published_by_newcombe() {
        // R. G. Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table
        // I, method 3.
        let published = [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ];
        for (successes, trials, low, high) in published {
            let interval = wilson(successes, trials).unwrap();
            assert!((interval.low - low).abs() < 0.5e-4, "{interval:?}");
            assert!((interval.high - high).abs() < 0.5e-4, "{interval:?}");
        }
    }

    #[test]
    fn all_successes_leave_a_lower_bound_below_one() {
        // With p = 1 the formula reduces to n / (n + z^2): 10 / 13.8415 = 0.7225.
        let interval = wilson(10, 10).unwrap();
        assert_eq!((interval.value, interval.high), (1.0, 1.0));
        assert!((interval.low - 0.722_467).abs() < 1e-6);
    }

    #[test]
    fn no_trials_tell_nothing() {
        assert_eq!(wilson(0, 0), None);
    }
}
