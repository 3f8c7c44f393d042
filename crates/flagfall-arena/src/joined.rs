//! One cross table of the games in several save files, so that matches played one by one can be seen together.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use flagfall_core::{Rules, Side};
use flagfall_record::GameRecord;

use crate::contestant::Contestant;
use crate::plan::GameNumber;
use crate::results::Results;
use crate::save::{SaveError, Saved, SavedGame};
use crate::standings::Standings;

/// The games of several save files, summed up.
#[derive(Debug)]
pub struct JoinedStandings {
    /// The standings of all players.
    pub standings: Standings,
    /// The files whose last line is half-written, and left out.
    pub half_written: Vec<PathBuf>,
}

/// Sums up the games of these save files. Players are told apart by their names alone, and all games must have the same rules.
/// The files may be of matches that still go on.
///
/// # Errors
/// If a file cannot be read, a game is not of the arena, or it does not fit the others: by other rules, or there twice.
pub fn join_saved(paths: &[PathBuf]) -> Result<JoinedStandings, SaveError> {
    let mut joined = Joined::default();
    let mut half_written = Vec::new();
    for path in paths {
        let saved = Saved::read(path)?;
        for &(line, ref game) in &saved.games {
            joined
                .add(game, path, line)
                .map_err(|what| SaveError::Game {
                    path: path.clone(),
                    line,
                    what,
                })?;
        }
        if saved.half_written.is_some() {
            half_written.push(path.clone());
        }
    }
    let rules = joined.rules.ok_or_else(|| SaveError::NoGames {
        paths: paths.to_vec(),
    })?;
    Ok(JoinedStandings {
        standings: joined.standings(rules),
        half_written,
    })
}

#[derive(Default)]
struct Joined {
    names: Vec<String>,
    pairings: Vec<(usize, usize)>,
    /// Which of our pairings these two players have in this pairing of this plan.
    numbers: BTreeMap<(String, usize, usize, usize), usize>,
    results: Results,
    rules: Option<Rules>,
    seeds: BTreeSet<u64>,
    /// Where each game is, by all that it consists of. Plans that share a seed have games in common.
    found: HashMap<String, String>,
}

impl Joined {
    fn add(&mut self, game: &GameRecord, path: &Path, line: usize) -> Result<(), String> {
        let saved = SavedGame::of(game)?;
        let rules = *self.rules.get_or_insert(game.rules);
        if game.rules != rules {
            return Err(format!(
                "a game by the rules {}, while those before it are by {rules}; only games by the same rules make one table",
                game.rules
            ));
        }
        let [red, blue] = Side::ALL.map(|side| &game.names[side]);
        if red == blue {
            return Err(format!("a game of {red} against itself"));
        }
        let content = format!(
            "{:?} {:?} {:?} {:?}",
            game.names, game.seeds, game.start, game.moves
        );
        let place = format!("{}, line {line}", path.display());
        if let Some(other) = self.found.insert(content, place) {
            return Err(format!(
                "the same game of {red} against {blue} as in {other}"
            ));
        }
        let side = saved.number.first_side();
        let [first, second] = [side, !side].map(|side| self.player(&game.names[side]));
        let next = self.pairings.len();
        let pairing = *self
            .numbers
            .entry((saved.plan, saved.number.pairing, first, second))
            .or_insert(next);
        if pairing == next {
            self.pairings.push((first, second));
        }
        let number = GameNumber {
            pairing,
            ..saved.number
        };
        if self.results.contains(number) {
            return Err(format!(
                "a game of {red} against {blue} that another line has with other moves; if a player has changed, give it another name in one of them"
            ));
        }
        self.results.insert(number, saved.summary);
        self.seeds.extend(game.seeds.game);
        Ok(())
    }

    /// The number of the player with this name.
    fn player(&mut self, name: &str) -> usize {
        self.names
            .iter()
            .position(|known| known == name)
            .unwrap_or_else(|| {
                self.names.push(name.to_owned());
                self.names.len() - 1
            })
    }

    fn standings(&self, rules: Rules) -> Standings {
        let seeds = self.seeds.iter().copied().collect();
        let players = self
            .names
            .iter()
            .filter_map(|name| name.parse::<Contestant>().ok());
        Standings {
            unrepeatable: players.filter_map(|player| player.unrepeatable()).collect(),
            ..Standings::of(&self.names, &self.pairings, &self.results, rules, seeds)
        }
    }
}
