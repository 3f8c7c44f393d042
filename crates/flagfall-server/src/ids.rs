//! Names that nobody can guess.

use std::fmt;

use flagfall_core::Seed;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// 32 letters that write five bits each: no letter looks like another, none needs escaping in an address.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The name of a game: 100 random bits. Who has it may watch.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub String);

impl GameId {
    /// A new one.
    pub fn random() -> GameId {
        GameId(random_text(20))
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What a player proves his seat with: 160 random bits. The store holds only its hash.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Token(pub String);

impl Token {
    /// A new one.
    pub fn random() -> Token {
        Token(random_text(32))
    }

    /// What is kept of it. Comparing hashes also tells nothing by how long it takes.
    pub fn hash(&self) -> String {
        let digest = Sha256::digest(self.0.as_bytes());
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// A seed that nobody can guess: with a known one, a bot's setup could be computed.
pub(crate) fn random_seed() -> Seed {
    let mut bytes = [0; 8];
    fill(&mut bytes);
    Seed(u64::from_le_bytes(bytes))
}

fn random_text(length: usize) -> String {
    let mut bytes = vec![0; length];
    fill(&mut bytes);
    let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
    bytes.iter().map(letter).collect()
}

fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the system has a source of randomness");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_long_and_never_the_same() {
        let (one, other) = (GameId::random(), GameId::random());
        assert_eq!(one.0.len(), 20);
        assert_ne!(one, other);
        assert_ne!(Token::random().hash(), Token::random().hash());
    }
}
