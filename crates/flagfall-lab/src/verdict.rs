//! What a paper says, and whether a measurement bears it out.

use std::fmt;

use flagfall_arena::stats::Interval;
use serde::{Deserialize, Serialize};

/// What a paper says about a measured share, such as the wins of the first of two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Claim {
    /// It is above this.
    Above(f64),
    /// It is below this.
    Below(f64),
    /// It is not below this.
    NotBelow(f64),
    /// It is this.
    Equals(f64),
    /// It is within this share of this value, as a mean may be where rules are read differently.
    Near(f64, f64),
}

/// Whether a claim was borne out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The 95% interval lies where the claim says; for "not below", the value itself does.
    Reproduced,
    /// The interval holds both values that the claim allows and values that it does not, or is too wide to tell.
    Undecided,
    /// The interval lies elsewhere.
    NotReproduced,
}

/// An interval wider than this, about that of a hundred games, holds too much to say that something equals something.
const WIDEST: f64 = 0.21;

impl Claim {
    /// The verdict of a measurement with its 95% interval.
    pub fn judge(self, measured: Interval) -> Verdict {
        let decide = |holds: bool, fails: bool| match (holds, fails) {
            (true, _) => Verdict::Reproduced,
            (_, true) => Verdict::NotReproduced,
            _ => Verdict::Undecided,
        };
        let Interval { low, high, value } = measured;
        match self {
            Claim::Above(bound) => decide(low > bound, high <= bound),
            Claim::Below(bound) => decide(high < bound, low >= bound),
            Claim::NotBelow(bound) => decide(value >= bound, high < bound),
            Claim::Equals(point) => {
                let holds = low <= point && point <= high;
                decide(holds && high - low <= WIDEST, !holds)
            }
            Claim::Near(point, share) => decide((value - point).abs() <= share * point.abs(), true),
        }
    }

    /// The claim in words; `show` writes a value in the unit of the figure.
    pub(crate) fn words(self, show: impl Fn(f64) -> String) -> String {
        match self {
            Claim::Above(bound) => format!("above {}", show(bound)),
            Claim::Below(bound) => format!("below {}", show(bound)),
            Claim::NotBelow(bound) => format!("not below {}", show(bound)),
            Claim::Equals(point) => format!("equal to {}", show(point)),
            Claim::Near(point, share) => format!("within {:.0}% of {}", share * 100.0, show(point)),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Reproduced => "reproduced",
            Verdict::Undecided => "undecided",
            Verdict::NotReproduced => "not reproduced",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_judged_by_the_interval() {
        let around = |value: f64| Interval {
            value,
            low: value - 0.1,
            high: value + 0.1,
        };
        use Verdict::{NotReproduced, Reproduced, Undecided};
        for (claim, value, expected) in [
            (Claim::Above(0.5), 0.7, Reproduced),
            (Claim::Above(0.5), 0.55, Undecided),
            (Claim::Above(0.5), 0.3, NotReproduced),
            (Claim::Below(0.5), 0.3, Reproduced),
            (Claim::Below(0.5), 0.45, Undecided),
            (Claim::Below(0.5), 0.7, NotReproduced),
            (Claim::NotBelow(0.5), 0.55, Reproduced),
            (Claim::NotBelow(0.5), 0.45, Undecided),
            (Claim::NotBelow(0.5), 0.3, NotReproduced),
            (Claim::Equals(0.5), 0.55, Reproduced),
            (Claim::Equals(0.5), 0.7, NotReproduced),
            (Claim::Near(0.5, 0.1), 0.54, Reproduced),
            (Claim::Near(0.5, 0.1), 0.56, NotReproduced),
        ] {
            assert_eq!(claim.judge(around(value)), expected, "{claim:?} {value}");
        }
    }
}
