//! Gravon's squares: a letter A-I or K (there is no J) and a digit 1-9 or `:` (the character after 9) for row 10. Ours are
//! read as well.

use flagfall_core::notation::ParseMoveError;
use flagfall_core::{Move, ParseSquareError, Square};

use crate::error::Cause;

/// Reads the moves of one game in order.
#[derive(Default)]
pub(super) struct MoveReader {
    /// The moves so far.
    pub(super) moves: Vec<Move>,
    /// The letter this game has used for the tenth column: only one of J and K can be right.
    tenth: Option<char>,
}

impl MoveReader {
    /// Reads the next move from its two squares.
    pub(super) fn push(&mut self, source: &str, target: &str) -> Result<(), Cause> {
        let mv = Move::new(
            self.square(source, source, target)?,
            self.square(target, source, target)?,
        );
        if mv.from == mv.to {
            return Err(self.wrong(ParseMoveError::SameSquare(format!("{source}-{target}"))));
        }
        self.moves.push(mv);
        Ok(())
    }

    /// Reads the next move from one text: the squares and one character between them.
    pub(super) fn push_line(&mut self, text: &str) -> Result<(), Cause> {
        let malformed = || ParseMoveError::Malformed(text.to_owned());
        let source_len = if text.get(1..3) == Some("10") { 3 } else { 2 };
        let (source, rest) = text
            .split_at_checked(source_len)
            .ok_or_else(|| self.wrong(malformed()))?;
        let mut rest = rest.chars();
        if rest.next().is_none() || rest.as_str().is_empty() {
            return Err(self.wrong(malformed()));
        }
        self.push(source, rest.as_str())
    }

    fn square(&mut self, text: &str, source: &str, target: &str) -> Result<Square, Cause> {
        if let Some(letter @ ('J' | 'K')) = text.chars().next().map(|c| c.to_ascii_uppercase()) {
            let tenth = *self.tenth.get_or_insert(letter);
            if tenth != letter {
                return Err(Cause::TwoTenthColumns {
                    ply: self.moves.len(),
                    text: text.to_owned(),
                    tenth,
                });
            }
        }
        let ours = text.replacen(['K', 'k'], "J", 1).replacen(':', "10", 1);
        ours.parse().map_err(|error| {
            let text_of_move = format!("{source}-{target}");
            self.wrong(match error {
                ParseSquareError::Malformed(_) => ParseMoveError::Malformed(text_of_move),
                error => ParseMoveError::Square {
                    text: text_of_move,
                    source: error,
                },
            })
        })
    }

    fn wrong(&self, error: ParseMoveError) -> Cause {
        Cause::Move {
            ply: self.moves.len(),
            error,
        }
    }
}

/// Writes a square as gravon does.
pub(super) fn write_square(square: Square) -> String {
    let column = char::from(b"ABCDEFGHIK"[usize::from(square.col())]);
    let row = char::from(b'1' + square.row());
    format!("{column}{row}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let mut reader = MoveReader::default();
        reader.push_line(text).map_err(|cause| cause.to_string())?;
        Ok(reader.moves[0].to_string())
    }

    #[test]
    fn gravons_squares_and_ours_are_read() {
        for (text, expected) in [
            ("A4-A5", "A4-A5"),
            ("K4-K5", "J4-J5"),
            ("J4-J5", "J4-J5"),
            ("A9-A:", "A9-A10"),
            ("K:-I:", "J10-I10"),
            ("A10-A9", "A10-A9"),
            ("A9xA10", "A9-A10"),
            ("b4 b5", "B4-B5"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn every_square_is_read_as_it_was_written() {
        let squares: Vec<Square> = Square::all().collect();
        let mut reader = MoveReader::default();
        for pair in squares.windows(2) {
            reader
                .push(&write_square(pair[0]), &write_square(pair[1]))
                .unwrap();
            assert_eq!(reader.moves.last(), Some(&Move::new(pair[0], pair[1])));
        }
    }

    #[test]
    fn wrong_moves_say_what_is_wrong() {
        let message = |text: &str| read(text).unwrap_err();
        assert!(message("L4-L5").contains("'L4' is off the board"));
        assert!(message("A4-A0").contains("is not a move"));
        assert!(message("C4-C5").contains("C5 is a lake"));
        assert_eq!(message("A4-A4"), "ply 0: 'A4-A4' goes nowhere");
        for text in ["", "A", "A4", "A4-", "A4-A", "A4--A5", "é4-A5", "A4-A5-A6"] {
            assert!(message(text).contains("is not a move"), "{text}");
        }
    }

    #[test]
    fn a_game_has_one_name_for_the_tenth_column() {
        let mut reader = MoveReader::default();
        reader.push("J4", "J5").unwrap();
        assert_eq!(
            reader.push("K7", "K6").unwrap_err().to_string(),
            "ply 1: 'K7' is off the board, because this game calls the tenth column J"
        );
    }
}
