//! From a budget to a search that keeps it.
//!
//! Without a budget of time or nodes the search has the depth asked for, and if that costs more nodes than the bot's own limit it is done again
//! one half-move less deep. With a budget, depth grows from 1 and the last depth that was finished counts; the first
//! always is. A search that is stopped from outside plays what it has, which without a budget may be a look at depth 1.

use std::time::Instant;

use flagfall_core::Move;

use super::super::field::Field;
use super::super::judge::Judge;
use super::{Finding, Frame, Limit, Plan, SearchStats};
use crate::bot::Budget;

/// A search to be done.
pub(crate) struct Deepening<'a> {
    pub(crate) field: &'a Field,
    pub(crate) judge: &'a Judge,
    /// The plan for each depth.
    pub(crate) plan: &'a dyn Fn(u8) -> Plan,
    pub(crate) depth: u8,
    pub(crate) budget: &'a Budget,
    pub(crate) most_nodes: u64,
}

/// The part of a time budget after which the search stops.
const TIME_SHARE: f64 = 0.9;

impl Deepening<'_> {
    /// What the moves, of which there is at least one, gain.
    pub(crate) fn run(&self, moves: &[Move]) -> (Vec<Finding>, SearchStats) {
        let mut total = SearchStats::default();
        if self.budget.time.is_none() && self.budget.nodes.is_none() {
            for depth in (2..=self.depth).rev() {
                let limit = Limit {
                    nodes: self.most_nodes,
                    deadline: None,
                    stop: self.budget.stop.clone(),
                };
                if let Some(findings) = self.search(depth, limit, moves, &mut total) {
                    return (findings, total);
                }
            }
        }
        let deadline = self
            .budget
            .time
            .map(|time| Instant::now() + time.mul_f64(TIME_SHARE));
        let mut found = self
            .search(1, Limit::nodes(u64::MAX), moves, &mut total)
            .expect("a search without limit is finished");
        for depth in 2..=self.depth {
            let left = self
                .budget
                .nodes
                .unwrap_or(self.most_nodes)
                .saturating_sub(total.nodes);
            let limit = Limit {
                nodes: left,
                deadline,
                stop: self.budget.stop.clone(),
            };
            match self.search(depth, limit, moves, &mut total) {
                Some(findings) => found = findings,
                None => break,
            }
        }
        (found, total)
    }

    fn search(
        &self,
        depth: u8,
        limit: Limit,
        moves: &[Move],
        total: &mut SearchStats,
    ) -> Option<Vec<Finding>> {
        let plan = (self.plan)(depth);
        let mut frame = Frame::new(self.field.clone(), self.judge, &plan, limit);
        let findings = frame.findings(moves);
        *total += frame.stats;
        findings
    }
}
