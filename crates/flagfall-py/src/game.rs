//! `Game`, and actions as numbers.

use flagfall_core::notation::{
    parse_board, parse_move, parse_readable_position, write_readable_position,
};
use flagfall_core::{BySide, Game, Move, PositionBuilder, Seed, Setup, Side, Start};
use flagfall_env::Contacts;
use flagfall_env::action::{N_ACTIONS, decode, encode};
use flagfall_env::observation::{OBS_BYTES, pack};
use flagfall_record::{Format, GameRecord};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::convert::{parse_side, side_or, to_python, value_error};
use crate::rules::{PyRules, rules_arg};
use crate::setup::{PySetup, setup_arg};
use crate::view::{event_json, history_json, result_json, view_json};

/// A game with everything in it: the referee's object, of which players get views.
#[pyclass(name = "Game", module = "flagfall")]
#[derive(Clone)]
pub(crate) struct PyGame {
    pub(crate) game: Game,
    contacts: Contacts,
}

impl PyGame {
    pub(crate) fn of(game: Game) -> PyGame {
        let contacts = Contacts::of(&game.view(Side::Red));
        PyGame { game, contacts }
    }

    fn mover(&self) -> Side {
        self.game.position().to_move()
    }

    /// A move given as text, or as an action in the mover's frame.
    fn move_arg(&self, given: &Bound<'_, PyAny>) -> PyResult<Move> {
        if let Ok(text) = given.extract::<String>() {
            return parse_move(&text).map_err(value_error);
        }
        let action: i64 = given.extract().map_err(|_| {
            PyTypeError::new_err("a move must be text such as 'B4-B5' or the number of an action")
        })?;
        decode_for(action, self.mover())
    }
}

#[pymethods]
impl PyGame {
    /// A game between two setups. Without rules it is `isf` in the variant of the setups.
    #[new]
    #[pyo3(signature = (red, blue, rules = None))]
    fn new(
        red: &Bound<'_, PyAny>,
        blue: &Bound<'_, PyAny>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyGame> {
        let setups = BySide::new(setup_arg(red)?, setup_arg(blue)?);
        let rules = match rules {
            // Without rules the setups say which variant is meant.
            None => flagfall_core::Rules {
                variant: setups[Side::Red].variant(),
                ..Default::default()
            },
            given => rules_arg(given)?,
        };
        Game::new(rules, setups)
            .map(PyGame::of)
            .map_err(value_error)
    }

    /// A game between two random setups.
    #[staticmethod]
    #[pyo3(signature = (seed = 0, rules = None))]
    fn random(seed: u64, rules: Option<&Bound<'_, PyAny>>) -> PyResult<PyGame> {
        let rules = rules_arg(rules)?;
        let mut rng = Seed(seed).rng();
        let setups = BySide::from_fn(|_| Setup::random(rules.variant, &mut rng));
        Game::new(rules, setups)
            .map(PyGame::of)
            .map_err(value_error)
    }

    /// A game from any placement: a board of 100 letters (A1 first) or ten readable lines (row 10 first).
    #[staticmethod]
    #[pyo3(signature = (board, rules = None, to_move = None))]
    fn from_board(
        board: &str,
        rules: Option<&Bound<'_, PyAny>>,
        to_move: Option<&str>,
    ) -> PyResult<PyGame> {
        let (board, rules) = (board.trim(), rules_arg(rules)?);
        let mut builder = if board.contains(char::is_whitespace) {
            parse_readable_position(board, rules).map_err(value_error)?
        } else {
            PositionBuilder {
                pieces: parse_board(board).map_err(value_error)?,
                ..PositionBuilder::new(rules)
            }
        };
        builder.to_move = side_or(to_move, builder.to_move)?;
        Game::from_free(builder)
            .map(PyGame::of)
            .map_err(value_error)
    }

    /// A game from one line of our game files, replayed to its end.
    #[staticmethod]
    fn from_json(line: &str) -> PyResult<PyGame> {
        let records = Format::JsonLines
            .parse(line.as_bytes())
            .map_err(value_error)?;
        let [record] = records.as_slice() else {
            return Err(value_error(format!(
                "expected one game, found {}",
                records.len()
            )));
        };
        record.replay().map(PyGame::of).map_err(value_error)
    }

    /// The game as one line of our game files, with everything in it.
    #[pyo3(signature = (red = "", blue = ""))]
    fn to_json(&self, red: &str, blue: &str) -> PyResult<String> {
        let names = BySide::new(red.to_owned(), blue.to_owned());
        let record = GameRecord::from_game(&self.game, names);
        let line = Format::JsonLines.write(&[record]);
        line.map(|line| line.trim_end().to_owned())
            .map_err(|(_, problem)| value_error(problem))
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(*self.game.position().rules())
    }

    /// Red's and blue's setup; `None` for a game from a free board.
    #[getter]
    fn setups(&self) -> Option<(PySetup, PySetup)> {
        match self.game.start() {
            Start::Setups(BySide([red, blue])) => Some((PySetup(*red), PySetup(*blue))),
            Start::Free(_) => None,
        }
    }

    /// Whose turn it is.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.mover().name()
    }

    /// How many turns have been played.
    #[getter]
    fn ply(&self) -> u32 {
        self.game.position().ply()
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.result().is_some()
    }

    /// `outcome` (red, blue or draw) and `reason`; `None` while the game goes on.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &result_json(self.game.result()))
    }

    /// Every turn as both players saw it.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &history_json(self.game.history()))
    }

    /// The legal moves of the player to move, as text; none when the game is over.
    fn legal_moves(&self) -> Vec<String> {
        let moves = self.game.view(self.mover()).legal_moves();
        moves.iter().map(Move::to_string).collect()
    }

    /// The same moves as actions, in the mover's frame.
    fn legal_actions(&self) -> Vec<usize> {
        let moves = self.game.view(self.mover()).legal_moves();
        moves.iter().map(|&mv| encode(mv, self.mover())).collect()
    }

    /// 1 for each legal action of a side (by default the one to move), 0 for all others.
    #[pyo3(signature = (side = None))]
    fn action_mask<'py>(
        &self,
        py: Python<'py>,
        side: Option<&str>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let side = side_or(side, self.mover())?;
        let mut mask = vec![0; N_ACTIONS];
        for mv in self.game.view(side).legal_moves() {
            mask[encode(mv, side)] = 1;
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    /// Plays a move, given as text or as an action in the mover's frame, and tells what both players saw.
    fn play<'py>(&mut self, py: Python<'py>, mv: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mv = self.move_arg(mv)?;
        let event = self.game.play(mv).map_err(value_error)?;
        self.contacts.observe(&event);
        to_python(py, &event_json(&event))
    }

    /// The rule that forbids a move to the player to move; `None` if it is legal.
    fn why_illegal(&self, mv: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let mv = self.move_arg(mv)?;
        Ok(self
            .game
            .view(self.mover())
            .check(mv)
            .err()
            .map(|error| error.to_string()))
    }

    /// Ends the game by this side giving up.
    fn resign(&mut self, side: &str) -> PyResult<()> {
        self.game.resign(parse_side(side)?);
        Ok(())
    }

    /// Ends the game by agreement.
    fn agree_draw(&mut self) {
        self.game.agree_draw();
    }

    /// All that a side may know, as plain data. There is no hidden rank in it.
    fn view<'py>(&self, py: Python<'py>, side: &str) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &view_json(&self.game.view(parse_side(side)?)))
    }

    /// What a side (by default the one to move) may know, packed as in `docs/observation.md`.
    #[pyo3(signature = (side = None, out = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        side: Option<&str>,
        out: Option<Bound<'py, PyArray1<u8>>>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let side = side_or(side, self.mover())?;
        let out = out.unwrap_or_else(|| PyArray1::zeros(py, OBS_BYTES, false));
        let mut buffer = out.try_readwrite().map_err(value_error)?;
        let bytes = buffer.as_slice_mut()?;
        if bytes.len() != OBS_BYTES {
            let found = bytes.len();
            return Err(value_error(format!(
                "an observation has {OBS_BYTES} bytes, the buffer {found}"
            )));
        }
        pack(&self.game.view(side), &self.contacts, bytes);
        Ok(out)
    }

    /// The board in ten readable lines: as a side sees it, or whole.
    #[pyo3(signature = (side = None))]
    fn text(&self, side: Option<&str>) -> PyResult<String> {
        Ok(match side {
            None => write_readable_position(self.game.position().board()),
            Some(side) => write_readable_position(self.game.view(parse_side(side)?).board()),
        })
    }

    /// An independent copy.
    fn copy(&self) -> PyGame {
        self.clone()
    }

    fn __copy__(&self) -> PyGame {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyGame {
        self.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, PyGame>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let line = slf.borrow().to_json("", "")?;
        Ok((slf.get_type().getattr("from_json")?, (line,)))
    }

    fn __repr__(&self) -> String {
        let rules = self.game.position().rules();
        match self.game.result() {
            Some(result) => format!("<Game {rules}: {result} after {} plies>", self.ply()),
            None => format!(
                "<Game {rules}: ply {}, {} to move>",
                self.ply(),
                self.to_move()
            ),
        }
    }
}

/// The number of a move in the frame of the side that makes it.
#[pyfunction]
pub(crate) fn encode_action(mv: &str, side: &str) -> PyResult<usize> {
    let (mv, side) = (parse_move(mv).map_err(value_error)?, parse_side(side)?);
    if mv.direction_and_distance().is_none() {
        return Err(value_error(format!(
            "{mv} does not go straight along a row or a column"
        )));
    }
    Ok(encode(mv, side))
}

/// The move that a number stands for in the frame of a side.
#[pyfunction]
pub(crate) fn decode_action(action: i64, side: &str) -> PyResult<String> {
    decode_for(action, parse_side(side)?).map(|mv| mv.to_string())
}

fn decode_for(action: i64, side: Side) -> PyResult<Move> {
    usize::try_from(action)
        .ok()
        .and_then(|action| decode(action, side))
        .ok_or_else(|| {
            value_error(format!(
                "action {action} does not go from a square to a square"
            ))
        })
}
