//! `flagfall evolve`: the genetic algorithm that finds the parameters of the bot vicki.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use flagfall_evolve::{BeliefSource, Generation, Mutation, Progress, Settings, evolve};
use indicatif::HumanDuration;
use serde_json::json;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder for the generations, the curve and the champion; an evolution that is there already goes on
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many generations
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    generations: u32,
    /// How many solutions a generation has
    #[arg(long, default_value_t = 200)]
    population: usize,
    /// How many matches each solution plays for its fitness
    #[arg(long, default_value_t = 5)]
    matches: u32,
    /// How many parents a solution has
    #[arg(long, default_value_t = 2)]
    parents: usize,
    /// A solution becomes a parent in proportion to this power of its fitness
    #[arg(long, default_value_t = 2.0)]
    power: f64,
    /// Change values at random: with this probability, by at most this much, as in 0.02,0.2
    #[arg(long, value_name = "RATE,SIZE")]
    mutation: Option<Mutation>,
    /// Let scouts go far
    #[arg(long)]
    long_scouts: bool,
    /// Draw new setups for each match from what people do, in place of one and the same
    #[arg(long)]
    varied_setups: bool,
    /// Play every second pair of matches against the best solutions of earlier generations
    #[arg(long)]
    ladder: bool,
    /// Evolve values for each of the 33 pieces that can move, in place of each rank
    #[arg(long)]
    per_piece: bool,
    /// Look at this many plies beyond the own move: 0, 1 or 2
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=2))]
    look_ahead: u8,
    /// Evolve thresholds on the probability of ranks, which come from counting or from the guesser: counted or guessed
    #[arg(long, value_name = "SOURCE")]
    belief: Option<BeliefSource>,
    /// Evolve parameters for coming nearer to pieces that are farther off
    #[arg(long)]
    approach: bool,
    /// Evolve a setup with each solution
    #[arg(long)]
    evolved_setups: bool,
    /// Points for a win in the fitness function
    #[arg(long, value_name = "POINTS", default_value_t = 1000.0)]
    win_points: f64,
    /// Play against this bot in place of the random player; given several times, two matches with each in turn
    #[arg(long = "opponent", value_name = "BOT")]
    opponents: Vec<String>,
    /// The seed; the same seed gives the same evolution whatever --jobs is
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many matches are played at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let settings = Settings {
        seed: args.seed,
        population: args.population,
        matches: args.matches,
        parents: args.parents,
        power: args.power,
        mutation: args.mutation,
        long_scouts: args.long_scouts,
        varied_setups: args.varied_setups,
        ladder: args.ladder,
        per_piece: args.per_piece,
        look_ahead: args.look_ahead,
        belief: args.belief,
        approach: args.approach,
        evolved_setups: args.evolved_setups,
        win_points: args.win_points,
        opponents: args.opponents.clone(),
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.jobs.into())
        .build()
        .context("cannot start the workers")?;
    let mut teller = Teller::new(args.generations);
    let evolution = pool.install(|| {
        evolve(&settings, args.generations, &args.out, &mut |progress| {
            teller.tell(progress);
        })
    })?;
    let champion = &evolution.champion;
    let mut out = std::io::stdout().lock();
    if args.json {
        let generations: Vec<_> = evolution.generations.iter().map(summary).collect();
        let champion = json!({
            "solution": champion.solution,
            "fitness": champion.fitness,
            "wins": champion.wins,
            "matches": champion.matches,
        });
        let report = json!({ "generations": generations, "champion": champion });
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        writeln!(out, "generation  mean fitness  best fitness  matches won")?;
        for generation in &evolution.generations {
            let won = won_share(generation);
            writeln!(
                out,
                "{:>10}  {:>12.1}  {:>12.1}  {:>10.1}%",
                generation.number,
                generation.mean(),
                generation.best().fitness,
                100.0 * won
            )?;
        }
        writeln!(
            out,
            "champion: solution {}, fitness {:.1} and {} of {} matches won in the play-off; {}",
            champion.solution,
            champion.fitness,
            champion.wins,
            champion.matches,
            args.out.join("champion.txt").display()
        )?;
    }
    Ok(())
}

fn won_share(generation: &Generation) -> f64 {
    let wins: u32 = generation.solutions.iter().map(|one| one.wins).sum();
    let matches = generation.solutions.len() as f64 * f64::from(generation.settings.matches);
    f64::from(wins) / matches
}

fn summary(generation: &Generation) -> serde_json::Value {
    json!({
        "generation": generation.number,
        "mean": generation.mean(),
        "best": generation.best().fitness,
        "won": won_share(generation),
    })
}

/// Tells on standard error how far an evolution has come: one line that is written over on a terminal, a line for each
/// generation elsewhere.
struct Teller {
    generations: u32,
    started: Instant,
    /// Generations that were played before this call take no time and say nothing about what is left.
    played_here: u32,
}

impl Teller {
    fn new(generations: u32) -> Teller {
        Teller {
            generations,
            started: Instant::now(),
            played_here: 0,
        }
    }

    fn line(&self, generation: &Generation) -> String {
        format!(
            "generation {}/{}: mean {:.1}, best {:.1}",
            generation.number,
            self.generations,
            generation.mean(),
            generation.best().fitness
        )
    }

    fn tell(&mut self, progress: Progress<'_>) {
        let text = match progress {
            Progress::PlayOff => "play-off".to_owned(),
            Progress::Read(generation) => self.line(generation),
            Progress::Generation(generation) => {
                self.played_here += 1;
                let left = self.generations - generation.number;
                let each = self.started.elapsed() / self.played_here;
                let left = HumanDuration(each * left);
                format!("{}, {left} left", self.line(generation))
            }
        };
        let mut err = std::io::stderr().lock();
        // Nothing depends on whether this could be written.
        let _ = if std::io::stderr().is_terminal() {
            write!(err, "\r\x1b[K{text}")
        } else {
            writeln!(err, "{text}")
        };
    }
}

impl Drop for Teller {
    fn drop(&mut self) {
        if std::io::stderr().is_terminal() {
            eprintln!();
        }
    }
}
