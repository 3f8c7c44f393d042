//! The armies of the two variants.

use std::fmt;

use crate::rank::{ByRank, Rank};

/// Which army is played with. Board and rules are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Forty pieces a side.
    #[default]
    Classic,
    /// Eight pieces a side on the same forty squares.
    Barrage,
}

impl Variant {
    /// How many pieces of each rank an army has (rule 2.1, 2.2).
    pub const fn army(self) -> ByRank<u8> {
        match self {
            Variant::Classic => ByRank([1, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6]),
            Variant::Barrage => ByRank([1, 1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1]),
        }
    }

    /// How many pieces an army has in all.
    pub const fn army_size(self) -> usize {
        match self {
            Variant::Classic => 40,
            Variant::Barrage => 8,
        }
    }

    /// The ranks of an army, one entry a piece, lowest discriminant first.
    pub fn pieces(self) -> impl Iterator<Item = Rank> {
        let army = self.army();
        Rank::ALL
            .into_iter()
            .flat_map(move |rank| std::iter::repeat_n(rank, usize::from(army[rank])))
    }

    /// The lower-case name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Classic => "classic",
            Variant::Barrage => "barrage",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
