//! `Bot`: the players by name.

use std::sync::Mutex;
use std::time::Duration;

use flagfall_bots::{BOTS, Belief, Bot, BotSpec, Budget, Choice, GameStart};
use flagfall_core::{Event, Game, Move, Rank, Rules, Seed, Setup, Side, Start, View};
use flagfall_env::action::encode;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::{Map, Value, json};

use crate::convert::{parse_side, to_python, value_error};
use crate::game::PyGame;
use crate::rules::rules_arg;
use crate::setup::{PySetup, setup_arg};

/// Every bot there is, with its options.
#[pyfunction]
pub(crate) fn bots(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let table: Value = BOTS
        .iter()
        .map(|info| {
            let options: Vec<Value> = info
                .options
                .iter()
                .map(|option| json!({"key": option.key, "default": option.default, "meaning": option.meaning}))
                .collect();
            json!({"name": info.name, "summary": info.summary, "options": options})
        })
        .collect();
    to_python(py, &table)
}

/// A bot from `name` or `name:key=value,...`.
pub(crate) fn build_bot(spec: &str) -> PyResult<Box<dyn Bot>> {
    let spec: BotSpec = spec.parse().map_err(value_error)?;
    flagfall_bots::build(&spec).map_err(value_error)
}

/// A bot in the middle of a game, with what it has been told of it.
pub(crate) struct Seat {
    bot: Box<dyn Bot>,
    playing: Option<(Side, Rules)>,
    seen: Vec<Event>,
}

impl Seat {
    pub(crate) fn new(bot: Box<dyn Bot>) -> Seat {
        Seat {
            bot,
            playing: None,
            seen: Vec::new(),
        }
    }

    pub(crate) fn begin(&mut self, start: &GameStart) {
        self.bot.begin(start);
        self.playing = Some((start.side, start.rules));
        self.seen.clear();
    }

    /// Whether the view is a later one of the game that the bot is in.
    fn is_in(&self, view: &View<'_>) -> bool {
        self.playing == Some((view.viewer(), *view.rules()))
            && view.history().starts_with(&self.seen)
    }

    /// Tells the bot what has happened since, and asks it. It gets events and the view, and never the game.
    pub(crate) fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Choice, String> {
        for event in &view.history()[self.seen.len()..] {
            self.bot.observe(event);
            self.seen.push(*event);
        }
        self.bot
            .choose(view, budget)
            .map_err(|fault| fault.to_string())
    }
}

/// The setup with which a side began a game. It is that side's own, so its bot may know it.
pub(crate) fn own_setup(game: &Game, side: Side) -> Option<Setup> {
    match game.start() {
        Start::Setups(setups) => Some(setups[side]),
        Start::Free(_) => None,
    }
}

/// A player.
#[pyclass(name = "Bot", module = "flagfall")]
pub(crate) struct PyBot {
    spec: String,
    seed: Seed,
    /// A bot may be handed to another thread but not shared; the mutex says so and is never waited for.
    seat: Mutex<Seat>,
}

#[pymethods]
impl PyBot {
    /// A bot by `name` or `name:key=value,...`; `bots()` lists them. The seed repeats its play.
    #[new]
    #[pyo3(signature = (spec, seed = 0))]
    fn new(spec: &str, seed: u64) -> PyResult<PyBot> {
        Ok(PyBot {
            spec: spec.to_owned(),
            seed: Seed(seed),
            seat: Mutex::new(Seat::new(build_bot(spec)?)),
        })
    }

    /// What the bot was made from.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// Starts a game as this side. Needed only to ask for a setup: `choose` begins games by itself.
    #[pyo3(signature = (side, rules = None, setup = None, opponent = ""))]
    fn begin(
        &mut self,
        side: &str,
        rules: Option<&Bound<'_, PyAny>>,
        setup: Option<&Bound<'_, PyAny>>,
        opponent: &str,
    ) -> PyResult<()> {
        let start = GameStart {
            side: parse_side(side)?,
            rules: rules_arg(rules)?,
            seed: self.seed,
            opponent: opponent.to_owned(),
            given_setup: setup.map(setup_arg).transpose()?,
        };
        self.seat()?.begin(&start);
        Ok(())
    }

    /// The army it wants to play in the game that has begun.
    fn setup(&mut self) -> PyResult<PySetup> {
        let seat = self.seat()?;
        if seat.playing.is_none() {
            return Err(PyRuntimeError::new_err(
                "the bot has not begun a game; call begin",
            ));
        }
        seat.bot.setup().map(PySetup).map_err(runtime_error)
    }

    /// Its move for the side to move, or `None` if it gives up. It is shown that side's view and the turns so far.
    /// Use one bot for each side.
    #[pyo3(signature = (game, nodes = None, ms = None))]
    fn choose(
        &mut self,
        py: Python<'_>,
        game: &PyGame,
        nodes: Option<u64>,
        ms: Option<u64>,
    ) -> PyResult<Option<String>> {
        let mv = self.choose_move(py, &game.game, nodes, ms)?;
        Ok(mv.map(|mv| mv.to_string()))
    }

    /// As `choose`, as an action in the mover's frame.
    #[pyo3(signature = (game, nodes = None, ms = None))]
    fn choose_action(
        &mut self,
        py: Python<'_>,
        game: &PyGame,
        nodes: Option<u64>,
        ms: Option<u64>,
    ) -> PyResult<Option<usize>> {
        let side = game.game.position().to_move();
        let mv = self.choose_move(py, &game.game, nodes, ms)?;
        Ok(mv.map(|mv| encode(mv, side)))
    }

    /// Why it chose its last move, as plain data; `None` for bots that do not tell.
    fn explain<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(why) = self.seat()?.bot.explain() else {
            return Ok(None);
        };
        let moves: Vec<Value> = why
            .moves
            .iter()
            .map(|entry| json!({"move": entry.mv.to_string(), "value": entry.value, "parts": entry.parts}))
            .collect();
        let data = json!({
            "columns": why.columns,
            "moves": moves,
            "enemy": beliefs(&why.enemy),
            "own": beliefs(&why.own),
            "value": why.value,
        });
        to_python(py, &data).map(Some)
    }

    fn __repr__(&self) -> String {
        format!("Bot('{}', seed={})", self.spec, self.seed.0)
    }
}

impl PyBot {
    fn seat(&mut self) -> PyResult<&mut Seat> {
        let broken = |_| PyRuntimeError::new_err("the bot has crashed in an earlier call");
        self.seat.get_mut().map_err(broken)
    }

    /// The bot's move for the side to move; `None` if it gives up.
    fn choose_move(
        &mut self,
        py: Python<'_>,
        game: &Game,
        nodes: Option<u64>,
        ms: Option<u64>,
    ) -> PyResult<Option<Move>> {
        if let Some(result) = game.result() {
            return Err(value_error(format!("the game is over: {result}")));
        }
        let side = game.position().to_move();
        let start = GameStart {
            side,
            rules: *game.position().rules(),
            seed: self.seed,
            opponent: String::new(),
            given_setup: own_setup(game, side),
        };
        let seat = self.seat()?;
        let choice = py.detach(|| {
            let view = game.view(side);
            if !seat.is_in(&view) {
                seat.begin(&start);
            }
            let budget = Budget {
                time: ms.map(Duration::from_millis),
                nodes,
                ..Budget::OWN
            };
            seat.choose(&view, &budget)
        });
        match choice.map_err(PyRuntimeError::new_err)? {
            Choice::Move(mv) | Choice::MoveAndOfferDraw(mv) => Ok(Some(mv)),
            Choice::Resign => Ok(None),
        }
    }
}

fn runtime_error(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// Probabilities by the start square of each piece.
fn beliefs(beliefs: &[Belief]) -> Value {
    let ranks = |belief: &Belief| {
        let of_rank = |rank: Rank| (rank.name().to_owned(), Value::from(belief.ranks[rank]));
        Value::Object(Rank::ALL.into_iter().map(of_rank).collect::<Map<_, _>>())
    };
    let pieces = beliefs.iter();
    Value::Object(
        pieces
            .map(|belief| (belief.piece.start().to_string(), ranks(belief)))
            .collect(),
    )
}
