//! How far it is to a square for one side, with what stands in the way.

use flagfall_core::{BattleOutcome, Direction, Rank, Square, SquareSet};

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

/// For each square the cost of going from there onto `target` for a player.
pub(crate) fn distances(
    state: &State,
    player: Player,
    target: Square,
    terrain: Terrain,
) -> [u8; Square::COUNT] {
    let mut cost = [1; Square::COUNT];
    let own = state.held_by(player);
    let fixed = own.difference(state.mobile(player));
    for square in own.iter() {
        cost[square.index()] = if fixed.contains(square) { FIXED } else { OWN };
    }
    for (square, _, unit) in state.units(player.other()) {
        let is_bomb = unit.rank() == Some(Rank::Bomb);
        cost[square.index()] = match (is_bomb, terrain) {
            (true, Terrain::March) => FIXED,
            (true, Terrain::Sappers) => 1,
            (false, _) => ENEMY,
        };
    }
    spread(target, &cost)
}

/// What it costs a rank of the enemy's to pass a piece of ours: what it beats it takes on the way, if it dares; a bomb holds up
/// all but miners.
const BEATEN: u8 = 2;
const EVEN: u8 = 4;
const STRONGER: u8 = 8;

/// For each square the cost for an enemy of this rank of going from there onto our piece on `target`, if he knew our ranks.
pub(crate) fn siege(state: &State, target: Square, rank: Rank) -> [u8; Square::COUNT] {
    let mut cost = [1; Square::COUNT];
    for square in state.held_by(Player::Foe).iter() {
        cost[square.index()] = OWN;
    }
    for (square, _, unit) in state.units(Player::Me) {
        let Some(own) = unit.rank() else { continue };
        cost[square.index()] = match rank.attacks(own) {
            BattleOutcome::AttackerWins => BEATEN,
            BattleOutcome::BothFall => EVEN,
            BattleOutcome::DefenderWins if own == Rank::Bomb => FIXED,
            BattleOutcome::DefenderWins => STRONGER,
        };
    }
    spread(target, &cost)
}

fn spread(target: Square, cost: &[u8; Square::COUNT]) -> [u8; Square::COUNT] {
    let mut distance = [FAR; Square::COUNT];
    distance[target.index()] = 0;
    // Squares whose distance has changed; each round carries the changes one step on, until nothing changes.
    let mut changed = SquareSet::only(target);
    while !changed.is_empty() {
        let mut next = SquareSet::EMPTY;
        for square in changed.iter() {
            let through = if square == target {
                0
            } else {
                distance[square.index()]
            };
            let enter = if square == target {
                1
            } else {
                cost[square.index()]
            };
            for neighbor in Direction::ALL.into_iter().filter_map(|at| square.step(at)) {
                let sum = (through + enter).min(FAR);
                if sum < distance[neighbor.index()] {
                    distance[neighbor.index()] = sum;
                    next |= SquareSet::only(neighbor);
                }
            }
        }
        changed = next;
    }
    distance
}
