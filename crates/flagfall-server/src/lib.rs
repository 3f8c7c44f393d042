//! The web client's server: pages and assets from inside the binary, live games over WebSocket, the library of finished
//! games, saved setups, statistics, and a look into a bot's mind.
//!
//! - A [`seen::Seen`] is what is sent to somebody, and it is made from [`flagfall_core::View`]s alone: what a side may not
//!   know cannot get into it.
//! - A [`table::Table`] is one live game. Every change is written to the [`store::Store`] before anybody hears of it, so a
//!   kill at any moment loses nothing that was acknowledged.
//! - Bots think on threads of their own. They are told to stop when nobody waits for their answer any more.

mod api;
mod assets;
mod error;
mod guard;
mod ids;
mod library;
pub mod mind;
pub mod seen;
mod server;
mod socket;
pub mod statistics;
pub mod store;
pub mod table;
mod tables;
pub mod wire;

pub use ids::{GameId, Token};
pub use server::{BotFactory, Config, Patience, Server, StartError};
