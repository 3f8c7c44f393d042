//! Immediate captures (Invincible 5.4.1).

use flagfall_core::Move;

use crate::invincible::plan::Plan;
use crate::invincible::situation::Situation;

/// The expected profit of an attack, of what it tells and of what it gives away. It does not ask where the piece ends up.
#[derive(Default)]
pub(crate) struct ImmediateCapture {
    has_attack: bool,
}

impl Plan for ImmediateCapture {
    fn name(&self) -> String {
        "ICap".to_owned()
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        let moves = situation.view.legal_moves();
        self.has_attack = moves.iter().any(|mv| situation.foe_at(mv.to).is_some());
    }

    fn is_active(&self) -> bool {
        self.has_attack
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        match (situation.own_at(mv.from), situation.foe_at(mv.to)) {
            (Some(own), Some(foe)) => situation.profit(own, foe),
            _ => 0.0,
        }
    }
}
