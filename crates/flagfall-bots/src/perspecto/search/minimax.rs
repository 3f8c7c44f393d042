//! Plain minimax (section 8.1, figures 7 and 8) with alpha-beta: the likelier outcome of each attack is taken to happen.
//!
//! With the evaluation of captures, a battle is worth `P * v1 - (1 - P) * v2` whatever outcome is followed, as in section
//! 10.3.1, "to make up for the tree not branching at attacks".

use super::super::field::{Fight, Owner, Step, Steps};
use super::super::values::Pair;
use super::{Evaluation, Frame, Search};

pub(super) struct Minimax;

impl Search for Minimax {
    fn value(frame: &mut Frame<'_>, ply: u8) -> Pair {
        Pair::both(value(frame, ply, f32::NEG_INFINITY, f32::INFINITY))
    }

    fn step_value(frame: &mut Frame<'_>, ply: u8, step: Step, _passive: &mut Option<Pair>) -> Pair {
        Pair::both(step_value(
            frame,
            ply,
            step,
            f32::NEG_INFINITY,
            f32::INFINITY,
        ))
    }
}

/// The value if it lies between the bounds, else some bound beyond the one that it passes.
fn value(frame: &mut Frame<'_>, ply: u8, mut alpha: f32, mut beta: f32) -> f32 {
    if ply > frame.last_ply() {
        return frame.leaf();
    }
    if frame.is_stopped {
        return 0.0;
    }
    if frame.is_calm(ply) {
        return 0.0;
    }
    let mut steps = Steps::new();
    frame.add_steps(ply, &mut steps);
    let owner = Owner::at(ply);
    let mut best = match owner {
        Owner::Mine => f32::NEG_INFINITY,
        Owner::Theirs => f32::INFINITY,
    };
    let may_pass = frame.may_pass() || steps.is_empty();
    let foes = frame.field.held_by(owner.other());
    // Attacks change most, so they come first; then doing nothing, then the rest.
    let is_attack = |step: &Step| {
        flagfall_core::Square::from_index(step.to).is_some_and(|to| foes.contains(to))
    };
    let attacks = steps
        .iter()
        .filter(|step| is_attack(step))
        .map(|&step| Some(step));
    let quiet = steps
        .iter()
        .filter(|step| !is_attack(step))
        .map(|&step| Some(step));
    for step in attacks.chain(may_pass.then_some(None)).chain(quiet) {
        let value = match step {
            Some(step) => step_value(frame, ply, step, alpha, beta),
            None => value(frame, ply + 1, alpha, beta),
        };
        match owner {
            Owner::Mine => {
                best = best.max(value);
                alpha = alpha.max(best);
            }
            Owner::Theirs => {
                best = best.min(value);
                beta = beta.min(best);
            }
        }
        if alpha >= beta && frame.has_cuts {
            break;
        }
    }
    best
}

#[inline]
fn step_value(frame: &mut Frame<'_>, ply: u8, step: Step, alpha: f32, beta: f32) -> f32 {
    frame.count();
    let attacker = frame
        .field
        .unit_at(step.from)
        .expect("a step begins with a piece");
    let Some(defender) = frame.field.unit_at(step.to) else {
        let gain = frame.quiet_gain(step).own;
        if ply == frame.last_ply() {
            return gain + frame.leaf_after_quiet(step);
        }
        let undo = frame.field.make_quiet(step);
        let value = value(frame, ply + 1, alpha - gain, beta - gain);
        frame.field.unmake(undo);
        return gain + value;
    };
    let chance = frame.judge.chances(&frame.field, attacker, defender).own;
    let fight = if chance > 0.5 {
        Fight::Won
    } else {
        Fight::Lost
    };
    let gain = match frame.plan.evaluation {
        Evaluation::Board { .. } => frame.attack_gain(ply, step, attacker, defender, fight).own,
        Evaluation::Captures => {
            let won = frame
                .attack_gain(ply, step, attacker, defender, Fight::Won)
                .own;
            let lost = frame
                .attack_gain(ply, step, attacker, defender, Fight::Lost)
                .own;
            chance * won + (1.0 - chance) * lost
        }
    };
    let is_over = fight == Fight::Won && frame.ends_game(defender);
    if is_over {
        return gain;
    }
    if ply == frame.last_ply() {
        return gain + frame.leaf_after_attack(step, fight);
    }
    let undo = frame.field.make_attack(step, fight);
    let value = value(frame, ply + 1, alpha - gain, beta - gain);
    frame.field.unmake(undo);
    gain + value
}
