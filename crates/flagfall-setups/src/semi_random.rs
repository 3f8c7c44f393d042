//! The semi-random generator (Invincible 4.3.2, 7.2.5 and figure 7.7).
//!
//! Pieces are placed one after another, each on an empty place drawn by the probabilities of its rank; then the
//! probabilities of the neighboring places are multiplied by how often people put each rank beside it. Section 4.3.2 orders
//! the ranks by hand and 7.2.5 by how far their relations are from 1; the latter needs no hand, so it is taken.
//!
//! Where people never put a rank and nothing else is left, any empty place is as good as another.

use flagfall_core::{Rank, SETUP_SQUARES, Setup, below};
use rand::Rng;

use crate::draw::pick;
use crate::relation::Relation;
use crate::stats::SetupStats;

/// A setup drawn by the statistics.
pub fn semi_random(stats: &SetupStats, rng: &mut impl Rng) -> Setup {
    let variant = stats.variant();
    let army = variant.army();
    let mut weights: [[f64; 12]; SETUP_SQUARES] =
        std::array::from_fn(|place| Rank::ALL.map(|rank| stats.share(place, rank)));
    let mut places = [None; SETUP_SQUARES];
    for rank in stats.placing_order() {
        for _ in 0..army[rank] {
            let place = draw_place(rng, rank, &weights, &places);
            places[place] = Some(rank);
            for (relation, neighbor) in Relation::neighbors(place) {
                for other in Rank::ALL {
                    weights[neighbor][other.index()] *= stats.factor(relation, rank, other);
                }
            }
        }
    }
    Setup::new(variant, places).expect("every piece of the army was placed")
}

fn draw_place(
    rng: &mut impl Rng,
    rank: Rank,
    weights: &[[f64; 12]; SETUP_SQUARES],
    places: &[Option<Rank>; SETUP_SQUARES],
) -> usize {
    let of_rank: [f64; SETUP_SQUARES] = std::array::from_fn(|place| {
        if places[place].is_none() {
            weights[place][rank.index()]
        } else {
            0.0
        }
    });
    pick(rng, &of_rank).unwrap_or_else(|| {
        let empty: Vec<usize> = (0..SETUP_SQUARES)
            .filter(|&place| places[place].is_none())
            .collect();
        empty[below(rng, empty.len() as u32) as usize]
    })
}

#[cfg(test)]
mod tests {
    use flagfall_core::{Seed, Variant};

    use super::*;

    #[test]
    fn flags_stand_at_the_back_and_mostly_beside_bombs() {
        let mut rng = Seed(1).rng();
        let stats = SetupStats::of(Variant::Classic);
        let (mut back, mut beside) = (0, 0);
        for _ in 0..400 {
            let setup = semi_random(stats, &mut rng);
            let ranks = setup.places();
            let flag = ranks
                .iter()
                .position(|&rank| rank == Some(Rank::Flag))
                .unwrap();
            back += u32::from(flag < 10);
            beside += u32::from(
                Relation::neighbors(flag).any(|(_, place)| ranks[place] == Some(Rank::Bomb)),
            );
        }
        assert!(back > 320 && beside > 320, "{back} {beside}");
    }

    #[test]
    fn barrage_armies_can_be_drawn_too() {
        let mut rng = Seed(3).rng();
        for _ in 0..50 {
            semi_random(SetupStats::of(Variant::Barrage), &mut rng);
        }
    }
}
