//! One side's army on its forty squares.

use rand::Rng;

use crate::rank::{ByRank, Rank};
use crate::seed::shuffle;
use crate::side::Side;
use crate::square::Square;
use crate::variant::Variant;

/// How many squares an army may be set up on.
pub const SETUP_SQUARES: usize = 40;

/// One side's complete army, each piece on one of the owner's forty squares: the counts are right by construction.
///
/// Places are numbered as in StraDoS2 strings: from the owner's right corner of the back row, row by row to the front.
/// The same setup can be played by either side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    variant: Variant,
    places: [Option<Rank>; SETUP_SQUARES],
}

impl Setup {
    /// A setup of this variant's army.
    ///
    /// # Errors
    /// Names every rank whose count is not the army's.
    pub fn new(
        variant: Variant,
        places: [Option<Rank>; SETUP_SQUARES],
    ) -> Result<Setup, SetupError> {
        let mut found = ByRank::default();
        for rank in places.into_iter().flatten() {
            found[rank] += 1;
        }
        if found == variant.army() {
            Ok(Setup { variant, places })
        } else {
            Err(SetupError::WrongCounts { variant, found })
        }
    }

    /// An army on squares drawn at random, every arrangement as likely as any other.
    pub fn random(variant: Variant, rng: &mut impl Rng) -> Setup {
        let mut places = [None; SETUP_SQUARES];
        for (place, rank) in places.iter_mut().zip(variant.pieces()) {
            *place = Some(rank);
        }
        shuffle(rng, &mut places);
        Setup { variant, places }
    }

    /// Which army it is.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The forty places in StraDoS2 order.
    pub fn places(&self) -> &[Option<Rank>; SETUP_SQUARES] {
        &self.places
    }

    /// The square of a place when this side plays the setup.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn square(side: Side, place: usize) -> Square {
        assert!(
            place < SETUP_SQUARES,
            "a setup has places 0-39, not {place}"
        );
        let (depth, from_right) = (place as u8 / 10, place as u8 % 10);
        let square = match side {
            Side::Red => Square::new(depth, 9 - from_right),
            Side::Blue => Square::new(9 - depth, from_right),
        };
        square.expect("no lake is on the squares of a setup")
    }

    /// Each piece with its square when this side plays the setup.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Square, Rank)> {
        self.places
            .iter()
            .enumerate()
            .filter_map(move |(place, &rank)| Some((Setup::square(side, place), rank?)))
    }

    /// The same setup with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Setup {
        let mut places = self.places;
        for row in places.chunks_exact_mut(10) {
            row.reverse();
        }
        Setup {
            variant: self.variant,
            places,
        }
    }
}

/// Why an arrangement is not a setup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// Too many or too few of some ranks.
    #[error("not a {variant} army: {}", describe_counts(*variant, found))]
    WrongCounts {
        /// The army that was expected.
        variant: Variant,
        /// How many of each rank there were.
        found: ByRank<u8>,
    },
    /// A text with the wrong number of squares.
    #[error("a setup has 40 letters, this one has {0}")]
    WrongLength(usize),
    /// A letter that stands for no piece.
    #[error("'{letter}' at place {place} is no piece letter")]
    UnknownLetter {
        /// The offending letter.
        letter: char,
        /// Its place in the text, counted from 1.
        place: usize,
    },
    /// Letters of red and of blue pieces in one setup.
    #[error("the setup mixes letters of red and of blue pieces ('{letter}' at place {place})")]
    MixedSides {
        /// The first letter of the other side.
        letter: char,
        /// Its place in the text, counted from 1.
        place: usize,
    },
}

fn describe_counts(variant: Variant, found: &ByRank<u8>) -> String {
    let army = variant.army();
    Rank::ALL
        .into_iter()
        .filter(|&rank| found[rank] != army[rank])
        .map(|rank| format!("{} {rank} instead of {}", found[rank], army[rank]))
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn place_zero_is_the_owners_right_back_corner() {
        assert_eq!(Setup::square(Side::Red, 0).to_string(), "J1");
        assert_eq!(Setup::square(Side::Blue, 0).to_string(), "A10");
        assert_eq!(Setup::square(Side::Red, 39).to_string(), "A4");
        assert_eq!(Setup::square(Side::Blue, 39).to_string(), "J7");
    }

    #[test]
    fn wrong_counts_name_every_wrong_rank() {
        let mut places = *Setup::random(Variant::Classic, &mut Seed(1).rng()).places();
        let flag = places
            .iter()
            .position(|&rank| rank == Some(Rank::Flag))
            .unwrap();
        places[flag] = Some(Rank::Spy);
        let message = Setup::new(Variant::Classic, places)
            .unwrap_err()
            .to_string();
        assert_eq!(
            message,
            "not a classic army: 0 flag instead of 1, 2 spy instead of 1"
        );
    }

    #[test]
    fn mirroring_twice_gives_the_setup_back() {
        let setup = Setup::random(Variant::Barrage, &mut Seed(2).rng());
        assert_ne!(setup.mirrored(), setup);
        assert_eq!(setup.mirrored().mirrored(), setup);
    }
}
