//! Randomness (Invincible 5.6.1).

use flagfall_core::{GameRng, Move, Seed, below};

use crate::invincible::plan::Plan;
use crate::invincible::situation::Situation;

const RESOLUTION: u32 = 1 << 16;

/// Gives every move a value from 0 to 1, so that moves less than 1 apart are as good as equal.
pub(crate) struct Random {
    rng: GameRng,
    values: Vec<(Move, f64)>,
}

impl Random {
    pub(crate) fn new(seed: Seed) -> Random {
        Random {
            rng: seed.rng(),
            values: Vec::new(),
        }
    }
}

impl Plan for Random {
    fn name(&self) -> String {
        "Rand".to_owned()
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        let rng = &mut self.rng;
        let draw = |mv| {
            (
                mv,
                f64::from(below(rng, RESOLUTION)) / f64::from(RESOLUTION),
            )
        };
        self.values = situation.view.legal_moves().into_iter().map(draw).collect();
    }

    fn is_active(&self) -> bool {
        true
    }

    fn move_value(&self, _situation: &Situation<'_>, mv: Move) -> f64 {
        let found = self.values.iter().find(|(other, _)| *other == mv);
        found.map_or(0.0, |(_, value)| *value)
    }
}
