//! The commands that read and write files, run as a user runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// Runs the program in a folder.
fn flagfall(folder: &TempDir, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .current_dir(folder)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for a folder")
}

fn write(folder: &TempDir, name: &str, content: &str) {
    fs::write(folder.path().join(name), content).expect("the folder can be written to");
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("the file is there")
}

fn json_lines(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("every line is JSON"))
        .collect()
}

/// The message of a refusal: exit status 2, one line, and nothing on standard output.
fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(message.lines().count(), 1, "{message}");
    message
        .trim_end()
        .strip_prefix("error: ")
        .expect("the message says that it is an error")
        .to_owned()
}

const SETUP: &str = "MBCDDEKLAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
/// Red has a marshal on C4 and the flag, blue a general on D4 and the flag.
const BOARD: &str = "MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALWAAAAAAAA__AA__AAAA__AA__AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY";

/// A line of our own form.
fn line(start: &str, moves: &str, result: &str) -> String {
    format!(r#"{{"rules":"isf,barrage",{start},"moves":{moves},"result":{result}}}"#) + "\n"
}

fn from_setups(red: &str, moves: &str) -> String {
    let start = format!(r#""setups":{{"red":"{red}","blue":"{SETUP}"}}"#);
    line(&start, moves, "null")
}

fn from_board(board: &str, moves: &str, result: &str) -> String {
    let start = format!(r#""board":"{board}","to_move":"blue""#);
    line(&start, moves, result)
}

/// Converts a file of chase games and checks that only the last move of each game is illegal.
fn check_chase_games(source: &Path) -> usize {
    let folder = folder();
    let text = fs::read_to_string(source).expect("the file is there");
    write(&folder, "x.chase.jsonl", &text);
    let converted = flagfall(&folder, &["convert", "x.chase.jsonl", "y.jsonl"]);
    assert!(converted.status.success(), "{converted:?}");
    let mut lines = json_lines(&flagfall(&folder, &["legal", "y.jsonl"])).into_iter();
    for (index, source) in text.lines().enumerate() {
        let source: Value = serde_json::from_str(source).expect("every line is JSON");
        let start = lines.next().expect("every game has a start");
        assert_eq!(start["game"], index);
        assert_eq!(start["board"], source["board"]);
        assert_eq!(start["to_move"], source["first_mover"]);
        let moves = source["moves"].as_array().expect("moves are a list");
        let (last, others) = moves.split_last().expect("there is an illegal move");
        for (ply, mv) in others.iter().enumerate() {
            let line = lines.next().expect("every ply has a line");
            assert_eq!(
                (&line["ply"], &line["move"]),
                (&ply.into(), mv),
                "game {index}"
            );
            let legal = line["legal"].as_array().expect("they are a list");
            assert!(legal.contains(mv) && legal.is_sorted_by_key(Value::as_str));
        }
        let end = lines.next().expect("every game has an end");
        assert_eq!(end["ply"], others.len());
        assert_eq!(&end["illegal"], last);
        assert_eq!(end["why"], "more-squares");
    }
    assert_eq!(lines.next(), None);
    text.lines().count()
}

#[test]
fn the_chase_games_of_the_repository_end_in_an_illegal_move() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../flagfall-core/tests/data/chase_own.jsonl"
    );
    assert_eq!(check_chase_games(Path::new(path)), 10);
}

/// The 99 games of an independent simulator are not part of the repository.
#[test]
fn the_chase_games_of_an_independent_simulator_end_in_an_illegal_move() {
    let path = PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/chase_conformance.jsonl"
    ));
    if path.exists() {
        assert_eq!(check_chase_games(&path), 99);
    }
}

#[test]
fn legal_tells_the_start_every_ply_and_the_end() {
    let folder = folder();
    let resigned = r#"{"outcome":"red","reason":"resignation"}"#;
    let games = from_board(BOARD, r#"["D4-E4"]"#, resigned)
        + &from_board(BOARD, r#"["D4oC4","C4-B4"]"#, "null")
        + &from_board(BOARD, r#"["D4-E4"]"#, "null")
        + &from_board(BOARD, r#"["D4-F4","C4-D4"]"#, "null");
    write(&folder, "games.jsonl", &games);
    let output = flagfall(&folder, &["legal", "games.jsonl"]);
    assert!(output.status.success(), "{output:?}");
    let start = |game: usize| {
        format!(r#"{{"game":{game},"board":"{BOARD}","to_move":"blue","rules":"isf,barrage"}}"#)
    };
    let ply = |game: usize, mv: &str| {
        format!(
            r#"{{"game":{game},"ply":0,"to_move":"blue","legal":["D4-C4","D4-D3","D4-E4"],"move":"{mv}"}}"#
        )
    };
    let expected = [
        start(0),
        ply(0, "D4-E4"),
        format!(r#"{{"game":0,"result":{resigned},"legal":[]}}"#),
        start(1),
        ply(1, "D4-C4"),
        r#"{"game":1,"ply":1,"to_move":"red","legal":["C4-B4","C4-C3","C4-D4"],"move":"C4-B4"}"#
            .to_owned(),
        // Blue has only the flag left, so the board ends the game without the file's help.
        r#"{"game":1,"result":{"outcome":"red","reason":"no-legal-move"},"legal":[]}"#.to_owned(),
        start(2),
        ply(2, "D4-E4"),
        r#"{"game":2,"result":null,"legal":["C4-B4","C4-C3","C4-D4"]}"#.to_owned(),
        start(3),
        r#"{"game":3,"ply":0,"illegal":"D4-F4","why":"too-far"}"#.to_owned(),
    ];
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(stdout.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn convert_goes_around_all_forms() {
    let folder = folder();
    let original = from_setups(SETUP, r#"["F1oF10","G10-G9"]"#);
    write(&folder, "a.jsonl", &original);
    for (from, to) in [
        ("a.jsonl", "b.gsn"),
        ("b.gsn", "c.xml"),
        ("c.xml", "d.jsonl"),
        ("d.jsonl", "e.gsn"),
    ] {
        let output = flagfall(&folder, &["convert", from, to, "--json"]);
        assert_eq!(json_lines(&output)[0]["games"], 1);
    }
    assert_eq!(read(&folder, "b.gsn"), read(&folder, "e.gsn"));
    let converted: Value = serde_json::from_str(&read(&folder, "d.jsonl")).expect("it is JSON");
    assert_eq!(converted["rules"], "isf2007,barrage");

    let output = flagfall(
        &folder,
        &["convert", "c.xml", "d.jsonl", "--rules", "vicki"],
    );
    assert!(output.status.success(), "{output:?}");
    let converted: Value = serde_json::from_str(&read(&folder, "d.jsonl")).expect("it is JSON");
    let original: Value = serde_json::from_str(&original).expect("it is JSON");
    assert_eq!(converted["rules"], "vicki,barrage");
    assert_eq!(converted["moves"], original["moves"]);
    assert_eq!(converted["setups"]["red"], original["setups"]["red"]);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let folder = folder();
    // More than a pipe holds.
    write(
        &folder,
        "games.jsonl",
        &from_setups(SETUP, r#"["F1-F2"]"#).repeat(2000),
    );
    let mut program = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(["legal", "games.jsonl"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(program.stdout.take());
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn bad_files_are_refused_and_nothing_is_written() {
    let folder = folder();
    let good = from_setups(SETUP, r#"["F1-F2"]"#);
    write(&folder, "good.jsonl", &good);
    for name in ["good.gsn", "good.xml"] {
        let output = flagfall(&folder, &["convert", "good.jsonl", name]);
        assert!(output.status.success(), "{output:?}");
    }
    let half = |name: &str| {
        let text = read(&folder, name);
        text[..text.len() / 2].to_owned()
    };
    let too_many = "MBBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKLB";
    let in_lake = BOARD.replacen("__", "_D", 1);
    let duel = half("good.gsn").replace("type 1", "type 4");
    for (name, content, cause) in [
        (
            "setup.jsonl",
            from_setups(too_many, "[]"),
            "line 1: red's setup: a setup has 40 letters, this one has 41",
        ),
        (
            "move.jsonl",
            from_setups(SETUP, r#"["F1-F2","A10-A11"]"#),
            "line 1: ply 1: in move 'A10-A11': 'A11' is off the board",
        ),
        (
            "lake.jsonl",
            from_board(&in_lake, "[]", "null"),
            "line 1: 'D' stands on the lake square D5",
        ),
        (
            "cut.jsonl",
            good.clone() + &half("good.jsonl"),
            "line 2: EOF while parsing",
        ),
        (
            "cut.gsn",
            half("good.gsn"),
            "line 3: a board has 100 letters",
        ),
        ("cut.xml", half("good.xml"), "line 4: "),
        (
            "duel.gsn",
            duel,
            "line 2: games of type duel are not supported",
        ),
        (
            "rules.jsonl",
            good.replace("isf,", "chess,"),
            "line 1: unknown rules preset 'chess'",
        ),
        ("empty.gsn", String::new(), "line 1: the file ends before"),
        ("empty.jsonl", String::new(), "no games in it"),
        ("array.jsonl", "[]".to_owned(), "line 1: "),
        ("games.pgn", good.clone(), "unknown extension"),
    ] {
        write(&folder, name, &content);
        for args in [&["legal", name][..], &["convert", name, "out.jsonl"]] {
            let message = refusal(&flagfall(&folder, args));
            assert!(message.starts_with(name), "{message}");
            assert!(message.contains(cause), "{message}");
        }
        assert!(!folder.path().join("out.jsonl").exists());
    }
}

#[test]
fn a_failed_conversion_leaves_the_old_file() {
    let folder = folder();
    write(&folder, "good.jsonl", &from_setups(SETUP, "[]"));
    write(&folder, "bad.jsonl", "{");
    write(&folder, "out.gsn", "old");
    for args in [
        &["convert", "bad.jsonl", "out.gsn"][..],
        &["convert", "good.jsonl", "out.gsn", "--rules", "chess"],
        &["convert", "good.jsonl", "out.pgn"],
        &["convert", "good.jsonl", "out.chase.jsonl"],
        &["convert", "good.jsonl", "no-such-folder/out.gsn"],
        &["convert", "missing.gsn", "out.gsn"],
    ] {
        refusal(&flagfall(&folder, args));
    }
    assert_eq!(read(&folder, "out.gsn"), "old");
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 3);
}

#[test]
fn perft_counts_from_every_form_of_position() {
    let folder = folder();
    let counts = |args: &[&str]| {
        let args = [&["perft", "--depth", "3", "--json"], args].concat();
        json_lines(&flagfall(&folder, &args))[0]["counts"].to_string()
    };
    assert_eq!(counts(&[]), "[12,135,1889]");
    assert_eq!(counts(&["--rules", "free,barrage"]), "[26,676,17812]");
    write(&folder, "letters", &format!("{BOARD} blue to move\n"));
    let empty = ".. .. .. .. .. .. .. .. .. ..";
    let lakes = ".. .. ~~ ~~ .. .. ~~ ~~ .. ..";
    let rows = [
        ".. .. .. .. .. .. .. .. .. bF",
        empty,
        empty,
        empty,
        lakes,
        lakes,
        ".. .. rX b9 .. .. .. .. .. ..",
        empty,
        empty,
        "rF .. .. .. .. .. .. .. .. ..",
        "blue to move",
    ];
    write(&folder, "readable", &rows.join("\n"));
    let from_letters = counts(&["--position", "letters"]);
    assert!(from_letters.starts_with("[3,"), "{from_letters}");
    assert_eq!(counts(&["--position", "readable"]), from_letters);

    let human = flagfall(&folder, &["perft", "--depth", "2"]);
    let text = String::from_utf8_lossy(&human.stdout).into_owned();
    assert!(
        text.contains("135") && text.contains("leaves a second"),
        "{text}"
    );
}

#[test]
fn perft_reads_standard_input() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(["perft", "--depth", "1", "--json", "--position", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it was asked for");
    std::io::Write::write_all(&mut input, BOARD.as_bytes()).expect("the program reads");
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(json_lines(&output)[0]["leaves"], 3);
}

#[test]
fn bad_positions_and_rules_are_refused() {
    let folder = folder();
    write(&folder, "lake", &BOARD.replacen("__", "D_", 1));
    let perft = |args: &[&str]| {
        let args = [&["perft", "--depth", "1"], args].concat();
        refusal(&flagfall(&folder, &args))
    };
    assert_eq!(
        perft(&["--position", "lake"]),
        "lake, line 1: 'D' stands on the lake square C5"
    );
    let message = perft(&["--rules", "chess"]);
    assert!(
        message.starts_with("unknown rules preset 'chess'"),
        "{message}"
    );
}
