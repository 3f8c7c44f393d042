//! `flagfall standings`: the cross table of games that matches and tournaments have saved.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use flagfall_arena::{Standings, join};
use flagfall_record::write_whole;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// What --save of matches and tournaments wrote, by the same rules; these may still go on
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the cross table to this file in Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if let Some(path) = &args.markdown {
        check_folder(path)?;
    }
    show(&join(&args.files)?, args.json, args.markdown.as_deref())
}

/// Prints standings, and writes their table where a file for it is given.
pub(super) fn show(standings: &Standings, is_json: bool, markdown: Option<&Path>) -> Result<()> {
    let mut out = std::io::stdout().lock();
    if is_json {
        writeln!(out, "{}", serde_json::to_string_pretty(standings)?)?;
    } else {
        write!(out, "{standings}")?;
        out.flush()?;
        eprint!("{}", standings.times());
    }
    if let Some(path) = markdown {
        write_whole(path, standings.markdown().as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// A table that cannot be written is noticed before a long tournament and not after it.
pub(super) fn check_folder(path: &Path) -> Result<()> {
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
