//! H1, the distance to freedom (Invincible 4.3.4).

use std::collections::VecDeque;

use flagfall_core::{Rank, SETUP_SQUARES, Setup};

use crate::relation::Relation;

/// For each place, how many pieces have to be moved before the piece on it can be moved.
///
/// A piece on the front row and not behind a lake has 0, a piece behind it 1, and so on. Bombs and the flag cannot be
/// moved, so the way leads around them; they have a distance themselves, but nobody gets out through them. Empty places
/// (Barrage) are a way out that costs nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Freedom([Option<u32>; SETUP_SQUARES]);

impl Freedom {
    /// The distances in a setup.
    pub fn of(setup: &Setup) -> Freedom {
        Freedom::of_places(setup.places())
    }

    /// The distances in a setup that need not be complete.
    pub fn of_places(ranks: &[Option<Rank>; SETUP_SQUARES]) -> Freedom {
        let mut distances = [None; SETUP_SQUARES];
        let mut queue = VecDeque::new();
        for place in (30..SETUP_SQUARES).filter(|place| is_open(place % 10)) {
            distances[place] = Some(0);
            queue.push_back(place);
        }
        while let Some(place) = queue.pop_front() {
            if ranks[place].is_some_and(|rank| !rank.is_mobile()) {
                continue;
            }
            let cost = u32::from(ranks[place].is_some());
            let next = distances[place].map(|distance: u32| distance + cost);
            for (_, neighbor) in Relation::neighbors(place) {
                if distances[neighbor].is_none_or(|found| next.is_some_and(|next| next < found)) {
                    distances[neighbor] = next;
                    queue.push_back(neighbor);
                }
            }
        }
        Freedom(distances)
    }

    /// The distance of a place; `None` if the piece there is trapped for good.
    pub fn distance(&self, place: usize) -> Option<u32> {
        self.0[place]
    }

    /// Whether the piece on `blocker` gets out before the one on `place`.
    pub fn is_freer(&self, blocker: usize, place: usize) -> bool {
        let order = |place: usize| self.0[place].unwrap_or(u32::MAX);
        order(blocker) < order(place)
    }

    /// Whether a piece will be used in the opening: nothing, or one piece, stands in its way.
    pub fn is_starting(&self, place: usize) -> bool {
        self.0[place].is_some_and(|distance| distance <= 1)
    }

    /// H1: the mean distance of the pieces that can get out. A measure, not a score: other heuristics use the distances.
    pub fn mean(&self, ranks: &[Option<Rank>; SETUP_SQUARES]) -> f64 {
        let distances: Vec<u32> = (0..SETUP_SQUARES)
            .filter(|&place| ranks[place].is_some_and(Rank::is_mobile))
            .filter_map(|place| self.0[place])
            .collect();
        f64::from(distances.iter().sum::<u32>()) / distances.len().max(1) as f64
    }
}

/// Whether a column, counted from either side, leads past the lakes.
fn is_open(col: usize) -> bool {
    !matches!(col, 2 | 3 | 6 | 7)
}

#[cfg(test)]
mod tests {
    use flagfall_core::notation::parse_readable_setup;

    use super::*;

    #[test]
    fn bombs_lengthen_the_way_and_can_close_it() {
        let setup = parse_readable_setup("X988777666 6555544443 3332222222 BBS3BB2BBF").unwrap();
        let freedom = Freedom::of(&setup);
        // Places count from the right: the flag's is 0.
        assert_eq!(freedom.distance(39), Some(0));
        assert_eq!(freedom.distance(37), Some(1), "behind the lake");
        assert_eq!(freedom.distance(29), Some(1));
        assert_eq!(freedom.distance(9), Some(3));
        let setup = parse_readable_setup("XB98777666 B655554444 B333322222 3B2228SBBF");
        let freedom = Freedom::of(&setup.unwrap_or_else(|error| panic!("{error}")));
        assert_eq!(freedom.distance(9), None, "behind three bombs");
    }
}
