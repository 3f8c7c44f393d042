//! `play_match`: two players, measured.

use std::path::PathBuf;
use std::time::Duration;

use flagfall_arena::{Contestant, MatchReport, Plan, RunOptions, run};
use flagfall_core::Seed;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::convert::{to_python, value_error};
use crate::rules::rules_arg;
use crate::setup::setups_arg;

/// Plays a match and reports it like `flagfall match --json`.
#[pyfunction]
#[pyo3(signature = (
    first, second, games = 100, seed = 1, *, rules = None, jobs = 1, setups = None, move_time_ms = None, sprt = None,
    save = None, resume = false
))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments in Python")]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    first: &str,
    second: &str,
    games: u32,
    seed: u64,
    rules: Option<&Bound<'py, PyAny>>,
    jobs: usize,
    setups: Option<&Bound<'py, PyAny>>,
    move_time_ms: Option<u64>,
    sprt: Option<&str>,
    save: Option<PathBuf>,
    resume: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let player = |text: &str| text.parse::<Contestant>().map_err(value_error);
    let plan = Plan {
        players: vec![player(first)?, player(second)?],
        pairings: vec![(0, 1)],
        games_per_pairing: games,
        rules: rules_arg(rules)?,
        seed: Seed(seed),
        setups: setups_arg(setups)?,
        move_time: move_time_ms.map(Duration::from_millis),
    };
    let sprt = sprt.map(str::parse).transpose().map_err(value_error)?;
    let options = RunOptions {
        jobs,
        save,
        resume,
        sprt,
    };
    let results = py
        .detach(|| run(&plan, &options, &mut |_| ()))
        .map_err(value_error)?;
    let report = serde_json::to_value(MatchReport::new(&plan, &results, sprt))
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    to_python(py, &report)
}
