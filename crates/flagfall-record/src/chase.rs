//! Games whose last move is forbidden by the more-squares rule, one JSON object a line: read only.

use flagfall_core::{ByRank, BySide, Rank, Rules, Side, Variant};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::{Cause, ParseError};
use crate::json_lines::{from_json, parse_free, parse_moves};
use crate::record::GameRecord;
use crate::start::{Cells, cells};
use crate::text::numbered_lines;

#[derive(Deserialize)]
struct Line {
    rules: String,
    board: String,
    first_mover: Option<String>,
    moves: Vec<String>,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

/// Reads a file of chase games. Everything but rules, board, first mover and moves goes into the record's `extra`.
pub(crate) fn parse(text: &str) -> Result<Vec<GameRecord>, ParseError> {
    numbered_lines(text)
        .map(|(number, line)| parse_line(line).map_err(|cause| cause.at(number)))
        .collect()
}

fn parse_line(text: &str) -> Result<GameRecord, Cause> {
    let line: Line = from_json(text)?;
    let rules = parse_rules(&line.rules)?;
    let start = parse_free(rules, &line.board, line.first_mover.as_deref())?;
    let mut record = GameRecord::new(rules, start);
    if fits_barrage(&cells(&record.start)) {
        record.rules.variant = Variant::Barrage;
    }
    if let flagfall_core::Start::Free(builder) = &mut record.start {
        builder.rules = record.rules;
    }
    record.moves = parse_moves(&line.moves)?;
    record.extra = line.extra;
    record.begin()?;
    Ok(record)
}

/// Reads rules in the words of this form: `n=3, more-squares, no draw limits`.
fn parse_rules(text: &str) -> Result<Rules, Cause> {
    let mut rules = Rules {
        two_squares: 0,
        more_squares: false,
        ..Rules::ISF
    };
    for word in text.split(',').map(str::trim) {
        match (word, word.strip_prefix("n=")) {
            ("more-squares", _) => rules.more_squares = true,
            ("no draw limits", _) => {}
            (_, Some(limit)) => {
                // The preset's own text form knows the range.
                let checked: Result<Rules, _> = format!("isf,two_squares={limit}").parse();
                rules.two_squares = checked.map_err(Cause::Rules)?.two_squares;
            }
            _ => return Err(Cause::ChaseRules(word.to_owned())),
        }
    }
    Ok(rules)
}

/// Whether neither side has more of any rank than a Barrage army. The form does not name the variant.
fn fits_barrage(cells: &Cells) -> bool {
    let mut counts = BySide::<ByRank<u8>>::default();
    for (side, rank) in cells.iter().flatten() {
        counts[*side][*rank] += 1;
    }
    let army = Variant::Barrage.army();
    Side::ALL.into_iter().all(|side| {
        Rank::ALL
            .into_iter()
            .all(|rank| counts[side][rank] <= army[rank])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"name":"lap","rules":"n=3, more-squares, no draw limits","board":"MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALWAAAAAAAA__AA__AAAA__AA__AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY","first_mover":"blue","moves":["D4-E4","C4-A4"],"last_move_illegal":true}"#;

    #[test]
    fn the_last_move_may_be_illegal() {
        let [game] = &parse(LINE).unwrap()[..] else {
            panic!("one line is one game");
        };
        assert_eq!(game.rules.to_string(), "isf,barrage");
        assert_eq!(game.moves.len(), 2);
        assert_eq!(game.extra["name"], "lap");
        assert!(game.replay().is_err());
    }

    #[test]
    fn unknown_rules_are_refused() {
        let message = |to: &str| {
            let text = LINE.replace("more-squares", to);
            parse(&text).unwrap_err().to_string()
        };
        assert_eq!(
            message("castling"),
            "line 1: 'castling' is not known among the rules of a chase game"
        );
        assert!(message("n=99").contains("two_squares=99"));
    }
}
