//! Our own form: one JSON object a line, one line a game.

use flagfall_core::notation::{parse_board, parse_move, parse_setup, write_setup};
use flagfall_core::{BySide, GameResult, Outcome, Rules, Side, Start, Termination};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::{Cause, ParseError, Unwritable};
use crate::record::{GameRecord, Seeds};
use crate::start::{board_letters, free};
use crate::text::numbered_lines;

/// One line. Its names are those of the file.
#[derive(Serialize, Deserialize)]
#[serde(expecting = "an object")]
struct Line {
    rules: String,
    #[serde(default)]
    names: Names,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    setups: Option<Setups>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to_move: Option<String>,
    moves: Vec<String>,
    #[serde(default)]
    result: Option<Ending>,
    #[serde(default, skip_serializing_if = "has_no_seeds")]
    seeds: Seeds,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

/// The names that [`Line`] has, which `extra` must not use.
const KEYS: [&str; 8] = [
    "rules", "names", "setups", "board", "to_move", "moves", "result", "seeds",
];

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct Names {
    #[serde(default)]
    red: String,
    #[serde(default)]
    blue: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct Setups {
    red: String,
    blue: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct Ending {
    outcome: String,
    reason: String,
}

fn has_no_seeds(seeds: &Seeds) -> bool {
    *seeds == Seeds::default()
}

/// Reads a file of JSON lines, each game with the number of its line. Blank lines are passed over.
pub(crate) fn parse(text: &str) -> Result<Vec<(usize, GameRecord)>, ParseError> {
    numbered_lines(text)
        .map(|(number, line)| match parse_line(line) {
            Ok(game) => Ok((number, game)),
            Err(cause) => Err(cause.at(number)),
        })
        .collect()
}

/// Writes one game as one line.
pub(crate) fn write(game: &GameRecord) -> Result<String, Unwritable> {
    let moves = game.marked_moves().map_err(Unwritable::Start)?;
    let mut line = Line {
        rules: game.rules.to_string(),
        names: Names {
            red: game.names[Side::Red].clone(),
            blue: game.names[Side::Blue].clone(),
        },
        setups: None,
        board: None,
        to_move: None,
        moves,
        result: game.result.map(|result| Ending {
            outcome: result.outcome.name().to_owned(),
            reason: result.reason.name().to_owned(),
        }),
        seeds: game.seeds,
        extra: game.extra.clone(),
    };
    match &game.start {
        Start::Setups(setups) => {
            let text = |side| write_setup(&setups[side], side);
            line.setups = Some(Setups {
                red: text(Side::Red),
                blue: text(Side::Blue),
            });
        }
        Start::Free(builder) => {
            line.board = Some(board_letters(&builder.pieces));
            line.to_move = Some(builder.to_move.name().to_owned());
        }
    }
    line.extra.retain(|key, _| !KEYS.contains(&key.as_str()));
    let mut text = serde_json::to_string(&line).expect("strings and numbers are always JSON");
    text.push('\n');
    Ok(text)
}

pub(crate) fn parse_line(text: &str) -> Result<GameRecord, Cause> {
    let line: Line = from_json(text)?;
    let rules: Rules = line.rules.parse().map_err(Cause::Rules)?;
    let start = match (line.setups, line.board, line.to_move) {
        (Some(setups), None, None) => setups.read()?,
        (Some(_), None, Some(_)) => return Err(Cause::ToMoveWithSetups),
        (None, Some(board), to_move) => parse_free(rules, &board, to_move.as_deref())?,
        _ => return Err(Cause::NoStart),
    };
    let record = GameRecord {
        names: BySide::new(line.names.red, line.names.blue),
        moves: parse_moves(&line.moves)?,
        result: line.result.map(Ending::read).transpose()?,
        seeds: line.seeds,
        extra: line.extra,
        ..GameRecord::new(rules, start)
    };
    record.begin()?;
    Ok(record)
}

/// Reads one JSON value and says where it is wrong.
pub(crate) fn from_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Cause> {
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        // The reader sees one line at a time, so its own line number means nothing to the user.
        let place = format!(" at line {} column {}", error.line(), error.column());
        Cause::Json {
            message: message.strip_suffix(&place).unwrap_or(&message).to_owned(),
            column: error.column(),
        }
    })
}

/// Reads a free start.
pub(crate) fn parse_free(rules: Rules, board: &str, to_move: Option<&str>) -> Result<Start, Cause> {
    let cells = parse_board(board).map_err(Cause::Board)?;
    let to_move = to_move
        .map_or(Ok(Side::Red), str::parse)
        .map_err(Cause::Side)?;
    Ok(free(rules, to_move, cells))
}

/// Reads a list of moves.
pub(crate) fn parse_moves(texts: &[String]) -> Result<Vec<flagfall_core::Move>, Cause> {
    texts
        .iter()
        .enumerate()
        .map(|(ply, text)| parse_move(text).map_err(|error| Cause::Move { ply, error }))
        .collect()
}

impl Setups {
    fn read(&self) -> Result<Start, Cause> {
        let setup =
            |side, text: &str| parse_setup(text).map_err(|error| Cause::Setup { side, error });
        Ok(Start::Setups(BySide::new(
            setup(Side::Red, &self.red)?,
            setup(Side::Blue, &self.blue)?,
        )))
    }
}

impl Ending {
    fn read(self) -> Result<GameResult, Cause> {
        let outcome = match self.outcome.as_str() {
            "draw" => Outcome::Draw,
            word => Outcome::Win(word.parse().map_err(|_| Cause::Outcome(word.to_owned()))?),
        };
        let reason = Termination::from_name(&self.reason).ok_or(Cause::Reason(self.reason))?;
        Ok(GameResult { outcome, reason })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    const SAMPLE: &str = r#"{"rules":"isf,barrage","names":{"red":"a","blue":"b"},"board":"MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALWAAAAAAAA__AA__AAAA__AA__AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY","to_move":"blue","moves":["D4-E4","C4-D4","E4oD4"],"result":{"outcome":"red","reason":"resignation"},"seeds":{"game":18446744073709551615},"pair":3,"tags":["x",null]}"#;

    pub(crate) fn sample() -> GameRecord {
        parse_line(SAMPLE).unwrap()
    }

    #[test]
    fn a_line_is_written_as_it_was_read() {
        let record = sample();
        assert_eq!(record.extra["pair"], 3);
        assert_eq!(write(&record).unwrap().trim_end(), SAMPLE);
        assert_eq!(record.replay().unwrap().result(), record.result);
    }

    #[test]
    fn keys_of_the_form_are_not_written_twice() {
        let mut record = sample();
        record.extra.insert("moves".into(), Value::Null);
        assert_eq!(write(&record).unwrap().trim_end(), SAMPLE);
    }

    #[test]
    fn wrong_lines_say_what_is_wrong() {
        let message = |from: &str, to: &str| {
            assert!(SAMPLE.contains(from), "{from}");
            let text = format!("\n\n{}\n", SAMPLE.replacen(from, to, 1));
            let error = parse(&text).unwrap_err().to_string();
            error.strip_prefix("line 3: ").unwrap().to_owned()
        };
        assert!(message("isf,barrage", "chess").starts_with("unknown rules preset 'chess'"));
        assert_eq!(
            message("__AA__", "D_AA__"),
            "'D' stands on the lake square C5"
        );
        assert!(message("C4-D4", "C4-K4").starts_with("ply 1: in move 'C4-K4': 'K4' is off"));
        assert_eq!(
            message("MAA", "MMA"),
            "red has 2 pieces of rank flag, the army has 1"
        );
        assert_eq!(
            message("\"blue\",\"moves\"", "\"white\",\"moves\""),
            "'white' is not a side; write red or blue"
        );
        assert_eq!(
            message("\"outcome\":\"red\"", "\"outcome\":\"white\""),
            "'white' is not an outcome; write red, blue or draw"
        );
        assert!(message("resignation", "boredom").contains("'boredom' is not a known reason"));
        assert!(message("\"board\"", "\"bord\"").contains("either \"setups\" or a \"board\""));
        assert!(message("\"moves\"", "\"moovs\"").starts_with("missing field `moves` (column "));
        assert!(message("\"reason\"", "\"why\"").contains("unknown field `why`"));
    }

    #[test]
    fn setups_of_the_other_variant_or_size_are_refused() {
        let line = |red: &str| {
            format!(r#"{{"rules":"isf","setups":{{"red":"{red}","blue":"{red}"}},"moves":[]}}"#)
        };
        let message = |red: &str| parse(&line(red)).unwrap_err().to_string();
        let classic = "MBBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKL";
        assert!(parse(&line(classic)).is_ok());
        assert_eq!(
            message(&format!("{classic}B")),
            "line 1: red's setup: a setup has 40 letters, this one has 41"
        );
        assert_eq!(
            message(&format!("MBCDDEKL{}", "A".repeat(32))),
            "line 1: red's setup is a barrage army in a classic game"
        );
    }

    #[test]
    fn a_truncated_line_is_an_error() {
        for length in 1..SAMPLE.len() {
            assert!(parse(&SAMPLE[..length]).is_err(), "{length}");
        }
        assert_eq!(parse(""), Ok(Vec::new()));
    }
}
