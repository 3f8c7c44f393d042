//! `flagfall model`: the statistics of the opponent model.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flagfall_belief::{BehaviorCounter, BehaviorTable, Honesty, MoveType};
use flagfall_core::{Rank, Rules};
use flagfall_record::{GameRecord, GameStream, write_whole};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Count which ranks go towards, go away from and stand still near known pieces, and how often that is a bluff
    Count(CountArgs),
    /// Show a table of counts
    Show(ShowArgs),
}

#[derive(clap::Args)]
struct CountArgs {
    /// Files of games: .jsonl (as `match --save` writes them), .xml or .gsn
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where to write the table
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A line for the head of the table that says where the games are from; may be given more than once
    #[arg(long, value_name = "TEXT")]
    note: Vec<String>,
    /// Replace the rules of every game, all but its army: gravon's files do not tell their rules
    #[arg(long)]
    rules: Option<Rules>,
    /// Pass over games with moves that the rules forbid, and say how many they were
    #[arg(long)]
    skip_illegal: bool,
}

#[derive(clap::Args)]
struct ShowArgs {
    /// The table [default: the one that comes with the program]
    file: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    match &args.command {
        Command::Count(args) => count(args),
        Command::Show(args) => show(args),
    }
}

fn count(args: &CountArgs) -> Result<()> {
    let mut counter = BehaviorCounter::default();
    let mut skipped = 0;
    let mut notes = args.note.clone();
    for path in &args.games {
        let before = counter.games();
        skipped += count_file(path, args, &mut counter)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        notes.push(format!("{name}: {} games", counter.games() - before));
    }
    let games = counter.games();
    let table = counter
        .finish(notes)
        .with_context(|| format!("{games} games"))?;
    write_whole(&args.out, table.to_text().as_bytes())
        .with_context(|| format!("cannot write {}", args.out.display()))?;
    let mut out = std::io::stdout().lock();
    write!(out, "{games} games counted")?;
    if skipped > 0 {
        write!(out, ", {skipped} with illegal moves passed over")?;
    }
    writeln!(out, "; P(bluff) is {:.4}", table.bluffing())?;
    Ok(())
}

/// Counts a file and says how many of its games were passed over.
fn count_file(path: &Path, args: &CountArgs, counter: &mut BehaviorCounter) -> Result<u64> {
    let mut skipped = 0;
    let mut stream = GameStream::open(path)?;
    let mut number = 0;
    while let Some(record) = stream.next() {
        let mut record: GameRecord = record?;
        number += 1;
        if let Some(rules) = args.rules {
            record.rules = Rules {
                variant: record.rules.variant,
                ..rules
            };
        }
        match record.replay() {
            Ok(game) => counter.add(&game),
            Err(_) if args.skip_illegal => skipped += 1,
            Err(error) => {
                let place = match stream.line() {
                    Some(line) => format!("{}, line {line}", path.display()),
                    None => format!("{}, game {number}", path.display()),
                };
                return Err(error).context(place);
            }
        }
    }
    Ok(skipped)
}

fn show(args: &ShowArgs) -> Result<()> {
    let table = match &args.file {
        None => BehaviorTable::shipped(),
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            let table = BehaviorTable::from_text(&text);
            table.with_context(|| path.display().to_string())?.into()
        }
    };
    let mut out = std::io::stdout().lock();
    for note in table.notes() {
        writeln!(out, "{note}")?;
    }
    writeln!(
        out,
        "{} games, P(bluff) is {:.4}",
        table.games(),
        table.bluffing()
    )?;
    for kind in MoveType::ALL {
        for honesty in Honesty::ALL {
            writeln!(out)?;
            writeln!(
                out,
                "Share of each rank in percent when a hidden piece's move was {} ({}) of a known piece of the row:",
                kind.name(),
                honesty.name()
            )?;
            show_rows(&mut out, &table, kind, honesty)?;
        }
    }
    Ok(())
}

fn show_rows(
    out: &mut impl Write,
    table: &BehaviorTable,
    kind: MoveType,
    honesty: Honesty,
) -> Result<()> {
    write!(out, "{:<10}", "")?;
    for rank in Rank::ALL {
        write!(out, " {:>5.5}", rank.name())?;
    }
    writeln!(out, "    counted")?;
    for near in Rank::ALL {
        let of_row = |rank: &Rank| Honesty::of(*rank, near, kind) == honesty;
        let counted: u64 = Rank::ALL
            .into_iter()
            .filter(of_row)
            .map(|rank| table.count(near, kind, rank))
            .sum();
        if counted == 0 {
            continue;
        }
        write!(out, "{:<10}", near.name())?;
        for rank in Rank::ALL {
            let share = table
                .ranks(near, kind, honesty)
                .map_or(0.0, |row| row[rank]);
            write!(out, " {:>5.1}", 100.0 * share)?;
        }
        writeln!(out, " {counted:>10}")?;
    }
    Ok(())
}
