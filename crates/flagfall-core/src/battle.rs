//! What happened in one turn, as everybody saw it.

use crate::moves::Move;
use crate::piece::PieceId;
use crate::rank::{BattleOutcome, Rank};
use crate::side::Side;

/// A battle: both ranks are told to both players (rule 4.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    /// The piece that was attacked.
    pub defender: PieceId,
    /// What the attacking piece is.
    pub attacker_rank: Rank,
    /// What the attacked piece is.
    pub defender_rank: Rank,
}

impl Battle {
    /// Who survived.
    pub fn outcome(&self) -> BattleOutcome {
        self.attacker_rank.attacks(self.defender_rank)
    }
}

/// One turn as both players saw it. A list of these is the whole public history of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// Who moved.
    pub side: Side,
    /// Which piece moved.
    pub piece: PieceId,
    /// From where to where.
    pub mv: Move,
    /// The battle, if the target square was taken.
    pub battle: Option<Battle>,
}

impl Event {
    /// Whether the move itself told that the piece is a scout (rule 3.4).
    pub fn shows_scout(&self) -> bool {
        self.mv.is_long()
    }
}
