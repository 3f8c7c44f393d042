//! The arena's end: a program that speaks our protocol as one of our bots.

use std::time::{Duration, Instant};

use flagfall_bots::{Bot, Budget, Choice, Fault, GameStart};
use flagfall_core::notation::{parse_setup, write_setup};
use flagfall_core::{Event, GameResult, Setup, Termination, View};

use super::text::{
    BadAnswer, GREETING, parse_choice, write_end, write_event, write_move_question, write_new,
};
use crate::clock::MoveClock;
use crate::process::{Program, SEED_VARIABLE};

/// A program that speaks our line protocol, `cmd:COMMAND`. One process plays one game after another; after a fault it is
/// ended, and the next game gets a new one.
#[derive(Debug)]
pub struct LineBot {
    command: String,
    move_time: Duration,
    clock: MoveClock,
    program: Option<Program>,
    /// What went wrong in a call that cannot say so.
    fault: Option<Fault>,
}

impl LineBot {
    /// A program to be started by this shell command line when its first game begins.
    pub fn new(command: &str, move_time: Duration) -> LineBot {
        LineBot {
            command: command.to_owned(),
            move_time,
            clock: MoveClock::new(move_time),
            program: None,
            fault: None,
        }
    }

    /// Starts the program unless it is running, and announces the game.
    fn greet(&mut self, start: &GameStart) -> Result<(), Fault> {
        let mut program = match self.program.take() {
            Some(program) => program,
            None => {
                let seed = start.seed.0.to_string();
                let mut program = Program::start(&self.command, &[(SEED_VARIABLE, seed)])?;
                program.send(&format!("{GREETING}\n"));
                let line = program.read_line(self.clock.preparation())?;
                if line.split_whitespace().next() != Some("ready") {
                    return Err(program.garbage(&format!("{line:?} is not 'ready'")));
                }
                program
            }
        };
        program.send(&write_new(start));
        if let Some(setup) = &start.given_setup {
            program.send(&format!("setup {}\n", write_setup(setup, start.side)));
        }
        self.program = Some(program);
        Ok(())
    }

    /// Asks the program something. A program that fails is ended.
    fn ask<T>(
        &mut self,
        question: &str,
        allowed: Duration,
        read: impl FnOnce(&str, &mut Program) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let mut program = self.program.take().ok_or_else(|| Fault {
            reason: Termination::Crash,
            detail: "its program has not been started".to_owned(),
        })?;
        program.send(question);
        let line = program.read_line(allowed)?;
        let answer = read(&line, &mut program)?;
        self.program = Some(program);
        Ok(answer)
    }

    fn tell(&mut self, line: &str) {
        if let Some(program) = &mut self.program {
            program.send(line);
        }
    }
}

impl Bot for LineBot {
    fn begin(&mut self, start: &GameStart) {
        self.clock = MoveClock::new(self.move_time);
        self.fault = self.greet(start).err();
    }

    fn setup(&mut self) -> Result<Setup, Fault> {
        self.ask("setup?\n", self.clock.preparation(), |line, program| {
            let Some(letters) = line.trim_end().strip_prefix("setup ") else {
                return Err(program.garbage(&format!("{line:?} is not 'setup LETTERS'")));
            };
            parse_setup(letters).map_err(|error| Fault {
                reason: Termination::IllegalSetup,
                detail: error.to_string(),
            })
        })
    }

    fn observe(&mut self, event: &Event) {
        self.tell(&write_event(event));
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Choice, Fault> {
        let allowed = self.clock.start_move();
        let question = write_move_question(view, allowed, budget.nodes);
        let started = Instant::now();
        let choice = self.ask(&question, allowed, |line, program| {
            parse_choice(line).map_err(|bad| match bad {
                BadAnswer::Unreadable(detail) => program.garbage(&detail),
                BadAnswer::Impossible(detail) => Fault {
                    reason: Termination::IllegalMove,
                    detail,
                },
            })
        });
        self.clock.spend(started.elapsed());
        choice
    }

    fn accepts_draw(&mut self, _view: &View<'_>) -> bool {
        let answer = self.ask(
            "draw?\n",
            self.clock.preparation(),
            |line, program| match line.trim_end() {
                "yes" => Ok(true),
                "no" => Ok(false),
                _ => Err(program.garbage(&format!("{line:?} is neither 'yes' nor 'no'"))),
            },
        );
        // This call cannot fail, so the fault is told in the bot's next turn, which is the next call.
        answer.unwrap_or_else(|fault| {
            self.fault = Some(fault);
            false
        })
    }

    fn end(&mut self, result: &GameResult) {
        self.tell(&write_end(result));
    }
}

impl Drop for LineBot {
    fn drop(&mut self) {
        self.tell("quit\n");
    }
}
