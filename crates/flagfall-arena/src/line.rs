//! Our own line protocol, both ends.
//!
//! [`LineBot`] hosts a program that speaks it, `cmd:COMMAND`; [`serve`] makes any of our bots such a program. The protocol is
//! described in `docs/protocol.md`. Everything the host says is taken from what the [`Bot`](flagfall_bots::Bot) trait hands
//! to every bot, so a program is told nothing that its side may not know.

mod host;
mod serve;
mod text;

pub use host::LineBot;
pub use serve::{ServeError, serve};
