//! Catching pieces on the two-squares rule (Invincible 5.4.3).
//!
//! The zones of the defense the other way around. Getting into line with the prey is good if the prey cannot answer by
//! stepping to the line that the hunter came from, or if the prey was the first to step: "the first piece that crosses the
//! line between the two squares of the repetition is at a disadvantage" (A3).

use flagfall_core::{BattleOutcome, Move, PieceId, Rank, Square};

use crate::invincible::plan::Plan;
use crate::invincible::situation::{After, Foe, Own, Situation};
use crate::invincible::zones::{Zone, is_clear_line, ways_out};

/// Beside a prey that cannot move away, has one way out, has more.
const CORNERED: f64 = 0.8;
const ONE_WAY_OUT: f64 = 0.35;
const BESIDE: f64 = 0.15;
/// In line at distance 2, and less in proportion further away.
const LINE: f64 = 0.25;
const LOST: f64 = 0.35;
/// A line that the prey can answer.
const ANSWERED: f64 = 0.2;
/// A hunter that has chased for this many turns without a battle has lost interest.
const FATIGUE: f64 = 14.0;
/// A bluffing hunter must be credible, and wins less.
const CREDIBLE: f64 = 0.5;
const BLUFF: f64 = 0.15;

/// Hunts one enemy piece with whatever can take it at a profit, or could pass for such a piece.
pub(crate) struct TacticalAttack {
    prey: PieceId,
    /// Our pieces that are worth hunting with, and what a capture by them would bring.
    hunters: Vec<(PieceId, f64)>,
}

impl TacticalAttack {
    pub(crate) fn new(prey: PieceId) -> TacticalAttack {
        TacticalAttack {
            prey,
            hunters: Vec::new(),
        }
    }
}

impl Plan for TacticalAttack {
    fn name(&self) -> String {
        format!("TAtt {}", self.prey.start())
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        self.hunters.clear();
        // What stands still is approached by the strategic attack.
        let Some(foe) = situation.foe(self.prey).filter(|foe| foe.mobility > 0.5) else {
            return;
        };
        for own in situation.own.iter().filter(|own| own.rank.is_mobile()) {
            let gain = gain(situation, own, foe);
            if gain > 0.0 {
                let turns = situation.recent_moves(own.id, FATIGUE as usize) as f64;
                let interest = (1.0 - turns / FATIGUE).max(0.1);
                self.hunters.push((own.id, gain * interest));
            }
        }
    }

    fn is_active(&self) -> bool {
        !self.hunters.is_empty()
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        if situation.foe_at(mv.to).is_some() {
            return 0.0;
        }
        let (Some(own), Some(foe)) = (situation.own_at(mv.from), situation.foe(self.prey)) else {
            return 0.0;
        };
        let Some((_, gain)) = self.hunters.iter().find(|(id, _)| *id == own.id) else {
            return 0.0;
        };
        let before = grip(&After::new(situation, None), mv.from, foe);
        let after = After::new(situation, Some(mv));
        let mut held = grip(&after, mv.to, foe);
        if held > before && is_answered(&after, mv, own, foe) {
            held = before + ANSWERED * (held - before);
        }
        gain * (held - before)
    }
}

/// What capturing the enemy with this piece would bring, or pretending to want to.
fn gain(situation: &Situation<'_>, own: &Own, foe: &Foe) -> f64 {
    let profit = situation.profit(own, foe);
    if profit > 0.0 && foe.prey[own.rank] > foe.threat[own.rank] {
        return profit;
    }
    // An unknown piece may pass for one that takes a known enemy.
    let Some(rank) = foe.known.filter(|_| !own.is_revealed) else {
        return 0.0;
    };
    let credit: f64 = Rank::ALL
        .into_iter()
        .filter(|other| other.attacks(rank) == BattleOutcome::AttackerWins)
        .map(|other| own.seen_as[other])
        .sum();
    let is_cheap = own.value < 0.5 * foe.value;
    if credit > CREDIBLE && is_cheap {
        BLUFF * credit * foe.value
    } else {
        0.0
    }
}

/// How firmly a hunter on a square holds its prey.
fn grip(after: &After<'_>, hunter: Square, foe: &Foe) -> f64 {
    match Zone::of(after, hunter, foe.square) {
        Zone::Beside => match ways_out(after, foe.square).count() {
            0 => CORNERED,
            1 => ONE_WAY_OUT,
            _ => BESIDE.max(LINE),
        },
        Zone::Lost => LOST,
        Zone::Line(distance) => LINE * 2.0 / f64::from(distance + 1),
        Zone::NextToLost | Zone::NextToLine(_) | Zone::Outside => 0.0,
    }
}

/// Whether the prey can step to the line that the hunter has just left, and so has the hunter, and not itself, be the first
/// to cross back.
fn is_answered(after: &After<'_>, mv: Move, own: &Own, foe: &Foe) -> bool {
    let prey = foe.square;
    let answer = if mv.to.col() == prey.col() && mv.from.col() != prey.col() {
        Square::new(prey.row(), mv.from.col())
    } else if mv.to.row() == prey.row() && mv.from.row() != prey.row() {
        Square::new(mv.from.row(), prey.col())
    } else {
        None
    };
    let Some(answer) = answer.filter(|&answer| answer.is_next_to(prey) && after.is_free(answer))
    else {
        return false;
    };
    let view = after.situation.view;
    let crossings = |side, piece| {
        view.crossing_run(side)
            .filter(|&(last, _)| last == piece)
            .map_or(0, |(_, count)| count)
    };
    let me = after.situation.me;
    let prey_started = view.last_move(!me).is_some_and(|last| {
        last.to == prey && last.from == answer && crossings(!me, foe.id) > crossings(me, own.id)
    });
    !prey_started && is_clear_line(after, mv.to, prey)
}
