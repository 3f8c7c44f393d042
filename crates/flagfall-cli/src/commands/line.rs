//! `flagfall line`: one of our bots as a program that speaks our line protocol.

use std::io::{stdin, stdout};

use anyhow::Result;
use flagfall_arena::line::serve;
use flagfall_bots::{BotSpec, build};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The bot, as name or name:key=value,... (see `flagfall bots`)
    #[arg(long)]
    bot: BotSpec,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut bot = build(&args.bot)?;
    serve(
        bot.as_mut(),
        &args.bot.to_string(),
        &mut stdin().lock(),
        &mut stdout().lock(),
    )?;
    Ok(())
}
