//! The line that a search expects, for explanations.

use flagfall_core::Move;

use super::super::field::{Fight, Owner, Step, Steps};
use super::super::values::Pair;
use super::expectiminimax::Expectiminimax;
use super::minimax::Minimax;
use super::pe_minimax::PeMinimax;
use super::{Algorithm, Frame, Search};

/// The moves that the search expects after this first one, which comes first; `None` where a side does nothing nearby. At
/// attacks the likelier outcome is followed.
pub(crate) fn expected_line(frame: &mut Frame<'_>, first: Move) -> Vec<Option<Move>> {
    match frame.plan.algorithm {
        Algorithm::Minimax => line_by::<Minimax>(frame, first),
        Algorithm::Expectiminimax => line_by::<Expectiminimax>(frame, first),
        Algorithm::PeMinimax => line_by::<PeMinimax>(frame, first),
    }
}

fn line_by<S: Search>(frame: &mut Frame<'_>, first: Move) -> Vec<Option<Move>> {
    let mut line = vec![Some(first)];
    let Some(step) = frame.enter(first) else {
        return line;
    };
    let start = frame.field.clone();
    let mut is_over = follow(frame, Some(step));
    for ply in 2..=frame.last_ply() {
        if is_over || frame.is_stopped {
            break;
        }
        let best = best_step::<S>(frame, ply);
        is_over = follow(frame, best);
        line.push(best.and_then(Step::to_move));
    }
    // What nobody does at the end says nothing.
    while line.last() == Some(&None) {
        line.pop();
    }
    frame.field = start;
    line
}

fn best_step<S: Search>(frame: &mut Frame<'_>, ply: u8) -> Option<Step> {
    let passive = S::value(frame, ply + 1);
    let (mut best, mut best_value) = (None, passive);
    let mut steps = Steps::new();
    frame.add_steps(ply, &mut steps);
    for step in steps {
        let value = S::step_value(frame, ply, step, &mut Some(passive));
        let is_better = |value: Pair| match Owner::at(ply) {
            Owner::Mine => value.own > best_value.own,
            Owner::Theirs => value.opp < best_value.opp,
        };
        if is_better(value) {
            (best, best_value) = (Some(step), value);
        }
    }
    best
}

/// Makes a move for good; says whether that ends the game.
fn follow(frame: &mut Frame<'_>, step: Option<Step>) -> bool {
    let Some(step) = step else { return false };
    let attacker = frame
        .field
        .unit_at(step.from)
        .expect("a step begins with a piece");
    let Some(defender) = frame.field.unit_at(step.to) else {
        frame.field.make_quiet(step);
        return false;
    };
    let chance = frame.judge.chances(&frame.field, attacker, defender).own;
    let fight = if chance >= 0.5 {
        Fight::Won
    } else {
        Fight::Lost
    };
    let is_over = fight == Fight::Won && frame.ends_game(defender);
    frame.field.make_attack(step, fight);
    is_over
}
