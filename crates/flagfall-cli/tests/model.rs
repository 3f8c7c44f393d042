//! `flagfall model`, run as users run it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn flagfall(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn stdout(arguments: &[&str]) -> String {
    let output = flagfall(arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("the program writes text")
}

/// The message of a command that must fail, which is one line.
fn refusal(arguments: &[&str]) -> String {
    let output = flagfall(arguments);
    assert!(!output.status.success(), "{output:?}");
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("text").to_owned()
}

#[test]
fn games_are_counted_shown_and_played_with() {
    let folder = tempfile::tempdir().unwrap();
    let (games, table) = (path(folder.path(), "a.jsonl"), path(folder.path(), "a.txt"));
    stdout(&[
        "match",
        "heuristic",
        "blind",
        "--games",
        "6",
        "--save",
        &games,
    ]);
    let count = [
        "model",
        "count",
        &games,
        "--out",
        &table,
        "--note",
        "six games",
    ];
    assert!(stdout(&count).starts_with("6 games counted; P(bluff) is 0."));
    let text = fs::read_to_string(&table).unwrap();
    assert!(
        text.contains("# six games\n# a.jsonl: 6 games\ngames 6\n"),
        "{text}"
    );
    let twice = ["model", "count", &games, &games, "--out", &table];
    assert!(stdout(&twice).starts_with("12 games"));
    let shown = stdout(&["model", "show", &table]);
    assert!(shown.contains("12 games, P(bluff) is 0."), "{shown}");
    assert!(stdout(&["model", "show"]).contains("--seed"));
    let bayes = format!("bayes:nodes=20,behavior={table}");
    stdout(&[
        "match",
        &bayes,
        "blind",
        "--games",
        "2",
        "--max-plies",
        "20",
    ]);
}

#[test]
fn wrong_games_and_tables_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (games, table) = (path(folder.path(), "a.jsonl"), path(folder.path(), "a.txt"));
    let count = |file: &str| refusal(&["model", "count", file, "--out", &table]);
    assert!(count(&games).contains("cannot read"));
    fs::write(&games, "\n").unwrap();
    assert!(count(&games).contains("no games in it"));
    let classic = "MBBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKL";
    let game = |moves: &str| {
        format!(
            r#"{{"rules":"isf","setups":{{"red":"{classic}","blue":"{classic}"}},"moves":[{moves}]}}"#
        )
    };
    fs::write(&games, format!("{}\n{}\n", game(""), game("\"A1-A2\""))).unwrap();
    let message = count(&games);
    assert!(
        message.contains("a.jsonl, line 2: ply 0: A1-A2 is not legal"),
        "{message}"
    );
    // Without the illegal game there is one without a move, from which nothing can be learned.
    let skipping = ["model", "count", &games, "--out", &table, "--skip-illegal"];
    assert!(refusal(&skipping).contains("1 games: there is no move near a known piece"));
    assert!(!Path::new(&table).exists());
    fs::write(&table, "no table\n").unwrap();
    assert!(refusal(&["model", "show", &table]).contains("line 1: a table of behavior starts"));
    let bayes = format!("bayes:behavior={table}");
    assert!(refusal(&["match", &bayes, "blind"]).contains("line 1: a table"));
}
