//! Defending the flag when it becomes vulnerable (Invincible 2.2.3, 5.2.2; appendix C, games 1, 2 and 5).
//!
//! An enemy that has an open path to the flag, by the pathfinder of figure 2.5 with our stronger pieces as the ones to
//! avoid, is a danger of 200 to 300 points, less the further it is away and the less the enemy can suspect the flag there.
//! A bombed-in flag is open to miners only; a chance of 5% to be one is enough ("I lowered the minimal chance for a piece to be
//! a miner before Invincible bothers to defend").

use flagfall_core::{Move, Rank, Square, SquareSet};

use crate::invincible::paths::{Paths, Terrain, UNREACHED};
use crate::invincible::plan::Plan;
use crate::invincible::situation::{After, Foe, Situation, steps};

const OPEN_PATH: f64 = 300.0;
/// How much of the danger is left with each further step.
const PER_STEP: f64 = 0.75;
const LEAST_CHANCE: f64 = 0.05;
const REACH: u8 = 8;
/// A flag that nobody suspects is in danger all the same.
const UNSUSPECTED: f64 = 0.35;
/// A defender takes the intruder at least this likely; an intruder passes pieces that it beats this likely.
const LIKELY: f64 = 0.5;

/// Watches the ways to our flag.
#[derive(Default)]
pub(crate) struct FlagDefense {
    flag: Option<Square>,
    suspicion: f64,
    now: f64,
}

impl Plan for FlagDefense {
    fn name(&self) -> String {
        "Flag".to_owned()
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        let flag = situation.own_flag();
        self.flag = flag.map(|own| own.square);
        self.suspicion = flag.map_or(0.0, |own| {
            UNSUSPECTED + (1.0 - UNSUSPECTED) * own.seen_as[Rank::Flag]
        });
        self.now = self.danger(&After::new(situation, None));
    }

    fn is_active(&self) -> bool {
        self.flag.is_some()
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        let Some(flag) = self.flag else {
            return 0.0;
        };
        let opens = steps(mv.from, flag) <= REACH;
        if self.now == 0.0 && !opens {
            return 0.0;
        }
        let after = self.danger(&After::new(situation, Some(mv)));
        match (situation.own_at(mv.from), situation.foe_at(mv.to)) {
            // A battle relieves only if it is won.
            (Some(own), Some(foe)) if after < self.now => foe.prey[own.rank] * (self.now - after),
            _ => self.now - after,
        }
    }
}

impl FlagDefense {
    fn danger(&self, after: &After<'_>) -> f64 {
        let Some(flag) = self.flag else {
            return 0.0;
        };
        let near = after
            .foes()
            .filter(|foe| foe.mobility > LEAST_CHANCE && steps(foe.square, flag) <= REACH);
        let worst = near
            .map(|foe| {
                let anybody = open(after, foe, flag, Intruder::Anybody) * foe.mobility;
                let miner = foe.ranks[Rank::Miner];
                if miner < LEAST_CHANCE {
                    anybody
                } else {
                    anybody.max(miner * open(after, foe, flag, Intruder::Miner))
                }
            })
            .fold(0.0, f64::max);
        OPEN_PATH * self.suspicion * worst
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Intruder {
    Anybody,
    Miner,
}

/// How open the way to the flag is, from 0 to 1.
fn open(after: &After<'_>, foe: &Foe, flag: Square, intruder: Intruder) -> f64 {
    let passes = |rank: Rank| match intruder {
        Intruder::Anybody => rank.is_mobile() && foe.threat[rank] > LIKELY,
        Intruder::Miner => Rank::Miner.attacks(rank) == flagfall_core::BattleOutcome::AttackerWins,
    };
    let stopped_by = |rank: Rank| match intruder {
        Intruder::Anybody => rank.is_mobile() && foe.prey[rank] > LIKELY,
        Intruder::Miner => rank.is_mobile() && rank > Rank::Miner,
    };
    let collect = |wanted: &dyn Fn(Rank) -> bool| -> SquareSet {
        after
            .own()
            .filter(|(_, own)| wanted(own.rank))
            .map(|(square, _)| square)
            .collect()
    };
    let ours: SquareSet = after.own().map(|(square, _)| square).collect();
    let theirs = after.situation.foe_squares();
    let paths = Paths::find(&Terrain {
        friends: SquareSet::only(foe.square),
        enemies: collect(&stopped_by),
        friend_obstacles: collect(&|rank| !passes(rank)) | theirs,
        enemy_obstacles: ours | theirs,
    });
    match paths.distance(flag) {
        UNREACHED => 0.0,
        distance => PER_STEP.powi(i32::from(distance) - 1),
    }
}
