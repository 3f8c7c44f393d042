//! Defending the flag when it becomes vulnerable (Invincible 2.2.3, 5.2.2; appendix C, games 1, 2 and 5).
//!
//! An enemy that has an open path to the flag, by the pathfinder of figure 2.5 with our stronger pieces as the ones to
//! avoid, is a danger of 200 to 300 points, less the further it is away and the less the enemy can suspect the flag there.
//! A bombed-in flag is open to miners only; a chance of 5% to be one is enough ("I lowered the minimal chance for a piece to be
//! a miner before Invincible bothers to defend").

use flagfall_core::{BattleOutcome, Move, Rank, Square, SquareSet};

use crate::invincible::paths::{Paths, Terrain, UNREACHED};
use crate::invincible::plan::Plan;
use crate::invincible::situation::{After, Foe, Situation, steps};
use crate::invincible::zones::is_clear_line;

const OPEN_PATH: f64 = 300.0;
/// The danger from an intruder on its way while no defender is at home. Figure 2.5 says only whether it can be stopped; when
/// it cannot, or when it is far away, it still matters to have defenders near.
const NOBODY_HOME: f64 = 80.0;
/// A defender that is this many steps further from a square beside the flag than the intruder guards it (it takes back), and
/// one so many further does not.
const AT_HOME: f64 = 0.0;
const AWAY: f64 = 4.0;
/// How much of the danger is left with each further step.
const PER_STEP: f64 = 0.75;
const LEAST_CHANCE: f64 = 0.05;
const REACH: u8 = 9;
/// A flag that nobody suspects is in danger all the same.
const UNSUSPECTED: f64 = 0.35;
/// A defender takes the intruder, or falls with it, at least this likely; an intruder passes pieces that it beats this likely.
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
        let is_in_line = mv.from.row() == flag.row() || mv.from.col() == flag.col();
        let opens = is_in_line || steps(mv.from, flag) <= REACH;
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
        // A scout takes it from any distance.
        let scout = after
            .foes()
            .filter(|foe| foe.ranks[Rank::Scout] > LEAST_CHANCE)
            .filter(|foe| is_clear_line(after, foe.square, flag))
            .map(|foe| foe.ranks[Rank::Scout])
            .fold(0.0, f64::max);
        let near = after
            .foes()
            .filter(|foe| foe.mobility > LEAST_CHANCE && steps(foe.square, flag) <= REACH);
        let worst = near
            .flat_map(|foe| {
                [
                    (foe, Intruder::Anybody, foe.mobility),
                    (foe, Intruder::Miner, foe.ranks[Rank::Miner]),
                ]
            })
            .filter(|(_, _, chance)| *chance > LEAST_CHANCE)
            .map(|(foe, intruder, chance)| chance * danger_from(after, foe, flag, intruder))
            .fold(OPEN_PATH * scout, f64::max);
        self.suspicion * worst
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Intruder {
    Anybody,
    Miner,
}

/// The danger from one enemy, if it is such an intruder.
fn danger_from(after: &After<'_>, foe: &Foe, flag: Square, intruder: Intruder) -> f64 {
    let passes = |rank: Rank| match intruder {
        Intruder::Anybody => rank.is_mobile() && foe.threat[rank] > LIKELY,
        Intruder::Miner => Rank::Miner.attacks(rank) == BattleOutcome::AttackerWins,
    };
    let stops = |rank: Rank| match intruder {
        Intruder::Anybody => rank.is_mobile() && foe.prey[rank] + foe.ranks[rank] > LIKELY,
        Intruder::Miner => rank.is_mobile() && rank >= Rank::Miner,
    };
    let (mut ours, mut defenders, mut walls) =
        (SquareSet::EMPTY, SquareSet::EMPTY, SquareSet::EMPTY);
    for (square, own) in after.own() {
        let at = SquareSet::only(square);
        ours |= at;
        if stops(own.rank) {
            defenders |= at;
        }
        if !passes(own.rank) {
            walls |= at;
        }
    }
    let theirs = after.situation.foe_squares();
    let undisputed = Terrain::alone(SquareSet::only(foe.square), walls | theirs);
    let intruder_ways = Paths::find(&undisputed);
    if intruder_ways.distance(flag) == UNREACHED {
        return 0.0;
    }
    let disputed = Terrain {
        enemies: defenders,
        enemy_obstacles: ours | theirs,
        ..undisputed
    };
    let open = match Paths::find(&disputed).distance(flag) {
        UNREACHED => 0.0,
        distance => near(distance),
    };
    let defender_ways = Paths::find(&Terrain::alone(defenders, ours | theirs));
    let gates = SquareSet::only(flag).neighbors();
    let nobody_home = gates
        .iter()
        .map(|gate| unguarded(intruder_ways.distance(gate), defender_ways.distance(gate)))
        .fold(0.0, f64::max);
    OPEN_PATH * open + NOBODY_HOME * nobody_home
}

/// How near an intruder is, from 1 beside the flag down to 0.
fn near(distance: u8) -> f64 {
    PER_STEP.powi(i32::from(distance) - 1)
}

/// How far a square beside the flag is left to an intruder at this distance by defenders at that distance.
fn unguarded(intruder: u8, defender: u8) -> f64 {
    if intruder == UNREACHED {
        return 0.0;
    }
    let behind = f64::from(defender.min(2 * REACH)) - f64::from(intruder);
    near(intruder + 1) * ((behind - AT_HOME) / (AWAY - AT_HOME)).clamp(0.0, 1.0)
}
