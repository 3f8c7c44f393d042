//! The direct random pick.

use std::collections::BTreeMap;

use flagfall_core::{Game, Move, Seed};

use crate::support::walks::for_walks;
use crate::support::{game, moves_from, why};

#[test]
fn a_random_move_is_legal_and_there_is_one_unless_the_game_is_over() {
    for_walks(300, 150, |walk| {
        let mut rng = Seed(walk.seed).derive(1).rng();
        let mut check = |game: &Game| {
            let legal = game.position().legal_moves();
            for _ in 0..4 {
                match game.position().random_move(&mut rng) {
                    Some(mv) => assert!(legal.contains(&mv), "{mv}"),
                    None => assert!(legal.is_empty()),
                }
            }
        };
        let game = walk.each_ply(|game, _| check(game));
        check(&game);
    });
}

/// Draws many moves and compares how often each came with what chance allows: chi-square within five deviations.
fn assert_uniform(name: &str, game: &Game) {
    const DRAWS_PER_MOVE: usize = 2000;
    let legal = game.position().legal_moves();
    let mut rng = Seed(99).rng();
    let mut drawn: BTreeMap<Move, usize> = BTreeMap::new();
    for _ in 0..DRAWS_PER_MOVE * legal.len() {
        let mv = game
            .position()
            .random_move(&mut rng)
            .expect("there are moves");
        *drawn.entry(mv).or_default() += 1;
    }
    assert!(drawn.keys().all(|mv| legal.contains(mv)), "{name}");
    let expected = DRAWS_PER_MOVE as f64;
    let chi_square: f64 = legal
        .iter()
        .map(|mv| drawn.get(mv).copied().unwrap_or(0) as f64 - expected)
        .map(|difference| difference * difference / expected)
        .sum();
    let freedom = legal.len() as f64 - 1.0;
    let bound = freedom + 5.0 * (2.0 * freedom).sqrt();
    assert!(chi_square < bound, "{name}: {chi_square} of {bound}");
}

#[test]
fn every_legal_move_is_drawn_equally_often() {
    let crowd = "A4:r6 B4:r2 C4:r5 E4:r2 F4:r2 G4:r7 I4:r9 J4:rX A1:rF E9:b6 F8:b2 J10:bF";
    assert_uniform("steps and long moves", &game("isf", crowd, ""));
    assert_uniform("one scout", &game("isf", "E5:r2 A1:rF J10:bF J9:b6", ""));
    assert_uniform(
        "no scout",
        &game("isf", "E5:r3 E1:rS A1:rF J10:bF J9:b6", ""),
    );
}

#[test]
fn moves_that_the_two_squares_rule_forbids_leave_the_others_equally_likely() {
    let pieces = "B1:r2 A1:rF J3:r6 J7:b6 J10:bF";
    let game = game("isf", pieces, "B1-B5 J7-J6 B5-B3 J6-J7 B3-B6 J7-J6");
    assert_eq!(why(&game, "B6-B4"), Some("two-squares"));
    assert_eq!(moves_from(&game, "B6").len(), 6);
    assert_uniform("closed borders", &game);
}

#[test]
fn moves_that_the_more_squares_rule_forbids_leave_the_others_equally_likely() {
    let round = "A3-A4 B4-B5 A4-B4 B5-A5 B4-B5 A5-A4 B5-A5 A4-B4";
    let game = game("isf", "A3:rX B4:b9 A1:rF E1:r2 J10:bF", round);
    assert_eq!(why(&game, "A5-A4"), Some("more-squares"));
    assert_uniform("a chase", &game);
}
