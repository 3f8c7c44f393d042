//! Every experiment at a thousandth of its size.

use std::fs;
use std::path::Path;

use flagfall_core::Seed;
use flagfall_lab::{Bench, EXPERIMENTS, Report, find, summary};

fn bench(out: &Path, jobs: usize) -> Bench {
    Bench {
        scale: 0.001,
        jobs,
        seed: Seed(3),
        out: out.to_path_buf(),
    }
}

#[test]
fn every_experiment_runs_and_reports() {
    let folder = tempfile::tempdir().unwrap();
    for experiment in EXPERIMENTS {
        let bench = bench(folder.path(), 2);
        let mut last = (0, 1);
        let report = experiment
            .run(&bench, &mut |progress| {
                last = (progress.done, progress.total);
            })
            .unwrap();
        assert_eq!(last.0, last.1, "{}", experiment.id);
        assert!(!report.figures.is_empty(), "{}", experiment.id);
        for figure in &report.figures {
            let is_within = figure.low <= figure.measured && figure.measured <= figure.high;
            assert!(is_within && figure.games >= 2, "{figure:?}");
        }
        report.write(folder.path()).unwrap();
        let json = fs::read_to_string(folder.path().join(format!("{}.json", experiment.id)));
        let read: Report = serde_json::from_str(&json.unwrap()).unwrap();
        assert_eq!(read.id, experiment.id);
    }
    let table = summary(folder.path()).unwrap();
    assert_eq!(table.lines().count(), 2 + EXPERIMENTS.len());
}

#[test]
fn a_second_run_takes_what_the_first_has_left_and_jobs_change_nothing() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let experiment = find("mets-2").unwrap();
    let first = experiment.run(&bench(one.path(), 1), &mut |_| {}).unwrap();
    let other = experiment.run(&bench(two.path(), 3), &mut |_| {}).unwrap();
    assert_eq!(first, other);
    let mut is_played_again = false;
    let again = experiment
        .run(&bench(one.path(), 1), &mut |progress| {
            is_played_again |= progress.done < progress.total;
        })
        .unwrap();
    assert_eq!(first, again);
    assert!(!is_played_again);
}
