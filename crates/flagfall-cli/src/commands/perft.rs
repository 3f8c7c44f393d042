//! `flagfall perft`: how many sequences of legal moves there are.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use flagfall_core::notation::parse_readable_setup;
use flagfall_core::{BySide, Position, Rules, Variant, perft};
use flagfall_record::{parse_position, read_position};
use serde::Serialize;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many plies deep to count
    #[arg(long)]
    depth: u32,
    /// A file with a position, in ten readable lines or 100 letters, or - for standard input [default: a fixed start]
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    /// The rules: a preset and overrides, as in isf,barrage
    #[arg(long, default_value = "isf")]
    rules: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The setup that both sides have in the fixed classic start, front row first as the owner sees it.
const CLASSIC_START: &str = "262972X262 7582S63857 435B243B65 23BFB4B34B";
/// The same for Barrage.
const BARRAGE_START: &str = "..2.X..2.. .S......9. ...B...... ..3F......";

/// What was counted.
#[derive(Serialize)]
struct Counts {
    rules: String,
    to_move: &'static str,
    depth: u32,
    /// The leaves at the full depth.
    leaves: u64,
    /// The leaves at each depth from 1.
    counts: Vec<u64>,
    seconds: f64,
    leaves_per_second: f64,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let rules: Rules = args.rules.parse()?;
    let mut position = match args.position.as_deref() {
        None => fixed_start(rules)?,
        Some(path) if path == Path::new("-") => {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes)?;
            parse_position(&bytes, rules).context("standard input")?
        }
        Some(path) => read_position(path, rules)?,
    };
    let counts = count(&mut position, args.depth);
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&counts)?)?;
        return Ok(());
    }
    writeln!(out, "rules {}, {} to move", counts.rules, counts.to_move)?;
    for (leaves, depth) in counts.counts.iter().zip(1..) {
        writeln!(out, "depth {depth:2}  {leaves:>16}")?;
    }
    writeln!(
        out,
        "{:.3} s, {:.1} million leaves a second",
        counts.seconds,
        counts.leaves_per_second / 1e6
    )?;
    Ok(())
}

fn count(position: &mut Position, depth: u32) -> Counts {
    let rules = position.rules().to_string();
    let to_move = position.to_move().name();
    let begin = Instant::now();
    let counts: Vec<u64> = (1..=depth).map(|depth| perft(position, depth)).collect();
    let seconds = begin.elapsed().as_secs_f64();
    Counts {
        rules,
        to_move,
        depth,
        leaves: counts.last().copied().unwrap_or(1),
        leaves_per_second: counts.iter().sum::<u64>() as f64 / seconds.max(1e-9),
        counts,
        seconds,
    }
}

fn fixed_start(rules: Rules) -> Result<Position> {
    let text = match rules.variant {
        Variant::Classic => CLASSIC_START,
        Variant::Barrage => BARRAGE_START,
    };
    let setup = parse_readable_setup(text)?;
    Ok(Position::from_setups(rules, &BySide::new(setup, setup))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fixed_starts_are_legal_and_keep_their_counts() {
        for (rules, expected) in [
            ("isf", [12, 135, 1889, 25_930]),
            ("isf,barrage", [26, 676, 17_812, 469_120]),
        ] {
            let rules: Rules = rules.parse().unwrap();
            let mut position = fixed_start(rules).unwrap();
            assert_eq!(count(&mut position, 4).counts, expected, "{rules}");
        }
    }
}
