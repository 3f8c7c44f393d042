//! A bot at a table.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use flagfall_bots::{Bot, BotSpec, Fault, GameStart, player_seed};
use flagfall_core::{Game, Seed, Setup, Side, Start, Termination};

use crate::server::BotFactory;

/// The seeds of a game's players and of their setups. None of them tells another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayerSeeds(pub(crate) Seed);

impl PlayerSeeds {
    /// Of the player's moves.
    pub(crate) fn moves(self, side: Side) -> Seed {
        player_seed(self.0.derive(0), side.index())
    }

    /// Of the player's setup.
    pub(crate) fn setup(self, side: Side) -> Seed {
        player_seed(self.0.derive(1), side.index())
    }
}

/// A bot that has been told a game up to some turn.
pub(super) struct SeatedBot {
    pub(super) bot: Box<dyn Bot>,
    observed: usize,
}

impl fmt::Debug for SeatedBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bot that has observed {} turns", self.observed)
    }
}

impl SeatedBot {
    /// A bot that has just sat down. After a restart of the server it is told the whole game again.
    pub(super) fn sit(
        factory: &BotFactory,
        name: &str,
        start: &GameStart,
    ) -> Result<SeatedBot, Fault> {
        let crash = |detail: String| Fault {
            reason: Termination::Crash,
            detail,
        };
        let spec: BotSpec = name
            .parse()
            .map_err(|error: flagfall_bots::SpecError| crash(error.to_string()))?;
        let mut bot = factory
            .build(&spec)
            .map_err(|error| crash(error.to_string()))?;
        guarded(|| {
            bot.begin(start);
            Ok(())
        })?;
        Ok(SeatedBot { bot, observed: 0 })
    }

    /// Tells the bot what it has not heard of yet.
    pub(super) fn catch_up(&mut self, game: &Game) {
        for event in &game.history()[self.observed..] {
            self.bot.observe(event);
        }
        self.observed = game.history().len();
    }
}

/// What the bot of this side is told at the start of a game.
pub(crate) fn start_of(game: &Game, side: Side, seed: Seed, opponent: &str) -> GameStart {
    let given_setup: Option<Setup> = match game.start() {
        Start::Setups(setups) => Some(setups[side]),
        Start::Free(_) => None,
    };
    GameStart {
        side,
        rules: *game.position().rules(),
        seed: PlayerSeeds(seed).moves(side),
        opponent: opponent.to_owned(),
        given_setup,
    }
}

/// Turns a panic of a bot into its loss, so that the server goes on.
pub(crate) fn guarded<T>(call: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        Err(Fault {
            reason: Termination::Crash,
            detail: format!("panicked: {}", message(panic.as_ref())),
        })
    })
}

fn message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or(panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
