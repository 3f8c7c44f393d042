//! Positions as text.

use super::{
    EMPTY_LETTER, LAKE_LETTER, rank_from_letter, rank_letter, strados_letter, strados_piece,
};
use crate::board::Board;
use crate::builder::PositionBuilder;
use crate::rank::Rank;
use crate::rules::Rules;
use crate::side::Side;
use crate::square::Square;

/// Why a text is not a placement of pieces. Whether the placement is a legal one is [`PositionBuilder::build`]'s to say.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseBoardError {
    /// The wrong number of squares.
    #[error("a board has 100 letters, this one has {0}")]
    WrongLength(usize),
    /// A letter that stands for nothing.
    #[error("'{letter}' on {square} is no piece letter")]
    UnknownLetter {
        /// The offending letter or cell.
        letter: String,
        /// Where it stands.
        square: String,
    },
    /// A piece on a lake.
    #[error("'{letter}' stands on the lake square {square}")]
    PieceOnLake {
        /// The letter or cell of the piece.
        letter: String,
        /// Where it stands.
        square: String,
    },
    /// The lake mark on a square that is none.
    #[error("{0} is not a lake square")]
    NotALake(String),
    /// The readable form has the wrong number of lines or cells.
    #[error("{0}")]
    WrongShape(String),
}

type Cells = [Option<(Side, Rank)>; Square::COUNT];

/// Reads a board of 100 StraDoS2 letters, A1 first, row by row; `_` is a lake and may also be written as an empty square.
///
/// # Errors
/// If a letter is wrong or missing.
pub fn parse_board(text: &str) -> Result<Cells, ParseBoardError> {
    let length = text.chars().count();
    if length != Square::COUNT {
        return Err(ParseBoardError::WrongLength(length));
    }
    let mut cells = [None; Square::COUNT];
    for (index, letter) in text.chars().enumerate() {
        let content = match letter {
            EMPTY_LETTER => Cell::Empty,
            LAKE_LETTER => Cell::Lake,
            _ => strados_piece(letter).map_or(Cell::Unknown, Cell::Piece),
        };
        cells[index] = content.at(index, || letter.to_string())?;
    }
    Ok(cells)
}

/// Writes a board as 100 StraDoS2 letters, A1 first. On one side's view, hidden enemy pieces become `?`.
pub fn write_board(board: &Board) -> String {
    (0..Square::COUNT as u8)
        .map(|index| match Square::from_index(index) {
            None => LAKE_LETTER,
            Some(square) => match board.piece_at(square) {
                None => EMPTY_LETTER,
                Some(piece) => piece
                    .rank
                    .map_or('?', |rank| strados_letter(piece.side, rank)),
            },
        })
        .collect()
}

/// Reads the readable form: ten lines from row 10 to row 1, ten cells each, then `red to move` or `blue to move` (red if
/// the line is missing). A cell is `r` or `b` and a rank letter, `..` for an empty square, `~~` for a lake.
///
/// # Errors
/// If the text has another shape or a cell is wrong.
pub fn parse_readable_position(
    text: &str,
    rules: Rules,
) -> Result<PositionBuilder, ParseBoardError> {
    let shape = |message: String| ParseBoardError::WrongShape(message);
    let mut builder = PositionBuilder::new(rules);
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    if lines.len() < 10 || lines.len() > 11 {
        return Err(shape(format!(
            "a position has ten rows and a line for the turn, this one has {} lines",
            lines.len()
        )));
    }
    for (line, row) in lines.iter().zip((0..10).rev()) {
        let cells: Vec<&str> = line.split_whitespace().collect();
        if cells.len() != 10 {
            return Err(shape(format!(
                "row {} has {} cells instead of 10",
                row + 1,
                cells.len()
            )));
        }
        for (col, cell) in cells.iter().enumerate() {
            let index = 10 * row + col;
            builder.pieces[index] = readable_cell(cell).at(index, || (*cell).to_owned())?;
        }
    }
    builder.to_move = match lines.get(10) {
        None | Some(&"red to move") => Side::Red,
        Some(&"blue to move") => Side::Blue,
        Some(other) => return Err(shape(format!("'{other}' does not say who is to move"))),
    };
    Ok(builder)
}

/// Writes the readable form. On one side's view, hidden enemy pieces become `r?` or `b?`.
pub fn write_readable_position(board: &Board) -> String {
    format!(
        "{}{} to move\n",
        write_readable_board(board),
        board.to_move()
    )
}

/// The ten rows of the readable form.
pub fn write_readable_board(board: &Board) -> String {
    let mut text = String::with_capacity(300);
    for row in (0..10).rev() {
        for col in 0..10 {
            let cell = match Square::new(row, col) {
                None => "~~".to_owned(),
                Some(square) => match board.piece_at(square) {
                    None => "..".to_owned(),
                    Some(piece) => format!(
                        "{}{}",
                        &piece.side.name()[..1],
                        piece.rank.map_or('?', rank_letter)
                    ),
                },
            };
            text.push_str(&cell);
            text.push(if col == 9 { '\n' } else { ' ' });
        }
    }
    text
}

fn readable_cell(cell: &str) -> Cell {
    let mut letters = cell.chars();
    match (letters.next(), letters.next(), letters.next()) {
        (Some('.'), Some('.'), None) => Cell::Empty,
        (Some('~'), Some('~'), None) => Cell::Lake,
        (Some(side @ ('r' | 'b')), Some(rank), None) => match rank_from_letter(rank) {
            Some(rank) => Cell::Piece((if side == 'r' { Side::Red } else { Side::Blue }, rank)),
            None => Cell::Unknown,
        },
        _ => Cell::Unknown,
    }
}

enum Cell {
    Empty,
    Lake,
    Piece((Side, Rank)),
    Unknown,
}

impl Cell {
    fn at(
        self,
        index: usize,
        text: impl Fn() -> String,
    ) -> Result<Option<(Side, Rank)>, ParseBoardError> {
        let is_lake = Square::from_index(index as u8).is_none();
        let square = || {
            format!(
                "{}{}",
                char::from(b'A' + (index % 10) as u8),
                index / 10 + 1
            )
        };
        match self {
            Cell::Empty => Ok(None),
            Cell::Lake if is_lake => Ok(None),
            Cell::Lake => Err(ParseBoardError::NotALake(square())),
            Cell::Piece(_) if is_lake => Err(ParseBoardError::PieceOnLake {
                letter: text(),
                square: square(),
            }),
            Cell::Piece(piece) => Ok(Some(piece)),
            Cell::Unknown => Err(ParseBoardError::UnknownLetter {
                letter: text(),
                square: square(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::seed::Seed;
    use crate::setup::Setup;
    use crate::side::BySide;
    use crate::variant::Variant;

    #[test]
    fn positions_round_trip_in_both_forms() {
        let mut rng = Seed(4).rng();
        let setups = BySide::from_fn(|_| Setup::random(Variant::Classic, &mut rng));
        let position = Position::from_setups(Rules::ISF, &setups).unwrap();
        let letters = write_board(position.board());
        let again = PositionBuilder {
            pieces: parse_board(&letters).unwrap(),
            ..PositionBuilder::new(Rules::ISF)
        };
        assert_eq!(again.build(), Ok(position.clone()));
        let text = write_readable_position(position.board());
        assert_eq!(
            parse_readable_position(&text, Rules::ISF).unwrap().build(),
            Ok(position)
        );
    }

    #[test]
    fn wrong_boards_name_the_square() {
        let with = |index: usize, letter: char| -> String {
            let mut letters = vec!['A'; 100];
            letters[index] = letter;
            letters.into_iter().collect()
        };
        let message = |text: &str| parse_board(text).unwrap_err().to_string();
        assert_eq!(message(&with(42, 'D')), "'D' stands on the lake square C5");
        assert_eq!(message(&with(0, '_')), "A1 is not a lake square");
        assert_eq!(message(&with(99, 'Z')), "'Z' on J10 is no piece letter");
        assert_eq!(message("AB"), "a board has 100 letters, this one has 2");
    }
}
