//! Who plays.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use flagfall_bots::{Bot, BotSpec, CheatingBot, SpecError};
use flagfall_core::Position;

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
    /// `cheating:name:key=value,...`: one of our bots that is shown the true position in each of its turns.
    Cheating(BotSpec),
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
    pub fn build(&self, move_time: Duration) -> Result<Player, SpecError> {
        Ok(match self {
            Contestant::Own(spec) => Player::Honest(flagfall_bots::build(spec)?),
            Contestant::Cheating(spec) => Player::Cheating(flagfall_bots::build_cheating(spec)?),
            Contestant::Line(command) => Player::Honest(Box::new(LineBot::new(command, move_time))),
            Contestant::Ucc(command) => Player::Honest(Box::new(UccBot::new(command, move_time))),
        })
    }

    /// Whether it is a program of its own, which our seeds and counted budgets do not bind.
    pub fn is_external(&self) -> bool {
        matches!(self, Contestant::Line(_) | Contestant::Ucc(_))
    }

    /// Whether it knows neither repetition rule.
    pub fn is_ucc(&self) -> bool {
        matches!(self, Contestant::Ucc(_))
    }

    /// Why a seed does not repeat this player's games, if it does not.
    pub fn unrepeatable(&self) -> Option<String> {
        match self {
            Contestant::Own(spec) | Contestant::Cheating(spec) => spec
                .options
                .contains_key("ms")
                .then(|| format!("{self} thinks by the clock (ms=)")),
            _ => Some(format!("{self} is a program of its own")),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Own(spec) => spec.fmt(f),
            Contestant::Cheating(spec) => write!(f, "cheating:{spec}"),
            Contestant::Line(command) => write!(f, "cmd:{command}"),
            Contestant::Ucc(command) => write!(f, "ucc:{command}"),
        }
    }
}

/// A player that has been built. Only one that was asked for by its cheating name is ever shown a position; an ordinary bot
/// has no call that could take one.
pub enum Player {
    /// Gets views and events.
    Honest(Box<dyn Bot>),
    /// Also gets the true position.
    Cheating(Box<dyn CheatingBot>),
}

impl Player {
    /// The calls that all players have.
    pub fn bot(&mut self) -> &mut dyn Bot {
        match self {
            Player::Honest(bot) => bot.as_mut(),
            Player::Cheating(bot) => bot.as_mut(),
        }
    }

    /// Shows the truth to a player that cheats, and to no other.
    pub(crate) fn show(&mut self, truth: &Position) {
        if let Player::Cheating(bot) = self {
            bot.see_everything(truth);
        }
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Honest(_) => "Honest",
            Player::Cheating(_) => "Cheating",
        })
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
        if let Some(rest) = text.strip_prefix("cheating:") {
            let spec: BotSpec = rest.parse()?;
            flagfall_bots::build_cheating(&spec)?;
            return Ok(Contestant::Cheating(spec));
        }
        let spec: BotSpec = text.parse()?;
        // An unknown bot or option is an error of the words, and is told before anything is played.
        flagfall_bots::build(&spec)?;
        Ok(Contestant::Own(spec))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_cheating_name_makes_a_player_that_is_shown_ranks() {
        let time = Duration::from_secs(1);
        for (text, is_cheating) in [
            ("monte-carlo:sprinkle=3", false),
            ("cheating:monte-carlo:sprinkle=4", true),
        ] {
            let contestant: Contestant = text.parse().unwrap();
            assert_eq!(contestant.to_string(), text);
            let player = contestant.build(time).unwrap();
            assert_eq!(matches!(player, Player::Cheating(_)), is_cheating, "{text}");
        }
        for refused in [
            "monte-carlo:sprinkle=4",
            "cheating:monte-carlo:sprinkle=1",
            "cheating:blind",
        ] {
            assert!(refused.parse::<Contestant>().is_err(), "{refused}");
        }
    }
}
