//! Why a network cannot be used.

use std::path::PathBuf;

/// Why a network cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NetError {
    /// A file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The sidecar is not the JSON it should be.
    #[error("the sidecar cannot be read: {0}")]
    Sidecar(#[from] serde_json::Error),
    /// The sidecar describes something this program does not know.
    #[error("the network has {what} {found}, this program reads {expected}")]
    Unsupported {
        /// What is different.
        what: &'static str,
        /// What the sidecar says.
        found: String,
        /// What it should say.
        expected: String,
    },
    /// The weights file is shorter or longer than the sidecar says.
    #[error("the weights file has {found} bytes, the sidecar tells of {expected}")]
    WrongSize {
        /// Its size.
        found: usize,
        /// The size by the sidecar.
        expected: usize,
    },
    /// The weights are not those the sidecar was written for.
    #[error("the weights have the hash {found}, the sidecar tells of {expected}")]
    WrongHash {
        /// The hash of the file.
        found: String,
        /// The hash by the sidecar.
        expected: String,
    },
    /// A tensor that the architecture needs is missing, has another shape, or lies outside the file.
    #[error("tensor {name}: {problem}")]
    Tensor {
        /// Its name.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
}
