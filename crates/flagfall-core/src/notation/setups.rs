//! Setups as text.

use super::{EMPTY_LETTER, rank_from_letter, rank_letter, strados_letter, strados_piece};
use crate::rank::Rank;
use crate::setup::{SETUP_SQUARES, Setup, SetupError};
use crate::side::Side;
use crate::variant::Variant;

/// Reads a StraDoS2 setup: 40 letters, back row first, each row from the owner's right; letters of either side, not mixed.
/// Forty pieces are a classic army, anything less must be a Barrage army.
///
/// # Errors
/// If it is not 40 letters of one side that make an army.
pub fn parse_setup(text: &str) -> Result<Setup, SetupError> {
    let mut owner = None;
    from_letters(text, |letter, place| {
        let Some((side, rank)) = strados_piece(letter) else {
            return if letter == EMPTY_LETTER {
                Ok(None)
            } else {
                Err(SetupError::UnknownLetter { letter, place })
            };
        };
        if *owner.get_or_insert(side) != side {
            return Err(SetupError::MixedSides { letter, place });
        }
        Ok(Some(rank))
    })
}

/// Writes a setup as 40 StraDoS2 letters of this side.
pub fn write_setup(setup: &Setup, side: Side) -> String {
    setup
        .places()
        .iter()
        .map(|rank| rank.map_or(EMPTY_LETTER, |rank| strados_letter(side, rank)))
        .collect()
}

/// Reads the readable form: four lines of ten letters, the front row first, as the owner sees them. Blanks between the
/// letters are passed over.
///
/// # Errors
/// If it is not four rows that make an army.
pub fn parse_readable_setup(text: &str) -> Result<Setup, SetupError> {
    let letters: String = text.split_whitespace().collect();
    // The first letter is the front row's left, which is the last place: the two orders are each other's reverse.
    let reversed: String = letters.chars().rev().collect();
    from_letters(&reversed, |letter, place| match rank_from_letter(letter) {
        Some(rank) => Ok(Some(rank)),
        None if letter == '.' => Ok(None),
        None => Err(SetupError::UnknownLetter {
            letter,
            place: SETUP_SQUARES + 1 - place,
        }),
    })
}

/// Writes the readable form, a line break after each of the four rows.
pub fn write_readable_setup(setup: &Setup) -> String {
    let mut text = String::with_capacity(44);
    for row in setup.places().chunks_exact(10).rev() {
        text.extend(row.iter().rev().map(|rank| rank.map_or('.', rank_letter)));
        text.push('\n');
    }
    text
}

fn from_letters(
    text: &str,
    mut read: impl FnMut(char, usize) -> Result<Option<Rank>, SetupError>,
) -> Result<Setup, SetupError> {
    let length = text.chars().count();
    if length != SETUP_SQUARES {
        return Err(SetupError::WrongLength(length));
    }
    let mut places = [None; SETUP_SQUARES];
    for (index, letter) in text.chars().enumerate() {
        places[index] = read(letter, index + 1)?;
    }
    let is_full = places.iter().all(Option::is_some);
    Setup::new(
        if is_full {
            Variant::Classic
        } else {
            Variant::Barrage
        },
        places,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn setups_round_trip_in_both_forms() {
        let mut rng = Seed(3).rng();
        for variant in [Variant::Classic, Variant::Barrage] {
            let setup = Setup::random(variant, &mut rng);
            for side in Side::ALL {
                assert_eq!(parse_setup(&write_setup(&setup, side)), Ok(setup));
            }
            assert_eq!(
                parse_readable_setup(&write_readable_setup(&setup)),
                Ok(setup)
            );
        }
    }

    #[test]
    fn readable_form_shows_the_front_row_as_the_owner_sees_it() {
        let setup = parse_setup("MBBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKL").unwrap();
        assert_eq!(
            write_readable_setup(&setup),
            "X988777666\n6555544443\n3333222222\n22SBBBBBBF\n"
        );
        // The flag is on place 0: red's right back corner is J1.
        assert_eq!(
            setup
                .pieces(Side::Red)
                .next()
                .map(|(square, _)| square.to_string()),
            Some("J1".into())
        );
    }

    #[test]
    fn wrong_setups_say_what_is_wrong() {
        let message = |text: &str| parse_setup(text).unwrap_err().to_string();
        assert_eq!(
            message(&"B".repeat(41)),
            "a setup has 40 letters, this one has 41"
        );
        assert!(message(&"Z".repeat(40)).contains("'Z' at place 1"));
        assert!(message(&format!("B{}", "N".repeat(39))).contains("mixes letters"));
        assert!(message(&"D".repeat(40)).contains("40 scout instead of 8"));
    }
}
