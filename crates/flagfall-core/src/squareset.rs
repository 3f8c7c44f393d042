//! Sets of squares as 128-bit boards.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use rand::Rng;

use crate::seed::below;
use crate::square::{Direction, Square};

/// A set of squares; bit `10 * row + column` of a `u128` is one square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet(u128);

const COLUMN_A: u128 = {
    let mut bits = 0;
    let mut row = 0;
    while row < 10 {
        bits |= 1u128 << (10 * row);
        row += 1;
    }
    bits
};

const LAKES: u128 = {
    let lake_columns = 0b00_1100_1100;
    (lake_columns << 40) | (lake_columns << 50)
};

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// Every square that can hold a piece.
    pub const LAND: SquareSet = SquareSet(((1 << 100) - 1) & !LAKES);

    /// The set of just this square.
    #[inline]
    pub const fn only(square: Square) -> SquareSet {
        SquareSet(1 << square.index())
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.contains_index(square.index() as u8)
    }

    #[inline]
    pub(crate) const fn contains_index(self, index: u8) -> bool {
        (self.0 >> index) & 1 != 0
    }

    /// How many squares there are in it.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it has no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The squares of this set that are not in the other.
    #[inline]
    pub const fn difference(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }

    /// The set moved one step; squares that would leave the board are dropped, lakes are not.
    #[inline]
    pub const fn shifted(self, direction: Direction) -> SquareSet {
        SquareSet(match direction {
            Direction::North => self.0 << 10,
            Direction::South => self.0 >> 10,
            Direction::East => (self.0 << 1) & !COLUMN_A,
            Direction::West => (self.0 & !COLUMN_A) >> 1,
        })
    }

    /// The land squares that are one step away from a square of the set.
    #[inline]
    pub fn neighbors(self) -> SquareSet {
        let steps = Direction::ALL.map(|direction| self.shifted(direction));
        steps.into_iter().fold(SquareSet::EMPTY, BitOr::bitor) & SquareSet::LAND
    }

    /// The square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_land_index(self.0.trailing_zeros() as u8))
        }
    }

    /// The `n`-th square of the set by index, counted from 0. The set must hold more than `n` squares, all of them land.
    #[inline]
    pub(crate) fn nth(self, n: u32) -> Square {
        debug_assert!(n < self.len());
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let in_low = low.count_ones();
        // Both halves are searched by the same code so that the choice of half costs no branch.
        let (word, rest, offset) = if n < in_low {
            (low, n, 0)
        } else {
            (high, n - in_low, 64)
        };
        Square::from_land_index((offset + nth_bit(word, rest)) as u8)
    }

    /// One of the squares, each as likely as the others.
    #[inline]
    pub fn choose(self, rng: &mut impl Rng) -> Option<Square> {
        (!self.is_empty()).then(|| self.nth(below(rng, self.len())))
    }

    /// The squares in it, lowest index first.
    #[inline]
    pub fn iter(self) -> Squares {
        Squares(self)
    }
}

/// The position of the `n`-th set bit.
#[inline]
fn nth_bit(mut word: u64, n: u32) -> u32 {
    for _ in 0..n {
        word &= word - 1;
    }
    word.trailing_zeros()
}

/// Iterator over the squares of a set.
#[derive(Clone, Debug)]
pub struct Squares(SquareSet);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, |set, square| {
            set | SquareSet::only(square)
        })
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl BitXor for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn bitxor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 ^ other.0)
    }
}

impl BitAndAssign for SquareSet {
    #[inline]
    fn bitand_assign(&mut self, other: SquareSet) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: SquareSet) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for SquareSet {
    #[inline]
    fn bitxor_assign(&mut self, other: SquareSet) {
        self.0 ^= other.0;
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    /// The land squares that are not in the set.
    #[inline]
    fn not(self) -> SquareSet {
        SquareSet::LAND.difference(self)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn land_is_the_board_without_eight_lake_squares() {
        assert_eq!(SquareSet::LAND.len(), 92);
        for lake in ["C5", "D5", "C6", "D6", "G5", "H5", "G6", "H6"] {
            assert!(lake.parse::<Square>().is_err());
        }
    }

    #[test]
    fn shifts_agree_with_single_steps() {
        for square in Square::all() {
            for direction in Direction::ALL {
                let by_set = SquareSet::only(square).shifted(direction) & SquareSet::LAND;
                assert_eq!(
                    by_set.first(),
                    square.step(direction),
                    "{square} {direction:?}"
                );
            }
            let steps = Direction::ALL.into_iter().filter_map(|at| square.step(at));
            let next_to_it: SquareSet = steps.collect();
            assert_eq!(SquareSet::only(square).neighbors(), next_to_it, "{square}");
        }
    }

    #[test]
    fn nth_agrees_with_iteration() {
        let sets = [
            SquareSet::LAND,
            Square::all()
                .filter(|square| square.index() % 7 == 3)
                .collect(),
        ];
        for set in sets {
            for (n, square) in set.iter().enumerate() {
                assert_eq!(set.nth(n as u32), square);
            }
        }
    }
}
