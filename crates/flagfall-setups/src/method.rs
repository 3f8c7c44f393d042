//! Ways to make a setup, by name.

use std::fmt;
use std::str::FromStr;

use flagfall_core::{Setup, Variant};
use rand::Rng;

use crate::generate::best_of;
use crate::half_random::half_random;
use crate::semi_random::semi_random;
use crate::stats::SetupStats;

/// How a setup is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// Every arrangement equally likely.
    Random,
    /// The best of so many random ones.
    BestOfRandom(u32),
    /// By the statistics.
    SemiRandom,
    /// The best of so many semi-random ones.
    BestOf(u32),
    /// Perspecto's.
    HalfRandom,
}

impl Method {
    /// What Invincible plays: the best of 50 semi-random setups.
    pub const INVINCIBLE: Method = Method::BestOf(50);

    /// A setup.
    pub fn make(self, variant: Variant, rng: &mut impl Rng) -> Setup {
        let stats = SetupStats::of(variant);
        match self {
            Method::Random => Setup::random(variant, rng),
            Method::BestOfRandom(n) => best_of(n, || Setup::random(variant, rng)),
            Method::SemiRandom => semi_random(stats, rng),
            Method::BestOf(n) => best_of(n, || semi_random(stats, rng)),
            Method::HalfRandom => half_random(variant, rng),
        }
    }
}

/// The largest N: about a second. A name can come from a page, and nobody waits for more.
const MOST: u32 = 10_000;

/// A word that names no method.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' is no method; write random, best-of-random:N, semi-random, best-of:N (N from 1 to {MOST}) or half-random"
)]
pub struct ParseMethodError(String);

impl FromStr for Method {
    type Err = ParseMethodError;

    fn from_str(text: &str) -> Result<Method, ParseMethodError> {
        let error = || ParseMethodError(text.to_owned());
        let (name, n) = match text.split_once(':') {
            None => (text, None),
            Some((name, n)) => {
                let n = n.parse().ok().filter(|n: &u32| (1..=MOST).contains(n));
                (name, Some(n.ok_or_else(error)?))
            }
        };
        match (name, n) {
            ("random", None) => Ok(Method::Random),
            ("best-of-random", Some(n)) => Ok(Method::BestOfRandom(n)),
            ("semi-random", None) => Ok(Method::SemiRandom),
            ("best-of", Some(n)) => Ok(Method::BestOf(n)),
            ("half-random", None) => Ok(Method::HalfRandom),
            _ => Err(error()),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::Random => f.pad("random"),
            Method::BestOfRandom(n) => f.pad(&format!("best-of-random:{n}")),
            Method::SemiRandom => f.pad("semi-random"),
            Method::BestOf(n) => f.pad(&format!("best-of:{n}")),
            Method::HalfRandom => f.pad("half-random"),
        }
    }
}

#[cfg(test)]
mod tests {
    use flagfall_core::Seed;

    use super::*;
    use crate::heuristics::Scores;

    #[test]
    fn methods_round_trip_and_wrong_ones_are_refused() {
        for text in [
            "random",
            "best-of-random:7",
            "semi-random",
            "best-of:50",
            "half-random",
        ] {
            assert_eq!(text.parse::<Method>().unwrap().to_string(), text);
        }
        let wrong = [
            "",
            "best-of",
            "best-of:0",
            "best-of:10001",
            "random:3",
            "best-of:x",
        ];
        for text in wrong {
            assert!(text.parse::<Method>().is_err(), "{text}");
        }
    }

    /// Table 4.3: the same order and about the same distances.
    #[test]
    fn methods_are_as_far_apart_as_in_table_4_3() {
        let mean = |method: Method, n: u32| {
            let mut rng = Seed(1).rng();
            let total = |_| Scores::of(&method.make(Variant::Classic, &mut rng)).total();
            f64::from((0..n).map(total).sum::<i32>()) / f64::from(n)
        };
        let means = [
            mean(Method::Random, 400),
            mean(Method::SemiRandom, 400),
            mean(Method::BestOfRandom(50), 100),
            mean(Method::BestOf(20), 100),
            mean(Method::BestOf(50), 100),
        ];
        let his = [-3.0, 5.0, 9.0, 15.0, 17.0];
        assert!(means.is_sorted(), "{means:?}");
        let shift = (his.iter().sum::<f64>() - means.iter().sum::<f64>()) / means.len() as f64;
        for (mean, his) in means.iter().zip(his) {
            assert!(
                (mean + shift - his).abs() < 1.5,
                "{means:?} instead of {his:?}"
            );
        }
    }
}
