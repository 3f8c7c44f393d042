//! Running an evolution.

use std::path::Path;

use flagfall_bots::vicki::{Parameters, Player};
use flagfall_core::Seed;
use rayon::prelude::*;

use crate::error::EvolveError;
use crate::fitness::{Opponent, play_match};
use crate::population::{Generation, Solution, breed, founders};
use crate::settings::Settings;
use crate::{chart, folder};

/// How many of the last generation take part in the play-off, and how many times more matches than before each plays in it. A
/// fitness from five matches is mostly luck.
const FINALISTS: usize = 10;
const PLAY_OFF_FACTOR: u32 = 80;

/// What there is to tell while it runs.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// A generation has been played, now or in an earlier run.
    Generation(&'a Generation),
    /// The play-off has begun.
    PlayOff,
}

/// A whole evolution.
#[derive(Clone, Debug)]
pub struct Evolution {
    /// Its generations.
    pub generations: Vec<Generation>,
    /// The player that it gives.
    pub champion: Champion,
}

/// The winner of the play-off among the best solutions of the last generation.
#[derive(Clone, Debug)]
pub struct Champion {
    /// Its number in the last generation, from 0.
    pub solution: usize,
    /// Its fitness in the play-off.
    pub fitness: f64,
    /// How many of the matches of the play-off it won.
    pub wins: u32,
    /// How many it played.
    pub matches: u32,
    /// Its values.
    pub parameters: Parameters,
}

/// Runs an evolution in a folder, going on after the generations that are there already. Uses the threads of the rayon pool it
/// is called in; how many they are changes nothing.
///
/// Beside the generations it writes `fitness.svg` after each of them, and `champion.txt` at the end, which the bot takes as
/// `vicki:file=...`.
///
/// # Errors
/// If the settings make no sense, or the folder belongs to another evolution or cannot be used.
pub fn evolve(
    settings: &Settings,
    n_generations: u32,
    path: &Path,
    observe: &mut dyn FnMut(Progress<'_>),
) -> Result<Evolution, EvolveError> {
    check(settings, n_generations)?;
    let mut generations = folder::read(path, settings)?;
    generations.truncate(n_generations as usize);
    for generation in &generations {
        observe(Progress::Generation(generation));
    }
    while (generations.len() as u32) < n_generations {
        let previous = generations.last();
        let solutions = previous.map_or_else(|| founders(settings), breed);
        let mut generation = Generation {
            number: generations.len() as u32 + 1,
            settings: settings.clone(),
            solutions,
        };
        measure(&mut generation, previous);
        folder::write_generation(path, &generation)?;
        generations.push(generation);
        folder::write(&path.join("fitness.svg"), &chart::draw(&generations))?;
        observe(Progress::Generation(&generations[generations.len() - 1]));
    }
    observe(Progress::PlayOff);
    let champion = play_off(&generations[generations.len() - 1]);
    let player = Player {
        parameters: champion.parameters.clone(),
        scouts: settings.scouts(),
        setups: settings.setups(),
    };
    let text = format!("{}{player}", ancestry(&generations, &champion));
    folder::write(&path.join("champion.txt"), &text)?;
    Ok(Evolution {
        generations,
        champion,
    })
}

fn check(settings: &Settings, n_generations: u32) -> Result<(), EvolveError> {
    let problem = if settings.population < 2 {
        "a population has at least two solutions"
    } else if settings.matches == 0 {
        "a solution plays at least one match"
    } else if settings.parents == 0 {
        "a solution has at least one parent"
    } else if n_generations == 0 {
        "an evolution has at least one generation"
    } else if !(settings.power.is_finite() && settings.power >= 0.0) {
        "the power must not be negative"
    } else {
        return Ok(());
    };
    Err(EvolveError::Settings(problem))
}

/// Plays the matches of all solutions.
fn measure(generation: &mut Generation, previous: Option<&Generation>) {
    let settings = &generation.settings;
    let seed = Seed(settings.seed)
        .derive(2)
        .derive(generation.number.into());
    let rival = previous
        .filter(|_| settings.ladder)
        .and_then(|previous| previous.best().parameters());
    let opponent = |number: u32| match &rival {
        Some(rival) if number % 2 == 1 => Opponent::Solution(rival),
        _ => Opponent::Random,
    };
    generation
        .solutions
        .par_iter_mut()
        .enumerate()
        .for_each(|(index, solution)| {
            let seed = seed.derive(index as u64);
            let (fitness, wins) = fitness(solution, settings, settings.matches, seed, &opponent);
            solution.fitness = fitness;
            solution.wins = wins;
        });
}

fn fitness<'a>(
    solution: &Solution,
    settings: &Settings,
    matches: u32,
    seed: Seed,
    opponent: &impl Fn(u32) -> Opponent<'a>,
) -> (f64, u32) {
    let parameters = solution
        .parameters()
        .expect("the number of values was checked");
    let (mut sum, mut wins) = (0.0, 0);
    for number in 0..matches {
        let seed = seed.derive(number.into());
        let score = play_match(&parameters, opponent(number), settings, number, seed);
        sum += score.fitness();
        wins += u32::from(score.has_won);
    }
    (sum / f64::from(matches), wins)
}

fn play_off(generation: &Generation) -> Champion {
    let settings = &generation.settings;
    let matches = settings.matches.saturating_mul(PLAY_OFF_FACTOR);
    let mut finalists = generation.ranking();
    finalists.truncate(FINALISTS);
    // All play with the same seeds, so that luck differs as little as possible.
    let seed = Seed(settings.seed)
        .derive(3)
        .derive(generation.number.into());
    let results: Vec<(usize, (f64, u32))> = finalists
        .par_iter()
        .map(|&index| {
            let solution = &generation.solutions[index];
            let random = |_| Opponent::Random;
            (index, fitness(solution, settings, matches, seed, &random))
        })
        .collect();
    let best = results
        .into_iter()
        .reduce(|best, one| if one.1.0 > best.1.0 { one } else { best });
    let (solution, (fitness, wins)) = best.expect("a generation has solutions");
    Champion {
        solution,
        fitness,
        wins,
        matches,
        parameters: generation.solutions[solution]
            .parameters()
            .expect("the number of values was checked"),
    }
}

/// Where a champion comes from, as comments.
fn ancestry(generations: &[Generation], champion: &Champion) -> String {
    let last = &generations[generations.len() - 1];
    let settings = serde_json::to_string(&last.settings).expect("settings can be written");
    let mut text = format!(
        "# Evolved by `flagfall evolve` with {settings}.\n\
         # Solution {} of generation {}; play-off: fitness {:.1}, {} of {} matches won against the random player.\n",
        champion.solution, last.number, champion.fitness, champion.wins, champion.matches
    );
    let mut line = vec![champion.solution];
    for generation in generations.iter().rev() {
        if generation.number == 1 {
            text.push_str(&format!(
                "# It descends from {} of the {} solutions of generation 1.\n",
                line.len(),
                generation.solutions.len()
            ));
            break;
        }
        let mut parents: Vec<usize> = line
            .iter()
            .flat_map(|&index| generation.solutions[index].parents.iter().copied())
            .collect();
        parents.sort_unstable();
        parents.dedup();
        if generation.number == last.number {
            let names: Vec<String> = parents.iter().map(usize::to_string).collect();
            let names = names.join(", ");
            text.push_str(&format!(
                "# Its parents in generation {}: {names}.\n",
                last.number - 1
            ));
        }
        line = parents;
    }
    text
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn small() -> Settings {
        Settings {
            population: 12,
            matches: 2,
            varied_setups: true,
            ..Settings::default()
        }
    }

    fn files(folder: &Path) -> Vec<(String, String)> {
        let mut files: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                (name, fs::read_to_string(path).unwrap())
            })
            .collect();
        files.sort();
        files
    }

    fn run(settings: &Settings, n: u32, folder: &Path, threads: usize) -> Evolution {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| evolve(settings, n, folder, &mut |_| {}))
            .unwrap()
    }

    #[test]
    fn a_stopped_evolution_goes_on_to_the_same_end_with_any_number_of_threads() {
        let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let settings = Settings {
            ladder: true,
            mutation: Some("0.05,0.2".parse().unwrap()),
            ..small()
        };
        let evolution = run(&settings, 4, whole.path(), 1);
        run(&settings, 2, parts.path(), 2);
        run(&settings, 4, parts.path(), 2);
        assert_eq!(files(whole.path()), files(parts.path()));
        assert_eq!(evolution.generations.len(), 4);
        let names: Vec<String> = files(whole.path())
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        assert_eq!(names[0], "champion.txt");
        assert_eq!(names.len(), 6);
    }

    #[test]
    fn the_champion_file_is_a_player() {
        let folder = tempfile::tempdir().unwrap();
        let evolution = run(&small(), 2, folder.path(), 2);
        let text = fs::read_to_string(folder.path().join("champion.txt")).unwrap();
        let player: Player = text.parse().unwrap();
        assert_eq!(player.parameters, evolution.champion.parameters);
        assert!(text.contains("# Its parents in generation 1: "), "{text}");
        let best = evolution.generations[1].ranking();
        assert!(best[..FINALISTS].contains(&evolution.champion.solution));
    }

    #[test]
    fn selection_makes_the_population_fitter() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings {
            population: 60,
            matches: 3,
            ..small()
        };
        let evolution = run(&settings, 8, folder.path(), 2);
        let mean = |index: usize| evolution.generations[index].mean();
        assert!(mean(7) > mean(0) + 100.0, "{} after {}", mean(7), mean(0));
    }

    #[test]
    fn folders_of_others_and_broken_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        run(&small(), 1, folder.path(), 2);
        let refuse = |settings: &Settings| {
            evolve(settings, 2, folder.path(), &mut |_| {})
                .unwrap_err()
                .to_string()
        };
        let other = Settings { seed: 9, ..small() };
        assert!(refuse(&other).contains("other settings"));
        let path = folder.path().join("generation-001.json");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() / 2]).unwrap();
        assert!(refuse(&small()).contains("generation-001.json: EOF"));
        fs::write(&path, text.replace("\"number\":1", "\"number\":2")).unwrap();
        assert!(refuse(&small()).contains("not that of the file"));
        let none = Settings {
            parents: 0,
            ..small()
        };
        assert!(refuse(&none).contains("at least one parent"));
    }
}
