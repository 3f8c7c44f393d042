//! Where pieces stand.

use std::fmt;
use std::str::FromStr;

use crate::squareset::SquareSet;

/// A square that can hold a piece: every one of the 10 x 10 squares but the eight of the lakes.
///
/// Columns are A-J from red's left, rows 1-10 from red's back row; [`index`](Square::index) is `10 * row + column`, so A1
/// is 0 and J10 is 99.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// How many indexes there are, lakes included: the length of an array indexed by square.
    pub const COUNT: usize = 100;

    /// The square at this row and column, both counted from 0; `None` off the board and on the lakes.
    #[inline]
    pub const fn new(row: u8, col: u8) -> Option<Square> {
        if row < 10 && col < 10 {
            Square::from_index(10 * row + col)
        } else {
            None
        }
    }

    /// The square with this index; `None` above 99 and on the lakes.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < 100 && SquareSet::LAND.contains_index(index) {
            Some(Square(index))
        } else {
            None
        }
    }

    /// For move generation, which only ever computes indexes of land squares.
    #[inline]
    pub(crate) const fn from_land_index(index: u8) -> Square {
        debug_assert!(index < 100 && SquareSet::LAND.contains_index(index));
        Square(index)
    }

    /// `10 * row + column`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for red's back row, 9 for blue's.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / 10
    }

    /// 0 for column A, 9 for column J.
    #[inline]
    pub const fn col(self) -> u8 {
        self.0 % 10
    }

    /// The same square seen from the other side of the board: the board turned by half a circle.
    #[inline]
    pub const fn rotated(self) -> Square {
        Square(99 - self.0)
    }

    /// The square one step away, unless that is off the board or a lake.
    #[inline]
    pub const fn step(self, direction: Direction) -> Option<Square> {
        let (row, col) = (self.row(), self.col());
        match direction {
            Direction::North => Square::new(row + 1, col),
            Direction::South => Square::new(row.wrapping_sub(1), col),
            Direction::East => Square::new(row, col + 1),
            Direction::West => Square::new(row, col.wrapping_sub(1)),
        }
    }

    /// Whether the two squares share an edge.
    #[inline]
    pub fn is_next_to(self, other: Square) -> bool {
        self.0.abs_diff(other.0) == 10
            || (self.0.abs_diff(other.0) == 1 && self.row() == other.row())
    }

    /// All squares from A1 to J10, row by row.
    pub fn all() -> impl Iterator<Item = Square> {
        SquareSet::LAND.iter()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.col()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text does not name a square.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseSquareError {
    /// Not a letter followed by a number.
    #[error("'{0}' is not a square; write a column A-J and a row 1-10, as in B4")]
    Malformed(String),
    /// A column or row beyond the edge.
    #[error("'{0}' is off the board, which has columns A-J and rows 1-10")]
    OffBoard(String),
    /// One of the eight lake squares.
    #[error("{0} is a lake")]
    Lake(String),
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let malformed = || ParseSquareError::Malformed(text.to_owned());
        let letter = text
            .bytes()
            .next()
            .filter(u8::is_ascii_alphabetic)
            .ok_or_else(malformed)?;
        let digits = &text[1..];
        if digits.is_empty()
            || !digits.bytes().all(|byte| byte.is_ascii_digit())
            || digits.starts_with('0')
        {
            return Err(malformed());
        }
        let col = letter.to_ascii_uppercase() - b'A';
        match digits.parse::<u8>() {
            Ok(row @ 1..=10) if col < 10 => Square::new(row - 1, col)
                .ok_or_else(|| ParseSquareError::Lake(text.to_ascii_uppercase())),
            _ => Err(ParseSquareError::OffBoard(text.to_owned())),
        }
    }
}

/// A direction in which pieces move, from red's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Towards row 10.
    North = 0,
    /// Towards row 1.
    South = 1,
    /// Towards column J.
    East = 2,
    /// Towards column A.
    West = 3,
}

impl Direction {
    /// The four directions.
    pub const ALL: [Direction; 4] = [
        Direction::North,
        Direction::South,
        Direction::East,
        Direction::West,
    ];

    /// What one step adds to a square's index.
    #[inline]
    pub const fn delta(self) -> i8 {
        match self {
            Direction::North => 10,
            Direction::South => -10,
            Direction::East => 1,
            Direction::West => -1,
        }
    }
}
