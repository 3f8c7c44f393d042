//! How far a competition has come: a live bar on a terminal, now and then a plain line elsewhere, always on stderr.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use flagfall_arena::stats::{Estimate, Pentanomial};
use flagfall_arena::{Notice, Plan, Results};
use indicatif::{ProgressBar, ProgressStyle};

/// How often a plain line is written where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// How often the words beside the bar are made anew.
const WORDS_EVERY: Duration = Duration::from_millis(200);

pub(crate) struct ProgressLine {
    bar: Option<ProgressBar>,
    is_match: bool,
    total: usize,
    started: Instant,
    last: Instant,
    resumed: usize,
}

impl ProgressLine {
    pub(crate) fn new(plan: &Plan) -> ProgressLine {
        let total = plan.total_games();
        let bar = std::io::stderr().is_terminal().then(|| {
            let style =
                ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left  {msg}")
                    .expect("the template is well formed");
            ProgressBar::new(total as u64).with_style(style)
        });
        let now = Instant::now();
        ProgressLine {
            bar,
            is_match: plan.pairings.len() == 1,
            total,
            started: now,
            last: now,
            resumed: 0,
        }
    }

    pub(crate) fn notice(&mut self, notice: &Notice<'_>) {
        match notice {
            Notice::DroppedLine { line } => {
                self.say(&format!(
                    "note: line {line} of the save file was only half written and has been dropped"
                ));
            }
            Notice::Resumed { games: 0 } => {}
            Notice::Resumed { games } => {
                self.resumed = *games;
                self.say(&format!("note: {games} games are already played"));
            }
            Notice::Progress { results, sprt } => {
                if let Some(bar) = &self.bar {
                    bar.set_position(results.len() as u64);
                }
                let every = if self.bar.is_some() {
                    WORDS_EVERY
                } else {
                    LINE_EVERY
                };
                if self.last.elapsed() < every {
                    return;
                }
                self.last = Instant::now();
                let llr = sprt.map_or(String::new(), |sprt| {
                    format!(
                        ", LLR {:.2} ({:.2} to {:.2})",
                        sprt.llr, sprt.lower, sprt.upper
                    )
                });
                let words = format!("{}{llr}", self.words(results));
                match &self.bar {
                    Some(bar) => bar.set_message(words),
                    None => eprintln!(
                        "{}/{} games, {} left  {words}",
                        results.len(),
                        self.total,
                        self.eta(results)
                    ),
                }
            }
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn say(&self, words: &str) {
        match &self.bar {
            Some(bar) => bar.println(words),
            None => eprintln!("{words}"),
        }
    }

    /// The score so far, where there is one.
    fn words(&self, results: &Results) -> String {
        if !self.is_match {
            return String::new();
        }
        let totals = results.pairing(0);
        let elo = elo_words(totals.pairs);
        format!(
            "+{} ={} -{}{elo}",
            totals.tally.wins, totals.tally.draws, totals.tally.losses
        )
    }

    fn eta(&self, results: &Results) -> String {
        let played = results.len().saturating_sub(self.resumed).max(1);
        let missing = self.total.saturating_sub(results.len());
        let seconds = self.started.elapsed().as_secs_f64() * missing as f64 / played as f64;
        format!("{seconds:.0} s")
    }
}

fn elo_words(pairs: Pentanomial) -> String {
    Estimate::of(pairs).map_or(String::new(), |estimate| {
        format!(
            ", Elo {:+.1} ({:+.1} to {:+.1})",
            estimate.elo.value, estimate.elo.low, estimate.elo.high
        )
    })
}
