//! `flagfall setup`, run as users run it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn flagfall(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .arg("setup")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn generate(args: &[&str]) -> String {
    text(&flagfall(&[&["generate"], args].concat(), ""))
}

#[test]
fn a_seed_repeats_its_setups_and_a_longer_list_begins_like_a_shorter_one() {
    let three = generate(&["--count", "3", "--seed", "5"]);
    let five = generate(&["--count", "5", "--seed", "5"]);
    assert_eq!(three.lines().count(), 3);
    assert!(five.starts_with(&three));
    assert_ne!(three, generate(&["--count", "3", "--seed", "6"]));
}

#[test]
fn every_method_makes_setups_that_can_be_scored() {
    for method in [
        "random",
        "best-of-random:3",
        "semi-random",
        "best-of:3",
        "half-random",
    ] {
        let setups = generate(&["--method", method, "--count", "4"]);
        let table = text(&flagfall(&["score", "-"], &setups));
        assert_eq!(table.lines().count(), 6, "{method}: {table}");
        assert!(table.starts_with("setup"), "{table}");
        assert!(table.contains("H9 total"), "{table}");
        assert!(table.contains("4 setups: worst"), "{table}");
    }
    let refused = flagfall(&["generate", "--method", "best-of:0"], "");
    assert!(!refused.status.success());
}

#[test]
fn bots_make_setups_of_their_own() {
    let setups = |bot| generate(&["--bot", bot, "--count", "3", "--seed", "2"]);
    assert_eq!(setups("flagfall:setups=2").lines().count(), 3);
    assert_eq!(setups("flagfall"), setups("flagfall"));
    assert_ne!(setups("flagfall"), setups("star"));
    let barrage = generate(&["--bot", "blind", "--barrage"]);
    assert_eq!(barrage.trim().matches('A').count(), 32, "{barrage}");
    let error = |args: &[&str]| {
        let refused = flagfall(args, "");
        assert!(!refused.status.success());
        String::from_utf8_lossy(&refused.stderr).into_owned()
    };
    assert!(error(&["generate", "--bot", "nobody"]).contains("nobody"));
    let both = ["generate", "--bot", "blind", "--method", "random"];
    assert!(error(&both).contains("cannot be used with"));
}

#[test]
fn statistics_are_counted_from_a_file_and_equal_setups_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let asset = folder.path().join("stats.json");
    let setups = generate(&["--method", "random", "--count", "20"]);
    let twice = setups.repeat(2);
    let out = asset.to_str().expect("a path");
    let printed = text(&flagfall(&["stats", "-", "--out", out], &twice));
    assert!(
        printed.starts_with("40 setups read, 20 different ones counted"),
        "{printed}"
    );
    let written = std::fs::read_to_string(&asset).expect("the asset");
    assert!(written.contains("\"setups\":20"), "{written}");
    let broken = flagfall(&["stats", "-"], &format!("{setups}]\n"));
    let error = String::from_utf8_lossy(&broken.stderr).into_owned();
    assert!(
        !broken.status.success() && error.contains("line 21"),
        "{error}"
    );
}
