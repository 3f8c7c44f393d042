//! Text forms of moves, setups and positions.
//!
//! - Moves as in Perspecto (Stengård 2006): `B4-B5`, attack won `B4xB5`, lost `B4oB5`, both fall `B4xoB5`. Any of these
//!   and `b4b5` is read.
//! - Setups as 40-letter StraDoS2 strings (Invincible 7.2.4) and in four readable lines.
//! - Positions as 100-letter StraDoS2 boards and in ten readable lines.

mod moves;
mod positions;
mod setups;

pub use moves::{ParseMoveError, parse_move, write_move};
pub use positions::{
    ParseBoardError, parse_board, parse_readable_position, write_board, write_readable_board,
    write_readable_position,
};
pub use setups::{parse_readable_setup, parse_setup, write_readable_setup, write_setup};

use crate::rank::Rank;
use crate::side::Side;

/// The StraDoS2 letters of red's pieces start here, in the order of [`STRADOS`].
const RED_BASE: u8 = b'B';
/// The StraDoS2 letters of blue's pieces start here.
const BLUE_BASE: u8 = b'N';
/// An empty square in StraDoS2.
const EMPTY_LETTER: char = 'A';
/// A lake square in a 100-letter board.
const LAKE_LETTER: char = '_';

/// The ranks in the order of their StraDoS2 letters.
const STRADOS: [Rank; 12] = [
    Rank::Bomb,
    Rank::Spy,
    Rank::Scout,
    Rank::Miner,
    Rank::Sergeant,
    Rank::Lieutenant,
    Rank::Captain,
    Rank::Major,
    Rank::Colonel,
    Rank::General,
    Rank::Marshal,
    Rank::Flag,
];

/// The StraDoS2 letter of a piece: B-M for red, N-Y for blue.
pub fn strados_letter(side: Side, rank: Rank) -> char {
    let offset = STRADOS
        .iter()
        .position(|&other| other == rank)
        .expect("every rank has a letter");
    let base = match side {
        Side::Red => RED_BASE,
        Side::Blue => BLUE_BASE,
    };
    char::from(base + offset as u8)
}

/// The piece that a StraDoS2 letter stands for.
pub fn strados_piece(letter: char) -> Option<(Side, Rank)> {
    let byte = u8::try_from(letter).ok()?;
    let (side, base) = match byte {
        b'B'..=b'M' => (Side::Red, RED_BASE),
        b'N'..=b'Y' => (Side::Blue, BLUE_BASE),
        _ => return None,
    };
    Some((side, STRADOS[usize::from(byte - base)]))
}

/// The letter of a rank in readable forms: `F`lag, `S`py, `2`-`9`, `X` for the marshal (ten), `B`omb.
pub fn rank_letter(rank: Rank) -> char {
    char::from(b"FS23456789XB"[rank.index()])
}

/// The rank that a letter of the readable forms stands for.
pub fn rank_from_letter(letter: char) -> Option<Rank> {
    Rank::ALL
        .into_iter()
        .find(|&rank| rank_letter(rank) == letter.to_ascii_uppercase())
}
