//! Many games stepped together.

use std::sync::{Arc, Mutex, PoisonError};

use flagfall_core::{Game, Rules, Seed, Square, Variant};
use rayon::prelude::*;

use crate::observation::OBS_BYTES;
use crate::parallel;
use crate::pool::SetupPool;
use crate::save;
use crate::slot::{ActionError, AtEnd, RUNNING, Seat, Slot};
use crate::stats::Stats;

/// In place of an action: the game is left as it is. Lets one of several players move in some of the games only.
pub const NO_ACTION: i16 = i16::MIN;

/// Fewer games than this are not worth a thread of their own.
const GAMES_PER_TASK: usize = 32;

/// How the games of a batch are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many games.
    pub n_games: usize,
    /// The rules of all of them.
    pub rules: Rules,
    /// Whether another game begins where one has ended.
    pub auto_reset: bool,
    /// Whether games 2k and 2k + 1 begin with the same setups.
    pub paired: bool,
    /// Setups and the built-in players depend on this and on nothing else.
    pub seed: Seed,
}

/// The players that live in the environment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Any legal move.
    Random,
    /// [`heuristic`](crate::heuristic).
    Heuristic,
}

/// Why a batch refuses a call.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BatchError {
    /// No game at all.
    #[error("a batch has at least one game")]
    NoGames,
    /// The setups are those of another variant.
    #[error("the setups are not those of a {0} game")]
    WrongVariant(Variant),
    /// More guests than games.
    #[error("{guests} guests have no room in {games} games")]
    TooManyGuests {
        /// How many guests.
        guests: usize,
        /// How many games.
        games: usize,
    },
    /// A buffer with a wrong number of elements.
    #[error("the buffer of {what} has {found} elements instead of {expected}")]
    WrongLength {
        /// Which buffer.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The right length.
        expected: usize,
    },
    /// A game was given an action it does not allow. The other games have been stepped.
    #[error("game {game}, action {action}: {reason}")]
    BadAction {
        /// Which game.
        game: usize,
        /// Which action.
        action: i16,
        /// What is wrong with it.
        reason: String,
    },
}

/// Games stepped together. The results do not depend on the number of threads.
#[derive(Clone, Debug)]
pub struct Batch {
    options: Options,
    pool: SetupPool,
    pub(crate) slots: Vec<Slot>,
    pub(crate) stats: Stats,
}

impl Batch {
    /// Starts all games.
    ///
    /// # Errors
    /// If there are none, or the pool is of another variant than the rules.
    pub fn new(options: Options, pool: SetupPool) -> Result<Batch, BatchError> {
        if options.n_games == 0 {
            return Err(BatchError::NoGames);
        }
        if pool.variant() != options.rules.variant {
            return Err(BatchError::WrongVariant(options.rules.variant));
        }
        let slots = (0..options.n_games)
            .into_par_iter()
            .map(|index| {
                let start = if options.paired { index / 2 } else { index };
                Slot::new(options.rules, &pool, options.seed.derive(start as u64))
            })
            .collect();
        Ok(Batch {
            options,
            pool,
            slots,
            stats: Stats::default(),
        })
    }

    /// Gives seats in the first games to guests who bring their own setups, to games that have not begun and to all that follow: the
    /// k-th pool is that of the guest in game k, whose side is [`guest_side`](crate::guest_side). Both games of a pair begin
    /// with the same two setups, if their pools are the same.
    ///
    /// # Errors
    /// If there are more guests than games, or a pool is of another variant; nobody is seated then.
    pub fn seat_guests(&mut self, pools: &[Arc<SetupPool>]) -> Result<(), BatchError> {
        if pools.len() > self.slots.len() {
            return Err(BatchError::TooManyGuests {
                guests: pools.len(),
                games: self.slots.len(),
            });
        }
        let variant = self.options.rules.variant;
        if pools.iter().any(|pool| pool.variant() != variant) {
            return Err(BatchError::WrongVariant(variant));
        }
        for (index, (slot, setups)) in self.slots.iter_mut().zip(pools).enumerate() {
            let setups = Arc::clone(setups);
            slot.give_seat(Seat { index, setups }, &self.pool);
        }
        Ok(())
    }

    /// How the games are played.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// One of the games, whole: for records and referees. Players get a [view](Game::view) of it and nothing else.
    pub fn game(&self, index: usize) -> Option<&Game> {
        self.slots.get(index).map(|slot| &slot.game)
    }

    /// How many games came before the one that is played at this place now.
    pub fn serial(&self, index: usize) -> Option<u64> {
        self.slots.get(index).map(|slot| slot.serial)
    }

    /// Counts since the batch was made.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Packs what the player to move of each game sees: [`OBS_BYTES`] a game, all zeros where the game is over.
    ///
    /// # Errors
    /// If the buffer has the wrong length.
    pub fn observe(&self, obs: &mut [u8]) -> Result<(), BatchError> {
        self.expect_length("observations", obs.len(), OBS_BYTES)?;
        self.slots
            .par_iter()
            .zip(obs.par_chunks_exact_mut(OBS_BYTES))
            .with_min_len(GAMES_PER_TASK)
            .for_each(|(slot, out)| slot.observe(out));
        Ok(())
    }

    /// Plays one action in each game, then observes. `outcomes` tell how the action ended its game for the player who made
    /// it: 0 it did not, 1 win, 2 draw, 3 loss. Where a game has ended, the next one is observed, or zeros without
    /// automatic reset; actions of games that are over are ignored, and [`NO_ACTION`] leaves a game as it is.
    ///
    /// # Errors
    /// If a buffer has the wrong length, or an action is not legal in its game.
    pub fn step(
        &mut self,
        actions: &[i16],
        obs: &mut [u8],
        outcomes: &mut [u8],
    ) -> Result<(), BatchError> {
        self.step_all(actions, obs, outcomes, None)
    }

    /// [`step`](Batch::step) and [`training_truth`](Batch::training_truth) in one pass over the games. **For training only.**
    ///
    /// # Errors
    /// As those of the two.
    pub fn step_with_truth(
        &mut self,
        actions: &[i16],
        obs: &mut [u8],
        outcomes: &mut [u8],
        truth: &mut [u8],
    ) -> Result<(), BatchError> {
        self.expect_length("true ranks", truth.len(), Square::COUNT)?;
        self.step_all(actions, obs, outcomes, Some(truth))
    }

    fn step_all(
        &mut self,
        actions: &[i16],
        obs: &mut [u8],
        outcomes: &mut [u8],
        truth: Option<&mut [u8]>,
    ) -> Result<(), BatchError> {
        self.expect_length("actions", actions.len(), 1)?;
        self.expect_length("observations", obs.len(), OBS_BYTES)?;
        self.expect_length("outcomes", outcomes.len(), 1)?;
        let at_end = if self.options.auto_reset {
            AtEnd::Restart
        } else {
            AtEnd::Stay
        };
        let pool = &self.pool;
        let size = parallel::chunk_size(self.slots.len());
        let mut truths = truth.map(|truth| truth.chunks_mut(size * Square::COUNT));
        let chunks = self
            .slots
            .chunks_mut(size)
            .zip(actions.chunks(size))
            .zip(obs.chunks_mut(size * OBS_BYTES))
            .zip(outcomes.chunks_mut(size))
            .enumerate()
            .map(|(index, (((slots, actions), obs), outcomes))| Chunk {
                first: index * size,
                slots,
                actions,
                obs,
                outcomes,
                truth: truths.as_mut().and_then(Iterator::next),
            });
        let summary = Mutex::new(Summary::default());
        parallel::for_each(chunks, |chunk| {
            let part = chunk.step(at_end, pool);
            parallel::lock(&summary).merge(part);
        });
        let summary = summary.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.stats += summary.stats;
        match summary.error {
            None => Ok(()),
            Some((game, action, reason)) => Err(BatchError::BadAction {
                game,
                action,
                reason: reason.to_string(),
            }),
        }
    }

    /// The true rank of each hidden enemy piece, 100 bytes a game in the frame of the player to move, 255 elsewhere.
    /// **For training only**: what is learned from and judged by, never something a player may see.
    ///
    /// # Errors
    /// If the buffer has the wrong length.
    pub fn training_truth(&self, truth: &mut [u8]) -> Result<(), BatchError> {
        self.expect_length("true ranks", truth.len(), Square::COUNT)?;
        self.slots
            .par_iter()
            .zip(truth.par_chunks_exact_mut(Square::COUNT))
            .with_min_len(4 * GAMES_PER_TASK)
            .for_each(|(slot, out)| slot.training_truth(out));
        Ok(())
    }

    /// What a built-in player would do now in each game; 0 where the game is over. Asking changes nothing.
    ///
    /// # Errors
    /// If the buffer has the wrong length.
    pub fn player_actions(&self, player: Player, actions: &mut [i16]) -> Result<(), BatchError> {
        self.expect_length("actions", actions.len(), 1)?;
        self.slots
            .par_iter()
            .zip(actions)
            .with_min_len(GAMES_PER_TASK)
            .for_each(|(slot, action)| {
                let chosen = match player {
                    Player::Random => slot.random_action(),
                    Player::Heuristic => slot.heuristic_action(),
                };
                *action = chosen as i16;
            });
        Ok(())
    }

    /// 1 for each game that goes on, 0 for each that is over.
    ///
    /// # Errors
    /// If the buffer has the wrong length.
    pub fn running(&self, running: &mut [u8]) -> Result<(), BatchError> {
        self.expect_length("running flags", running.len(), 1)?;
        for (slot, flag) in self.slots.iter().zip(running) {
            *flag = u8::from(slot.game.result().is_none());
        }
        Ok(())
    }

    /// Everything that is needed to go on, as bytes.
    pub fn save(&self) -> Vec<u8> {
        save::save(self)
    }

    /// Takes up what [`save`](Batch::save) wrote. Options and setups stay this batch's own; with the same ones, all goes on
    /// as if there had been no break.
    ///
    /// # Errors
    /// If the bytes are damaged or of a batch with another number of games or other rules; the batch is then unchanged.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), save::LoadError> {
        save::load(self, bytes)
    }

    fn expect_length(
        &self,
        what: &'static str,
        found: usize,
        each: usize,
    ) -> Result<(), BatchError> {
        let expected = each * self.slots.len();
        if found == expected {
            Ok(())
        } else {
            Err(BatchError::WrongLength {
                what,
                found,
                expected,
            })
        }
    }
}

/// Neighboring games with their parts of the buffers.
struct Chunk<'a> {
    first: usize,
    slots: &'a mut [Slot],
    actions: &'a [i16],
    obs: &'a mut [u8],
    outcomes: &'a mut [u8],
    truth: Option<&'a mut [u8]>,
}

impl Chunk<'_> {
    /// Steps all games of the chunk.
    fn step(mut self, at_end: AtEnd, pool: &SetupPool) -> Summary {
        let mut summary = Summary::default();
        for (index, slot) in self.slots.iter_mut().enumerate() {
            let action = self.actions[index];
            if action == NO_ACTION {
                self.outcomes[index] = RUNNING;
            } else {
                // A negative number becomes one far too large, which no action is.
                match slot.step(action as usize, at_end, pool, &mut summary.stats) {
                    Ok(code) => self.outcomes[index] = code,
                    Err(reason) => {
                        let error = (self.first + index, action, reason);
                        summary.error.get_or_insert(error);
                    }
                }
            }
            slot.observe(&mut self.obs[index * OBS_BYTES..][..OBS_BYTES]);
            if let Some(truth) = &mut self.truth {
                slot.training_truth(&mut truth[index * Square::COUNT..][..Square::COUNT]);
            }
        }
        summary
    }
}

/// What a step brought: counts, and the first game that refused its action.
#[derive(Default)]
struct Summary {
    stats: Stats,
    error: Option<(usize, i16, ActionError)>,
}

impl Summary {
    /// Takes in another part. The parts may come in any order.
    fn merge(&mut self, part: Summary) {
        self.stats += part.stats;
        let errors = [self.error, part.error].into_iter().flatten();
        self.error = errors.min_by_key(|(game, ..)| *game);
    }
}
