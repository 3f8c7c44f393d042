//! Bombs around the flag (Stankiewicz, section 6: "the recognition of patterns on the board").
//!
//! People put bombs beside their flag some four times as often as chance would. So a bomb that is found speaks for the flag
//! beside it, and for more bombs around that flag; a piece that turns out not to be a bomb speaks against the flag beside it.
//! How much is what the statistics of people's setups say of bombs beside flags.

use flagfall_core::{PieceId, Rank, Side, Variant};
use flagfall_setups::{Relation, SetupStats};

use crate::matrix::Matrix;
use crate::placing::start_neighbors;

/// The most that any one piece may say.
const LIMITS: (f64, f64) = (0.2, 5.0);

/// Whether a piece turned out to be a bomb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    Bomb,
    Other,
}

/// A piece of this side has been found out, shown or moved for the first time: that says something of flags beside it.
pub(super) fn note_flags_beside(
    matrix: &mut Matrix,
    variant: Variant,
    side: Side,
    piece: PieceId,
    found: Found,
) {
    for (relation, flag) in start_neighbors(side, piece) {
        let factor = factor_for_flag(variant, reversed(relation), found);
        matrix.scale(flag, |rank| if rank == Rank::Flag { factor } else { 1.0 });
    }
}

/// A bomb of this side has been found: where the flag may be beside it, more bombs may be around.
pub(super) fn note_guards_around(matrix: &mut Matrix, variant: Variant, side: Side, bomb: PieceId) {
    for (_, flag) in start_neighbors(side, bomb) {
        let Some(is_flag) = matrix.row(flag).map(|row| row[Rank::Flag].min(1.0)) else {
            continue;
        };
        for (relation, guard) in start_neighbors(side, flag).filter(|&(_, guard)| guard != bomb) {
            let ratio = factor_for_flag(variant, relation, Found::Bomb);
            // The guard is a bomb more often if the flag is there, and as often as ever if it is not.
            let factor = 1.0 + is_flag * (ratio - 1.0);
            matrix.scale(guard, |rank| if rank == Rank::Bomb { factor } else { 1.0 });
        }
    }
}

/// How much likelier the flag is where a piece that stands so to it was found to be this.
fn factor_for_flag(variant: Variant, relation: Relation, found: Found) -> f64 {
    let army = variant.army();
    let expected = f64::from(army[Rank::Bomb]) / f64::from(army.total().saturating_sub(1).max(1));
    let factor = SetupStats::of(variant).factor(relation, Rank::Flag, Rank::Bomb);
    let ratio = match found {
        Found::Bomb => factor,
        Found::Other => (1.0 - factor * expected) / (1.0 - expected),
    };
    ratio.clamp(LIMITS.0, LIMITS.1)
}

/// How a piece stands to its neighbor, if the neighbor stands so to it.
fn reversed(relation: Relation) -> Relation {
    match relation {
        Relation::NextTo => Relation::NextTo,
        Relation::InFrontOf => Relation::Behind,
        Relation::Behind => Relation::InFrontOf,
    }
}
