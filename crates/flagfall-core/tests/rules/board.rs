//! Chapter 1: the board.

use flagfall_core::{PositionProblem, Rank, Side, Square};

use crate::support::{game, moves_from, placement, sq, why};

const LAKES: [&str; 8] = ["C5", "D5", "C6", "D6", "G5", "H5", "G6", "H6"];

// Rule 1.1.
#[test]
fn columns_run_from_reds_left_and_rows_from_reds_back_row() {
    assert_eq!((sq("A1").row(), sq("A1").col()), (0, 0));
    assert_eq!((sq("J1").row(), sq("J1").col()), (0, 9));
    assert_eq!((sq("B10").row(), sq("B10").col()), (9, 1));
    assert_eq!(
        [sq("A1").index(), sq("J1").index(), sq("J10").index()],
        [0, 9, 99]
    );
    assert_eq!(
        sq("A1").rotated(),
        sq("J10"),
        "each player has a left corner"
    );
    for name in ["K1", "A11", "A0"] {
        assert!(name.parse::<Square>().is_err(), "{name}");
    }
}

// Rule 1.2.
#[test]
fn the_eight_lakes_are_no_squares_and_hold_no_piece() {
    assert_eq!(Square::all().count(), 92);
    for name in LAKES {
        let error = name.parse::<Square>().unwrap_err();
        assert_eq!(error.to_string(), format!("{name} is a lake"));
    }
    let mut builder = placement("isf", "A1:rF");
    builder.pieces[42] = Some((Side::Red, Rank::Miner));
    let problems = builder.build().unwrap_err().0;
    assert_eq!(
        problems,
        [PositionProblem::PieceOnLake(Side::Red, Rank::Miner, 42)]
    );
}

// Rule 1.2.
#[test]
fn pieces_stop_at_the_lakes_and_scouts_do_not_cross_them() {
    let game = game("isf", "C4:r6 B5:r2 E6:r2 A1:rF J10:bF J9:b6", "");
    assert_eq!(moves_from(&game, "C4"), ["C4-B4", "C4-C3", "C4-D4"]);
    assert_eq!(why(&game, "B5-E5"), Some("lake"));
    assert_eq!(
        moves_from(&game, "E6"),
        [
            "E6-E1", "E6-E10", "E6-E2", "E6-E3", "E6-E4", "E6-E5", "E6-E7", "E6-E8", "E6-E9",
            "E6-F6"
        ]
    );
}

// Rule 1.3.
#[test]
fn squares_are_next_to_each_other_when_they_share_an_edge() {
    assert!(sq("E5").is_next_to(sq("E4")));
    assert!(sq("E5").is_next_to(sq("F5")));
    assert!(!sq("E5").is_next_to(sq("F6")), "a corner is no edge");
    assert!(
        !sq("E5").is_next_to(sq("E5")),
        "a square is not next to itself"
    );
    assert!(
        !sq("J4").is_next_to(sq("A5")),
        "rows end at the edge of the board"
    );
    assert!(!sq("B5").is_next_to(sq("E5")), "a lake lies between");
}
