//! Several evolutions with the same settings and other seeds.

use flagfall_evolve::{Settings, generations};
use serde::{Deserialize, Serialize};

use crate::bench::{Bench, Progress};
use crate::error::LabError;
use crate::mean::Mean;
use crate::pieces::{self, Piece, Pieces};

/// How many evolutions a curve is the mean of.
pub(super) const RUNS: u64 = 6;
/// His number of generations.
pub(super) const GENERATIONS: usize = 20;
const GENERATIONS_OF_A_TRIAL: usize = 3;

/// One evolution.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Run {
    /// The mean fitness of each generation.
    means: Vec<f64>,
    /// The share of the matches of the first generation that were won.
    won_at_first: f64,
}

/// Several evolutions.
#[derive(Debug)]
pub(super) struct Runs {
    runs: Vec<Run>,
    games_a_run: u64,
}

impl Runs {
    /// Runs evolutions. A smaller scale has a smaller population; a trial has next to nothing.
    pub(super) fn measure(
        id: &str,
        part: &str,
        settings: &Settings,
        bench: &Bench,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Runs, LabError> {
        let population = (settings.population as f64 * bench.scale).round() as usize;
        let is_trial = bench.is_trial(settings.population as u64);
        let settings = Settings {
            population: population.max(2),
            ..settings.clone()
        };
        let (n_runs, n_generations) = if is_trial {
            (2, GENERATIONS_OF_A_TRIAL)
        } else {
            (RUNS, GENERATIONS)
        };
        let games_a_run =
            settings.population as u64 * u64::from(settings.matches) * n_generations as u64;
        let text = format!("{settings:?} {n_generations}");
        let pieces = Pieces {
            id,
            part,
            settings: &text,
            games: n_runs * games_a_run,
            games_a_piece: games_a_run,
        };
        let runs = pieces::measure(bench, &pieces, progress, |piece| {
            run(&settings, n_generations as u32, piece)
        })?;
        Ok(Runs { runs, games_a_run })
    }

    /// How many games all runs have.
    pub(super) fn games(&self) -> u64 {
        self.runs.len() as u64 * self.games_a_run
    }

    /// The mean of something over the runs; it is given the means of a run's generations.
    pub(super) fn mean(&self, of: impl Fn(&[f64]) -> f64) -> Mean {
        let values: Vec<f64> = self.runs.iter().map(|run| of(&run.means)).collect();
        Mean::of(&values)
    }

    /// The share of matches won in the first generation.
    pub(super) fn won_at_first(&self) -> Mean {
        let shares: Vec<f64> = self.runs.iter().map(|run| run.won_at_first).collect();
        Mean::of(&shares)
    }
}

/// A run on the thread of its worker alone: how many there are is said by `--jobs`.
fn run(settings: &Settings, n_generations: u32, piece: Piece) -> Result<Run, LabError> {
    let settings = Settings {
        seed: piece.seed.0,
        ..settings.clone()
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("one more thread can be started");
    let generations = pool.install(|| generations(&settings, n_generations))?;
    let first = &generations[0];
    let wins: u32 = first.solutions.iter().map(|one| one.wins).sum();
    let matches = first.solutions.len() as f64 * f64::from(settings.matches);
    Ok(Run {
        means: generations.iter().map(|one| one.mean()).collect(),
        won_at_first: f64::from(wins) / matches,
    })
}

/// The fitness gained from the first generation to the last.
pub(super) fn rise(means: &[f64]) -> f64 {
    means[means.len() - 1] - means[0]
}

/// The mean fitness of the last generation.
pub(super) fn last(means: &[f64]) -> f64 {
    means[means.len() - 1]
}

/// How many generations were worse than the one before.
pub(super) fn setbacks(means: &[f64]) -> f64 {
    means.windows(2).filter(|two| two[1] < two[0]).count() as f64
}

/// The largest drop below an earlier generation, as a share of that one's fitness.
pub(super) fn largest_drop(means: &[f64]) -> f64 {
    let mut peak = f64::MIN;
    let mut drop: f64 = 0.0;
    for &mean in means {
        peak = peak.max(mean);
        drop = drop.max((peak - mean) / peak.abs().max(1.0));
    }
    drop
}

/// How much is gained a generation after generation 12 for each point gained a generation before it.
pub(super) fn flattening(means: &[f64]) -> f64 {
    let knee = 12.min(means.len() - 1);
    let before = (means[knee - 1] - means[0]) / (knee - 1).max(1) as f64;
    let after = (last(means) - means[knee - 1]) / (means.len() - knee) as f64;
    after / before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_are_summed_up() {
        let means: Vec<f64> = (0..20)
            .map(|index| {
                100.0 + f64::from(index.min(11)) * 10.0 + f64::from((index - 11).max(0)) * 5.0
            })
            .collect();
        assert_eq!(rise(&means), 110.0 + 40.0);
        assert_eq!(last(&means), 250.0);
        assert_eq!(setbacks(&means), 0.0);
        assert!((flattening(&means) - 0.5).abs() < 1e-12);
        assert_eq!(largest_drop(&means), 0.0);
        assert_eq!(setbacks(&[1.0, 3.0, 2.0, 4.0, 3.0]), 2.0);
        assert_eq!(largest_drop(&[100.0, 80.0, 200.0, 150.0]), 0.25);
    }
}
