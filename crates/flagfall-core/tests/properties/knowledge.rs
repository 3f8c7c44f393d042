//! Hypothetical positions: the truth is accepted and gives the position back, misfits are refused for the right reason.

use std::cell::Cell;

use flagfall_core::{
    AssignmentError, ByRank, Game, PieceId, Position, Rank, Seed, Side, Square, View,
};

use crate::support::hidden::{Assignment, any_index, random_fitting, truth};
use crate::support::walks::for_walks;

fn check_truth(game: &Game, reused: &mut Position) {
    for viewer in Side::ALL {
        let view = game.view(viewer);
        let real = truth(&view, game.position());
        let position = view.hypothetical(&real).expect("the truth fits");
        assert_eq!(&position, game.position());
        assert_eq!(position.hash(), game.position().hash());
        assert_eq!(position.legal_moves(), game.position().legal_moves());
        assert_eq!(position.result(), game.position().result());
        view.hypothetical_into(&real, reused)
            .expect("the truth fits");
        assert_eq!(reused, game.position());
        assert_eq!(reused.hash(), game.position().hash());
    }
}

#[test]
fn the_true_ranks_give_the_true_position_back() {
    for_walks(250, 100, |walk| {
        let mut reused = walk.start().position().clone();
        let game = walk.each_ply(|game, _| check_truth(game, &mut reused));
        check_truth(&game, &mut reused);
    });
}

#[test]
fn a_hypothetical_position_plays_on_and_unmakes_like_any_other() {
    for_walks(200, 60, |walk| {
        let game = walk.play_out();
        let mut rng = Seed(walk.seed).derive(5).rng();
        let view = game.view(game.position().to_move());
        let assignment = random_fitting(&view, &mut rng);
        let start = view.hypothetical(&assignment).expect("the ranks fit");
        let mut position = start.clone();
        let mut undos = Vec::new();
        for _ in 0..30 {
            let Some(mv) = position.random_move(&mut rng) else {
                break;
            };
            undos.push(position.make(mv));
            assert_eq!(position.key(), position.recomputed_key());
        }
        while let Some(undo) = undos.pop() {
            position.unmake(undo);
        }
        assert_eq!(position, start);
    });
}

fn count(assignment: &Assignment) -> ByRank<u8> {
    let mut counts = ByRank::default();
    for &(_, rank) in assignment {
        counts[rank] += 1;
    }
    counts
}

/// Refused by both doors with the same error.
fn refusal(view: &View, assignment: &Assignment) -> AssignmentError {
    let error = view
        .hypothetical(assignment)
        .expect_err("the ranks do not fit");
    let mut reused = view
        .hypothetical(&random_fitting(view, &mut Seed(1).rng()))
        .expect("the ranks fit");
    let again = view.hypothetical_into(assignment, &mut reused);
    assert_eq!(again, Err(error.clone()));
    error
}

#[test]
fn pieces_that_are_not_hidden_enemies_are_refused() {
    for_walks(200, 60, |walk| {
        let game = walk.play_out();
        for viewer in Side::ALL {
            let view = game.view(viewer);
            let real = truth(&view, game.position());
            let hidden: Vec<PieceId> = real.iter().map(|&(id, _)| id).collect();
            for id in Square::all().map(PieceId::started_on) {
                let mut wrong = real.clone();
                wrong.push((id, Rank::Scout));
                assert_eq!(refusal(&view, &wrong), AssignmentError::NotHidden(id));
                if !hidden.contains(&id) && !real.is_empty() {
                    wrong.pop();
                    wrong[0].0 = id;
                    assert_eq!(refusal(&view, &wrong), AssignmentError::NotHidden(id));
                }
            }
        }
    });
}

#[test]
fn a_moved_piece_is_refused_as_a_bomb_or_a_flag() {
    let refused = Cell::new(0);
    for_walks(200, 60, |walk| {
        let game = walk.play_out();
        for viewer in Side::ALL {
            let view = game.view(viewer);
            let real = truth(&view, game.position());
            let moved = |id| view.piece(id).is_some_and(|piece| piece.has_moved);
            let Some(index) = real.iter().position(|&(id, _)| moved(id)) else {
                continue;
            };
            for rank in [Rank::Bomb, Rank::Flag] {
                let mut wrong = real.clone();
                wrong[index].1 = rank;
                let expected = AssignmentError::HasMoved(wrong[index].0, rank);
                assert_eq!(refusal(&view, &wrong), expected);
                refused.set(refused.get() + 1);
            }
        }
    });
    assert!(refused.get() > 100, "{refused:?}");
}

#[test]
fn other_ranks_than_the_hidden_ones_are_refused() {
    for_walks(200, 60, |walk| {
        let game = walk.play_out();
        let mut rng = Seed(walk.seed).derive(6).rng();
        for viewer in Side::ALL {
            let view = game.view(viewer);
            let real = truth(&view, game.position());
            if real.is_empty() {
                assert!(view.hypothetical(&real).is_ok());
                continue;
            }
            let index = any_index(&mut rng, real.len());
            let wrong_counts = |wrong: &Assignment| AssignmentError::WrongCounts {
                found: count(wrong),
                expected: *view.hidden_counts(!viewer),
            };
            let mut missing = real.clone();
            missing.remove(index);
            assert_eq!(refusal(&view, &missing), wrong_counts(&missing));
            for rank in Rank::ALL.into_iter().filter(|rank| rank.is_mobile()) {
                if rank != real[index].1 {
                    let mut changed = real.clone();
                    changed[index].1 = rank;
                    assert_eq!(refusal(&view, &changed), wrong_counts(&changed));
                }
            }
        }
    });
}
