//! What every bot must keep to, checked by playing.
//!
//! - Its moves are legal, and so is its setup.
//! - The same seed gives the same game.
//! - Nothing is left over between games: a bot that has played plays the next game like a new one.
//! - It keeps a time budget.
//! - It plays no hidden information: when the enemy's hidden pieces are rearranged in any way that fits all it has seen, its
//!   moves stay the same.

use std::time::{Duration, Instant};

use flagfall_belief::sample_ranks;
use flagfall_core::{
    BySide, Game, Move, Position, PositionBuilder, Rules, Seed, Side, Square, Start, below,
};

use crate::blind::Blind;
use crate::bot::{Bot, Budget, Choice, Fault, GameStart};

/// How much to check.
#[derive(Clone, Debug)]
pub struct Effort {
    /// How many games to play in each part of the check.
    pub games: u64,
    /// The longest game, in plies.
    pub max_plies: u32,
    /// The budget given in every turn.
    pub budget: Budget,
    /// How much longer than its time budget a bot may take, for the noise of shared machines.
    pub grace: Duration,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            games: 4,
            max_plies: 300,
            budget: Budget::OWN,
            grace: Duration::from_millis(250),
        }
    }
}

/// What a bot did wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Violation {
    /// It could not answer.
    #[error("it failed to answer: {0}")]
    Failed(#[from] Fault),
    /// Its setup is of the wrong variant.
    #[error("its setup is not one for the rules {0}")]
    WrongSetup(Rules),
    /// It made a move that is not legal.
    #[error("at ply {ply} it played the illegal {mv}")]
    IllegalMove {
        /// When.
        ply: usize,
        /// Which move.
        mv: Move,
    },
    /// Two games that should have been the same were not.
    #[error("{what}: the games part at ply {ply}")]
    Differs {
        /// Which check failed.
        what: &'static str,
        /// Where the games part.
        ply: usize,
    },
    /// It took too long.
    #[error("at ply {ply} it took {took:?} of a budget of {budget:?}")]
    OverBudget {
        /// When.
        ply: usize,
        /// How long it took.
        took: Duration,
        /// How long it may take.
        budget: Duration,
    },
}

/// Checks a bot under these rules.
///
/// # Errors
/// The first violation found.
pub fn check(
    make: &dyn Fn() -> Box<dyn Bot>,
    rules: Rules,
    effort: &Effort,
) -> Result<(), Violation> {
    let mut used = make();
    for number in 0..effort.games {
        let seed = Seed(0xC0DE).derive(number);
        let side = if number % 2 == 0 {
            Side::Red
        } else {
            Side::Blue
        };
        let trial = Trial {
            seed,
            side,
            rules,
            effort,
        };
        let game = trial.play(make().as_mut())?;
        let again = trial.play(make().as_mut())?;
        same_moves("same seed, other game", &game, &again)?;
        let reused = trial.play(used.as_mut())?;
        same_moves("state left over from an earlier game", &game, &reused)?;
        trial.shuffle_hidden(make, &game)?;
    }
    Ok(())
}

struct Trial<'a> {
    seed: Seed,
    side: Side,
    rules: Rules,
    effort: &'a Effort,
}

impl Trial<'_> {
    /// A whole game of the bot against a blind player.
    fn play(&self, bot: &mut dyn Bot) -> Result<Game, Violation> {
        let mut blind = Blind::new();
        self.begin(bot, self.side);
        self.begin(&mut blind, !self.side);
        let setup = bot.setup()?;
        if setup.variant() != self.rules.variant {
            return Err(Violation::WrongSetup(self.rules));
        }
        let other = blind.setup()?;
        let setups = BySide::from_fn(|side| if side == self.side { setup } else { other });
        let mut game =
            Game::new(self.rules, setups).map_err(|_| Violation::WrongSetup(self.rules))?;
        while game.result().is_none() && game.position().ply() < self.effort.max_plies {
            let mover = game.position().to_move();
            let choice = if mover == self.side {
                self.ask(bot, &game)?
            } else {
                blind.choose(&game.view(mover), &Budget::OWN)?
            };
            let mv = match choice {
                Choice::Move(mv) | Choice::MoveAndOfferDraw(mv) => mv,
                Choice::Resign => break,
            };
            let ply = game.history().len();
            let event = game
                .play(mv)
                .map_err(|_| Violation::IllegalMove { ply, mv })?;
            bot.observe(&event);
            blind.observe(&event);
        }
        Ok(game)
    }

    fn begin(&self, bot: &mut dyn Bot, side: Side) {
        let seed = self.seed.derive(side.index() as u64);
        let opponent = "conformance".to_owned();
        bot.begin(&GameStart {
            side,
            rules: self.rules,
            seed,
            opponent,
            given_setup: None,
        });
    }

    fn ask(&self, bot: &mut dyn Bot, game: &Game) -> Result<Choice, Violation> {
        let started = Instant::now();
        let choice = bot.choose(&game.view(self.side), &self.effort.budget)?;
        match self.effort.budget.time {
            Some(budget) if started.elapsed() > budget + self.effort.grace => {
                Err(Violation::OverBudget {
                    ply: game.history().len(),
                    took: started.elapsed(),
                    budget,
                })
            }
            _ => Ok(choice),
        }
    }

    /// Plays the first part of the game again with the enemy's ranks rearranged among the pieces that were hidden when it
    /// ended, and compares the bot's moves.
    fn shuffle_hidden(
        &self,
        make: &dyn Fn() -> Box<dyn Bot>,
        game: &Game,
    ) -> Result<(), Violation> {
        let mut rng = self.seed.derive(2).rng();
        let length = below(&mut rng, game.history().len() as u32 + 1) as usize;
        let mut stopped = restart(game, None);
        for event in &game.history()[..length] {
            stopped.advance(event.mv);
        }
        let mut ranks = Vec::new();
        sample_ranks(&stopped.view(self.side), &mut rng, &mut ranks);
        let start = stopped
            .view(self.side)
            .hypothetical(&ranks)
            .expect("sampled ranks fit the view");
        let mut other = restart(game, Some(&start));

        let mut bot = make();
        self.begin(bot.as_mut(), self.side);
        bot.setup()?;
        for (ply, event) in game.history()[..length].iter().enumerate() {
            if event.side == self.side {
                let choice = self.ask(bot.as_mut(), &other)?;
                if !matches!(choice, Choice::Move(mv) | Choice::MoveAndOfferDraw(mv) if mv == event.mv)
                {
                    return Err(Violation::Differs {
                        what: "hidden ranks rearranged, other move",
                        ply,
                    });
                }
            }
            let event = other.advance(event.mv);
            bot.observe(&event);
        }
        Ok(())
    }
}

/// The game from its start, with the ranks that the pieces have in `ranks` if that is given.
fn restart(game: &Game, ranks: Option<&Position>) -> Game {
    let Start::Setups(setups) = game.start() else {
        unreachable!("trials start from setups")
    };
    let rules = *game.position().rules();
    let Some(ranks) = ranks else {
        return Game::new(rules, *setups).expect("the game started from these setups");
    };
    let mut builder = PositionBuilder::new(rules);
    for start in Square::all() {
        let piece = ranks.piece(flagfall_core::PieceId::started_on(start));
        builder.pieces[start.index()] = piece.and_then(|piece| Some((piece.side, piece.rank?)));
    }
    Game::from_free(builder).expect("the armies are the same")
}

fn same_moves(what: &'static str, first: &Game, second: &Game) -> Result<(), Violation> {
    let (first, second) = (first.history(), second.history());
    let same = first.iter().zip(second).take_while(|(a, b)| a == b).count();
    if same == first.len() && same == second.len() {
        Ok(())
    } else {
        Err(Violation::Differs { what, ply: same })
    }
}

#[cfg(test)]
mod tests {
    use flagfall_core::{Setup, View};

    use super::*;

    #[test]
    fn blind_conforms_in_both_variants() {
        for rules in ["isf", "isf,barrage", "mets", "free,max_plies=200"] {
            let rules = rules.parse().unwrap();
            check(
                &|| Box::new(Blind::new()),
                rules,
                &Effort {
                    games: 20,
                    max_plies: 2000,
                    ..Effort::default()
                },
            )
            .unwrap();
        }
    }

    /// A blind bot with one fault.
    struct Faulty {
        blind: Blind,
        kind: Kind,
        games: u32,
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Kind {
        Illegal,
        Random,
        Remembers,
        Slow,
    }

    impl Bot for Faulty {
        fn begin(&mut self, start: &GameStart) {
            self.games += 1;
            let extra = match self.kind {
                Kind::Random => unique(),
                Kind::Remembers => u64::from(self.games),
                _ => 0,
            };
            self.blind.begin(&GameStart {
                seed: start.seed.derive(extra),
                ..start.clone()
            });
        }

        fn setup(&mut self) -> Result<Setup, Fault> {
            self.blind.setup()
        }

        fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Choice, Fault> {
            match self.kind {
                Kind::Illegal => Ok(Choice::Move("A1-J10".parse().unwrap())),
                Kind::Slow => {
                    std::thread::sleep(Duration::from_millis(300));
                    self.blind.choose(view, budget)
                }
                _ => self.blind.choose(view, budget),
            }
        }
    }

    /// Another number each time: a clock added to it could give the same sum twice.
    fn unique() -> u64 {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NEXT: AtomicU64 = AtomicU64::new(0);
        NEXT.fetch_add(1, Ordering::Relaxed)
    }

    #[test]
    fn every_fault_is_found() {
        let found = |kind: Kind| {
            // A busy machine may keep a quick bot waiting; only the slow one is to be found too slow.
            let is_slow = matches!(kind, Kind::Slow);
            let effort = Effort {
                games: 2,
                budget: Budget {
                    time: Some(Duration::from_millis(10)),
                    ..Budget::OWN
                },
                grace: Duration::from_millis(if is_slow { 200 } else { 60_000 }),
                ..Effort::default()
            };
            check(
                &|| {
                    Box::new(Faulty {
                        blind: Blind::new(),
                        kind,
                        games: 0,
                    })
                },
                Rules::ISF,
                &effort,
            )
            .unwrap_err()
        };
        assert!(matches!(
            found(Kind::Illegal),
            Violation::IllegalMove { .. }
        ));
        assert!(matches!(
            found(Kind::Random),
            Violation::Differs {
                what: "same seed, other game",
                ..
            }
        ));
        assert!(matches!(
            found(Kind::Remembers),
            Violation::Differs {
                what: "state left over from an earlier game",
                ..
            }
        ));
        assert!(matches!(found(Kind::Slow), Violation::OverBudget { .. }));
    }
}
