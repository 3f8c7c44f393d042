//! Distances on the board.

use std::sync::LazyLock;

use flagfall_core::{Square, SquareSet};

/// How near a step must lead to a known piece to be an approach: in his bluff of move 33 (section 10.1) and in figure 16 the
/// unknown piece comes to within two steps.
pub(super) const APPROACH: u8 = 2;

/// The longest distance that is looked up. Only last movers may move quietly in the last four half-moves of a search of variable
/// depth (section 9.4), which are two turns of each; the step to the battle comes on top.
const FAR: usize = 3;

/// For each distance and square the squares so near to it.
pub(super) static WITHIN: LazyLock<[[SquareSet; Square::COUNT]; FAR + 1]> = LazyLock::new(|| {
    std::array::from_fn(|steps| {
        std::array::from_fn(|square| {
            Square::all()
                .filter(|other| {
                    usize::from(steps_between(square as u8, other.index() as u8)) <= steps
                })
                .collect()
        })
    })
});

/// Steps between two squares, lakes and pieces left aside.
#[inline]
pub(crate) const fn steps_between(a: u8, b: u8) -> u8 {
    (a / 10).abs_diff(b / 10) + (a % 10).abs_diff(b % 10)
}

/// Whether a step brings a piece near to a square, and nearer than it was.
#[inline]
pub(crate) const fn leads_towards(from: u8, to: u8, square: u8) -> bool {
    let after = steps_between(to, square);
    after <= APPROACH && after < steps_between(from, square)
}

#[inline]
pub(super) fn bit(square: u8) -> SquareSet {
    Square::from_index(square).map_or(SquareSet::EMPTY, SquareSet::only)
}
