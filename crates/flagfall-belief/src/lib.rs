//! What a player can infer about the pieces that are hidden from him.
//!
//! [`sample_ranks`] draws arrangements that fit a view, [`counted_ranks`] says what counting says; [`Guesser`] weighs them by
//! how people set up and play, for both sides from what both sides can see; [`Material`] says what the pieces that are left are
//! worth; [`OpponentModel`] learns from how pieces move near pieces that their owner knows. A [`RankSource`] is any of them behind one door.

mod counting;
mod guesser;
mod material;
mod matrix;
mod model;
mod placing;
mod public;
mod sampling;
mod source;

pub use counting::counted_ranks;
pub use guesser::Guesser;
pub use material::Material;
pub use matrix::normalize;
pub use model::{
    BehaviorCounter, BehaviorTable, Bluffing, Honesty, ModelSettings, MoveType, OpponentModel,
    TableError,
};
pub use public::{PublicBoard, PublicPiece};
pub use sampling::sample_ranks;
pub use source::{Counts, RankSource};
