//! At least one test for every numbered rule of `docs/rules.md`; each names its rule in a comment.

mod support;

#[path = "rules/armies.rs"]
mod armies;
#[path = "rules/battles.rs"]
mod battles;
#[path = "rules/board.rs"]
mod board;
#[path = "rules/ends.rs"]
mod ends;
#[path = "rules/knowledge.rs"]
mod knowledge;
#[path = "rules/limits.rs"]
mod limits;
#[path = "rules/more_squares.rs"]
mod more_squares;
#[path = "rules/moves.rs"]
mod moves;
#[path = "rules/presets.rs"]
mod presets;
#[path = "rules/two_squares.rs"]
mod two_squares;

use std::fs;
use std::path::PathBuf;

/// The tests cite rules as `// Rule 5.1` or `// Rules 5.1, 5.2`; this reads their sources and the rules' text and compares.
#[test]
fn every_numbered_rule_is_cited_by_a_test() {
    let crate_folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folder = crate_folder.join("tests/rules");
    let mut cited = String::new();
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let source = fs::read_to_string(entry.expect("a readable entry").path());
        for line in source.expect("a text file").lines() {
            if let Some(numbers) = line.trim().strip_prefix("// Rule") {
                cited.push_str(numbers.trim_start_matches('s'));
            }
        }
    }
    let cited: Vec<&str> = cited
        .split(|letter: char| !letter.is_ascii_digit() && letter != '.')
        .map(|number| number.trim_end_matches('.'))
        .collect();
    let text = fs::read_to_string(crate_folder.join("../../docs/rules.md"))
        .expect("the rules are in the repository");
    let numbers: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once(". "))
        .map(|(number, _)| number)
        .filter(|number| number.contains('.') && number.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    assert_eq!(numbers.len(), 45, "{numbers:?}");
    for number in numbers {
        assert!(cited.contains(&number), "no test cites rule {number}");
    }
}
