//! `flagfall ucc` as a program: it answers recorded transcripts exactly, and our arena hosts it.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails with the test")]

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const FLAGFALL: &str = env!("CARGO_BIN_EXE_flagfall");

/// The seed, what the manager writes and what the bot must answer.
fn transcript(name: &str) -> (String, String, String) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../flagfall-arena/tests/data/");
    let text = std::fs::read_to_string(format!("{folder}{name}")).unwrap();
    let (mut seed, mut manager, mut bot) = (String::new(), String::new(), String::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (mark, rest) = line.split_once(' ').unwrap();
        match mark {
            ">" => manager += &format!("{rest}\n"),
            "<" => bot += &format!("{rest}\n"),
            _ => seed = rest.to_owned(),
        }
    }
    (seed, manager, bot)
}

fn run(words: &[&str], input: &str) -> Output {
    let mut child = Command::new(FLAGFALL)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    // From a thread, because the answers have to be read meanwhile. An early end of the reader shows in the output.
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        let _ = pipe.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

#[test]
fn a_recorded_transcript_is_answered_exactly() {
    for name in ["ucc_blind_red.txt", "ucc_blind_blue.txt"] {
        let (seed, manager, bot) = transcript(name);
        let output = run(&["ucc", "--bot", "blind", "--seed", &seed], &manager);
        assert!(output.status.success());
        let answers = String::from_utf8(output.stdout).unwrap();
        for (number, (answer, expected)) in answers.lines().zip(bot.lines()).enumerate() {
            assert_eq!(answer, expected, "answer {} of {name}", number + 1);
        }
        assert_eq!(answers, bot);
    }
}

#[test]
fn nonsense_from_the_manager_is_reported_and_ends_the_game() {
    let output = run(&["ucc", "--bot", "blind"], "RED x 10 10\nGO\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(output.stdout).unwrap().lines().count(),
        4,
        "only the set-up"
    );
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(
        log.contains("unexpected line \"GO\" instead of START"),
        "{log}"
    );
}

/// A match of a program against our own blind bot, as JSON.
fn play(program: &str, games: &str) -> serde_json::Value {
    let words = [
        "match", program, "blind", "--games", games, "--jobs", "2", "--seed", "3", "--json",
    ];
    let output = run(&words, "");
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{log}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn assert_no_forfeit(report: &serde_json::Value, games: u64) {
    let text = report.to_string();
    for reason in [
        "time",
        "illegal-move",
        "illegal-setup",
        "garbage",
        "flood",
        "crash",
        "resignation",
    ] {
        assert!(
            !text.contains(&format!("\"{reason}\"")),
            "{reason} in {text}"
        );
    }
    assert_eq!(report["games"].as_u64(), Some(games), "{text}");
}

#[test]
fn the_arena_hosts_it_for_200_games_without_a_protocol_error() {
    let started = Instant::now();
    let report = play(&format!("ucc:{FLAGFALL} ucc --bot blind"), "200");
    assert_no_forfeit(&report, 200);
    let took = started.elapsed();
    assert!(took < Duration::from_secs(120), "200 games took {took:?}");
}

#[test]
fn nothing_is_left_when_the_arena_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pids");
    let bot = format!(
        "ucc:sleep 1000 & echo $! $$ > {0}.new; mv {0}.new {0}; wait",
        file.display()
    );
    let mut arena = Command::new(FLAGFALL)
        .args(["match", &bot, "blind", "--games", "2"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let wait_until = |done: &dyn Fn() -> bool| {
        let started = Instant::now();
        while !done() && started.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(5));
        }
        done()
    };
    assert!(wait_until(&|| file.exists()));
    arena.kill().unwrap();
    arena.wait().unwrap();
    let pids = std::fs::read_to_string(file).unwrap();
    for pid in pids.split_whitespace() {
        let is_gone = || match std::fs::read_to_string(format!("/proc/{pid}/stat")) {
            Ok(stat) => stat.contains(") Z "),
            Err(_) => true,
        };
        assert!(wait_until(&is_gone), "process {pid} is still running");
    }
}

#[test]
fn the_arena_hosts_our_bots_and_the_sample_behind_our_own_protocol() {
    assert_no_forfeit(&play(&format!("cmd:{FLAGFALL} line --bot blind"), "20"), 20);
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/line_bot.py");
    let report = play(&format!("cmd:python3 {sample}"), "20");
    assert_no_forfeit(&report, 20);
}
