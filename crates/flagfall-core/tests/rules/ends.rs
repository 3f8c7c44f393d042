//! Chapter 7, first part: how games end on the board.

use flagfall_core::{Game, GameResult, IllegalMove, Repetition, Side, Termination};

use crate::support::{all_moves, blue_first, game, mv, play, why};

fn win(side: Side, reason: Termination) -> Option<GameResult> {
    Some(GameResult::win(side, reason))
}

/// Nothing can be played once a game is over.
fn assert_over(game: &Game) {
    assert!(game.position().legal_moves().is_empty());
    assert!(!game.position().has_legal_move());
    for side in Side::ALL {
        assert!(game.view(side).legal_moves().is_empty());
        assert_eq!(game.view(side).result(), game.result());
        assert_eq!(
            game.view(side).check(mv("J9-J8")),
            Err(IllegalMove::GameOver)
        );
    }
    assert_eq!(why(game, "J9-J8"), Some("game-over"));
}

// Rule 7.1.
#[test]
fn the_player_whose_flag_is_captured_loses() {
    let red_wins = game("isf", "A9:r2 A1:rF A10:bF J9:b6", "A9-A10");
    assert_eq!(red_wins.result(), win(Side::Red, Termination::FlagCaptured));
    assert_over(&red_wins);
    let blue_wins = blue_first("isf", "A9:r2 A1:rF A10:bF J9:b6 A2:b2", "A2-A1");
    assert_eq!(
        blue_wins.result(),
        win(Side::Blue, Termination::FlagCaptured)
    );
    assert_over(&blue_wins);
}

// Rule 7.1.
#[test]
fn capturing_the_flag_wins_even_when_it_leaves_nobody_a_move() {
    let game = game("isf", "A9:r6 A1:rF A10:bF B10:bB", "A9-A10");
    assert_eq!(game.result(), win(Side::Red, Termination::FlagCaptured));
}

// Rule 7.2.
#[test]
fn a_player_without_a_piece_that_can_move_loses() {
    let game = game("isf", "E5:rX A1:rF J10:bF J9:bB E6:b9", "E5-E6");
    assert_eq!(game.result(), win(Side::Red, Termination::NoLegalMove));
    assert_over(&game);
}

// Rule 7.2.
#[test]
fn a_player_whose_pieces_are_all_shut_in_loses() {
    let start = game("isf", "A1:r6 A2:rB B1:rF J10:bF J9:b6", "");
    assert_eq!(start.result(), win(Side::Blue, Termination::NoLegalMove));
    assert_over(&start);
    let enemy_next_door = game("isf", "A1:r6 A2:rB B1:b6 J10:bF J9:b5", "");
    assert_eq!(enemy_next_door.result(), None, "he can attack");
}

// Rule 7.2.
#[test]
fn a_player_loses_when_the_two_squares_rule_leaves_him_no_move() {
    let game = game(
        "isf",
        "A1:r6 B1:rB B2:rB A3:rB J1:rF J10:bF J9:b6",
        "A1-A2 J9-J8 A2-A1 J8-J7 A1-A2 J7-J6",
    );
    assert_eq!(
        game.position().repetition_forbids(mv("A2-A1")),
        Some(Repetition::TwoSquares)
    );
    assert_eq!(game.result(), win(Side::Blue, Termination::NoLegalMove));
    assert_over(&game);
}

// Rule 7.2.
#[test]
fn a_player_who_can_only_attack_must_do_so() {
    let game = game(
        "isf",
        "A1:r6 B1:rB B2:rB J1:rF J10:bF A4:bX",
        "A1-A2 A4-B4 A2-A1 B4-A4 A1-A2 A4-A3",
    );
    assert_eq!(all_moves(&game), ["A2-A3"]);
}

// Rule 7.3.
#[test]
fn a_mutual_capture_after_which_nobody_can_ever_move_is_a_draw() {
    let game = game("isf", "E5:rX A1:rF J10:bF J9:bB E6:bX", "E5-E6");
    assert_eq!(
        game.result(),
        Some(GameResult::draw(Termination::BothImmobile))
    );
    assert_over(&game);
}

// Rule 7.3.
#[test]
fn a_piece_that_is_shut_in_for_good_cannot_move_either() {
    let shut_in = "A1:r6 A2:rB B1:rF J10:b6 J9:bB I10:bF";
    let game = game("isf", &format!("E5:rX E6:bX {shut_in}"), "E5-E6");
    assert_eq!(
        game.result(),
        Some(GameResult::draw(Termination::BothImmobile))
    );
}

// Rule 7.3.
#[test]
fn a_mutual_capture_that_leaves_one_side_a_move_is_no_draw() {
    let mover_has_one = game("isf", "E5:rX E6:bX A1:rF A2:r6 J10:bF", "E5-E6");
    assert_eq!(
        mover_has_one.result(),
        win(Side::Red, Termination::NoLegalMove)
    );
    let other_has_one = game("isf", "E5:rX E6:bX A1:rF J10:bF J9:b6", "E5-E6");
    assert_eq!(other_has_one.result(), None);
    let later = play(other_has_one, "J9-J8");
    assert_eq!(later.result(), win(Side::Blue, Termination::NoLegalMove));
}

// Rule 7.3.
#[test]
fn without_a_mutual_capture_the_player_to_move_loses_though_nobody_can_move() {
    let game = game("isf", "E5:r6 E6:bB A1:rF J10:bF", "E5-E6");
    assert_eq!(game.result(), win(Side::Red, Termination::NoLegalMove));
}

// Rule 7.3.
#[test]
fn the_draw_leaves_the_repetition_rules_aside() {
    // Red's captain on A2 can only go back across a border that is closed to it. Blue's last attack with the miner, which
    // falls together with red's, leaves blue nothing that moves. Red could move again some turns later, if he had them.
    let game = game(
        "isf",
        "A1:r6 B1:rB B2:rB A3:rB J1:rF E5:r3 J10:bF E7:b3",
        "A1-A2 E7-E8 A2-A1 E8-E7 A1-A2 E7-E6",
    );
    let game = play(game, "E5-E6");
    assert_eq!(game.result(), win(Side::Red, Termination::NoLegalMove));
}

// Rule 7.4.
#[test]
fn the_players_may_agree_on_a_draw() {
    let mut game = game("isf", "A4:r6 A1:rF J10:bF J9:b6", "A4-A5");
    game.agree_draw();
    assert_eq!(
        game.result(),
        Some(GameResult::draw(Termination::Agreement))
    );
    assert_over(&game);
    game.resign(Side::Red);
    assert_eq!(
        game.result(),
        Some(GameResult::draw(Termination::Agreement)),
        "the first end counts"
    );
}

// Rule 7.5.
#[test]
fn a_player_may_resign_in_either_sides_turn() {
    for side in Side::ALL {
        let mut game = game("isf", "A4:r6 A1:rF J10:bF J9:b6", "A4-A5");
        game.resign(side);
        assert_eq!(game.result(), win(!side, Termination::Resignation));
        assert_over(&game);
    }
    let mut lost = game("isf", "A9:r2 A1:rF A10:bF J9:b6", "A9-A10");
    lost.resign(Side::Red);
    assert_eq!(lost.result(), win(Side::Red, Termination::FlagCaptured));
}
