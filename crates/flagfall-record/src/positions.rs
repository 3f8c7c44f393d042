//! Files that hold one position.

use std::fs;
use std::path::Path;

use flagfall_core::notation::{parse_board, parse_readable_position};
use flagfall_core::{Position, PositionBuilder, Rules, Side};

use crate::error::{Cause, ParseError, ReadError};
use crate::text::{numbered_lines, utf8};

/// Reads a position in either form: ten readable lines from row 10 to row 1, or 100 StraDoS2 letters; then `red to move` or
/// `blue to move`, or nothing for red.
///
/// # Errors
/// Names the line and the cause.
pub fn parse_position(bytes: &[u8], rules: Rules) -> Result<Position, ParseError> {
    let text = utf8(bytes)?;
    let mut lines = numbered_lines(text);
    let (line, first) = lines.next().ok_or(Cause::Truncated("a position").at(1))?;
    let is_readable = first.split_whitespace().nth(4).is_some();
    let builder = if is_readable {
        parse_readable_position(text, rules).map_err(|error| Cause::Board(error).at(line))?
    } else {
        let (letters, turn) = first.trim().split_once(' ').unwrap_or((first.trim(), ""));
        let pieces = parse_board(letters).map_err(|error| Cause::Board(error).at(line))?;
        let (turn_line, turn) = match lines.next() {
            Some(next) if turn.is_empty() => next,
            Some((number, extra)) => return Err(unexpected_turn(extra).at(number)),
            None => (line, turn),
        };
        if let Some((number, extra)) = lines.next() {
            return Err(unexpected_turn(extra).at(number));
        }
        PositionBuilder {
            to_move: parse_turn(turn).ok_or_else(|| unexpected_turn(turn).at(turn_line))?,
            pieces,
            rules,
        }
    };
    builder
        .build()
        .map_err(|error| Cause::Position(error).at(line))
}

/// Reads a file that holds one position.
///
/// # Errors
/// Names the file, the line and the cause.
pub fn read_position(path: impl AsRef<Path>, rules: Rules) -> Result<Position, ReadError> {
    let path = path.as_ref().to_path_buf();
    match fs::read(&path) {
        Ok(bytes) => {
            parse_position(&bytes, rules).map_err(|error| ReadError::Parse { path, error })
        }
        Err(error) => Err(ReadError::Io { path, error }),
    }
}

fn parse_turn(text: &str) -> Option<Side> {
    match text.trim() {
        "" | "red to move" => Some(Side::Red),
        "blue to move" => Some(Side::Blue),
        _ => None,
    }
}

fn unexpected_turn(found: &str) -> Cause {
    Cause::Unexpected {
        expected: "'red to move' or 'blue to move'",
        found: found.trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use flagfall_core::notation::write_readable_position;

    use super::*;

    const LETTERS: &str = "MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALWAAAAAAAA__AA__AAAA__AA__AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY";

    fn parse(text: &str) -> Result<Position, String> {
        parse_position(text.as_bytes(), Rules::ISF).map_err(|error| error.to_string())
    }

    #[test]
    fn all_forms_give_the_same_position() {
        let position = parse(&format!("{LETTERS} blue to move")).unwrap();
        assert_eq!(position.to_move(), Side::Blue);
        for text in [
            format!("{LETTERS}\nblue to move\n"),
            format!("\r\n  {LETTERS}\r\n\r\nblue to move"),
            write_readable_position(&position),
        ] {
            assert_eq!(parse(&text).as_ref(), Ok(&position));
        }
        assert_eq!(parse(LETTERS).unwrap().to_move(), Side::Red);
    }

    #[test]
    fn wrong_positions_name_line_and_cause() {
        let error = |text: &str| parse(text).unwrap_err();
        assert_eq!(error(" \n"), "line 1: the file ends before a position");
        assert_eq!(
            error(&LETTERS[1..]),
            "line 1: a board has 100 letters, this one has 99"
        );
        assert_eq!(
            error(&LETTERS.replacen("__", "D_", 1)),
            "line 1: 'D' stands on the lake square C5"
        );
        assert_eq!(
            error(&format!("{LETTERS}\nwhite to move")),
            "line 2: expected 'red to move' or 'blue to move', found 'white to move'"
        );
        assert!(error(&format!("{LETTERS} blue to move\nred to move")).starts_with("line 2: "));
        assert!(error(".. .. .. .. ..").contains("ten rows"));
        assert!(error(&LETTERS.replacen("MA", "MM", 1)).contains("2 pieces of rank flag"));
    }
}
