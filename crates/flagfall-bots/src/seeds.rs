//! The seeds that players are given.

use flagfall_core::Seed;
use sha2::{Digest, Sha256};

/// The seed of one player, made from a seed that is kept from all players. There is no way back from it: [`Seed::derive`] can be
/// undone, and a player that undid it would find the seed of its opponent, and with that its opponent's army.
pub fn player_seed(secret: Seed, player: usize) -> Seed {
    let digest = Sha256::new()
        .chain_update(b"flagfall player")
        .chain_update(secret.0.to_le_bytes())
        .chain_update((player as u64).to_le_bytes())
        .finalize();
    let (first, _) = digest.split_first_chunk().expect("it has 32 bytes");
    Seed(u64::from_le_bytes(*first))
}
