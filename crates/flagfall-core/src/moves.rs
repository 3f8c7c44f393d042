//! Moves and lists of them.

use std::fmt;

use arrayvec::ArrayVec;

use crate::square::{Direction, Square};

/// A piece goes from one square to another, attacking whatever enemy stands there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes or attacks.
    pub to: Square,
}

/// The most legal moves a position can have is below this: 8 scouts with at most 18 moves each and 25 other mobile pieces
/// with at most 4 make 244.
pub const MAX_MOVES: usize = 256;

/// A list of moves that lives on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

impl Move {
    /// The move between two squares; nothing is checked.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to }
    }

    /// The move straight back.
    #[inline]
    #[must_use]
    pub const fn reversed(self) -> Move {
        Move {
            from: self.to,
            to: self.from,
        }
    }

    /// The same move with the board turned by half a circle.
    #[inline]
    #[must_use]
    pub const fn rotated(self) -> Move {
        Move {
            from: self.from.rotated(),
            to: self.to.rotated(),
        }
    }

    /// Direction and number of squares, unless the squares are not in one line or are the same.
    pub fn direction_and_distance(self) -> Option<(Direction, u8)> {
        let rows = self.to.row() as i8 - self.from.row() as i8;
        let cols = self.to.col() as i8 - self.from.col() as i8;
        let direction = match (rows.signum(), cols.signum()) {
            (1, 0) => Direction::North,
            (-1, 0) => Direction::South,
            (0, 1) => Direction::East,
            (0, -1) => Direction::West,
            _ => return None,
        };
        Some((direction, (rows + cols).unsigned_abs()))
    }

    /// Whether the piece goes further than to the next square, which only a scout can.
    #[inline]
    pub fn is_long(self) -> bool {
        !self.from.is_next_to(self.to)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
