//! What can be set about an evolution.

use std::fmt;
use std::str::FromStr;

use flagfall_bots::vicki::{Belief, Columns, Parameters, Player, Rows, Scouts, Setups, Shape};
use flagfall_core::Setup;
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
    /// Whether every second pair of matches is against the best solutions of earlier generations, the last one first.
    pub ladder: bool,
    /// Whether each piece has its own values (7.2), in place of each rank.
    #[serde(default)]
    pub per_piece: bool,
    /// How many plies beyond its own move a solution looks at (7.3).
    #[serde(default)]
    pub look_ahead: u8,
    /// Where the probabilities for thresholds come from (7.4); without it there are no thresholds.
    #[serde(default)]
    pub belief: Option<BeliefSource>,
    /// Whether there are parameters for coming nearer to pieces farther off (7.3).
    #[serde(default)]
    pub approach: bool,
    /// Whether each solution has a setup of its own that evolves with it (7.1).
    #[serde(default)]
    pub evolved_setups: bool,
    /// Points for a win in the fitness function. The thesis' 1000 are as much as ten pieces, for which a lost game is paid too.
    #[serde(default = "points_of_thesis")]
    pub win_points: f64,
    /// Bots to play against, two matches with each before the next one, in place of the random player.
    #[serde(default)]
    pub opponents: Vec<String>,
}

fn points_of_thesis() -> f64 {
    1000.0
}

/// Where beliefs come from, as it is written in files and options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BeliefSource {
    /// Counting what is left.
    Counted,
    /// The guesser.
    Guessed,
}

impl FromStr for BeliefSource {
    type Err = String;

    fn from_str(text: &str) -> Result<BeliefSource, String> {
        match text {
            "counted" => Ok(BeliefSource::Counted),
            "guessed" => Ok(BeliefSource::Guessed),
            _ => Err(format!("'{text}' is neither counted nor guessed")),
        }
    }
}

/// What a solution plays by.
pub(crate) struct Genes {
    pub(crate) values: Vec<f64>,
    pub(crate) setup: Option<Setup>,
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
            per_piece: false,
            look_ahead: 0,
            belief: None,
            approach: false,
            evolved_setups: false,
            win_points: points_of_thesis(),
            opponents: Vec::new(),
        }
    }
}

impl Settings {
    /// What a solution has values for.
    pub fn shape(&self) -> Shape {
        let rows = if self.per_piece {
            Rows::Pieces
        } else {
            Rows::Ranks
        };
        let columns = Columns {
            belief: self.belief.is_some(),
            approach: self.approach,
        };
        Shape::new(rows, columns)
    }

    /// The player that a solution is; `None` if it has not as many values as there should be.
    pub(crate) fn player(&self, genes: Genes) -> Option<Player> {
        let scouts = if self.long_scouts {
            Scouts::Any
        } else {
            Scouts::One
        };
        let belief = match self.belief {
            Some(BeliefSource::Guessed) => Belief::Guessed,
            Some(BeliefSource::Counted) | None => Belief::Counted,
        };
        Some(Player {
            parameters: Parameters::new(self.shape(), genes.values)?,
            scouts,
            setups: genes.setup.map_or(self.setups(), Setups::Own),
            look_ahead: self.look_ahead,
            belief,
        })
    }

    /// How those set up that have no setup of their own.
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
