//! A player as a file has it: parameters, and what else was set while they evolved.

use std::fmt;
use std::str::FromStr;

use flagfall_core::notation::{parse_setup, write_setup};
use flagfall_core::{GameRng, Seed, Setup, Side, Variant, below};

use super::parameters::{Parameters, ParametersError};
use crate::setups::SetupStats;

/// From which the fixed setup is drawn.
const FIXED_SETUP_SEED: Seed = Seed(2012);

/// How far scouts go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scouts {
    /// One square, as in the thesis.
    #[default]
    One,
    /// As far as the rules let them.
    Any,
}

/// How the player sets up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Setups {
    /// The same way every time, as in the thesis.
    #[default]
    Fixed,
    /// Another way every time, as people do.
    Varied,
    /// With a setup of its own (7.1), half of the time with left and right exchanged; where another army is played, as people do.
    Own(Setup),
}

impl Setups {
    /// A setup.
    pub fn make(self, variant: Variant, rng: &mut GameRng) -> Setup {
        let stats = SetupStats::of(variant);
        match self {
            Setups::Fixed => stats.draw(&mut FIXED_SETUP_SEED.rng()),
            Setups::Own(setup) if setup.variant() == variant => {
                if below(rng, 2) == 0 {
                    setup
                } else {
                    setup.mirrored()
                }
            }
            Setups::Varied | Setups::Own(_) => stats.draw(rng),
        }
    }
}

/// Where the probabilities for the thresholds come from (7.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Belief {
    /// From counting what is left.
    #[default]
    Counted,
    /// From how people set up and from what has been done in the game, by Invincible's guesser.
    Guessed,
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
    /// How many plies it looks beyond its own move: none in the thesis, at most [`MOST_PLIES`].
    pub look_ahead: u8,
    /// Where its beliefs come from.
    pub belief: Belief,
}

/// How many plies beyond its own move a player can look.
pub const MOST_PLIES: u8 = 2;

impl Player {
    /// A player as the thesis has it.
    pub fn of_thesis(parameters: Parameters) -> Player {
        Player {
            parameters,
            scouts: Scouts::One,
            setups: Setups::Fixed,
            look_ahead: 0,
            belief: Belief::Counted,
        }
    }
}

/// Lines `scouts one|any`, `setup fixed|varied|LETTERS`, `look_ahead PLIES` if there is any, `belief counted|guessed` if that or
/// the table asks for it, and the table of parameters. The letters are a StraDoS2 setup.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scouts = match self.scouts {
            Scouts::One => "one",
            Scouts::Any => "any",
        };
        let setups = match self.setups {
            Setups::Fixed => "fixed".to_owned(),
            Setups::Varied => "varied".to_owned(),
            Setups::Own(setup) => write_setup(&setup, Side::Red),
        };
        write!(f, "scouts {scouts}\nsetup {setups}\n")?;
        if self.look_ahead > 0 {
            writeln!(f, "look_ahead {}", self.look_ahead)?;
        }
        if self.parameters.shape().columns.belief || self.look_ahead > 0 {
            let belief = match self.belief {
                Belief::Counted => "counted",
                Belief::Guessed => "guessed",
            };
            writeln!(f, "belief {belief}")?;
        }
        write!(f, "{}", self.parameters)
    }
}

impl FromStr for Player {
    type Err = ParametersError;

    fn from_str(text: &str) -> Result<Player, ParametersError> {
        let (mut scouts, mut setups) = (None, None);
        let (mut look_ahead, mut belief) = (0, Belief::Counted);
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
                let expected = "setup fixed, setup varied or setup and 40 letters";
                setups = Some(word.trim().parse().map_err(|()| wrong(expected))?);
            } else if let Some(word) = line.strip_prefix("look_ahead ") {
                look_ahead =
                    read_plies(word.trim()).ok_or_else(|| wrong("look_ahead 0, 1 or 2"))?;
            } else if let Some(word) = line.strip_prefix("belief ") {
                let read = word.trim().parse();
                belief = read.map_err(|()| wrong("belief counted or belief guessed"))?;
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
            look_ahead,
            belief,
        })
    }
}

/// A number of plies to look ahead.
fn read_plies(text: &str) -> Option<u8> {
    text.parse().ok().filter(|&plies| plies <= MOST_PLIES)
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
            letters => parse_setup(letters).map(Setups::Own).map_err(|_| ()),
        }
    }
}

impl FromStr for Belief {
    type Err = ();

    fn from_str(text: &str) -> Result<Belief, ()> {
        match text {
            "counted" => Ok(Belief::Counted),
            "guessed" => Ok(Belief::Guessed),
            _ => Err(()),
        }
    }
}
