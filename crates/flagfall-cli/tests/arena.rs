//! The arena through the program: numbers that repeat, tournaments that survive a kill, errors that say what is wrong.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

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

/// The error of a call that must fail with status 2, in one line.
fn error(arguments: &[&str]) -> String {
    let output = flagfall(arguments);
    let text = String::from_utf8(output.stderr).expect("the program writes text");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert_eq!(text.trim_end().lines().count(), 1, "{text}");
    text
}

#[test]
fn a_match_prints_the_same_for_any_number_of_jobs() {
    let with_jobs = |jobs| {
        stdout(&[
            "match", "blind", "blind", "--games", "200", "--seed", "7", "--jobs", jobs,
        ])
    };
    let one = with_jobs("1");
    assert_eq!(one, with_jobs("2"));
    assert!(
        one.starts_with("blind against blind #2: 200 games (100 pairs), rules isf, seed 7\n"),
        "{one}"
    );
}

#[test]
fn a_match_in_json_has_every_documented_key() {
    let text = stdout(&[
        "match",
        "blind",
        "blind",
        "--games",
        "20",
        "--sprt",
        "-5,5",
        "--rules",
        "isf,barrage",
        "--json",
    ]);
    let report: Value = serde_json::from_str(&text).unwrap();
    let count = |key: &str| report[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 20);
    assert_eq!(count("games"), 20);
    for key in ["score", "mean_plies", "elo", "elo_low", "elo_high", "los"] {
        assert!(report[key].is_number(), "{key}: {text}");
    }
    let reasons = report["reasons"].as_object().unwrap();
    assert_eq!(
        reasons
            .values()
            .map(|count| count.as_u64().unwrap())
            .sum::<u64>(),
        20
    );
    assert_eq!(report["pentanomial"].as_array().unwrap().len(), 5);
    assert!(report["sprt"]["llr"].is_number());
    for player in report["players"].as_array().unwrap() {
        for key in ["ms_per_move_mean", "ms_per_move_max", "forfeits"] {
            assert!(player[key].is_number(), "{key}: {text}");
        }
    }
}

/// Long enough that it is not over before a slow machine has noticed its first games and killed it.
const TOURNAMENT: [&str; 8] = [
    "tournament",
    "blind",
    "heuristic",
    "blind",
    "--games",
    "300",
    "--seed",
    "5",
];
const TOURNAMENT_GAMES: usize = 3 * 300;

#[test]
fn a_killed_tournament_resumes_to_the_same_standings() {
    let folder = tempfile::tempdir().unwrap();
    let undisturbed = stdout(&TOURNAMENT);
    for kill_after_lines in [1, 40, 110] {
        let path = folder.path().join(format!("{kill_after_lines}.jsonl"));
        let save = path.to_str().unwrap();
        kill_when_saved(&path, kill_after_lines);
        let saved = fs::read_to_string(&path).unwrap().lines().count();
        assert!(
            saved < TOURNAMENT_GAMES,
            "the tournament was over before it was killed"
        );
        let resumed = stdout(
            &[
                &TOURNAMENT[..],
                &["--save", save, "--resume", "--jobs", "2"],
            ]
            .concat(),
        );
        assert_eq!(resumed, undisturbed);
        assert_eq!(
            fs::read_to_string(&path).unwrap().lines().count(),
            TOURNAMENT_GAMES
        );
    }
}

/// Starts the tournament and kills it without warning when its save file has this many lines.
fn kill_when_saved(path: &Path, lines: usize) {
    let mut tournament = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(TOURNAMENT)
        .args(["--save", path.to_str().expect("a plain path")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let started = Instant::now();
    while fs::read_to_string(path).map_or(0, |text| text.lines().count()) < lines {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "no game was saved"
        );
        thread::sleep(Duration::from_millis(1));
    }
    tournament.kill().expect("the program can be killed");
    tournament.wait().expect("the program has ended");
}

#[test]
fn a_gauntlet_and_its_tables_leave_out_who_did_not_meet() {
    let folder = tempfile::tempdir().unwrap();
    let markdown = folder.path().join("table.md");
    let path = markdown.to_str().unwrap();
    let call = [
        "tournament",
        "blind",
        "blind",
        "blind",
        "--games",
        "4",
        "--rules",
        "isf,barrage",
        "--gauntlet",
    ];
    let json = stdout(&[&call[..], &["--json", "--markdown", path]].concat());
    let standings: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(standings["games"], 8);
    let elos: Vec<f64> = standings["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["elo"].as_f64().unwrap())
        .collect();
    assert!(elos.is_sorted_by(|a, b| a >= b));
    let table = fs::read_to_string(&markdown).unwrap();
    assert!(
        table.starts_with("| # | player | Elo | +/- | games | score | 1 | 2 | 3 |\n|---:|---|"),
        "{table}"
    );
}

#[test]
fn wrong_calls_are_told_in_one_line_and_write_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("games.jsonl");
    let save = save.to_str().unwrap();
    let blinds = ["match", "blind", "blind", "--save", save];
    let with = |more: &[&str]| error(&[&blinds[..], more].concat());
    assert!(with(&["--rules", "chess"]).contains("unknown rules preset 'chess'"));
    assert!(with(&["--sprt", "5,0"]).contains("'5,0'"));
    assert!(with(&["--games", "0"]).contains("--games"));
    assert!(with(&["--setups", "/nowhere"]).contains("cannot read /nowhere"));
    assert!(
        error(&["match", "blind", "deep-blue", "--save", save]).contains("unknown bot 'deep-blue'")
    );
    assert!(
        error(&["match", "blind:depth=3", "blind"]).contains("bot blind has no option 'depth'")
    );
    assert!(error(&["match", "blind", "ucc:", "--save", save]).contains("no command"));
    let unsavable = error(&["match", "blind", "blind", "--save", "/nowhere/games.jsonl"]);
    assert!(
        unsavable.contains("cannot use /nowhere/games.jsonl"),
        "{unsavable}"
    );
    assert!(!Path::new(save).exists());
    let table = ["tournament", "blind", "blind", "--games", "2", "--markdown"];
    let nowhere = error(&[&table[..], &["/nowhere/table.md"]].concat());
    assert!(
        nowhere.contains("cannot write /nowhere/table.md"),
        "{nowhere}"
    );
    // What the user wrote comes back escaped, and the cause is not lost behind it.
    assert!(error(&["match", "a\nb", "blind"]).contains("unknown bot 'a\\nb'"));
    assert!(error(&["line", "--bot", "a\nb"]).contains("a\\nb"));
}

#[test]
fn a_clock_over_our_bots_is_said_to_make_games_unrepeatable() {
    let call = [
        "match",
        "blind",
        "blind",
        "--games",
        "2",
        "--rules",
        "isf,barrage",
    ];
    assert!(!stdout(&call).contains("does not repeat"));
    let timed = stdout(&[&call[..], &["--move-time", "5000"]].concat());
    assert!(timed.contains("does not repeat"), "{timed}");
}

#[test]
fn the_program_lists_its_bots_and_measures_itself() {
    assert!(stdout(&["bots"]).starts_with("blind: "));
    let bots: Value = serde_json::from_str(&stdout(&["bots", "--json"])).unwrap();
    assert_eq!(bots[0]["name"], "blind");
    let figures: Value =
        serde_json::from_str(&stdout(&["bench", "--seconds", "0.01", "--json"])).unwrap();
    assert!(figures["playout_plies_per_second"].as_f64().unwrap() > 0.0);
}

#[test]
fn standings_of_saved_games_are_those_of_the_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let save = file("games.jsonl");
    let printed = stdout(&[
        "tournament",
        "blind",
        "heuristic",
        "blind",
        "--games",
        "6",
        "--seed",
        "5",
        "--save",
        &save,
    ]);
    assert_eq!(stdout(&["standings", &save]), printed);

    // The same games in two files that part a pair, with a line that is still being written.
    let text = fs::read_to_string(&save).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (early, late) = (file("early.jsonl"), file("late.jsonl"));
    fs::write(&early, lines[..9].join("\n") + "\n" + &lines[9][..40]).unwrap();
    fs::write(&late, lines[9..].join("\n") + "\n").unwrap();
    let output = flagfall(&["standings", &early, &late]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), printed);
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(
        notes.contains("the last line of") && notes.contains("early.jsonl"),
        "{notes}"
    );
}

#[test]
fn matches_of_several_seeds_make_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, two, table) = (file("1.jsonl"), file("2.jsonl"), file("table.md"));
    for (first, second, seed, save) in [
        ("blind", "heuristic", "3", &one),
        ("heuristic", "vicki", "2", &two),
    ] {
        stdout(&[
            "match", first, second, "--games", "10", "--seed", seed, "--save", save,
        ]);
    }
    let standings: Value = serde_json::from_str(&stdout(&[
        "standings",
        &one,
        &two,
        "--json",
        "--markdown",
        &table,
    ]))
    .unwrap();
    assert_eq!(standings["games"], 20);
    assert_eq!(standings["seeds"], serde_json::json!([2, 3]));
    let rows = standings["rows"].as_array().unwrap();
    let row = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap();
    assert_eq!(row("heuristic")["games"], 20);
    assert_eq!(row("blind")["games"], 10);
    // Blind and vicki have not met.
    let nobody = row("blind")["against"].as_array().unwrap();
    assert_eq!(nobody.iter().filter(|met| met.is_null()).count(), 2);
    assert_eq!(fs::read_to_string(&table).unwrap().lines().count(), 5);

    assert_eq!(standings["groups"], 1);
}

#[test]
fn two_matches_of_the_same_players_are_summed_whoever_is_named_first() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, two) = (file("1.jsonl"), file("2.jsonl"));
    let won = |first, second, seed, save: &str| {
        let text = stdout(&[
            "match", first, second, "--games", "10", "--seed", seed, "--save", save, "--json",
        ]);
        let report: Value = serde_json::from_str(&text).unwrap();
        report["score"].as_f64().unwrap() * 10.0
    };
    let points = won("blind", "heuristic", "3", &one) + 10.0 - won("heuristic", "blind", "4", &two);
    let standings: Value =
        serde_json::from_str(&stdout(&["standings", &one, &two, "--json"])).unwrap();
    let rows = standings["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1]["name"], "blind");
    assert_eq!(rows[1]["points"].as_f64().unwrap(), points);
    assert_eq!(rows[1]["against"][0], serde_json::json!([points, 20]));
}

#[test]
fn games_that_do_not_belong_in_one_table_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let games = |name: &str, arguments: &[&str]| {
        let save = file(name);
        stdout(&[arguments, &["--save", &save]].concat());
        save
    };
    let one = games("1.jsonl", &["match", "blind", "heuristic", "--games", "4"]);
    let twice = error(&["standings", &one, &one]);
    assert!(
        twice.contains("line 1: the same game of blind against heuristic as in"),
        "{twice}"
    );
    // Of another plan, but from the same seed.
    let three = ["tournament", "blind", "heuristic", "vicki", "--games", "4"];
    let shared = error(&["standings", &one, &games("3.jsonl", &three)]);
    assert!(shared.contains("the same game of"), "{shared}");

    let rules = [
        "match",
        "blind",
        "heuristic",
        "--games",
        "2",
        "--rules",
        "isf,barrage",
    ];
    let barrage = error(&["standings", &one, &games("barrage.jsonl", &rules)]);
    assert!(
        barrage.contains("barrage.jsonl, line 1: a game by the rules isf,barrage"),
        "{barrage}"
    );

    let text = fs::read_to_string(&one).unwrap();
    let changed = |name: &str, from: &str, to: &str| {
        let path = file(name);
        fs::write(&path, text.replace(from, to)).unwrap();
        path
    };
    let itself = changed("itself.jsonl", "heuristic", "blind");
    let refused = error(&["standings", &itself]);
    assert!(
        refused.contains("line 1: a game of blind against itself"),
        "{refused}"
    );
    fs::write(
        &itself,
        format!("\n \n{}", text.replace("heuristic", "blind")),
    )
    .unwrap();
    let refused = error(&["standings", &itself]);
    assert!(
        refused.contains("line 3: a game of blind against itself"),
        "{refused}"
    );
    // A player of another name is another player, even in games of the same plan.
    let renamed = changed("renamed.jsonl", "heuristic", "the other");
    let table = stdout(&["standings", &one, &renamed]);
    assert!(table.contains("8 games"), "{table}");

    let strangers = games(
        "2.jsonl",
        &["match", "vicki", "star:nodes=50", "--games", "2"],
    );
    let table = stdout(&["standings", &one, &strangers]);
    assert!(
        table.contains("the players fall into 2 groups that have not met"),
        "{table}"
    );

    let over_games = error(&["standings", &one, "--markdown", &one]);
    assert!(over_games.contains("holds games"), "{over_games}");
    assert_eq!(fs::read_to_string(&one).unwrap(), text);
    let empty = file("empty.jsonl");
    fs::write(&empty, "").unwrap();
    assert!(error(&["standings", &empty]).contains("there is no game in"));
    assert!(error(&["standings", &file("none.jsonl")]).contains("cannot use"));
}
