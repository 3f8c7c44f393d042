//! What a plan is (Invincible, figure 5.1).

use flagfall_core::Move;

use super::situation::Situation;

/// A small goal that gives every legal move a value. A move's value is the sum over all plans, and no plan knows the others.
///
/// Values are on one scale: pieces are worth 10 to 100, strategic plans give 2 to 5, the defense of the flag 200 to 300.
pub(crate) trait Plan: Send {
    /// The head of its column in the table of plans.
    fn name(&self) -> String;

    /// Looks at a new turn, once, before moves are asked about.
    fn recalc(&mut self, situation: &Situation<'_>);

    /// Whether there is anything for the plan to do this turn. A plan that is not active gives 0 to every move.
    fn is_active(&self) -> bool;

    /// What one of our legal moves contributes to the goal, or takes from it.
    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64;
}
