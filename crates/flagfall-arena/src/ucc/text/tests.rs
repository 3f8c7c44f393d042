use flagfall_core::{BySide, Game, Seed};

use super::*;

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn parse_setup(text: &str, side: Side) -> Result<Setup, String> {
    let rows: Vec<_> = text
        .split_terminator('\n')
        .map(parse_setup_row)
        .collect::<Result<_, _>>()?;
    setup_of(rows.try_into().unwrap(), side).map_err(|error| error.to_string())
}

fn made(text: &str) -> Answer {
    Answer::Move(mv(text))
}

#[test]
fn the_board_is_ours_as_blue_sees_it() {
    assert_eq!(square(0, 0).unwrap().to_string(), "J1");
    assert_eq!(square(9, 3).unwrap().to_string(), "A4");
    assert_eq!(square(0, 9).unwrap().to_string(), "J10");
    assert_eq!(square(2, 4), None, "a lake");
    assert_eq!(square(10, 0), None);
    for square in Square::all() {
        let (x, y) = coordinates(square);
        assert_eq!(super::square(x, y), Some(square));
    }
}

#[test]
fn moves_round_trip() {
    assert_eq!(write_move(mv("J4-J5")), "0 3 DOWN");
    assert_eq!(write_move(mv("J7-J6")), "0 6 UP");
    assert_eq!(write_move(mv("J4-J7")), "0 3 DOWN 3");
    assert_eq!(write_move(mv("J5-I5")), "0 4 RIGHT");
    assert_eq!(write_move(mv("A5-B5")), "9 4 LEFT");
    for (from, to) in [
        ("A1", "A10"),
        ("A1", "J1"),
        ("J10", "J1"),
        ("J10", "A10"),
        ("E5", "E6"),
    ] {
        let mv = Move::new(from.parse().unwrap(), to.parse().unwrap());
        assert_eq!(parse_answer(&write_move(mv)), Ok(Answer::Move(mv)));
    }
}

#[test]
fn answers_may_carry_more_blanks_and_words() {
    for line in [
        "0 3 DOWN",
        "0 3 DOWN 1",
        " 0  3   DOWN  1 ",
        "0 3 DOWN 1 at last",
        "0 3 DOWN ok",
        "0 3 DOWN\r",
    ] {
        assert_eq!(parse_answer(line), Ok(made("J4-J5")), "{line}");
    }
    assert_eq!(parse_answer("SURRENDER"), Ok(Answer::Surrender));
}

#[test]
fn unreadable_and_impossible_answers_are_told_apart() {
    for line in [
        "",
        "hello",
        "0 3",
        "0 3 down",
        "0 3 Down",
        "a 3 DOWN",
        "0 3 2 DOWN",
        "NO_MOVE",
    ] {
        assert!(
            matches!(parse_answer(line), Err(BadAnswer::Unreadable(_))),
            "{line}"
        );
    }
    for line in [
        "0 3 DOWN 0",
        "0 3 DOWN -1",
        "10 3 DOWN",
        "-1 3 DOWN",
        "2 4 DOWN",
        "0 0 UP",
        "0 3 LEFT",
        "9 3 RIGHT",
        "0 3 RIGHT 10",
        "2 3 DOWN",
        "0 9 DOWN",
        "0 3 DOWN 9223372036854775807",
        "300 3 DOWN",
    ] {
        assert!(
            matches!(parse_answer(line), Err(BadAnswer::Impossible(_))),
            "{line}"
        );
    }
}

#[test]
fn the_outcome_is_the_first_word_behind_the_direction_that_is_no_number() {
    assert_eq!(
        parse_report("0 3 DOWN OK"),
        Some(Report::Made(mv("J4-J5"), None))
    );
    assert_eq!(
        parse_report("0  3 DOWN  1 OK"),
        Some(Report::Made(mv("J4-J5"), None))
    );
    assert_eq!(
        parse_report("9 3 DOWN 3 BOTHDIE 9 9"),
        Some(Report::Made(mv("A4-A7"), Some((Rank::Scout, Rank::Scout))))
    );
    assert_eq!(
        parse_report("0 3 DOWN KILLS s 1"),
        Some(Report::Made(mv("J4-J5"), Some((Rank::Spy, Rank::Marshal))))
    );
    assert_eq!(
        parse_report("0 3 DOWN 1 7 DIES 1 B"),
        Some(Report::Made(mv("J4-J5"), Some((Rank::Marshal, Rank::Bomb))))
    );
    assert_eq!(parse_report("0 3 DOWN ILLEGAL"), Some(Report::Illegal));
    assert_eq!(parse_report("0 3 sideways ILLEGAL"), Some(Report::Illegal));
    assert_eq!(
        parse_report("0 3 DOWN what OK"),
        None,
        "the outcome must come first"
    );
    for line in [
        "0 3 DOWN",
        "0 3 DOWN 1",
        "0 3 OK",
        "0 3 DOWN KILLS",
        "0 3 DOWN KILLS 1",
        "0 3 DOWN KILLS 9 1",
        "0 3 DOWN DIES 1 9",
        "0 3 DOWN KILLS S 1",
        "0 3 DOWN VICTORY_FLAG",
        "0 3 DOWN KILLS 12 9",
        "START",
        "",
    ] {
        assert_eq!(parse_report(line), None, "{line}");
    }
}

#[test]
fn setups_round_trip_for_both_sides() {
    let setup = Setup::random(Variant::Classic, &mut Seed(9).rng());
    for side in Side::ALL {
        let text = write_setup(&setup, side);
        assert_eq!(parse_setup(&text, side), Ok(setup));
        let game = Game::new("free".parse().unwrap(), BySide::new(setup, setup)).unwrap();
        let board = write_rows(game.view(side).board(), side);
        let at = if side == Side::Red { 0 } else { 6 * 11 };
        assert_eq!(
            &board[at..at + 44],
            text,
            "the set-up is what the board shows"
        );
    }
}

#[test]
fn set_ups_are_read_without_mercy() {
    let good = "FBBBBBBs99\n9999998888\n8777766665\n5554443321";
    assert!(parse_setup(good, Side::Red).is_ok());
    for bad in [
        good.replace('s', "S"),
        good.replace("99\n", "99\r\n"),
        good.replace("s9", "99"),
        good.replace("21", "2"),
        good.replace("21", "2."),
        good.replace("FBB", "  F"),
    ] {
        assert!(parse_setup(&bad, Side::Red).is_err(), "{bad}");
    }
}

#[test]
fn rows_hide_every_enemy_and_show_lakes() {
    let mut rng = Seed(2).rng();
    let setups = BySide::from_fn(|_| Setup::random(Variant::Classic, &mut rng));
    let game = Game::new("free".parse().unwrap(), setups).unwrap();
    let rows = write_rows(game.view(Side::Blue).board(), Side::Blue);
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(lines.len(), 10);
    assert_eq!(lines[0], "##########");
    assert_eq!(lines[4], "..++..++..");
    assert!(!lines[9].contains('#'));
}

#[test]
fn the_last_line_names_winner_turn_and_values() {
    assert_eq!(
        write_quit("bot", Side::Red, "VICTORY", 17, [100, 20]),
        "QUIT bot RED VICTORY 17 100 20\n"
    );
}
