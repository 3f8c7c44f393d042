//! `flagfall setup`: counts, makes and judges setups.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flagfall_bots::{BotSpec, build, setup_by};
use flagfall_core::{Rank, Rules, Seed, Setup, Variant};
use flagfall_record::{SetupForm, parse_setups, read_setups};
use flagfall_setups::{HEURISTICS, Method, Mirroring, Relation, Scores, SetupStats};
use serde::Serialize;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Count where people put each rank and what they put beside it
    Stats(StatsArgs),
    /// Make setups
    Generate(GenerateArgs),
    /// Judge setups by the heuristics H1 to H9 of Invincible
    Score(ScoreArgs),
}

/// The order of a line's letters.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Form {
    /// The front row first, from the owner's left
    Front,
    /// StraDoS2: the back row first, from the owner's right
    Strados2,
}

impl Form {
    fn setup_form(self) -> SetupForm {
        match self {
            Form::Front => SetupForm::FrontRowFirst,
            Form::Strados2 => SetupForm::StraDoS2,
        }
    }
}

#[derive(clap::Args)]
struct StatsArgs {
    /// A file of setups, one a line, or - for standard input
    file: PathBuf,
    /// Where to write the statistics
    #[arg(long, value_name = "ASSET")]
    out: Option<PathBuf>,
    /// Count each setup together with its mirror image
    #[arg(long)]
    mirror: bool,
    /// The order of the letters
    #[arg(long, value_enum, default_value = "front")]
    form: Form,
}

#[derive(clap::Args)]
struct GenerateArgs {
    /// random, best-of-random:N, semi-random, best-of:N or half-random
    #[arg(long, default_value_t = Method::INVINCIBLE)]
    method: Method,
    /// Make them as this bot does, as in flagfall:setups=16, in place of a method
    #[arg(long, conflicts_with = "method")]
    bot: Option<BotSpec>,
    /// How many
    #[arg(long, default_value_t = 1)]
    count: u32,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Make Barrage armies
    #[arg(long)]
    barrage: bool,
    /// The order of the letters
    #[arg(long, value_enum, default_value = "front")]
    form: Form,
}

#[derive(clap::Args)]
struct ScoreArgs {
    /// A file of setups, one a line, or - for standard input
    file: PathBuf,
    /// The order of the letters
    #[arg(long, value_enum, default_value = "front")]
    form: Form,
    /// Print only the worst, average and best total
    #[arg(long)]
    summary: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    match &args.command {
        Command::Stats(args) => stats(args),
        Command::Generate(args) => generate(args),
        Command::Score(args) => score(args),
    }
}

/// The setups of a file, or of standard input.
fn read(file: &Path, form: Form) -> Result<Vec<Setup>> {
    if file != Path::new("-") {
        return Ok(read_setups(file, form.setup_form())?);
    }
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    parse_setups(&bytes, form.setup_form()).context("standard input")
}

fn stats(args: &StatsArgs) -> Result<()> {
    let setups = read(&args.file, args.form)?;
    let mirroring = if args.mirror {
        Mirroring::On
    } else {
        Mirroring::Off
    };
    let stats = SetupStats::count(&setups, mirroring)?;
    if let Some(path) = &args.out {
        // Whole or not at all: a kill must not leave half an asset.
        let part = path.with_extension("part");
        std::fs::write(&part, stats.to_json())
            .and_then(|()| std::fs::rename(&part, path))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{} setups read, {} different ones counted",
        setups.len(),
        stats.setups()
    )?;
    for relation in Relation::ALL {
        writeln!(out)?;
        writeln!(
            out,
            "A rank of the column stands {} one of the row, over expected:",
            relation.name()
        )?;
        write!(out, "{:<10}", "")?;
        for rank in Rank::ALL {
            write!(out, " {:>5.5}", rank.name())?;
        }
        writeln!(out)?;
        for given in Rank::ALL {
            write!(out, "{:<10}", given.name())?;
            for rank in Rank::ALL {
                write!(out, " {:>5.2}", stats.factor(relation, given, rank))?;
            }
            writeln!(out)?;
        }
    }
    let order: Vec<String> = stats
        .placing_order()
        .into_iter()
        .map(|rank| format!("{rank} {:.2}", stats.strength(rank)))
        .collect();
    writeln!(out)?;
    writeln!(
        out,
        "Order of placing, by distance of the relations from 1: {}",
        order.join(", ")
    )?;
    Ok(())
}

fn generate(args: &GenerateArgs) -> Result<()> {
    let variant = if args.barrage {
        Variant::Barrage
    } else {
        Variant::Classic
    };
    let mut out = std::io::stdout().lock();
    for number in 0..args.count {
        // A setup depends on its own number alone, so that a longer list begins like a shorter one.
        let seed = Seed(args.seed).derive(u64::from(number));
        let setup = match &args.bot {
            Some(spec) => {
                let rules = Rules {
                    variant,
                    ..Rules::default()
                };
                setup_by(&mut *build(spec)?, rules, seed, "nobody")?
            }
            None => args.method.make(variant, &mut seed.rng()),
        };
        writeln!(out, "{}", args.form.setup_form().write(&setup))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct ScoreJson {
    setup: String,
    /// H1 is a measure and adds nothing.
    h1_mean_freedom: f64,
    /// H2 to H9.
    parts: [i32; 8],
    total: i32,
}

fn score(args: &ScoreArgs) -> Result<()> {
    let form = args.form.setup_form();
    let scored: Vec<(Setup, Scores)> = read(&args.file, args.form)?
        .into_iter()
        .map(|setup| (setup, Scores::of(&setup)))
        .collect();
    let mut out = std::io::stdout().lock();
    if args.json {
        let rows: Vec<ScoreJson> = scored
            .iter()
            .map(|(setup, scores)| ScoreJson {
                setup: form.write(setup),
                h1_mean_freedom: scores.freedom,
                parts: scores.parts,
                total: scores.total(),
            })
            .collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
        return Ok(());
    }
    if !args.summary {
        writeln!(
            out,
            "{:<40}    H1 {} total",
            "setup",
            HEURISTICS.map(|name| format!("{name:>4}")).join(" ")
        )?;
        for (setup, scores) in &scored {
            let parts = scores.parts.map(|part| format!("{part:>4}")).join(" ");
            writeln!(
                out,
                "{} {:>5.2} {parts} {:>5}",
                form.write(setup),
                scores.freedom,
                scores.total()
            )?;
        }
    }
    let totals = || scored.iter().map(|(_, scores)| scores.total());
    if let (Some(worst), Some(best)) = (totals().min(), totals().max()) {
        let mean = f64::from(totals().sum::<i32>()) / scored.len() as f64;
        writeln!(
            out,
            "{} setups: worst {worst}, average {mean:.1}, best {best}",
            scored.len()
        )?;
    }
    Ok(())
}
