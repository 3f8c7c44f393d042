//! The manager's end: a program that speaks the protocol as one of our bots.

use std::time::{Duration, Instant};

use flagfall_bots::{Bot, Budget, Choice, Fault, GameStart};
use flagfall_core::{Event, GameResult, Outcome, Rank, Setup, Side, Termination, Variant, View};

use super::ledger::Ledger;
use super::text::{
    Answer, BadAnswer, colour, parse_answer, parse_setup_row, setup_of, write_move, write_outcome,
    write_quit, write_rows,
};
use crate::clock::MoveClock;
use crate::process::{Program, SEED_VARIABLE, one_word};

/// A program that speaks the protocol of the UCC 2012 manager, `ucc:COMMAND`. Each game has a process of its own.
///
/// The programs know neither repetition rule and no setup but their own. Whether a move is legal is for the game to say; a
/// line that cannot be a move on any board is a fault here.
#[derive(Debug)]
pub struct UccBot {
    command: String,
    move_time: Duration,
    session: Result<Session, Fault>,
}

impl UccBot {
    /// A program to be started by this shell command line when its first game begins.
    pub fn new(command: &str, move_time: Duration) -> UccBot {
        UccBot {
            command: command.to_owned(),
            move_time,
            session: Err(not_begun()),
        }
    }

    fn begin_session(&self, start: &GameStart) -> Result<Session, Fault> {
        let refuse = |detail: &str| illegal_setup(detail.to_owned());
        if start.rules.variant != Variant::Classic {
            return Err(refuse("the UCC protocol has only classic armies"));
        }
        if start.given_setup.is_some() {
            return Err(refuse("a UCC bot cannot be told its setup"));
        }
        let seed = start.seed.0.to_string();
        let mut program = Program::start(&self.command, &[(SEED_VARIABLE, seed)])?;
        program.send(&format!(
            "{} {} 10 10\n",
            colour(start.side),
            one_word(&start.opponent)
        ));
        Ok(Session {
            program,
            name: one_word(&self.command),
            side: start.side,
            clock: MoveClock::new(self.move_time),
            ledger: Ledger::new(start.rules),
            answer: String::new(),
            report: "START".to_owned(),
        })
    }

    fn with_session<T>(
        &mut self,
        act: impl FnOnce(&mut Session) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        act(self.session.as_mut().map_err(|fault| fault.clone())?)
    }
}

impl Bot for UccBot {
    fn begin(&mut self, start: &GameStart) {
        // The old process must be gone before the new one comes.
        self.session = Err(not_begun());
        self.session = self.begin_session(start);
    }

    fn setup(&mut self) -> Result<Setup, Fault> {
        self.with_session(Session::setup)
    }

    fn takes_given_setup(&self) -> bool {
        false
    }

    fn observe(&mut self, event: &Event) {
        if let Ok(session) = &mut self.session {
            session.observe(event);
        }
    }

    fn choose(&mut self, view: &View<'_>, _budget: &Budget) -> Result<Choice, Fault> {
        self.with_session(|session| session.choose(view))
    }

    fn end(&mut self, result: &GameResult) {
        if let Ok(session) = &mut self.session {
            session.end(result);
        }
        self.session = Err(not_begun());
    }
}

fn not_begun() -> Fault {
    Fault {
        reason: Termination::Crash,
        detail: "its program has not been started".to_owned(),
    }
}

fn illegal_setup(detail: String) -> Fault {
    Fault {
        reason: Termination::IllegalSetup,
        detail,
    }
}

/// One game with its process.
#[derive(Debug)]
struct Session {
    program: Program,
    name: String,
    side: Side,
    clock: MoveClock,
    ledger: Ledger,
    /// The bot's last line, to be repeated to it.
    answer: String,
    /// The line above the board in the bot's next turn.
    report: String,
}

impl Session {
    fn setup(&mut self) -> Result<Setup, Fault> {
        let mut rows = [[Rank::Flag; 10]; 4];
        for row in &mut rows {
            let line = self.program.read_line(self.clock.preparation())?;
            *row =
                parse_setup_row(&line).map_err(|detail| match self.program.garbage(&detail) {
                    flood if flood.reason == Termination::Flood => flood,
                    _ => illegal_setup(detail),
                })?;
        }
        setup_of(rows, self.side).map_err(|error| illegal_setup(error.to_string()))
    }

    fn choose(&mut self, view: &View<'_>) -> Result<Choice, Fault> {
        let rows = write_rows(view.board(), self.side);
        self.program.send(&format!("{}\n{rows}", self.report));
        let allowed = self.clock.start_move();
        let started = Instant::now();
        self.answer = self.program.read_line(allowed)?;
        self.clock.spend(started.elapsed());
        match parse_answer(&self.answer) {
            Ok(Answer::Move(mv)) => Ok(Choice::Move(mv)),
            Ok(Answer::Surrender) => Ok(Choice::Resign),
            Err(BadAnswer::Unreadable(detail)) => Err(self.program.garbage(&detail)),
            Err(BadAnswer::Impossible(detail)) => Err(Fault {
                reason: Termination::IllegalMove,
                detail,
            }),
        }
    }

    fn observe(&mut self, event: &Event) {
        self.ledger.record(event);
        let outcome = write_outcome(event);
        if event.side != self.side {
            self.report = format!("{} {outcome}", write_move(event.mv));
        } else if !self.ledger.is_decided() {
            // The move that decides the game is not repeated: its mover gets QUIT in place of it.
            self.program.send(&format!("{} {outcome}\n", self.answer));
        }
    }

    /// Says QUIT where the manager does: to the side whose turn ended the game. The other one is stopped without a word.
    fn end(&mut self, result: &GameResult) {
        let is_last_mover = self.ledger.last_mover() == Some(self.side);
        let (how, turn) = match (result.reason, result.outcome) {
            (reason, Outcome::Win(winner)) if winner != self.side => match reason {
                Termination::IllegalSetup => ("BAD_SETUP", 0),
                Termination::Resignation => ("SURRENDER", self.ledger.turn()),
                _ if reason.is_forfeit() => ("ILLEGAL", self.ledger.turn()),
                _ => return,
            },
            (Termination::FlagCaptured | Termination::NoLegalMove, Outcome::Win(_))
                if is_last_mover =>
            {
                ("VICTORY", self.ledger.last_turn())
            }
            (Termination::BothImmobile, Outcome::Draw) if is_last_mover => {
                ("DRAW", self.ledger.last_turn())
            }
            // The cap is looked at before a turn begins, so it is that turn's number.
            (_, Outcome::Draw) if is_last_mover && self.ledger.is_at_limit() => {
                ("DRAW_DEFAULT", self.ledger.turn())
            }
            _ => return,
        };
        let values = self.ledger.values();
        self.program
            .send(&write_quit(&self.name, self.side, how, turn, values));
    }
}
