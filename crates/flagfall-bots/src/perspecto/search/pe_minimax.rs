//! Perspectivist expectiminimax (section 8.3, figures 12 to 14): two values and two probabilities at every node.
//!
//! At the searcher's nodes the best value is taken from each perspective by itself, so the two may come from different
//! moves; at the opponent's nodes his imagined perspective alone chooses, and both values of his choice come up. With a
//! margin, all his moves within it of his best are equally likely, and their mean comes up (section 9.4).

use arrayvec::ArrayVec;

use super::super::field::{Fight, Owner, Step};
use super::super::judge::Judge;
use super::super::values::Pair;
use super::{Frame, Search};

pub(super) struct PeMinimax;

/// The opponent's moves at one node and doing nothing.
type Replies = ArrayVec<Pair, 161>;

impl Search for PeMinimax {
    fn value(frame: &mut Frame<'_>, ply: u8) -> Pair {
        if ply > frame.last_ply() {
            return Pair::both(frame.leaf());
        }
        if frame.is_stopped {
            return Pair::ZERO;
        }
        if frame.is_calm(ply) {
            return Pair::ZERO;
        }
        let slot = frame.table.slot(&frame.field, ply);
        if let Some(value) = slot.and_then(|slot| frame.table.find(slot)) {
            return value;
        }
        let steps = frame.steps(ply);
        let mut passive = None;
        if frame.may_pass() || steps.is_empty() {
            passive = Some(PeMinimax::value(frame, ply + 1));
        }
        let value = match Owner::at(ply) {
            Owner::Mine => {
                let mut best = passive.unwrap_or(Pair::both(f32::NEG_INFINITY));
                for &step in &steps {
                    let value = PeMinimax::step_value(frame, ply, step, &mut passive);
                    best = Pair {
                        own: best.own.max(value.own),
                        opp: best.opp.max(value.opp),
                    };
                }
                best
            }
            Owner::Theirs => {
                let mut replies = Replies::new();
                replies.extend(passive);
                for &step in &steps {
                    let value = PeMinimax::step_value(frame, ply, step, &mut passive);
                    replies.push(value);
                }
                expected_reply(&replies, frame.plan.margin)
            }
        };
        if let Some(slot) = slot.filter(|_| !frame.is_stopped) {
            frame.table.keep(slot, value);
        }
        value
    }

    #[inline]
    fn step_value(frame: &mut Frame<'_>, ply: u8, step: Step, passive: &mut Option<Pair>) -> Pair {
        frame.count();
        let attacker = frame
            .field
            .unit_at(step.from)
            .expect("a step begins with a piece");
        let Some(defender) = frame.field.unit_at(step.to) else {
            let gain = Pair::both(frame.quiet_gain(step));
            if frame.has_flat_leaves(ply) {
                return gain;
            }
            let undo = frame.field.make_quiet(step);
            let value = PeMinimax::value(frame, ply + 1);
            frame.field.unmake(undo);
            return gain + value;
        };
        let chances = frame.judge.chances(&frame.field, attacker, defender);
        let won = if chances.own > 0.0 || chances.opp > 0.0 {
            after(frame, ply, step, attacker, defender, Fight::Won)
        } else {
            Pair::ZERO
        };
        let lost = if chances.own < 1.0 || chances.opp < 1.0 {
            if ply > 1 && Judge::fails_by_staying(&frame.field, attacker, defender) {
                match *passive {
                    Some(passive) => passive,
                    None => *passive.insert(PeMinimax::value(frame, ply + 1)),
                }
            } else {
                after(frame, ply, step, attacker, defender, Fight::Lost)
            }
        } else {
            Pair::ZERO
        };
        Pair {
            own: won.own * chances.own + lost.own * (1.0 - chances.own),
            opp: won.opp * chances.opp + lost.opp * (1.0 - chances.opp),
        }
    }
}

/// The value of an attack with this outcome.
#[inline]
fn after(
    frame: &mut Frame<'_>,
    ply: u8,
    step: Step,
    attacker: u8,
    defender: u8,
    fight: Fight,
) -> Pair {
    let gain = frame.attack_gain(ply, step, attacker, defender, fight);
    if frame.has_flat_leaves(ply) || (fight == Fight::Won && frame.ends_game(defender)) {
        return gain;
    }
    let undo = frame.field.make_attack(step, fight);
    let value = PeMinimax::value(frame, ply + 1);
    frame.field.unmake(undo);
    gain + value
}

/// What comes up from the opponent's replies.
#[inline]
fn expected_reply(replies: &[Pair], margin: f32) -> Pair {
    let mut best = Pair::both(f32::INFINITY);
    for reply in replies {
        if reply.opp < best.opp {
            best = *reply;
        }
    }
    if margin <= 0.0 {
        return best;
    }
    let (mut sum, mut count) = (Pair::ZERO, 0.0);
    for reply in replies {
        if reply.opp <= best.opp + margin {
            sum = sum + *reply;
            count += 1.0;
        }
    }
    sum * (1.0 / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_chooses_by_his_own_perspective_and_both_values_come_up() {
        let replies = [(5.0, 2.0), (-40.0, 3.0), (9.0, -1.0)].map(|(own, opp)| Pair { own, opp });
        assert_eq!(
            expected_reply(&replies, 0.0),
            Pair {
                own: 9.0,
                opp: -1.0
            }
        );
    }

    #[test]
    fn replies_within_the_margin_are_equally_likely() {
        let replies = [(6.0, 2.0), (-40.0, 2.5), (9.0, -1.0)].map(|(own, opp)| Pair { own, opp });
        assert_eq!(expected_reply(&replies, 3.0), Pair { own: 7.5, opp: 0.5 });
    }
}
