//! Bots as guests in a batch of games.
//!
//! A learner that plays nobody but itself can stay blind to ways of playing that it never meets. In the first games of a batch
//! one seat is therefore given to a bot, which answers there in the learner's place. The learner goes on to see the position
//! before every ply, the guest's too, so that turns alternate as in all other games; it must not learn from what the guest did.
//!
//! A guest is an ordinary [`Bot`] and gets what every bot gets: its own side's view. It takes the setup that the batch has drawn
//! for its side, begins every game anew, and is not told of the end, because the next game stands there by then. A guest that
//! gives up or cannot answer in a turn moves at random in it, since games of a batch are won on the board alone.

use flagfall_bots::{Bot, BotSpec, Budget, Choice, GameStart, SpecError, build, player_seed};
use flagfall_core::{Game, Move, Seed, Side, Start, View};
use flagfall_env::{Batch, action};
use rayon::prelude::*;

/// Why guests cannot be seated or cannot play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GuestError {
    /// A line that is not a number and a bot.
    #[error("{0:?} is not a number of games and a bot, as in \"64 invincible\"")]
    Malformed(String),
    /// A bot that cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// More guests than games.
    #[error("{guests} guests have no room in {games} games")]
    TooMany {
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
}

/// The guests of one batch; the first sits in game 0, the next in game 1, and so on.
pub struct Guests {
    guests: Vec<Guest>,
}

impl Guests {
    /// Invites guests by a text with lines of a number of games and a bot, `64 invincible`. Their bots should have counted
    /// budgets, or their moves depend on the machine.
    ///
    /// # Errors
    /// If a line does not say that, or there is no such bot.
    pub fn invite(text: &str, seed: Seed) -> Result<Guests, GuestError> {
        let mut guests = Vec::new();
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
        }
        Ok(Guests { guests })
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
            return Err(GuestError::TooMany {
                guests: self.guests.len(),
                games,
            });
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
        self.guests
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
        Ok(())
    }
}

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
        let side = side_of_guest(self.index, serial);
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
            opponent: "learner".to_owned(),
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

/// Guests change sides from game to game; in the first one they are blue in the even places, as the opponent of a match in
/// pairs is.
fn side_of_guest(index: usize, serial: u64) -> Side {
    if (index as u64 + serial).is_multiple_of(2) {
        Side::Blue
    } else {
        Side::Red
    }
}
