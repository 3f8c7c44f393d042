//! Bringing pieces to where they can profit (Invincible 5.5.1).

use flagfall_core::{Move, Square, SquareSet};

use crate::invincible::paths::{Paths, Terrain, UNREACHED};
use crate::invincible::plan::Plan;
use crate::invincible::situation::{Foe, Own, Situation};

/// From points that a target promises to a strategic value, and the most that one step is worth.
const SCALE: f64 = 6.0;
const MOST: f64 = 5.0;
/// A target that can walk away is worth less of a journey.
const CAN_WALK_AWAY: f64 = 0.4;

/// A low positive value for steps towards enemies that the piece would attack at a profit.
#[derive(Default)]
pub(crate) struct StrategicAttack {
    /// For each of our pieces, by square, its targets' number in `ways` and what they promise.
    targets: Vec<(Square, Vec<(usize, f64)>)>,
    ways: Vec<Paths>,
}

impl Plan for StrategicAttack {
    fn name(&self) -> String {
        "SAtt".to_owned()
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        let obstacles = situation.own_immobile() | situation.foe_squares();
        let from = |square| Paths::find(&Terrain::alone(SquareSet::only(square), obstacles));
        self.ways = situation.foes.iter().map(|foe| from(foe.square)).collect();
        self.targets = situation
            .own
            .iter()
            .filter(|own| own.rank.is_mobile())
            .map(|own| (own.square, promises(situation, own)))
            .collect();
    }

    fn is_active(&self) -> bool {
        true
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        if situation.foe_at(mv.to).is_some() {
            return 0.0;
        }
        let Some((_, targets)) = self.targets.iter().find(|(at, _)| *at == mv.from) else {
            return 0.0;
        };
        let pull = |square: Square| {
            let of = |&(way, promise): &(usize, f64)| match self.ways[way].distance(square) {
                UNREACHED => 0.0,
                distance => promise / (1.0 + f64::from(distance)),
            };
            targets.iter().map(of).fold(0.0, f64::max)
        };
        (SCALE * (pull(mv.to) - pull(mv.from))).clamp(-MOST, MOST)
    }
}

fn promises(situation: &Situation<'_>, own: &Own) -> Vec<(usize, f64)> {
    let promise = |(index, foe): (usize, &Foe)| {
        let walks_away = if foe.has_moved {
            foe.mobility * (1.0 - CAN_WALK_AWAY)
        } else {
            0.0
        };
        let profit = situation.profit(own, foe) * (1.0 - walks_away);
        (profit > 0.0).then_some((index, profit))
    };
    situation
        .foes
        .iter()
        .enumerate()
        .filter_map(promise)
        .collect()
}
