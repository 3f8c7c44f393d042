//! The save file: every finished game, one line each, as our own game files have them.
//!
//! Each line also says which game of which plan it is, so that a stopped tournament can go on. A kill can only ever harm the
//! last line, because lines are only appended; a line without its line break is taken for half-written.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use flagfall_core::{BySide, Side};
use flagfall_record::{Format, GameRecord, ParseError, Seeds, parse_json_lines};
use serde::{Deserialize, Serialize};

use crate::plan::{GameNumber, Plan};
use crate::play::{Played, TimeUse};
use crate::results::{GameSummary, Results};

/// Why a save file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file is there and nobody asked to go on with it.
    #[error("{} exists; add --resume to go on with it, or give another name", .0.display())]
    Exists(PathBuf),
    /// The file system says no.
    #[error("cannot use {}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the file system says.
        error: io::Error,
    },
    /// A line that is not a game.
    #[error("{}, {error}", path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// Which line, and what is wrong with it.
        error: ParseError,
    },
    /// Files without a single game.
    #[error("there is no game in {}", paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", "))]
    NoGames {
        /// The files.
        paths: Vec<PathBuf>,
    },
    /// A game that cannot be used.
    #[error("{}, line {line}: {what}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// Which line.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

/// What a line holds beyond the game, under the name `arena`.
#[derive(Serialize, Deserialize)]
struct Tag {
    plan: String,
    pairing: usize,
    pair: u32,
    is_swapped: bool,
    plies: u32,
    red: Used,
    blue: Used,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    fault: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Used {
    moves: u64,
    total_us: u64,
    longest_us: u64,
}

const TAG: &str = "arena";

/// What is in a save file.
pub(crate) struct Saved {
    /// The games of its whole lines, each with the number of its line. Lines may be blank.
    pub(crate) games: Vec<(usize, GameRecord)>,
    /// How many bytes its whole lines have.
    whole_length: usize,
    /// The number of the line behind the last line break, if there is one.
    pub(crate) half_written: Option<usize>,
}

impl Saved {
    /// Reads a file up to its last line break.
    pub(crate) fn read(path: &Path) -> Result<Saved, SaveError> {
        let bytes = std::fs::read(path).map_err(|error| SaveError::Io {
            path: path.to_path_buf(),
            error,
        })?;
        let whole = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |last| last + 1);
        let games = parse_json_lines(&bytes[..whole]).map_err(|error| SaveError::Parse {
            path: path.to_path_buf(),
            error,
        })?;
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
        Ok(Saved {
            games,
            whole_length: whole,
            half_written: (whole < bytes.len()).then_some(lines + 1),
        })
    }
}

/// An open save file.
#[derive(Debug)]
pub(crate) struct SaveFile {
    path: PathBuf,
    file: File,
    dropped: Option<usize>,
}

impl SaveFile {
    /// A new file.
    pub(crate) fn create(path: &Path) -> Result<SaveFile, SaveError> {
        match OpenOptions::new().append(true).create_new(true).open(path) {
            Ok(file) => Ok(SaveFile {
                path: path.to_path_buf(),
                file,
                dropped: None,
            }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(SaveError::Exists(path.to_path_buf()))
            }
            Err(error) => Err(SaveError::Io {
                path: path.to_path_buf(),
                error,
            }),
        }
    }

    /// A file to go on with, which need not be there yet. Its games are added to the results.
    pub(crate) fn resume(
        path: &Path,
        plan: &Plan,
        results: &mut Results,
    ) -> Result<SaveFile, SaveError> {
        let io_error = |error| SaveError::Io {
            path: path.to_path_buf(),
            error,
        };
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .map_err(io_error)?;
        let saved = Saved::read(path)?;
        let fingerprint = plan.fingerprint();
        for &(line, ref game) in &saved.games {
            let (number, summary) =
                read_own_game(game, plan, &fingerprint).map_err(|what| SaveError::Game {
                    path: path.to_path_buf(),
                    line,
                    what,
                })?;
            // Games beyond the number now asked for stay in the file and out of the results.
            if 2 * number.pair + u32::from(number.is_swapped) < plan.games_per_pairing {
                results.insert(number, summary);
            }
        }
        if saved.half_written.is_some() {
            file.set_len(saved.whole_length as u64)
                .and_then(|()| file.sync_all())
                .map_err(io_error)?;
        }
        Ok(SaveFile {
            path: path.to_path_buf(),
            file,
            dropped: saved.half_written,
        })
    }

    /// The number of the half-written line that was dropped.
    pub(crate) fn dropped(&self) -> Option<usize> {
        self.dropped
    }

    /// Appends games and waits until they are on the disk.
    pub(crate) fn append(
        &mut self,
        plan: &Plan,
        games: &[(GameNumber, Played)],
    ) -> Result<(), SaveError> {
        let fingerprint = plan.fingerprint();
        let records: Vec<GameRecord> = games
            .iter()
            .map(|(number, played)| record(plan, *number, played, &fingerprint))
            .collect();
        let text = Format::JsonLines
            .write(&records)
            .expect("a game that was played can be written");
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(|error| SaveError::Io {
                path: self.path.clone(),
                error,
            })
    }
}

fn record(plan: &Plan, number: GameNumber, played: &Played, fingerprint: &str) -> GameRecord {
    let names = plan.names();
    let (first, second) = plan.pairings[number.pairing];
    let player = |side| {
        if side == number.first_side() {
            (0, first)
        } else {
            (1, second)
        }
    };
    let seed = |side| Some(plan.player_seed(number, player(side).0).0);
    let tag = Tag {
        plan: fingerprint.to_owned(),
        pairing: number.pairing,
        pair: number.pair,
        is_swapped: number.is_swapped,
        plies: played.game.position().ply(),
        red: Used::new(&played.times[Side::Red]),
        blue: Used::new(&played.times[Side::Blue]),
        fault: played.fault.clone(),
    };
    let by_side = BySide::from_fn(|side| names[player(side).1].clone());
    let mut record = GameRecord::from_game(&played.game, by_side);
    record.result = Some(played.result);
    record.seeds = Seeds {
        game: Some(plan.seed.0),
        red: seed(Side::Red),
        blue: seed(Side::Blue),
    };
    record.extra.insert(
        TAG.to_owned(),
        serde_json::to_value(tag).expect("strings and numbers are always JSON"),
    );
    record
}

/// A game of a save file: which one of which plan, and what the reports need of it.
pub(crate) struct SavedGame {
    /// The plan, as [`Plan::fingerprint`] tells it from others.
    pub(crate) plan: String,
    pub(crate) number: GameNumber,
    pub(crate) summary: GameSummary,
}

impl SavedGame {
    /// Reads what a line holds beyond the game.
    pub(crate) fn of(game: &GameRecord) -> Result<SavedGame, String> {
        let tag = game.extra.get(TAG).ok_or("not a game of a tournament")?;
        let tag = Tag::deserialize(tag)
            .map_err(|error| format!("its tournament data cannot be read: {error}"))?;
        let result = game.result.ok_or("a game without a result")?;
        let number = GameNumber {
            pairing: tag.pairing,
            pair: tag.pair,
            is_swapped: tag.is_swapped,
        };
        let times = BySide::new(tag.red.read(), tag.blue.read());
        let summary = GameSummary::new(number, result.outcome, result.reason, tag.plies, &times);
        Ok(SavedGame {
            plan: tag.plan,
            number,
            summary,
        })
    }
}

/// A game of this plan and no other.
fn read_own_game(
    game: &GameRecord,
    plan: &Plan,
    fingerprint: &str,
) -> Result<(GameNumber, GameSummary), String> {
    let saved = SavedGame::of(game)?;
    if saved.plan != fingerprint {
        let (red, blue) = (&game.names[Side::Red], &game.names[Side::Blue]);
        return Err(format!(
            "a game of another tournament ({red} against {blue}, rules {}, seed {}); players, rules, seed, setups and clock must be the same",
            game.rules,
            game.seeds.game.unwrap_or(0)
        ));
    }
    if saved.number.pairing >= plan.pairings.len() {
        return Err(format!("there is no pairing {}", saved.number.pairing));
    }
    Ok((saved.number, saved.summary))
}

impl Used {
    fn new(time: &TimeUse) -> Used {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        Used {
            moves: time.moves,
            total_us: micros(time.total),
            longest_us: micros(time.longest),
        }
    }

    fn read(&self) -> TimeUse {
        TimeUse {
            moves: self.moves,
            total: Duration::from_micros(self.total_us),
            longest: Duration::from_micros(self.longest_us),
        }
    }
}
