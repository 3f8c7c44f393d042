//! Holding the lanes between the lakes (Invincible 3.4.1).

use flagfall_core::{Move, Square};

use crate::invincible::plan::Plan;
use crate::invincible::situation::{Own, Situation};

/// For stepping into an empty lane, or leaving one.
const LANE: f64 = 2.0;
const STRONG: f64 = 25.0;

/// A known strong piece holds the lane in front of the flag: it stops miners even where the enemy has higher pieces.
#[derive(Default)]
pub(crate) struct LaneOccupation {
    lane: Option<u8>,
    holders: usize,
}

impl Plan for LaneOccupation {
    fn name(&self) -> String {
        "Lane".to_owned()
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        self.lane = situation
            .own_flag()
            .filter(|_| situation.lead() > 1.0)
            .map(|flag| nearest_lane(flag.square));
        let in_lane = |own: &&Own| is_holder(own) && lane_of(own.square) == self.lane;
        self.holders = situation.own.iter().filter(in_lane).count();
    }

    fn is_active(&self) -> bool {
        self.lane.is_some()
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        let is_holder = situation.own_at(mv.from).is_some_and(is_holder);
        if self.lane.is_none() || !is_holder || situation.foe_at(mv.to).is_some() {
            return 0.0;
        }
        match (lane_of(mv.from) == self.lane, lane_of(mv.to) == self.lane) {
            (false, true) if self.holders == 0 => LANE,
            (true, false) if self.holders == 1 => -LANE,
            _ => 0.0,
        }
    }
}

fn is_holder(own: &Own) -> bool {
    own.is_revealed && own.rank.is_mobile() && own.value > STRONG
}

/// 0 to 2 for the twelve squares between the lakes.
fn lane_of(square: Square) -> Option<u8> {
    matches!(square.row(), 4 | 5).then(|| nearest_lane(square))
}

fn nearest_lane(square: Square) -> u8 {
    match square.col() {
        0..=2 => 0,
        3..=6 => 1,
        _ => 2,
    }
}
