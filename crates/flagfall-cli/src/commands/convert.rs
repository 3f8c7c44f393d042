//! `flagfall convert`: game files from one form into another.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use flagfall_core::Rules;
use flagfall_record::{read_games, write_games};
use serde_json::json;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The games to read: a .jsonl, .chase.jsonl, .xml or .gsn file
    input: PathBuf,
    /// The file to write: .jsonl, .xml or .gsn
    output: PathBuf,
    /// Replace the rules of every game, all but its army: gravon's files do not tell their rules
    #[arg(long)]
    rules: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let rules: Option<Rules> = args.rules.as_deref().map(str::parse).transpose()?;
    let mut games = read_games(&args.input)?;
    if let Some(rules) = rules {
        for (index, game) in games.iter_mut().enumerate() {
            game.rules = Rules {
                variant: game.rules.variant,
                ..rules
            };
            game.begin().with_context(|| format!("game {index}"))?;
        }
    }
    write_games(&args.output, &games)?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", json!({ "games": games.len() }))?;
    } else {
        writeln!(
            out,
            "{} games written to {}",
            games.len(),
            args.output.display()
        )?;
    }
    Ok(())
}
