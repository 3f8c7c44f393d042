//! The program's end: one of our bots as a program.

use std::io::{self, BufRead, Write};

use flagfall_bots::{Bot, Fault, GameStart};
use flagfall_core::Setup;
use flagfall_core::notation::{parse_setup, write_setup};

use super::text::{GREETING, parse_budget, parse_end, parse_event, parse_new, write_choice};
use crate::shadow::{Contradiction, ShadowGame};

/// Why a program stopped before it was told to.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The arena wrote something that is not in the protocol, or not at this moment.
    #[error("unexpected line {0:?}")]
    Unexpected(String),
    /// What the arena told cannot have happened.
    #[error("the line {line:?} cannot be true")]
    Untrue {
        /// What it wrote.
        line: String,
        /// Why it cannot be.
        source: Contradiction,
    },
    /// The bot could not answer.
    #[error("the bot failed: {0}")]
    Bot(#[from] Fault),
    /// A pipe broke.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Plays games under an arena on these streams until it says `quit` or its output ends. Of the variants it plays the classic
/// one.
///
/// # Errors
/// If the arena leaves the protocol, or the bot fails.
pub fn serve(
    bot: &mut dyn Bot,
    name: &str,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), ServeError> {
    let mut server = Server {
        bot,
        start: None,
        game: None,
    };
    let mut line = String::new();
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words.as_slice() {
            ["quit"] => return Ok(()),
            _ if line.trim_end() == GREETING => format!("ready {name}\n"),
            _ => server.hear(&line, &words)?,
        };
        if !answer.is_empty() {
            output.write_all(answer.as_bytes())?;
            output.flush()?;
        }
    }
}

struct Server<'a> {
    bot: &'a mut dyn Bot,
    /// The game that was announced and for which there is no setup yet.
    start: Option<GameStart>,
    game: Option<ShadowGame>,
}

impl Server<'_> {
    /// The answer to a line, empty if it wants none.
    fn hear(&mut self, line: &str, words: &[&str]) -> Result<String, ServeError> {
        let line = line.trim_end();
        let unexpected = || ServeError::Unexpected(line.to_owned());
        let untrue = |source| ServeError::Untrue {
            line: line.to_owned(),
            source,
        };
        let rest = words.get(1..).unwrap_or_default();
        match words.first().copied().unwrap_or_default() {
            "new" => {
                self.start = Some(parse_new(rest).ok_or_else(unexpected)?);
                self.game = None;
                Ok(String::new())
            }
            "setup?" | "setup" => {
                let given = rest
                    .first()
                    .map(|letters| parse_setup(letters))
                    .transpose()
                    .map_err(|_| unexpected())?;
                let start = self.start.take().ok_or_else(unexpected)?;
                let (rules, side) = (start.rules, start.side);
                let setup = self.begin(start, given)?;
                self.game = Some(ShadowGame::new(rules, side, setup).map_err(untrue)?);
                Ok(match given {
                    Some(_) => String::new(),
                    None => format!("setup {}\n", write_setup(&setup, side)),
                })
            }
            "event" => {
                let game = self.game.as_mut().ok_or_else(unexpected)?;
                let (mv, ranks) = parse_event(rest).ok_or_else(unexpected)?;
                let event = game.record(mv, ranks).map_err(untrue)?;
                self.bot.observe(&event);
                Ok(String::new())
            }
            "move?" => {
                let game = self.game.as_ref().ok_or_else(unexpected)?;
                let budget = parse_budget(rest).ok_or_else(unexpected)?;
                Ok(write_choice(self.bot.choose(&game.view(), &budget)?))
            }
            "draw?" => {
                let game = self.game.as_ref().ok_or_else(unexpected)?;
                let answer = self.bot.accepts_draw(&game.view());
                Ok(if answer { "yes\n" } else { "no\n" }.to_owned())
            }
            "end" => {
                let result = parse_end(rest).ok_or_else(unexpected)?;
                self.bot.end(&result);
                self.game = None;
                Ok(String::new())
            }
            _ => Err(unexpected()),
        }
    }

    fn begin(&mut self, start: GameStart, given_setup: Option<Setup>) -> Result<Setup, Fault> {
        self.bot.begin(&GameStart {
            given_setup,
            ..start
        });
        given_setup.map_or_else(|| self.bot.setup(), Ok)
    }
}
