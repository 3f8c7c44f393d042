//! Start positions as 100 letters, and setups found in them.

use flagfall_core::notation::strados_letter;
use flagfall_core::{
    BySide, PositionBuilder, Rank, Rules, Setup, SetupError, Side, Square, Start, Variant,
};

/// A piece or nothing on each square, by index.
pub(crate) type Cells = [Option<(Side, Rank)>; Square::COUNT];

/// Why a start field is not two setups.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FieldError {
    /// A piece outside its side's four rows.
    #[error("{side}'s {rank} on {square} is outside {side}'s four rows")]
    Outside {
        /// Whose piece.
        side: Side,
        /// What it is.
        rank: Rank,
        /// Where it stands.
        square: Square,
    },
    /// One side's pieces are not an army.
    #[error("{side}'s setup: {error}")]
    Setup {
        /// Whose setup.
        side: Side,
        /// What is wrong with it.
        error: SetupError,
    },
}

/// The pieces of a start.
pub(crate) fn cells(start: &Start) -> Cells {
    match start {
        Start::Free(builder) => builder.pieces,
        Start::Setups(setups) => {
            let mut cells = [None; Square::COUNT];
            for side in Side::ALL {
                for (square, rank) in setups[side].pieces(side) {
                    cells[square.index()] = Some((side, rank));
                }
            }
            cells
        }
    }
}

/// The pieces as 100 StraDoS2 letters, A1 first.
pub(crate) fn board_letters(cells: &Cells) -> String {
    cells
        .iter()
        .zip(0u8..)
        .map(|(cell, index)| match cell {
            Some((side, rank)) => strados_letter(*side, *rank),
            None if Square::from_index(index).is_none() => '_',
            None => 'A',
        })
        .collect()
}

/// A free start with these pieces.
pub(crate) fn free(rules: Rules, to_move: Side, pieces: Cells) -> Start {
    Start::Free(Box::new(PositionBuilder {
        rules,
        to_move,
        pieces,
    }))
}

/// The two setups that a field shows.
pub(crate) fn setups(variant: Variant, cells: &Cells) -> Result<BySide<Setup>, FieldError> {
    for square in Square::all() {
        let Some((side, rank)) = cells[square.index()] else {
            continue;
        };
        let is_own_row = match side {
            Side::Red => square.row() < 4,
            Side::Blue => square.row() >= 6,
        };
        if !is_own_row {
            return Err(FieldError::Outside { side, rank, square });
        }
    }
    let setup = |side| {
        let places = std::array::from_fn(|place| {
            cells[Setup::square(side, place).index()].map(|(_, rank)| rank)
        });
        Setup::new(variant, places).map_err(|error| FieldError::Setup { side, error })
    };
    Ok(BySide::new(setup(Side::Red)?, setup(Side::Blue)?))
}

#[cfg(test)]
mod tests {
    use flagfall_core::Seed;
    use flagfall_core::notation::parse_board;

    use super::*;

    #[test]
    fn setups_are_found_in_their_field_again() {
        let mut rng = Seed(5).rng();
        for variant in [Variant::Classic, Variant::Barrage] {
            let both = BySide::from_fn(|_| Setup::random(variant, &mut rng));
            let field = cells(&Start::Setups(both));
            assert_eq!(parse_board(&board_letters(&field)), Ok(field));
            assert_eq!(setups(variant, &field), Ok(both));
        }
    }

    #[test]
    fn pieces_outside_their_rows_are_no_setup() {
        let mut field = [None; Square::COUNT];
        field[70] = Some((Side::Red, Rank::Spy));
        assert_eq!(
            setups(Variant::Barrage, &field).unwrap_err().to_string(),
            "red's spy on A8 is outside red's four rows"
        );
    }
}
