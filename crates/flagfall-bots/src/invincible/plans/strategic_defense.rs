//! Keeping vulnerable pieces apart (Invincible 5.5.2).

use flagfall_core::{Move, Square};

use crate::invincible::plan::Plan;
use crate::invincible::situation::{After, Own, Situation, steps};

/// For two vulnerable pieces side by side within reach of an enemy that can take both.
const SIDE_BY_SIDE: f64 = 3.0;
const REACH: u8 = 4;
const LIKELY: f64 = 0.7;

/// Where the tactical defense looks at single pieces, this looks for pairs that one enemy could attack at once.
#[derive(Default)]
pub(crate) struct StrategicDefense {
    now: f64,
    has_vulnerable: bool,
}

impl Plan for StrategicDefense {
    fn name(&self) -> String {
        "SDef".to_owned()
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        self.has_vulnerable = situation.own.iter().any(is_vulnerable);
        self.now = exposure(&After::new(situation, None));
    }

    fn is_active(&self) -> bool {
        self.has_vulnerable
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        if situation.foe_at(mv.to).is_some() {
            return 0.0;
        }
        self.now - exposure(&After::new(situation, Some(mv)))
    }
}

/// Pieces that can no longer play bomb and can be lost.
fn is_vulnerable(own: &Own) -> bool {
    own.rank.is_mobile() && own.is_revealed
}

fn exposure(after: &After<'_>) -> f64 {
    let vulnerable: Vec<(Square, &Own)> =
        after.own().filter(|(_, own)| is_vulnerable(own)).collect();
    let mut sum = 0.0;
    for (index, &(at, own)) in vulnerable.iter().enumerate() {
        for &(other_at, other) in &vulnerable[index + 1..] {
            if !at.is_next_to(other_at) {
                continue;
            }
            let takes_both = after.foes().any(|foe| {
                foe.has_moved
                    && foe.threat[own.rank].min(foe.threat[other.rank]) > LIKELY
                    && steps(foe.square, at) <= REACH
            });
            if takes_both {
                sum += SIDE_BY_SIDE;
            }
        }
    }
    sum
}
