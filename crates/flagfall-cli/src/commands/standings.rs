//! `flagfall standings`: the cross table of games that matches and tournaments have saved.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use flagfall_arena::{Standings, join_saved};
use flagfall_record::write_whole;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// What --save of matches and tournaments wrote, all by the same rules, also while they go on; players of the same name are
    /// taken for one
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
        check_table(path, args.files.iter().map(PathBuf::as_path))?;
    }
    let joined = join_saved(&args.files)?;
    for path in &joined.half_written {
        eprintln!(
            "note: the last line of {} is half-written and left out",
            path.display()
        );
    }
    show(&joined.standings, args.json, args.markdown.as_deref())
}

/// Prints standings, and writes their table where a file for it is given.
pub(super) fn show(standings: &Standings, is_json: bool, markdown: Option<&Path>) -> Result<()> {
    // First, because a reader of standard output that has seen enough ends the program.
    if let Some(path) = markdown {
        write_whole(path, standings.markdown().as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let mut out = std::io::stdout().lock();
    if is_json {
        writeln!(out, "{}", serde_json::to_string_pretty(standings)?)?;
    } else {
        write!(out, "{standings}")?;
        out.flush()?;
        eprint!("{}", standings.times());
    }
    Ok(())
}

/// A table that cannot be written is noticed before a long tournament and not after it, and it does not take the place of games.
pub(super) fn check_table<'a>(
    path: &Path,
    games: impl IntoIterator<Item = &'a Path>,
) -> Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    ensure!(
        !path.is_dir() && folder.is_none_or(Path::is_dir),
        "cannot write {}: no such folder, or a folder itself",
        path.display()
    );
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    for file in games {
        ensure!(
            whole(file) != whole(path),
            "{} holds games; the table needs another file",
            path.display()
        );
    }
    Ok(())
}
