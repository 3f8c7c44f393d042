//! What the training program loads: the [`Batch`](flagfall_env::Batch) of games, and bots as [`Guests`] in them, behind a C
//! interface ([`ffi`]), for Python without any build step on the machine that trains.

pub mod ffi;
mod guests;

pub use guests::{GuestError, Guests};
