//! The compiled half of the Python package `flagfall`. `docs/python.md` is its guide, `python/flagfall/_flagfall.pyi` its
//! interface.
//!
//! A `Game` in Python is the referee's object and knows everything; bots, observations and views are made from a
//! [`View`](flagfall_core::View) of it. Long calls release the interpreter's lock.

mod batch;
mod bots;
mod convert;
mod game;
mod matches;
mod pool;
mod rules;
mod setup;
mod view;

use pyo3::prelude::*;

#[pymodule]
mod _flagfall {
    #[pymodule_export]
    use crate::batch::PyBatchedEnv;
    #[pymodule_export]
    use crate::bots::{PyBot, bots};
    #[pymodule_export]
    use crate::game::{PyGame, decode_action, encode_action};
    #[pymodule_export]
    use crate::matches::play_match;
    #[pymodule_export]
    use crate::pool::PyBotPool;
    #[pymodule_export]
    use crate::rules::PyRules;
    #[pymodule_export]
    use crate::setup::{PySetup, read_setups, write_setups};

    #[pymodule_export]
    const N_ACTIONS: usize = flagfall_env::action::N_ACTIONS;
    #[pymodule_export]
    const OBS_BYTES: usize = flagfall_env::observation::OBS_BYTES;
    #[pymodule_export]
    const OBS_VERSION: u32 = flagfall_env::observation::OBS_VERSION;
    #[pymodule_export]
    const NO_ACTION: i16 = flagfall_env::NO_ACTION;
}
