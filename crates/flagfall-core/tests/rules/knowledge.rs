//! Chapter 9: what a player knows.

use flagfall_core::{Game, IllegalMove, PieceId, Rank, RankSet, Side};

use crate::support::{blue_first, game, mv, play, sq};

fn ranks(list: &[Rank]) -> Vec<Rank> {
    let mut list = list.to_vec();
    list.sort();
    list
}

/// What this side's opponent can tell of its piece on a square.
fn possible(game: &Game, side: Side, square: &str) -> Vec<Rank> {
    let view = game.view(!side);
    let piece = view.piece_at(sq(square)).expect("a piece stands there");
    let set: RankSet = view.possible_ranks(&piece);
    set.iter().collect()
}

// Rule 9.1.
#[test]
fn a_player_knows_his_own_ranks() {
    let game = game("isf", "A1:rF A4:r6 B4:r2 J10:bF J7:b5", "A4-A5 J7-J6");
    let view = game.view(Side::Red);
    let own: Vec<_> = view
        .pieces(Side::Red)
        .map(|(square, piece)| (square.to_string(), piece.rank))
        .collect();
    assert_eq!(
        own,
        [
            ("A1".to_owned(), Some(Rank::Flag)),
            ("B4".to_owned(), Some(Rank::Scout)),
            ("A5".to_owned(), Some(Rank::Captain)),
        ]
    );
}

// Rule 9.1.
#[test]
fn a_player_knows_where_every_piece_stands_and_started_and_which_have_moved() {
    let game = game("isf", "A1:rF A4:r6 J10:bF J7:b5", "A4-A5 J7-J6");
    let view = game.view(Side::Red);
    let moved = view.piece_at(sq("J6")).unwrap();
    assert_eq!((moved.id.start(), moved.has_moved), (sq("J7"), true));
    let unmoved = view.piece_at(sq("J10")).unwrap();
    assert_eq!((unmoved.id.start(), unmoved.has_moved), (sq("J10"), false));
    assert_eq!(view.occupied_by(Side::Blue).len(), 2);
    assert_eq!(view.last_move(Side::Blue), Some(mv("J7-J6")));
}

// Rule 9.1.
#[test]
fn both_players_know_every_move_so_far() {
    let game = game("isf", "A1:rF A4:r6 J10:bF A6:b5", "A4-A5 A6-A5");
    for viewer in Side::ALL {
        let history = game.view(viewer).history();
        let moves: Vec<_> = history.iter().map(|event| (event.side, event.mv)).collect();
        assert_eq!(moves, [(Side::Red, mv("A4-A5")), (Side::Blue, mv("A6-A5"))]);
        assert_eq!(history[1].piece, PieceId::started_on(sq("A6")));
        let battle = history[1].battle.unwrap();
        assert_eq!(battle.attacker_rank, Rank::Lieutenant);
        assert_eq!(battle.defender_rank, Rank::Captain);
    }
}

// Rule 9.2.
#[test]
fn pieces_that_have_fought_are_known_alive_or_captured() {
    let game = game("isf", "A1:rF A4:r6 J10:bF A5:b5 J7:b3", "A4-A5");
    let blue = game.view(Side::Blue);
    let winner = blue.piece_at(sq("A5")).unwrap();
    assert_eq!((winner.side, winner.rank), (Side::Red, Some(Rank::Captain)));
    let red = game.view(Side::Red);
    let fallen: Vec<_> = red.captured(Side::Blue).collect();
    assert_eq!(fallen.len(), 1);
    assert_eq!(fallen[0].rank, Some(Rank::Lieutenant));
    assert!(fallen[0].is_captured && fallen[0].is_revealed && !fallen[0].has_moved);
    assert_eq!(red.piece_at(sq("J7")).unwrap().rank, None);
}

// Rule 9.2.
#[test]
fn a_scout_that_has_moved_more_than_one_square_is_known() {
    let game = game("isf", "A1:rF A4:r2 B4:r2 J10:bF J7:b5", "A4-A6 J7-J6 B4-B5");
    assert_eq!(possible(&game, Side::Red, "A6"), [Rank::Scout]);
    let view = game.view(Side::Blue);
    assert_eq!(view.piece_at(sq("A6")).unwrap().rank, Some(Rank::Scout));
    assert_eq!(view.piece_at(sq("B5")).unwrap().rank, None);
    assert!(view.revealed().contains(sq("A6")));
}

// Rule 9.3.
#[test]
fn counting_tells_how_many_of_each_rank_are_still_hidden() {
    let start = game("isf", "A1:rF A4:r6 B4:r6 C4:r2 J10:bF A5:b5 J7:b3", "");
    let hidden = |game: &Game, rank| game.view(Side::Blue).hidden_counts(Side::Red)[rank];
    assert_eq!(hidden(&start, Rank::Captain), 2);
    assert_eq!(hidden(&start, Rank::Scout), 1);
    assert_eq!(hidden(&start, Rank::Marshal), 0);
    let fought = play(start, "A4-A5 J7-J6");
    assert_eq!(
        hidden(&fought, Rank::Captain),
        1,
        "one is known, though alive"
    );
    let slid = play(fought, "C4-C2");
    assert_eq!(hidden(&slid, Rank::Scout), 0);
    assert_eq!(slid.view(Side::Blue).hidden_counts(Side::Red).total(), 2);
}

// Rule 9.3.
#[test]
fn a_piece_that_has_moved_is_no_bomb_and_no_flag() {
    let pieces = "A1:rF A4:r6 B4:rB C4:r2 J10:bF J7:b3";
    let start = game("isf", pieces, "");
    let any = ranks(&[Rank::Flag, Rank::Captain, Rank::Bomb, Rank::Scout]);
    for square in ["A1", "A4", "B4", "C4"] {
        assert_eq!(possible(&start, Side::Red, square), any, "{square}");
    }
    let moved = play(start, "A4-A5");
    assert_eq!(
        possible(&moved, Side::Red, "A5"),
        ranks(&[Rank::Captain, Rank::Scout])
    );
    assert_eq!(possible(&moved, Side::Red, "C4"), any);
}

// Rule 9.3.
#[test]
fn the_last_unmoved_pieces_are_the_bombs_and_the_flag() {
    let pieces = "A1:rF A4:r6 B4:rB C4:r2 J10:bF J7:b3";
    let game = game("isf", pieces, "A4-A5 J7-J6 C4-C3");
    // Two unmoved pieces are left, and a bomb and a flag are hidden.
    for square in ["A1", "B4"] {
        assert_eq!(
            possible(&game, Side::Red, square),
            ranks(&[Rank::Flag, Rank::Bomb])
        );
    }
    for square in ["A5", "C3"] {
        assert_eq!(
            possible(&game, Side::Red, square),
            ranks(&[Rank::Captain, Rank::Scout])
        );
    }
    // Red knows just as well what blue can tell.
    let own = game.view(Side::Red);
    assert_eq!(
        own.possibilities(Side::Red),
        game.view(Side::Blue).possibilities(Side::Red)
    );
}

// Rule 9.3.
#[test]
fn the_last_hidden_piece_is_known_by_counting_without_ever_being_revealed() {
    let pieces = "A1:rF A4:r6 B4:r2 J10:bF J7:b3";
    let game = game("isf", pieces, "B4-B6 J7-J6 A4-A5");
    assert_eq!(possible(&game, Side::Red, "A1"), [Rank::Flag]);
    assert_eq!(possible(&game, Side::Red, "A5"), [Rank::Captain]);
    let flag = game.view(Side::Blue).piece_at(sq("A1")).unwrap();
    assert_eq!((flag.rank, flag.is_revealed), (None, false));
}

// Rule 9.4.
#[test]
fn a_player_does_not_know_the_moves_of_the_other() {
    let game = game("isf", "A1:rF A4:r6 J10:bF J7:b3", "A4-A5");
    let view = game.view(Side::Red);
    assert!(view.legal_moves().is_empty());
    assert_eq!(
        view.check(mv("J7-J6")),
        Err(IllegalMove::NotYourPiece(sq("J7"), Side::Blue))
    );
    assert_eq!(
        view.mobile(Side::Blue).len(),
        2,
        "as far as red knows, the flag may be able to move"
    );
    assert!(view.scouts(Side::Blue).is_empty());
}

// Rule 9.4.
#[test]
fn games_that_differ_in_hidden_ranks_only_look_the_same() {
    // In one of the games blue's scout is shut in behind its bombs, in the other it stands in front.
    let shared = "A1:rF A4:r6 J10:bF";
    let shut_in = game("isf", &format!("{shared} A10:b2 A9:bB B10:bB"), "");
    let in_front = game("isf", &format!("{shared} A10:bB A9:b2 B10:bB"), "");
    assert_ne!(shut_in.position(), in_front.position());
    assert_eq!(shut_in.view(Side::Red), in_front.view(Side::Red));
    assert_ne!(shut_in.view(Side::Blue), in_front.view(Side::Blue));
}

// Rule 9.4.
#[test]
fn only_the_end_tells_that_the_other_had_no_move() {
    let shared = "A1:rF A4:r6 J10:bF";
    let shut_in = game("isf", &format!("{shared} A10:b2 A9:bB B10:bB"), "A4-A5");
    let in_front = game("isf", &format!("{shared} A10:bB A9:b2 B10:bB"), "A4-A5");
    assert!(shut_in.view(Side::Red).result().is_some());
    assert_eq!(in_front.view(Side::Red).result(), None);
    let blue = blue_first("isf", &format!("{shared} A10:b2 A9:bB B10:bB"), "");
    assert!(blue.view(Side::Red).result().is_some());
}
