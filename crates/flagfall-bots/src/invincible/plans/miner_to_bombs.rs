//! Miners to suspected bombs and the flag behind them (Invincible 2.2.3; appendix C).

use flagfall_core::{Direction, Move, PieceId, Rank, Square, SquareSet};

use crate::invincible::paths::{Paths, Terrain, UNREACHED};
use crate::invincible::plan::Plan;
use crate::invincible::situation::{Foe, Situation};

/// From points that a target promises to a strategic value.
const SCALE: f64 = 1.5;
const MOST: f64 = 5.0;
/// Miners wait until the enemy has this many movers or fewer: "almost useless early in the game" (H7).
const LATE: u32 = 16;

/// Brings one miner to the bomb behind which the flag is likeliest.
pub(crate) struct MinerToBombs {
    miner: PieceId,
    /// Ways from each target, and what it promises.
    targets: Vec<(Paths, f64)>,
}

impl MinerToBombs {
    pub(crate) fn new(miner: PieceId) -> MinerToBombs {
        MinerToBombs {
            miner,
            targets: Vec::new(),
        }
    }
}

impl Plan for MinerToBombs {
    fn name(&self) -> String {
        format!("Mine {}", self.miner.start())
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        self.targets.clear();
        let is_late = situation.material().movers(!situation.me) <= LATE;
        if !is_late || situation.own_piece(self.miner).is_none() {
            return;
        }
        let obstacles = situation.own_immobile() | situation.foe_squares();
        for foe in &situation.foes {
            let promise = promise(situation, foe);
            if promise > 1.0 {
                let start = SquareSet::only(foe.square);
                self.targets
                    .push((Paths::find(&Terrain::alone(start, obstacles)), promise));
            }
        }
    }

    fn is_active(&self) -> bool {
        !self.targets.is_empty()
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        let is_ours = situation
            .own_at(mv.from)
            .is_some_and(|own| own.id == self.miner);
        if !is_ours || situation.foe_at(mv.to).is_some() {
            return 0.0;
        }
        let pull = |square: Square| {
            let of = |(paths, promise): &(Paths, f64)| match paths.distance(square) {
                UNREACHED => 0.0,
                distance => promise / (1.0 + f64::from(distance)),
            };
            self.targets.iter().map(of).fold(0.0, f64::max)
        };
        (SCALE * (pull(mv.to) - pull(mv.from))).clamp(-MOST, MOST)
    }
}

/// How likely it is a bomb, times how likely the flag is beside it, in points.
fn promise(situation: &Situation<'_>, foe: &Foe) -> f64 {
    let flag: f64 = Direction::ALL
        .into_iter()
        .filter_map(|direction| situation.foe_at(foe.square.step(direction)?))
        .map(|neighbor| neighbor.ranks[Rank::Flag])
        .sum();
    let value = situation.material().value(!situation.me, Rank::Flag);
    value * (foe.ranks[Rank::Bomb] * flag + foe.ranks[Rank::Flag])
}
