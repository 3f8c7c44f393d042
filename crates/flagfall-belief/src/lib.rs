//! What a player can infer about the pieces that are hidden from him.
//!
//! [`sample_ranks`] draws arrangements that fit a view, [`counted_ranks`] says what counting says; [`Guesser`] weighs them by
//! how people set up and play, for both sides from what both sides can see; [`Material`] says what the pieces that are left are
//! worth. A [`RankSource`] is any of them behind one door.

mod counting;
mod guesser;
mod material;
mod sampling;
mod source;

pub use counting::counted_ranks;
pub use guesser::{Guesser, PublicBoard, PublicPiece, normalize};
pub use material::Material;
pub use sampling::sample_ranks;
pub use source::{Counts, RankSource};
