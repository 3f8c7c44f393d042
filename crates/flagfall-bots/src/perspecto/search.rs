//! One frame for three searches (chapters 7 and 8).
//!
//! The frame makes moves, counts nodes, cuts to the search area and says what each event is worth; an [`Algorithm`] decides
//! how values come up the tree. Values are gains from a node on, as a [`Pair`] of perspectives: what happened before a node
//! is the same for all its moves, so it is added by the caller.
//!
//! At the root each move is compared with doing nothing within the same area (the comparison search of section 7.4): areas
//! differ from move to move, and so would the threats that a plain value contains.
//!
//! Choices where the thesis is silent:
//! - The random factor of a leaf is a function of the leaf and of a number drawn for each move of the game, so that
//!   pruning and the order of moves do not change it.
//! - In a global search the passive move is left out except where there is no other.
//! - A line ends when a flag falls that the searcher knows to be one.
//! - At the root a failed attack is a failed attack, also one of an unknown piece on a known one.

mod deepening;
mod expectiminimax;
mod line;
mod minimax;
mod pe_minimax;
mod stats;
mod table;
mod threats;

use std::time::Instant;

use flagfall_core::{Direction, Move, Rank, Square};

use super::area::{Area, Radius};
use super::field::{Field, Fight, Owner, Step, Steps, Width, mixed};
use super::judge::Judge;
use super::values::Pair;
use crate::stop::Stop;

pub(crate) use deepening::Deepening;
pub(crate) use line::expected_line;
pub use stats::SearchStats;
use table::Table;

/// How values come up the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// The likelier outcome of each attack happens (section 8.1).
    Minimax,
    /// Attacks are chance nodes (section 8.2).
    Expectiminimax,
    /// Chance nodes with two values and two probabilities (section 8.3).
    PeMinimax,
}

/// What a line is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Evaluation {
    /// The whole board: pieces, rows gained, knowledge given away, and a random factor up to this size (section 7.5).
    Board {
        /// The largest random factor.
        noise: f32,
        /// What the random factors of this move of the game are made from.
        seed: u64,
    },
    /// Captures alone, each worth 5% less for every second half-move that it comes later (section 9.4).
    Captures,
}

/// What to search.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) algorithm: Algorithm,
    pub(crate) evaluation: Evaluation,
    pub(crate) radius: Radius,
    /// The moves considered at each depth, the root first.
    pub(crate) widths: Vec<Width>,
    pub(crate) replies: Likelihood,
    /// Whether [`SearchStats::branches`] is counted. It costs time, and says something only where the moves of all nodes are listed, as in searches
    /// of the same width at every depth: where attacks alone are left, they are valued without a list.
    pub(crate) counts_branches: bool,
}

/// How likely the opponent's moves are, by how many points they are worse for him than his best.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Likelihood {
    /// All within so many points are equally likely (section 9.4); with 0 his best alone is expected (section 8.3).
    Even(f32),
    /// The worse a move is, the less likely, in proportion, down to not at all at so many points: the opponent's nodes are chance nodes,
    /// as the thesis proposes without saying how (section 11.2). A share that ends somewhere can be pruned like a margin.
    Falling(f32),
}

impl Likelihood {
    /// Moves that are worse by more than this do not come up.
    #[inline]
    fn reach(self) -> f32 {
        match self {
            Likelihood::Even(reach) | Likelihood::Falling(reach) => reach,
        }
    }

    /// The weight of a move within reach.
    #[inline]
    fn weight(self, behind: f32) -> f32 {
        match self {
            Likelihood::Even(_) => 1.0,
            // At the edge rounding could take a weight below nothing.
            Likelihood::Falling(reach) => (1.0 - behind / reach).max(0.0),
        }
    }
}

impl Plan {
    /// The same width down to this depth.
    pub(crate) fn flat(depth: u8) -> Vec<Width> {
        vec![Width::Full; usize::from(depth)]
    }

    /// The variable depth of section 9.4: with 5, the rules that he gives for depths 5 to 9.
    pub(crate) fn variable(depth: u8) -> Vec<Width> {
        if depth < 2 {
            return Plan::flat(depth);
        }
        let mut widths = Plan::flat(depth - 1);
        widths.extend([
            Width::Exposed,
            Width::Follow,
            Width::Follow,
            Width::Follow,
            Width::Attacks,
        ]);
        widths
    }
}

/// How much a search may do.
#[derive(Clone, Debug)]
pub(crate) struct Limit {
    pub(crate) nodes: u64,
    pub(crate) deadline: Option<Instant>,
    pub(crate) stop: Stop,
}

impl Limit {
    /// Nodes alone.
    pub(crate) fn nodes(nodes: u64) -> Limit {
        Limit {
            nodes,
            deadline: None,
            stop: Stop::NEVER,
        }
    }
}

/// What the search found out about one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Finding {
    pub(crate) mv: Move,
    /// The value of the move.
    pub(crate) made: Pair,
    /// The value of doing nothing in the same area.
    pub(crate) passive: Pair,
}

impl Finding {
    /// What the move gains over doing nothing.
    pub(crate) fn gain(&self) -> f32 {
        self.made.own - self.passive.own
    }
}

/// A search in progress.
#[derive(Debug)]
pub(crate) struct Frame<'a> {
    field: Field,
    judge: &'a Judge,
    plan: &'a Plan,
    area: Area,
    limit: Limit,
    is_stopped: bool,
    /// The number of nodes at which the limit is looked at again.
    next_check: u64,
    table: Table,
    /// Whether anything is cut; only tests do without.
    has_cuts: bool,
    pub(crate) stats: SearchStats,
}

/// How often the clock and the stop signal are looked at.
const NODES_BETWEEN_CLOCKS: u64 = 1 << 12;
/// How much less a capture is worth after each two half-moves.
const DECAY: f32 = 0.95;

/// A way to bring values up the tree.
trait Search {
    /// The value of the moves at this depth and below.
    fn value(frame: &mut Frame<'_>, ply: u8) -> Pair;
    /// The value of one move at this depth; `passive` is the value of doing nothing there, computed when first needed.
    fn step_value(frame: &mut Frame<'_>, ply: u8, step: Step, passive: &mut Option<Pair>) -> Pair;
}

impl<'a> Frame<'a> {
    pub(crate) fn new(field: Field, judge: &'a Judge, plan: &'a Plan, limit: Limit) -> Frame<'a> {
        let corner = Square::all().next().expect("the board has squares");
        Frame {
            field,
            judge,
            plan,
            area: Area::around(corner, corner, Radius::Global),
            is_stopped: false,
            next_check: limit.nodes.min(NODES_BETWEEN_CLOCKS),
            limit,
            table: Table::new(plan),
            has_cuts: true,
            stats: SearchStats::default(),
        }
    }

    /// The same search without any cut and without the memory of nodes, for tests.
    #[cfg(test)]
    pub(crate) fn without_cuts(mut self) -> Frame<'a> {
        self.table = Table::off();
        self.has_cuts = false;
        self
    }

    /// What each move gains; `None` if the limit was reached before the last.
    pub(crate) fn findings(&mut self, moves: &[Move]) -> Option<Vec<Finding>> {
        match self.plan.algorithm {
            Algorithm::Minimax => self.findings_by::<minimax::Minimax>(moves),
            Algorithm::Expectiminimax => self.findings_by::<expectiminimax::Expectiminimax>(moves),
            Algorithm::PeMinimax => self.findings_by::<pe_minimax::PeMinimax>(moves),
        }
    }

    fn findings_by<S: Search>(&mut self, moves: &[Move]) -> Option<Vec<Finding>> {
        let mut findings = Vec::with_capacity(moves.len());
        for &mv in moves {
            let step = self.enter(mv)?;
            let mut passive = None;
            let made = S::step_value(self, 1, step, &mut passive);
            let passive = match passive {
                Some(passive) => passive,
                None => S::value(self, 2),
            };
            if self.is_stopped {
                return None;
            }
            findings.push(Finding { mv, made, passive });
        }
        Some(findings)
    }

    /// Sets the area of a first move.
    fn enter(&mut self, mv: Move) -> Option<Step> {
        self.area = Area::around(mv.from, mv.to, self.plan.radius);
        self.table.enter();
        Step::new(mv)
    }

    #[inline]
    fn last_ply(&self) -> u8 {
        self.plan.widths.len() as u8
    }

    /// Whether a side may do nothing: only where the search does not see all its moves.
    #[inline]
    fn may_pass(&self) -> bool {
        self.plan.radius != Radius::Global
    }

    #[inline]
    fn add_steps(&mut self, ply: u8, steps: &mut Steps) {
        let width = self.plan.widths[usize::from(ply) - 1];
        self.field
            .add_steps(Owner::at(ply), &self.area, width, steps);
        self.stats.inner += 1;
        self.stats.moves += steps.len() as u64;
        if self.plan.counts_branches {
            let branches = |step: &Step| if self.can_fail(*step) { 2 } else { 1 };
            self.stats.branches += steps.iter().map(branches).sum::<u64>();
        }
    }

    /// Whether the step is an attack whose success is not sure in both perspectives.
    fn can_fail(&self, step: Step) -> bool {
        let units = [step.from, step.to].map(|square| self.field.unit_at(square));
        let [Some(attacker), Some(defender)] = units else {
            return false;
        };
        let chances = self.judge.chances(&self.field, attacker, defender);
        chances.own < 1.0 || chances.opp < 1.0
    }

    #[inline]
    fn count(&mut self) {
        self.stats.nodes += 1;
        if self.stats.nodes >= self.next_check {
            self.check_limit();
        }
    }

    #[cold]
    fn check_limit(&mut self) {
        let deadline = self.limit.deadline;
        let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let is_over = is_late || self.limit.stop.is_raised();
        self.is_stopped |= is_over || self.stats.nodes >= self.limit.nodes;
        self.next_check = self
            .limit
            .nodes
            .min(self.stats.nodes + NODES_BETWEEN_CLOCKS);
    }

    /// The value of a leaf beyond what happened on the way: the random factor.
    #[inline]
    fn leaf(&self) -> f32 {
        self.leaf_of(|field| field.key())
    }

    /// The value of the leaf after a step onto an empty square.
    #[inline]
    fn leaf_after_quiet(&self, step: Step) -> f32 {
        self.leaf_of(|field| field.key_after_quiet(step))
    }

    /// The value of the leaf after an attack that ends in this way.
    #[inline]
    fn leaf_after_attack(&self, step: Step, fight: Fight) -> f32 {
        self.leaf_of(|field| field.key_after_attack(step, fight))
    }

    #[inline]
    fn leaf_of(&self, key: impl FnOnce(&Field) -> u64) -> f32 {
        match self.plan.evaluation {
            Evaluation::Board { noise, seed } if noise > 0.0 => {
                let drawn = mixed(key(&self.field) ^ seed) >> 40;
                noise * (drawn as f32 * (2.0 / (1u64 << 24) as f32) - 1.0)
            }
            _ => 0.0,
        }
    }

    /// Whether the moves at this depth lead to leaves that are all worth the same.
    #[inline]
    fn has_flat_leaves(&self, ply: u8) -> bool {
        ply == self.last_ply() && self.plan.evaluation == Evaluation::Captures
    }

    /// Whether this is the last half-move and only attacks and doing nothing are left.
    #[inline]
    fn has_only_attacks(&self, ply: u8) -> bool {
        self.has_flat_leaves(ply)
            && self.may_pass()
            && self.plan.widths[usize::from(ply) - 1] == Width::Attacks
    }

    /// Whether nothing can be captured at this depth or below, so that every line from here is worth nothing. This is certain
    /// when it says so; it may fail to say so.
    ///
    /// Where only the pieces moved last may still move quietly, the first capture is between two pieces that touch now,
    /// or one of these two has gone to meet an enemy: alone in its own turns and one step of either side, or both of them
    /// towards each other.
    #[inline]
    fn is_calm(&self, ply: u8) -> bool {
        let width = self.plan.widths[usize::from(ply) - 1];
        let is_narrow = matches!(width, Width::Follow | Width::Attacks);
        is_narrow
            && self.plan.evaluation == Evaluation::Captures
            && self.may_pass()
            && self.has_cuts
            && !self.field.has_contact(&self.area)
            && !self.field.may_last_movers_meet(self.last_ply() - ply + 1)
    }

    /// What a step onto an empty square is worth.
    #[inline]
    fn quiet_gain(&self, step: Step) -> Pair {
        match self.plan.evaluation {
            Evaluation::Board { .. } => self.row_gain(step),
            Evaluation::Captures => Pair::ZERO,
        }
    }

    /// Table 5: a point for every row that a piece other than a scout advances.
    #[inline]
    fn row_gain(&self, step: Step) -> Pair {
        let Some(index) = self.field.unit_at(step.from) else {
            return Pair::ZERO;
        };
        let owner = self.field.unit(index).owner();
        let rows = if step.direction == self.field.forward[owner as usize] {
            1.0
        } else if is_vertical(step.direction) {
            -1.0
        } else {
            return Pair::ZERO;
        };
        self.as_seen(index, |rank| {
            signed(owner, if rank == Some(Rank::Scout) { 0.0 } else { rows })
        })
    }

    /// What depends on a unit's rank, from both perspectives: the opponent does not know the ranks of the searcher's unknown units.
    #[inline]
    fn as_seen(&self, index: u8, value: impl Fn(Option<Rank>) -> f32) -> Pair {
        let unit = self.field.unit(index);
        let own = value(unit.rank());
        if unit.is_known()
            || unit.owner() == Owner::Theirs
            || self.plan.algorithm != Algorithm::PeMinimax
        {
            return Pair::both(own);
        }
        Pair {
            own,
            opp: value(None),
        }
    }

    /// What it is worth that one unit captures another by this step, or while it is attacked by this step.
    #[inline]
    fn capture_gain(&self, ply: u8, captor: u8, victim: u8) -> Pair {
        let values = &self.judge.values;
        let gain = match self.plan.algorithm {
            Algorithm::PeMinimax => values.capture(&self.field, captor, victim),
            _ => Pair::both(values.plain_capture(&self.field, captor, victim)),
        };
        match self.plan.evaluation {
            Evaluation::Captures => gain * DECAYED[usize::from((ply - 1) / 2)],
            Evaluation::Board { .. } => gain + self.board_change(captor, victim),
        }
    }

    /// Table 5 for a capture: the victim takes its rows and its being known with it, and the captor becomes known.
    fn board_change(&self, captor: u8, victim: u8) -> Pair {
        let fallen = self.field.unit(victim);
        let owner = fallen.owner();
        let rows = self.field.rows_ahead(owner, self.field.square_of(victim));
        let mut change = self.as_seen(victim, |rank| {
            signed(
                owner,
                if rank == Some(Rank::Scout) {
                    0.0
                } else {
                    -f32::from(rows)
                },
            )
        });
        if fallen.is_shown() {
            change = change + self.known_cost(victim);
        }
        let winner = self.field.unit(captor);
        if !winner.is_shown() {
            change = change + self.known_cost(captor) * -1.0;
        }
        change
    }

    /// What a unit's being known costs its owner. The mean of what an own unknown piece can be is what the opponent knows of it; an
    /// enemy piece whose rank the searcher does not know stays unknown.
    fn known_cost(&self, index: u8) -> Pair {
        let values = &self.judge.values;
        let unit = self.field.unit(index);
        let owner = unit.owner();
        self.as_seen(index, |rank| {
            let cost = match rank {
                Some(rank) => values.known_cost(owner, rank),
                None if owner == Owner::Mine => values.mean_known_cost(owner, unit.has_moved()),
                None => 0.0,
            };
            signed(owner, cost)
        })
    }

    /// What an attack is worth at once, by its outcome.
    #[inline]
    fn attack_gain(&self, ply: u8, step: Step, attacker: u8, defender: u8, fight: Fight) -> Pair {
        match fight {
            Fight::Won => self.capture_gain(ply, attacker, defender) + self.quiet_gain(step),
            Fight::Lost => self.capture_gain(ply, defender, attacker),
        }
    }

    /// Whether the game is over when this unit falls.
    #[inline]
    fn ends_game(&self, victim: u8) -> bool {
        self.field.unit(victim).rank() == Some(Rank::Flag)
    }
}

const DECAYED: [f32; 16] = {
    let mut table = [1.0; 16];
    let mut index = 1;
    while index < 16 {
        table[index] = table[index - 1] * DECAY;
        index += 1;
    }
    table
};

#[inline]
fn is_vertical(direction: Direction) -> bool {
    matches!(direction, Direction::North | Direction::South)
}

#[inline]
fn signed(owner: Owner, value: f32) -> f32 {
    match owner {
        Owner::Mine => value,
        Owner::Theirs => -value,
    }
}
