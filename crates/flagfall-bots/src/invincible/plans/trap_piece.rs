//! Trapping a piece with two others (Invincible 5.5.3).

use flagfall_core::{Move, PieceId, SquareSet};

use crate::invincible::paths::{Paths, Terrain};
use crate::invincible::plan::Plan;
use crate::invincible::situation::{After, Foe, Situation, steps};

/// For taking all of the prey's freedom, as a share of what it is worth.
const FREEDOM: f64 = 0.25;
/// For bringing the second hunter from far away up to the prey: less than taking all of its freedom.
const SECOND: f64 = 0.1;
/// A hunter takes the prey, or falls with it, at a profit.
const LIKELY: f64 = 0.7;
/// The prey of a trap is worth bringing two pieces for.
const WORTH: f64 = 8.0;

/// Traps one enemy piece: first its freedom is limited, then a second piece is brought nearer.
pub(crate) struct TrapPiece {
    prey: PieceId,
    hunters: Vec<PieceId>,
    freedom: u32,
    /// The second-closest hunter.
    second: Option<PieceId>,
}

impl TrapPiece {
    pub(crate) fn new(prey: PieceId) -> TrapPiece {
        TrapPiece {
            prey,
            hunters: Vec::new(),
            freedom: 0,
            second: None,
        }
    }
}

impl Plan for TrapPiece {
    fn name(&self) -> String {
        format!("Trap {}", self.prey.start())
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        self.hunters.clear();
        let Some(foe) = situation.foe(self.prey).filter(|foe| can_be_trapped(foe)) else {
            return;
        };
        let mut hunters: Vec<(u8, PieceId)> = situation
            .own
            .iter()
            .filter(|own| own.rank.is_mobile() && !own.can_play_bomb())
            .filter(|own| foe.prey[own.rank] + foe.ranks[own.rank] > LIKELY)
            .filter(|own| situation.profit(own, foe) > WORTH)
            .map(|own| (steps(own.square, foe.square), own.id))
            .collect();
        // A trap takes two.
        if hunters.len() < 2 {
            return;
        }
        hunters.sort_unstable();
        self.second = hunters.get(1).map(|&(_, id)| id);
        self.hunters = hunters.into_iter().map(|(_, id)| id).collect();
        self.freedom = freedom(&After::new(situation, None), foe, &self.hunters);
    }

    fn is_active(&self) -> bool {
        !self.hunters.is_empty()
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        let (Some(own), Some(foe)) = (situation.own_at(mv.from), situation.foe(self.prey)) else {
            return 0.0;
        };
        if situation.foe_at(mv.to).is_some() || !self.hunters.contains(&own.id) {
            return 0.0;
        }
        let after = freedom(&After::new(situation, Some(mv)), foe, &self.hunters);
        let taken = f64::from(self.freedom) - f64::from(after);
        // Letting a prey go that had one square left loses what was gained, not many times that.
        let share = (taken / f64::from(self.freedom.max(1))).max(-1.0);
        let mut value = FREEDOM * foe.value * share;
        if self.second == Some(own.id) {
            let (from, to) = (steps(mv.from, foe.square), steps(mv.to, foe.square));
            let closer = (f64::from(from) - f64::from(to)) / f64::from(from.max(1));
            value += SECOND * foe.value * closer;
        }
        value
    }
}

fn can_be_trapped(foe: &Foe) -> bool {
    foe.mobility > 0.9 && foe.has_moved
}

/// How many squares the prey reaches before any of the hunters.
fn freedom(after: &After<'_>, foe: &Foe, hunters: &[PieceId]) -> u32 {
    let situation = after.situation;
    let hunters: SquareSet = after
        .own()
        .filter(|(_, own)| hunters.contains(&own.id))
        .map(|(square, _)| square)
        .collect();
    let ours: SquareSet = after.own().map(|(square, _)| square).collect();
    let theirs = situation.foe_squares();
    let paths = Paths::find(&Terrain {
        friends: SquareSet::only(foe.square),
        enemies: hunters,
        friend_obstacles: ours | theirs,
        enemy_obstacles: ours | theirs,
    });
    paths.freedom()
}
