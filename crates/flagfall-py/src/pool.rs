//! `BotPool`: one bot for every game of a batch.

use std::sync::Mutex;

use flagfall_bots::{Budget, Choice, GameStart};
use flagfall_core::{Seed, Side};
use flagfall_env::action::encode;
use flagfall_env::{Batch, NO_ACTION};
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::batch::PyBatchedEnv;
use crate::bots::{Seat, build_bot};
use crate::convert::value_error;

/// Bots that play in the games of a batch.
#[pyclass(name = "BotPool", module = "flagfall")]
pub(crate) struct PyBotPool {
    spec: String,
    seed: Seed,
    /// The mutex stands for "may be handed over, not shared"; nobody ever waits for it.
    members: Mutex<Vec<Member>>,
}

/// One bot, and which game of its place it is in, as which side.
struct Member {
    seat: Seat,
    playing: Option<(u64, Side)>,
}

#[pymethods]
impl PyBotPool {
    /// One bot, as in `Bot`, for each of `n_games` games.
    #[new]
    #[pyo3(signature = (spec, n_games, seed = 0))]
    fn new(spec: &str, n_games: usize, seed: u64) -> PyResult<PyBotPool> {
        let members = (0..n_games)
            .map(|_| {
                Ok(Member {
                    seat: Seat::new(build_bot(spec)?),
                    playing: None,
                })
            })
            .collect::<PyResult<_>>()?;
        Ok(PyBotPool {
            spec: spec.to_owned(),
            seed: Seed(seed),
            members: Mutex::new(members),
        })
    }

    /// Fills `actions` with the bots' choices in the selected games and with `NO_ACTION` elsewhere. Each bot is shown the view
    /// of the side to move and nothing else.
    #[pyo3(signature = (env, selected, actions, nodes = None))]
    fn choose(
        &mut self,
        py: Python<'_>,
        env: &PyBatchedEnv,
        selected: PyReadonlyArray1<'_, bool>,
        mut actions: PyReadwriteArray1<'_, i16>,
        nodes: Option<u64>,
    ) -> PyResult<()> {
        let (selected, actions) = (selected.as_slice()?, actions.as_slice_mut()?);
        env.expect_length("selected games", selected.len())?;
        env.expect_length("actions", actions.len())?;
        let broken =
            |_| PyRuntimeError::new_err("a bot of the pool has crashed in an earlier call");
        let members = self.members.get_mut().map_err(broken)?;
        if members.len() != actions.len() {
            let found = members.len();
            return Err(value_error(format!(
                "the pool has {found} bots for {} games",
                actions.len()
            )));
        }
        let (seed, budget) = (
            self.seed,
            Budget {
                nodes,
                ..Budget::OWN
            },
        );
        py.detach(|| {
            members
                .par_iter_mut()
                .zip(selected)
                .zip(actions)
                .enumerate()
                .try_for_each(|(index, ((member, &selected), action))| {
                    *action = NO_ACTION;
                    if selected
                        && let Some(chosen) = member.act(&env.batch, index, seed, &budget)?
                    {
                        *action = chosen as i16;
                    }
                    Ok(())
                })
        })
        .map_err(|fault: String| PyRuntimeError::new_err(fault))
    }

    fn __repr__(&self) -> String {
        format!("BotPool('{}', seed={})", self.spec, self.seed.0)
    }
}

impl Member {
    /// The bot's action for the side to move; `None` if the game is over.
    fn act(
        &mut self,
        batch: &Batch,
        index: usize,
        seed: Seed,
        budget: &Budget,
    ) -> Result<Option<usize>, String> {
        let game = batch.game(index).expect("one bot a game");
        let serial = batch.serial(index).expect("one bot a game");
        if game.result().is_some() {
            return Ok(None);
        }
        let side = game.position().to_move();
        let view = game.view(side);
        let seed = seed.derive(index as u64).derive(serial);
        if self.playing != Some((serial, side)) {
            self.seat.begin(&GameStart {
                side,
                rules: *view.rules(),
                seed,
                opponent: String::new(),
                given_setup: crate::bots::own_setup(game, side),
            });
            self.playing = Some((serial, side));
        }
        let mv = match self.seat.choose(&view, budget)? {
            Choice::Move(mv) | Choice::MoveAndOfferDraw(mv) => Some(mv),
            // Nobody gives up in a batch, so that every game is decided on the board.
            Choice::Resign => view.random_move(&mut seed.derive(view.ply().into()).rng()),
        };
        Ok(mv.map(|mv| encode(mv, side)))
    }
}
