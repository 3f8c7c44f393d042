//! Tournaments as a whole: any number of workers, stops and resumptions give the same results.

use std::fs;
use std::path::Path;

use flagfall_arena::stats::Sprt;
use flagfall_arena::{MatchReport, Notice, Plan, Results, RunOptions, Standings, run};
use flagfall_core::{Rules, Seed};

fn plan(players: usize, games: u32) -> Plan {
    Plan {
        players: vec!["blind".parse().expect("a bot"); players],
        pairings: Plan::round_robin(players),
        games_per_pairing: games,
        rules: "isf,barrage".parse().expect("rules"),
        seed: Seed(7),
        setups: None,
        move_time: None,
    }
}

fn play(plan: &Plan, options: &RunOptions) -> Results {
    run(plan, options, &mut |_| {}).expect("a plan that can be played")
}

fn saving(path: &Path, jobs: usize) -> RunOptions {
    RunOptions {
        jobs,
        save: Some(path.to_path_buf()),
        resume: true,
        ..RunOptions::default()
    }
}

#[test]
fn the_number_of_workers_changes_nothing() {
    let plan = plan(3, 10);
    let one = Standings::new(&plan, &play(&plan, &RunOptions::default()));
    let three = Standings::new(
        &plan,
        &play(
            &plan,
            &RunOptions {
                jobs: 3,
                ..RunOptions::default()
            },
        ),
    );
    assert_eq!(one.to_string(), three.to_string());
    assert_eq!(one.markdown(), three.markdown());
    assert_eq!(one.games, 30);
}

#[test]
fn a_tournament_cut_anywhere_resumes_to_the_same_standings() {
    let plan = plan(3, 6);
    let folder = tempfile::tempdir().unwrap();
    let whole_path = folder.path().join("whole.jsonl");
    let whole = Standings::new(&plan, &play(&plan, &saving(&whole_path, 1))).to_string();
    let bytes = fs::read(&whole_path).unwrap();
    for cut in [
        0,
        1,
        bytes.len() / 3,
        bytes.len() / 2,
        bytes.len() - 1,
        bytes.len(),
    ] {
        let path = folder.path().join("cut.jsonl");
        fs::write(&path, &bytes[..cut]).unwrap();
        let is_half_line = cut > 0 && bytes[cut - 1] != b'\n';
        let mut was_dropped = false;
        let results = run(&plan, &saving(&path, 2), &mut |notice| {
            was_dropped |= matches!(notice, Notice::DroppedLine { .. });
        })
        .unwrap();
        assert_eq!(
            Standings::new(&plan, &results).to_string(),
            whole,
            "cut at {cut}"
        );
        assert_eq!(was_dropped, is_half_line);
        // Nothing was played twice, and the file is whole again.
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 18);
    }
}

#[test]
fn games_of_another_plan_and_broken_lines_are_refused_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let first = plan(2, 4);
    play(&first, &saving(&path, 1));
    let before = fs::read(&path).unwrap();

    let other = Plan {
        seed: Seed(8),
        ..first.clone()
    };
    let error = run(&other, &saving(&path, 1), &mut |_| {})
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("line 1: a game of another tournament"),
        "{error}"
    );

    let fresh = RunOptions {
        resume: false,
        ..saving(&path, 1)
    };
    let error = run(&first, &fresh, &mut |_| {}).unwrap_err().to_string();
    assert!(error.contains("exists; add --resume"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);

    let broken = [b"nonsense\n", before.as_slice()].concat();
    fs::write(&path, &broken).unwrap();
    let error = run(&first, &saving(&path, 1), &mut |_| {})
        .unwrap_err()
        .to_string();
    assert!(error.contains("line 1"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), broken);
}

#[test]
fn a_longer_tournament_goes_on_from_a_shorter_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    play(&plan(2, 4), &saving(&path, 1));
    let longer = play(&plan(2, 10), &saving(&path, 1));
    let at_once = play(&plan(2, 10), &RunOptions::default());
    let text = |results| MatchReport::new(&plan(2, 10), results, None).to_string();
    assert_eq!(text(&longer), text(&at_once));
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 10);
}

#[test]
fn the_sequential_test_stops_after_the_same_pair_for_any_number_of_workers() {
    let plan = plan(2, 4000);
    // The hypotheses are far apart, so that equal players are told from much better ones within a few pairs.
    let sprt: Sprt = "0,300".parse().unwrap();
    let report = |jobs| {
        let options = RunOptions {
            jobs,
            sprt: Some(sprt),
            ..RunOptions::default()
        };
        MatchReport::new(&plan, &play(&plan, &options), Some(sprt))
    };
    let (one, four) = (report(1), report(4));
    assert_eq!(one.to_string(), four.to_string());
    assert!(one.games < 400, "{one}");
    assert_eq!(one.sprt.map(|sprt| sprt.state), Some("accept-h0"));
}

#[test]
fn saved_games_replay_to_their_results_and_come_in_pairs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let plan = Plan {
        rules: Rules::ISF,
        ..plan(2, 6)
    };
    play(&plan, &saving(&path, 1));
    let games = flagfall_record::read_games(&path).unwrap();
    assert_eq!(games.len(), 6);
    for game in &games {
        assert_eq!(game.replay().unwrap().result(), game.result);
    }
    for pair in games.chunks(2) {
        let setups = |index: usize| match &pair[index].start {
            flagfall_core::Start::Setups(setups) => setups.0,
            start => panic!("{start:?}"),
        };
        let [red, blue] = setups(0);
        assert_eq!(
            setups(1),
            [blue, red],
            "each player keeps its setup and changes color"
        );
        assert_eq!(pair[0].names.0[0], pair[1].names.0[1]);
    }
}

#[test]
fn given_setups_are_played_by_both_players_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let mut rng = Seed(1).rng();
    let setups: Vec<_> = (0..5)
        .map(|_| flagfall_core::Setup::random(flagfall_core::Variant::Barrage, &mut rng))
        .collect();
    let plan = Plan {
        setups: Some(setups.clone()),
        ..plan(2, 8)
    };
    play(&plan, &saving(&path, 1));
    let games = flagfall_record::read_games(&path).unwrap();
    for pair in games.chunks(2) {
        assert_eq!(pair[0].start, pair[1].start);
        let flagfall_core::Start::Setups(used) = &pair[0].start else {
            panic!("not from setups")
        };
        assert!(used.0.iter().all(|setup| setups.contains(setup)));
    }
}
