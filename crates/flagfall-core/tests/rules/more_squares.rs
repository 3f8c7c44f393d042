//! Chapter 6: the more-squares rule.

use flagfall_core::{Game, GameResult, Move, Repetition, Side, Square, Termination};

use crate::support::{all_moves, blue_first, game, mv, play, sq, why};

/// Red's marshal has driven the general once around a block of four squares and could now repeat its first threat, A3-A4.
const PIECES: &str = "A3:rX B4:b9 A1:rF J10:bF";
const ROUND: &str = "A3-A4 B4-B5 A4-B4 B5-A5 B4-B5 A5-A4 B5-A5 A4-B4";
const REPEAT: &str = "A5-A4";

// Rule 6.1.
#[test]
fn a_chaser_may_not_recreate_a_position_of_his_chase() {
    let chase = game("isf", PIECES, ROUND);
    assert_eq!(chase.position().chase_length(Side::Red), 4);
    assert_eq!(why(&chase, REPEAT), Some("more-squares"));
    assert!(!all_moves(&chase).contains(&REPEAT.to_owned()));
    assert_eq!(why(&chase, "A5-A6"), None, "he may stop threatening");
    assert_eq!(why(&game("vicki", PIECES, ROUND), REPEAT), None);
}

// Rule 6.1.
#[test]
fn the_evader_has_a_list_of_his_own_and_only_that_counts() {
    // With blue to move first, the position before the chase is one that blue's move did not lead to; when the round
    // brings it back after a move of red, it is on nobody's list.
    let pieces = "A4:rX B4:b9 A1:rF J10:bF";
    let round = "B4-B5 A4-B4 B5-A5 B4-B5 A5-A4 B5-A5 A4-B4";
    let game = blue_first("isf", pieces, round);
    assert_eq!(why(&game, "A5-A4"), None);
    let game = play(game, "A5-A4 B4-B5");
    assert_eq!(why(&game, "A4-B4"), Some("more-squares"));
}

// Rule 6.1.
#[test]
fn the_forbidden_move_may_be_any_pieces_and_need_not_threaten() {
    let game = game(
        "isf",
        "C1:rF G3:bX F3:rS E4:r2 G7:r2 I4:b9 J10:bF",
        "E4-H4 I4-I5 H4-I4 I5-I6 G7-I7 I6-J6 I7-J7 J6-I6 J7-I7 I6-I5",
    );
    assert_eq!(why(&game, "I7-G7"), Some("more-squares"));
}

// Rule 6.2.
#[test]
fn two_captains_that_have_changed_places_make_another_position() {
    let chase = "J9-J10 I10-I9 J10-J9 I9-I8 J9-I9 I8-H8 I9-H9 H10-I10 H9-I9 I10-J10 I9-I8 H8-H9 I8-I9 H9-H10 I9-J9 J10-I10";
    let first = blue_first("isf", "J9:bX A10:bF H10:r6 I10:r6 A1:rF", chase);
    let rank_at = |game: &Game, square: &str| game.position().rank_at(sq(square));
    let started = |game: &Game, square: &str| {
        let piece = game.position().piece_at(sq(square));
        piece.map(|piece| piece.id.start().to_string())
    };
    assert_eq!(rank_at(&first, "H10"), rank_at(&first, "I10"));
    assert_eq!(started(&first, "H10").as_deref(), Some("I10"));
    assert_eq!(started(&first, "I10").as_deref(), Some("H10"));
    assert_eq!(
        why(&first, "J9-J10"),
        None,
        "the captains have changed places"
    );
    // The second time around they are back on their own squares.
    let second = play(first, chase);
    assert_eq!(started(&second, "H10").as_deref(), Some("H10"));
    assert_eq!(why(&second, "J9-J10"), Some("more-squares"));
}

// Rule 6.3.
#[test]
fn a_reply_from_elsewhere_empties_the_chasers_list() {
    let pieces = format!("{PIECES} J8:b6");
    let chase = game("isf", &pieces, "A3-A4 B4-B5 A4-B4");
    assert_eq!(chase.position().chase_length(Side::Red), 2);
    let freed = play(chase, "J8-J9");
    assert_eq!(freed.position().chase_length(Side::Red), 0);
    // Blue's list is judged by red's replies: A4-B4 does not start next to B5.
    assert_eq!(freed.position().chase_length(Side::Blue), 1);
    let round = "B4-A4 J9-J8 A4-B4 B5-A5 B4-B5 A5-A4 B5-A5 A4-B4";
    assert_eq!(why(&play(freed, round), REPEAT), None);
}

// Rule 6.3.
#[test]
fn the_reply_may_come_from_any_square_next_to_the_move() {
    // The spy beside the marshal evades in the general's place, and the chase goes on.
    let pieces = format!("{PIECES} B3:bS");
    let chase = game("isf", &pieces, "A3-A4 B4-B5 A4-A3 B3-B2");
    assert_eq!(chase.position().chase_length(Side::Red), 2);
    let diagonal = game("isf", &pieces, "A3-A4 B3-C3");
    assert_eq!(diagonal.position().chase_length(Side::Red), 0);
    let other_edge = game("isf", "J3:rX I4:b9 A5:b6 A1:rF J10:bF", "J3-J4 A5-A6");
    assert_eq!(other_edge.position().chase_length(Side::Red), 0);
}

// Rule 6.4.
#[test]
fn a_battle_empties_both_lists_and_the_capture_begins_the_new_one() {
    let chase = "A3-A4 B4-B5 A4-B4 B5-A5 B4-B5 A5-A4 B5-A5 A4-A3 A5-A4";
    let before = game("isf", PIECES, chase);
    assert_eq!(before.position().chase_length(Side::Red), 5);
    let after = play(before, "A3-A4");
    assert!(after.history().last().unwrap().battle.is_some());
    assert_eq!(after.position().chase_length(Side::Red), 0);
    assert_eq!(after.position().chase_length(Side::Blue), 1);
}

// Rule 6.4.
#[test]
fn the_position_after_a_capture_may_not_be_recreated_in_the_chase_it_begins() {
    // As the first round of this file, only that the marshal's first move captures a scout on A4.
    let game = game("isf", &format!("{PIECES} A4:b2"), ROUND);
    assert!(game.history()[0].battle.is_some());
    assert_eq!(why(&game, REPEAT), Some("more-squares"));
}

// Rule 6.5.
#[test]
fn going_straight_back_is_exempt() {
    let game = game("isf2007", PIECES, "A3-A4 B4-B5 A4-A5 B5-B4 A5-A4 B4-B5");
    assert_eq!(game.position().chase_length(Side::Red), 3);
    // A4-A5 recreates the position after ply 3, and takes back the move of ply 5.
    assert_eq!(why(&game, "A4-A5"), None);
}

// Rule 6.5.
#[test]
fn going_straight_back_is_limited_by_the_two_squares_rule() {
    let there = "A3-A4 B4-B5 A4-A5 B5-B4 A5-A4 B4-B5 A4-A5 B5-B6";
    let game = game("isf", PIECES, there);
    assert_eq!(why(&game, "A5-A4"), Some("two-squares"));
}

// Rule 6.5.
#[test]
fn taking_back_an_older_move_is_not_exempt_so_two_pieces_cannot_chase_in_turn() {
    let pieces = "A1:rF B2:rX H2:r9 C3:b9 I3:b3 J10:bF";
    let turns = "B2-B3 C3-C2 H2-H3 I3-I2 B3-B2 C2-C3 H3-H2 I2-I3";
    let game = game("isf", pieces, turns);
    // The marshal's own last move was B3-B2, but red's was H3-H2.
    assert_eq!(why(&game, "B2-B3"), Some("more-squares"));
    assert_eq!(why(&game, "H2-H3"), None);
}

// Rule 6.5.
#[test]
fn a_scouts_way_back_over_several_moves_is_not_exempt() {
    let game = game(
        "isf",
        "A2:r2 B4:b2 A1:rF J10:bF",
        "A2-A4 B4-B6 A4-A6 B6-B8 A6-A8 B8-B4",
    );
    assert_eq!(why(&game, "A8-A4"), Some("more-squares"));
    assert_eq!(why(&game, "A8-A6"), None);
}

// Rule 6.6.
#[test]
fn captures_are_exempt() {
    // In place of the general on A4 the captain on A6 evades the marshal on A5.
    let pieces = format!("{PIECES} A6:b6");
    let without_last = &ROUND[..ROUND.len() - "A4-B4".len()];
    let chase = game("isf", &pieces, &format!("{without_last} A6-A7"));
    assert_eq!(chase.position().chase_length(Side::Red), 4);
    assert_eq!(why(&chase, REPEAT), None);
    let taken = play(chase, REPEAT);
    assert!(taken.history().last().unwrap().battle.is_some());
    assert_eq!(taken.position().chase_length(Side::Red), 1, "rule 6.4");
    // The same move onto the empty square would be forbidden.
    assert_eq!(
        why(&game("isf", &pieces, ROUND), REPEAT),
        Some("more-squares")
    );
}

/// A closed block of four squares around which red's marshal hunts blue's general, as in figure A3 of Invincible: every
/// move of the marshal threatens, and the general always evades to the opposite corner.
mod a_marshal_alone {
    use super::*;

    const WALLS: &str = "C1:rB C2:rB B3:rB";
    const HUNT: &str = "A1:rX B2:b9 J1:rF J10:bF";

    /// Blue's evasion: to the corner opposite of the marshal's.
    fn evasion(game: &Game) -> Option<Move> {
        let marshal = game.history().last()?.mv.to;
        let mut moves = game.position().legal_moves().into_iter();
        moves.find(|mv| {
            let is_in_block = mv.to.row() < 2 && mv.to.col() < 2;
            is_in_block && mv.to.row() != marshal.row() && mv.to.col() != marshal.col()
        })
    }

    /// Every way red can play against the evading general until he is out of quiet moves in the block; the longest line.
    fn longest_resistance(game: &Game, at_end: &mut impl FnMut(&Game)) -> usize {
        // There are only eight positions after a move of red in the block; going straight back makes some recur.
        assert!(game.history().len() < 40, "the chase goes on and on");
        let moves = game.position().legal_moves();
        let inside: Vec<_> = moves
            .into_iter()
            .filter(|mv| mv.to.row() < 2 && mv.to.col() < 2)
            .collect();
        if inside.is_empty() {
            at_end(game);
            return game.history().len();
        }
        let lines = inside.into_iter().map(|mv| {
            let mut next = game.clone();
            next.advance(mv);
            let reply = evasion(&next).expect("the opposite corner is never out of reach");
            next.advance(reply);
            longest_resistance(&next, at_end)
        });
        lines.max().unwrap_or_default()
    }

    // Rules 6.1, 7.2.
    #[test]
    fn loses_however_he_turns() {
        let start = game("isf", &format!("{HUNT} {WALLS} A3:rB"), "");
        let mut ends = 0;
        let longest = longest_resistance(&start, &mut |game| {
            ends += 1;
            let lost = GameResult::win(Side::Blue, Termination::NoLegalMove);
            assert_eq!(game.result(), Some(lost));
            let last = game.history()[game.history().len() - 2].mv;
            let reasons = [
                (last.to.row(), 1 - last.to.col()),
                (1 - last.to.row(), last.to.col()),
            ]
            .map(|(row, col)| Square::new(row, col).unwrap())
            .map(|to| game.position().repetition_forbids(Move::new(last.to, to)));
            assert!(
                reasons.contains(&Some(Repetition::MoreSquares)),
                "{reasons:?}"
            );
        });
        assert!(ends > 1);
        assert!(longest >= 8, "{longest}");
    }

    // Rule 6.1.
    #[test]
    fn must_leave_his_post_where_there_is_a_way_out() {
        let start = game("isf", &format!("{HUNT} {WALLS} A4:rB B4:rB"), "");
        let mut ways_out = 0;
        longest_resistance(&start, &mut |game| {
            if game.result().is_none() {
                assert_eq!(all_moves(game), ["A2-A3"]);
                ways_out += 1;
            }
        });
        assert!(ways_out > 0);
    }

    // Rule 6.1.
    #[test]
    fn holds_out_with_another_piece_that_can_move() {
        let start = game("isf", &format!("{HUNT} {WALLS} A3:rB J5:r2"), "");
        longest_resistance(&start, &mut |game| {
            assert_eq!(game.result(), None);
            assert!(all_moves(game).iter().all(|mv| mv.starts_with("J5")));
        });
    }

    // Rule 6.1.
    #[test]
    fn runs_forever_without_the_rule() {
        let mut hunt = game("vicki", &format!("{HUNT} {WALLS} A3:rB"), "");
        for lap in 0..100 {
            for step in ["A1-A2", "A2-B2", "B2-B1", "B1-A1"] {
                hunt.play(mv(step))
                    .unwrap_or_else(|why| panic!("lap {lap}: {why}"));
                let reply = evasion(&hunt).expect("the opposite corner is in reach");
                hunt.play(reply).unwrap();
            }
        }
    }
}
