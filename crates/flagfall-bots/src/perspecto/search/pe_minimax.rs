//! Perspectivist expectiminimax (section 8.3, figures 12 to 14): two values and two probabilities at every node.
//!
//! At the searcher's nodes the best value is taken from each perspective by itself, so the two may come from different
//! moves; at the opponent's nodes his imagined perspective alone chooses, and both values of his choice come up. With a
//! margin, all his moves within it of his best are equally likely, and their mean comes up (section 9.4). As chance nodes, which
//! the thesis proposes for the future (section 11.2), they are the less likely the worse they are for him.
//!
//! The thesis knows no way to prune this (11.2). There is one: a reply that is worse for the opponent than his best by more than
//! the margin, or than a chance node reaches, does not come up at all, neither half of it. So below a reply, at the searcher's node, where each half is a
//! maximum of its own, the search ends as soon as the opponent's half is above that bound. Nothing bounds the searcher's
//! half, because the opponent does not choose by it. Of the two outcomes of an attack the first is
//! searched in full, and the bound of the second is what the first leaves of it.

use arrayvec::ArrayVec;
use flagfall_core::{Square, SquareSet};

use super::super::field::{Fight, MAX_STEPS, Owner, Step, Steps};
use super::super::judge::{Judge, Staying};
use super::super::values::Pair;
use super::table::Kept;
use super::{Frame, Likelihood, Search, threats};

pub(super) struct PeMinimax;

/// The opponent's moves at one node and doing nothing.
pub(super) type Replies = ArrayVec<Pair, { MAX_STEPS + 1 }>;

/// What a bound is raised by when the gains on the way are taken from it, so that rounding never cuts what counts. It is
/// some ten times the rounding of a sum of captures, and far below any difference of values.
const SLACK: f32 = 1e-3;

impl Search for PeMinimax {
    fn value(frame: &mut Frame<'_>, ply: u8) -> Pair {
        value(frame, ply, f32::INFINITY)
    }

    fn step_value(frame: &mut Frame<'_>, ply: u8, step: Step, passive: &mut Option<Pair>) -> Pair {
        step_value(frame, ply, step, passive, f32::INFINITY)
    }
}

/// The value of the moves at this depth and below. Where the opponent's half is above the bound, it is no more than a lower bound
/// of it, and the searcher's half says nothing.
fn value(frame: &mut Frame<'_>, ply: u8, bound: f32) -> Pair {
    if ply > frame.last_ply() {
        return Pair::both(frame.leaf());
    }
    if frame.is_stopped {
        return Pair::ZERO;
    }
    if frame.has_only_attacks(ply) {
        return last_attacks(frame, ply);
    }
    let come_threats = threats::come_next(frame, ply);
    if !come_threats && frame.is_calm(ply) {
        return Pair::ZERO;
    }
    let slot = frame.table.slot(&frame.field, ply);
    if let Some(slot) = slot {
        match frame.table.find(slot) {
            Some(Kept::Exact(value)) => return value,
            Some(Kept::AtLeast(opp)) if opp > bound => return Pair::both(opp),
            _ => {}
        }
    }
    let value = match Owner::at(ply) {
        Owner::Mine => {
            let mut steps = Steps::new();
            frame.add_steps(ply, &mut steps);
            best_move(frame, ply, &steps, bound)
        }
        Owner::Theirs => {
            let mut replies = Replies::new();
            if come_threats {
                threats::add_replies(frame, ply, &mut replies);
            } else {
                add_replies(frame, ply, &mut replies);
            }
            expected_reply(&replies, frame.plan.replies)
        }
    };
    if let Some(slot) = slot.filter(|_| !frame.is_stopped) {
        let kept = if value.opp > bound {
            Kept::AtLeast(value.opp)
        } else {
            Kept::Exact(value)
        };
        frame.table.keep(slot, kept);
    }
    value
}

/// The value of the last half-move where only attacks are left.
fn last_attacks(frame: &mut Frame<'_>, ply: u8) -> Pair {
    let mut passive = Some(Pair::ZERO);
    let attacks = frame.field.attacks(Owner::at(ply), &frame.area);
    match Owner::at(ply) {
        Owner::Mine => {
            let mut best = Pair::ZERO;
            for step in attacks {
                best = best.max(step_value(frame, ply, step, &mut passive, f32::INFINITY));
            }
            best
        }
        Owner::Theirs => {
            let mut replies = Replies::new();
            replies.push(Pair::ZERO);
            for step in attacks {
                replies.push(step_value(frame, ply, step, &mut passive, f32::INFINITY));
            }
            expected_reply(&replies, frame.plan.replies)
        }
    }
}

/// The squares that matter before the last half-move, at a node of the searcher's: a piece that goes from one that cannot be attacked to another leaves
/// all attacks as they are, and so is worth as much as doing nothing.
fn contested(frame: &Frame<'_>, ply: u8) -> Option<SquareSet> {
    (frame.has_cuts && frame.has_only_attacks(ply + 1))
        .then(|| frame.field.threatened_by(Owner::at(ply + 1), &frame.area))
}

#[inline]
fn is_idle(contested: Option<SquareSet>, step: Step) -> bool {
    contested.is_some_and(|contested| {
        [step.from, step.to].into_iter().all(|square| {
            Square::from_index(square).is_none_or(|square| !contested.contains(square))
        })
    })
}

/// The best of each perspective at a node of the searcher's.
fn best_move(frame: &mut Frame<'_>, ply: u8, steps: &[Step], bound: f32) -> Pair {
    let mut passive = None;
    let mut best = Pair::both(f32::NEG_INFINITY);
    // What takes the value over the bound soonest comes first; the order does not change a maximum.
    for step in steps {
        if frame.field.unit_at(step.to).is_some() {
            best = best.max(step_value(frame, ply, *step, &mut passive, f32::INFINITY));
            if best.opp > bound {
                return best;
            }
        }
    }
    if frame.may_pass() || steps.is_empty() {
        let value = match passive {
            Some(value) => value,
            None => *passive.insert(value(frame, ply + 1, f32::INFINITY)),
        };
        best = best.max(value);
        if best.opp > bound {
            return best;
        }
    }
    let contested = contested(frame, ply);
    for step in steps {
        if frame.field.unit_at(step.to).is_none() {
            if is_idle(contested, *step) {
                frame.count();
                continue;
            }
            best = best.max(step_value(frame, ply, *step, &mut passive, f32::INFINITY));
            if best.opp > bound {
                return best;
            }
        }
    }
    best
}

/// What each reply of the opponent's leads to, doing nothing first. Those that are worse for him than his best by more than the
/// margin count for nothing, so it is enough to find out that they are.
fn add_replies(frame: &mut Frame<'_>, ply: u8, replies: &mut Replies) {
    let mut steps = Steps::new();
    frame.add_steps(ply, &mut steps);
    let mut passive = None;
    let mut best = f32::INFINITY;
    if frame.may_pass() || steps.is_empty() {
        let value = value(frame, ply + 1, f32::INFINITY);
        passive = Some(value);
        replies.push(value);
        best = value.opp;
    }
    let first = replies.len();
    replies.extend(steps.iter().map(|_| Pair::ZERO));
    for takes in [true, false] {
        for (index, step) in steps.iter().enumerate() {
            if frame.field.unit_at(step.to).is_some() != takes {
                continue;
            }
            let bound = if frame.has_cuts {
                best + frame.plan.replies.reach()
            } else {
                f32::INFINITY
            };
            let value = step_value(frame, ply, *step, &mut passive, bound);
            best = best.min(value.opp);
            replies[first + index] = value;
        }
    }
}

/// The value of one move, of which the opponent's half counts no further than to this bound.
#[inline]
fn step_value(
    frame: &mut Frame<'_>,
    ply: u8,
    step: Step,
    passive: &mut Option<Pair>,
    bound: f32,
) -> Pair {
    frame.count();
    let attacker = frame
        .field
        .unit_at(step.from)
        .expect("a step begins with a piece");
    let Some(defender) = frame.field.unit_at(step.to) else {
        let gain = frame.quiet_gain(step);
        if ply == frame.last_ply() {
            return gain + Pair::both(frame.leaf_after_quiet(step));
        }
        let undo = frame.field.make_quiet(step);
        let value = value(frame, ply + 1, bound - gain.opp + SLACK);
        frame.field.unmake(undo);
        return gain + value;
    };
    let chances = frame.judge.chances(&frame.field, attacker, defender);
    let lost = if chances.own < 1.0 || chances.opp < 1.0 {
        let staying = if ply > 1 {
            Judge::staying(&frame.field, attacker, defender)
        } else {
            Staying::NEVER
        };
        let stayed = if staying.is_possible() {
            match *passive {
                Some(passive) => passive,
                None => *passive.insert(value(frame, ply + 1, f32::INFINITY)),
            }
        } else {
            Pair::ZERO
        };
        // Only where the opponent's half is the failed fight and nothing else does the bound hold for that.
        let bound = if chances.opp > 0.0 || staying.opp {
            f32::INFINITY
        } else {
            bound
        };
        let fought = if staying.is_sure() {
            Pair::ZERO
        } else {
            after(frame, ply, step, (attacker, defender), Fight::Lost, bound)
        };
        let lost = staying.failure(fought, stayed);
        if lost.opp > bound {
            return lost;
        }
        lost
    } else {
        Pair::ZERO
    };
    let won = if chances.own > 0.0 || chances.opp > 0.0 {
        let bound = if chances.opp > 0.0 {
            (bound - lost.opp * (1.0 - chances.opp) + SLACK) / chances.opp
        } else {
            f32::INFINITY
        };
        after(frame, ply, step, (attacker, defender), Fight::Won, bound)
    } else {
        Pair::ZERO
    };
    Pair::expected(won, lost, chances)
}

/// The value of an attack with this outcome.
#[inline]
fn after(
    frame: &mut Frame<'_>,
    ply: u8,
    step: Step,
    (attacker, defender): (u8, u8),
    fight: Fight,
    bound: f32,
) -> Pair {
    let gain = frame.attack_gain(ply, step, attacker, defender, fight);
    if fight == Fight::Won && frame.ends_game(defender) {
        return gain;
    }
    if ply == frame.last_ply() {
        return gain + Pair::both(frame.leaf_after_attack(step, fight));
    }
    let undo = frame.field.make_attack(step, fight);
    let value = value(frame, ply + 1, bound - gain.opp + SLACK);
    frame.field.unmake(undo);
    gain + value
}

/// What comes up from the opponent's replies.
#[inline]
fn expected_reply(replies: &[Pair], likelihood: Likelihood) -> Pair {
    let mut best = Pair::both(f32::INFINITY);
    for reply in replies {
        if reply.opp < best.opp {
            best = *reply;
        }
    }
    if likelihood.reach() <= 0.0 {
        return best;
    }
    let (mut sum, mut total) = (Pair::ZERO, 0.0);
    for reply in replies {
        if reply.opp <= best.opp + likelihood.reach() {
            let weight = likelihood.weight(reply.opp - best.opp);
            sum = sum + *reply * weight;
            total += weight;
        }
    }
    sum * (1.0 / total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_chooses_by_his_own_perspective_and_both_values_come_up() {
        let replies = [(5.0, 2.0), (-40.0, 3.0), (9.0, -1.0)].map(|(own, opp)| Pair { own, opp });
        assert_eq!(
            expected_reply(&replies, Likelihood::Even(0.0)),
            Pair {
                own: 9.0,
                opp: -1.0
            }
        );
    }

    #[test]
    fn replies_within_the_margin_are_equally_likely() {
        let replies = [(6.0, 2.0), (-40.0, 2.5), (9.0, -1.0)].map(|(own, opp)| Pair { own, opp });
        assert_eq!(
            expected_reply(&replies, Likelihood::Even(3.0)),
            Pair { own: 7.5, opp: 0.5 }
        );
    }

    #[test]
    fn at_a_chance_node_a_reply_is_the_less_likely_the_worse_it_is() {
        // Worse by 3 of 6 points, so half as likely as the best; worse by more than 6 counts for nothing.
        let replies = [(6.0, 2.0), (2.0, 2.0), (-40.0, 5.5), (9.0, -1.0)];
        assert_eq!(
            expected_reply(
                &replies.map(|(own, opp)| Pair { own, opp }),
                Likelihood::Falling(6.0)
            ),
            Pair { own: 6.5, opp: 0.5 }
        );
    }
}
