//! The best move by the sum of all plans (Invincible, figure 5.2). Plans that are not active would add nothing and are not asked.

use flagfall_belief::Guesser;
use flagfall_core::{Move, Seed, View};

use super::plan::Plan;
use super::plans::roster;
use super::situation::Situation;

/// The plans of a game.
pub(crate) struct Planner {
    plans: Vec<Box<dyn Plan>>,
}

/// What the plans said in one turn: table 8.1.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlanTable {
    /// The names of the active plans that gave any move a value.
    pub(crate) columns: Vec<String>,
    /// Each legal move with its total and its value by column, best first.
    pub(crate) rows: Vec<(Move, f64, Vec<f64>)>,
}

impl Planner {
    /// All plans for a game that is at this point, usually its start.
    pub(crate) fn new(view: &View<'_>, guesser: &Guesser, seed: Seed) -> Planner {
        Planner {
            plans: roster(&Situation::new(view, guesser), seed),
        }
    }

    /// Values all legal moves.
    pub(crate) fn table(&mut self, situation: &Situation<'_>) -> PlanTable {
        for plan in &mut self.plans {
            plan.recalc(situation);
        }
        let active: Vec<&dyn Plan> = self
            .plans
            .iter()
            .map(AsRef::as_ref)
            .filter(|plan| plan.is_active())
            .collect();
        let mut rows: Vec<(Move, f64, Vec<f64>)> = situation
            .view
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let parts: Vec<f64> = active
                    .iter()
                    .map(|plan| plan.move_value(situation, mv))
                    .collect();
                (mv, parts.iter().sum(), parts)
            })
            .collect();
        // A stable sort: of equal moves the first in the generator's order.
        rows.sort_by(|a, b| b.1.total_cmp(&a.1));
        let used: Vec<usize> = (0..active.len())
            .filter(|&column| rows.iter().any(|row| row.2[column] != 0.0))
            .collect();
        for row in &mut rows {
            row.2 = used.iter().map(|&column| row.2[column]).collect();
        }
        PlanTable {
            columns: used.iter().map(|&column| active[column].name()).collect(),
            rows,
        }
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.plans.len()
    }

    #[cfg(test)]
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        self.plans.iter().map(|plan| plan.name())
    }
}
