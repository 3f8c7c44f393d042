use flagfall_core::{SETUP_SQUARES, Variant, View};

use super::*;

/// Sets up so that it cannot move: bombs where there is no lake in front.
struct Walled;

impl Bot for Walled {
    fn begin(&mut self, _start: &GameStart) {}

    fn setup(&mut self) -> Result<Setup, Fault> {
        let mut ranks: Vec<_> = Variant::Classic.pieces().map(Some).collect();
        let mut places = [None; SETUP_SQUARES];
        for (place, rank) in places.iter_mut().zip(ranks.drain(..)) {
            *place = rank;
        }
        // The bombs are the last six. They belong on the places of the front row that are not before a lake.
        for (from, to) in [(34, 30), (35, 31), (36, 34), (37, 35)] {
            places.swap(from, to);
        }
        Ok(Setup::new(Variant::Classic, places).unwrap())
    }

    fn choose(&mut self, _view: &View<'_>, _budget: &Budget) -> Result<Choice, Fault> {
        unreachable!("it cannot move")
    }
}

fn converse(input: &str) -> (Result<(), ClientError>, String, String) {
    let (mut output, mut log) = (Vec::new(), Vec::new());
    let options = ClientOptions {
        seed: Seed(1),
        budget: Budget::OWN,
    };
    let mut input = input.as_bytes();
    let result = client(&mut Walled, &options, &mut input, &mut output, &mut log);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (result, text(output), text(log))
}

const ENEMY: &str = "..++..++..\n..++..++..\n##########\n##########\n##########\n##########\n";

#[test]
fn a_blocked_side_surrenders_and_reads_on() {
    let (result, setup, _) = converse("RED a bot with blanks 10 10\n");
    assert!(result.is_ok());
    assert_eq!(setup.lines().count(), 4);
    assert_eq!(setup.lines().last(), Some("BB21BB33BB"));
    let (result, output, log) = converse(&format!(
        "RED x 10 10\nSTART\n{setup}{ENEMY}QUIT me RED SURRENDER 1 148 148\nwhatever comes\n"
    ));
    assert!(result.is_ok(), "{result:?}");
    assert_eq!(output, format!("{setup}SURRENDER\n"));
    assert_eq!(log, "QUIT me RED SURRENDER 1 148 148\n");
}

#[test]
fn the_end_of_the_input_is_no_error_at_any_moment() {
    let setup = converse("RED x 10 10\n").1;
    let whole = format!("RED x 10 10\nSTART\n{setup}{ENEMY}");
    for (end, _) in whole.match_indices('\n') {
        let (result, ..) = converse(&whole[..=end]);
        assert!(result.is_ok(), "after {end} bytes: {result:?}");
    }
    assert!(converse("").0.is_ok());
}

#[test]
fn unexpected_lines_are_errors_that_show_the_line() {
    let setup = converse("RED x 10 10\n").1;
    let unexpected = |input: &str, expected_line: &str| match converse(input).0 {
        Err(ClientError::Unexpected { line, .. }) => assert_eq!(line, expected_line),
        other => panic!("{other:?}"),
    };
    unexpected("hello\n", "hello");
    unexpected("RED x 12 10\n", "RED x 12 10");
    unexpected("GREEN x 10 10\n", "GREEN x 10 10");
    unexpected("RED x 10 10\n0 6 UP OK\n", "0 6 UP OK");
    unexpected("BLUE x 10 10\nSTART\n", "START");
    unexpected("RED x 10 10\nSTART\nrow\n", "row");
    let shifted = setup.replacen("BB21", "B.21", 1);
    unexpected(
        &format!("RED x 10 10\nSTART\n{shifted}{ENEMY}"),
        "B.21BB33BB",
    );
    let untrue = converse("BLUE x 10 10\n0 0 DOWN OK\n").0;
    assert!(
        matches!(untrue, Err(ClientError::Untrue { .. })),
        "{untrue:?}"
    );
}

#[test]
fn a_refused_move_ends_the_game_quietly() {
    let (result, _, log) =
        converse("BLUE x 10 10\n0 0 DOWN ILLEGAL\nQUIT x RED ILLEGAL 1 148 148\n");
    assert!(result.is_ok());
    assert!(log.contains("refused"), "{log}");
}

#[test]
fn quit_lines_tell_the_result() {
    let read = |line: &str| parse_quit(line).map(|result| result.to_string());
    assert_eq!(
        read("QUIT my bot RED VICTORY 9 1 2").as_deref(),
        Some("red wins (unknown)")
    );
    assert_eq!(
        read("QUIT b BLUE SURRENDER 9 1 2").as_deref(),
        Some("red wins (resignation)")
    );
    assert_eq!(
        read("QUIT b BLUE ILLEGAL 9 1 2").as_deref(),
        Some("red wins (illegal-move)")
    );
    assert_eq!(
        read("QUIT b BLUE DRAW_DEFAULT 9 1 2").as_deref(),
        Some("draw (ply-limit)")
    );
    assert_eq!(read("QUIT"), None);
}
