//! How games end.

use std::fmt;

use crate::side::Side;

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// Nobody did.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
        }
    }

    /// `red`, `blue` or `draw`.
    pub fn name(self) -> &'static str {
        self.winner().map_or("draw", Side::name)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

macro_rules! terminations {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// Why a game ended.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Termination {
            $($(#[$doc])* $variant,)*
        }

        impl Termination {
            /// Every reason there is.
            pub const ALL: &'static [Termination] = &[$(Termination::$variant,)*];

            /// The name used in files and tables.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Termination::$variant => $name,)*
                }
            }
        }
    };
}

terminations! {
    /// The flag was captured (rule 7.1).
    FlagCaptured = "flag-captured",
    /// The player to move had no legal move (rule 7.2).
    NoLegalMove = "no-legal-move",
    /// After a mutual capture neither side can ever move again (rule 7.3).
    BothImmobile = "both-immobile",
    /// The players agreed on a draw (rule 7.4).
    Agreement = "agreement",
    /// A player gave up (rule 7.5).
    Resignation = "resignation",
    /// The limit on plies in all was reached (rule 7.6).
    PlyLimit = "ply-limit",
    /// The limit on plies without a battle was reached (rule 7.7).
    QuietLimit = "quiet-limit",
    /// A bot overstepped its time.
    Time = "time",
    /// A bot made a move that is not legal.
    IllegalMove = "illegal-move",
    /// A bot set its army up wrongly.
    IllegalSetup = "illegal-setup",
    /// A bot's answer could not be read.
    Garbage = "garbage",
    /// A bot wrote far more than an answer.
    Flood = "flood",
    /// A bot's process ended or could not be started.
    Crash = "crash",
    /// The record says no more than the result.
    Unknown = "unknown",
}

impl Termination {
    /// The reason with this name.
    pub fn from_name(name: &str) -> Option<Termination> {
        Termination::ALL
            .iter()
            .copied()
            .find(|reason| reason.name() == name)
    }

    /// Whether a bot lost by misbehaving and not on the board.
    pub const fn is_forfeit(self) -> bool {
        use Termination::*;
        matches!(
            self,
            Time | IllegalMove | IllegalSetup | Garbage | Flood | Crash
        )
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Who won, and why the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameResult {
    /// Who won.
    pub outcome: Outcome,
    /// Why the game ended.
    pub reason: Termination,
}

impl GameResult {
    /// A win for this side.
    pub const fn win(side: Side, reason: Termination) -> GameResult {
        GameResult {
            outcome: Outcome::Win(side),
            reason,
        }
    }

    /// A draw.
    pub const fn draw(reason: Termination) -> GameResult {
        GameResult {
            outcome: Outcome::Draw,
            reason,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome {
            Outcome::Win(side) => write!(f, "{side} wins ({})", self.reason),
            Outcome::Draw => write!(f, "draw ({})", self.reason),
        }
    }
}
