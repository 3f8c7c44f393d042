//! `BatchedEnv`: thousands of games in one call.

use flagfall_core::Seed;
use flagfall_env::{Batch, Options, Player, SetupPool};
use flagfall_record::SetupForm;
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArrayDyn};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::convert::value_error;
use crate::game::PyGame;
use crate::rules::{PyRules, rules_arg};
use crate::setup::setups_arg;

/// Names of the counts, in the order of [`flagfall_env::Stats::to_array`].
const COUNTS: [&str; flagfall_env::Stats::COUNT] = [
    "games",
    "plies",
    "attacks",
    "wins_red",
    "wins_blue",
    "draws",
    "finished_plies",
    "end_flag",
    "end_no_moves",
    "end_stuck",
    "end_quiet",
    "end_plies",
];

/// Games stepped together. All arrays belong to the caller.
#[pyclass(name = "BatchedEnv", module = "flagfall")]
pub(crate) struct PyBatchedEnv {
    pub(crate) batch: Batch,
}

#[pymethods]
impl PyBatchedEnv {
    /// Starts `n_games` games. `setups` is a file or list to draw from; `paired` starts games 2k and 2k + 1 alike.
    #[new]
    #[pyo3(signature = (n_games, rules = None, seed = 0, *, setups = None, auto_reset = true, paired = false))]
    fn new(
        n_games: usize,
        rules: Option<&Bound<'_, PyAny>>,
        seed: u64,
        setups: Option<&Bound<'_, PyAny>>,
        auto_reset: bool,
        paired: bool,
    ) -> PyResult<PyBatchedEnv> {
        let rules = rules_arg(rules)?;
        let pool = match setups_arg(setups)? {
            None => SetupPool::uniform(rules.variant),
            Some(setups) => {
                let lines: Vec<String> = setups
                    .iter()
                    .map(|setup| SetupForm::FrontRowFirst.write(setup))
                    .collect();
                SetupPool::parse(rules.variant, &lines.join("\n")).map_err(value_error)?
            }
        };
        let options = Options {
            n_games,
            rules,
            auto_reset,
            paired,
            seed: Seed(seed),
        };
        let batch = Batch::new(options, pool).map_err(value_error)?;
        Ok(PyBatchedEnv { batch })
    }

    /// How many games there are.
    #[getter]
    fn n_games(&self) -> usize {
        self.batch.options().n_games
    }

    /// The rules of all games.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.batch.options().rules)
    }

    /// Fills `obs` (uint8, `n_games` x `OBS_BYTES`) for the player to move of each game.
    fn observe(&self, py: Python<'_>, mut obs: PyReadwriteArrayDyn<'_, u8>) -> PyResult<()> {
        let obs = obs.as_slice_mut()?;
        py.detach(|| self.batch.observe(obs)).map_err(value_error)
    }

    /// Plays one action (int16, mover's frame) a game, then observes. `outcomes` (uint8) are for those who moved: 0 the game
    /// goes on, 1 win, 2 draw, 3 loss. `NO_ACTION` leaves a game as it is. If an action is not legal, a `ValueError` names the
    /// first such game, which is left as it is; all others have been stepped.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i16>,
        mut obs: PyReadwriteArrayDyn<'_, u8>,
        mut outcomes: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let (actions, obs, outcomes) = (
            actions.as_slice()?,
            obs.as_slice_mut()?,
            outcomes.as_slice_mut()?,
        );
        py.detach(|| self.batch.step(actions, obs, outcomes))
            .map_err(value_error)
    }

    /// Fills `actions` with what a built-in player (`random` or `heuristic`) would do; 0 where the game is over.
    fn player_actions(
        &self,
        py: Python<'_>,
        player: &str,
        mut actions: PyReadwriteArray1<'_, i16>,
    ) -> PyResult<()> {
        let player = match player {
            "random" => Player::Random,
            "heuristic" => Player::Heuristic,
            _ => {
                return Err(value_error(format!(
                    "unknown built-in player '{player}'; they are random and heuristic"
                )));
            }
        };
        let actions = actions.as_slice_mut()?;
        py.detach(|| self.batch.player_actions(player, actions))
            .map_err(value_error)
    }

    /// Fills `sides` (uint8): 0 where red is to move, 1 where blue is.
    fn sides_to_move(&self, mut sides: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        let sides = sides.as_slice_mut()?;
        self.expect_length("sides", sides.len())?;
        for (index, side) in sides.iter_mut().enumerate() {
            let game = self.batch.game(index).expect("one element a game");
            *side = game.position().to_move().index() as u8;
        }
        Ok(())
    }

    /// Fills `running` (uint8): 1 where the game goes on, 0 where it is over.
    fn running(&self, mut running: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        self.batch
            .running(running.as_slice_mut()?)
            .map_err(value_error)
    }

    /// Fills `truth` (uint8, `n_games` x 100) with the true ranks of hidden enemy pieces, 255 elsewhere. For training
    /// only: nothing that a player may see.
    fn training_truth(
        &self,
        py: Python<'_>,
        mut truth: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        let truth = truth.as_slice_mut()?;
        py.detach(|| self.batch.training_truth(truth))
            .map_err(value_error)
    }

    /// A copy of one game, whole.
    fn game(&self, index: usize) -> PyResult<PyGame> {
        let game = self.batch.game(index);
        game.cloned().map(PyGame::of).ok_or_else(|| {
            PyIndexError::new_err(format!(
                "there are {} games, no game {index}",
                self.n_games()
            ))
        })
    }

    /// Counts since the games were started.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let stats = PyDict::new(py);
        for (name, count) in COUNTS.into_iter().zip(self.batch.stats().to_array()) {
            stats.set_item(name, count)?;
        }
        Ok(stats)
    }

    /// Everything that is needed to go on, as bytes.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = py.detach(|| self.batch.save());
        PyBytes::new(py, &bytes)
    }

    /// Takes up what `save` gave, in a batch made with the same arguments.
    fn load(&mut self, py: Python<'_>, state: &[u8]) -> PyResult<()> {
        py.detach(|| self.batch.load(state)).map_err(value_error)
    }

    fn __len__(&self) -> usize {
        self.n_games()
    }

    fn __repr__(&self) -> String {
        format!(
            "<BatchedEnv: {} games of {}>",
            self.n_games(),
            self.batch.options().rules
        )
    }
}

impl PyBatchedEnv {
    pub(crate) fn expect_length(&self, what: &str, found: usize) -> PyResult<()> {
        let expected = self.n_games();
        if found == expected {
            return Ok(());
        }
        Err(value_error(format!(
            "the buffer of {what} has {found} elements instead of {expected}"
        )))
    }
}
