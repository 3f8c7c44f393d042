//! The table of experiments.

use crate::bench::{Bench, Progress};
use crate::error::LabError;
use crate::invincible;
use crate::mets;
use crate::perspecto;
use crate::report::{Figure, Report};
use crate::stankiewicz;
use crate::vicki;

/// An experiment of a paper.
#[derive(Debug)]
pub struct Experiment {
    /// Its name: the paper and the number of its table or section.
    pub id: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// Where the paper has it.
    pub source: &'static str,
    pub(crate) measure: Measure,
}

/// How an experiment measures, telling how far it has come.
pub(crate) type Measure = fn(&Bench, &mut dyn FnMut(Progress<'_>)) -> Result<Findings, LabError>;

/// What a measurement gives.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) figures: Vec<Figure>,
    pub(crate) notes: Vec<String>,
}

/// Every experiment there is: a new one is a module and a row here.
pub const EXPERIMENTS: &[Experiment] = &[
    mets::blind_games::EXPERIMENT,
    mets::against_blind::EXPERIMENT,
    mets::thinking_time::EXPERIMENT,
    mets::lookahead::EXPERIMENT,
    mets::sprinkling::EXPERIMENT,
    mets::more_playouts::EXPERIMENT,
    mets::pruning::EXPERIMENT,
    mets::annealing::EXPERIMENT,
    invincible::relations::EXPERIMENT,
    invincible::setup_scores::EXPERIMENT,
    invincible::guessing::EXPERIMENT,
    perspecto::branching::GAME,
    perspecto::branching::RADIUS,
    perspecto::duels::MINIMAX,
    perspecto::duels::EXPECTIMINIMAX,
    perspecto::duels::PE_MINIMAX,
    perspecto::depths::EXPERIMENT,
    perspecto::ablations::EXPERIMENT,
    perspecto::learning::EXPERIMENT,
    perspecto::tempers::EXPERIMENT,
    stankiewicz::tables::TABLE_2,
    stankiewicz::tables::TABLE_3,
    stankiewicz::tables::TABLE_4,
    stankiewicz::tables::TABLE_5,
    stankiewicz::tables::TABLE_6,
    stankiewicz::tables::TABLE_7,
    vicki::curve::EXPERIMENT,
    vicki::variants::EXPERIMENT,
    vicki::two_squares::EXPERIMENT,
];

/// The experiment with this name.
///
/// # Errors
/// If there is none; the error names those there are.
pub fn find(id: &str) -> Result<&'static Experiment, LabError> {
    EXPERIMENTS
        .iter()
        .find(|experiment| experiment.id == id)
        .ok_or_else(|| LabError::Unknown {
            id: id.to_owned(),
            known: EXPERIMENTS
                .iter()
                .map(|experiment| experiment.id)
                .collect::<Vec<_>>()
                .join(", "),
        })
}

impl Experiment {
    /// Measures, going on with what an earlier run with the same settings has left.
    ///
    /// # Errors
    /// If games cannot be played or saved.
    pub fn run(
        &self,
        bench: &Bench,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Report, LabError> {
        let Findings { figures, notes } = (self.measure)(bench, progress)?;
        Ok(Report {
            id: self.id.to_owned(),
            title: self.title.to_owned(),
            source: self.source.to_owned(),
            command: format!(
                "flagfall lab run {} --seed {} --scale {}",
                self.id, bench.seed.0, bench.scale
            ),
            seed: bench.seed.0,
            scale: bench.scale,
            figures,
            notes,
        })
    }
}
