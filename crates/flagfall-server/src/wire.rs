//! The messages of a live game.

use serde::{Deserialize, Serialize};

use crate::ids::Token;
use crate::seen::{BySideJson, Seen, SeenEvent};
use crate::store::Kind;

/// The longest message that is read at all.
pub const LONGEST_MESSAGE: usize = 4096;

/// What a page says. Messages without content are written as structs too, since only those can refuse what they do not know.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message: who is there, and how many plies he has heard of before.
    Join {
        /// The seat's token; a spectator has none.
        token: Option<Token>,
        /// Turns before this one need not be told again.
        #[serde(default)]
        have: u32,
    },
    /// Moves. The ply says which turn is meant, so that a repeated message does no harm.
    Move {
        /// The move in notation.
        #[serde(rename = "move")]
        mv: String,
        /// How many plies have been played.
        ply: u32,
    },
    /// Offers a draw.
    OfferDraw {},
    /// Answers the opponent's offer.
    AnswerDraw {
        /// Whether the game is to be drawn.
        accept: bool,
    },
    /// Gives up.
    Resign {},
    /// Has the bot that thinks play what it has.
    Hurry {},
    /// Two bots: how fast.
    Pace {
        /// The pause after each move.
        delay_ms: u32,
        /// Whether to stop.
        paused: bool,
    },
    /// Two bots: one move, although they have been stopped.
    Step {},
}

/// What the server says.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// How things stand. Sent after joining and after every change.
    State(Box<State>),
    /// A message had no effect.
    Refused {
        /// A word for programs.
        code: &'static str,
        /// A sentence for people.
        text: String,
    },
}

/// How a game stands, as one onlooker sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct State {
    /// What does not change.
    pub game: About,
    /// The side the receiver plays.
    pub you: Option<&'static str>,
    /// How much he sees: what a side knows, what is public, or all that is open.
    pub sight: &'static str,
    /// What he sees.
    pub seen: Seen,
    /// His legal moves.
    pub legal: Vec<String>,
    /// His setup, for a rematch.
    pub setup: Option<String>,
    /// The number of the first of these turns.
    pub events_from: u32,
    /// The turns that he has not heard of.
    pub events: Vec<SeenEvent>,
    /// The side whose bot is thinking.
    pub thinking: Option<&'static str>,
    /// Who has offered a draw.
    pub draw_offer: Option<&'static str>,
    /// How many offers of the person the bot has declined since the game was opened.
    pub draws_declined: u32,
    /// Two bots: how fast.
    pub pace: Option<Pace>,
}

/// What does not change in a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct About {
    /// How it came about.
    pub kind: Kind,
    /// Its rules.
    pub rules: String,
    /// The players' names.
    pub names: BySideJson<String>,
    /// How long a bot may think.
    pub budget_ms: u32,
}

/// How fast two bots play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Pace {
    /// The pause after each move.
    pub delay_ms: u32,
    /// Whether they have been stopped.
    pub paused: bool,
}
