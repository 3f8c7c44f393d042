//! What pieces are worth, and who is ahead (Invincible 3.1.2 and 3.3).
//!
//! Both are computed from what is left on the board, which both players can count. Values are in points: the thesis scales
//! the highest piece to 1 and then speaks of pieces worth 10 to 100 (5.2.2), so the highest is worth 100 here.
//!
//! Choices where the text is silent or contradicts itself:
//! - Figure 3.3 runs from scout to "9 (marshal)"; it is read as running up to the marshal.
//! - The scale is set by the highest value that any piece on the board has before the additional rules.
//! - The flag "is typically around 3-5 for the side that is ahead and 1 for the side that is not": twice the highest piece
//!   when the game is even, four times the lead more or less, never below 1 or above 5.
//! - The game state sums all pieces but the flags, whose value depends on it.

use flagfall_core::{ByRank, BySide, Rank, Side};

/// What one rank is worth more than the one below, if both players have either (figure 3.3).
const RANK_DIFFERENCE_FACTOR: f64 = 1.45;
/// What a piece is worth more than the same piece of the player who has more lower pieces.
const FEWER_LOWER_FACTOR: f64 = 1.15;
const LOWEST_VALUE: f64 = 0.02;
const BOMB: f64 = 0.5;
const SPY_OF_MARSHAL: f64 = 0.5;
const MARSHAL_WITH_ENEMY_SPY: f64 = 0.8;
/// Below this many, miners and scouts become more valuable with every one lost.
const FEW: u8 = 3;
const FLAG_WHEN_EVEN: f64 = 2.0;
const FLAG_BY_LEAD: f64 = 4.0;
const FLAG_LIMITS: (f64, f64) = (1.0, 5.0);
/// The highest piece that the other side has no equal of counts this often in the game state.
const HIGHEST_WEIGHT: f64 = 2.0;
const POINTS: f64 = 100.0;

/// The pieces that are left and what they are worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Material {
    counts: BySide<ByRank<u8>>,
    values: BySide<ByRank<f64>>,
    lead: BySide<f64>,
}

impl Material {
    /// What these pieces are worth.
    pub fn new(counts: BySide<ByRank<u8>>) -> Material {
        let mut values = base_values(&counts);
        for side in Side::ALL {
            apply_additional_rules(&mut values[side], &counts, side);
        }
        let strength = BySide::from_fn(|side| strength(&counts, &values, side));
        let lead = BySide::from_fn(|side| {
            // Neither strength is zero: a side that cannot move has lost already, but free positions may have a flag only.
            (strength[side] + 1.0) / (strength[!side] + 1.0)
        });
        for side in Side::ALL {
            let flag = FLAG_WHEN_EVEN + FLAG_BY_LEAD * (lead[side] - 1.0);
            values[side][Rank::Flag] = POINTS * flag.clamp(FLAG_LIMITS.0, FLAG_LIMITS.1);
        }
        Material {
            counts,
            values,
            lead,
        }
    }

    /// What a piece of this side and rank is worth, in points.
    #[inline]
    pub fn value(&self, side: Side, rank: Rank) -> f64 {
        self.values[side][rank]
    }

    /// The values of all ranks of a side.
    pub fn values(&self, side: Side) -> &ByRank<f64> {
        &self.values[side]
    }

    /// How many pieces of this rank this side has on the board.
    #[inline]
    pub fn count(&self, side: Side, rank: Rank) -> u8 {
        self.counts[side][rank]
    }

    /// The game state (3.3): above 1 if this side is ahead in pieces.
    #[inline]
    pub fn lead(&self, side: Side) -> f64 {
        self.lead[side]
    }

    /// How many pieces this side has that can move.
    pub fn movers(&self, side: Side) -> u32 {
        mobile()
            .map(|rank| u32::from(self.counts[side][rank]))
            .sum()
    }

    /// The highest rank that this side has and that can move.
    pub fn highest(&self, side: Side) -> Option<Rank> {
        mobile().rev().find(|&rank| self.counts[side][rank] > 0)
    }
}

fn mobile() -> impl DoubleEndedIterator<Item = Rank> {
    Rank::ALL.into_iter().filter(|rank| rank.is_mobile())
}

/// Figure 3.3, the factor for fewer lower pieces, and the scale.
fn base_values(counts: &BySide<ByRank<u8>>) -> BySide<ByRank<f64>> {
    let mut base = ByRank([0.0; 12]);
    let mut value = LOWEST_VALUE;
    base[Rank::Spy] = value;
    for index in Rank::Scout.index()..=Rank::Marshal.index() {
        let has_either = |side: Side| counts[side].0[index] + counts[side].0[index - 1] > 0;
        if has_either(Side::Red) && has_either(Side::Blue) {
            value *= RANK_DIFFERENCE_FACTOR;
        }
        base.0[index] = value;
    }
    let lower = |side: Side, rank: Rank| -> u32 {
        mobile()
            .filter(|&other| other < rank)
            .map(|other| u32::from(counts[side][other]))
            .sum()
    };
    let mut values = BySide::from_fn(|side| {
        let mut values = base;
        for rank in mobile().filter(|&rank| lower(side, rank) < lower(!side, rank)) {
            values[rank] *= FEWER_LOWER_FACTOR;
        }
        values
    });
    let highest = Side::ALL
        .into_iter()
        .flat_map(|side| mobile().map(move |rank| (side, rank)))
        .filter(|&(side, rank)| counts[side][rank] > 0 && rank != Rank::Spy)
        .map(|(side, rank)| values[side][rank])
        .fold(LOWEST_VALUE, f64::max);
    for side in Side::ALL {
        values[side]
            .0
            .iter_mut()
            .for_each(|value| *value /= highest);
    }
    values
}

/// The rules for single ranks, and the share that every piece gets when few are left.
fn apply_additional_rules(values: &mut ByRank<f64>, counts: &BySide<ByRank<u8>>, side: Side) {
    let own = &counts[side];
    values[Rank::Bomb] = BOMB;
    // "Half the value of the marshal"; worthless once the enemy's, which is what it can take, is gone, so that it is then used
    // for information (appendix C, game 4).
    values[Rank::Spy] = if counts[!side][Rank::Marshal] > 0 {
        SPY_OF_MARSHAL * values[Rank::Marshal]
    } else {
        LOWEST_VALUE
    };
    if counts[!side][Rank::Spy] > 0 {
        values[Rank::Marshal] *= MARSHAL_WITH_ENEMY_SPY;
    }
    for rank in [Rank::Miner, Rank::Scout] {
        if own[rank] > 0 && own[rank] < FEW {
            values[rank] *= f64::from(4 - own[rank]);
        }
    }
    let share = 1.0 / f64::from(own.total().max(1));
    for rank in Rank::ALL {
        values[rank] = POINTS * (values[rank] + share);
    }
}

/// The weighted sum of a side's pieces.
fn strength(counts: &BySide<ByRank<u8>>, values: &BySide<ByRank<f64>>, side: Side) -> f64 {
    let sum: f64 = Rank::ALL
        .into_iter()
        .filter(|&rank| rank != Rank::Flag)
        .map(|rank| f64::from(counts[side][rank]) * values[side][rank])
        .sum();
    let highest = mobile()
        .rev()
        .find(|&rank| counts[side][rank] > counts[!side][rank]);
    sum + highest.map_or(0.0, |rank| (HIGHEST_WEIGHT - 1.0) * values[side][rank])
}

#[cfg(test)]
mod tests {
    use flagfall_core::Variant;

    use super::*;

    fn material(change: impl Fn(&mut BySide<ByRank<u8>>)) -> Material {
        let army = Variant::Classic.army();
        let mut counts = BySide::new(army, army);
        change(&mut counts);
        Material::new(counts)
    }

    #[test]
    fn at_the_start_values_rise_by_the_factor_and_nobody_leads() {
        let start = material(|_| {});
        let share = 100.0 / 40.0;
        assert!((start.value(Side::Red, Rank::General) - share - 100.0 / 1.45).abs() < 1e-9);
        assert!((start.value(Side::Red, Rank::Marshal) - share - 80.0).abs() < 1e-9);
        assert!((start.value(Side::Red, Rank::Spy) - share - 50.0).abs() < 1e-9);
        assert!((start.value(Side::Red, Rank::Bomb) - share - 50.0).abs() < 1e-9);
        assert_eq!(start.lead(Side::Red), 1.0);
        assert_eq!(start.value(Side::Blue, Rank::Flag), 200.0);
    }

    #[test]
    fn a_colonel_is_worth_no_more_than_a_major_when_the_enemy_has_neither() {
        let left = material(|counts| {
            for rank in [Rank::Major, Rank::Colonel, Rank::General, Rank::Marshal] {
                counts[Side::Blue][rank] = 0;
            }
            counts[Side::Red][Rank::Marshal] = 0;
        });
        assert_eq!(
            left.value(Side::Red, Rank::Colonel),
            left.value(Side::Red, Rank::General)
        );
        assert!(left.value(Side::Red, Rank::Major) > left.value(Side::Red, Rank::Captain));
    }

    #[test]
    fn of_equal_pieces_the_one_that_can_take_more_is_worth_more() {
        let left = material(|counts| counts[Side::Red][Rank::Captain] = 1);
        let (red, blue) = (
            left.value(Side::Red, Rank::Major),
            left.value(Side::Blue, Rank::Major),
        );
        assert!(red / blue > 1.1 && red / blue < 1.2, "{red} {blue}");
    }

    #[test]
    fn the_last_miners_and_a_marshal_without_spy_are_worth_more() {
        let one = material(|counts| counts[Side::Red][Rank::Miner] = 1);
        let many = material(|_| {});
        assert!(one.value(Side::Red, Rank::Miner) > 2.0 * many.value(Side::Red, Rank::Miner));
        let safe = material(|counts| counts[Side::Blue][Rank::Spy] = 0);
        assert!(safe.value(Side::Red, Rank::Marshal) > many.value(Side::Red, Rank::Marshal));
    }

    #[test]
    fn the_side_ahead_has_the_more_valuable_flag() {
        let ahead = material(|counts| {
            counts[Side::Blue][Rank::Marshal] = 0;
            counts[Side::Blue][Rank::Colonel] = 0;
            counts[Side::Blue][Rank::General] = 0;
        });
        assert!(ahead.lead(Side::Red) > 1.3, "{}", ahead.lead(Side::Red));
        let (red, blue) = (
            ahead.value(Side::Red, Rank::Flag),
            ahead.value(Side::Blue, Rank::Flag),
        );
        assert!(red >= 300.0 && blue <= 150.0, "{red} {blue}");
    }
}
