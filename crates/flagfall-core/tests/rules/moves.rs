//! Chapter 3: moves.

use flagfall_core::{IllegalMove, Move, Rank, Side};

use crate::support::{all_moves, game, moves_from, mv, play, sq, why};

// Rule 3.1.
#[test]
fn the_players_alternate() {
    let game = game("isf", "A1:rF A4:r6 J10:bF J7:b6", "");
    assert_eq!(why(&game, "J7-J6"), Some("not-your-piece"));
    let game = play(game, "A4-A5");
    assert_eq!(game.position().to_move(), Side::Blue);
    assert_eq!(why(&game, "A5-A6"), Some("not-your-piece"));
    assert_eq!(play(game, "J7-J6").position().to_move(), Side::Red);
}

// Rule 3.1.
#[test]
fn a_player_may_not_pass() {
    let game = game("isf", "A1:rF A4:r6 J10:bF J7:b6", "");
    let pass = Move::new(sq("A4"), sq("A4"));
    assert_eq!(
        game.position().check(pass),
        Err(IllegalMove::NotStraight(pass))
    );
    assert!(!game.position().legal_moves().contains(&pass));
    assert!("A4-A4".parse::<Move>().is_err());
}

// Rule 3.2.
#[test]
fn a_piece_moves_one_square_along_a_row_or_a_column() {
    let game = game("isf", "A1:rF E4:r6 J10:bF J7:b6", "");
    assert_eq!(
        moves_from(&game, "E4"),
        ["E4-D4", "E4-E3", "E4-E5", "E4-F4"]
    );
    assert_eq!(why(&game, "E4-F5"), Some("not-straight"));
    assert_eq!(why(&game, "E4-E6"), Some("too-far"));
    assert_eq!(why(&game, "E5-E6"), Some("no-piece"));
}

// Rule 3.2.
#[test]
fn moving_onto_an_enemy_piece_attacks_it() {
    let mut game = game("isf", "A1:rF E4:r6 J10:bF E5:b5", "");
    let event = game.play(mv("E4-E5")).unwrap();
    let battle = event.battle.unwrap();
    assert_eq!(
        (battle.attacker_rank, battle.defender_rank),
        (Rank::Captain, Rank::Lieutenant)
    );
    assert_eq!(battle.defender.start(), sq("E5"));
}

// Rule 3.3.
#[test]
fn bombs_and_flags_do_not_move() {
    let game = game("isf", "E5:rF F5:rB A1:r6 J10:bF J7:b6", "");
    assert_eq!(why(&game, "E5-E6"), Some("immobile"));
    assert_eq!(why(&game, "F5-F6"), Some("immobile"));
    assert_eq!(all_moves(&game), ["A1-A2", "A1-B1"]);
}

// Rule 3.4.
#[test]
fn a_scout_moves_any_distance_over_empty_squares_and_may_attack_at_the_end() {
    let game = game("isf", "B1:r2 B4:b6 E1:rF A1:r6 J10:bF", "");
    assert_eq!(
        moves_from(&game, "B1"),
        ["B1-B2", "B1-B3", "B1-B4", "B1-C1", "B1-D1"]
    );
    assert_eq!(why(&game, "B1-B5"), Some("blocked"));
    let game = play(game, "B1-B4");
    assert!(game.history()[0].battle.is_some());
}

// Rule 3.4.
#[test]
fn a_scout_is_known_once_it_has_moved_more_than_one_square() {
    let start = "B1:r2 A1:rF J10:bF J7:b6";
    let one_step = game("isf", start, "B1-B2");
    let scout = one_step.view(Side::Blue).piece_at(sq("B2")).unwrap();
    assert_eq!((scout.rank, scout.is_revealed), (None, false));
    assert!(!one_step.history()[0].shows_scout());

    let two_steps = game("isf", start, "B1-B3");
    let scout = two_steps.view(Side::Blue).piece_at(sq("B3")).unwrap();
    assert_eq!((scout.rank, scout.is_revealed), (Some(Rank::Scout), true));
    assert!(two_steps.history()[0].shows_scout());

    let later = play(two_steps, "J7-J6 B3-B4 J6-J7");
    let scout = later.view(Side::Blue).piece_at(sq("B4")).unwrap();
    assert_eq!(scout.rank, Some(Rank::Scout), "it stays known");
}

// Rule 3.5.
#[test]
fn no_piece_moves_onto_its_own_side_or_jumps() {
    let game = game("isf", "B1:r2 B2:r6 B3:r5 A1:rF J10:bF J7:b6", "");
    assert_eq!(why(&game, "B1-B2"), Some("own-piece"));
    assert_eq!(why(&game, "B1-B4"), Some("blocked"));
    assert_eq!(why(&game, "B2-B4"), Some("too-far"));
    assert_eq!(why(&game, "B2-B3"), Some("own-piece"));
    assert_eq!(moves_from(&game, "B2"), ["B2-A2", "B2-C2"]);
}
