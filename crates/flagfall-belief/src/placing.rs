//! What is known of how people set up (Invincible 6.3.1), as evidence for ranks.

use flagfall_core::{ByRank, PieceId, Rank, RankSet, SETUP_SQUARES, Setup, Side, Square, Variant};
use flagfall_setups::{Relation, SetupStats};

use crate::matrix::Matrix;
use crate::public::PublicBoard;

/// Bounds for what a known neighbor says.
const NEIGHBOR_LIMITS: (f64, f64) = (0.15, 6.0);
/// What a place where people never put a rank counts as.
pub(crate) const LEAST_SHARE: f64 = 1e-3;

/// The place of a setup that a square of this side is, if it is one.
pub(crate) fn place_of(side: Side, square: Square) -> Option<usize> {
    (0..SETUP_SQUARES).find(|&place| Setup::square(side, place) == square)
}

/// Where people put their ranks. A piece that starts elsewhere, as in a free position, can be anything.
pub(crate) fn start_matrix(board: &PublicBoard, variant: Variant, side: Side) -> Matrix {
    let stats = SetupStats::of(variant);
    let possible = RankSet::counted(board.hidden(side));
    Matrix::new(board.pieces(side).map(|(id, piece)| {
        let mut row = ByRank([0.0; 12]);
        for rank in possible.iter() {
            row[rank] = match place_of(side, piece.square) {
                Some(place) => stats.share(place, rank).max(LEAST_SHARE),
                None => f64::from(board.hidden(side)[rank]),
            };
        }
        (id, row)
    }))
}

/// A piece that is shown says something about those that started beside it, as far as people's setups are trusted (1 for wholly).
pub(crate) fn note_shown(
    matrix: &mut Matrix,
    variant: Variant,
    side: Side,
    piece: PieceId,
    rank: Rank,
    trust: f64,
) {
    let stats = SetupStats::of(variant);
    for (relation, neighbor) in start_neighbors(side, piece) {
        matrix.scale(neighbor, |other| {
            stats
                .factor(relation, rank, other)
                .clamp(NEIGHBOR_LIMITS.0, NEIGHBOR_LIMITS.1)
                .powf(trust)
        });
    }
}

/// The pieces that started beside this one, with how each stood to it; none for a piece that started outside a setup.
pub(crate) fn start_neighbors(
    side: Side,
    piece: PieceId,
) -> impl Iterator<Item = (Relation, PieceId)> {
    place_of(side, piece.start())
        .into_iter()
        .flat_map(Relation::neighbors)
        .map(move |(relation, place)| {
            let start = Setup::square(side, place);
            (relation, PieceId::started_on(start))
        })
}
