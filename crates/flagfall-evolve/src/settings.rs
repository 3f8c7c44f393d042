//! What can be set about an evolution.

use std::fmt;
use std::str::FromStr;

use flagfall_bots::vicki::{Scouts, Setups};
use serde::{Deserialize, Serialize};

/// Everything that an evolution depends on. The defaults are those of table 3.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Where everything random comes from.
    pub seed: u64,
    /// How many solutions a generation has.
    pub population: usize,
    /// How many matches a solution plays for its fitness.
    pub matches: u32,
    /// How many parents a solution has.
    pub parents: usize,
    /// The power of a fitness to which it is likely to be a parent.
    pub power: f64,
    /// How values change by themselves (6.1); the thesis has none of it.
    pub mutation: Option<Mutation>,
    /// Whether scouts may go far (6.2); in the thesis they may not.
    pub long_scouts: bool,
    /// Whether both sides set up anew for each match (7.1); in the thesis they do not.
    pub varied_setups: bool,
    /// Whether every second match is against the best solution of the generation before, in place of the random player.
    pub ladder: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            seed: 1,
            population: 200,
            matches: 5,
            parents: 2,
            power: 2.0,
            mutation: None,
            long_scouts: false,
            varied_setups: false,
            ladder: false,
        }
    }
}

impl Settings {
    pub(crate) fn scouts(&self) -> Scouts {
        if self.long_scouts {
            Scouts::Any
        } else {
            Scouts::One
        }
    }

    pub(crate) fn setups(&self) -> Setups {
        if self.varied_setups {
            Setups::Varied
        } else {
            Setups::Fixed
        }
    }
}

/// Each value of a new solution changes with this probability, by a number drawn from -size to size.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mutation {
    /// From 0 to 1.
    pub rate: f64,
    /// How far at most.
    pub size: f64,
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.rate, self.size)
    }
}

impl FromStr for Mutation {
    type Err = String;

    fn from_str(text: &str) -> Result<Mutation, String> {
        let read = |word: &str| {
            word.trim()
                .parse::<f64>()
                .ok()
                .filter(|x| (0.0..1e6).contains(x))
        };
        text.split_once(',')
            .and_then(|(rate, size)| Some((read(rate).filter(|&rate| rate <= 1.0)?, read(size)?)))
            .map(|(rate, size)| Mutation { rate, size })
            .ok_or_else(|| {
                format!("'{text}' is not RATE,SIZE with a rate from 0 to 1, as in 0.02,0.2")
            })
    }
}
