//! Bots as guests in a batch of games.
//!
//! A learner that plays nobody but itself can stay blind to ways of playing that it never meets. In the first games of a batch
//! one seat is therefore given to a bot, which answers there in the learner's place. The learner goes on to see the position
//! before every ply, the guest's too, so that turns alternate as in all other games; it must not learn from what the guest did.
//!
//! A guest is an ordinary [`Bot`] and gets what every bot gets: its own side's view. It takes the setup that the batch has drawn
//! for its side, from setups of its own when it [brings](Guests::bring_setups) them, begins every game anew, and is not told of the end, because the next game stands there by then. A guest that
//! gives up or cannot answer in a turn moves at random in it, since games of a batch are won on the board alone.
//!
//! Guests think on threads of their own, so that they can think about one batch while another one is stepped: on the threads
//! that step, a batch would wait for the last guest of the other.

use std::sync::{Arc, OnceLock};

use flagfall_bots::{
    Bot, BotSpec, Budget, Choice, GameStart, SpecError, build, player_seed, setup_by,
};
use flagfall_core::{Game, Move, Rules, Seed, Side, Start, View};
use flagfall_env::{Batch, BatchError, PoolError, SetupPool, action, guest_side};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Why guests cannot be seated or cannot play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GuestError {
    /// A line that is not a number and a bot.
    #[error("{0:?} is not a number of games and a bot, as in \"64 invincible\"")]
    Malformed(String),
    /// A bot that cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// They cannot be seated.
    #[error(transparent)]
    Seat(#[from] BatchError),
    /// A bot that makes no setup.
    #[error("a guest makes no setup: {0}")]
    NoSetup(String),
    /// A bot whose setups are of no use.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// The machine gives no threads to think on.
    #[error("no threads for the guests: {0}")]
    NoThreads(String),
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
}

/// As many cores are left to those who step the batches and feed the device.
const CORES_LEFT: usize = 2;

/// The guests of one batch; the first sits in game 0, the next in game 1, and so on.
pub struct Guests {
    guests: Vec<Guest>,
    /// Guests of one kind, as they were invited: how many, and the bot.
    kinds: Vec<(usize, BotSpec)>,
    seed: Seed,
    threads: &'static ThreadPool,
}

impl Guests {
    /// Invites guests by a text with lines of a number of games and a bot, `64 invincible`. Their bots should have counted
    /// budgets, or their moves depend on the machine.
    ///
    /// # Errors
    /// If a line does not say that, or there is no such bot.
    pub fn invite(text: &str, seed: Seed) -> Result<Guests, GuestError> {
        let (mut guests, mut kinds) = (Vec::new(), Vec::new());
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (count, spec) = line
                .split_once(' ')
                .and_then(|(count, spec)| Some((count.parse::<usize>().ok()?, spec)))
                .ok_or_else(|| GuestError::Malformed(line.to_owned()))?;
            let spec: BotSpec = spec.trim().parse()?;
            for _ in 0..count {
                let index = guests.len();
                guests.push(Guest {
                    bot: build(&spec)?,
                    index,
                    seed: seed.derive(index as u64),
                    serial: None,
                    seen: 0,
                });
            }
            kinds.push((count, spec));
        }
        let threads = threads()?;
        Ok(Guests {
            guests,
            kinds,
            seed,
            threads,
        })
    }

    /// Lets the guests play with setups of their own making, as they do in a match, in games that have not begun and in all that follow.
    ///
    /// # Errors
    /// If a bot makes no setup, or there are fewer games than guests.
    pub fn bring_setups(&self, batch: &mut Batch) -> Result<(), GuestError> {
        let rules = batch.options().rules;
        let mut pools = Vec::new();
        for (count, spec) in &self.kinds {
            let pool = Arc::new(own_setups(spec, rules, self.seed)?);
            pools.extend(std::iter::repeat_n(pool, *count));
        }
        Ok(batch.seat_guests(&pools)?)
    }

    /// Where it is a guest's turn, puts its action in place of the learner's and sets the game's flag; clears the flags of all
    /// other games. To be called before every step of the batch.
    ///
    /// # Errors
    /// If there are fewer games than guests, or a buffer has the wrong length.
    pub fn choose(
        &mut self,
        batch: &Batch,
        actions: &mut [i16],
        theirs: &mut [u8],
    ) -> Result<(), GuestError> {
        let games = batch.options().n_games;
        if self.guests.len() > games {
            return Err(GuestError::Seat(BatchError::TooManyGuests {
                guests: self.guests.len(),
                games,
            }));
        }
        for (what, found) in [("actions", actions.len()), ("flags", theirs.len())] {
            if found != games {
                return Err(GuestError::WrongLength {
                    what,
                    found,
                    expected: games,
                });
            }
        }
        theirs.fill(0);
        let guests = &mut self.guests;
        self.threads.install(|| {
            guests
                .par_iter_mut()
                .zip(actions)
                .zip(theirs)
                // Some guests think a thousand times longer than others, so each may go to a thread of its own.
                .with_max_len(1)
                .for_each(|((guest, action), flag)| {
                    if let Some(own) = guest.turn(batch) {
                        *action = own;
                        *flag = 1;
                    }
                });
        });
        Ok(())
    }
}

/// The threads of all guests: those of two batches think at the same time.
fn threads() -> Result<&'static ThreadPool, GuestError> {
    static THREADS: OnceLock<Result<ThreadPool, String>> = OnceLock::new();
    let threads = THREADS.get_or_init(|| {
        let count = rayon::current_num_threads().saturating_sub(CORES_LEFT);
        let threads = ThreadPoolBuilder::new().num_threads(count.max(1)).build();
        threads.map_err(|error| error.to_string())
    });
    let threads = threads.as_ref();
    threads.map_err(|reason| GuestError::NoThreads(reason.clone()))
}

/// Setups that a bot makes: enough of them that a learner does not learn them by heart. A bot that chooses among many takes its time
/// over this once, `flagfall` more than a minute of one core (`setups=1` saves it).
fn own_setups(spec: &BotSpec, rules: Rules, seed: Seed) -> Result<SetupPool, GuestError> {
    const SETUPS: u64 = 1_000;
    let setups = (0..SETUPS)
        .into_par_iter()
        .map(|number| {
            setup_by(&mut *build(spec)?, rules, seed.derive(number), OPPONENT)
                .map_err(|fault| GuestError::NoSetup(fault.to_string()))
        })
        .collect::<Result<Vec<_>, _>>()?;
    Ok(SetupPool::of(rules.variant, setups)?)
}

/// What guests are told that their opponent is called.
const OPPONENT: &str = "learner";

/// A bot and the game it sits in.
struct Guest {
    bot: Box<dyn Bot>,
    index: usize,
    seed: Seed,
    /// Which of the games at this place it is playing.
    serial: Option<u64>,
    /// How many turns of it the bot knows.
    seen: usize,
}

impl Guest {
    /// The guest's action, if it is its turn.
    fn turn(&mut self, batch: &Batch) -> Option<i16> {
        let (game, serial) = (batch.game(self.index)?, batch.serial(self.index)?);
        let side = guest_side(self.index, serial);
        if self.serial != Some(serial) {
            self.serial = Some(serial);
            self.begin(game, side, self.seed.derive(serial));
        }
        for event in game.history().get(self.seen..).unwrap_or_default() {
            self.bot.observe(event);
        }
        self.seen = game.history().len();
        if game.result().is_some() || game.position().to_move() != side {
            return None;
        }
        let mv = self.choose(&game.view(side))?;
        Some(action::encode(mv, side) as i16)
    }

    /// Begins a game, which may be under way: after a batch was loaded. The bot then thinks about all its turns once more, so
    /// that it goes on as if there had been no break.
    fn begin(&mut self, game: &Game, side: Side, seed: Seed) {
        let Start::Setups(setups) = game.start() else {
            unreachable!("games of a batch start from setups")
        };
        let rules = *game.position().rules();
        self.bot.begin(&GameStart {
            side,
            rules,
            seed: player_seed(seed, side.index()),
            opponent: OPPONENT.to_owned(),
            given_setup: Some(setups[side]),
        });
        let mut past = Game::new(rules, *setups).expect("the batch began with them");
        for event in game.history() {
            if past.position().to_move() == side {
                self.choose(&past.view(side));
            }
            self.bot.observe(&past.advance(event.mv));
        }
        self.seen = game.history().len();
    }

    /// The bot's move; a random one if it has none.
    fn choose(&mut self, view: &View<'_>) -> Option<Move> {
        match self.bot.choose(view, &Budget::OWN) {
            Ok(Choice::Move(mv) | Choice::MoveAndOfferDraw(mv)) if view.check(mv).is_ok() => {
                Some(mv)
            }
            _ => {
                let turn = view.history().len() as u64;
                view.random_move(&mut self.seed.derive(turn).rng())
            }
        }
    }
}
