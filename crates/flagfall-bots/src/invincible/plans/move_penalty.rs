//! What moving gives away (Invincible 5.6.2).

use flagfall_core::{Move, Rank};

use crate::invincible::plan::Plan;
use crate::invincible::situation::Situation;

/// For telling that a piece is no bomb, and more for each moved piece that is already out.
const NOT_A_BOMB: f64 = 1.0;
const PER_MOVED_PIECE: f64 = 0.25;
/// For bringing out the unknown marshal while the enemy has most of its pieces (appendix C, game 1); table 8.1 shows such a
/// value of -11 among the usual -1.
const EARLY_MARSHAL: f64 = 10.0;
const EARLY: u32 = 24;
/// For going straight back: he "never gets tired of moving back and forth" (appendix C, game 5).
const STRAIGHT_BACK: f64 = 1.5;

/// A low penalty for giving away information by a move that is no attack. Attacks show the piece anyway and are priced by
/// the capture plan.
#[derive(Default)]
pub(crate) struct MovePenalty {
    /// For moving a piece that could have been a bomb.
    first_move: f64,
    early_marshal: f64,
    last: Option<Move>,
}

impl Plan for MovePenalty {
    fn name(&self) -> String {
        "MPen".to_owned()
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        let moved = situation
            .own
            .iter()
            .filter(|own| own.has_moved && !own.is_revealed)
            .count();
        let secrecy = situation.information.secrecy();
        self.first_move = secrecy * (NOT_A_BOMB + PER_MOVED_PIECE * moved as f64);
        let is_early = situation.material().movers(!situation.me) >= EARLY;
        self.early_marshal = if is_early { EARLY_MARSHAL } else { 0.0 };
        self.last = situation.view.last_move(situation.me);
    }

    fn is_active(&self) -> bool {
        true
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        let Some(own) = situation
            .own_at(mv.from)
            .filter(|_| situation.foe_at(mv.to).is_none())
        else {
            return 0.0;
        };
        let mut penalty = 0.0;
        if own.can_play_bomb() {
            penalty += self.first_move;
            if own.rank == Rank::Marshal {
                penalty += self.early_marshal;
            }
        }
        if mv.is_long() {
            penalty += own.exposure;
        }
        if self.last == Some(mv.reversed()) {
            penalty += STRAIGHT_BACK;
        }
        -penalty
    }
}
