//! The sets of possible ranks against plain enumeration.

use std::cell::Cell;
use std::collections::BTreeMap;

use flagfall_core::{AssignmentError, Game, PieceId, Rank, RankSet, Side, View};

use crate::support::hidden::{Assignment, hidden_ranks};
use crate::support::walks::for_walks;

/// Every different order of these ranks.
fn orders(ranks: &[Rank]) -> Vec<Vec<Rank>> {
    if ranks.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, &first) in ranks.iter().enumerate() {
        if ranks[..index].contains(&first) {
            continue;
        }
        let mut rest = ranks.to_vec();
        rest.remove(index);
        for mut order in orders(&rest) {
            order.insert(0, first);
            all.push(order);
        }
    }
    all
}

/// The ranks that each hidden enemy piece has in any arrangement in which no piece that has moved is a bomb or a flag. Checks
/// on the way that exactly these arrangements make hypothetical positions.
fn enumerate(view: &View) -> BTreeMap<PieceId, Vec<Rank>> {
    let pieces: Vec<_> = view
        .hidden_pieces(!view.viewer())
        .map(|(_, piece)| piece)
        .collect();
    let mut found: BTreeMap<PieceId, Vec<Rank>> = BTreeMap::new();
    for order in orders(&hidden_ranks(view)) {
        let assignment: Assignment = pieces
            .iter()
            .zip(&order)
            .map(|(piece, &rank)| (piece.id, rank))
            .collect();
        let misfit = pieces
            .iter()
            .zip(&order)
            .find(|(piece, rank)| piece.has_moved && !rank.is_mobile());
        match (view.hypothetical(&assignment), misfit) {
            (Ok(_), None) => {
                for (id, rank) in assignment {
                    found.entry(id).or_default().push(rank);
                }
            }
            (Err(error), Some((piece, &rank))) => {
                assert_eq!(error, AssignmentError::HasMoved(piece.id, rank));
            }
            (answer, misfit) => panic!("{answer:?} for {misfit:?}"),
        }
    }
    for ranks in found.values_mut() {
        ranks.sort();
        ranks.dedup();
    }
    found
}

fn check_possibilities(game: &Game, counted: &Cell<u32>) {
    for viewer in Side::ALL {
        let view = game.view(viewer);
        if hidden_ranks(&view).len() > 6 {
            continue;
        }
        let found = enumerate(&view);
        for (square, piece) in view.hidden_pieces(!viewer) {
            let ranks: Vec<Rank> = view.possible_ranks(&piece).iter().collect();
            assert_eq!(ranks, found[&piece.id], "on {square}");
            let real = game
                .position()
                .rank_at(square)
                .expect("a piece stands there");
            assert!(ranks.contains(&real), "the truth is possible");
            let is_narrowed = !piece.has_moved && ranks.iter().all(|rank| !rank.is_mobile());
            counted.set(counted.get() + u32::from(is_narrowed));
        }
    }
}

#[test]
fn possible_ranks_are_exactly_those_of_some_fitting_arrangement() {
    let last_unmoved = Cell::new(0);
    for_walks(150, 60, |walk| {
        let mut plies = 0;
        let game = walk.each_ply(|game, _| {
            plies += 1;
            if plies % 5 == 0 {
                check_possibilities(game, &last_unmoved);
            }
        });
        check_possibilities(&game, &last_unmoved);
    });
    let count = last_unmoved.get();
    assert!(count > 100, "{count} pieces known as bombs or flags");
}

#[test]
fn both_sides_agree_on_what_can_be_told_of_a_piece() {
    for_walks(200, 100, |walk| {
        let game = walk.play_out();
        for side in Side::ALL {
            let (own, enemy) = (game.view(side), game.view(!side));
            assert_eq!(own.possibilities(side), enemy.possibilities(side));
            for (square, piece) in own.pieces(side) {
                let seen = enemy.piece_at(square).expect("a piece stands there");
                let set = enemy.possible_ranks(&seen);
                assert_eq!(own.possible_ranks(&piece), set);
                let rank = piece.rank.expect("its owner knows it");
                assert!(set.contains(rank));
                if piece.is_revealed {
                    assert_eq!(set, RankSet::only(rank));
                }
            }
        }
    });
}
