//! Stepping between two weaker pieces (Invincible, appendix C, game 2).

use flagfall_core::Move;

use crate::invincible::plan::Plan;
use crate::invincible::situation::Situation;

/// Only one of the two can get away.
const SHARE: f64 = 0.6;
const LIKELY: f64 = 0.75;

/// Attacks two at once: the less valuable one is as good as taken.
#[derive(Default)]
pub(crate) struct StepBetween {
    is_active: bool,
}

impl Plan for StepBetween {
    fn name(&self) -> String {
        "Betw".to_owned()
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        self.is_active = situation.foes.len() > 1;
    }

    fn is_active(&self) -> bool {
        self.is_active
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        let Some(own) = situation
            .own_at(mv.from)
            .filter(|_| situation.foe_at(mv.to).is_none())
        else {
            return 0.0;
        };
        let second = |square| {
            let mut profits: Vec<f64> = situation
                .foes_beside(square)
                .filter(|foe| foe.mobility > LIKELY && foe.prey[own.rank] > LIKELY)
                .map(|foe| situation.profit(own, foe))
                .filter(|&profit| profit > 0.0)
                .collect();
            profits.sort_unstable_by(|a, b| b.total_cmp(a));
            profits.get(1).copied().unwrap_or(0.0)
        };
        SHARE * (second(mv.to) - second(mv.from))
    }
}
