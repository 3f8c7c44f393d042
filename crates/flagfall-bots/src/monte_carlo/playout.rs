//! One playout: a move, and blind moves after it, valued as they happen.

use flagfall_core::{GameRng, Move, Position, Side, below, unit};

use super::settings::{Lookahead, Settings};
use super::valuation::Valuation;
use crate::blind::blind_move_with;

/// With annealed playouts: the temperature falls by this factor with every ply.
const COOLING: f64 = 0.9;

/// With annealed playouts: after this many refused moves the last one drawn is made all the same.
const MAX_REFUSALS: u32 = 50;

/// Plays `first` and then as many plies as the lookahead says, and returns the points of `side`. The position is used up.
#[inline]
pub(super) fn playout(
    position: &mut Position,
    first: Move,
    side: Side,
    settings: &Settings,
    valuation: &Valuation,
    rng: &mut GameRng,
) -> f64 {
    let mut points = 0.0;
    let mut play = |position: &mut Position, mv: Move| {
        let gained = valuation.of_move(position, mv);
        points += if position.to_move() == side {
            gained
        } else {
            -gained
        };
        position.advance(mv);
        position.end().is_some()
    };
    if play(position, first) {
        return points;
    }
    let mut plies = 0;
    let mut temperature = settings.annealing;
    while settings.lookahead.allows(plies) {
        let mv = if temperature > 0.0 {
            temperature *= COOLING;
            annealed_move(position, valuation, temperature, rng)
        } else {
            let legal = || position.legal_moves();
            blind_move_with(settings.manner, position.board(), legal, rng)
        };
        let Some(mv) = mv else {
            let win = valuation.win();
            return points
                + if position.to_move() == side {
                    -win
                } else {
                    win
                };
        };
        if play(position, mv) {
            break;
        }
        plies += 1;
    }
    points
}

impl Lookahead {
    /// Whether a playout of this many plies goes on.
    #[inline]
    fn allows(self, plies: u32) -> bool {
        match self {
            Lookahead::Plies(limit) => plies < limit,
            Lookahead::End => true,
        }
    }
}

/// A move by simulated annealing (Mets 8.1): every move is valued by the points it makes at once; a move drawn at random is
/// made if it is the best, else with a chance that falls with what it lacks, and falls faster the colder it is.
fn annealed_move(
    position: &Position,
    valuation: &Valuation,
    temperature: f64,
    rng: &mut GameRng,
) -> Option<Move> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return None;
    }
    let value = |mv: Move| valuation.of_move(position, mv);
    let best = moves
        .iter()
        .map(|&mv| value(mv))
        .fold(f64::NEG_INFINITY, f64::max);
    let mut mv = moves[below(rng, moves.len() as u32) as usize];
    for _ in 0..MAX_REFUSALS {
        let chance = ((value(mv) - best) / temperature).exp();
        if unit(rng) < chance {
            break;
        }
        mv = moves[below(rng, moves.len() as u32) as usize];
    }
    Some(mv)
}
