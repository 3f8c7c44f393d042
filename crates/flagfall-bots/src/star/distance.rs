//! How far it is to a square for one side, with what stands in the way.

use flagfall_core::{BattleOutcome, Rank, Square, SquareSet};

use super::state::{Player, State};

/// Whose way it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Terrain {
    /// Known bombs are in the way.
    March,
    /// Known bombs cost a move.
    Sappers,
}

/// Beyond every true distance.
pub(crate) const FAR: u8 = 40;
/// What passing a square costs: one's own piece has to step aside, an enemy has to be fought, and what cannot move has to be
/// gone round.
const OWN: u8 = 2;
const ENEMY: u8 = 4;
const FIXED: u8 = 12;

/// What it costs a rank of the enemy's to pass a piece of ours: what it beats it takes on the way, if it dares; a bomb holds up
/// all but miners.
const BEATEN: u8 = OWN;
const EVEN: u8 = ENEMY;
const STRONGER: u8 = 8;
/// All costs there are, the largest last.
const COSTS: [u8; 5] = [1, OWN, ENEMY, STRONGER, FIXED];

/// What it costs to pass each square: sets of squares, one for each cost. Every land square is in one of them.
pub(crate) struct Ground([(u8, SquareSet); 5]);

impl Ground {
    /// Passing costs one everywhere.
    fn open() -> Ground {
        let mut ground = Ground(COSTS.map(|cost| (cost, SquareSet::EMPTY)));
        ground.0[0].1 = SquareSet::LAND;
        ground
    }

    /// As a player finds it.
    pub(crate) fn of(state: &State, player: Player, terrain: Terrain) -> Ground {
        let mut ground = Ground::open();
        let own = state.held_by(player);
        ground.set(own, OWN);
        ground.set(own.difference(state.mobile(player)), FIXED);
        ground.set(state.held_by(player.other()), ENEMY);
        let bombs = state.units(player.other());
        let bombs = bombs.filter(|(_, _, unit)| unit.rank() == Some(Rank::Bomb));
        let to_pass_a_bomb = match terrain {
            Terrain::March => FIXED,
            Terrain::Sappers => 1,
        };
        ground.set(bombs.map(|(square, _, _)| square).collect(), to_pass_a_bomb);
        ground
    }

    fn set(&mut self, squares: SquareSet, cost: u8) {
        for (own, set) in &mut self.0 {
            *set = if *own == cost {
                *set | squares
            } else {
                set.difference(squares)
            };
        }
        debug_assert!(self.0.iter().any(|(own, _)| *own == cost));
    }

    /// For each square the cost of going from there onto `target`.
    pub(crate) fn distances(&self, target: Square) -> [u8; Square::COUNT] {
        let mut distance = [FAR; Square::COUNT];
        distance[target.index()] = 0;
        let mut open = SquareSet::LAND.difference(SquareSet::only(target));
        // What can be reached at each cost, nearest first; the last step costs one, whatever stands on the target.
        let mut reached = [SquareSet::EMPTY; (FAR + FIXED) as usize];
        reached[1] = SquareSet::only(target).neighbors();
        for far in 1..FAR {
            let here = reached[usize::from(far)] & open;
            if here.is_empty() {
                continue;
            }
            open = open.difference(here);
            for square in here.iter() {
                distance[square.index()] = far;
            }
            for &(cost, squares) in &self.0 {
                let passed = here & squares;
                if !passed.is_empty() {
                    reached[usize::from(far + cost)] |= passed.neighbors();
                }
            }
        }
        distance
    }
}

/// For each square the cost for an enemy of this rank of going from there onto our piece on `target`, if he knew our ranks.
pub(crate) fn siege(state: &State, target: Square, rank: Rank) -> [u8; Square::COUNT] {
    let mut ground = Ground::open();
    ground.set(state.held_by(Player::Foe), OWN);
    for (square, _, unit) in state.units(Player::Me) {
        let Some(own) = unit.rank() else { continue };
        let cost = match rank.attacks(own) {
            BattleOutcome::AttackerWins => BEATEN,
            BattleOutcome::BothFall => EVEN,
            BattleOutcome::DefenderWins if own == Rank::Bomb => FIXED,
            BattleOutcome::DefenderWins => STRONGER,
        };
        ground.set(SquareSet::only(square), cost);
    }
    ground.distances(target)
}

#[cfg(test)]
mod tests {
    use flagfall_core::{Direction, Seed, below};

    use super::*;

    /// One round after another until no distance changes: slow, and plain to see.
    fn by_rounds(cost: &[u8; Square::COUNT], target: Square) -> [u8; Square::COUNT] {
        let mut distance = [FAR; Square::COUNT];
        distance[target.index()] = 0;
        loop {
            let before = distance;
            for square in Square::all() {
                let enter = if square == target {
                    1
                } else {
                    cost[square.index()]
                };
                let sum = (distance[square.index()] + enter).min(FAR);
                for neighbor in Direction::ALL.into_iter().filter_map(|at| square.step(at)) {
                    let here = &mut distance[neighbor.index()];
                    *here = (*here).min(sum);
                }
            }
            if distance == before {
                return distance;
            }
        }
    }

    #[test]
    fn distances_are_the_cheapest_ways() {
        for seed in 0..200 {
            let mut rng = Seed(seed).rng();
            let mut ground = Ground::open();
            let mut cost = [1; Square::COUNT];
            for square in Square::all() {
                let its = [1, 1, OWN, ENEMY, STRONGER, FIXED][below(&mut rng, 6) as usize];
                ground.set(SquareSet::only(square), its);
                cost[square.index()] = its;
            }
            let target = SquareSet::LAND.choose(&mut rng).expect("land");
            assert_eq!(
                ground.distances(target),
                by_rounds(&cost, target),
                "{target}"
            );
        }
    }
}
