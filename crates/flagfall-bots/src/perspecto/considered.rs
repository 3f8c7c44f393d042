//! Which legal moves are searched at the root.
//!
//! Section 7.4 suggests to let scouts go one step or as far as they can in a direction; this is done here. An attack is always as
//! far as a scout can go.

use flagfall_core::{Move, View};

/// The legal moves without scouts' moves of middle length.
pub(crate) fn considered_moves(view: &View<'_>) -> Vec<Move> {
    let legal = view.legal_moves();
    let is_further = |mv: &Move, than: &Move| {
        let (Some((a, far)), Some((b, near))) =
            (mv.direction_and_distance(), than.direction_and_distance())
        else {
            return false;
        };
        mv.from == than.from && a == b && far > near
    };
    legal
        .iter()
        .filter(|mv| !mv.is_long() || !legal.iter().any(|other| is_further(other, mv)))
        .copied()
        .collect()
}
