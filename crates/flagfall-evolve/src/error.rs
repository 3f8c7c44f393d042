//! What can go wrong.

use std::io;
use std::path::PathBuf;

use flagfall_bots::SpecError;

/// Why an evolution could not be run.
#[derive(Debug, thiserror::Error)]
pub enum EvolveError {
    /// The settings make no sense.
    #[error("{0}")]
    Settings(&'static str),
    /// An opponent is no bot.
    #[error(transparent)]
    Opponent(#[from] SpecError),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// What the file system says.
        error: io::Error,
    },
    /// A file is not a generation.
    #[error("{}: {reason}", path.display())]
    Unreadable {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The folder holds another evolution.
    #[error("{} has an evolution with other settings; choose another folder", .0.display())]
    OtherSettings(PathBuf),
}
