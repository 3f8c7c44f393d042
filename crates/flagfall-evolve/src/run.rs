//! Running an evolution.

use std::path::Path;

use flagfall_bots::vicki::{MOST_PLIES, Player};
use flagfall_bots::{BotSpec, build};
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
/// From how many earlier generations the best solutions are rivals on the ladder.
const RUNGS: usize = 5;

/// What there is to tell while it runs.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// A generation of an earlier run has been read.
    Read(&'a Generation),
    /// A generation has been played.
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
    /// The player that it is.
    pub player: Player,
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
    let bots = Bots::new(settings)?;
    let mut generations = folder::read(path, settings)?;
    generations.truncate(n_generations as usize);
    for generation in &generations {
        observe(Progress::Read(generation));
    }
    while (generations.len() as u32) < n_generations {
        let solutions = generations.last().map_or_else(|| founders(settings), breed);
        let mut generation = Generation {
            number: generations.len() as u32 + 1,
            settings: settings.clone(),
            solutions,
        };
        measure(&mut generation, &generations, &bots);
        folder::write_generation(path, &generation)?;
        generations.push(generation);
        folder::write(&path.join("fitness.svg"), &chart::draw(&generations))?;
        observe(Progress::Generation(&generations[generations.len() - 1]));
    }
    observe(Progress::PlayOff);
    let champion = play_off(&generations[generations.len() - 1], &bots);
    let text = format!("{}{}", ancestry(&generations, &champion), champion.player);
    folder::write(&path.join("champion.txt"), &text)?;
    Ok(Evolution {
        generations,
        champion,
    })
}

/// The generations of an evolution without files and without a play-off, for those who only want its curve.
///
/// # Errors
/// If the settings make no sense.
pub fn generations(
    settings: &Settings,
    n_generations: u32,
) -> Result<Vec<Generation>, EvolveError> {
    check(settings, n_generations)?;
    let bots = Bots::new(settings)?;
    let mut generations = Vec::new();
    for _ in 0..n_generations {
        generations.push(next(settings, &generations, &bots));
    }
    Ok(generations)
}

/// The generation after these, with its fitness.
fn next(settings: &Settings, before: &[Generation], bots: &Bots) -> Generation {
    let solutions = before.last().map_or_else(|| founders(settings), breed);
    let mut generation = Generation {
        number: before.len() as u32 + 1,
        settings: settings.clone(),
        solutions,
    };
    measure(&mut generation, before, bots);
    generation
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
    } else if !settings.win_points.is_finite() {
        "the points for a win must be a number"
    } else if settings.look_ahead > MOST_PLIES {
        "a solution looks ahead by at most two plies"
    } else {
        return Ok(());
    };
    Err(EvolveError::Settings(problem))
}

/// The opponents that the settings name.
struct Bots(Vec<BotSpec>);

impl Bots {
    fn new(settings: &Settings) -> Result<Bots, EvolveError> {
        let read = |text: &String| {
            let spec: BotSpec = text.parse()?;
            build(&spec)?;
            Ok(spec)
        };
        settings
            .opponents
            .iter()
            .map(read)
            .collect::<Result<_, _>>()
            .map(Bots)
    }

    /// The opponent of a match, the same in two in a row, in which the sides change.
    fn opponent(&self, number: u32) -> Opponent<'_> {
        let pair = (number / 2) as usize;
        match self.0.get(pair % self.0.len().max(1)) {
            Some(bot) => Opponent::Bot(bot),
            None => Opponent::Random,
        }
    }
}

/// Plays the matches of all solutions.
fn measure(generation: &mut Generation, before: &[Generation], bots: &Bots) {
    let settings = &generation.settings;
    let seed = Seed(settings.seed)
        .derive(2)
        .derive(generation.number.into());
    let rivals: Vec<Player> = before
        .iter()
        .rev()
        .filter(|_| settings.ladder)
        .take(RUNGS)
        .filter_map(|earlier| earlier.best().player(settings))
        .collect();
    let opponent = |number: u32| {
        let pair = number as usize / 2;
        if rivals.is_empty() || pair.is_multiple_of(2) {
            let nth_of_bots = if rivals.is_empty() { pair } else { pair / 2 };
            bots.opponent(2 * nth_of_bots as u32)
        } else {
            Opponent::Solution(&rivals[pair / 2 % rivals.len()])
        }
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
    let player = solution
        .player(settings)
        .expect("the number of values was checked");
    let (mut sum, mut wins) = (0.0, 0);
    for number in 0..matches {
        let seed = seed.derive(number.into());
        let score = play_match(&player, opponent(number), settings, number, seed);
        sum += score.fitness(settings.win_points);
        wins += u32::from(score.has_won);
    }
    (sum / f64::from(matches), wins)
}

fn play_off(generation: &Generation, bots: &Bots) -> Champion {
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
            let opponent = |number| bots.opponent(number);
            (index, fitness(solution, settings, matches, seed, &opponent))
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
        player: generation.solutions[solution]
            .player(settings)
            .expect("the number of values was checked"),
    }
}

/// Whom the play-off is against.
fn opponents(settings: &Settings) -> String {
    if settings.opponents.is_empty() {
        "the random player".to_owned()
    } else {
        settings.opponents.join(", ")
    }
}

/// Where a champion comes from, as comments.
fn ancestry(generations: &[Generation], champion: &Champion) -> String {
    let last = &generations[generations.len() - 1];
    let settings = serde_json::to_string(&last.settings).expect("settings can be written");
    let mut text = format!(
        "# Evolved by `flagfall evolve` with {settings}.\n\
         # Solution {} of generation {}; play-off: fitness {:.1}, {} of {} matches won against {}.\n",
        champion.solution,
        last.number,
        champion.fitness,
        champion.wins,
        champion.matches,
        opponents(&last.settings)
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

    use flagfall_bots::vicki::Setups;

    use super::*;
    use crate::settings::BeliefSource;

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
        assert_eq!(generations(&settings, 4).unwrap(), evolution.generations);
        let names: Vec<String> = files(whole.path())
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        assert_eq!(names[0], "champion.txt");
        assert_eq!(names.len(), 6);
    }

    #[test]
    fn with_every_wish_on_threads_change_nothing_and_the_champion_has_them() {
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let settings = Settings {
            population: 2,
            matches: 3,
            ladder: true,
            per_piece: true,
            look_ahead: 2,
            belief: Some(BeliefSource::Counted),
            approach: true,
            evolved_setups: true,
            long_scouts: true,
            opponents: vec!["blind".to_owned()],
            mutation: Some("0.05,0.2".parse().unwrap()),
            ..small()
        };
        let evolution = run(&settings, 2, one.path(), 1);
        run(&settings, 2, two.path(), 3);
        assert_eq!(files(one.path()), files(two.path()));
        let player = &evolution.champion.player;
        assert_eq!(player.parameters.shape(), settings.shape());
        assert_eq!(player.look_ahead, 2);
        assert!(matches!(player.setups, Setups::Own(_)), "{player}");
        let text = fs::read_to_string(one.path().join("champion.txt")).unwrap();
        assert_eq!(text.parse::<Player>().unwrap(), *player);
        assert!(text.contains("matches won against blind."), "{text}");
    }

    #[test]
    fn an_opponent_that_is_no_bot_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings {
            opponents: vec!["nobody".to_owned()],
            ..small()
        };
        let error = evolve(&settings, 1, folder.path(), &mut |_| {}).unwrap_err();
        assert!(
            error.to_string().contains("unknown bot 'nobody'"),
            "{error}"
        );
    }

    #[test]
    fn the_champion_file_is_a_player() {
        let folder = tempfile::tempdir().unwrap();
        let evolution = run(&small(), 2, folder.path(), 2);
        let text = fs::read_to_string(folder.path().join("champion.txt")).unwrap();
        let player: Player = text.parse().unwrap();
        assert_eq!(player, evolution.champion.player);
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
