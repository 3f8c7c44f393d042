//! Incremental hashing of which individual piece stands where.

use crate::seed::splitmix;
use crate::square::Square;

/// The keys depend on identities and squares only, never on ranks: everybody may know them, and the more-squares rule,
/// which compares individual pieces (rule 6.2), compares keys.
static KEYS: [u64; Square::COUNT * Square::COUNT] = {
    let mut keys = [0; Square::COUNT * Square::COUNT];
    let mut index = 0;
    while index < keys.len() {
        keys[index] = splitmix(splitmix(index as u64) ^ 0x5354_5241_5445_474F);
        index += 1;
    }
    keys
};

/// What a piece on a square contributes to the key of a board.
#[inline]
pub(crate) fn piece_key(id: u8, square: usize) -> u64 {
    KEYS[usize::from(id) * Square::COUNT + square]
}

/// What distinguishes blue to move from red to move.
pub(crate) const BLUE_TO_MOVE: u64 = splitmix(0x424C_5545);

/// What a rank of a piece contributes to a hash that tells positions with different hidden ranks apart.
pub(crate) const fn rank_key(id: usize, rank: usize) -> u64 {
    splitmix(splitmix((id * 16 + rank) as u64) ^ 0x5241_4E4B)
}
