//! How setups are inherited (7.1).

use flagfall_core::{GameRng, Rank, SETUP_SQUARES, Setup, below, shuffle, unit};

use crate::settings::Mutation;

/// A setup made of these, at least one and all of one army: its places are gone through in a random order, and each takes the rank
/// that one of the parents has there, if there is still one left of it; what is left over goes to the places that found
/// nothing. With mutation, each place then changes with another one as often as a value would change.
pub(crate) fn cross(parents: &[Setup], mutation: Option<Mutation>, rng: &mut GameRng) -> Setup {
    let variant = parents[0].variant();
    let mut left: Vec<Option<Rank>> = parents[0].places().to_vec();
    let mut order: [usize; SETUP_SQUARES] = std::array::from_fn(|place| place);
    shuffle(rng, &mut order);
    let mut places = [None; SETUP_SQUARES];
    let mut without = Vec::new();
    for place in order {
        let parent = &parents[below(rng, parents.len() as u32) as usize];
        let wanted = parent.places()[place];
        match left.iter().position(|&rank| rank == wanted) {
            Some(at) => places[place] = left.swap_remove(at),
            None => without.push(place),
        }
    }
    for (place, rank) in without.into_iter().zip(left) {
        places[place] = rank;
    }
    if let Some(mutation) = mutation {
        for place in 0..SETUP_SQUARES {
            if unit(rng) < mutation.rate {
                places.swap(place, below(rng, SETUP_SQUARES as u32) as usize);
            }
        }
    }
    Setup::new(variant, places).expect("the ranks are those of a parent")
}

#[cfg(test)]
mod tests {
    use flagfall_core::{Seed, Variant};

    use super::*;

    #[test]
    fn a_child_has_what_its_parents_agree_on_and_a_whole_army() {
        let mut rng = Seed(4).rng();
        let one = Setup::random(Variant::Classic, &mut rng);
        // Exchanging two rows leaves twenty places as they are.
        let mut places = *one.places();
        let (back, front) = places.split_at_mut(20);
        back[..10].swap_with_slice(&mut front[..10]);
        let two = Setup::new(Variant::Classic, places).unwrap();
        let agreed = |place: usize| one.places()[place] == two.places()[place];
        let mut from_one = 0;
        let mut from_two = 0;
        for _ in 0..200 {
            let child = cross(&[one, two], None, &mut rng);
            for place in 0..SETUP_SQUARES {
                let rank = child.places()[place];
                from_one += u32::from(!agreed(place) && rank == one.places()[place]);
                from_two += u32::from(!agreed(place) && rank == two.places()[place]);
            }
        }
        assert_eq!(cross(&[one, one], None, &mut rng), one);
        let share = f64::from(from_one) / f64::from(from_one + from_two);
        assert!((share - 0.5).abs() < 0.05, "{share}");
    }

    #[test]
    fn mutation_exchanges_places() {
        let mut rng = Seed(5).rng();
        let one = Setup::random(Variant::Classic, &mut rng);
        let mutation = Mutation {
            rate: 0.1,
            size: 0.0,
        };
        let changed: usize = (0..200)
            .map(|_| cross(&[one], Some(mutation), &mut rng))
            .map(|child| {
                let pairs = child.places().iter().zip(one.places());
                pairs.filter(|(new, old)| new != old).count()
            })
            .sum();
        // Four exchanges a setup, of which some are between pieces of one rank or undo each other.
        let a_setup = changed as f64 / 200.0;
        assert!((4.0..8.0).contains(&a_setup), "{a_setup}");
    }
}
