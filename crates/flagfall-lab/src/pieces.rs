//! Measurements cut into pieces: several workers take them, finished ones are kept at once, and what is kept is not measured
//! again.
//!
//! A piece depends on its number and the seed alone, so neither the number of workers nor a kill in between changes a result.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use flagfall_core::Seed;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::bench::{Bench, Finished, Progress};
use crate::error::LabError;

/// A number of games, cut into pieces.
#[derive(Clone, Debug)]
pub(crate) struct Pieces<'a> {
    /// The experiment.
    pub(crate) id: &'a str,
    /// What is measured, for people.
    pub(crate) part: &'a str,
    /// Everything that decides what is played, but for the seed: unfinished work is only used again if this is the same.
    pub(crate) settings: &'a str,
    /// How many games there are.
    pub(crate) games: u64,
    /// How many games a piece has; the last one may have fewer.
    pub(crate) games_a_piece: u64,
}

/// One piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// The number of its first game among all.
    pub(crate) first: u64,
    /// How many games to play.
    pub(crate) games: u64,
    /// Where their randomness comes from.
    pub(crate) seed: Seed,
}

/// A finished piece as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept<T> {
    piece: u64,
    games: u64,
    result: T,
}

/// Works on all pieces and returns their results in order.
pub(crate) fn measure<T>(
    bench: &Bench,
    pieces: &Pieces<'_>,
    progress: &mut dyn FnMut(Progress<'_>),
    work: impl Fn(Piece) -> Result<T, LabError> + Sync,
) -> Result<Vec<T>, LabError>
where
    T: Serialize + DeserializeOwned + Send,
{
    let stamp = stamp(pieces.id, pieces.settings);
    let seed = bench.seed.derive(stamp);
    let count = pieces.games.div_ceil(pieces.games_a_piece);
    let games_of = |piece: u64| {
        let before = piece * pieces.games_a_piece;
        (pieces.games - before).min(pieces.games_a_piece)
    };
    let path = bench.work_file(&format!("{}-{stamp:016x}", pieces.id))?;
    let (file, kept) = Finished::open::<Kept<T>>(&path)?;
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    let mut done = 0;
    for one in kept {
        // A last piece of a smaller scale is smaller, and no use now.
        if one.piece < count && one.games == games_of(one.piece) {
            let slot = &mut results[one.piece as usize];
            done += if slot.is_none() { one.games } else { 0 };
            *slot = Some(one.result);
        }
    }
    let missing: Vec<u64> = (0..count)
        .filter(|&piece| results[piece as usize].is_none())
        .collect();
    let mut tell = |done| {
        progress(Progress {
            part: pieces.part,
            done,
            total: pieces.games,
        });
    };
    tell(done);
    let next = AtomicU64::new(0);
    let is_stopped = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..bench.jobs.clamp(1, missing.len().max(1)) {
            let (sender, next, is_stopped) = (sender.clone(), &next, &is_stopped);
            let (missing, work) = (&missing, &work);
            scope.spawn(move || {
                while !is_stopped.load(Ordering::Relaxed) {
                    let turn = next.fetch_add(1, Ordering::Relaxed) as usize;
                    let Some(&piece) = missing.get(turn) else {
                        break;
                    };
                    let result = work(Piece {
                        first: piece * pieces.games_a_piece,
                        games: games_of(piece),
                        seed: seed.derive(piece),
                    });
                    if sender.send((piece, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut keep = |piece: u64, result: Result<T, LabError>| {
            let kept = Kept {
                piece,
                games: games_of(piece),
                result: result?,
            };
            file.append(&kept)?;
            done += kept.games;
            tell(done);
            results[piece as usize] = Some(kept.result);
            Ok::<(), LabError>(())
        };
        while let Ok((piece, result)) = receiver.recv() {
            if let Err(error) = keep(piece, result) {
                is_stopped.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(())
    })?;
    Ok(results.into_iter().flatten().collect())
}

/// A number that tells settings apart. The version is in it because players may change from one to the next.
fn stamp(id: &str, settings: &str) -> u64 {
    let text = format!("{id} {settings} {}", env!("CARGO_PKG_VERSION"));
    let hash = |seed: Seed, byte| seed.derive(u64::from(byte));
    text.bytes().fold(Seed(0), hash).0
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn bench(out: &Path, jobs: usize) -> Bench {
        Bench {
            scale: 1.0,
            jobs,
            seed: Seed(7),
            out: out.to_path_buf(),
        }
    }

    const PIECES: Pieces<'static> = Pieces {
        id: "test",
        part: "part",
        settings: "settings",
        games: 23,
        games_a_piece: 5,
    };

    #[test]
    fn a_run_that_was_killed_goes_on_and_gives_what_an_unbroken_one_gives() {
        let (whole, broken) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let numbers = |piece: Piece| Ok((piece.games, piece.seed.0));
        let expected = measure(&bench(whole.path(), 1), &PIECES, &mut |_| {}, numbers).unwrap();
        assert_eq!(expected.iter().map(|(games, _)| games).sum::<u64>(), 23);

        let started = AtomicU64::new(0);
        let dies = |piece: Piece| {
            if started.fetch_add(1, Ordering::Relaxed) == 2 {
                return Err(LabError::Unknown {
                    id: String::new(),
                    known: String::new(),
                });
            }
            numbers(piece)
        };
        assert!(measure(&bench(broken.path(), 1), &PIECES, &mut |_| {}, dies).is_err());
        let again = AtomicU64::new(0);
        let counted = |piece: Piece| {
            again.fetch_add(1, Ordering::Relaxed);
            numbers(piece)
        };
        let resumed = measure(&bench(broken.path(), 3), &PIECES, &mut |_| {}, counted).unwrap();
        assert_eq!(resumed, expected);
        assert_eq!(again.into_inner(), 3);
    }

    #[test]
    fn other_settings_do_not_use_work_that_is_not_theirs() {
        let folder = tempfile::tempdir().unwrap();
        let numbers = |piece: Piece| Ok(piece.seed.0);
        let other = Pieces {
            settings: "other settings",
            ..PIECES
        };
        let bench = bench(folder.path(), 2);
        let first = measure(&bench, &PIECES, &mut |_| {}, numbers).unwrap();
        assert_ne!(
            measure(&bench, &other, &mut |_| {}, numbers).unwrap(),
            first
        );
    }
}
