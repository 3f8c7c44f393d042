//! Counting the leaves of the tree of legal moves.

use crate::position::Position;

/// How many sequences of exactly `depth` legal moves there are from here. A game that is over has no moves.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => position
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let undo = position.make(mv);
                let leaves = perft(position, depth - 1);
                position.unmake(undo);
                leaves
            })
            .sum(),
    }
}
