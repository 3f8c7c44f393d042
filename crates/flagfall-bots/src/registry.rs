//! The table from name to bot.

use crate::blind::Blind;
use crate::bot::Bot;
use crate::spec::{BotSpec, Options, SpecError};

/// A kind of bot that users can name.
#[derive(Debug)]
pub struct BotInfo {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub summary: &'static str,
    /// What can be set.
    pub options: &'static [OptionInfo],
    build: fn(&mut Options) -> Result<Box<dyn Bot>, SpecError>,
}

/// An option of a bot.
#[derive(Debug)]
pub struct OptionInfo {
    /// Its key.
    pub key: &'static str,
    /// What it is when not set.
    pub default: &'static str,
    /// What it means and which values it takes.
    pub meaning: &'static str,
}

/// Every bot there is.
pub const BOTS: &[BotInfo] = &[BotInfo {
    name: "blind",
    summary: "moves a random piece at random, but attacks no piece it knows to be stronger (Mets 2008, section 4)",
    options: &[],
    build: |_| Ok(Box::new(Blind::new())),
}];

/// Builds the bot that a spec names.
///
/// # Errors
/// If there is no such bot, or it has no such option, or the option cannot have that value.
pub fn build(spec: &BotSpec) -> Result<Box<dyn Bot>, SpecError> {
    let info = BOTS
        .iter()
        .find(|info| info.name == spec.name)
        .ok_or_else(|| SpecError::UnknownBot {
            name: spec.name.clone(),
            known: BOTS
                .iter()
                .map(|info| info.name)
                .collect::<Vec<_>>()
                .join(", "),
        })?;
    let mut options = Options::new(spec);
    let bot = (info.build)(&mut options)?;
    options.finish()?;
    Ok(bot)
}
