//! One cross table of the games in several save files, so that matches played one by one can be seen together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use flagfall_core::Rules;
use flagfall_record::GameRecord;

use crate::plan::GameNumber;
use crate::results::Results;
use crate::save::{SaveError, Saved, SavedGame};
use crate::standings::Standings;

/// Sums up the games of these save files. Players are told apart by their names alone, and all games must have the same rules.
/// The files may be of matches that still go on.
///
/// # Errors
/// If a file cannot be read, a game is not of the arena, or it does not fit the others: by other rules, or there twice.
pub fn join(paths: &[PathBuf]) -> Result<Standings, SaveError> {
    let mut joined = Joined::default();
    for path in paths {
        for (index, game) in Saved::read(path)?.games.iter().enumerate() {
            joined.add(game).map_err(|what| SaveError::Game {
                path: path.clone(),
                line: index + 1,
                what,
            })?;
        }
    }
    let rules = joined.rules.ok_or_else(|| SaveError::NoGames {
        paths: paths.to_vec(),
    })?;
    Ok(Standings::of(
        &joined.names,
        &joined.pairings,
        &joined.results,
        rules,
        joined.seeds.into_iter().collect(),
    ))
}

#[derive(Default)]
struct Joined {
    names: Vec<String>,
    pairings: Vec<(usize, usize)>,
    /// Which of our pairings is the one with this number in this plan.
    numbers: BTreeMap<(String, usize), usize>,
    results: Results,
    rules: Option<Rules>,
    seeds: BTreeSet<u64>,
}

impl Joined {
    fn add(&mut self, game: &GameRecord) -> Result<(), String> {
        let saved = SavedGame::of(game)?;
        let rules = *self.rules.get_or_insert(game.rules);
        if game.rules != rules {
            return Err(format!(
                "a game by the rules {}, while those before it are by {rules}; only games by the same rules make one table",
                game.rules
            ));
        }
        let side = saved.number.first_side();
        let [first, second] = [side, !side].map(|side| self.player(&game.names[side]));
        let next = self.pairings.len();
        let pairing = *self
            .numbers
            .entry((saved.plan, saved.number.pairing))
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
                "this game of {} against {} is there twice",
                self.names[first], self.names[second]
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
}
