//! The half-random setups of Perspecto (Stengard 2006, section 7.1).
//!
//! "The flag always stands somewhere on the last row, surrounded by bombs. Miners, scouts, the spy and the highest pieces
//! are drawn away from the front line." His test games add that the highest pieces are on the two middle rows.
//!
//! Choices where the text is silent: the highest are marshal, general and colonels; within their rows all pieces are placed
//! without preference; bombs that are left over go anywhere. In Barrage, where most squares stay empty, no row is forced to be
//! filled, and only the flag and the highest pieces keep to their rows.

use flagfall_core::{Rank, SETUP_SQUARES, Setup, Variant, below, shuffle};
use rand::Rng;

use crate::relation::Relation;

/// The two rows between back and front.
const MIDDLE: std::ops::Range<usize> = 10..30;
const FRONT: std::ops::Range<usize> = 30..SETUP_SQUARES;

/// A half-random setup.
pub fn half_random(variant: Variant, rng: &mut impl Rng) -> Setup {
    let mut places = [None; SETUP_SQUARES];
    let mut left: Vec<Rank> = variant.pieces().collect();
    let flag = below(rng, 10) as usize;
    put(&mut places, &mut left, flag, Rank::Flag);
    for (_, place) in Relation::neighbors(flag) {
        put(&mut places, &mut left, place, Rank::Bomb);
    }
    shuffle(rng, &mut left);
    let highest = left.iter().filter(|rank| is_highest(**rank)).count();
    for _ in 0..highest {
        fill(&mut places, &mut left, MIDDLE, is_highest, rng);
    }
    if variant == Variant::Classic {
        while places[FRONT].contains(&None) {
            fill(&mut places, &mut left, FRONT, is_front, rng);
        }
    }
    while !left.is_empty() {
        fill(&mut places, &mut left, 0..SETUP_SQUARES, |_| true, rng);
    }
    Setup::new(variant, places).expect("every piece of the army was placed")
}

fn is_highest(rank: Rank) -> bool {
    matches!(rank, Rank::Marshal | Rank::General | Rank::Colonel)
}

fn is_front(rank: Rank) -> bool {
    !is_highest(rank) && !matches!(rank, Rank::Miner | Rank::Scout | Rank::Spy)
}

/// Puts a piece of this rank on a place if one is left.
fn put(places: &mut [Option<Rank>], left: &mut Vec<Rank>, place: usize, rank: Rank) {
    if let Some(index) = left.iter().position(|&other| other == rank) {
        left.remove(index);
        places[place] = Some(rank);
    }
}

/// Puts the first fitting piece, which is a random one because they are shuffled, on a random empty place of a range.
fn fill(
    places: &mut [Option<Rank>],
    left: &mut Vec<Rank>,
    range: std::ops::Range<usize>,
    fits: fn(Rank) -> bool,
    rng: &mut impl Rng,
) {
    let empty: Vec<usize> = range.filter(|&place| places[place].is_none()).collect();
    let index = left.iter().position(|&rank| fits(rank));
    let index = index.expect("there are more fitting pieces than places for them");
    places[empty[below(rng, empty.len() as u32) as usize]] = Some(left.remove(index));
}

#[cfg(test)]
mod tests {
    use flagfall_core::Seed;

    use super::*;

    #[test]
    fn the_flag_is_bombed_in_and_the_front_row_is_of_middle_pieces() {
        let mut rng = Seed(4).rng();
        for _ in 0..200 {
            let setup = half_random(Variant::Classic, &mut rng);
            let ranks = setup.places();
            let flag = ranks.iter().position(|&rank| rank == Some(Rank::Flag));
            let flag = flag.unwrap();
            assert!(flag < 10);
            for (_, place) in Relation::neighbors(flag) {
                assert_eq!(ranks[place], Some(Rank::Bomb));
            }
            assert!(ranks[FRONT].iter().all(|rank| is_front(rank.unwrap())));
        }
        half_random(Variant::Barrage, &mut rng);
    }
}
