//! Moves as numbers: 100 source squares x 4 directions x 9 distances, in the frame of the player who moves.
//!
//! The mover always sees his own army at the bottom: for blue the board is turned by half a circle, which keeps directions
//! meaningful (north is always towards the enemy).

use flagfall_core::{Direction, Move, Side, Square};

/// How many actions there are, most of them never legal.
pub const N_ACTIONS: usize = 3600;

/// Actions of one source square and one direction.
pub(crate) const DISTANCES: usize = 9;

/// Actions of one source square.
pub(crate) const PER_SQUARE: usize = Direction::ALL.len() * DISTANCES;

/// The index of a square in the frame of `side`.
#[inline]
pub fn to_frame(square: Square, side: Side) -> usize {
    match side {
        Side::Red => square.index(),
        Side::Blue => 99 - square.index(),
    }
}

/// `source * 36 + direction * 9 + distance - 1`, with north, south, east, west numbered 0 to 3.
///
/// # Panics
/// If the move is not along a row or a column: no legal move is not.
#[inline]
pub fn encode(mv: Move, side: Side) -> usize {
    let (direction, distance) = mv
        .direction_and_distance()
        .expect("moves go along a row or a column");
    // Turning the board exchanges north with south and east with west, which differ in the lowest bit.
    let direction = direction as usize ^ side.index();
    to_frame(mv.from, side) * PER_SQUARE + direction * 9 + usize::from(distance) - 1
}

/// [`encode`] without divisions, for a move that is known to be along a row or a column.
#[inline]
pub(crate) fn encode_straight(mv: Move, side: Side) -> usize {
    let (from, to) = (to_frame(mv.from, side), to_frame(mv.to, side));
    let code = from * PER_SQUARE + usize::from(STRAIGHT[99 + to - from]);
    debug_assert_eq!(code, encode(mv, side));
    code
}

/// Direction and distance by 99 + the difference of the two indices.
const STRAIGHT: [u8; 199] = {
    let mut codes = [0; 199];
    let mut distance = 1;
    while distance <= 9 {
        let mut direction = 0;
        while direction < 4 {
            let difference = Direction::ALL[direction].delta() as isize * distance;
            codes[(99 + difference) as usize] = (direction as isize * 9 + distance - 1) as u8;
            direction += 1;
        }
        distance += 1;
    }
    codes
};

/// The move of an action; `None` if it starts or ends outside the board or on a lake.
pub fn decode(action: usize, side: Side) -> Option<Move> {
    if action >= N_ACTIONS {
        return None;
    }
    let (source, rest) = (action / PER_SQUARE, action % PER_SQUARE);
    let direction = Direction::ALL[(rest / 9) ^ side.index()];
    let distance = (rest % 9) as i16 + 1;
    let from = match side {
        Side::Red => source,
        Side::Blue => 99 - source,
    };
    let from = Square::from_index(from as u8)?;
    let (row, col) = (i16::from(from.row()), i16::from(from.col()));
    let (row, col) = match direction {
        Direction::North => (row + distance, col),
        Direction::South => (row - distance, col),
        Direction::East => (row, col + distance),
        Direction::West => (row, col - distance),
    };
    let to = Square::new(u8::try_from(row).ok()?, u8::try_from(col).ok()?)?;
    Some(Move::new(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_straight_move_survives_the_round_trip_for_both_sides() {
        for side in Side::ALL {
            for from in Square::all() {
                for to in Square::all() {
                    let mv = Move::new(from, to);
                    if mv.direction_and_distance().is_some() {
                        assert_eq!(decode(encode(mv, side), side), Some(mv));
                        assert_eq!(encode_straight(mv, side), encode(mv, side));
                    }
                }
            }
        }
    }

    #[test]
    fn both_sides_call_a_step_forward_north() {
        let step = |text: [&str; 2]| Move::new(text[0].parse().unwrap(), text[1].parse().unwrap());
        assert_eq!(
            encode(step(["B4", "B5"]), Side::Red),
            encode(step(["I7", "I6"]), Side::Blue)
        );
        assert_eq!(encode(step(["B4", "B5"]), Side::Red), 31 * 36);
    }

    #[test]
    fn actions_off_the_board_or_into_lakes_are_no_moves() {
        assert_eq!(decode(N_ACTIONS, Side::Red), None);
        assert_eq!(decode(9, Side::Red), None, "south of A1");
        assert_eq!(decode(32 * 36, Side::Red), None, "C4-C5 is a lake");
        assert_eq!(decode(42 * 36, Side::Red), None, "C5 is a lake");
    }
}
