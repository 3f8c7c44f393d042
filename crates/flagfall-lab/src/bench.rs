//! How an experiment is to be run: how large, with how many workers, from which seed, and where its files go.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use flagfall_core::Seed;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::LabError;
use crate::report::Report;

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct Bench {
    /// The share of the paper's number of games that is played; every measurement has at least two games.
    pub scale: f64,
    /// How many games are played at once. It changes no result.
    pub jobs: usize,
    /// Where all randomness comes from.
    pub seed: Seed,
    /// The folder of the reports. Below it, `work` holds what is needed to go on after a kill.
    pub out: PathBuf,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Which measurement it is at.
    pub part: &'a str,
    /// Games played of this measurement.
    pub done: u64,
    /// Games it has in all.
    pub total: u64,
}

impl Bench {
    /// How many games to play where the paper has this many: even, because colors are swapped.
    pub fn games(&self, paper: u64) -> u64 {
        let games = (paper as f64 * self.scale).round() as u64;
        games.max(2).next_multiple_of(2)
    }

    /// Whether the scale leaves at most one of the paper's games. Two are played all the same, but to no more purpose than
    /// to see that the experiment runs, so they may be broken off.
    pub fn is_trial(&self, paper: u64) -> bool {
        paper as f64 * self.scale <= 1.0
    }

    /// Whether a run of this experiment would lose nothing: a report of a larger scale may have taken hours.
    ///
    /// # Errors
    /// If the folder has a report of a larger scale, or one that cannot be read.
    pub fn check_place(&self, id: &'static str) -> Result<(), LabError> {
        match Report::read(&self.out, id)? {
            Some(report) if report.scale > self.scale => Err(LabError::LessThanKept {
                folder: self.out.clone(),
                id,
                kept: report.scale,
                asked: self.scale,
            }),
            _ => Ok(()),
        }
    }

    /// The file for unfinished work of this name, whose folder is made if it is not there.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub(crate) fn work_file(&self, name: &str) -> Result<PathBuf, LabError> {
        let folder = self.out.join("work");
        fs::create_dir_all(&folder).map_err(LabError::io(&folder))?;
        Ok(folder.join(format!("{name}-seed{}.jsonl", self.seed.0)))
    }

    /// Throws away the work of an experiment whose full report has been written. What stays would be taken for the results of a
    /// later run, by a program that may play otherwise by then. A smaller run throws nothing away: a larger one may be under
    /// way, and uses what it has played.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn clear_work(&self, id: &str) -> Result<(), LabError> {
        if self.scale < 1.0 {
            return Ok(());
        }
        let folder = self.out.join("work");
        let Ok(entries) = fs::read_dir(&folder) else {
            return Ok(());
        };
        let end = format!("-seed{}.jsonl", self.seed.0);
        for entry in entries.flatten() {
            let name = entry.file_name();
            let stamp = name
                .to_str()
                .and_then(|name| name.strip_prefix(id)?.strip_prefix('-')?.strip_suffix(&end));
            // Ids can begin alike, so the rest must be a stamp and nothing more.
            if stamp.is_some_and(|stamp| u64::from_str_radix(stamp, 16).is_ok()) {
                fs::remove_file(entry.path()).map_err(LabError::io(&entry.path()))?;
            }
        }
        Ok(())
    }
}

/// A file of finished pieces of work, one JSON line each, that is only ever appended to.
#[derive(Debug)]
pub(crate) struct Finished {
    path: PathBuf,
}

impl Finished {
    /// Opens the file and reads what it holds. A last line without its line break was cut off by a kill and is dropped.
    pub(crate) fn open<T: DeserializeOwned>(path: &Path) -> Result<(Finished, Vec<T>), LabError> {
        let finished = Finished {
            path: path.to_path_buf(),
        };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(LabError::io(path)(error)),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole < text.len() {
            let file = OpenOptions::new().write(true).open(path);
            file.and_then(|file| file.set_len(whole as u64))
                .map_err(LabError::io(path))?;
        }
        let mut items = Vec::new();
        for (index, line) in text[..whole].lines().enumerate() {
            let item = serde_json::from_str(line).map_err(|error| LabError::Parse {
                path: path.to_path_buf(),
                line: index + 1,
                error,
            })?;
            items.push(item);
        }
        Ok((finished, items))
    }

    /// Adds a piece.
    pub(crate) fn append<T: Serialize>(&self, item: &T) -> Result<(), LabError> {
        let mut line = serde_json::to_string(item).expect("plain counts can always be written");
        line.push('\n');
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&self.path);
        file.and_then(|mut file| file.write_all(line.as_bytes()))
            .map_err(LabError::io(&self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_cleared_for_one_experiment_and_seed_alone() {
        let folder = tempfile::tempdir().unwrap();
        let bench = Bench {
            scale: 1.0,
            jobs: 1,
            seed: Seed(7),
            out: folder.path().to_path_buf(),
        };
        bench.clear_work("mets-8").unwrap();
        let stamp = "00000000000000ab";
        let other_seed = Bench {
            seed: Seed(8),
            ..bench.clone()
        };
        let path = |bench: &Bench, id: &str| bench.work_file(&format!("{id}-{stamp}")).unwrap();
        let gone = path(&bench, "mets-8");
        let kept = [path(&bench, "mets-8-x"), path(&other_seed, "mets-8")];
        for file in kept.iter().chain([&gone]) {
            fs::write(file, "{}\n").unwrap();
        }
        let smaller = Bench {
            scale: 0.5,
            ..bench.clone()
        };
        smaller.clear_work("mets-8").unwrap();
        assert!(gone.exists(), "a larger run may still need it");
        bench.clear_work("mets-8").unwrap();
        assert!(!gone.exists());
        assert!(kept.iter().all(|file| file.exists()));
    }

    #[test]
    fn a_line_cut_off_by_a_kill_is_dropped_and_the_rest_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let (file, none) = Finished::open::<u64>(&path).unwrap();
        assert!(none.is_empty());
        file.append(&1u64).unwrap();
        file.append(&2u64).unwrap();
        fs::write(&path, "1\n2\n3").unwrap();
        let (file, two) = Finished::open::<u64>(&path).unwrap();
        assert_eq!(two, [1, 2]);
        file.append(&4u64).unwrap();
        assert_eq!(Finished::open::<u64>(&path).unwrap().1, [1, 2, 4]);
    }

    #[test]
    fn scaled_numbers_of_games_are_even_and_at_least_two() {
        let bench = |scale| Bench {
            scale,
            jobs: 1,
            seed: Seed(1),
            out: PathBuf::new(),
        };
        assert_eq!(bench(1.0).games(1000), 1000);
        assert_eq!(bench(0.001).games(100), 2);
        assert_eq!(bench(0.0125).games(1000), 14);
    }
}
