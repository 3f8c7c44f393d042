//! The laboratory: experiments of the literature, each with the paper's own figures, our measurement beside them, and a
//! verdict on what the paper says.
//!
//! An [`Experiment`] is a row of [`EXPERIMENTS`]; [`Experiment::run`] measures it as a [`Bench`] says and gives a [`Report`],
//! which [`Report::write`] puts into files for people (Markdown, SVG) and programs (JSON). What has been measured is kept at
//! once, so that a run that is killed goes on where it was.

mod bench;
mod counts;
mod error;
mod experiment;
mod invincible;
mod mean;
mod mets;
mod perspecto;
mod pieces;
mod plot;
mod report;
mod stankiewicz;
mod verdict;
mod vicki;

pub use bench::{Bench, Progress};
pub use error::LabError;
pub use experiment::{EXPERIMENTS, Experiment, find};
pub use report::{Figure, PaperFigure, Report, Unit, summary};
pub use verdict::{Claim, Verdict};
