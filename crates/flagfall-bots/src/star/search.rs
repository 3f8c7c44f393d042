//! Expectimax with the pruning of Ballard (1983): a negamax search whose attacks on or by unknown pieces are chance nodes.
//!
//! - **Alpha-beta** at decision nodes, where moves after the first are first asked only whether they are better.
//! - **Star1** at chance nodes: with bounds for what is not searched yet, each branch gets the narrowest window in which it can
//!   still matter, and the node is left as soon as its value is out of the window that it was given.
//! - **Star2**: before that each branch is probed by the most promising reply alone. A reply is a lower bound for whoever
//!   replies, so an upper bound for the attacker; if these bounds already show that the attack is not good enough, the
//!   rest is not searched.
//!
//! No value is above that of a game won at once or below that of one lost, which are the outermost bounds.
//!
//! The three return what the search without pruning returns, which a test checks. What a player may want beside that
//! (`Shortcuts`) changes values: a null move, reductions of late quiet moves.

mod chance;

use std::time::Instant;

use flagfall_core::Move;

use self::chance::Chance;
use super::battle::{Attacks, Detail, Knowledge};
use super::evaluation::Evaluation;
use super::generate::{Ranked, RankedMoves, add_attacks, add_steps};
use super::ordering::{Ordering, expected_gain};
use super::state::{Player, State};
use super::table::{Bound, Table};
use crate::stop::Stop;

/// What is left out where it cannot matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Pruning {
    /// Nothing: plain expectimax.
    Plain,
    /// At decision nodes.
    AlphaBeta,
    /// And at chance nodes by bounds.
    Star1,
    /// And at chance nodes by probing.
    Star2,
}

/// What is left out although it could matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shortcuts {
    None,
    /// Null moves and reductions.
    All,
}

/// How the search goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Manner {
    pub(crate) pruning: Pruning,
    pub(crate) shortcuts: Shortcuts,
    pub(crate) attacks: Attacks,
    /// Whether states that are met again are looked up.
    pub(crate) remembers: bool,
    /// How many half-moves of attacks follow the last one.
    pub(crate) quiescence: i8,
}

/// When a search has to end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Limit {
    pub(crate) nodes: u64,
    pub(crate) deadline: Option<Instant>,
    pub(crate) stop: Stop,
}

/// Attacks on or by unknown pieces are tried in the first half-moves of the quiescence search only.
const UNCERTAIN_QUIESCENCE: i8 = 2;
/// From this depth on each rank of a survivor is a branch of its own.
const DETAILED_DEPTH: i8 = 2;
const NULL_DEPTH: i8 = 3;
const NULL_REDUCTION: i8 = 2;
const LATE_DEPTH: i8 = 3;
const LATE_MOVE: usize = 4;
const VERY_LATE_MOVE: usize = 14;
/// A win is worth this much less with each half-move that it takes.
const HASTE: f32 = 0.05;
/// How wide a window is in which a move is only asked whether it is better.
pub(crate) const SCOUT: f32 = 0.01;
/// How many nodes are searched between two looks at the clock.
const CLOCK_NODES: u64 = 64;

/// The values between which a result matters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Window {
    pub(crate) low: f32,
    pub(crate) high: f32,
}

impl Window {
    /// As the other player sees it.
    #[inline]
    fn turned(self) -> Window {
        Window {
            low: -self.high,
            high: -self.low,
        }
    }
}

/// A search in progress.
pub(crate) struct Search<'a> {
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) manner: Manner,
    pub(crate) limit: Limit,
    pub(crate) table: &'a mut Table,
    pub(crate) ordering: &'a mut Ordering,
    pub(crate) nodes: u64,
    /// The limit was reached, and what is returned from now on means nothing.
    pub(crate) is_over: bool,
}

impl Search<'_> {
    /// The window in which every value lies.
    pub(crate) fn full(&self) -> Window {
        let win = self.evaluation.win();
        Window {
            low: -win,
            high: win,
        }
    }

    /// The value of a move to the player who makes it, `depth` half-moves being searched after it; `None` if it would not
    /// be made.
    pub(crate) fn value_of(
        &mut self,
        state: &State,
        player: Player,
        mv: Move,
        depth: i8,
        ply: usize,
        window: Window,
    ) -> Option<f32> {
        if state.unit_at(mv.to).is_none() {
            let next = state.stepped(player, mv, self.evaluation);
            return Some(-self.search(&next, player.other(), depth, ply, window.turned()));
        }
        let detail = if depth >= DETAILED_DEPTH {
            Detail::Fallen
        } else {
            Detail::Outcome
        };
        let (branches, odds) = self.knowledge.branches(
            state,
            player,
            mv,
            detail,
            self.manner.attacks,
            self.evaluation,
        )?;
        if branches.iter().all(|branch| branch.passes) {
            return None;
        }
        let chance = Chance {
            state,
            player,
            mv,
            odds,
            depth,
            ply,
        };
        if branches.len() == 1 {
            return Some(self.branch(&chance, &branches[0], window));
        }
        Some(self.chance(&chance, branches, window))
    }

    /// The value of a state to the player to move.
    fn search(
        &mut self,
        state: &State,
        player: Player,
        depth: i8,
        ply: usize,
        window: Window,
    ) -> f32 {
        if self.count_node() {
            return 0.0;
        }
        if depth <= 0 {
            return self.quiesce(state, player, self.manner.quiescence + depth, ply, window);
        }
        let key = state.key(player);
        let mut first = None;
        if self.manner.remembers
            && let Some(entry) = self.table.find(key)
        {
            first = entry.best;
            if entry.depth >= depth {
                match entry.bound {
                    Bound::Exact => return entry.value,
                    Bound::AtLeast if entry.value >= window.high => return entry.value,
                    Bound::AtMost if entry.value <= window.low => return entry.value,
                    _ => {}
                }
            }
        }
        if let Some(value) = self.null_move(state, player, depth, ply, window) {
            return value;
        }
        let moves = self.moves(state, player, ply, first);
        self.search_moves(state, player, depth, ply, window, moves)
    }

    fn search_moves(
        &mut self,
        state: &State,
        player: Player,
        depth: i8,
        ply: usize,
        window: Window,
        mut moves: RankedMoves,
    ) -> f32 {
        let prunes = self.manner.pruning != Pruning::Plain;
        let mut best = -self.won_at(ply);
        let mut best_move = None;
        let mut low = window.low;
        for number in 0..moves.len() {
            let mv = next_move(&mut moves, number);
            let is_quiet = state.unit_at(mv.to).is_none();
            let inner = if prunes {
                Window {
                    low,
                    high: window.high,
                }
            } else {
                self.full()
            };
            let reduction = self.reduction(depth, number, is_quiet);
            // Later moves are seldom better than the best so far; that they are not is shown with less effort than what they
            // are worth.
            let is_scout = prunes && best_move.is_some() && inner.high - inner.low > 2.0 * SCOUT;
            let first = if is_scout {
                Window {
                    low,
                    high: low + SCOUT,
                }
            } else {
                inner
            };
            let is_better = |value: Option<f32>| value.is_some_and(|value| value > low);
            let mut value = self.value_of(state, player, mv, depth - 1 - reduction, ply + 1, first);
            if reduction > 0 && is_better(value) && !self.is_over {
                value = self.value_of(state, player, mv, depth - 1, ply + 1, first);
            }
            if is_scout && is_better(value) && !self.is_over {
                value = self.value_of(state, player, mv, depth - 1, ply + 1, inner);
            }
            if self.is_over {
                return 0.0;
            }
            let Some(value) = value else { continue };
            if value > best || best_move.is_none() {
                best = best.max(value);
                best_move = Some(mv);
            }
            low = low.max(best);
            if prunes && best >= window.high {
                if is_quiet {
                    self.ordering.reward(state, mv, depth, ply);
                }
                break;
            }
        }
        if best_move.is_none() && !moves.is_empty() {
            // There are moves, but none that would be made.
            return self.evaluation.of(state, player);
        }
        if self.manner.remembers {
            let bound = if best >= window.high {
                Bound::AtLeast
            } else if best <= window.low {
                Bound::AtMost
            } else {
                Bound::Exact
            };
            self.table
                .store(state.key(player), best, best_move, depth, bound);
        }
        best
    }

    /// If the player to move is so well off that even passing is too good for his opponent, the opponent will not go here.
    fn null_move(
        &mut self,
        state: &State,
        player: Player,
        depth: i8,
        ply: usize,
        window: Window,
    ) -> Option<f32> {
        if self.manner.shortcuts == Shortcuts::None || depth < NULL_DEPTH {
            return None;
        }
        if window.high >= self.evaluation.win() - 1.0
            || self.evaluation.of(state, player) < window.high
        {
            return None;
        }
        let narrow = Window {
            low: window.high - 0.01,
            high: window.high,
        };
        let value = -self.search(
            state,
            player.other(),
            depth - 1 - NULL_REDUCTION,
            ply + 1,
            narrow.turned(),
        );
        (value >= window.high && !self.is_over).then_some(value)
    }

    #[inline]
    fn reduction(&self, depth: i8, number: usize, is_quiet: bool) -> i8 {
        if self.manner.shortcuts == Shortcuts::None || depth < LATE_DEPTH || !is_quiet {
            return 0;
        }
        match number {
            0..LATE_MOVE => 0,
            LATE_MOVE..VERY_LATE_MOVE => 1,
            _ => 2,
        }
    }

    /// The value to the winner of a game that is over at this half-move.
    #[inline]
    fn won_at(&self, ply: usize) -> f32 {
        self.evaluation.win() - HASTE * ply as f32
    }

    /// Attacks alone, until it is quiet: the player to move may also leave things as they are.
    fn quiesce(
        &mut self,
        state: &State,
        player: Player,
        left: i8,
        ply: usize,
        window: Window,
    ) -> f32 {
        let prunes = self.manner.pruning != Pruning::Plain;
        let mut best = self.evaluation.of(state, player);
        if left <= 0 || (prunes && best >= window.high) {
            return best;
        }
        let mut moves = RankedMoves::new();
        add_attacks(state, player, &mut moves);
        let is_deep = left <= self.manner.quiescence - UNCERTAIN_QUIESCENCE;
        moves.retain(|ranked| {
            let mv = ranked.mv;
            let is_uncertain = [mv.from, mv.to].into_iter().any(|square| {
                state
                    .unit_at(square)
                    .is_some_and(|index| state.unit(index).rank().is_none())
            });
            if is_uncertain && is_deep {
                return false;
            }
            let gain = expected_gain(state, player, mv, self.knowledge, self.evaluation);
            ranked.order = (gain * 100.0) as i32;
            gain > 0.0
        });
        // The search below counts depth from zero down, so that it goes on here.
        let depth = left - 1 - self.manner.quiescence;
        let mut low = window.low.max(best);
        for number in 0..moves.len() {
            let mv = next_move(&mut moves, number);
            let inner = if prunes {
                Window {
                    low,
                    high: window.high,
                }
            } else {
                self.full()
            };
            let value = self.value_of(state, player, mv, depth, ply + 1, inner);
            if self.is_over {
                return 0.0;
            }
            let Some(value) = value else { continue };
            best = best.max(value);
            low = low.max(best);
            if prunes && best >= window.high {
                break;
            }
        }
        best
    }

    fn moves(&self, state: &State, player: Player, ply: usize, first: Option<Move>) -> RankedMoves {
        let mut moves = RankedMoves::new();
        add_attacks(state, player, &mut moves);
        add_steps(state, player, &mut moves);
        let gain = |mv| expected_gain(state, player, mv, self.knowledge, self.evaluation);
        self.ordering.rank(state, ply, first, gain, &mut moves);
        moves
    }

    /// Counts a node; true if there is no time for it.
    #[inline]
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes > self.limit.nodes {
            self.is_over = true;
        } else if self.nodes.is_multiple_of(CLOCK_NODES) {
            let is_late = |deadline| Instant::now() >= deadline;
            self.is_over |= self.limit.deadline.is_some_and(is_late) || self.limit.stop.is_raised();
        }
        self.is_over
    }
}

/// The move that comes next in the order. Sorting as far as needed costs less than sorting all, because most nodes are left
/// after a few moves.
#[inline]
fn next_move(moves: &mut RankedMoves, number: usize) -> Move {
    let mut best = number;
    for other in number + 1..moves.len() {
        if moves[other].order > moves[best].order {
            best = other;
        }
    }
    moves.swap(number, best);
    let Ranked { mv, .. } = moves[number];
    mv
}
