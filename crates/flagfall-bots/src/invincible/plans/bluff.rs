//! Bluffing with a believable low piece (Invincible 5.1.2, 6.2).

use flagfall_core::{BattleOutcome, Move, Rank, Square};

use crate::invincible::plan::Plan;
use crate::invincible::situation::{Foe, Own, Situation, steps};

const SCALE: f64 = 0.2;
const MOST: f64 = 2.5;
/// The enemy must be able to believe it.
const CREDIBLE: f64 = 0.4;
/// A bluffer keeps this distance: nobody calls a bluff that he cannot reach.
const KEEPS_AWAY: u8 = 2;
/// Who is clearly ahead need not bluff (3.3).
const LEAD: f64 = 1.3;

/// An unknown cheap piece walks towards a known enemy as if it could take it, and so strengthens the belief that it can.
#[derive(Default)]
pub(crate) struct Bluff {
    targets: Vec<(Square, Rank, f64)>,
}

impl Plan for Bluff {
    fn name(&self) -> String {
        "Bluff".to_owned()
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        self.targets.clear();
        if situation.lead() < LEAD {
            let known = |foe: &Foe| Some((foe.square, foe.known?, foe.value));
            self.targets.extend(
                situation
                    .foes
                    .iter()
                    .filter_map(known)
                    .filter(|(_, rank, _)| rank.is_mobile()),
            );
        }
    }

    fn is_active(&self) -> bool {
        !self.targets.is_empty()
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        let Some(own) = situation
            .own_at(mv.from)
            .filter(|own| !own.is_revealed && own.has_moved)
        else {
            return 0.0;
        };
        if mv.is_long() || situation.foe_at(mv.to).is_some() {
            return 0.0;
        }
        let of = |&(at, rank, value): &(Square, Rank, f64)| {
            let credit = credit(own, rank);
            let is_bluff = own.rank.attacks(rank) == BattleOutcome::DefenderWins;
            if credit < CREDIBLE || !is_bluff || own.value > 0.5 * value {
                return 0.0;
            }
            let away = |square| f64::from(steps(square, at).max(KEEPS_AWAY));
            let near = 1.0 / away(mv.to) - 1.0 / away(mv.from);
            SCALE * credit * value * near
        };
        let sum: f64 = self.targets.iter().map(of).sum();
        sum.clamp(-MOST, MOST)
    }
}

/// How far the enemy can believe that the piece takes this rank.
fn credit(own: &Own, rank: Rank) -> f64 {
    Rank::ALL
        .into_iter()
        .filter(|other| other.is_mobile() && other.attacks(rank) == BattleOutcome::AttackerWins)
        .map(|other| own.seen_as[other])
        .sum()
}
