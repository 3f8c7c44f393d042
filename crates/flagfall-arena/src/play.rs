//! Playing one game.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use flagfall_bots::{Budget, Choice, Fault, GameStart};
use flagfall_core::{
    BySide, Game, GameResult, PositionBuilder, Rules, Setup, Side, Termination, View,
};

use crate::contestant::{COURTESY_TWO_SQUARES, Player};
use crate::plan::{GameNumber, Plan};

/// How much time a player used.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TimeUse {
    /// How many moves it was asked for.
    pub moves: u64,
    /// All of them together.
    pub total: Duration,
    /// The longest one.
    pub longest: Duration,
}

impl TimeUse {
    fn add(&mut self, took: Duration) {
        self.moves += 1;
        self.total += took;
        self.longest = self.longest.max(took);
    }

    /// Both together.
    pub fn merge(&mut self, other: &TimeUse) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }

    /// Milliseconds a move on average.
    pub fn mean_ms(&self) -> f64 {
        if self.moves == 0 {
            0.0
        } else {
            self.total.as_secs_f64() * 1000.0 / self.moves as f64
        }
    }

    /// Milliseconds of the longest move.
    pub fn longest_ms(&self) -> f64 {
        self.longest.as_secs_f64() * 1000.0
    }
}

/// A game that has been played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game. If a player failed to set up, its army is missing.
    pub game: Game,
    /// How it ended.
    pub result: GameResult,
    /// What exactly went wrong, if a player forfeited.
    pub fault: Option<String>,
    /// Time by side.
    pub times: BySide<TimeUse>,
}

/// The two players of a game by side, and what binds them.
struct Table<'a> {
    plan: &'a Plan,
    bots: BySide<&'a mut Player>,
    is_own: BySide<bool>,
    /// Whether a player keeps the two-squares rule even if the rules of the game do not have it.
    is_courteous: BySide<bool>,
    budget: Budget,
    times: BySide<TimeUse>,
}

/// Plays one game of the plan. `bots` are the players of its pairing, the first one first.
pub(crate) fn play(plan: &Plan, number: GameNumber, bots: [&mut Player; 2]) -> Played {
    let [first, second] = bots;
    let pairing = plan.pairings[number.pairing];
    let by_side = |first, second| match number.first_side() {
        Side::Red => BySide::new(first, second),
        Side::Blue => BySide::new(second, first),
    };
    let players = by_side(pairing.0, pairing.1);
    let slots = by_side(0, 1);
    let is_own = BySide::from_fn(|side| !plan.players[players[side]].is_external());
    let mut table = Table {
        plan,
        bots: match number.first_side() {
            Side::Red => BySide::new(first, second),
            Side::Blue => BySide::new(second, first),
        },
        is_own,
        is_courteous: BySide::from_fn(|side| is_own[side] && !is_own[!side]),
        budget: Budget {
            time: plan.move_time,
            ..Budget::OWN
        },
        times: BySide::default(),
    };
    let names = plan.names();
    let given = plan.given_setups(number);
    let mut setups = BySide::new(None, None);
    let mut failure = None;
    for side in Side::ALL {
        let opponent = names[players[!side]].clone();
        let start = GameStart {
            side,
            rules: plan.rules,
            seed: plan.player_seed(number, slots[side]),
            opponent,
            given_setup: given.map(|given| given[side]),
        };
        match table.seat(side, start, plan.setup_seed(number, slots[side])) {
            Ok(setup) => setups[side] = Some(setup),
            // Red sets up first; if both fail, it is red that loses.
            Err(fault) => failure = failure.or(Some((side, fault))),
        }
    }
    let mut game = opening(plan, &setups);
    let fault = match failure {
        Some(failure) => Some(failure),
        None => table.play_out(&mut game),
    };
    let result = match &fault {
        Some((side, fault)) => GameResult::win(!*side, fault.reason),
        None => game.result().expect("the game was played to its end"),
    };
    game.end(result);
    for side in Side::ALL {
        let bot = table.bots[side].bot();
        // The game is over: a bot that fails now has neither won nor lost by it, and must not end the tournament.
        let _ = guarded(|| {
            bot.end(&result);
            Ok(())
        });
    }
    Played {
        game,
        result,
        fault: fault.map(|(side, fault)| format!("{side}: {}", fault.detail)),
        times: table.times,
    }
}

impl Table<'_> {
    /// Tells a player that the game begins, and gets its army. A player that makes its own makes the same one in both games
    /// of a pair, because it is asked for it with the seed of the pair.
    fn seat(
        &mut self,
        side: Side,
        start: GameStart,
        setup_seed: flagfall_core::Seed,
    ) -> Result<Setup, Fault> {
        let bot = self.bots[side].bot();
        let setup = guarded(|| {
            if let Some(setup) = start.given_setup {
                bot.begin(&start);
                return Ok(setup);
            }
            if !bot.takes_given_setup() {
                bot.begin(&start);
                return bot.setup();
            }
            bot.begin(&GameStart {
                seed: setup_seed,
                ..start.clone()
            });
            let setup = bot.setup()?;
            bot.begin(&GameStart {
                given_setup: Some(setup),
                ..start.clone()
            });
            Ok(setup)
        })?;
        if setup.variant() == self.plan.rules.variant {
            Ok(setup)
        } else {
            let detail = format!(
                "a {} army in a {} game",
                setup.variant(),
                self.plan.rules.variant
            );
            Err(Fault {
                reason: Termination::IllegalSetup,
                detail,
            })
        }
    }

    /// Plays until the game is over, or says who made it impossible to go on.
    fn play_out(&mut self, game: &mut Game) -> Option<(Side, Fault)> {
        let longest = longest_game(&self.plan.rules);
        while game.result().is_none() {
            if game.position().ply() >= longest {
                game.end(GameResult::draw(Termination::PlyLimit));
                return None;
            }
            let side = game.position().to_move();
            let (mv, offers_draw) = match self.ask(side, game) {
                Err(fault) => return Some((side, fault)),
                Ok(Choice::Resign) => {
                    game.resign(side);
                    return None;
                }
                Ok(Choice::Move(mv)) => (mv, false),
                Ok(Choice::MoveAndOfferDraw(mv)) => (mv, true),
            };
            let event = match game.play(mv) {
                Ok(event) => event,
                Err(why) => {
                    let fault = Fault {
                        reason: Termination::IllegalMove,
                        detail: format!("{mv}: {why}"),
                    };
                    return Some((side, fault));
                }
            };
            for side in Side::ALL {
                let bot = self.bots[side].bot();
                let heard = guarded(|| {
                    bot.observe(&event);
                    Ok(())
                });
                if let Err(fault) = heard {
                    return Some((side, fault));
                }
            }
            if offers_draw && game.result().is_none() {
                let (bot, view) = (self.bots[!side].bot(), game.view(!side));
                match guarded(|| Ok(bot.accepts_draw(&view))) {
                    Ok(true) => game.agree_draw(),
                    Ok(false) => {}
                    Err(fault) => return Some((!side, fault)),
                }
            }
        }
        None
    }

    fn ask(&mut self, side: Side, game: &Game) -> Result<Choice, Fault> {
        let view = if self.is_courteous[side] {
            courteous_view(game, side)
        } else {
            game.view(side)
        };
        let (player, budget) = (&mut *self.bots[side], &self.budget);
        player.show(game.position());
        let bot = player.bot();
        let started = Instant::now();
        let choice = guarded(|| bot.choose(&view, budget));
        let took = started.elapsed();
        self.times[side].add(took);
        match self.plan.move_time {
            // A program is stopped by its own clock. One of our bots cannot be, but it loses all the same.
            Some(limit) if self.is_own[side] && took > 3 * limit => {
                let detail = format!(
                    "took {} ms for a move, at most {} are allowed",
                    took.as_millis(),
                    (3 * limit).as_millis()
                );
                Err(Fault {
                    reason: Termination::Time,
                    detail,
                })
            }
            _ => choice,
        }
    }
}

/// After how many plies the arena ends a game whatever its rules say, as an arbiter would. Two walls of bombs without a miner
/// on either side can be shut for ever, and bots need not agree that this is a draw.
fn longest_game(rules: &Rules) -> u32 {
    if rules.max_plies.is_some() || rules.max_quiet.is_some() {
        u32::MAX
    } else {
        Plan::ENDLESS_PLIES
    }
}

/// The view of one of our bots that plays a foreign one. Where the rules do not have the two-squares rule, it keeps to it as
/// long as it can.
fn courteous_view(game: &Game, side: Side) -> View<'_> {
    let view = game.view(side);
    if view.rules().two_squares > 0 {
        return view;
    }
    let restricted = view.clone().with_two_squares(COURTESY_TWO_SQUARES);
    if restricted.legal_moves().is_empty() {
        view
    } else {
        restricted
    }
}

/// Turns a panic of a bot into its loss, so that the tournament goes on.
fn guarded<T>(call: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let detail = format!("panicked: {}", panic_message(panic.as_ref()));
        Err(Fault {
            reason: Termination::Crash,
            detail,
        })
    })
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or(panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

fn opening(plan: &Plan, setups: &BySide<Option<Setup>>) -> Game {
    if let BySide([Some(red), Some(blue)]) = *setups {
        return Game::new(plan.rules, BySide::new(red, blue)).expect("the variants were checked");
    }
    let mut builder = PositionBuilder::new(plan.rules);
    for side in Side::ALL {
        for (square, rank) in setups[side].iter().flat_map(|setup| setup.pieces(side)) {
            builder.pieces[square.index()] = Some((side, rank));
        }
    }
    Game::from_free(builder).expect("at most one complete army")
}

#[cfg(test)]
mod tests {
    use flagfall_bots::{Blind, Bot};
    use flagfall_core::{Event, Seed};

    use super::*;

    /// A blind player that panics in one of its calls.
    struct Faulty {
        blind: Blind,
        call: &'static str,
    }

    impl Faulty {
        fn may_panic(&self, call: &str) {
            assert!(call != self.call, "at {call}");
        }
    }

    impl Bot for Faulty {
        fn begin(&mut self, start: &GameStart) {
            self.may_panic("begin");
            self.blind.begin(start);
        }

        fn setup(&mut self) -> Result<Setup, Fault> {
            self.may_panic("setup");
            self.blind.setup()
        }

        fn observe(&mut self, _event: &Event) {
            self.may_panic("observe");
        }

        fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Choice, Fault> {
            self.may_panic("choose");
            let choice = self.blind.choose(view, budget)?;
            Ok(match choice {
                Choice::Move(mv) => Choice::MoveAndOfferDraw(mv),
                other => other,
            })
        }

        fn accepts_draw(&mut self, _view: &View<'_>) -> bool {
            self.may_panic("accepts_draw");
            false
        }

        fn end(&mut self, _result: &GameResult) {
            self.may_panic("end");
        }
    }

    fn plan(seed: u64) -> Plan {
        Plan {
            players: vec!["blind".parse().unwrap(); 2],
            pairings: Plan::round_robin(2),
            games_per_pairing: 10_000,
            rules: Rules::ISF,
            seed: Seed(seed),
            setups: None,
            move_time: None,
        }
    }

    /// In this game both armies end up behind walls of bombs, and neither has a miner left.
    #[test]
    fn an_endless_game_is_drawn() {
        let number = GameNumber {
            pairing: 0,
            pair: 2397,
            is_swapped: false,
        };
        let mut players = [(); 2].map(|()| Player::Honest(Box::new(Blind::new())));
        let [first, second] = &mut players;
        let played = play(&plan(7), number, [first, second]);
        assert_eq!(played.result, GameResult::draw(Termination::PlyLimit));
        assert_eq!(played.game.position().ply(), Plan::ENDLESS_PLIES);
        let limited = Rules {
            max_plies: Some(20_010),
            ..Rules::ISF
        };
        assert_eq!(longest_game(&limited), u32::MAX);
    }

    #[test]
    fn a_panic_in_any_call_loses_that_game_and_nothing_else() {
        let plan = plan(3);
        let number = plan.games().next().unwrap();
        for call in ["begin", "setup", "observe", "choose", "accepts_draw", "end"] {
            let faulty = |call| Faulty {
                blind: Blind::new(),
                call,
            };
            let mut players = ["none", call].map(|call| Player::Honest(Box::new(faulty(call))));
            let [first, second] = &mut players;
            let played = play(&plan, number, [first, second]);
            if call == "end" {
                assert_eq!(played.fault, None);
                assert_ne!(played.result.reason, Termination::Crash);
            } else {
                assert_eq!(
                    played.result,
                    GameResult::win(Side::Red, Termination::Crash)
                );
                let fault = played.fault.unwrap();
                assert_eq!(fault, format!("blue: panicked: at {call}"));
            }
        }
    }
}
