//! Pieces as the search has them.

use flagfall_core::{BattleOutcome, Rank};

/// Whose a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Owner {
    /// The searcher's.
    Mine = 0,
    /// The opponent's.
    Theirs = 1,
}

impl Owner {
    pub(crate) const BOTH: [Owner; 2] = [Owner::Mine, Owner::Theirs];

    #[inline]
    pub(crate) const fn other(self) -> Owner {
        match self {
            Owner::Mine => Owner::Theirs,
            Owner::Theirs => Owner::Mine,
        }
    }

    /// Who makes the half-move at this depth; the searcher makes the first.
    #[inline]
    pub(crate) const fn at(ply: u8) -> Owner {
        if ply % 2 == 1 {
            Owner::Mine
        } else {
            Owner::Theirs
        }
    }
}

/// A piece: rank in the low four bits, then owner, moved, known, shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unit(u8);

impl Unit {
    /// No piece at all.
    pub(super) const NOTHING: Unit = Unit(0);
    const RANK: u8 = 0x0F;
    const THEIRS: u8 = 0x10;
    const MOVED: u8 = 0x20;
    const KNOWN: u8 = 0x40;
    const SHOWN: u8 = 0x80;

    pub(super) fn new(owner: Owner, rank: Option<Rank>, has_moved: bool, is_known: bool) -> Unit {
        Unit(
            rank.map_or(Unit::RANK, |rank| rank as u8)
                | (owner as u8 * Unit::THEIRS)
                | (u8::from(has_moved) * Unit::MOVED)
                | (u8::from(is_known) * Unit::KNOWN),
        )
    }

    /// Its rank, if the searcher knows it.
    #[inline]
    pub(crate) fn rank(self) -> Option<Rank> {
        Rank::from_index(usize::from(self.0 & Unit::RANK))
    }

    /// Whether its rank is known to both sides before the search.
    #[inline]
    pub(crate) fn is_known(self) -> bool {
        self.0 & Unit::KNOWN != 0
    }

    /// Whether its rank is known, or will be in this line because it has survived a battle. The opponent's perspective has nothing of
    /// the latter: he cannot tell beforehand what he will see.
    #[inline]
    pub(crate) fn is_shown(self) -> bool {
        self.0 & (Unit::KNOWN | Unit::SHOWN) != 0
    }

    #[inline]
    pub(crate) fn has_moved(self) -> bool {
        self.0 & Unit::MOVED != 0
    }

    #[inline]
    pub(crate) fn owner(self) -> Owner {
        if self.0 & Unit::THEIRS == 0 {
            Owner::Mine
        } else {
            Owner::Theirs
        }
    }

    #[inline]
    pub(super) fn after_step(self) -> Unit {
        Unit(self.0 | Unit::MOVED)
    }

    /// What a hash is made from. Shown and known need not differ in it: which of the two a unit can be is settled before the search.
    #[inline]
    pub(super) fn bits(self) -> u8 {
        (self.0 & !Unit::SHOWN) | if self.is_shown() { Unit::KNOWN } else { 0 }
    }

    /// As it is after a battle that it survives: shown, if the searcher can tell its rank.
    #[inline]
    pub(super) fn shown(self) -> Unit {
        if self.0 & Unit::RANK == Unit::RANK {
            self
        } else {
            Unit(self.0 | Unit::SHOWN)
        }
    }
}

/// The chance of a battle between two known ranks: an even one counts half, because the search leaves out that both fall.
#[inline]
pub(crate) fn certain(attacker: Rank, defender: Rank) -> f32 {
    match attacker.attacks(defender) {
        BattleOutcome::AttackerWins => 1.0,
        BattleOutcome::BothFall => 0.5,
        BattleOutcome::DefenderWins => 0.0,
    }
}
