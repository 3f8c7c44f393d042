//! The laboratory through the program.

use std::process::{Command, Output};

fn flagfall(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn stdout(arguments: &[&str]) -> String {
    let output = flagfall(arguments);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("the program writes text")
}

#[test]
fn an_experiment_is_listed_run_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    assert!(stdout(&["lab", "list"]).contains("mets-2"));
    let run = ["lab", "run", "mets-2", "--scale", "0.0001", "--out", out];
    let report = stdout(&run);
    assert!(
        report.contains("| flag behind bombs, as written |"),
        "{report}"
    );
    for file in ["mets-2.md", "mets-2.json", "mets-2.svg"] {
        assert!(folder.path().join(file).exists(), "{file}");
    }
    // Everything is kept, so the second run plays nothing and says the same.
    assert_eq!(stdout(&run), report);
    let summary = stdout(&["lab", "report", "--out", out]);
    assert_eq!(summary.lines().count(), 3, "{summary}");
    assert!(summary.contains("| mets-2 |"), "{summary}");
}

#[test]
fn an_unknown_experiment_is_told_with_those_there_are() {
    let output = flagfall(&["lab", "run", "mets-3"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("no experiment 'mets-3'"), "{text}");
    assert!(text.contains("mets-2, mets-4"), "{text}");
}

#[test]
fn a_smaller_run_replaces_a_report_only_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let run = |scale: &str, more: &[&str]| {
        let base = ["lab", "run", "perspecto-6", "--out", out, "--scale", scale];
        flagfall(&[&base, more].concat())
    };
    assert!(run("0.002", &[]).status.success());
    let report = folder.path().join("perspecto-6.json");
    let before = std::fs::read(&report).unwrap();
    let refused = run("0.001", &[]);
    assert_eq!(refused.status.code(), Some(2));
    let text = String::from_utf8(refused.stderr).unwrap();
    assert!(text.contains("at scale 0.002"), "{text}");
    assert!(text.contains("--replace"), "{text}");
    assert_eq!(std::fs::read(&report).unwrap(), before);
    assert!(run("0.001", &["--replace"]).status.success());
    assert_ne!(std::fs::read(&report).unwrap(), before);
}

#[test]
fn a_folder_without_reports_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let output = flagfall(&["lab", "report", "--out", folder.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("there are no reports in"), "{text}");
}
