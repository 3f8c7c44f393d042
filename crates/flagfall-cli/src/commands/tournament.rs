//! `flagfall tournament`: several bots, everybody against everybody or the first against all.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use flagfall_arena::{Contestant, Plan, Standings};

use super::arena::ArenaArgs;
use super::standings::{check_table, show};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The bots, as name or name:key=value,... (see `flagfall bots`), cmd:COMMAND or ucc:COMMAND
    #[arg(required = true, num_args = 2..)]
    players: Vec<Contestant>,
    /// How many games each two play; they come in pairs with the same setups and colors swapped
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Only the first bot against each of the others
    #[arg(long)]
    gauntlet: bool,
    /// Write the cross table to this file in Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    #[command(flatten)]
    arena: ArenaArgs,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    ensure!(
        args.players.len() >= 2,
        "a tournament needs at least two players"
    );
    let count = args.players.len();
    let pairings = if args.gauntlet {
        Plan::gauntlet(count)
    } else {
        Plan::round_robin(count)
    };
    let plan = args
        .arena
        .plan(args.players.clone(), pairings, args.games)?;
    if let Some(path) = &args.markdown {
        check_table(path, args.arena.save.as_deref())?;
    }
    let results = args.arena.play(&plan, None)?;
    let standings = Standings::new(&plan, &results);
    show(&standings, args.arena.json, args.markdown.as_deref())
}
