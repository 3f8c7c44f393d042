//! The moves that are searched.
//!
//! At the root these are the legal moves of the view. Below it: all single steps and the attacks of scouts over any
//! distance. A scout's long moves to empty squares are left out, because there are many and few matter, and so are attacks
//! that are certain to lose.

use arrayvec::ArrayVec;
use flagfall_core::{BattleOutcome, Direction, MAX_MOVES, Move, Square, SquareSet};

use super::state::{Player, State};

/// A move with its place in the order: higher is searched earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ranked {
    pub(crate) mv: Move,
    pub(crate) order: i32,
}

pub(crate) type RankedMoves = ArrayVec<Ranked, MAX_MOVES>;

/// Adds the attacks of a player.
#[inline]
pub(crate) fn add_attacks(state: &State, player: Player, moves: &mut RankedMoves) {
    let (movers, targets) = (state.mobile(player), state.held_by(player.other()));
    let empty = !(state.held_by(Player::Me) | state.held_by(Player::Foe));
    for direction in Direction::ALL {
        let attacked = movers.shifted(direction) & targets;
        add(state, player, attacked, direction, 1, moves);
        let mut passed = state.scouts(player).shifted(direction) & empty;
        let mut distance = 2;
        while !passed.is_empty() {
            let reached = passed.shifted(direction);
            add(state, player, reached & targets, direction, distance, moves);
            passed = reached & empty;
            distance += 1;
        }
    }
}

/// Adds the steps of a player to empty squares.
#[inline]
pub(crate) fn add_steps(state: &State, player: Player, moves: &mut RankedMoves) {
    let movers = state.mobile(player);
    let empty = !(state.held_by(Player::Me) | state.held_by(Player::Foe));
    for direction in Direction::ALL {
        for to in (movers.shifted(direction) & empty).iter() {
            if let Some(mv) = arriving(to, direction, 1)
                && !state.forbids(player, mv)
            {
                moves.push(Ranked { mv, order: 0 });
            }
        }
    }
}

#[inline]
fn add(
    state: &State,
    player: Player,
    attacked: SquareSet,
    direction: Direction,
    distance: i8,
    moves: &mut RankedMoves,
) {
    for to in attacked.iter() {
        if let Some(mv) = arriving(to, direction, distance)
            && !is_certain_loss(state, mv)
            && !state.forbids(player, mv)
        {
            moves.push(Ranked { mv, order: 0 });
        }
    }
}

#[inline]
fn arriving(to: Square, direction: Direction, distance: i8) -> Option<Move> {
    let from = to.index() as i8 - direction.delta() * distance;
    Some(Move::new(Square::from_index(from as u8)?, to))
}

#[inline]
fn is_certain_loss(state: &State, mv: Move) -> bool {
    let rank = |square| state.unit(state.unit_at(square)?).rank();
    match (rank(mv.from), rank(mv.to)) {
        (Some(attacker), Some(defender)) => {
            attacker.attacks(defender) == BattleOutcome::DefenderWins
        }
        _ => false,
    }
}
