//! What pieces are worth (section 7.5, tables 4, 5 and 8), and which pieces may be the flag.
//!
//! A piece is worth its rank value plus its special value. The rank value rises one step of the ladder for each more
//! valuable rank that the other side has lost altogether; the special value lasts as long as the special ability is of use.
//! Values change between moves of the game, not within a search.
//!
//! Choices where the thesis is silent:
//! - The ladder is that of the mobile ranks; flag and bomb stay at a rank value of 0, and the marshal cannot rise.
//! - A scout's range, a bomb's strength and the flag's importance never cease, so neither do their special values; the
//!   spy's ceases with the enemy marshal, the miner's with the last enemy bomb, the marshal's fear with the enemy spy.
//! - The flag's value enters the value of an unknown piece by suspicion only, not into the averages too.
//! - A suspicion for standing one step from a known bomb is given on every row, once, and to pieces that have not moved.
//! - When nothing is suspected, every unknown piece that has not moved has one suspicion: the flag is one of them.

use flagfall_core::{ByRank, Direction, Rank, Square, View};

use super::field::{Field, Owner, certain};

/// Table 4: rank value and special value.
pub(crate) const TABLE_4: ByRank<(f32, f32)> = ByRank([
    (0.0, 300.0),
    (5.0, 35.0),
    (7.0, 10.0),
    (10.0, 20.0),
    (15.0, 0.0),
    (20.0, 0.0),
    (25.0, 0.0),
    (35.0, 0.0),
    (55.0, 0.0),
    (85.0, 0.0),
    (125.0, -30.0),
    (0.0, 25.0),
]);

/// Table 5: the share of its value that a piece loses by being known.
const KNOWN_SHARE: f32 = 0.2;
/// Table 5: what a bomb loses by being known.
const KNOWN_BOMB: f32 = 15.0;

/// A value from the searcher's own perspective and from the opponent's as the searcher imagines it, both as gains of the
/// searcher.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Pair {
    pub(crate) own: f32,
    pub(crate) opp: f32,
}

impl Pair {
    pub(crate) const ZERO: Pair = Pair { own: 0.0, opp: 0.0 };

    #[inline]
    pub(crate) fn both(value: f32) -> Pair {
        Pair {
            own: value,
            opp: value,
        }
    }

    /// What an attack is worth that succeeds with these chances.
    #[inline]
    pub(crate) fn expected(won: Pair, lost: Pair, chances: Pair) -> Pair {
        Pair {
            own: won.own * chances.own + lost.own * (1.0 - chances.own),
            opp: won.opp * chances.opp + lost.opp * (1.0 - chances.opp),
        }
    }

    /// The greater of each perspective.
    #[inline]
    pub(crate) fn max(self, other: Pair) -> Pair {
        Pair {
            own: self.own.max(other.own),
            opp: self.opp.max(other.opp),
        }
    }
}

impl std::ops::Add for Pair {
    type Output = Pair;
    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair {
            own: self.own + other.own,
            opp: self.opp + other.opp,
        }
    }
}

impl std::ops::Mul<f32> for Pair {
    type Output = Pair;
    #[inline]
    fn mul(self, factor: f32) -> Pair {
        Pair {
            own: self.own * factor,
            opp: self.opp * factor,
        }
    }
}

/// What every piece is worth before a search.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    worth: [ByRank<f32>; 2],
    mean: [[f32; 2]; 2],
    mean_known_cost: [[f32; 2]; 2],
    mean_beaten: [[ByRank<f32>; 2]; 2],
    suspicions: Vec<u8>,
    n_suspicions: [u32; 2],
    /// For each unit the share of the flag's value that suspicion gives it.
    suspected: [f32; 80],
}

impl Values {
    pub(crate) fn new(view: &View<'_>, field: &Field) -> Values {
        let me = view.viewer();
        let left = [me, !me].map(|side| {
            let mut left = *view.hidden_counts(side);
            for (_, piece) in view.pieces(side).filter(|(_, piece)| piece.is_revealed) {
                left[piece.rank.expect("a revealed piece has a rank")] += 1;
            }
            left
        });
        // A side that started with fewer pieces counts as having lost the others.
        let army = view.rules().variant.army();
        let worth = [0, 1].map(|owner| worths(&army, &left[1 - owner]));
        let mut values = Values {
            worth,
            mean: [[0.0; 2]; 2],
            mean_known_cost: [[0.0; 2]; 2],
            mean_beaten: [[ByRank::default(); 2]; 2],
            suspicions: suspicions(field),
            n_suspicions: [0; 2],
            suspected: [0.0; 80],
        };
        for (index, unit) in field.all() {
            values.n_suspicions[unit.owner() as usize] +=
                u32::from(values.suspicions[usize::from(index)]);
        }
        for (index, unit) in field.all() {
            values.suspected[usize::from(index)] =
                values.flag_chance(unit.owner(), index) * TABLE_4[Rank::Flag].1;
        }
        for owner in Owner::BOTH {
            for moved in [false, true] {
                let expected = field.hidden[owner as usize].expected(moved);
                let (owner, moved) = (owner as usize, usize::from(moved));
                let mean = |weight: &dyn Fn(Rank) -> f32, value: &dyn Fn(Rank) -> f32| {
                    let (mut sum, mut total) = (0.0, 0.0);
                    for rank in Rank::ALL.into_iter().filter(|rank| *rank != Rank::Flag) {
                        let weight = weight(rank) * expected[rank];
                        sum += weight * value(rank);
                        total += weight;
                    }
                    if total > 0.0 { sum / total } else { 0.0 }
                };
                let worth = |rank: Rank| worth[owner][rank];
                values.mean[owner][moved] = mean(&|_| 1.0, &worth);
                values.mean_known_cost[owner][moved] =
                    mean(&|_| 1.0, &|rank| known_cost(rank, worth(rank)));
                for by in Rank::ALL {
                    values.mean_beaten[owner][moved][by] = mean(&|rank| certain(by, rank), &worth);
                }
            }
        }
        values
    }

    /// What a piece of this owner and rank is worth.
    #[inline]
    pub(crate) fn of(&self, owner: Owner, rank: Rank) -> f32 {
        self.worth[owner as usize][rank]
    }

    /// Table 5: what a piece of this owner and rank loses by being known.
    #[inline]
    pub(crate) fn known_cost(&self, owner: Owner, rank: Rank) -> f32 {
        known_cost(rank, self.of(owner, rank))
    }

    /// The mean of the same over what an unknown piece can be.
    #[inline]
    pub(crate) fn mean_known_cost(&self, owner: Owner, has_moved: bool) -> f32 {
        self.mean_known_cost[owner as usize][usize::from(has_moved)]
    }

    /// How many suspicions there are that a unit is the flag.
    #[inline]
    pub(crate) fn suspicions(&self, index: u8) -> u8 {
        self.suspicions[usize::from(index)]
    }

    /// The chance that a unit is the flag, as far as suspicions go.
    #[inline]
    pub(crate) fn flag_chance(&self, owner: Owner, index: u8) -> f32 {
        match self.n_suspicions[owner as usize] {
            0 => 0.0,
            total => f32::from(self.suspicions[usize::from(index)]) / total as f32,
        }
    }

    /// What an unknown unit is worth to somebody who cannot tell its rank when a piece of rank `by` captures it, or when
    /// that rank is not known either.
    #[inline]
    pub(crate) fn unknown(&self, field: &Field, index: u8, by: Option<Rank>) -> f32 {
        let unit = field.unit(index);
        let (owner, moved) = (unit.owner() as usize, usize::from(unit.has_moved()));
        let mean = match by {
            Some(rank) => self.mean_beaten[owner][moved][rank],
            None => self.mean[owner][moved],
        };
        mean + self.suspected[usize::from(index)]
    }

    /// What the capture of one unit by another is worth to somebody with all the searcher's knowledge (section 7.5).
    #[inline]
    pub(crate) fn plain_capture(&self, field: &Field, captor: u8, victim: u8) -> f32 {
        let unit = field.unit(victim);
        let value = match unit.rank() {
            Some(rank) => self.of(unit.owner(), rank),
            None => self.unknown(field, victim, field.unit(captor).rank()),
        };
        match unit.owner() {
            Owner::Mine => -value,
            Owner::Theirs => value,
        }
    }

    /// Table 8: what the capture of one unit by another is worth from both perspectives.
    #[inline]
    pub(crate) fn capture(&self, field: &Field, captor: u8, victim: u8) -> Pair {
        let unit = field.unit(victim);
        let captor = field.unit(captor);
        let own_by = captor.rank().filter(|_| captor.is_shown());
        let opp_by = captor.rank().filter(|_| captor.is_known());
        match (unit.owner(), unit.rank()) {
            (Owner::Theirs, Some(rank)) => Pair::both(self.of(Owner::Theirs, rank)),
            (Owner::Theirs, None) => Pair {
                own: self.unknown(field, victim, own_by),
                opp: self.unknown(field, victim, opp_by),
            },
            (Owner::Mine, Some(rank)) if unit.is_known() => Pair::both(-self.of(Owner::Mine, rank)),
            (Owner::Mine, rank) => Pair {
                own: -rank.map_or(0.0, |rank| self.of(Owner::Mine, rank)),
                opp: -self.unknown(field, victim, opp_by),
            },
        }
    }
}

fn known_cost(rank: Rank, worth: f32) -> f32 {
    match rank {
        Rank::Bomb => KNOWN_BOMB,
        _ => KNOWN_SHARE * worth,
    }
}

/// What each rank is worth to its owner when the other side has these pieces left of this army.
pub(crate) fn worths(army: &ByRank<u8>, enemy_left: &ByRank<u8>) -> ByRank<f32> {
    let mut worth = ByRank::default();
    for rank in Rank::ALL {
        let (rank_value, special) = TABLE_4[rank];
        let lasts = match rank {
            Rank::Spy => enemy_left[Rank::Marshal] > 0,
            Rank::Miner => enemy_left[Rank::Bomb] > 0,
            Rank::Marshal => enemy_left[Rank::Spy] > 0,
            _ => true,
        };
        let value = if rank.is_mobile() {
            let higher = |other: &Rank| other.is_mobile() && *other > rank;
            let n_steps = Rank::ALL
                .into_iter()
                .filter(|other| higher(other) && army[*other] > 0 && enemy_left[*other] == 0)
                .count();
            let step = (rank.index() + n_steps).min(Rank::Marshal.index());
            TABLE_4.0[step].0
        } else {
            rank_value
        };
        worth[rank] = value + if lasts { special } else { 0.0 };
    }
    worth
}

fn suspicions(field: &Field) -> Vec<u8> {
    let mut suspicions = vec![0; 80];
    for owner in Owner::BOTH {
        let standing = || {
            field
                .of(owner)
                .filter(|(_, unit)| !unit.is_known() && !unit.has_moved())
        };
        let mut is_any = false;
        for (index, _) in standing() {
            let square = field.square_of(index);
            let is_back = field.rows_ahead(owner, square) == 0;
            let count = u8::from(is_back) + u8::from(is_beside_bomb(field, owner, square));
            suspicions[usize::from(index)] = count;
            is_any |= count > 0;
        }
        if !is_any {
            for (index, _) in standing() {
                suspicions[usize::from(index)] = 1;
            }
        }
        if let Some((index, _)) = field
            .of(owner)
            .find(|(_, unit)| unit.is_known() && unit.rank() == Some(Rank::Flag))
        {
            for (other, _) in standing() {
                suspicions[usize::from(other)] = 0;
            }
            suspicions[usize::from(index)] = 1;
        }
    }
    suspicions
}

fn is_beside_bomb(field: &Field, owner: Owner, square: u8) -> bool {
    let Some(square) = Square::from_index(square) else {
        return false;
    };
    Direction::ALL
        .into_iter()
        .filter_map(|direction| field.unit_at(square.step(direction)?.index() as u8))
        .map(|index| field.unit(index))
        .any(|unit| unit.owner() == owner && unit.is_known() && unit.rank() == Some(Rank::Bomb))
}

#[cfg(test)]
mod tests {
    use flagfall_core::Variant;

    use super::*;

    fn worths_without(lost: &[Rank]) -> ByRank<f32> {
        let army = Variant::Classic.army();
        let mut left = army;
        for &rank in lost {
            left[rank] = 0;
        }
        worths(&army, &left)
    }

    #[test]
    fn values_at_the_start_are_those_of_table_4() {
        let worth = worths_without(&[]);
        let expected = [300., 40., 17., 30., 15., 20., 25., 35., 55., 85., 95., 25.];
        assert_eq!(worth.0, expected);
    }

    #[test]
    fn after_a_lost_general_and_captains_captains_rise_to_35_and_miners_to_40() {
        let worth = worths_without(&[Rank::General, Rank::Captain]);
        assert_eq!(worth[Rank::Captain], 35.0);
        assert_eq!(worth[Rank::Miner], 20.0 + 20.0);
        assert_eq!(worth[Rank::Colonel], 85.0);
        assert_eq!(worth[Rank::General], 85.0);
    }

    #[test]
    fn special_values_last_as_long_as_they_are_of_use() {
        let worth = worths_without(&[Rank::Bomb]);
        assert_eq!(worth[Rank::Miner], 10.0);
        let worth = worths_without(&[Rank::Spy]);
        assert_eq!(worth[Rank::Marshal], 125.0);
        let worth = worths_without(&[Rank::Marshal]);
        assert_eq!(worth[Rank::Spy], 7.0);
        assert_eq!(worth[Rank::General], 125.0);
    }
}
