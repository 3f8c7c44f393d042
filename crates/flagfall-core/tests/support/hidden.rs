//! Hidden ranks: who is hidden, and other ranks that fit.

use flagfall_core::{
    GameRng, PieceId, Position, PositionBuilder, Rank, Side, View, below, shuffle,
};

/// Which ranks the hidden pieces of a side have or may have.
pub(crate) type Assignment = Vec<(PieceId, Rank)>;

/// What the enemy's hidden pieces really are.
pub(crate) fn truth(view: &View, position: &Position) -> Assignment {
    view.hidden_pieces(!view.viewer())
        .map(|(square, piece)| {
            let rank = position.rank_at(square).expect("a piece stands there");
            (piece.id, rank)
        })
        .collect()
}

/// The ranks that are hidden from the viewer, one entry a piece.
pub(crate) fn hidden_ranks(view: &View) -> Vec<Rank> {
    let counts = view.hidden_counts(!view.viewer());
    Rank::ALL
        .into_iter()
        .flat_map(|rank| std::iter::repeat_n(rank, usize::from(counts[rank])))
        .collect()
}

/// Other ranks for the enemy's hidden pieces that fit all that the viewer knows.
pub(crate) fn random_fitting(view: &View, rng: &mut GameRng) -> Assignment {
    let mut mobile = hidden_ranks(view);
    let immobile: Vec<Rank> = mobile.extract_if(.., |rank| !rank.is_mobile()).collect();
    let (mut moved, mut unmoved) = (Vec::new(), Vec::new());
    for (_, piece) in view.hidden_pieces(!view.viewer()) {
        if piece.has_moved {
            moved.push(piece.id);
        } else {
            unmoved.push(piece.id);
        }
    }
    shuffle(rng, &mut unmoved);
    shuffle(rng, &mut mobile);
    let mut assignment: Assignment = Vec::new();
    for rank in immobile {
        let id = unmoved.pop().expect("bombs and flag have not moved");
        assignment.push((id, rank));
    }
    moved.extend(unmoved);
    assignment.extend(moved.into_iter().zip(mobile));
    shuffle(rng, &mut assignment);
    assignment
}

/// The start of the same game if these pieces had had these ranks all along.
pub(crate) fn with_ranks(
    start: &PositionBuilder,
    side: Side,
    assignment: &Assignment,
) -> PositionBuilder {
    let mut builder = start.clone();
    for &(id, rank) in assignment {
        builder = builder.with(id.start(), side, rank);
    }
    builder
}

/// One index below `len`.
pub(crate) fn any_index(rng: &mut GameRng, len: usize) -> usize {
    below(rng, len as u32) as usize
}
