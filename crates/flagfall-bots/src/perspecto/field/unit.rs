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

/// A piece: rank in the low four bits, then owner, moved, known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unit(pub(super) u8);

impl Unit {
    const RANK: u8 = 0x0F;
    const THEIRS: u8 = 0x10;
    const MOVED: u8 = 0x20;
    const KNOWN: u8 = 0x40;

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

    /// Whether its rank is known to both sides.
    #[inline]
    pub(crate) fn is_known(self) -> bool {
        self.0 & Unit::KNOWN != 0
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

    /// As it is after a battle that it survives: known, if the searcher can tell its rank.
    #[inline]
    pub(super) fn shown(self) -> Unit {
        if self.0 & Unit::RANK == Unit::RANK {
            self
        } else {
            Unit(self.0 | Unit::KNOWN)
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
