//! Chapter 5: the two-squares rule.

use flagfall_core::{Game, PieceId, Rules, Side};

use crate::support::{game, moves_from, mv, play, rules, sq, why};

/// Red's captain may shuttle on A4; blue's on J7 marks time without ever repeating itself three times.
const PIECES: &str = "A4:r6 A1:rF J7:b6 J10:bF";
const WAITING: [&str; 4] = ["J7-J6", "J6-I6", "I6-I7", "I7-J7"];

/// Red plays these moves while blue's captain walks around a block.
fn shuttle(rules_text: &str, pieces: &str, red_moves: &str) -> Game {
    let mut moves = String::new();
    for (red, blue) in red_moves.split_whitespace().zip(WAITING.iter().cycle()) {
        moves.push_str(&format!("{red} {blue} "));
    }
    game(rules_text, pieces, &moves)
}

// Rule 5.1.
#[test]
fn a_piece_may_not_cross_a_border_after_doing_so_in_each_of_n_turns() {
    let mut moves = String::new();
    for n in 1..=15 {
        moves.push_str(if n % 2 == 1 { "A4-A5 " } else { "A5-A4 " });
        let game = shuttle(&format!("isf,two_squares={n}"), PIECES, &moves);
        let next = if n % 2 == 1 { "A5-A4" } else { "A4-A5" };
        assert_eq!(why(&game, next), Some("two-squares"), "limit {n}");
        assert!(!moves_from(&game, &next[..2]).contains(&next.to_owned()));
        let piece = PieceId::started_on(sq("A4"));
        assert_eq!(game.position().crossing_run(Side::Red), Some((piece, n)));
        let looser = shuttle(&format!("isf,two_squares={}", (n + 1) % 16), PIECES, &moves);
        assert_eq!(why(&looser, next), None, "limit {}", (n + 1) % 16);
    }
}

// Rule 5.1.
#[test]
fn any_turn_with_another_piece_starts_the_count_anew() {
    let pieces = format!("{PIECES} F1:r5");
    let game = shuttle("isf", &pieces, "A4-A5 A5-A4 A4-A5 F1-F2");
    assert_eq!(why(&game, "A5-A4"), None);
    let game = shuttle("isf", &pieces, "A4-A5 A5-A4 F1-F2 A4-A5 A5-A4 A4-A5");
    assert_eq!(why(&game, "A5-A4"), Some("two-squares"));
}

// Rule 5.1.
#[test]
fn a_turn_across_another_border_starts_the_count_anew() {
    let game = shuttle("isf", PIECES, "A4-A5 A5-A4 A4-A5 A5-A6 A6-A5");
    assert_eq!(why(&game, "A5-A4"), None);
    let game = shuttle("isf", PIECES, "A4-A5 A5-A4 A4-A5 A5-B5 B5-A5");
    assert_eq!(why(&game, "A5-A4"), None);
}

// Rule 5.1.
#[test]
fn the_count_belongs_to_a_piece_and_not_to_a_place() {
    // The border between A4 and A5 was crossed in three turns running, but only twice by the second scout.
    let pieces = "A4:r2 A3:r2 A1:rF J7:b6 J10:bF";
    let game = shuttle("isf", pieces, "A4-A6 A3-A5 A5-A4");
    assert_eq!(why(&game, "A4-A5"), None);
    let game = play(game, "A4-A5 I7-J7");
    assert_eq!(why(&game, "A5-A4"), Some("two-squares"));
}

// Rule 5.1.
#[test]
fn each_player_has_a_count_of_his_own() {
    let game = game("isf", PIECES, "A4-A5 J7-J6 A5-A4 J6-J7 A4-A5 J7-J6 A5-B5");
    assert_eq!(why(&game, "J6-J7"), Some("two-squares"));
    assert_eq!(why(&game, "J6-J5"), None);
}

// Rule 5.2.
#[test]
fn an_attack_is_forbidden_like_any_move() {
    // Blue's scout comes to stand behind the captain right after its third crossing.
    let game = game(
        "isf",
        "A4:r6 A1:rF J4:b2 J10:bF",
        "A4-A5 J4-J3 A5-A4 J3-J4 A4-A5 J4-A4",
    );
    assert_eq!(why(&game, "A5-A4"), Some("two-squares"));
}

// Rule 5.2.
#[test]
fn an_attack_counts_as_a_crossing() {
    let game = shuttle("isf", &format!("{PIECES} A5:b2"), "A4-A5 A5-A4 A4-A5");
    assert!(game.history()[0].battle.is_some());
    assert_eq!(why(&game, "A5-A4"), Some("two-squares"));
}

// Rule 5.3.
#[test]
fn a_scout_crosses_every_border_on_its_way() {
    let pieces = "B1:r2 A1:rF J7:b6 J10:bF";
    let game = shuttle("isf", pieces, "B1-B5 B5-B3 B3-B6");
    // The borders between B3 and B5 were crossed in all three turns, the one between B5 and B6 only in the last.
    assert_eq!(
        moves_from(&game, "B6"),
        ["B6-A6", "B6-B10", "B6-B5", "B6-B7", "B6-B8", "B6-B9"]
    );
    for closed in ["B6-B4", "B6-B3", "B6-B2", "B6-B1"] {
        assert_eq!(why(&game, closed), Some("two-squares"), "{closed}");
    }
}

// Rule 5.3.
#[test]
fn a_shorter_move_stays_open_and_frees_the_border_behind_it() {
    let pieces = "B1:r2 A1:rF J7:b6 J10:bF";
    let game = shuttle("isf", pieces, "B1-B5 B5-B3 B3-B6 B6-B5");
    assert_eq!(why(&game, "B5-B4"), None, "the last turn did not cross it");
    assert_eq!(why(&game, "B5-B1"), None);
}

// Rule 5.3.
#[test]
fn a_scout_may_not_attack_across_a_closed_border() {
    let pieces = "B1:r2 A1:rF J7:b6 J10:bF J3:b2";
    let game = game("isf", pieces, "B1-B5 J7-J6 B5-B3 J6-J7 B3-B6 J3-B3");
    assert_eq!(why(&game, "B6-B3"), Some("two-squares"));
    assert_eq!(why(&game, "B6-B5"), None);
}

// Rule 5.3.
#[test]
fn a_scout_along_a_row_is_held_to_the_same() {
    let pieces = "A2:r2 A1:rF J7:b6 J10:bF";
    let game = shuttle("isf", pieces, "A2-J2 J2-C2 C2-E2");
    assert_eq!(why(&game, "E2-D2"), Some("two-squares"));
    assert_eq!(why(&game, "E2-A2"), Some("two-squares"));
    assert_eq!(why(&game, "E2-F2"), None);
    assert_eq!(why(&game, "E2-E9"), None);
}

// Rule 5.4.
#[test]
fn the_limit_is_3_today_and_was_5_in_2007() {
    let limit = |name: &str| rules(name).two_squares;
    assert_eq!([limit("isf"), limit("perspecto"), limit("vicki")], [3; 3]);
    assert_eq!([limit("isf2007"), limit("mets")], [5; 2]);
    assert_eq!(Rules::default().two_squares, 3);
    let five = "A4-A5 A5-A4 A4-A5 A5-A4 A4-A5";
    let game = shuttle("isf2007", PIECES, five);
    assert_eq!(why(&game, "A5-A4"), Some("two-squares"));
    let four = shuttle("isf2007", PIECES, &five[..23]);
    assert_eq!(why(&four, "A4-A5"), None);
}

// Rule 5.4.
#[test]
fn a_limit_of_zero_switches_the_rule_off() {
    let there_and_back = "A4-A5 A5-A4 ".repeat(20);
    let game = shuttle("free", PIECES, &there_and_back);
    assert_eq!(why(&game, "A4-A5"), None);
    // Crossings are still counted, for players who keep the rule where nobody enforces it.
    let piece = PieceId::started_on(sq("A4"));
    let run = game.position().crossing_run(Side::Red);
    assert_eq!(run, Some((piece, 16)), "16 stands for any more");
    let strict = game.view(Side::Red).with_two_squares(3);
    assert!(strict.check(mv("A4-A5")).is_err());
    assert_eq!(strict.check(mv("A4-A3")), Ok(()));
}
