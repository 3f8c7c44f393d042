//! The bot `perspecto` (chapter 9): p-e-minimax for tactics, the strategic search for everything else, and the psychological
//! variables.
//!
//! A move's value is the sum of its tactical value, what it gains over doing nothing, and its strategic value. The strategic
//! ones are small, so they decide where no move gains or loses anything.
//!
//! Choices where the thesis is silent:
//! - A scout's long attack on an unknown piece has its strategic value only: it is one of those that "get lost in the minimax
//!   search, because that looks at local moves only" (9.2). On a known piece its outcome is certain, so it is searched.
//! - The random factor of section 7.5 is left out, because the evaluation "can concentrate on material alone" (9.4) and
//!   strategic values would drown in it.
//! - Of moves of equal value one is drawn.

use flagfall_core::{
    ByRank, GameRng, Move, PieceId, Rank, Rules, Seed, Setup, Square, View, below,
};
use flagfall_setups::half_random;

use super::chronicle::Chronicle;
use super::considered::considered_moves;
use super::field::{Field, Owner};
use super::judge::Judge;
use super::odds::Odds;
use super::psychology::{OpenMind, Psychology};
use super::search::{
    Deepening, Evaluation, Finding, Frame, Limit, Plan, SearchStats, expected_line,
};
use super::settings::AgentSettings;
use super::strategic::StrategicSearch;
use super::values::Values;
use crate::bot::{Bot, Budget, Choice, Fault, GameStart};
use crate::explain::{Belief, Explanation, MoveValue};
use crate::spec::{Options, SpecError};

/// Perspecto.
#[derive(Debug)]
pub struct Perspecto {
    settings: AgentSettings,
    psychology: Psychology,
    chronicle: Chronicle,
    rng: GameRng,
    rules: Rules,
    stats: SearchStats,
    explanation: Option<Explanation>,
}

/// A move with its values.
#[derive(Clone, Copy, Debug)]
struct Rated {
    mv: Move,
    finding: Option<Finding>,
    strategic: f32,
}

impl Rated {
    fn tactical(&self) -> f32 {
        self.finding.map_or(0.0, |finding| finding.gain())
    }

    fn total(&self) -> f32 {
        self.tactical() + self.strategic
    }
}

impl Perspecto {
    pub(crate) fn new(settings: AgentSettings) -> Perspecto {
        Perspecto {
            settings,
            psychology: Psychology::new(settings.temper),
            chronicle: Chronicle::default(),
            rng: Seed(0).rng(),
            rules: Rules::default(),
            stats: SearchStats::default(),
            explanation: None,
        }
    }

    /// A Perspecto with the options of a spec.
    ///
    /// # Errors
    /// If an option has a value that it cannot have.
    pub fn with_options(options: &mut Options) -> Result<Perspecto, SpecError> {
        Ok(Perspecto::new(AgentSettings::take(options)?))
    }

    /// What its searches have done since the game began.
    pub fn stats(&self) -> SearchStats {
        self.stats
    }

    /// How cautious it thinks its opponent is: `estOppFear`.
    pub fn opponent_fear(&self) -> f64 {
        self.psychology.est_opp()
    }

    /// Lets another player read its psychological variables from the next game on, as in the laboratory's figure 27.
    pub fn open_mind(&mut self) -> OpenMind {
        self.psychology.open()
    }

    /// Takes the opponent's variables for its estimates of them: his "mind reader", which he says cheats.
    #[must_use]
    pub fn reading(mut self, mind: OpenMind) -> Perspecto {
        self.psychology.read(mind);
        self
    }

    fn plan(&self, depth: u8) -> Plan {
        Plan {
            algorithm: self.settings.algorithm,
            evaluation: Evaluation::Captures,
            radius: self.settings.radius,
            widths: if self.settings.is_deep {
                Plan::variable(depth)
            } else {
                Plan::flat(depth)
            },
            replies: self.settings.replies,
            counts_branches: false,
        }
    }

    /// The moves with their values, best first.
    fn rate(
        &mut self,
        view: &View<'_>,
        field: &Field,
        judge: &Judge,
        budget: &Budget,
    ) -> Vec<Rated> {
        let moves = considered_moves(view);
        let mut strategic =
            StrategicSearch::new(view, field, judge, &self.chronicle, self.settings.strategy)
                .below(self.settings.ceiling);
        if self.settings.guards_flag {
            strategic = strategic.guarding();
        }
        let scores = strategic.values(&moves);
        let searched: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| strategic.long_attack(mv).is_none())
            .collect();
        let findings = if searched.is_empty() {
            Vec::new()
        } else {
            let deepening = Deepening {
                field,
                judge,
                plan: &|depth| self.plan(depth),
                depth: self.settings.depth,
                budget: &budget.within(self.settings.time),
                most_nodes: self.settings.nodes,
            };
            let (findings, stats) = deepening.run(&searched);
            self.stats += stats;
            findings
        };
        let mut rated: Vec<Rated> = moves
            .iter()
            .zip(scores)
            .map(|(&mv, strategic)| Rated {
                mv,
                finding: findings.iter().find(|finding| finding.mv == mv).copied(),
                strategic,
            })
            .collect();
        rated.sort_by(|a, b| b.total().total_cmp(&a.total()));
        rated
    }

    fn line(&self, field: &Field, judge: &Judge, best: &Rated) -> Vec<Option<Move>> {
        if best.finding.is_none() {
            return vec![Some(best.mv)];
        }
        let plan = self.plan(LINE_DEPTH.min(self.settings.depth));
        let limit = Limit::nodes(LINE_NODES);
        expected_line(&mut Frame::new(field.clone(), judge, &plan, limit), best.mv)
    }
}

/// Which seed derived from a game's is for the fears that others may read.
const FEARS_SHOWN: u64 = 1;

/// The line for the explanation is searched anew, less deeply than the move was, so that it costs little.
const LINE_DEPTH: u8 = 4;
const LINE_NODES: u64 = 200_000;

impl Bot for Perspecto {
    fn begin(&mut self, start: &GameStart) {
        let dice = start.seed.derive(FEARS_SHOWN);
        self.psychology.meet(&start.opponent, dice);
        self.chronicle = Chronicle::default();
        self.rng = start.seed.rng();
        self.rules = start.rules;
        self.stats = SearchStats::default();
        self.explanation = None;
    }

    fn setup(&mut self) -> Result<Setup, Fault> {
        Ok(half_random(self.rules.variant, &mut self.rng))
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Choice, Fault> {
        let signs = self.chronicle.read(view);
        self.psychology.learn(&signs);
        let mut field = Field::new(view);
        field.note_approaches();
        if self.settings.lets_flee {
            field.let_flee();
        }
        for (mover, towards) in self.chronicle.approaches() {
            field.note_approach(mover, towards);
        }
        let judge = Judge {
            odds: Odds::new(&field),
            values: Values::new(view, &field),
            fears: self.psychology.draw(&mut self.rng),
        };
        let rated = self.rate(view, &field, &judge, budget);
        let n_best = rated
            .iter()
            .take_while(|other| other.total() == rated[0].total())
            .count();
        let best = rated[below(&mut self.rng, n_best as u32) as usize];
        self.psychology.show_next();
        self.explanation = Some(Explanation {
            columns: COLUMNS.map(str::to_owned).to_vec(),
            moves: rated.iter().map(explained).collect(),
            enemy: beliefs(view, &field, Owner::Theirs),
            own: beliefs(view, &field, Owner::Mine),
            line: self.line(&field, &judge, &best),
            ..Explanation::default()
        });
        Ok(Choice::Move(best.mv))
    }

    fn explain(&self) -> Option<Explanation> {
        self.explanation.clone()
    }
}

const COLUMNS: [&str; 4] = ["tactical", "strategic", "as I see it", "as he sees it"];

fn explained(rated: &Rated) -> MoveValue {
    let made = rated
        .finding
        .map_or(super::values::Pair::ZERO, |finding| finding.made);
    MoveValue {
        mv: rated.mv,
        value: f64::from(rated.total()),
        parts: [rated.tactical(), rated.strategic, made.own, made.opp]
            .map(f64::from)
            .to_vec(),
    }
}

/// What the other side can tell of a side's unknown pieces by counting.
fn beliefs(view: &View<'_>, field: &Field, owner: Owner) -> Vec<Belief> {
    let hidden = &field.hidden[owner as usize];
    field
        .of(owner)
        .filter_map(|(index, unit)| {
            let square = Square::from_index(field.square_of(index))?;
            let piece: PieceId = view.piece_at(square)?.id;
            if view.revealed().contains(square) {
                return None;
            }
            let mut ranks = ByRank::default();
            if unit.is_known() {
                ranks[unit.rank()?] = 1.0;
            } else {
                let expected = hidden.expected(unit.has_moved());
                let total: f32 = expected.0.iter().sum();
                for rank in Rank::ALL {
                    ranks[rank] = f64::from(expected[rank] / total);
                }
            }
            Some(Belief { piece, ranks })
        })
        .collect()
}
