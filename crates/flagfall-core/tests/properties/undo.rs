//! Keys, making and unmaking moves.

use std::cell::Cell;

use flagfall_core::{Position, Undo, perft};

use crate::support::walks::{choose, for_walks};

#[test]
fn the_incremental_key_equals_the_key_computed_anew() {
    for_walks(300, 200, |walk| {
        let game = walk.each_ply(|game, _| {
            assert_eq!(game.position().key(), game.position().recomputed_key());
        });
        assert_eq!(game.position().key(), game.position().recomputed_key());
    });
}

#[test]
fn the_key_tells_the_side_to_move_and_the_hash_tells_ranks() {
    for_walks(100, 0, |walk| {
        let mut builder = walk.builder();
        let position = builder.build().expect("a legal placement");
        builder.to_move = !builder.to_move;
        let other_turn = builder.build().expect("a legal placement");
        assert_ne!(position.key(), other_turn.key());
        builder.to_move = !builder.to_move;
        let slots = builder.pieces.iter().enumerate();
        let pieces: Vec<_> = slots
            .filter_map(|(index, piece)| Some((index, (*piece)?)))
            .collect();
        for &(first, (side, rank)) in &pieces {
            let Some(&(second, _)) = pieces
                .iter()
                .find(|(_, (owner, other))| *owner == side && *other != rank)
            else {
                continue;
            };
            let mut swapped = builder.clone();
            swapped.pieces.swap(first, second);
            let swapped = swapped.build().expect("the same pieces");
            assert_eq!(position.key(), swapped.key(), "keys are public");
            assert_ne!(position.hash(), swapped.hash());
        }
    });
}

/// Makes and unmakes moves at random, deeper and shallower, and checks after each unmake that all is as it was.
struct Explorer {
    position: Position,
    path: Vec<(Position, Undo)>,
}

impl Explorer {
    fn step(&mut self, pick: u32) {
        let goes_back = pick.is_multiple_of(5) || pick.is_multiple_of(7);
        let next = choose(&self.position, pick / 8);
        match (goes_back, next) {
            (false, Some(mv)) => {
                let before = self.position.clone();
                let undo = self.position.make(mv);
                self.path.push((before, undo));
            }
            _ => self.back(),
        }
    }

    fn back(&mut self) {
        if let Some((before, undo)) = self.path.pop() {
            self.position.unmake(undo);
            assert_eq!(self.position, before);
            assert_eq!(self.position.hash(), before.hash());
            assert_eq!(self.position.legal_moves(), before.legal_moves());
        }
    }
}

#[test]
fn unmake_restores_the_position_at_any_depth() {
    for_walks(300, 150, |walk| {
        let start = walk.start().position().clone();
        let mut explorer = Explorer {
            position: start.clone(),
            path: Vec::new(),
        };
        for &pick in &walk.picks {
            explorer.step(pick);
        }
        while !explorer.path.is_empty() {
            explorer.back();
        }
        assert_eq!(explorer.position, start);
    });
}

#[test]
fn a_position_that_was_explored_and_restored_has_the_same_tree_below_it() {
    for_walks(60, 40, |walk| {
        let mut position = walk.start().position().clone();
        for &pick in &walk.picks {
            let Some(mv) = choose(&position, pick) else {
                break;
            };
            let mut untouched = position.clone();
            perft(&mut position, 2);
            assert_eq!(position, untouched);
            assert_eq!(perft(&mut position, 2), perft(&mut untouched, 2));
            position.make(mv);
        }
    });
}

#[test]
fn make_and_advance_and_play_agree_whatever_was_explored_between() {
    let chases = Cell::new(0);
    for_walks(300, 150, |walk| {
        let mut made = walk.start().position().clone();
        let mut advanced = made.clone();
        let mut played = made.clone();
        for &pick in &walk.picks {
            let Some(mv) = choose(&advanced, pick) else {
                break;
            };
            perft(&mut made, 1 + pick % 2);
            made.make(mv);
            let battle = advanced.advance(mv);
            assert_eq!(played.play(mv), Ok(battle));
            assert_eq!(made, advanced);
            assert_eq!(made, played);
            assert_eq!(made.legal_moves(), advanced.legal_moves());
            assert_eq!(made.result(), advanced.result());
            let longest = advanced.chase_length(!advanced.to_move());
            chases.set(chases.get() + u32::from(longest > 3));
        }
    });
    assert!(chases.get() > 1000, "{chases:?} positions of a chase");
}
