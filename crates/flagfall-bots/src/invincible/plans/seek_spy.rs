//! Finding the spy (Invincible, appendix C, games 1 and 4; the "Se.bS" of table 8.1).

use flagfall_core::{Move, PieceId, Rank, Square};

use crate::invincible::plan::Plan;
use crate::invincible::situation::{Situation, steps};

const SCALE: f64 = 15.0;
const MOST: f64 = 3.0;
/// Below this a suspicion is none.
const SUSPECTED: f64 = 0.15;

/// Sends one scout towards the piece that is likeliest the spy, which a scout takes.
pub(crate) struct SeekSpy {
    scout: PieceId,
    target: Option<(Square, f64)>,
}

impl SeekSpy {
    pub(crate) fn new(scout: PieceId) -> SeekSpy {
        SeekSpy {
            scout,
            target: None,
        }
    }
}

impl Plan for SeekSpy {
    fn name(&self) -> String {
        format!("Se.S {}", self.scout.start())
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        let has_marshal = situation.material().count(situation.me, Rank::Marshal) > 0;
        let is_there = situation.own_piece(self.scout).is_some();
        let suspects = situation
            .foes
            .iter()
            .filter(|foe| is_there && has_marshal && foe.ranks[Rank::Spy] > SUSPECTED);
        self.target = suspects
            .map(|foe| (foe.square, foe.ranks[Rank::Spy]))
            .max_by(|a, b| a.1.total_cmp(&b.1));
    }

    fn is_active(&self) -> bool {
        self.target.is_some()
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        let Some((target, chance)) = self.target else {
            return 0.0;
        };
        let is_ours = situation
            .own_at(mv.from)
            .is_some_and(|own| own.id == self.scout);
        if !is_ours || situation.foe_at(mv.to).is_some() {
            return 0.0;
        }
        let near = |square| 1.0 / (1.0 + f64::from(steps(square, target)));
        (SCALE * chance * (near(mv.to) - near(mv.from))).clamp(-MOST, MOST)
    }
}
