//! `flagfall ucc`: one of our bots under the UCC 2012 manager.

use std::io::{stderr, stdin, stdout};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};
use flagfall_arena::process::SEED_VARIABLE;
use flagfall_arena::ucc::{ClientOptions, client};
use flagfall_bots::{BotSpec, Budget, build};
use flagfall_core::Seed;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The bot, as name or name:key=value,... (see `flagfall bots`)
    #[arg(long)]
    bot: BotSpec,
    /// The seed of the game [default: what the variable FLAGFALL_SEED says, or else a new one each time]
    #[arg(long)]
    seed: Option<u64>,
    /// The most time for a move in milliseconds; the manager's own limit is 2 seconds unless it was told otherwise
    #[arg(long, value_name = "MS", default_value_t = 1500, value_parser = clap::value_parser!(u64).range(1..))]
    move_time: u64,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut bot = build(&args.bot)?;
    let options = ClientOptions {
        seed: seed(args.seed)?,
        budget: Budget {
            time: Some(Duration::from_millis(args.move_time)),
            ..Budget::OWN
        },
    };
    // Only the protocol goes to the standard output.
    eprintln!("{} with seed {}", args.bot, options.seed.0);
    client(
        bot.as_mut(),
        &options,
        &mut stdin().lock(),
        &mut stdout().lock(),
        &mut stderr(),
    )?;
    Ok(())
}

/// The seed that was asked for, or one that nobody can foresee. It is told, so that the game can be repeated.
fn seed(asked: Option<u64>) -> Result<Seed> {
    if let Some(seed) = asked {
        return Ok(Seed(seed));
    }
    if let Ok(seed) = std::env::var(SEED_VARIABLE) {
        let seed = seed
            .parse()
            .with_context(|| format!("{SEED_VARIABLE}={seed} is not a number"))?;
        return Ok(Seed(seed));
    }
    let now = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)?
        .as_nanos() as u64;
    Ok(Seed(now).derive(u64::from(std::process::id())))
}
