//! Impatience (Invincible, appendix C, game 5).

use flagfall_core::{Move, Rank};

use crate::invincible::plan::Plan;
use crate::invincible::situation::Situation;

/// After so many plies without a battle it begins, and after so many more it is complete.
const BEGINS: f64 = 24.0;
const GROWS: f64 = 100.0;
const MOST: f64 = 4.0;
/// For a battle that is certainly won, and what a piece's own value takes away from that.
const WIN: f64 = 12.0;
const OWN_VALUE: f64 = 0.15;
/// For a step forward.
const FORWARD: f64 = 0.8;

/// "Letting him do less favorable attacks when nothing is happening while he should be winning."
#[derive(Default)]
pub(crate) struct Impatience {
    level: f64,
}

impl Plan for Impatience {
    fn name(&self) -> String {
        "Impat".to_owned()
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        let quiet = f64::from(situation.view.quiet_plies());
        let level = ((quiet - BEGINS) / GROWS).clamp(0.0, MOST);
        self.level = if situation.lead() >= 1.0 { level } else { 0.0 };
    }

    fn is_active(&self) -> bool {
        self.level > 0.0
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        let Some(own) = situation.own_at(mv.from) else {
            return 0.0;
        };
        let value = match situation.foe_at(mv.to) {
            // Never against a piece that is known to win.
            Some(foe) if foe.known.is_none() || foe.prey[own.rank] > 0.0 => {
                let flag = foe.ranks[Rank::Flag];
                WIN * (foe.prey[own.rank] + 4.0 * flag) + 0.25 * WIN - OWN_VALUE * own.value
            }
            Some(_) => 0.0,
            None => {
                let step =
                    f64::from(situation.advance(mv.to)) - f64::from(situation.advance(mv.from));
                FORWARD * step.signum()
            }
        };
        self.level * value
    }
}
