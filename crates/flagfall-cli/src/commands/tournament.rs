//! `flagfall tournament`: several bots, everybody against everybody or the first against all.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use flagfall_arena::{Contestant, Plan, Standings};
use flagfall_record::write_whole;

use super::arena::ArenaArgs;

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
        check_folder(path)?;
    }
    let results = args.arena.play(&plan, None)?;
    let standings = Standings::new(&plan, &results);
    let mut out = std::io::stdout().lock();
    if args.arena.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&standings)?)?;
    } else {
        write!(out, "{standings}")?;
        out.flush()?;
        eprint!("{}", standings.times());
    }
    if let Some(path) = &args.markdown {
        write_whole(path, standings.markdown().as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// A table that cannot be written is noticed before a long tournament and not after it.
fn check_folder(path: &Path) -> Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    ensure!(
        !path.is_dir() && folder.is_none_or(Path::is_dir),
        "cannot write {}: no such folder, or a folder itself",
        path.display()
    );
    Ok(())
}
