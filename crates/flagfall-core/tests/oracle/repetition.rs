//! The two repetition rules, read from the record of the game.
//!
//! The sources are ISF rules 10 and 11 as appendix A3 of De Boer's "Invincible" implements them. Each function here is
//! one sentence of those rules; none keeps any state between calls.

use super::board::{Placement, Side, Square, are_adjacent};
use super::game::{Oracle, Turn};

/// Whether the player to move would cross a border with a piece that crossed it in each of his last `limit` turns.
pub(crate) fn breaks_two_squares(oracle: &Oracle, from: Square, to: Square) -> bool {
    let limit = oracle.rules().two_squares;
    if limit == 0 {
        return false;
    }
    let piece = oracle.placement()[from];
    let own_turns_backwards = || {
        let side = oracle.to_move();
        oracle
            .history()
            .iter()
            .rev()
            .filter(move |t| t.side == side)
    };
    borders(from, to).into_iter().any(|border| {
        own_turns_backwards()
            .take_while(|t| Some(t.piece) == piece && borders(t.from, t.to).contains(&border))
            .count()
            >= limit
    })
}

/// Whether a quiet move of the player to move would recreate a position of his running chase.
pub(crate) fn breaks_more_squares(oracle: &Oracle, from: Square, to: Square) -> bool {
    if !oracle.rules().more_squares {
        return false;
    }
    // A capture changes which pieces are on the board, so it never recreates anything.
    if oracle.placement()[to].is_some() {
        return false;
    }
    if reverses_own_previous_move(oracle, from, to) {
        return false;
    }
    let mut after = *oracle.placement();
    after[to] = after[from].take();
    chase_positions(oracle.history(), oracle.to_move()).contains(&&after)
}

/// Going straight back is left to the two-squares rule. What counts is the player's own immediately preceding move, not
/// the piece's last move whenever that was; else two pieces could chase in turn forever.
fn reverses_own_previous_move(oracle: &Oracle, from: Square, to: Square) -> bool {
    let side = oracle.to_move();
    let previous = oracle.history().iter().rev().find(|t| t.side == side);
    previous
        .is_some_and(|t| oracle.placement()[from] == Some(t.piece) && t.from == to && t.to == from)
}

/// The positions after `side`'s own moves in his running chase, latest first.
///
/// Reading backwards, a position belongs to the chase as long as nothing later broke it off: no capture by either side,
/// and no reply of the opponent that started anywhere but next to the square `side` had just moved to. The position
/// that a capture itself leads to is the first of a new list.
fn chase_positions(history: &[Turn], side: Side) -> Vec<&Placement> {
    let mut positions = Vec::new();
    for (k, turn) in history.iter().enumerate().rev() {
        if turn.side == side {
            positions.push(&turn.after);
        } else {
            let is_evasion = k > 0 && are_adjacent(turn.from, history[k - 1].to);
            if !is_evasion {
                break;
            }
        }
        if turn.is_capture() {
            break;
        }
    }
    positions
}

/// The borders a move crosses, each as its lower and its higher square; only a scout crosses more than one.
fn borders(from: Square, to: Square) -> Vec<(Square, Square)> {
    let (low, high) = (from.min(to), from.max(to));
    let stride = if low % 10 == high % 10 { 10 } else { 1 };
    (low..high)
        .step_by(stride)
        .map(|square| (square, square + stride))
        .collect()
}
