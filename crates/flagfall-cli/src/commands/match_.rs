//! `flagfall match`: two bots, measured.

use std::io::Write;

use anyhow::{Result, ensure};
use flagfall_arena::stats::Sprt;
use flagfall_arena::{Contestant, MatchReport};

use super::arena::ArenaArgs;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The first bot, as name or name:key=value,... (see `flagfall bots`), cmd:COMMAND or ucc:COMMAND
    first: Contestant,
    /// The second bot
    second: Contestant,
    /// How many games; they come in pairs with the same setups and colors swapped
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Stop as soon as a sequential test of Elo elo0 against elo1 is decided
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true
    )]
    sprt: Option<Sprt>,
    #[command(flatten)]
    arena: ArenaArgs,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    ensure!(
        args.sprt.is_none() || args.games >= 2,
        "--sprt counts pairs of games, so it needs at least 2"
    );
    let plan = args.arena.plan(
        vec![args.first.clone(), args.second.clone()],
        vec![(0, 1)],
        args.games,
    )?;
    let results = args.arena.play(&plan, args.sprt)?;
    let report = MatchReport::new(&plan, &results, args.sprt);
    let mut out = std::io::stdout().lock();
    if args.arena.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        write!(out, "{report}")?;
        out.flush()?;
        eprint!("{}", report.times());
    }
    Ok(())
}
