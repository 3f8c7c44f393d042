//! The chance that an attack succeeds (section 7.3), by counting alone.
//!
//! Five cases: an unknown piece attacks a known one; a known one attacks an unknown that has moved, or that has not; an
//! unknown attacks an unknown that has moved, or that has not. Pieces of equal rank count half, because the search leaves
//! out that both fall. All chances are computed once, before the search, as tables.
//!
//! The thesis writes the third case as `(s + O(D, r < 2)) / (O(D, r >= 0) - m)` and says in words that bombs belong to the
//! sum only if the attacker is a miner; the words are followed. Its last two cases are given in words only: the sum over all
//! the attacker's pieces, each weighted with its share.

use flagfall_core::{ByRank, Rank};

use super::field::{Field, Hidden, Owner, certain};

/// Chances by the attacker's rank or by the defender's.
type ChanceByRank = ByRank<f32>;

/// The chances of all attacks in which at least one piece is unknown.
#[derive(Clone, Debug)]
pub(crate) struct Odds {
    unknown_on_known: [ChanceByRank; 2],
    known_on_unknown: [[ChanceByRank; 2]; 2],
    unknown_on_unknown: [[f32; 2]; 2],
    has_master: [ByRank<bool>; 2],
}

impl Odds {
    pub(crate) fn new(field: &Field) -> Odds {
        let hidden = &field.hidden;
        let known_on_unknown = [0, 1].map(|owner| {
            [false, true].map(|moved| by_rank(|rank| known_on_unknown(rank, &hidden[owner], moved)))
        });
        Odds {
            unknown_on_known: [0, 1]
                .map(|owner| by_rank(|rank| unknown_on_known(&hidden[owner], rank))),
            unknown_on_unknown: [0, 1].map(|attacker| {
                let chances = &known_on_unknown[1 - attacker];
                [0, 1].map(|moved| unknown_on_unknown(&hidden[attacker], &chances[moved]))
            }),
            has_master: [0, 1].map(|owner| {
                let mut master = ByRank::default();
                for rank in Rank::ALL {
                    master[rank] = mobile(&hidden[1 - owner]).any(|(other, _)| {
                        certain(other, rank) == 1.0 || certain(rank, other) == 0.0
                    });
                }
                master
            }),
            known_on_unknown,
        }
    }

    /// An unknown piece of this owner attacks a known piece of this rank.
    #[inline]
    pub(crate) fn unknown_on_known(&self, attacker: Owner, defender: Rank) -> f32 {
        self.unknown_on_known[attacker as usize][defender]
    }

    /// A piece of known rank attacks an unknown piece of this owner.
    #[inline]
    pub(crate) fn known_on_unknown(&self, attacker: Rank, defender: Owner, has_moved: bool) -> f32 {
        self.known_on_unknown[defender as usize][usize::from(has_moved)][attacker]
    }

    /// An unknown piece of this owner attacks an unknown one of the other's.
    #[inline]
    pub(crate) fn unknown_on_unknown(&self, attacker: Owner, has_defender_moved: bool) -> f32 {
        self.unknown_on_unknown[attacker as usize][usize::from(has_defender_moved)]
    }

    /// Whether some unknown mobile piece of the other side beats a piece of this owner and rank.
    #[inline]
    pub(crate) fn has_master(&self, owner: Owner, rank: Rank) -> bool {
        self.has_master[owner as usize][rank]
    }
}

impl Hidden {
    /// How many unknown pieces can move: the thesis' `O(r > 1)`.
    pub(crate) fn n_mobile(&self) -> f32 {
        mobile(self).map(|(_, count)| count).sum()
    }

    /// How many unknown pieces have not moved.
    pub(crate) fn n_unmoved(&self) -> f32 {
        self.counts.total() as f32 - f32::from(self.n_moved)
    }

    /// The share of the mobile unknown pieces that have not moved.
    pub(crate) fn unmoved_share(&self) -> f32 {
        let n_mobile = self.n_mobile();
        if n_mobile > 0.0 {
            (n_mobile - f32::from(self.n_moved)) / n_mobile
        } else {
            0.0
        }
    }

    /// In what proportion the ranks are expected among the unknown pieces that have moved, or among those that have not. Of the
    /// former there may be none yet: one that moves first in the search is worth what any mobile piece is.
    pub(crate) fn expected(&self, moved: bool) -> ByRank<f32> {
        let unmoved = self.unmoved_share();
        by_rank(|rank| {
            let count = f32::from(self.counts[rank]);
            match (rank.is_mobile(), moved) {
                (true, true) => count,
                (true, false) => count * unmoved,
                (false, true) => 0.0,
                (false, false) => count,
            }
        })
    }
}

fn mobile(hidden: &Hidden) -> impl Iterator<Item = (Rank, f32)> {
    Rank::ALL
        .into_iter()
        .filter(|rank| rank.is_mobile() && hidden.counts[*rank] > 0)
        .map(|rank| (rank, f32::from(hidden.counts[rank])))
}

fn by_rank(value: impl Fn(Rank) -> f32) -> ChanceByRank {
    ByRank(Rank::ALL.map(value))
}

fn ratio(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The first case: `V(A, k) / O(A, r > 1)`.
fn unknown_on_known(attacker: &Hidden, defender: Rank) -> f32 {
    let winners = mobile(attacker)
        .map(|(rank, count)| certain(rank, defender) * count)
        .sum();
    ratio(winners, attacker.n_mobile())
}

/// The second case, `V(D, k) / O(D, r > 1)`, and the third.
fn known_on_unknown(attacker: Rank, defender: &Hidden, has_moved: bool) -> f32 {
    if !attacker.is_mobile() {
        return 0.0;
    }
    let beaten: f32 = mobile(defender)
        .map(|(rank, count)| certain(attacker, rank) * count)
        .sum();
    if has_moved {
        return ratio(beaten, defender.n_mobile());
    }
    let standing: f32 = [Rank::Flag, Rank::Bomb]
        .into_iter()
        .map(|rank| certain(attacker, rank) * f32::from(defender.counts[rank]))
        .sum();
    ratio(
        beaten * defender.unmoved_share() + standing,
        defender.n_unmoved(),
    )
}

/// The fourth and the fifth case.
fn unknown_on_unknown(attacker: &Hidden, chances: &ChanceByRank) -> f32 {
    let sum = mobile(attacker)
        .map(|(rank, count)| count * chances[rank])
        .sum();
    ratio(sum, attacker.n_mobile())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way to deal the ranks to the pieces, moved pieces first, such that none that has moved cannot move.
    fn deals(hidden: &Hidden) -> Vec<Vec<Rank>> {
        fn deal(
            left: &mut ByRank<u8>,
            n_moved: usize,
            dealt: &mut Vec<Rank>,
            all: &mut Vec<Vec<Rank>>,
        ) {
            if left.total() == 0 {
                all.push(dealt.clone());
                return;
            }
            for rank in Rank::ALL {
                if left[rank] == 0 || (dealt.len() < n_moved && !rank.is_mobile()) {
                    continue;
                }
                // Pieces of one rank are told apart, so that each arrangement of individuals counts once.
                let copies = left[rank];
                left[rank] -= 1;
                dealt.push(rank);
                for _ in 0..copies {
                    deal(left, n_moved, dealt, all);
                }
                dealt.pop();
                left[rank] += 1;
            }
        }
        let mut all = Vec::new();
        deal(
            &mut hidden.counts.clone(),
            usize::from(hidden.n_moved),
            &mut Vec::new(),
            &mut all,
        );
        all
    }

    /// The mean of `chance` over all deals of two armies.
    fn counted(a: &Hidden, b: &Hidden, chance: impl Fn(&[Rank], &[Rank]) -> f32) -> f32 {
        let (a, b) = (deals(a), deals(b));
        let sum: f64 = a
            .iter()
            .flat_map(|a| {
                b.iter()
                    .map(|b| f64::from(chance(a, b)))
                    .collect::<Vec<_>>()
            })
            .sum();
        (sum / (a.len() * b.len()) as f64) as f32
    }

    fn hidden(ranks: &[(Rank, u8)], n_moved: u8) -> Hidden {
        let mut counts = ByRank::default();
        for &(rank, count) in ranks {
            counts[rank] = count;
        }
        Hidden { counts, n_moved }
    }

    fn near(a: f32, b: f32) {
        assert!((a - b).abs() < 1e-5, "{a} is not {b}");
    }

    #[test]
    fn what_moves_first_in_the_search_is_worth_what_any_mobile_piece_is() {
        let ranks = [(Rank::Bomb, 3), (Rank::Major, 1), (Rank::Scout, 2)];
        for n_moved in [0, 1, 3] {
            let expected = hidden(&ranks, n_moved).expected(true);
            assert_eq!(expected[Rank::Scout], 2.0 * expected[Rank::Major]);
            assert!(expected[Rank::Major] > 0.0 && expected[Rank::Bomb] == 0.0);
        }
    }

    #[test]
    fn all_five_cases_agree_with_counting_every_arrangement() {
        let armies = [
            hidden(
                &[
                    (Rank::Flag, 1),
                    (Rank::Bomb, 2),
                    (Rank::Miner, 1),
                    (Rank::Captain, 2),
                ],
                1,
            ),
            hidden(
                &[
                    (Rank::Spy, 1),
                    (Rank::Scout, 2),
                    (Rank::Marshal, 1),
                    (Rank::Flag, 1),
                ],
                3,
            ),
            hidden(&[(Rank::Miner, 2), (Rank::Major, 1), (Rank::Bomb, 1)], 2),
        ];
        let nobody = hidden(&[], 0);
        for a in &armies {
            // Pieces that have moved come first in a deal; the last one has not, if there is such a piece.
            let moved = |ranks: &[Rank]| ranks[0];
            let unmoved = |ranks: &[Rank]| *ranks.last().unwrap();
            for rank in Rank::ALL {
                // Any piece that has moved stands for an attacker: it is one that can move, each as likely as the others.
                near(
                    unknown_on_known(a, rank),
                    counted(a, &nobody, |a, _| certain(moved(a), rank)),
                );
                if rank.is_mobile() {
                    for (has_moved, piece) in
                        [(true, moved as fn(&[Rank]) -> Rank), (false, unmoved)]
                    {
                        near(
                            known_on_unknown(rank, a, has_moved),
                            counted(a, &nobody, |a, _| certain(rank, piece(a))),
                        );
                    }
                }
            }
            for b in &armies {
                for (has_moved, piece) in [(true, moved as fn(&[Rank]) -> Rank), (false, unmoved)] {
                    let chances = by_rank(|rank| known_on_unknown(rank, b, has_moved));
                    near(
                        unknown_on_unknown(a, &chances),
                        counted(a, b, |a, b| certain(moved(a), piece(b))),
                    );
                }
            }
        }
    }

    #[test]
    fn a_full_army_gives_the_shares_of_the_thesis() {
        let army = hidden(
            &Rank::ALL.map(|rank| (rank, flagfall_core::Variant::Classic.army()[rank])),
            0,
        );
        // Only the spy, one of 33 mobile pieces, beats the marshal; the other marshal counts half.
        near(unknown_on_known(&army, Rank::Marshal), 1.5 / 33.0);
        // "the sergeant can beat 19 of 40": spy, scouts, miners, the flag, and half of the four sergeants makes 17.
        near(known_on_unknown(Rank::Sergeant, &army, false), 17.0 / 40.0);
        near(
            known_on_unknown(Rank::Miner, &army, false),
            (1.0 + 8.0 + 2.5 + 7.0) / 40.0,
        );
    }
}
