//! What a VICKI player is: eleven numbers for each rank that can move.

use std::fmt;
use std::str::FromStr;

use flagfall_core::Rank;

/// A parameter of section 3 of the thesis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Parameter {
    /// The piece has not moved yet.
    FirstMove,
    /// The move attacks a piece that has not moved yet.
    StillOpponent,
    /// The move attacks a piece that is known to lose; times the rank of that piece.
    BeatOpponent,
    /// The move goes to the player's left.
    BiasLeft,
    /// The move goes to the player's right.
    BiasRight,
    /// The move goes towards the opponent.
    BiasForward,
    /// The move goes towards the player's own side.
    BiasBack,
    /// The move attacks an unknown piece that has moved.
    ExplorationRate,
    /// The move ends diagonally next to the water on the opponent's side.
    WaterCorner,
    /// The move ends on an outermost square of the two middle rows.
    ValleyEdge,
    /// Times a random number from -1 to 1.
    RandomInfluence,
}

impl Parameter {
    /// All of them, in the order of the files.
    pub const ALL: [Parameter; N_PARAMETERS] = [
        Parameter::FirstMove,
        Parameter::StillOpponent,
        Parameter::BeatOpponent,
        Parameter::BiasLeft,
        Parameter::BiasRight,
        Parameter::BiasForward,
        Parameter::BiasBack,
        Parameter::ExplorationRate,
        Parameter::WaterCorner,
        Parameter::ValleyEdge,
        Parameter::RandomInfluence,
    ];

    /// Its name, as in the thesis but in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Parameter::FirstMove => "first_move",
            Parameter::StillOpponent => "still_opponent",
            Parameter::BeatOpponent => "beat_opponent",
            Parameter::BiasLeft => "bias_left",
            Parameter::BiasRight => "bias_right",
            Parameter::BiasForward => "bias_forward",
            Parameter::BiasBack => "bias_back",
            Parameter::ExplorationRate => "exploration_rate",
            Parameter::WaterCorner => "water_corner",
            Parameter::ValleyEdge => "valley_edge",
            Parameter::RandomInfluence => "random_influence",
        }
    }
}

/// How many parameters a rank has.
pub const N_PARAMETERS: usize = 11;
/// How many ranks can move.
pub const N_RANKS: usize = 10;
/// How many numbers make a player.
pub const N_VALUES: usize = N_RANKS * N_PARAMETERS;

/// The ranks that can move, the marshal first, in the order of the files.
pub const RANKS: [Rank; N_RANKS] = [
    Rank::Marshal,
    Rank::General,
    Rank::Colonel,
    Rank::Major,
    Rank::Captain,
    Rank::Lieutenant,
    Rank::Sergeant,
    Rank::Miner,
    Rank::Scout,
    Rank::Spy,
];

/// The numbers of one player. As text it is a table that people can read and change; see [`fmt::Display`].
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters(pub [f64; N_VALUES]);

impl Parameters {
    /// A number of a rank.
    ///
    /// # Panics
    /// If the rank cannot move.
    #[inline]
    pub fn of(&self, rank: Rank, parameter: Parameter) -> f64 {
        self.of_rank(rank)[parameter as usize]
    }

    /// All numbers of a rank.
    #[inline]
    pub(crate) fn of_rank(&self, rank: Rank) -> &[f64; N_PARAMETERS] {
        assert!(rank.is_mobile(), "a {rank} has no parameters");
        let row = N_RANKS - rank.index();
        let (rows, _) = self.0.as_chunks();
        &rows[row]
    }
}

const HEADING: &str = "vicki 1";

/// `vicki 1`, a line with the names of the parameters, and a line for each rank. Numbers are written so that they are read
/// back exactly. Lines that begin with `#` are comments.
impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING}")?;
        write!(f, "rank      ")?;
        for parameter in Parameter::ALL {
            write!(f, " {:>22}", parameter.name())?;
        }
        writeln!(f)?;
        for rank in RANKS {
            write!(f, "{:<10}", rank.name())?;
            for value in self.of_rank(rank) {
                write!(f, " {value:>22}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Why a text is not a table of parameters.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: expected {expected}, found '{found}'")]
pub struct ParametersError {
    /// The line, counted from 1.
    pub line: usize,
    /// What should be there.
    pub expected: String,
    /// What is there.
    pub found: String,
}

impl FromStr for Parameters {
    type Err = ParametersError;

    fn from_str(text: &str) -> Result<Parameters, ParametersError> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let end = text.lines().count() + 1;
        let mut next = |expected: &str| {
            lines.next().ok_or_else(|| ParametersError {
                line: end,
                expected: expected.to_owned(),
                found: "the end of the file".to_owned(),
            })
        };
        let wrong = |line: usize, expected: String, found: &str| ParametersError {
            line,
            expected,
            found: found.to_owned(),
        };
        let (line, heading) = next(HEADING)?;
        if heading != HEADING {
            return Err(wrong(line, HEADING.to_owned(), heading));
        }
        let (line, names) = next("the names of the parameters")?;
        let expected = Parameter::ALL.map(Parameter::name);
        if !names.split_whitespace().skip(1).eq(expected) {
            return Err(wrong(line, format!("rank {}", expected.join(" ")), names));
        }
        let mut values = [0.0; N_VALUES];
        let (rows, _) = values.as_chunks_mut::<N_PARAMETERS>();
        for (rank, row) in RANKS.into_iter().zip(rows) {
            let (line, text) = next(rank.name())?;
            let mut words = text.split_whitespace();
            if words.next() != Some(rank.name()) {
                return Err(wrong(line, rank.name().to_owned(), text));
            }
            for value in row {
                let word = words.next().unwrap_or("the end of the line");
                let read = word.parse().ok().filter(|value: &f64| value.is_finite());
                *value = read.ok_or_else(|| wrong(line, "a number".to_owned(), word))?;
            }
            if let Some(word) = words.next() {
                return Err(wrong(line, "the end of the line".to_owned(), word));
            }
        }
        match lines.next() {
            None => Ok(Parameters(values)),
            Some((line, text)) => Err(wrong(line, "the end of the file".to_owned(), text)),
        }
    }
}
