//! What a player can infer about the pieces that are hidden from him.

mod sampling;

pub use sampling::sample_ranks;
