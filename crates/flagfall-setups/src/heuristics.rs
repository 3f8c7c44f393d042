//! The heuristics H1 to H9 by which a setup is judged (Invincible 4.3.4).
//!
//! Choices where the text is silent:
//! - H1 is a measure that the others use; it is shown, and adds nothing to the total.
//! - H2's second part leaves out the same ranks as its first: lieutenants, sergeants and the flag.
//! - H4: table 4.2 shows two rows, and has a gap before the middle lane in one of them: the front row and the one behind.
//!   Each colonel or major is a point (otherwise no setup could reach the 24 of his table 4.3). Two of a kind among
//!   sergeants, miners and lieutenants cost one point in all.
//! - H6 looks at a piece that blocks, and takes its point once, however many pieces it blocks. The spy is H5's business. A piece
//!   blocks another if it has to be moved to free it ("if a captain has to be moved to free a major"): no other neighbor of the
//!   blocked one that can move is nearer to freedom than that one is itself.
//! - H8: a scout or spy costs its point once, and only beside a bomb that stands next to the flag: the fault he describes is a
//!   bombed-in flag "with only scouts around it".
//! - H9: majors count by themselves ("3 majors"), as do sergeants, lieutenants and captains ("not diverse enough"); there are no
//!   more than two colonels.
//!
//! The last three are wider in the letter of the rules than in the reasons that he gives for them (any neighbor, any bomb, majors
//! and colonels together). The wider readings score every method of his table 4.3 about 6 points lower than he does;
//! these bring the averages near his.

use flagfall_core::{Rank, SETUP_SQUARES, Setup};

use crate::freedom::Freedom;
use crate::relation::Relation;

/// The names of the heuristics that add to the total, in the order of [`Scores::parts`].
pub const HEURISTICS: [&str; 8] = ["H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9"];

/// What the heuristics say of one setup.
#[derive(Clone, PartialEq, Debug)]
pub struct Scores {
    /// H1: the mean distance to freedom, which adds nothing to the total.
    pub freedom: f64,
    /// H2 to H9.
    pub parts: [i32; 8],
}

impl Scores {
    /// Judges a setup.
    pub fn of(setup: &Setup) -> Scores {
        Scores::of_places(setup.places())
    }

    /// Judges a setup in the making, by the pieces that are there; places are numbered as in [`Setup::places`].
    pub fn of_places(ranks: &[Option<Rank>; SETUP_SQUARES]) -> Scores {
        let judged = Judged {
            ranks,
            freedom: Freedom::of_places(ranks),
        };
        Scores {
            freedom: judged.freedom.mean(ranks),
            parts: [
                surrounded_by_bombs(&judged),
                flag_bombed_in(&judged),
                flag_defense(&judged),
                blocked_by_spy(&judged),
                blocked_by_slightly_lower(&judged),
                miners_on_front_row(&judged),
                bomb_protection(&judged),
                starting_pieces(&judged),
            ],
        }
    }

    /// The sum of H2 to H9.
    pub fn total(&self) -> i32 {
        self.parts.iter().sum()
    }
}

struct Judged<'a> {
    ranks: &'a [Option<Rank>; SETUP_SQUARES],
    freedom: Freedom,
}

impl Judged<'_> {
    fn pieces(&self) -> impl Iterator<Item = (usize, Rank)> {
        let with_place = |(place, &rank): (usize, &Option<Rank>)| Some((place, rank?));
        self.ranks.iter().enumerate().filter_map(with_place)
    }

    fn neighbors(&self, place: usize) -> impl Iterator<Item = (usize, Rank)> {
        Relation::neighbors(place).filter_map(|(_, at)| Some((at, self.ranks[at]?)))
    }

    fn flag(&self) -> Option<usize> {
        self.ranks.iter().position(|&rank| rank == Some(Rank::Flag))
    }
}

/// H2: pieces that bombs keep in, or nearly so.
fn surrounded_by_bombs(judged: &Judged<'_>) -> i32 {
    /// Without obstacles no piece is further away than 4.
    const FAR: u32 = 5;
    let exempt = [Rank::Sergeant, Rank::Lieutenant, Rank::Flag];
    judged
        .pieces()
        .filter(|(_, rank)| !exempt.contains(rank))
        .map(|(place, _)| match judged.freedom.distance(place) {
            None => -2,
            Some(distance) if distance > FAR => -1,
            Some(_) => 0,
        })
        .sum()
}

/// H3: a flag with bombs on all sides.
fn flag_bombed_in(judged: &Judged<'_>) -> i32 {
    let is_bombed_in = judged.flag().is_some_and(|flag| {
        Relation::neighbors(flag).all(|(_, place)| judged.ranks[place] == Some(Rank::Bomb))
    });
    if is_bombed_in { 5 } else { 0 }
}

/// H4: what stands in front on the flag's side.
fn flag_defense(judged: &Judged<'_>) -> i32 {
    let Some(flag) = judged.flag() else {
        return 0;
    };
    let side_of = |col: usize| match col {
        0..=2 => 0,
        3..=6 => 1,
        _ => 2,
    };
    let counts_here = |place: usize| {
        let is_gap = place >= 30 && matches!(place % 10, 4 | 5);
        place >= 20 && !is_gap && side_of(place % 10) == side_of(flag % 10)
    };
    let defenders: Vec<Rank> = judged
        .pieces()
        .filter(|&(place, _)| counts_here(place))
        .map(|(_, rank)| rank)
        .collect();
    let count = |rank: Rank| defenders.iter().filter(|&&other| other == rank).count();
    let mut score = 0;
    if count(Rank::Marshal) > 0 {
        score += 3;
    } else if count(Rank::General) > 0 {
        score += 2;
    }
    score += (count(Rank::Colonel) + count(Rank::Major)) as i32;
    if count(Rank::Scout) > 2 {
        score -= 2;
    }
    let weak = [Rank::Sergeant, Rank::Miner, Rank::Lieutenant];
    if weak.into_iter().any(|rank| count(rank) > 1) {
        score -= 1;
    }
    score
}

/// H5: high pieces that the spy may have to make way for.
fn blocked_by_spy(judged: &Judged<'_>) -> i32 {
    let spies = judged.pieces().filter(|&(_, rank)| rank == Rank::Spy);
    let blocked = spies.flat_map(|(spy, _)| {
        judged.neighbors(spy).filter(move |&(place, rank)| {
            rank >= Rank::Major && rank.is_mobile() && judged.freedom.is_freer(spy, place)
        })
    });
    -(blocked.count() as i32)
}

/// H6: pieces that stand in the way of one a rank or two higher.
fn blocked_by_slightly_lower(judged: &Judged<'_>) -> i32 {
    let blockers = judged.pieces().filter(|&(place, rank)| {
        let is_only_way_out = |blocked: usize| {
            let mut ways = judged
                .neighbors(blocked)
                .filter(|&(way, rank)| rank.is_mobile() && judged.freedom.is_freer(way, blocked));
            ways.all(|(way, _)| way == place)
        };
        let blocks = |(other_place, other): (usize, Rank)| {
            let step = other.index().saturating_sub(rank.index());
            other.is_mobile()
                && (1..=2).contains(&step)
                && judged.freedom.is_freer(place, other_place)
                && is_only_way_out(other_place)
        };
        rank.is_mobile()
            && rank != Rank::Spy
            && !judged.freedom.is_starting(place)
            && judged.neighbors(place).any(blocks)
    });
    -(blockers.count() as i32)
}

/// H7: miners wasted in front.
fn miners_on_front_row(judged: &Judged<'_>) -> i32 {
    let front = judged.ranks[30..].iter();
    -(front.filter(|&&rank| rank == Some(Rank::Miner)).count() as i32)
}

/// H8: whether bombs have pieces beside them that take miners.
fn bomb_protection(judged: &Judged<'_>) -> i32 {
    let is_guard = |rank: Rank| matches!(rank, Rank::Sergeant | Rank::Lieutenant);
    let has = |place: usize, wanted: &dyn Fn(Rank) -> bool| {
        judged.neighbors(place).any(|(_, rank)| wanted(rank))
    };
    let is_at_flag = |place: usize| has(place, &|rank| rank == Rank::Flag);
    let is_beside_bomb_at_flag = |place: usize| {
        let mut neighbors = judged.neighbors(place);
        neighbors.any(|(bomb, rank)| rank == Rank::Bomb && is_at_flag(bomb))
    };
    judged
        .pieces()
        .map(|(place, rank)| match rank {
            Rank::Bomb if has(place, &is_guard) => 2,
            Rank::Bomb if is_at_flag(place) => -3,
            Rank::Scout | Rank::Spy if is_beside_bomb_at_flag(place) => -1,
            _ => 0,
        })
        .sum()
}

/// H9: whether the pieces of the opening are varied.
fn starting_pieces(judged: &Judged<'_>) -> i32 {
    let starting = judged
        .pieces()
        .filter(|&(place, _)| judged.freedom.is_starting(place));
    let mut counts = [0_i32; 12];
    for (_, rank) in starting {
        counts[rank.index()] += 1;
    }
    let count = |rank: Rank| counts[rank.index()];
    let mut score = -(count(Rank::Bomb) - 2).max(0) - (count(Rank::Miner) - 1).max(0);
    if count(Rank::Colonel) == 2 {
        score -= 1;
    }
    if count(Rank::Flag) > 0 {
        score -= 10;
    }
    if count(Rank::Major) > 2 {
        score -= 2;
    }
    for rank in [Rank::Sergeant, Rank::Lieutenant, Rank::Captain] {
        if count(rank) > 3 {
            score -= 2;
        }
    }
    if count(Rank::Scout) > 5 {
        score -= 1;
    }
    score
}

#[cfg(test)]
mod tests {
    use flagfall_core::notation::parse_readable_setup;

    use super::*;

    fn scores(text: &str) -> Scores {
        Scores::of(&parse_readable_setup(text).unwrap_or_else(|error| panic!("{error}")))
    }

    #[test]
    fn each_heuristic_sees_its_own_fault() {
        // Miners in front, flag in front, everything else as it falls.
        let bad = scores("F333388777 39S2222222 2466665555 4X44BBBBBB");
        assert_eq!(bad.parts[5], -4, "H7: four miners on the front row");
        assert!(bad.parts[7] <= -10, "H9: the flag is in front");
        assert_eq!(bad.parts[1], 0, "H3: not bombed in");
        let good = scores("26297X6262 7582S83572 435B624B52 34BFB34B3B");
        assert_eq!(good.parts[1], 5, "H3: bombed in");
    }

    #[test]
    fn a_piece_blocks_only_what_has_no_other_way_out() {
        let judge = |ranks: &[(usize, Rank)]| {
            let mut places = [Some(Rank::Scout); SETUP_SQUARES];
            for &(place, rank) in ranks {
                places[place] = Some(rank);
            }
            Scores::of_places(&places).parts[4]
        };
        // Behind a lake, where a piece on the back row is as soon out by the side as by the front.
        let (captain, major, beside) = (12, 2, 1);
        let pair = [(captain, Rank::Captain), (major, Rank::Major)];
        assert_eq!(judge(&pair), 0, "the major can leave by the side as soon");
        let walled = [pair[0], pair[1], (beside, Rank::Bomb)];
        assert_eq!(judge(&walled), -1, "the captain is the only way out");
    }

    #[test]
    fn scouts_are_bad_beside_the_bombs_of_the_flag_alone() {
        let judge = |bomb: usize| {
            let mut places = [Some(Rank::Captain); SETUP_SQUARES];
            places[0] = Some(Rank::Flag);
            places[bomb] = Some(Rank::Bomb);
            places[bomb + 1] = Some(Rank::Scout);
            Scores::of_places(&places).parts[6]
        };
        assert_eq!(judge(1), -3 - 1, "no guard, and a scout");
        assert_eq!(judge(5), 0);
    }
}
