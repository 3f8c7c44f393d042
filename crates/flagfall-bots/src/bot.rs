//! What every player can do.

use std::time::Duration;

use flagfall_core::{Event, GameResult, Move, Rules, Seed, Setup, Side, Termination, View};

use crate::explain::Explanation;
use crate::stop::Stop;

/// A player.
///
/// A game is: [`begin`](Bot::begin), [`setup`](Bot::setup) (unless the start is given), then [`observe`](Bot::observe) for
/// every turn of either side and [`choose`](Bot::choose) in each own turn, and [`end`](Bot::end). What a bot learns of the
/// game reaches it through these calls alone, and none of them carries anything its side may not know.
///
/// All randomness must come from the seed of `begin`: the same seed, views and counted budget give the same moves.
pub trait Bot: Send {
    /// A new game starts. Nothing may be left over from the game before, unless an option of the bot says so.
    fn begin(&mut self, start: &GameStart);

    /// The army for this game.
    ///
    /// # Errors
    /// If the bot cannot answer, which loses the game.
    fn setup(&mut self) -> Result<Setup, Fault>;

    /// Whether the bot can be told which setup to play. Some foreign bots cannot.
    fn takes_given_setup(&self) -> bool {
        true
    }

    /// A turn was played, by either side.
    fn observe(&mut self, _event: &Event) {}

    /// A move from this view, in which it is the bot's turn and there is at least one legal move.
    ///
    /// A bot that thinks for long looks at the clock and at the [`Stop`] of its budget, and answers soon after either.
    ///
    /// # Errors
    /// If the bot cannot answer, which loses the game.
    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Choice, Fault>;

    /// Whether the bot agrees to the draw that its opponent has just offered.
    fn accepts_draw(&mut self, _view: &View<'_>) -> bool {
        false
    }

    /// The game is over.
    fn end(&mut self, _result: &GameResult) {}

    /// Why the last choice was made.
    fn explain(&self) -> Option<Explanation> {
        None
    }
}

/// What a bot is told at the start of a game.
#[derive(Clone, Debug)]
pub struct GameStart {
    /// Which side it plays.
    pub side: Side,
    /// The rules.
    pub rules: Rules,
    /// Where its randomness for this game comes from.
    pub seed: Seed,
    /// What its opponent is called.
    pub opponent: String,
    /// The setup it has to play, if it is not to make its own. It is then not asked for one.
    pub given_setup: Option<Setup>,
}

/// The setup that a bot makes, without a game to follow: as blue, against an opponent of this name.
///
/// # Errors
/// If it makes none.
pub fn setup_by(
    bot: &mut dyn Bot,
    rules: Rules,
    seed: Seed,
    opponent: &str,
) -> Result<Setup, Fault> {
    bot.begin(&GameStart {
        side: Side::Blue,
        rules,
        seed,
        opponent: opponent.to_owned(),
        given_setup: None,
    });
    bot.setup()
}

/// How long a bot may think about one move. Whatever is reached first ends the thinking.
///
/// Those who limit time or nodes alone take the rest from [`Budget::OWN`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Wall clock.
    pub time: Option<Duration>,
    /// Whatever the bot counts: nodes, playouts, evaluations.
    pub nodes: Option<u64>,
    /// Ends the thinking from outside.
    pub stop: Stop,
}

impl Budget {
    /// As the bot's own options say.
    pub const OWN: Budget = Budget {
        time: None,
        nodes: None,
        stop: Stop::NEVER,
    };

    /// The same with no more time than this, which a bot's own options say.
    pub fn within(&self, own_time: Option<Duration>) -> Budget {
        let time = match (self.time, own_time) {
            (Some(given), Some(own)) => Some(given.min(own)),
            (given, own) => given.or(own),
        };
        Budget {
            time,
            ..self.clone()
        }
    }
}

/// What a bot does in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Moves.
    Move(Move),
    /// Moves and offers a draw.
    MoveAndOfferDraw(Move),
    /// Gives up.
    Resign,
}

/// How a bot failed to answer. It loses the game; the reason goes into the record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}: {detail}")]
pub struct Fault {
    /// What kind of failure it was.
    pub reason: Termination,
    /// What happened, in words.
    pub detail: String,
}
