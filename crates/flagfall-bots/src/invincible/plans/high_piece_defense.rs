//! A high piece in front of the flag (Invincible 3.4.2).

use flagfall_core::{Move, PieceId, Side, Square};

use crate::invincible::plan::Plan;
use crate::invincible::situation::{Situation, steps};

/// For each step towards the post, or away from it.
const PER_STEP: f64 = 2.5;
/// High enough to guard.
const GUARD: f64 = 25.0;
/// A guard at most this far from the post is at it.
const AT_POST: u8 = 3;
const LEAD: f64 = 1.15;
/// Fewer pieces than this and none can be spared.
const SPARE: usize = 3;

/// "Keeping a high piece behind is a good idea when being ahead and losing the flag is the only way to lose": on the third
/// line in front of the flag.
#[derive(Default)]
pub(crate) struct HighPieceDefense {
    /// The guard, and the square it belongs to.
    post: Option<(PieceId, Square)>,
}

impl Plan for HighPieceDefense {
    fn name(&self) -> String {
        "HiDef".to_owned()
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        self.post = None;
        let Some(flag) = situation.own_flag() else {
            return;
        };
        if situation.lead() < LEAD {
            return;
        }
        let third_line = match situation.me {
            Side::Red => 2,
            Side::Blue => 7,
        };
        let Some(post) = Square::new(third_line, flag.square.col()) else {
            return;
        };
        let mut guards: Vec<(u8, PieceId)> = situation
            .own
            .iter()
            .filter(|own| own.rank.is_mobile() && own.value > GUARD && !own.can_play_bomb())
            .map(|own| (steps(own.square, post), own.id))
            .collect();
        guards.sort_unstable();
        if guards.len() >= SPARE {
            self.post = guards.first().map(|&(_, id)| (id, post));
        }
    }

    fn is_active(&self) -> bool {
        self.post.is_some()
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        let Some((guard, post)) = self.post else {
            return 0.0;
        };
        let is_guard = situation.own_at(mv.from).is_some_and(|own| own.id == guard);
        if !is_guard || situation.foe_at(mv.to).is_some() {
            return 0.0;
        }
        let away = |square| f64::from(steps(square, post).max(AT_POST));
        PER_STEP * (away(mv.from) - away(mv.to))
    }
}
