//! At least one test for every numbered rule of `docs/rules.md`; each cites its rule above the test.

mod support;

mod rules {
    mod armies;
    mod battles;
    mod board;
    mod ends;
    mod knowledge;
    mod limits;
    mod more_squares;
    mod moves;
    mod presets;
    mod two_squares;
}

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Tests cite rules in lines like `// Rule 5.1.` or `// Rules 5.1, 5.2.`; this compares their sources with the rules' text.
#[test]
fn every_numbered_rule_is_cited_by_a_test() {
    let crate_folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut cited = BTreeSet::new();
    for entry in fs::read_dir(crate_folder.join("tests/rules")).expect("the folder exists") {
        let source = fs::read_to_string(entry.expect("a readable entry").path());
        for line in source.expect("a text file").lines() {
            if let Some(rest) = line.trim().strip_prefix("// Rule") {
                let numbers = rest.trim_start_matches('s').split([',', ' ']);
                cited.extend(numbers.map(|number| number.trim_end_matches(['.', ':']).to_owned()));
            }
        }
    }
    let text = fs::read_to_string(crate_folder.join("../../docs/rules.md"));
    let text = text.expect("the rules are in the repository");
    let numbers: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once(". "))
        .map(|(number, _)| number)
        .filter(|number| {
            number.split_once('.').is_some_and(|(chapter, rule)| {
                [chapter, rule].iter().all(|n| n.parse::<u8>().is_ok())
            })
        })
        .collect();
    assert!(numbers.len() > 40, "{numbers:?}");
    for number in numbers {
        assert!(cited.contains(number), "no test cites rule {number}");
    }
}
