//! `flagfall lab`: the papers' experiments, repeated.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use flagfall_core::Seed;
use flagfall_lab::{Bench, EXPERIMENTS, Experiment, Progress, find, summary};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// List the experiments
    List,
    /// Run an experiment and write its report; what an earlier run has left unfinished is gone on with
    Run(RunArgs),
    /// Sum up the reports in a folder as a Markdown table
    Report {
        /// The folder of the reports
        #[arg(long, default_value = DEFAULT_OUT)]
        out: PathBuf,
    },
}

#[derive(clap::Args)]
struct RunArgs {
    /// The experiments, or all
    #[arg(required = true)]
    ids: Vec<String>,
    /// The share of the paper's games to play
    #[arg(long, default_value_t = 1.0, value_parser = positive)]
    scale: f64,
    /// How many games are played at once; changes no result
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Where all randomness comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder for reports, and for unfinished work in its folder `work`
    #[arg(long, default_value = DEFAULT_OUT)]
    out: PathBuf,
    /// Replace a report in the folder even if it is of a larger scale
    #[arg(long)]
    replace: bool,
}

const DEFAULT_OUT: &str = "lab-results";

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(scale) if scale > 0.0 && scale <= 100.0 => Ok(scale),
        _ => Err("expected a number above 0, at most 100".to_owned()),
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match &args.action {
        Action::List => {
            for Experiment {
                id, title, source, ..
            } in EXPERIMENTS
            {
                writeln!(out, "{id:8}  {title} ({source})")?;
            }
        }
        Action::Run(args) => {
            let bench = Bench {
                scale: args.scale,
                jobs: args.jobs.max(1),
                seed: Seed(args.seed),
                out: args.out.clone(),
            };
            // Looked up first, so that a wrong name or place is told before anything is played.
            let chosen = chosen(&args.ids)?;
            if !args.replace {
                for experiment in &chosen {
                    if let Err(error) = bench.check_place(experiment.id) {
                        bail!("{error}; choose another folder with --out, or say --replace");
                    }
                }
            }
            for experiment in chosen {
                let mut line = Line::new(experiment.id);
                let report = experiment.run(&bench, &mut |progress| line.show(&progress))?;
                line.finish();
                let path = report.write(&bench.out)?;
                bench.clear_work(experiment.id)?;
                writeln!(out, "{}\nwritten to {}", report.markdown(), path.display())?;
            }
        }
        Action::Report { out: folder } => write!(out, "{}", summary(folder)?)?,
    }
    Ok(())
}

fn chosen(ids: &[String]) -> Result<Vec<&'static Experiment>> {
    if ids.iter().any(|id| id == "all") {
        return Ok(EXPERIMENTS.iter().collect());
    }
    ids.iter().map(|id| Ok(find(id)?)).collect()
}

/// How far an experiment has come, on stderr: one line that is written over on a terminal, now and then a new one elsewhere.
struct Line {
    id: &'static str,
    part: String,
    part_started: Instant,
    done_before: u64,
    last: Option<Instant>,
}

impl Line {
    fn new(id: &'static str) -> Line {
        Line {
            id,
            part: String::new(),
            part_started: Instant::now(),
            done_before: 0,
            last: None,
        }
    }

    fn show(&mut self, progress: &Progress<'_>) {
        if self.part != progress.part {
            self.part = progress.part.to_owned();
            self.part_started = Instant::now();
            self.done_before = progress.done;
            self.last = None;
        }
        let is_terminal = std::io::stderr().is_terminal();
        let every = Duration::from_millis(if is_terminal { 200 } else { 10_000 });
        if self.last.is_some_and(|last| last.elapsed() < every) && progress.done < progress.total {
            return;
        }
        self.last = Some(Instant::now());
        let played = progress.done - self.done_before;
        let left = if played == 0 {
            String::new()
        } else {
            let missing = (progress.total - progress.done) as f64;
            let seconds = self.part_started.elapsed().as_secs_f64() * missing / played as f64;
            format!(", {seconds:.0} s left")
        };
        let words = format!(
            "{}: {}, {} of {} games{left}",
            self.id, progress.part, progress.done, progress.total
        );
        if is_terminal {
            eprint!("\r\x1b[2K{words}");
        } else {
            eprintln!("{words}");
        }
    }

    fn finish(&self) {
        if std::io::stderr().is_terminal() {
            eprint!("\r\x1b[2K");
        }
    }
}
