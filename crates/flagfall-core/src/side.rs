//! The two players.

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

/// One of the two players. Red sets up on rows 1-4 and moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Side {
    /// The player on rows 1-4, who moves first.
    Red = 0,
    /// The player on rows 7-10.
    Blue = 1,
}

impl Side {
    /// Both sides, red first.
    pub const ALL: [Side; 2] = [Side::Red, Side::Blue];

    /// 0 for red, 1 for blue.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case name used in files and output.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Red => "red",
            Side::Blue => "blue",
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::Red => Side::Blue,
            Side::Blue => Side::Red,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that is neither `red` nor `blue`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a side; write red or blue")]
pub struct ParseSideError(pub String);

impl FromStr for Side {
    type Err = ParseSideError;

    fn from_str(text: &str) -> Result<Side, ParseSideError> {
        Side::ALL
            .into_iter()
            .find(|side| side.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseSideError(text.to_owned()))
    }
}

/// One value for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct BySide<T>(pub [T; 2]);

impl<T> BySide<T> {
    /// Pairs red's value with blue's.
    pub const fn new(red: T, blue: T) -> BySide<T> {
        BySide([red, blue])
    }

    /// Makes the value of each side from the side.
    pub fn from_fn(f: impl FnMut(Side) -> T) -> BySide<T> {
        BySide(Side::ALL.map(f))
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
    }
}
