//! What can be wrong with a file.

use std::fmt;
use std::io;
use std::path::PathBuf;

use flagfall_core::notation::{ParseBoardError, ParseMoveError};
use flagfall_core::{
    Outcome, ParseRulesError, ParseSideError, PositionError, SetupError, Side, VariantMismatch,
};

use crate::record::StartError;
use crate::start::FieldError;
use crate::text::one_line;

/// Why a file could not be read. Nothing of it has been.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file system says no.
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the file system says.
        error: io::Error,
    },
    /// The extension belongs to no form of game files.
    #[error("{}: unknown extension; game files end in .jsonl, .chase.jsonl, .xml or .gsn", .0.display())]
    UnknownExtension(PathBuf),
    /// There is nothing in it, which is most likely a mistake of whoever wrote it.
    #[error("{}: no games in it", .0.display())]
    NoGames(PathBuf),
    /// The content is wrong.
    #[error("{}, {error}", path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// Where and what.
        error: ParseError,
    },
}

/// Where and why a text is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub cause: Cause,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}: {}",
            self.line,
            one_line(&self.cause.to_string())
        )
    }
}

impl std::error::Error for ParseError {}

/// What is wrong with one line of a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Cause {
    /// Bytes that are no text.
    #[error("this is not UTF-8 text")]
    NotUtf8,
    /// Not the JSON that is expected.
    #[error("{message} (column {column})")]
    Json {
        /// What the JSON reader says.
        message: String,
        /// Where in the line, counted from 1.
        column: usize,
    },
    /// Neither setups nor a board, or both.
    #[error("a game starts from either \"setups\" or a \"board\"")]
    NoStart,
    /// A side to move given with setups.
    #[error("\"to_move\" goes with \"board\"; a game from setups starts with red")]
    ToMoveWithSetups,
    /// Text that names no rules.
    #[error("{0}")]
    Rules(ParseRulesError),
    /// The rules of a chase game in words that are not known.
    #[error("'{0}' is not known among the rules of a chase game")]
    ChaseRules(String),
    /// A word that is no side.
    #[error("{0}")]
    Side(ParseSideError),
    /// One side's setup is wrong.
    #[error("{side}'s setup: {error}")]
    Setup {
        /// Whose setup.
        side: Side,
        /// What is wrong with it.
        error: SetupError,
    },
    /// A setup in a file of setups is wrong.
    #[error("{0}")]
    BareSetup(SetupError),
    /// Setups of the other variant.
    #[error("{0}")]
    Variant(VariantMismatch),
    /// Letters that are no board.
    #[error("{0}")]
    Board(ParseBoardError),
    /// A placement that is not legal.
    #[error("{0}")]
    Position(PositionError),
    /// A start field that is not two setups.
    #[error("{0}")]
    Field(FieldError),
    /// A move that cannot be read.
    #[error("ply {ply}: {error}")]
    Move {
        /// Which move, counted from 0.
        ply: usize,
        /// What is wrong with it.
        error: ParseMoveError,
    },
    /// The tenth column is J in one move and K in another.
    #[error(
        "ply {ply}: '{text}' is off the board, because this game calls the tenth column {tenth}"
    )]
    TwoTenthColumns {
        /// Which move, counted from 0.
        ply: usize,
        /// The square.
        text: String,
        /// The letter used before.
        tenth: char,
    },
    /// A word that is no outcome.
    #[error("'{0}' is not an outcome; write red, blue or draw")]
    Outcome(String),
    /// A word that is no reason for the end of a game.
    #[error("'{0}' is not a known reason for the end of a game")]
    Reason(String),
    /// A number that should say how a gravon game ended, or who won it.
    #[error("{what} '{found}' is not {expected}")]
    ResultCode {
        /// Which number.
        what: &'static str,
        /// What stands there.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// A result that contradicts itself.
    #[error("result type {0} cannot end in a {1}")]
    ImpossibleResult(u32, Outcome),
    /// A gravon game that is not played on our board or with our rules.
    #[error("games of type {0} are not supported; only classic, barrage and classic free are")]
    UnsupportedType(String),
    /// A gravon game of no known type.
    #[error("'{0}' is no type of game")]
    UnknownType(String),
    /// A gravon game that ended before both sides had set up.
    #[error("the game has no start field")]
    NoField,
    /// A line of a GSN file that should be another.
    #[error("expected {expected}, found '{found}'")]
    Unexpected {
        /// What should stand there.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// The file stops too early.
    #[error("the file ends before {0}")]
    Truncated(&'static str),
    /// Not XML.
    #[error("{0}")]
    Xml(String),
    /// An element without an attribute it needs.
    #[error("<{element}> has no '{attribute}'")]
    MissingAttribute {
        /// The element.
        element: &'static str,
        /// The attribute.
        attribute: &'static str,
    },
    /// An element that stands where it must not, or too often.
    #[error("unexpected <{0}>")]
    Misplaced(&'static str),
    /// A game without its two players.
    #[error("the game has {0} players instead of 2")]
    Players(usize),
}

impl Cause {
    pub(crate) fn at(self, line: usize) -> ParseError {
        ParseError { line, cause: self }
    }
}

impl From<StartError> for Cause {
    fn from(error: StartError) -> Cause {
        match error {
            StartError::Variant(error) => Cause::Variant(error),
            StartError::Position(error) => Cause::Position(error),
        }
    }
}

/// Why a file could not be written. What was there before is still there.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The file system says no.
    #[error("cannot write {}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the file system says.
        error: io::Error,
    },
    /// The extension belongs to no form of game files.
    #[error("{}: unknown extension; game files end in .jsonl, .xml or .gsn", .0.display())]
    UnknownExtension(PathBuf),
    /// The form cannot hold one of the games.
    #[error("cannot write {}: game {game}: {}", path.display(), one_line(&problem.to_string()))]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Which game, counted from 0.
        game: usize,
        /// What the form cannot hold.
        problem: Unwritable,
    },
}

/// What a form of files cannot hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unwritable {
    /// The chase form is only read.
    #[error("chase files are only read; write .jsonl instead")]
    ChaseForm,
    /// The record's start is not a legal one.
    #[error("{0}")]
    Start(StartError),
    /// A name that would be read as something else.
    #[error("the name '{0}' cannot be written in this form")]
    Name(String),
    /// A gravon file tells who begins by the first move alone.
    #[error("blue to move in a game without moves cannot be written in this form")]
    BlueBegins,
    /// Gravon's files know the winner only with a reason that allows one.
    #[error("the result '{0}' contradicts itself")]
    Result(String),
}
