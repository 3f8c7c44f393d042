//! The learned player's network, evaluated on one core without Python.
//!
//! [`Network::load`] reads what `train/export.py` writes: a flat file of f16 weights and a JSON sidecar that explains it. An
//! [`Evaluator`] turns one packed observation (`docs/observation.md`) into an [`Output`]: policy, value and belief.
//!
//! Weights are stored as f16 and everything is computed in f32, so results agree with PyTorch's to a few millionths.

mod attention;
mod conv;
mod error;
mod evaluator;
mod file;
mod matrix;
mod network;
mod norm;
mod output;
mod planes;

pub use error::NetError;
pub use evaluator::Evaluator;
pub use network::{Architecture, Kind, Network};
pub use output::{Output, log_softmax};
pub use planes::{N_GLOBALS, N_PLANES, Observation, PLANES};
