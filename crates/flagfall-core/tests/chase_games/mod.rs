//! Games that end in a move the more-squares rule forbids, one JSON object a line.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

/// A game of which every move but the last is legal, and the last is forbidden by the more-squares rule.
pub(crate) struct ChaseGame {
    pub(crate) name: String,
    pub(crate) board: String,
    pub(crate) is_red_first: bool,
    pub(crate) moves: Vec<String>,
}

/// The rules all these games were played by, as a preset's name: n=3, more-squares on, no draw limits.
pub(crate) const CHASE_RULES: &str = "isf";

/// The ten games of the repository, each made for one clause of the rule; its `comment` says which.
pub(crate) fn own_games() -> Vec<ChaseGame> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/chase_own.jsonl");
    read_games(&fs::read_to_string(path).expect("the repository holds this file"))
}

/// 99 games of an independent simulator. They are not part of the repository, hence `None` in a plain clone.
pub(crate) fn shared_games() -> Option<Vec<ChaseGame>> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/chase_conformance.jsonl"
    );
    Some(read_games(&fs::read_to_string(path).ok()?))
}

fn read_games(text: &str) -> Vec<ChaseGame> {
    text.lines().map(read_game).collect()
}

fn read_game(line: &str) -> ChaseGame {
    let game: Value = serde_json::from_str(line).expect("a line is a JSON object");
    let string = |value: &Value| value.as_str().expect("a string").to_owned();
    assert_eq!(game["last_move_illegal"], true);
    ChaseGame {
        name: string(&game["name"]),
        board: string(&game["board"]),
        is_red_first: game["first_mover"] == "red",
        moves: game["moves"]
            .as_array()
            .expect("a list of moves")
            .iter()
            .map(string)
            .collect(),
    }
}
