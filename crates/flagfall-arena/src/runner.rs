//! Playing a plan with several workers.
//!
//! Each game depends on its own seeds alone, and results are kept by number, so that neither the number of workers nor their
//! speed changes them. The sequential test looks at pairs in the order of their numbers, never at a later pair before an
//! earlier one, so that it stops after the same pair for any number of workers.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use flagfall_bots::SpecError;

use crate::contestant::Player;
use crate::plan::{GameNumber, Plan, PlanError};
use crate::play::{Played, play};
use crate::results::{GameSummary, Results};
use crate::save::{SaveError, SaveFile};
use crate::stats::{Pentanomial, Sprt, SprtReport, SprtState};

/// How to play a plan.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How many games are played at once.
    pub jobs: usize,
    /// Where every finished game is written to.
    pub save: Option<PathBuf>,
    /// Whether to go on with the games already in that file.
    pub resume: bool,
    /// When to stop early; only for a plan with one pairing.
    pub sprt: Option<Sprt>,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions {
            jobs: 1,
            save: None,
            resume: false,
            sprt: None,
        }
    }
}

/// Why a plan could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The plan itself is wrong.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A bot cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The save file cannot be read or written.
    #[error(transparent)]
    Save(#[from] SaveError),
}

/// Plays what is missing of a plan. `observe` is called after every batch of finished games, and with what was found in the
/// save file.
///
/// # Errors
/// If the plan cannot be played or its games cannot be saved.
pub fn run(
    plan: &Plan,
    options: &RunOptions,
    observe: &mut dyn FnMut(Notice<'_>),
) -> Result<Results, RunError> {
    plan.check()?;
    let move_time = plan.move_time.unwrap_or(Plan::DEFAULT_MOVE_TIME);
    for player in &plan.players {
        player.build(move_time)?;
    }
    let mut results = Results::default();
    let mut save = None;
    if let Some(path) = &options.save {
        let opened = if options.resume {
            SaveFile::resume(path, plan, &mut results)?
        } else {
            SaveFile::create(path)?
        };
        if let Some(dropped) = opened.dropped() {
            observe(Notice::DroppedLine { line: dropped });
        }
        observe(Notice::Resumed {
            games: results.len(),
        });
        save = Some(opened);
    }
    let missing: Vec<GameNumber> = plan
        .games()
        .filter(|number| !results.contains(*number))
        .collect();
    let mut stop = EarlyStop::new(options.sprt);
    if !stop.is_reached(&results) {
        play_missing(plan, options.jobs.max(1), &missing, &mut |batch| {
            if let Some(save) = &mut save {
                save.append(plan, &batch)?;
            }
            for (number, played) in &batch {
                results.insert(*number, GameSummary::of(*number, played));
            }
            let is_reached = stop.is_reached(&results);
            observe(Notice::Progress {
                results: &results,
                sprt: stop.report,
            });
            Ok(!is_reached)
        })?;
    }
    if let Some(pairs) = stop.after {
        results.truncate(pairs);
    }
    Ok(results)
}

/// What a caller may want to show while a plan is played.
#[derive(Debug)]
pub enum Notice<'a> {
    /// The save file ended in a half-written line, which was dropped.
    DroppedLine {
        /// Its number.
        line: usize,
    },
    /// This many games were found in the save file.
    Resumed {
        /// How many.
        games: usize,
    },
    /// More games are finished.
    Progress {
        /// All that are.
        results: &'a Results,
        /// Where the sequential test stands.
        sprt: Option<SprtReport>,
    },
}

/// The sequential test over the leading pairs.
struct EarlyStop {
    sprt: Option<Sprt>,
    pairs: Pentanomial,
    report: Option<SprtReport>,
    /// After how many pairs the test has decided.
    after: Option<u32>,
}

impl EarlyStop {
    fn new(sprt: Option<Sprt>) -> EarlyStop {
        EarlyStop {
            sprt,
            pairs: Pentanomial::default(),
            report: None,
            after: None,
        }
    }

    fn is_reached(&mut self, results: &Results) -> bool {
        let Some(sprt) = self.sprt else { return false };
        let seen = self.pairs.pairs();
        for (first, second) in results.leading_pairs(0).skip(seen as usize) {
            if self.after.is_some() {
                break;
            }
            self.pairs.add_pair(first, second);
            let report = sprt.report(self.pairs);
            if report.state != SprtState::Continue {
                self.after = Some(self.pairs.pairs() as u32);
            }
            self.report = Some(report);
        }
        self.after.is_some()
    }
}

type Batch = Vec<(GameNumber, Played)>;

/// Plays the games and hands them over in batches as they are finished, until `take` says to stop.
fn play_missing(
    plan: &Plan,
    jobs: usize,
    missing: &[GameNumber],
    take: &mut dyn FnMut(Batch) -> Result<bool, RunError>,
) -> Result<(), RunError> {
    let next = AtomicUsize::new(0);
    let is_stopped = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.min(missing.len()) {
            let (sender, next, is_stopped) = (sender.clone(), &next, &is_stopped);
            scope.spawn(move || {
                let mut worker = Worker {
                    plan,
                    bots: HashMap::new(),
                };
                while !is_stopped.load(Ordering::Relaxed) {
                    let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        break;
                    };
                    if sender.send((number, worker.play(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Whatever has piled up while the last batch was saved makes the next one: one sync serves all of it.
        while let Ok(game) = receiver.recv() {
            let batch = std::iter::once(game).chain(receiver.try_iter()).collect();
            let goes_on = take(batch);
            if !matches!(goes_on, Ok(true)) {
                is_stopped.store(true, Ordering::Relaxed);
            }
            if !goes_on? {
                break;
            }
        }
        Ok(())
    })
}

/// One thread with its own bots.
struct Worker<'a> {
    plan: &'a Plan,
    bots: HashMap<usize, Player>,
}

impl Worker<'_> {
    fn play(&mut self, number: GameNumber) -> Played {
        let (first, second) = self.plan.pairings[number.pairing];
        let mut bots = [self.take_bot(first), self.take_bot(second)];
        let [a, b] = &mut bots;
        let played = play(self.plan, number, [a, b]);
        let [a, b] = bots;
        // After a fault nothing is known about a bot's state: the next game gets new ones.
        if played.fault.is_none() {
            self.bots.insert(first, a);
            self.bots.insert(second, b);
        }
        played
    }

    fn take_bot(&mut self, player: usize) -> Player {
        let move_time = self.plan.move_time.unwrap_or(Plan::DEFAULT_MOVE_TIME);
        self.bots.remove(&player).unwrap_or_else(|| {
            self.plan.players[player]
                .build(move_time)
                .expect("every player was built once before the first game")
        })
    }
}
