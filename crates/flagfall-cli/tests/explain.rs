//! `flagfall explain`, run as users run it.

use std::process::{Command, Output};

fn flagfall(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(args)
        .output()
        .expect("the program starts")
}

#[test]
fn a_saved_game_is_explained_at_any_ply() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.jsonl");
    let file = file.to_str().expect("a path");
    let played = flagfall(&[
        "match",
        "invincible",
        "blind",
        "--games",
        "2",
        "--max-plies",
        "60",
        "--save",
        file,
    ]);
    assert!(played.status.success(), "{played:?}");
    for ply in ["0", "41"] {
        let output = flagfall(&["explain", file, "--game", "1", "--ply", ply, "--beliefs"]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{output:?}");
        for part in ["to move", "game state", "values of red", "Rand", "piece"] {
            assert!(text.contains(part), "{part} is missing: {text}");
        }
    }
    let beyond = flagfall(&["explain", file, "--ply", "9999"]);
    assert!(!beyond.status.success());
    let silent = flagfall(&["explain", file, "--bot", "blind"]);
    let error = String::from_utf8_lossy(&silent.stderr).into_owned();
    assert!(error.contains("does not explain itself"), "{error}");
}
