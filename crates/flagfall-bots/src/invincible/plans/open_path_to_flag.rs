//! Walking an open path to the enemy's flag (Invincible 2.2.3, 5.1.1).

use flagfall_core::{Move, PieceId, Rank, Square, SquareSet};

use crate::invincible::paths::{Paths, Terrain, UNREACHED};
use crate::invincible::plan::Plan;
use crate::invincible::situation::{Foe, Own, Situation};

/// Below this a suspicion is left to the strategic attack.
const SUSPECTED: f64 = 0.3;
/// How much the flag still promises with each further step.
const PER_STEP: f64 = 0.92;
const SHARE: f64 = 0.8;
/// Enemies that win at least this likely are avoided, and obstacles that fall at least this likely are passed.
const DANGEROUS: f64 = 0.3;
const FALLS: f64 = 0.75;

/// Brings whichever piece has an open path to the flag along it.
#[derive(Default)]
pub(crate) struct OpenPathToFlag {
    /// Where the flag likely is, and how likely.
    flag: Option<(Square, f64)>,
    /// How far it is now for the pieces that have a way.
    ways: Vec<(PieceId, u8)>,
}

impl Plan for OpenPathToFlag {
    fn name(&self) -> String {
        "Path".to_owned()
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        self.flag = situation
            .foes
            .iter()
            .map(|foe| (foe.square, foe.ranks[Rank::Flag]))
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .filter(|&(_, chance)| chance > SUSPECTED);
        self.ways.clear();
        let Some((flag, _)) = self.flag else {
            return;
        };
        for own in situation.own.iter().filter(|own| own.rank.is_mobile()) {
            let distance = distance(situation, own, own.square, flag);
            if distance != UNREACHED {
                self.ways.push((own.id, distance));
            }
        }
    }

    fn is_active(&self) -> bool {
        !self.ways.is_empty()
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        let (Some((flag, chance)), Some(own)) = (self.flag, situation.own_at(mv.from)) else {
            return 0.0;
        };
        let Some((_, now)) = self.ways.iter().find(|(id, _)| *id == own.id) else {
            return 0.0;
        };
        // The last step is a capture and priced as one.
        if mv.to == flag {
            return 0.0;
        }
        let hope = |distance: u8| match distance {
            UNREACHED => 0.0,
            steps => PER_STEP.powi(i32::from(steps)),
        };
        let value = situation.material().value(!situation.me, Rank::Flag);
        let won = situation
            .foe_at(mv.to)
            .map_or(1.0, |foe| foe.prey[own.rank]);
        let then = won * hope(distance(situation, own, mv.to, flag));
        SHARE * chance * value * (then - hope(*now))
    }
}

fn distance(situation: &Situation<'_>, own: &Own, from: Square, flag: Square) -> u8 {
    let foes = |wanted: &dyn Fn(&Foe) -> bool| -> SquareSet {
        let squares = situation.foes.iter().filter(|foe| wanted(foe));
        squares.map(|foe| foe.square).collect()
    };
    let ours = situation
        .own_squares()
        .difference(SquareSet::only(own.square));
    let theirs = foes(&|foe| foe.prey[own.rank] < FALLS);
    let terrain = Terrain {
        friends: SquareSet::only(from),
        // Pieces that have not moved so far are taken to stay (5.5.3 says the same of traps).
        enemies: foes(&|foe| foe.has_moved && foe.threat[own.rank] > DANGEROUS),
        friend_obstacles: ours | theirs,
        enemy_obstacles: ours | situation.foe_squares(),
    };
    Paths::find(&terrain).distance(flag)
}
