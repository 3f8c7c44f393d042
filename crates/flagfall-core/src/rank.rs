//! What a piece is.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The kind of a piece. The discriminant is its strength in battle, with the flag below and the bomb above every piece
/// that can move, so that an ordinary battle is one comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Rank {
    /// Cannot move; its capture wins the game.
    Flag = 0,
    /// Wins when it attacks the marshal.
    Spy = 1,
    /// Moves any number of empty squares in a line.
    Scout = 2,
    /// The only rank that takes bombs.
    Miner = 3,
    /// Rank 4.
    Sergeant = 4,
    /// Rank 5.
    Lieutenant = 5,
    /// Rank 6.
    Captain = 6,
    /// Rank 7.
    Major = 7,
    /// Rank 8.
    Colonel = 8,
    /// Rank 9.
    General = 9,
    /// Rank 10, the highest.
    Marshal = 10,
    /// Cannot move; beats every attacker but the miner.
    Bomb = 11,
}

impl Rank {
    /// Every rank in the order of the discriminants: flag, spy to marshal, bomb.
    pub const ALL: [Rank; 12] = [
        Rank::Flag,
        Rank::Spy,
        Rank::Scout,
        Rank::Miner,
        Rank::Sergeant,
        Rank::Lieutenant,
        Rank::Captain,
        Rank::Major,
        Rank::Colonel,
        Rank::General,
        Rank::Marshal,
        Rank::Bomb,
    ];

    /// The discriminant: 0 for the flag, 1-10 for spy to marshal, 11 for the bomb.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank with this [`index`](Rank::index), if there is one.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Rank> {
        if index < 12 {
            Some(Rank::ALL[index])
        } else {
            None
        }
    }

    /// Whether pieces of this rank can ever move.
    #[inline]
    pub const fn is_mobile(self) -> bool {
        !matches!(self, Rank::Flag | Rank::Bomb)
    }

    /// The English name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Rank::Flag => "flag",
            Rank::Spy => "spy",
            Rank::Scout => "scout",
            Rank::Miner => "miner",
            Rank::Sergeant => "sergeant",
            Rank::Lieutenant => "lieutenant",
            Rank::Captain => "captain",
            Rank::Major => "major",
            Rank::Colonel => "colonel",
            Rank::General => "general",
            Rank::Marshal => "marshal",
            Rank::Bomb => "bomb",
        }
    }

    /// What happens when a piece of this rank attacks one of rank `defender` (rules 4.1-4.6).
    #[inline]
    pub const fn attacks(self, defender: Rank) -> BattleOutcome {
        let (attack, defense) = (self as u8, defender as u8);
        let special = (attack == Rank::Spy as u8 && defense == Rank::Marshal as u8)
            || (attack == Rank::Miner as u8 && defense == Rank::Bomb as u8);
        if special || attack > defense {
            BattleOutcome::AttackerWins
        } else if attack == defense {
            BattleOutcome::BothFall
        } else {
            BattleOutcome::DefenderWins
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Who survives a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BattleOutcome {
    /// The defender falls; the attacker takes its square.
    AttackerWins,
    /// The attacker falls; the defender stays where it is.
    DefenderWins,
    /// Equal ranks: both fall.
    BothFall,
}

/// One value for each rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct ByRank<T>(pub [T; 12]);

impl<T> Index<Rank> for ByRank<T> {
    type Output = T;

    #[inline]
    fn index(&self, rank: Rank) -> &T {
        &self.0[rank.index()]
    }
}

impl<T> IndexMut<Rank> for ByRank<T> {
    #[inline]
    fn index_mut(&mut self, rank: Rank) -> &mut T {
        &mut self.0[rank.index()]
    }
}

impl ByRank<u8> {
    /// The sum over all ranks.
    #[inline]
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }
}

/// A set of ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RankSet(u16);

impl RankSet {
    /// No rank at all.
    pub const EMPTY: RankSet = RankSet(0);
    /// The ranks that can move.
    pub const MOBILE: RankSet = RankSet(0b0111_1111_1110);

    /// The set of just this rank.
    #[inline]
    pub const fn only(rank: Rank) -> RankSet {
        RankSet(1 << rank as u16)
    }

    /// The ranks whose count is not zero.
    #[inline]
    pub fn counted(counts: &ByRank<u8>) -> RankSet {
        let mut set = 0;
        for (index, &count) in counts.0.iter().enumerate() {
            set |= u16::from(count > 0) << index;
        }
        RankSet(set)
    }

    /// Whether the rank is in the set.
    #[inline]
    pub const fn contains(self, rank: Rank) -> bool {
        self.0 & RankSet::only(rank).0 != 0
    }

    /// The ranks in both sets.
    #[inline]
    pub const fn intersection(self, other: RankSet) -> RankSet {
        RankSet(self.0 & other.0)
    }

    /// The ranks in either set.
    #[inline]
    pub const fn union(self, other: RankSet) -> RankSet {
        RankSet(self.0 | other.0)
    }

    /// The set as a number: bit [`Rank::index`] is one rank.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The ranks of this set that are not in the other.
    #[inline]
    pub const fn difference(self, other: RankSet) -> RankSet {
        RankSet(self.0 & !other.0)
    }

    /// How many ranks there are in it.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it has no rank.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The only rank in the set, if there is just one.
    #[inline]
    pub fn single(self) -> Option<Rank> {
        if self.len() == 1 {
            Rank::from_index(self.0.trailing_zeros() as usize)
        } else {
            None
        }
    }

    /// The ranks in it, lowest discriminant first.
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        Rank::ALL
            .into_iter()
            .filter(move |&rank| self.contains(rank))
    }
}

impl fmt::Debug for RankSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
