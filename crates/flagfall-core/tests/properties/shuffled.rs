//! Hidden ranks shuffled into any arrangement that fits leave everybody's view unchanged.

use std::cell::Cell;

use flagfall_core::{Game, Seed, Side};

use crate::support::hidden::{random_fitting, truth, with_ranks};
use crate::support::walks::{Walk, for_walks};

/// Replays a whole game in which the viewer's enemy had other ranks from the beginning: those that are still hidden at the
/// end of the walk are shuffled. Returns whether any were.
fn replay_shuffled(walk: &Walk, viewer: Side, seed: Seed) -> bool {
    let game = walk.play_out();
    let view = game.view(viewer);
    let mut assignment = random_fitting(&view, &mut seed.rng());
    let start = with_ranks(&walk.builder(), !viewer, &assignment);
    let mut shuffled = Game::from_free(start).expect("the same pieces on the same squares");
    let mut original = walk.start();
    for event in game.history() {
        assert_eq!(original.view(viewer), shuffled.view(viewer));
        assert_eq!(shuffled.play(event.mv).as_ref(), Ok(event));
        original.advance(event.mv);
    }
    let (seen, seen_shuffled) = (original.view(viewer), shuffled.view(viewer));
    if original.result().is_none() && shuffled.result().is_none() {
        assert_eq!(seen, seen_shuffled);
        assert_eq!(format!("{seen:?}"), format!("{seen_shuffled:?}"));
    }
    // Putting the ranks into the view gives exactly the position that the other game has reached.
    let hypothetical = view.hypothetical(&assignment).expect("the ranks fit");
    if original.result().is_none() {
        assert_eq!(&hypothetical, shuffled.position());
        assert_eq!(hypothetical.hash(), shuffled.position().hash());
        assert_eq!(
            hypothetical.legal_moves(),
            shuffled.position().legal_moves()
        );
    }
    assignment.sort_by_key(|(id, _)| id.start());
    let mut real = truth(&view, game.position());
    real.sort_by_key(|(id, _)| id.start());
    assignment != real
}

#[test]
fn a_whole_game_with_other_hidden_ranks_looks_the_same() {
    let shuffles = Cell::new(0);
    for_walks(400, 120, |walk| {
        for viewer in Side::ALL {
            let seed = Seed(walk.seed).derive(2 + viewer.index() as u64);
            let is_other = replay_shuffled(walk, viewer, seed);
            shuffles.set(shuffles.get() + u32::from(is_other));
        }
    });
    assert!(shuffles.get() > 300, "{shuffles:?} games with other ranks");
}

#[test]
fn the_owner_of_the_shuffled_pieces_is_the_only_one_to_notice() {
    for_walks(200, 60, |walk| {
        let game = walk.play_out();
        if game.result().is_some() {
            return;
        }
        for viewer in Side::ALL {
            let view = game.view(viewer);
            let mut rng = Seed(walk.seed).derive(4).rng();
            let assignment = random_fitting(&view, &mut rng);
            let position = view.hypothetical(&assignment).expect("the ranks fit");
            assert_eq!(position.key(), game.position().key());
            for (square, piece) in view.pieces(viewer) {
                assert_eq!(position.piece_at(square), Some(piece));
            }
            for (id, rank) in assignment {
                let piece = position.piece(id).expect("the piece is there");
                assert_eq!(piece.rank, Some(rank));
                assert!(!piece.is_revealed);
            }
        }
    });
}
