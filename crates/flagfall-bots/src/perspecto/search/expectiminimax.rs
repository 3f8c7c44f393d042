//! Expectiminimax (section 8.2, figures 9 and 10): attacks with an uncertain outcome are chance nodes, and the searcher's own
//! knowledge counts for both sides.

use super::super::field::{Fight, Owner, Step, Steps};
use super::super::values::Pair;
use super::{Frame, Search};

pub(super) struct Expectiminimax;

impl Search for Expectiminimax {
    fn value(frame: &mut Frame<'_>, ply: u8) -> Pair {
        Pair::both(value(frame, ply))
    }

    fn step_value(frame: &mut Frame<'_>, ply: u8, step: Step, _passive: &mut Option<Pair>) -> Pair {
        Pair::both(step_value(frame, ply, step))
    }
}

fn value(frame: &mut Frame<'_>, ply: u8) -> f32 {
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
    let passive = (frame.may_pass() || steps.is_empty()).then(|| value(frame, ply + 1));
    let owner = Owner::at(ply);
    let mut best = passive.unwrap_or(match owner {
        Owner::Mine => f32::NEG_INFINITY,
        Owner::Theirs => f32::INFINITY,
    });
    for &step in &steps {
        let value = step_value(frame, ply, step);
        best = match owner {
            Owner::Mine => best.max(value),
            Owner::Theirs => best.min(value),
        };
    }
    best
}

#[inline]
fn step_value(frame: &mut Frame<'_>, ply: u8, step: Step) -> f32 {
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
        let value = value(frame, ply + 1);
        frame.field.unmake(undo);
        return gain + value;
    };
    let chance = frame.judge.chances(&frame.field, attacker, defender).own;
    let mut total = 0.0;
    for (fight, chance) in [(Fight::Won, chance), (Fight::Lost, 1.0 - chance)] {
        if chance <= 0.0 {
            continue;
        }
        let mut sum = frame.attack_gain(ply, step, attacker, defender, fight).own;
        let is_over = fight == Fight::Won && frame.ends_game(defender);
        if !is_over {
            sum += if ply == frame.last_ply() {
                frame.leaf_after_attack(step, fight)
            } else {
                let undo = frame.field.make_attack(step, fight);
                let value = value(frame, ply + 1);
                frame.field.unmake(undo);
                value
            };
        }
        total += chance * sum;
    }
    total
}
