//! The bots `minimax`, `expectiminimax` and `pe-minimax` of chapter 8: a search of fixed depth and nothing else.
//!
//! Of the moves that gain most over doing nothing one is drawn, which with a random factor at the leaves is nearly always the
//! only one.

use flagfall_core::{GameRng, Rules, Seed, Setup, View};
use flagfall_setups::half_random;
use rand::Rng;

use super::considered::considered_moves;
use super::field::Field;
use super::judge::Judge;
use super::odds::Odds;
use super::psychology::Fears;
use super::search::{Algorithm, Deepening, Evaluation, Finding, Plan, SearchStats};
use super::settings::SearchSettings;
use super::values::Values;
use crate::bot::{Bot, Budget, Choice, Fault, GameStart};
use crate::explain::{Explanation, MoveValue};
use crate::spec::{Options, SpecError};

/// A bot that plays by one of the three algorithms.
#[derive(Debug)]
pub struct Searcher {
    algorithm: Algorithm,
    settings: SearchSettings,
    rng: GameRng,
    rules: Rules,
    counts_branches: bool,
    stats: SearchStats,
    explanation: Option<Explanation>,
}

impl Searcher {
    pub(crate) fn new(algorithm: Algorithm, settings: SearchSettings) -> Searcher {
        Searcher {
            algorithm,
            settings,
            rng: Seed(0).rng(),
            rules: Rules::default(),
            counts_branches: false,
            stats: SearchStats::default(),
            explanation: None,
        }
    }

    /// A bot with the options of a spec.
    ///
    /// # Errors
    /// If an option has a value that it cannot have.
    pub fn with_options(
        algorithm: Algorithm,
        options: &mut Options,
    ) -> Result<Searcher, SpecError> {
        Ok(Searcher::new(algorithm, SearchSettings::take(options)?))
    }

    /// The same bot, which also counts what its moves branch into ([`SearchStats::branches`]).
    #[must_use]
    pub fn counting_branches(self) -> Searcher {
        Searcher {
            counts_branches: true,
            ..self
        }
    }

    /// What its searches have done since the game began.
    pub fn stats(&self) -> SearchStats {
        self.stats
    }

    fn plan(&self, depth: u8, seed: u64) -> Plan {
        Plan {
            algorithm: self.algorithm,
            evaluation: Evaluation::Board {
                noise: self.settings.noise,
                seed,
            },
            radius: self.settings.radius,
            widths: Plan::flat(depth),
            replies: self.settings.replies,
            counts_branches: self.counts_branches,
        }
    }
}

impl Bot for Searcher {
    fn begin(&mut self, start: &GameStart) {
        *self = Searcher {
            rng: start.seed.rng(),
            rules: start.rules,
            counts_branches: self.counts_branches,
            ..Searcher::new(self.algorithm, self.settings)
        };
    }

    fn setup(&mut self) -> Result<Setup, Fault> {
        Ok(half_random(self.rules.variant, &mut self.rng))
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Choice, Fault> {
        let moves = considered_moves(view);
        let field = Field::new(view);
        let judge = Judge {
            odds: Odds::new(&field),
            values: Values::new(view, &field),
            fears: Fears::default(),
        };
        let seed = self.rng.next_u64();
        let plan = |depth| self.plan(depth, seed);
        let deepening = Deepening {
            field: &field,
            judge: &judge,
            plan: &plan,
            depth: self.settings.depth,
            budget: &budget.within(self.settings.time),
            most_nodes: self.settings.nodes,
        };
        let (mut findings, stats) = deepening.run(&moves);
        self.stats += stats;
        findings.sort_by(|a, b| b.gain().total_cmp(&a.gain()));
        let best = findings[0].mv;
        self.explanation = Some(explanation(&findings));
        Ok(Choice::Move(best))
    }

    fn explain(&self) -> Option<Explanation> {
        self.explanation.clone()
    }
}

/// The columns are the value of the move and that of doing nothing, from both perspectives.
fn explanation(findings: &[Finding]) -> Explanation {
    let columns = [
        "made",
        "made, as he sees it",
        "passive",
        "passive, as he sees it",
    ];
    Explanation {
        columns: columns.map(str::to_owned).to_vec(),
        moves: findings
            .iter()
            .map(|finding| MoveValue {
                mv: finding.mv,
                value: f64::from(finding.gain()),
                parts: [
                    finding.made.own,
                    finding.made.opp,
                    finding.passive.own,
                    finding.passive.opp,
                ]
                .map(f64::from)
                .to_vec(),
            })
            .collect(),
        ..Explanation::default()
    }
}
