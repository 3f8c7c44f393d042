//! What a VICKI player is made of: a row of numbers for each rank that can move, or for each piece.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use flagfall_core::{Rank, Variant};

/// A parameter. The first eleven are those of section 3 of the thesis; then come thresholds on what a piece is believed to be, as
/// section 7.4 proposes, and parameters "that actually incorporate information from multiple turns" (7.3).
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
    /// The move attacks a piece that loses with a probability of at least the weaker threshold.
    LikelyWeaker,
    /// That threshold, less one half.
    WeakerThreshold,
    /// The move attacks a piece that wins with a probability of at least the stronger threshold.
    LikelyStronger,
    /// That threshold, less one half.
    StrongerThreshold,
    /// The move comes nearer to the nearest piece that is known to lose; the reverse if it goes away from it.
    ApproachWeaker,
    /// The same for a piece that is known to win.
    ApproachStronger,
    /// The same for an unknown piece that has moved.
    ApproachMoved,
    /// The same for an unknown piece that has not.
    ApproachStill,
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
        Parameter::LikelyWeaker,
        Parameter::WeakerThreshold,
        Parameter::LikelyStronger,
        Parameter::StrongerThreshold,
        Parameter::ApproachWeaker,
        Parameter::ApproachStronger,
        Parameter::ApproachMoved,
        Parameter::ApproachStill,
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
            Parameter::LikelyWeaker => "likely_weaker",
            Parameter::WeakerThreshold => "weaker_threshold",
            Parameter::LikelyStronger => "likely_stronger",
            Parameter::StrongerThreshold => "stronger_threshold",
            Parameter::ApproachWeaker => "approach_weaker",
            Parameter::ApproachStronger => "approach_stronger",
            Parameter::ApproachMoved => "approach_moved",
            Parameter::ApproachStill => "approach_still",
        }
    }
}

/// How many parameters there are.
pub const N_PARAMETERS: usize = 19;
/// How many of them are the thesis'.
pub const N_OF_THESIS: usize = 11;
/// How many thresholds there are, and how many approaches.
const N_OF_EACH_WISH: usize = 4;
/// How many ranks can move.
pub const N_RANKS: usize = 10;

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

/// What has a row of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rows {
    /// Each rank, as in the thesis.
    #[default]
    Ranks,
    /// Each of the 33 pieces that can move (7.2).
    Pieces,
}

/// Which parameters there are beside those of the thesis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Columns {
    /// Thresholds on beliefs (7.4).
    pub belief: bool,
    /// Coming nearer to pieces that are farther off (7.3).
    pub approach: bool,
}

impl Columns {
    /// Those of the thesis.
    pub const THESIS: Columns = Columns {
        belief: false,
        approach: false,
    };

    fn has(self, parameter: Parameter) -> bool {
        let index = parameter as usize;
        if index < N_OF_THESIS {
            true
        } else if index < Parameter::ApproachWeaker as usize {
            self.belief
        } else {
            self.approach
        }
    }
}

/// How many numbers a player has, and what they stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// What has a row.
    pub rows: Rows,
    /// What has a column.
    pub columns: Columns,
}

impl Shape {
    /// A shape.
    pub const fn new(rows: Rows, columns: Columns) -> Shape {
        Shape { rows, columns }
    }

    /// How many columns there are.
    #[inline]
    pub const fn n_columns(self) -> usize {
        let Columns { belief, approach } = self.columns;
        N_OF_THESIS + N_OF_EACH_WISH * (belief as usize + approach as usize)
    }

    /// The column of a parameter that the shape has.
    #[inline]
    pub(super) const fn column(self, parameter: Parameter) -> usize {
        let index = parameter as usize;
        if index >= Parameter::ApproachWeaker as usize && !self.columns.belief {
            index - N_OF_EACH_WISH
        } else {
            index
        }
    }

    /// The parameters that the shape has, in the order of the columns.
    pub fn parameters(self) -> impl Iterator<Item = Parameter> {
        Parameter::ALL
            .into_iter()
            .filter(move |&one| self.columns.has(one))
    }

    /// How many rows there are.
    pub fn n_rows(self) -> usize {
        match self.rows {
            Rows::Ranks => N_RANKS,
            Rows::Pieces => RANKS.into_iter().map(copies).sum(),
        }
    }

    /// How many numbers there are.
    pub fn n_values(self) -> usize {
        self.n_rows() * self.n_columns()
    }

    /// The rows of a rank.
    ///
    /// # Panics
    /// If the rank cannot move.
    pub fn rows_of(self, rank: Rank) -> Range<usize> {
        assert!(rank.is_mobile(), "a {rank} has no parameters");
        let place = N_RANKS - rank.index();
        match self.rows {
            Rows::Ranks => place..place + 1,
            Rows::Pieces => {
                let first: usize = RANKS[..place].iter().map(|&other| copies(other)).sum();
                first..first + copies(rank)
            }
        }
    }

    /// The names of the rows: `scout`, or `scout.1` to `scout.8`.
    fn labels(self) -> Vec<String> {
        RANKS
            .into_iter()
            .flat_map(|rank| {
                (0..self.rows_of(rank).len()).map(move |number| match self.rows {
                    Rows::Ranks => rank.name().to_owned(),
                    Rows::Pieces => format!("{}.{}", rank.name(), number + 1),
                })
            })
            .collect()
    }

    fn names(self) -> Vec<&'static str> {
        self.parameters().map(Parameter::name).collect()
    }
}

/// How many pieces of a rank the whole army has.
fn copies(rank: Rank) -> usize {
    usize::from(Variant::Classic.army()[rank])
}

/// The numbers of one player. As text they are a table that people can read and change; see [`fmt::Display`].
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    shape: Shape,
    values: Vec<f64>,
}

impl Parameters {
    /// These numbers, row by row; `None` if they are not as many as the shape has.
    pub fn new(shape: Shape, values: Vec<f64>) -> Option<Parameters> {
        (values.len() == shape.n_values()).then_some(Parameters { shape, values })
    }

    /// What the numbers stand for.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// All numbers of a row.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &[f64] {
        let columns = self.shape.n_columns();
        &self.values[row * columns..][..columns]
    }

    /// A number of a rank: the mean of its rows.
    ///
    /// # Panics
    /// If the rank cannot move, or has no such parameter.
    pub fn of(&self, rank: Rank, parameter: Parameter) -> f64 {
        let rows = self.shape.rows_of(rank);
        let n = rows.len() as f64;
        rows.map(|row| self.row(row)[self.shape.column(parameter)])
            .sum::<f64>()
            / n
    }
}

const HEADING: &str = "vicki 1";

/// `vicki 1`, a line with the names of the parameters, and a line for each rank or piece. Numbers are written so that they are
/// read back exactly. Lines that begin with `#` are comments.
impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING}")?;
        write!(f, "{:<12}", "rank")?;
        for name in self.shape.names() {
            write!(f, " {name:>22}")?;
        }
        writeln!(f)?;
        for (row, label) in self.shape.labels().iter().enumerate() {
            write!(f, "{label:<12}")?;
            for value in self.row(row) {
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
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .peekable();
        let end = text.lines().count() + 1;
        let missing = |expected: &str| ParametersError {
            line: end,
            expected: expected.to_owned(),
            found: "the end of the file".to_owned(),
        };
        let wrong = |line: usize, expected: &str, found: &str| ParametersError {
            line,
            expected: expected.to_owned(),
            found: found.to_owned(),
        };
        let (line, heading) = lines.next().ok_or_else(|| missing(HEADING))?;
        if heading != HEADING {
            return Err(wrong(line, HEADING, heading));
        }
        let (line, names) = lines
            .next()
            .ok_or_else(|| missing("the names of the parameters"))?;
        let first_label = lines
            .peek()
            .and_then(|(_, text)| text.split_whitespace().next());
        let rows = match first_label {
            Some("marshal.1") => Rows::Pieces,
            _ => Rows::Ranks,
        };
        let has = |name| names.split_whitespace().any(|word| word == name);
        let columns = Columns {
            belief: has(Parameter::LikelyWeaker.name()),
            approach: has(Parameter::ApproachWeaker.name()),
        };
        let shape = Shape::new(rows, columns);
        if !names.split_whitespace().skip(1).eq(shape.names()) {
            let expected = shape.names().join(" ");
            return Err(wrong(line, &format!("rank {expected}"), names));
        }
        let mut values = Vec::with_capacity(shape.n_values());
        for label in shape.labels() {
            let (line, text) = lines.next().ok_or_else(|| missing(&label))?;
            let mut words = text.split_whitespace();
            if words.next() != Some(label.as_str()) {
                return Err(wrong(line, &label, text));
            }
            for _ in 0..shape.n_columns() {
                let word = words.next().unwrap_or("the end of the line");
                let read = word.parse().ok().filter(|value: &f64| value.is_finite());
                values.push(read.ok_or_else(|| wrong(line, "a number", word))?);
            }
            if let Some(word) = words.next() {
                return Err(wrong(line, "the end of the line", word));
            }
        }
        match lines.next() {
            None => Ok(Parameters { shape, values }),
            Some((line, text)) => Err(wrong(line, "the end of the file", text)),
        }
    }
}
