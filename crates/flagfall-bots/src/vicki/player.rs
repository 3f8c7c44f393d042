//! A player as a file has it: parameters, and how scouts and setups were while they evolved.

use std::fmt;
use std::str::FromStr;

use flagfall_core::{GameRng, Seed, Setup, Variant};

use super::parameters::{Parameters, ParametersError};
use crate::setups::SetupStats;

/// From which the fixed setup is drawn.
const FIXED_SETUP_SEED: Seed = Seed(2012);

/// How far scouts go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scouts {
    /// One square, as in the thesis.
    One,
    /// As far as the rules let them.
    Any,
}

/// How the player sets up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setups {
    /// The same way every time, as in the thesis.
    Fixed,
    /// Another way every time, as people do.
    Varied,
}

impl Setups {
    /// A setup.
    pub fn make(self, variant: Variant, rng: &mut GameRng) -> Setup {
        let stats = SetupStats::of(variant);
        match self {
            Setups::Fixed => stats.draw(&mut FIXED_SETUP_SEED.rng()),
            Setups::Varied => stats.draw(rng),
        }
    }
}

/// A player.
#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    /// Its values.
    pub parameters: Parameters,
    /// How far its scouts go.
    pub scouts: Scouts,
    /// How it sets up.
    pub setups: Setups,
}

/// Two lines, `scouts one|any` and `setup fixed|varied`, and the table of parameters.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scouts = match self.scouts {
            Scouts::One => "one",
            Scouts::Any => "any",
        };
        let setups = match self.setups {
            Setups::Fixed => "fixed",
            Setups::Varied => "varied",
        };
        write!(f, "scouts {scouts}\nsetup {setups}\n{}", self.parameters)
    }
}

impl FromStr for Player {
    type Err = ParametersError;

    fn from_str(text: &str) -> Result<Player, ParametersError> {
        let (mut scouts, mut setups) = (None, None);
        let mut table = String::new();
        for (index, line) in text.lines().enumerate() {
            let wrong = |expected: &str| ParametersError {
                line: index + 1,
                expected: expected.to_owned(),
                found: line.to_owned(),
            };
            if let Some(word) = line.strip_prefix("scouts ") {
                let read = word.trim().parse();
                scouts = Some(read.map_err(|()| wrong("scouts one or scouts any"))?);
            } else if let Some(word) = line.strip_prefix("setup ") {
                let read = word.trim().parse();
                setups = Some(read.map_err(|()| wrong("setup fixed or setup varied"))?);
            } else {
                table.push_str(line);
            }
            // Line numbers stay those of the file.
            table.push('\n');
        }
        let missing = |expected: &str| ParametersError {
            line: text.lines().count() + 1,
            expected: format!("a line '{expected}' before"),
            found: "the end of the file".to_owned(),
        };
        let parameters = table.parse()?;
        Ok(Player {
            parameters,
            scouts: scouts.ok_or_else(|| missing("scouts one|any"))?,
            setups: setups.ok_or_else(|| missing("setup fixed|varied"))?,
        })
    }
}

impl FromStr for Scouts {
    type Err = ();

    fn from_str(text: &str) -> Result<Scouts, ()> {
        match text {
            "one" => Ok(Scouts::One),
            "any" => Ok(Scouts::Any),
            _ => Err(()),
        }
    }
}

impl FromStr for Setups {
    type Err = ();

    fn from_str(text: &str) -> Result<Setups, ()> {
        match text {
            "fixed" => Ok(Setups::Fixed),
            "varied" => Ok(Setups::Varied),
            _ => Err(()),
        }
    }
}
