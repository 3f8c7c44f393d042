//! The bot's end: one of our bots under the manager.
//!
//! The manager checks neither repetition rule. Our bot keeps the two-squares rule all the same, because some bots stop
//! answering when it is broken: the game runs under free rules, so that whatever the opponent does is accepted, and the bot
//! is shown views in which the rule holds. Only when the rule leaves it no move at all, it is shown the free view.

use std::io::{self, BufRead, Write};

use flagfall_bots::{Bot, Budget, Choice, Fault, GameStart};
use flagfall_core::{GameResult, Move, Rules, Seed, Setup, Side, Termination};

use super::text::{Report, parse_report, write_move, write_rows, write_setup};
use crate::contestant::COURTESY_TWO_SQUARES;
use crate::shadow::{Contradiction, ShadowGame};

/// How a bot plays under the manager.
#[derive(Clone, Debug)]
pub struct ClientOptions {
    /// Where its randomness comes from: the manager gives no seed.
    pub seed: Seed,
    /// How long it may think about a move: the manager does not tell its time-out.
    pub budget: Budget,
}

/// Why a client stopped before the game was over.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The manager wrote something that is not in the protocol, or not at this moment.
    #[error("unexpected line {line:?} instead of {expected}")]
    Unexpected {
        /// What it wrote.
        line: String,
        /// What was expected.
        expected: &'static str,
    },
    /// What the manager told cannot have happened.
    #[error("the line {line:?} cannot be true")]
    Untrue {
        /// What it wrote.
        line: String,
        /// Why it cannot be.
        source: Contradiction,
    },
    /// The bot could not set up.
    #[error("the bot failed: {0}")]
    Bot(#[from] Fault),
    /// A pipe broke.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Plays one game under the manager on these streams. Each answer is written at once; logs go to `log`.
///
/// # Errors
/// If the manager leaves the protocol. An input that ends is no error: that is how the manager stops a bot.
pub fn client(
    bot: &mut dyn Bot,
    options: &ClientOptions,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    log: &mut dyn Write,
) -> Result<(), ClientError> {
    let mut input = Input(input);
    let Some(line) = input.line()? else {
        return Ok(());
    };
    let (side, opponent) = parse_greeting(&line).ok_or(ClientError::Unexpected {
        line,
        expected: "RED|BLUE opponent 10 10",
    })?;
    let free: Rules = "free".parse().expect("free is a preset");
    let (seed, given_setup) = (options.seed, None);
    let rules = Rules {
        two_squares: COURTESY_TWO_SQUARES,
        ..free
    };
    bot.begin(&GameStart {
        side,
        rules,
        seed,
        opponent,
        given_setup,
    });
    let setup: Setup = bot.setup()?;
    say(output, &write_setup(&setup, side))?;
    let game = ShadowGame::new(free, side, setup).map_err(|source| ClientError::Untrue {
        line: "the bot's setup".to_owned(),
        source,
    })?;
    let mut table = Table {
        bot,
        game,
        budget: options.budget.clone(),
        has_started: false,
        chosen: None,
    };
    while let Some(line) = input.line()? {
        if line.starts_with("QUIT") {
            writeln!(log, "{line}")?;
            if let Some(result) = parse_quit(&line) {
                table.bot.end(&result);
            }
            break;
        }
        let answer = match table.hear(line, &mut input, log)? {
            Heard::Nothing => continue,
            Heard::Over => break,
            Heard::Turn => table.answer(log)?,
        };
        say(output, &answer)?;
    }
    // A bot that leaves early can be taken for one that has crashed.
    while input.line()?.is_some() {}
    Ok(())
}

/// One game in progress.
struct Table<'a> {
    bot: &'a mut dyn Bot,
    game: ShadowGame,
    budget: Budget,
    has_started: bool,
    /// The move that the manager has not yet repeated.
    chosen: Option<Move>,
}

/// What a line of the manager asks for.
enum Heard {
    Nothing,
    Turn,
    Over,
}

impl Table<'_> {
    fn hear(
        &mut self,
        line: String,
        input: &mut Input<'_>,
        log: &mut dyn Write,
    ) -> Result<Heard, ClientError> {
        let is_first = !std::mem::replace(&mut self.has_started, true);
        if is_first && self.game.side() == Side::Red {
            if line.trim_end() != "START" {
                let expected = "START";
                return Err(ClientError::Unexpected { line, expected });
            }
            return self.read_board(input);
        }
        let expected = match self.chosen {
            Some(_) => "the bot's own move with its outcome",
            None => "the opponent's move with its outcome",
        };
        let Some(report) = parse_report(&line) else {
            return Err(ClientError::Unexpected { line, expected });
        };
        let Report::Made(mv, ranks) = report else {
            writeln!(log, "the manager refused a move: {line}")?;
            return Ok(Heard::Over);
        };
        let chosen = self.chosen.take();
        if chosen.is_some_and(|chosen| chosen != mv) {
            return Err(ClientError::Unexpected { line, expected });
        }
        let event = self
            .game
            .record(mv, ranks)
            .map_err(|source| ClientError::Untrue { line, source })?;
        self.bot.observe(&event);
        if chosen.is_some() {
            Ok(Heard::Nothing)
        } else {
            self.read_board(input)
        }
    }

    /// Reads the ten rows that come with a turn. They tell nothing new, so they are only checked.
    fn read_board(&self, input: &mut Input<'_>) -> Result<Heard, ClientError> {
        let rows = write_rows(self.game.view().board(), self.game.side());
        for row in rows.lines() {
            let Some(line) = input.line()? else {
                return Ok(Heard::Over);
            };
            if line.trim_end() != row {
                let expected = "a row of the board as it must be now";
                return Err(ClientError::Unexpected { line, expected });
            }
        }
        Ok(Heard::Turn)
    }

    /// The bot's answer in its turn. Whoever cannot move has to surrender.
    fn answer(&mut self, log: &mut dyn Write) -> io::Result<String> {
        let free = self.game.view();
        let kept = free.clone().with_two_squares(COURTESY_TWO_SQUARES);
        let view = if kept.legal_moves().is_empty() {
            free
        } else {
            kept
        };
        let surrender = "SURRENDER\n".to_owned();
        if view.legal_moves().is_empty() {
            return Ok(surrender);
        }
        let mv = match self.bot.choose(&view, &self.budget) {
            Ok(Choice::Move(mv) | Choice::MoveAndOfferDraw(mv)) => mv,
            Ok(Choice::Resign) => return Ok(surrender),
            Err(fault) => {
                writeln!(log, "the bot failed: {fault}")?;
                return Ok(surrender);
            }
        };
        if let Err(why) = view.check(mv) {
            writeln!(log, "the bot chose {mv}: {why}")?;
            return Ok(surrender);
        }
        self.chosen = Some(mv);
        Ok(write_move(mv) + "\n")
    }
}

/// The manager's lines.
struct Input<'a>(&'a mut dyn BufRead);

impl Input<'_> {
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = String::new();
        if self.0.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        line.truncate(line.trim_end_matches(['\n', '\r']).len());
        Ok(Some(line))
    }
}

/// Writes an answer in one piece.
fn say(output: &mut dyn Write, text: &str) -> io::Result<()> {
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// Reads `RED name 10 10`. The name may be a path with blanks in it.
fn parse_greeting(line: &str) -> Option<(Side, String)> {
    let line = line.trim();
    let (colour, rest) = line.split_once(' ')?;
    let side = match colour {
        "RED" => Side::Red,
        "BLUE" => Side::Blue,
        _ => return None,
    };
    let mut words: Vec<&str> = rest.split_whitespace().collect();
    let size = words.split_off(words.len().checked_sub(2)?);
    (size == ["10", "10"]).then(|| (side, words.join(" ")))
}

/// What `QUIT name COLOUR how turn red blue` says about the result, as far as it says anything.
fn parse_quit(line: &str) -> Option<GameResult> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [.., colour, how, _, _, _] = words.as_slice() else {
        return None;
    };
    let side = match *colour {
        "RED" => Side::Red,
        "BLUE" => Side::Blue,
        _ => return None,
    };
    Some(match *how {
        "VICTORY" => GameResult::win(side, Termination::Unknown),
        "SURRENDER" => GameResult::win(!side, Termination::Resignation),
        "ILLEGAL" => GameResult::win(!side, Termination::IllegalMove),
        "BAD_SETUP" => GameResult::win(!side, Termination::IllegalSetup),
        "DRAW" => GameResult::draw(Termination::BothImmobile),
        "DRAW_DEFAULT" => GameResult::draw(Termination::PlyLimit),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
