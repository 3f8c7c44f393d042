//! Moves as text.

use crate::battle::Event;
use crate::moves::Move;
use crate::rank::BattleOutcome;
use crate::square::{ParseSquareError, Square};

/// Why a text is not a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseMoveError {
    /// Not two squares.
    #[error("'{0}' is not a move; write two squares, as in B4-B5")]
    Malformed(String),
    /// One of the squares is wrong.
    #[error("in move '{text}': {source}")]
    Square {
        /// The whole text.
        text: String,
        /// What is wrong with the square.
        source: ParseSquareError,
    },
    /// The two squares are the same.
    #[error("'{0}' goes nowhere")]
    SameSquare(String),
}

/// Reads a move: `B4-B5`, `B4xB5`, `B4oB5`, `B4xoB5`, `b4b5`, `B4 B5`. What the mark says of a battle is not checked.
///
/// # Errors
/// If the text is not two squares of the board that differ.
pub fn parse_move(text: &str) -> Result<Move, ParseMoveError> {
    let malformed = || ParseMoveError::Malformed(text.to_owned());
    let first_len = 1 + text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let (first, rest) = text.split_at_checked(first_len).ok_or_else(malformed)?;
    let second = ["xo", "x", "o", "-", " "]
        .iter()
        .find_map(|mark| rest.strip_prefix(mark))
        .unwrap_or(rest);
    if second.is_empty() {
        return Err(malformed());
    }
    let square = |part: &str| {
        part.parse::<Square>().map_err(|source| match source {
            ParseSquareError::Malformed(_) => malformed(),
            source => ParseMoveError::Square {
                text: text.to_owned(),
                source,
            },
        })
    };
    let mv = Move::new(square(first)?, square(second)?);
    if mv.from == mv.to {
        Err(ParseMoveError::SameSquare(text.to_owned()))
    } else {
        Ok(mv)
    }
}

/// Writes a move with the mark that tells how its battle went.
pub fn write_move(event: &Event) -> String {
    let mark = match event.battle.map(|battle| battle.outcome()) {
        None => "-",
        Some(BattleOutcome::AttackerWins) => "x",
        Some(BattleOutcome::DefenderWins) => "o",
        Some(BattleOutcome::BothFall) => "xo",
    };
    format!("{}{mark}{}", event.mv.from, event.mv.to)
}

impl std::str::FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        parse_move(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_marks_are_read() {
        for text in ["B4-B5", "B4xB5", "B4oB5", "B4xoB5", "b4b5", "B4B5", "b4 b5"] {
            assert_eq!(parse_move(text).unwrap().to_string(), "B4-B5", "{text}");
        }
        assert_eq!(parse_move("A10A9").unwrap().to_string(), "A10-A9");
        assert_eq!(parse_move("J10xoA10").unwrap().to_string(), "J10-A10");
    }

    #[test]
    fn wrong_moves_say_what_is_wrong() {
        let message = |text: &str| parse_move(text).unwrap_err().to_string();
        assert_eq!(
            message("K4-K5"),
            "in move 'K4-K5': 'K4' is off the board, which has columns A-J and rows 1-10"
        );
        assert_eq!(
            message("A11-A10"),
            "in move 'A11-A10': 'A11' is off the board, which has columns A-J and rows 1-10"
        );
        assert_eq!(message("C4-C5"), "in move 'C4-C5': C5 is a lake");
        assert_eq!(message("A1-A1"), "'A1-A1' goes nowhere");
        for text in [
            "", "A", "A1", "A1-", "4A-5A", "A1--A2", "é1-A2", "A1-A2-A3", "A01-A2",
        ] {
            assert!(
                message(text).contains("is not a move"),
                "{text}: {}",
                message(text)
            );
        }
    }
}
