//! `star`: expectimax with Star1 and Star2 pruning, the engine of Stankiewicz (2009), with an evaluation of its own.
//!
//! - `state`: what the searcher knows, as a board that is copied and changed fast.
//! - `generate`: the moves that are searched; `ordering`: which first; `table`: states that are met again.
//! - `battle`: the branches of a chance node, and what the opponent is taken to know.
//! - `evaluation`, `distance`, `weights`: what a state is worth.
//! - `search`: the search itself; `deepening`: the search from the root.
//!
//! Probabilities come from any `RankSource`. The search knows the searcher's own ranks and lets his opponent act as
//! if he nearly knew them too (see `battle`); what the enemy's unknown pieces are is left to chance.
//!
//! It explains itself by the value of each move (for all but the best an upper bound; beside it the value "at first sight", by
//! the last search that valued all moves exactly), the line it expects up to the first uncertain battle, its
//! probabilities and what it thinks pieces are worth.

mod battle;
mod deepening;
mod distance;
mod evaluation;
mod generate;
mod ordering;
mod search;
mod settings;
mod state;
mod table;
mod weights;

use std::time::{Duration, Instant};

use flagfall_belief::{Material, RankSource};
use flagfall_core::{ByRank, BySide, Move, PieceId, Rank, Rules, Seed, Setup, Side, View};

use self::battle::Knowledge;
use self::deepening::{Findings, deepen};
use self::evaluation::Evaluation;
use self::ordering::Ordering;
use self::search::{Limit, Search};
pub(crate) use self::settings::OPTIONS;
use self::settings::Settings;
use self::state::{ARMY, Player, State};
use self::table::Table;
use crate::bot::{Bot, Budget, Choice, Fault, GameStart};
use crate::explain::{Belief, Explanation, MoveValue};
use crate::spec::{Options, SpecError};

/// Two to this power entries of the transposition table.
const TABLE_SIZE: u32 = 16;
/// The share of a time budget after which the search is stopped; the rest is for what comes after it and for a busy machine, which
/// may not give the processor back at once.
const TIME_SHARE: f64 = 0.9;
/// An unknown enemy piece that has not moved is moved in the search if it can move with at least this probability.
const LIKELY_MOBILE: f64 = 0.4;
/// A draw is agreed to after so many plies without a battle if we are not ahead.
const DRAW_QUIET: u32 = 200;

/// Makes a source that has seen all of a view.
pub(crate) type SourceMaker = Box<dyn Fn(&View<'_>) -> Box<dyn RankSource> + Send>;

/// The searching player.
pub struct Star {
    settings: Settings,
    seed: Seed,
    rules: Rules,
    /// Makes the source of probabilities for a game.
    source_of: SourceMaker,
    source: Option<Box<dyn RankSource>>,
    table: Table,
    ordering: Ordering,
    nodes: u64,
    explanation: Option<Explanation>,
}

impl Star {
    /// A player with the options of a spec.
    ///
    /// # Errors
    /// If an option has a value that it cannot have.
    pub fn with_options(options: &mut Options) -> Result<Star, SpecError> {
        Ok(Star::new(Settings::take(options)?))
    }

    /// The player with another source of probabilities than its options say.
    pub(crate) fn with_source(self, source_of: SourceMaker) -> Star {
        Star { source_of, ..self }
    }

    fn new(settings: Settings) -> Star {
        let belief = settings.belief;
        Star {
            settings,
            source_of: Box::new(move |view| belief.source(view)),
            seed: Seed(0),
            rules: Rules::default(),
            source: None,
            table: Table::new(TABLE_SIZE),
            ordering: Ordering::new(),
            nodes: 0,
            explanation: None,
        }
    }

    /// How many nodes it has searched since the game began.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn think(&mut self, view: &View<'_>, budget: &Budget) -> Findings {
        let started = Instant::now();
        let source_of = &self.source_of;
        let source = self.source.get_or_insert_with(|| source_of(view));
        source.follow(view);
        let weights = self.settings.weights;
        let root = Root::new(view, source.as_ref(), &self.settings);
        let time = [budget.time, self.settings.time]
            .into_iter()
            .flatten()
            .min();
        let nodes = match (budget.nodes, budget.time) {
            // Whoever sets a budget sets it in place of the default, not beside it.
            (None, None) => self.settings.nodes,
            (nodes, _) => nodes,
        };
        self.table.start_search();
        self.ordering.clear();
        let mut search = Search {
            knowledge: &root.knowledge,
            evaluation: &root.evaluation,
            manner: self.settings.manner,
            limit: Limit {
                nodes: nodes.unwrap_or(u64::MAX),
                deadline: time.map(|time: Duration| started + time.mul_f64(TIME_SHARE)),
                stop: budget.stop.clone(),
            },
            table: &mut self.table,
            ordering: &mut self.ordering,
            nodes: 0,
            is_over: false,
        };
        let findings = deepen(
            &mut search,
            &root.state,
            view,
            &weights,
            self.settings.depth,
        );
        self.nodes += findings.nodes;
        self.explanation = Some(explanation(
            view,
            source.as_ref(),
            &root,
            &findings,
            &self.table,
        ));
        findings
    }
}

/// What a search starts from.
struct Root {
    state: State,
    knowledge: Knowledge,
    evaluation: Evaluation,
}

impl Root {
    fn new(view: &View<'_>, source: &dyn RankSource, settings: &Settings) -> Root {
        let can_move = |id: PieceId| {
            let ranks = source.ranks(id);
            1.0 - ranks[flagfall_core::Rank::Flag] - ranks[Rank::Bomb] >= LIKELY_MOBILE
        };
        let (mut state, ids) = State::new(view, can_move);
        let ranks = |id: PieceId| {
            let is_theirs = view
                .piece(id)
                .is_some_and(|piece| piece.side != view.viewer());
            let caution = if is_theirs {
                f64::from(settings.weights.caution)
            } else {
                1.0
            };
            cautious(source.ranks(id), caution)
        };
        let knowledge = Knowledge::new(&state, &ids, ranks);
        let evaluation = Evaluation::new(view, &mut state, &knowledge, &settings.weights);
        Root {
            state,
            knowledge,
            evaluation,
        }
    }
}

/// The probabilities of a piece's ranks with the odds of a bomb multiplied by this.
fn cautious(mut ranks: ByRank<f64>, caution: f64) -> [f64; 12] {
    ranks[Rank::Bomb] *= caution;
    let sum: f64 = ranks.0.iter().sum();
    if sum > 0.0 {
        ranks.0.iter_mut().for_each(|chance| *chance /= sum);
    }
    ranks.0
}

impl Bot for Star {
    fn begin(&mut self, start: &GameStart) {
        self.seed = start.seed;
        self.rules = start.rules;
        self.source = None;
        self.table.clear();
        self.ordering.clear();
        self.nodes = 0;
        self.explanation = None;
    }

    fn setup(&mut self) -> Result<Setup, Fault> {
        let mut rng = self.seed.derive(0).rng();
        Ok(self.settings.setup.make(self.rules.variant, &mut rng))
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Choice, Fault> {
        let findings = self.think(view, budget);
        let best = findings.verdicts.first();
        Ok(Choice::Move(
            best.expect("a bot is asked only while it can move").mv,
        ))
    }

    fn accepts_draw(&mut self, view: &View<'_>) -> bool {
        let lead = material(view).lead(view.viewer());
        view.quiet_plies() >= DRAW_QUIET && lead <= 1.0
    }

    fn explain(&self) -> Option<Explanation> {
        self.explanation.clone()
    }
}

fn material(view: &View<'_>) -> Material {
    Material::new(evaluation::left(view))
}

const COLUMNS: [&str; 2] = ["at first sight", "repetition"];

fn explanation(
    view: &View<'_>,
    source: &dyn RankSource,
    root: &Root,
    findings: &Findings,
    table: &Table,
) -> Explanation {
    let me = view.viewer();
    let beliefs = |side: Side| {
        view.hidden_pieces(side)
            .map(|(_, piece)| Belief {
                piece: piece.id,
                ranks: source.ranks(piece.id),
            })
            .collect()
    };
    let material = material(view);
    let value = findings.verdicts.first().map(|verdict| verdict.value);
    Explanation {
        columns: COLUMNS.map(str::to_owned).to_vec(),
        moves: findings
            .verdicts
            .iter()
            .map(|verdict| MoveValue {
                mv: verdict.mv,
                value: f64::from(verdict.value),
                parts: vec![f64::from(verdict.first_sight), f64::from(verdict.staleness)],
            })
            .collect(),
        enemy: beliefs(!me),
        own: beliefs(me),
        value: value.map(|value| f64::from(value / root.evaluation.win())),
        piece_values: Some(BySide::from_fn(|side| {
            let player = if side == me { Player::Me } else { Player::Foe };
            ByRank(
                flagfall_core::Rank::ALL.map(|rank| f64::from(root.evaluation.worth(player, rank))),
            )
        })),
        game_state: Some(material.lead(me)),
        line: line(root, findings, table),
    }
}

/// The moves that are expected, up to the first whose outcome is not known.
fn line(root: &Root, findings: &Findings, table: &Table) -> Vec<Option<Move>> {
    let mut line = Vec::new();
    let mut state = root.state;
    let mut player = Player::Me;
    let mut next = findings.verdicts.first().map(|verdict| verdict.mv);
    while let Some(mv) = next.filter(|_| line.len() < ARMY) {
        line.push(Some(mv));
        if state.unit_at(mv.to).is_some() {
            break;
        }
        state = state.stepped(player, mv, &root.evaluation);
        player = player.other();
        next = table.find(state.key(player)).and_then(|entry| entry.best);
    }
    line
}

#[cfg(test)]
mod tests;
