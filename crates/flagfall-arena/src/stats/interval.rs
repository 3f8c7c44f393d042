//! An estimate with its 95% interval.

/// The 97.5% point of the standard normal distribution: a value and this many deviations to either
/// side hold 95%.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A value and the bounds of its 95% interval, any of which may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate itself, never outside the bounds.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    /// Half the interval's width, the number printed after "+/-"; infinite if a bound is.
    pub fn error(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The interval of an increasing function of the value.
    #[must_use]
    pub fn map(self, increasing: impl Fn(f64) -> f64) -> Interval {
        Interval {
            value: increasing(self.value),
            low: increasing(self.low),
            high: increasing(self.high),
        }
    }

    /// The bounds `center - error` and `center + error`, widened where they leave out the value.
    pub(super) fn around(value: f64, center: f64, error: f64) -> Interval {
        Interval {
            value,
            low: value.min(center - error),
            high: value.max(center + error),
        }
    }
}

/// The value if it is a number JSON can hold, otherwise `None`, which JSON writes as `null`.
pub fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_half_the_width() {
        let interval = Interval {
            value: 1.0,
            low: -1.0,
            high: 4.0,
        };
        assert_eq!(interval.error(), 2.5);
        assert_eq!(interval.map(|x| 2.0 * x).error(), 5.0);
        let open = Interval {
            high: f64::INFINITY,
            ..interval
        };
        assert_eq!(open.error(), f64::INFINITY);
    }

    #[test]
    fn the_bounds_never_leave_out_the_value() {
        let interval = Interval::around(1.0, 0.5, 0.25);
        assert_eq!(
            interval,
            Interval {
                value: 1.0,
                low: 0.25,
                high: 1.0
            }
        );
    }

    #[test]
    fn infinite_values_become_null() {
        assert_eq!(finite(1.5), Some(1.5));
        assert_eq!(finite(f64::NEG_INFINITY), None);
        assert_eq!(finite(f64::NAN), None);
    }
}
