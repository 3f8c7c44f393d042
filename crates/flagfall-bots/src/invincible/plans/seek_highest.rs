//! Finding the highest enemy piece (Invincible, appendix C, game 1; column "Intel" of table 8.1).

use flagfall_core::{Move, Rank, Square};

use crate::invincible::plan::Plan;
use crate::invincible::situation::{Own, Situation, steps};

/// For a whole board's way towards a piece that is certainly the one sought.
const SCALE: f64 = 12.0;
const MOST: f64 = 3.0;
/// Only pieces up to this value are spent on information.
const CHEAP: f64 = 14.0;

/// Sends cheap unknown pieces towards the hidden piece that is likeliest the enemy's highest.
#[derive(Default)]
pub(crate) struct SeekHighest {
    target: Option<(Square, f64)>,
}

impl Plan for SeekHighest {
    fn name(&self) -> String {
        "Intel".to_owned()
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        let hidden = situation.view.hidden_counts(!situation.me);
        let highest = Rank::ALL
            .into_iter()
            .rev()
            .find(|&rank| rank.is_mobile() && hidden[rank] > 0 && rank >= Rank::Major);
        self.target = highest.and_then(|rank| {
            let suspects = situation.foes.iter().filter(|foe| foe.known.is_none());
            suspects
                .map(|foe| (foe.square, foe.ranks[rank]))
                .max_by(|a, b| a.1.total_cmp(&b.1))
        });
    }

    fn is_active(&self) -> bool {
        self.target.is_some()
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        let Some((target, chance)) = self.target else {
            return 0.0;
        };
        let is_seeker = situation.own_at(mv.from).is_some_and(is_cheap);
        if !is_seeker || situation.foe_at(mv.to).is_some() {
            return 0.0;
        }
        let near = |square| 1.0 / (1.0 + f64::from(steps(square, target)));
        (SCALE * chance * (near(mv.to) - near(mv.from))).clamp(-MOST, MOST)
    }
}

fn is_cheap(own: &Own) -> bool {
    own.value <= CHEAP && own.rank != Rank::Miner && own.rank != Rank::Spy
}
