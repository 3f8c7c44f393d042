//! Simplifying when ahead (Invincible, appendix C, game 2: "finally decides to simplify the game by exchanging").

use flagfall_core::Move;

use crate::invincible::plan::Plan;
use crate::invincible::situation::Situation;

const LEAD: f64 = 1.1;
/// What an exchange is worth, as a share of the exchanged piece, for each unit of lead; and the most.
const SHARE: f64 = 0.6;
const MOST: f64 = 0.3;

/// Equal exchanges are good for who has more.
#[derive(Default)]
pub(crate) struct Simplify {
    share: f64,
}

impl Plan for Simplify {
    fn name(&self) -> String {
        "Simpl".to_owned()
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        self.share = (SHARE * (situation.lead() - LEAD)).clamp(0.0, MOST);
    }

    fn is_active(&self) -> bool {
        self.share > 0.0
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        match (situation.own_at(mv.from), situation.foe_at(mv.to)) {
            (Some(own), Some(foe)) => self.share * foe.ranks[own.rank] * own.value,
            _ => 0.0,
        }
    }
}
