//! Chapter 7, second part: limits, and what comes before them.

use flagfall_core::{GameResult, Side, Termination};

use crate::support::{game, play, why};

const PIECES: &str = "A4:r6 A1:rF J7:b5 J10:bF E5:r3 E7:b4";
const QUIET: [&str; 8] = [
    "A4-A5", "J7-J6", "A5-B5", "J6-I6", "B5-B4", "I6-I7", "B4-A4", "I7-J7",
];

fn draw(reason: Termination) -> Option<GameResult> {
    Some(GameResult::draw(reason))
}

// Rule 7.6.
#[test]
fn the_game_is_drawn_when_max_plies_have_been_played() {
    let before = game("isf,max_plies=4", PIECES, &QUIET[..3].join(" "));
    assert_eq!(before.result(), None);
    let at_limit = play(before, QUIET[3]);
    assert_eq!(at_limit.result(), draw(Termination::PlyLimit));
    assert!(at_limit.position().legal_moves().is_empty());
    assert_eq!(why(&at_limit, QUIET[4]), Some("game-over"));
    let without = game("isf,max_plies=none", PIECES, &QUIET.join(" "));
    assert_eq!(without.result(), None);
}

// Rule 7.6.
#[test]
fn battles_do_not_put_the_ply_limit_off() {
    let game = game("isf,max_plies=4", PIECES, "E5-E6 E7-E6 A4-A5 J7-J6");
    assert!(game.history()[1].battle.is_some());
    assert_eq!(game.result(), draw(Termination::PlyLimit));
}

// Rule 7.7.
#[test]
fn the_game_is_drawn_when_max_quiet_plies_pass_without_a_battle() {
    let before = game("isf,max_quiet=6", PIECES, &QUIET[..5].join(" "));
    assert_eq!(before.position().quiet_plies(), 5);
    assert_eq!(before.result(), None);
    let at_limit = play(before, QUIET[5]);
    assert_eq!(at_limit.result(), draw(Termination::QuietLimit));
}

// Rule 7.7.
#[test]
fn a_battle_starts_the_quiet_plies_anew() {
    let moves = "A4-A5 J7-J6 E5-E6 E7-E6";
    let fought = game("isf,max_quiet=4", PIECES, moves);
    assert_eq!(fought.position().quiet_plies(), 0);
    assert_eq!(fought.result(), None);
    let before = play(fought, "A5-A4 J6-I6 A4-A5");
    assert_eq!(before.result(), None);
    let at_limit = play(before, "I6-I7");
    assert_eq!(at_limit.result(), draw(Termination::QuietLimit));
}

// Rule 7.8.
#[test]
fn a_flag_captured_by_the_last_ply_before_a_limit_wins() {
    for rules in ["isf,max_plies=3", "isf,max_plies=3,max_quiet=3"] {
        let pieces = "A7:r2 A1:rF A10:bF J7:b5";
        let game = game(rules, pieces, "A7-A8 J7-J6 A8-A10");
        let won = GameResult::win(Side::Red, Termination::FlagCaptured);
        assert_eq!(game.result(), Some(won), "{rules}");
    }
}

// Rule 7.8.
#[test]
fn a_player_without_a_legal_move_at_the_limit_has_lost() {
    let lost = GameResult::win(Side::Blue, Termination::NoLegalMove);
    // The two-squares rule leaves the captain no move.
    let pieces = "A1:r6 B1:rB B2:rB A3:rB J1:rF J10:bF J9:b6";
    let shuttle = "A1-A2 J9-J8 A2-A1 J8-J7 A1-A2 J7-J6";
    for rules in ["isf,max_plies=6", "isf,max_quiet=6"] {
        assert_eq!(game(rules, pieces, shuttle).result(), Some(lost), "{rules}");
    }
    // The attacker that loses on the last ply was the mover's, and its owner is not to move.
    let fallen = game("isf,max_plies=1", "E5:rX A1:rF J10:bF E6:b6", "E5-E6");
    let won = GameResult::win(Side::Red, Termination::NoLegalMove);
    assert_eq!(fallen.result(), Some(won));
}

// Rule 7.8.
#[test]
fn a_board_on_which_nobody_can_move_comes_before_a_limit_too() {
    let game = game("isf,max_plies=1", "E5:rX A1:rF J10:bF E6:bX", "E5-E6");
    assert_eq!(game.result(), draw(Termination::BothImmobile));
}
