//! What can go wrong.

use std::path::PathBuf;

use flagfall_arena::RunError;
use flagfall_bots::Fault;
use flagfall_evolve::EvolveError;

/// Why an experiment could not be run or reported.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// There is no such experiment.
    #[error("there is no experiment '{id}'; the experiments are {known}")]
    Unknown {
        /// What was asked for.
        id: String,
        /// What there is.
        known: String,
    },
    /// The file system says no.
    #[error("cannot use {}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the file system says.
        error: std::io::Error,
    },
    /// A file of the laboratory that is not one.
    #[error("{}, line {line}: {error}", path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// A folder of reports without one.
    #[error("there are no reports in {}", folder.display())]
    NoReports {
        /// The folder.
        folder: PathBuf,
    },
    /// A run would put a report of fewer games in the place of one of more.
    #[error(
        "{} has a report of {id} at scale {kept}, and a run at scale {asked} would put less in its place",
        folder.display()
    )]
    LessThanKept {
        /// The folder.
        folder: PathBuf,
        /// The experiment.
        id: &'static str,
        /// The scale of the report that is there.
        kept: f64,
        /// The scale of the run.
        asked: f64,
    },
    /// The arena could not play.
    #[error(transparent)]
    Arena(#[from] RunError),
    /// An evolution could not be run.
    #[error(transparent)]
    Evolution(#[from] EvolveError),
    /// A player could not answer.
    #[error("a player failed: {0}")]
    Failed(Fault),
}

impl LabError {
    /// An error of this file.
    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> LabError {
        let path = path.into();
        move |error| LabError::Io { path, error }
    }
}
