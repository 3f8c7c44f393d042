//! The oracle against the perft suites, and the suites against their format.

mod oracle;

use std::fs;
use std::path::PathBuf;

use oracle::{Oracle, OracleRules, PerftCase, parse_suite};

#[test]
fn the_oracle_reproduces_the_classic_suite() {
    check_suite("classic");
}

#[test]
fn the_oracle_reproduces_the_barrage_suite() {
    check_suite("barrage");
}

#[test]
fn the_oracle_reproduces_the_scouts_suite() {
    check_suite("scouts");
}

#[test]
fn the_oracle_reproduces_the_battles_suite() {
    check_suite("battles");
}

#[test]
fn the_oracle_reproduces_the_repetition_suite() {
    check_suite("repetition");
}

#[test]
fn every_suite_file_has_a_test_above() {
    let mut names: Vec<String> = fs::read_dir(suite_folder())
        .expect("the folder exists")
        .map(|entry| entry.expect("a readable entry").file_name().into_string())
        .map(|name| name.expect("a plain file name"))
        .collect();
    names.sort();
    let known = ["barrage", "battles", "classic", "repetition", "scouts"];
    assert_eq!(names, known.map(|name| format!("{name}.perft")));
}

#[test]
fn a_suite_may_have_a_header_comments_moves_and_no_blank_line_at_the_end() {
    let board = "A".repeat(100);
    let text = format!(
        "# header\n\n# one\n# two\nboard {board}\nto_move blue\nrules isf\nmoves A1-A2 J10-J9\nmoves A2-A1\n\
         perft 1 3\nperft 2 9"
    );
    let cases = parse_suite(&text).expect("the suite is well formed");
    assert_eq!(cases.len(), 1);
    assert_eq!(cases[0].comment, "one two");
    assert_eq!(cases[0].board, board);
    assert!(!cases[0].is_red_first);
    assert_eq!(cases[0].rules, "isf");
    assert_eq!(cases[0].moves, ["A1-A2", "J10-J9", "A2-A1"]);
    assert_eq!(cases[0].counts, [(1, 3), (2, 9)]);
}

#[test]
fn a_bad_suite_gives_an_error_with_line_and_cause() {
    let board = "A".repeat(100);
    let error = |text: &str| parse_suite(text).expect_err("the suite is malformed");
    assert_eq!(error("board AAA"), "line 1: a board has 100 letters, not 3");
    assert_eq!(
        error("\nto_move green"),
        "line 2: `green` is neither red nor blue"
    );
    assert_eq!(error("perft 1"), "line 1: `1` is not a depth and a count");
    assert_eq!(
        error("rules isf\nrules isf"),
        "line 2: `rules` is given twice"
    );
    assert_eq!(error("bord"), "line 1: unknown word `bord`");
    let incomplete = format!("board {board}\nto_move red\nperft 1 0\n\n");
    assert_eq!(error(&incomplete), "line 4: position without rules");
    assert_eq!(
        error("rules isf"),
        "end of file: position without a perft line"
    );
}

fn suite_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/perft")
}

fn check_suite(name: &str) {
    let path = suite_folder().join(format!("{name}.perft"));
    let text = fs::read_to_string(path).expect("the suite exists");
    let cases = parse_suite(&text).expect("the suite is well formed");
    assert!(!cases.is_empty());
    for case in &cases {
        let oracle = set_up(case);
        for &(depth, count) in &case.counts {
            assert_eq!(
                oracle.perft(depth),
                count,
                "{name}: {}, depth {depth}",
                case.comment
            );
        }
    }
}

fn set_up(case: &PerftCase) -> Oracle {
    let rules = OracleRules::preset(&case.rules).expect("the suites use presets the oracle knows");
    let mut oracle = Oracle::new(&case.board, case.is_red_first, rules);
    for mv in &case.moves {
        oracle.play(mv);
    }
    oracle
}
