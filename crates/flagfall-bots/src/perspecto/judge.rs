//! What an attack promises to each side: its chances and its gains, from the searcher's perspective and from the opponent's
//! as the searcher imagines it (sections 7.3, 8.3 and 9.3).
//!
//! The opponent's perspective is made of public knowledge alone: the searcher's own pieces are unknown in it until they have
//! been revealed, and the opponent's are known as far as the searcher knows them. What a battle within the search would reveal stays
//! unknown in it ("the agent's own pieces are set as unknown", 8.3): he cannot count on a rank that he has not seen. The tree of moves is
//! one for both: our hidden bombs do not move in it, and a line ends where our flag falls.

use flagfall_core::Rank;

use super::field::{Field, Owner, certain};
use super::odds::Odds;
use super::psychology::Fears;
use super::values::{Pair, Values};

/// In which perspectives an attack that would fail is not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Staying {
    own: bool,
    pub(crate) opp: bool,
}

impl Staying {
    /// At the root, where the searcher itself decides, an attack is an attack.
    pub(crate) const NEVER: Staying = Staying {
        own: false,
        opp: false,
    };

    #[inline]
    pub(crate) fn is_sure(self) -> bool {
        self.own && self.opp
    }

    #[inline]
    pub(crate) fn is_possible(self) -> bool {
        self.own || self.opp
    }

    /// What a failure is worth, from what it is worth to have fought and to have stayed.
    #[inline]
    pub(crate) fn failure(self, fought: Pair, stayed: Pair) -> Pair {
        Pair {
            own: if self.own { stayed.own } else { fought.own },
            opp: if self.opp { stayed.opp } else { fought.opp },
        }
    }
}

/// Chances and values, computed once before a search.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    pub(crate) odds: Odds,
    pub(crate) values: Values,
    pub(crate) fears: Fears,
}

impl Judge {
    /// The chance that one unit wins when it attacks another.
    #[inline]
    pub(crate) fn chances(&self, field: &Field, attacker: u8, defender: u8) -> Pair {
        let (a, d) = (field.unit(attacker), field.unit(defender));
        let visible = [a, d].map(|unit| if unit.is_known() { unit.rank() } else { None });
        let opp = match visible {
            [Some(attacks), Some(defends)] => return Pair::both(certain(attacks, defends)),
            [Some(rank), None] => {
                let odds = self.odds.known_on_unknown(rank, d.owner(), d.has_moved());
                odds * (1.0 - self.fear(field, attacker, defender, rank, self.imagined(a.owner())))
            }
            [None, Some(rank)] => {
                let odds = self.odds.unknown_on_known(a.owner(), rank);
                let fear = self.fear(field, defender, attacker, rank, self.imagined(d.owner()));
                1.0 - (1.0 - odds) * (1.0 - fear)
            }
            [None, None] => self.odds.unknown_on_unknown(a.owner(), d.has_moved()),
        };
        // An unknown rank is the enemy's, and what the searcher knows of its own piece may be known to nobody else.
        let own = match (a.rank(), d.rank()) {
            (Some(attacks), Some(defends)) => certain(attacks, defends),
            (Some(rank), None) => {
                let odds = self
                    .odds
                    .known_on_unknown(rank, Owner::Theirs, d.has_moved());
                let fear = if a.is_shown() {
                    self.fear(field, attacker, defender, rank, self.fears.own)
                } else {
                    0.0
                };
                odds * (1.0 - fear)
            }
            (None, Some(rank)) => {
                let odds = self.odds.unknown_on_known(Owner::Theirs, rank);
                let fear = if d.is_shown() {
                    self.fear(field, defender, attacker, rank, self.fears.own)
                } else {
                    0.0
                };
                1.0 - (1.0 - odds) * (1.0 - fear)
            }
            (None, None) => opp,
        };
        Pair { own, opp }
    }

    /// Whether an attack that would fail is never made: an unknown piece that attacks a known one knows the outcome, so to
    /// the other side a failure means that nothing happens (section 8.3). Which pieces are known differs between the perspectives.
    #[inline]
    pub(crate) fn staying(field: &Field, attacker: u8, defender: u8) -> Staying {
        let (attacker, defender) = (field.unit(attacker), field.unit(defender));
        Staying {
            own: !attacker.is_shown() && defender.is_shown(),
            opp: !attacker.is_known() && defender.is_known(),
        }
    }

    /// The fear of a known unit's owner in the opponent's imagined perspective.
    #[inline]
    fn imagined(&self, owner: Owner) -> f32 {
        match owner {
            Owner::Mine => self.fears.est_own,
            Owner::Theirs => self.fears.est_opp,
        }
    }

    #[inline]
    fn fear(&self, field: &Field, known: u8, unknown: u8, rank: Rank, fear: f32) -> f32 {
        if fear > 0.0
            && self.odds.has_master(field.unit(known).owner(), rank)
            && field.has_approached(unknown, known)
        {
            fear
        } else {
            0.0
        }
    }
}
