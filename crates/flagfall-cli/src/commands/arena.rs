//! What `match` and `tournament` have in common.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use flagfall_arena::stats::Sprt;
use flagfall_arena::{Contestant, Plan, Results, RunOptions, run};
use flagfall_core::{Rules, Seed};
use flagfall_record::{SetupForm, read_setups};

use crate::progress::ProgressLine;

/// The options of every measured competition.
#[derive(clap::Args)]
pub(crate) struct ArenaArgs {
    /// The seed; the same seed gives the same games whatever --jobs is, unless a bot thinks by the clock
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// The rules: a preset and overrides, as in isf,max_plies=4000 [default: isf; free,max_plies=4000 with a UCC bot]
    #[arg(long)]
    rules: Option<Rules>,
    /// End games in a draw after this many plies (short for the override of that name) [default: 20000 if the rules have no limit]
    #[arg(long)]
    max_plies: Option<u32>,
    /// Draw the setups from this file, 40 letters a line, front row first as the owner sees it, in place of the bots' own
    #[arg(long, value_name = "FILE")]
    setups: Option<PathBuf>,
    /// The clock in milliseconds: the average a move may take, and a third of the most [default: 5000 for programs, none for our bots]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    move_time: Option<u64>,
    /// Append every finished game to this file at once
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Go on with the games that the save file holds
    #[arg(long, requires = "save")]
    resume: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The rules of a match with a bot that knows neither repetition rule.
const RULES_WITH_UCC: &str = "free,max_plies=4000";

impl ArenaArgs {
    pub(crate) fn plan(
        &self,
        players: Vec<Contestant>,
        pairings: Vec<(usize, usize)>,
        games_per_pairing: u32,
    ) -> Result<Plan> {
        let mut rules = match self.rules {
            Some(rules) => rules,
            None if players.iter().any(Contestant::is_ucc) => {
                eprintln!(
                    "note: UCC bots know no repetition rules, so the rules are {RULES_WITH_UCC}; --rules changes that"
                );
                RULES_WITH_UCC.parse().context("the rules for UCC bots")?
            }
            None => Rules::default(),
        };
        if let Some(plies) = self.max_plies {
            anyhow::ensure!(plies > 0, "--max-plies must be at least 1");
            rules.max_plies = Some(plies);
        }
        let setups = self
            .setups
            .as_ref()
            .map(|path| read_setups(path, SetupForm::FrontRowFirst))
            .transpose()?;
        Ok(Plan {
            players,
            pairings,
            games_per_pairing,
            rules,
            seed: Seed(self.seed),
            setups,
            move_time: self.move_time.map(Duration::from_millis),
        })
    }

    pub(crate) fn play(&self, plan: &Plan, sprt: Option<Sprt>) -> Result<Results> {
        let options = RunOptions {
            jobs: self.jobs.into(),
            save: self.save.clone(),
            resume: self.resume,
            sprt,
        };
        let mut progress = ProgressLine::new(plan);
        let results = run(plan, &options, &mut |notice| progress.notice(&notice));
        progress.finish();
        Ok(results?)
    }
}
