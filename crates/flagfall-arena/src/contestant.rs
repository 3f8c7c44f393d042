//! Who plays.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use flagfall_bots::{Bot, BotSpec, SpecError};

use crate::line::LineBot;
use crate::ucc::UccBot;

/// The two-squares limit that our own bots keep where nobody checks it, because some foreign bots stop answering when the rule
/// is broken.
pub(crate) const COURTESY_TWO_SQUARES: u8 = 3;

/// A player of a match: one of our bots, or a command that speaks a protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contestant {
    /// `name:key=value,...`
    Own(BotSpec),
    /// `cmd:COMMAND`: a program that speaks our line protocol.
    Line(String),
    /// `ucc:COMMAND`: a program that speaks the protocol of the UCC 2012 manager.
    Ucc(String),
}

impl Contestant {
    /// A player of this kind. A program is started only when its first game begins.
    ///
    /// # Errors
    /// If there is no such bot or no such option.
    pub fn build(&self, move_time: Duration) -> Result<Box<dyn Bot>, SpecError> {
        match self {
            Contestant::Own(spec) => flagfall_bots::build(spec),
            Contestant::Line(command) => Ok(Box::new(LineBot::new(command, move_time))),
            Contestant::Ucc(command) => Ok(Box::new(UccBot::new(command, move_time))),
        }
    }

    /// Whether it is a program of its own, which our seeds and counted budgets do not bind.
    pub fn is_external(&self) -> bool {
        !matches!(self, Contestant::Own(_))
    }

    /// Whether it knows neither repetition rule.
    pub fn is_ucc(&self) -> bool {
        matches!(self, Contestant::Ucc(_))
    }

    /// Why a seed does not repeat this player's games, if it does not.
    pub fn unrepeatable(&self) -> Option<String> {
        match self {
            Contestant::Own(spec) if spec.options.contains_key("ms") => {
                Some(format!("{self} thinks by the clock (ms=)"))
            }
            Contestant::Own(_) => None,
            _ => Some(format!("{self} is a program of its own")),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Own(spec) => spec.fmt(f),
            Contestant::Line(command) => write!(f, "cmd:{command}"),
            Contestant::Ucc(command) => write!(f, "ucc:{command}"),
        }
    }
}

/// Why a text does not name a player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ContestantError {
    /// Not a bot of ours.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// `cmd:` or `ucc:` with nothing behind it.
    #[error("'{0}' has no command behind the colon")]
    NoCommand(String),
}

impl FromStr for Contestant {
    type Err = ContestantError;

    fn from_str(text: &str) -> Result<Contestant, ContestantError> {
        let command = |rest: &str| match rest.trim() {
            "" => Err(ContestantError::NoCommand(text.to_owned())),
            command => Ok(command.to_owned()),
        };
        if let Some(rest) = text.strip_prefix("cmd:") {
            return command(rest).map(Contestant::Line);
        }
        if let Some(rest) = text.strip_prefix("ucc:") {
            return command(rest).map(Contestant::Ucc);
        }
        let spec: BotSpec = text.parse()?;
        // An unknown bot or option is an error of the words, and is told before anything is played.
        flagfall_bots::build(&spec)?;
        Ok(Contestant::Own(spec))
    }
}
