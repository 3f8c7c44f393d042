//! The named door for players that may see what their side cannot know.
//!
//! A [`Bot`] gets views and events; there is no call in that trait that could carry more. What a cheating player needs is a
//! trait of its own, so that the truth cannot reach a player by accident: somebody has to ask [`build_cheating`] for one, by
//! its own name, and has to call [`CheatingBot::see_everything`] in each of its turns. In the arena such a player is written
//! `cheating:NAME`, and appears under that name in every result.

use flagfall_core::Position;

use crate::bot::Bot;
use crate::monte_carlo::CheatingMonteCarlo;
use crate::spec::{BotSpec, Options, SpecError};

/// A player that is shown the true position before each of its moves.
pub trait CheatingBot: Bot {
    /// The position in which the bot is about to be asked for a move, with every rank in it.
    fn see_everything(&mut self, truth: &Position);
}

/// Builds the cheating player that a spec names.
///
/// # Errors
/// If no player of that name cheats, or it has no such option, or the option cannot have that value.
pub fn build_cheating(spec: &BotSpec) -> Result<Box<dyn CheatingBot>, SpecError> {
    if spec.name != "monte-carlo" {
        return Err(SpecError::UnknownBot {
            name: format!("cheating:{}", spec.name),
            known: "cheating:monte-carlo".to_owned(),
        });
    }
    let mut options = Options::new(spec);
    let bot = CheatingMonteCarlo::build(&mut options)?;
    options.finish()?;
    Ok(bot)
}
