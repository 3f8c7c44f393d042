//! The last two half-moves of p-e-minimax at once, where the searcher's attacks alone are left for the last.
//!
//! A move of the opponent's changes few of these attacks: those on the piece that he moves, and after a battle those by the
//! piece that he attacks. So all are valued once, at the node before, and for each of his moves the few others again,
//! without a move being made. A maximum does not depend on its order, so the values are those of a search to the last bit.

use arrayvec::ArrayVec;
use flagfall_core::Direction;

use super::super::field::{Field, Fight, Guise, MAX_STEPS, NONE, Owner, Step};
use super::super::judge::Judge;
use super::super::values::Pair;
use super::Frame;
use super::pe_minimax::Replies;

/// An attack that the searcher can make in its last half-move.
#[derive(Clone, Copy, Debug)]
struct Threat {
    attacker: u8,
    defender: u8,
    value: Pair,
}

/// All attacks that the searcher can make in its last half-move if nothing happens before.
#[derive(Debug)]
struct Threats(ArrayVec<Threat, MAX_STEPS>);

/// Whether this is the half-move before the last, and the last is an attack of the searcher's or nothing.
#[inline]
pub(super) fn come_next(frame: &Frame<'_>, ply: u8) -> bool {
    frame.has_cuts && Owner::at(ply) == Owner::Theirs && frame.has_only_attacks(ply + 1)
}

/// What each reply of the opponent's leads to, doing nothing first, in the order in which steps are generated.
pub(super) fn add_replies(frame: &mut Frame<'_>, ply: u8, replies: &mut Replies) {
    let mut threats = Threats(ArrayVec::new());
    for direction in Direction::ALL {
        for to in frame
            .field
            .attacked(Owner::Mine, &frame.area, direction)
            .iter()
        {
            threats.add(frame, ply + 1, Step::onto(to, direction));
        }
    }
    let passive = threats.all();
    replies.push(passive);
    let mut best = passive.opp;
    let width = frame.plan.widths[usize::from(ply) - 1];
    let goals = frame.field.goals(Owner::Theirs, &frame.area, width);
    for (direction, goals) in Direction::ALL.into_iter().zip(goals) {
        for to in goals.iter() {
            let bound = best + frame.plan.replies.reach();
            let value = threats.after(frame, ply, Step::onto(to, direction), bound, passive);
            best = best.min(value.opp);
            replies.push(value);
        }
    }
    frame.stats.inner += 1;
    frame.stats.moves += replies.len() as u64 - 1;
}

impl Threats {
    #[inline]
    fn add(&mut self, frame: &mut Frame<'_>, ply: u8, step: Step) {
        let attacker = frame
            .field
            .unit_at(step.from)
            .expect("a step begins with a piece");
        let defender = frame
            .field
            .unit_at(step.to)
            .expect("an attack ends with a piece");
        let value = value_of(frame, ply, attacker, defender);
        self.0.push(Threat {
            attacker,
            defender,
            value,
        });
    }

    /// The value of the last half-move if nothing happens before it.
    #[inline]
    fn all(&self) -> Pair {
        self.without(NONE, NONE)
    }

    /// The best of the attacks, and of doing nothing, without those by one unit and on another.
    #[inline]
    fn without(&self, attacker: u8, defender: u8) -> Pair {
        let mut best = Pair::ZERO;
        for threat in &self.0 {
            if threat.attacker != attacker && threat.defender != defender {
                best = best.max(threat.value);
            }
        }
        best
    }

    /// The value of a move of the opponent's and what follows. Where his half is above the bound, it is no more than a lower
    /// bound of it, and the searcher's half says nothing.
    fn after(&self, frame: &mut Frame<'_>, ply: u8, step: Step, bound: f32, passive: Pair) -> Pair {
        frame.count();
        let mover = frame
            .field
            .unit_at(step.from)
            .expect("a step begins with a piece");
        let Some(defender) = frame.field.unit_at(step.to) else {
            let rest = self.without(NONE, mover);
            if rest.opp > bound {
                return rest;
            }
            return rest.max(best_on(frame, ply + 1, mover, step.to, |field| {
                field.after_quiet(mover, step)
            }));
        };
        let chances = frame.judge.chances(&frame.field, mover, defender);
        let lost = if chances.own >= 1.0 && chances.opp >= 1.0 {
            Pair::ZERO
        } else {
            let staying = Judge::staying(&frame.field, mover, defender);
            let fought = if staying.is_sure() {
                Pair::ZERO
            } else {
                let gain = frame.attack_gain(ply, step, mover, defender, Fight::Lost);
                gain + self.after_defence(frame, ply, mover, defender)
            };
            staying.failure(fought, passive)
        };
        let won = if chances.own <= 0.0 && chances.opp <= 0.0 {
            Pair::ZERO
        } else {
            let gain = frame.attack_gain(ply, step, mover, defender, Fight::Won);
            if frame.ends_game(defender) {
                gain
            } else {
                let rest = self.without(defender, mover);
                gain + rest.max(best_on(frame, ply + 1, mover, step.to, |field| {
                    field.after_win(mover)
                }))
            }
        };
        Pair::expected(won, lost, chances)
    }

    /// The best attack after the fall of a unit that attacked a unit of the searcher's, which has shown its rank with that.
    fn after_defence(&self, frame: &mut Frame<'_>, ply: u8, fallen: u8, defender: u8) -> Pair {
        if frame.field.unit(defender).is_shown() {
            return self.without(NONE, fallen);
        }
        let mut best = self.without(defender, fallen);
        let guise = frame.field.after_defence(defender);
        let before = frame.field.swap_guise(defender, guise);
        for threat in &self.0 {
            if threat.attacker == defender && threat.defender != fallen {
                best = best.max(value_of(frame, ply + 1, defender, threat.defender));
            }
        }
        frame.field.swap_guise(defender, before);
        best
    }
}

/// The best attack on an enemy unit that has come to this square in this guise, and of doing nothing.
#[inline]
fn best_on(
    frame: &mut Frame<'_>,
    ply: u8,
    unit: u8,
    square: u8,
    guise: impl FnOnce(&Field) -> Guise,
) -> Pair {
    let attackers = frame.field.attackers_of(square, Owner::Mine, &frame.area);
    if attackers.is_empty() {
        return Pair::ZERO;
    }
    let guise = guise(&frame.field);
    let before = frame.field.swap_guise(unit, guise);
    let mut best = Pair::ZERO;
    for from in attackers.iter() {
        let attacker = frame
            .field
            .unit_at(from.index() as u8)
            .expect("an attacker stands there");
        best = best.max(value_of(frame, ply, attacker, unit));
    }
    frame.field.swap_guise(unit, before);
    best
}

/// What an attack of the last half-move is worth.
#[inline]
fn value_of(frame: &mut Frame<'_>, ply: u8, attacker: u8, defender: u8) -> Pair {
    frame.count();
    let chances = frame.judge.chances(&frame.field, attacker, defender);
    let is_certain = chances.own >= 1.0 && chances.opp >= 1.0;
    let lost = if is_certain {
        Pair::ZERO
    } else {
        let fought = frame.capture_gain(ply, defender, attacker);
        Judge::staying(&frame.field, attacker, defender).failure(fought, Pair::ZERO)
    };
    let won = if chances.own > 0.0 || chances.opp > 0.0 {
        frame.capture_gain(ply, attacker, defender)
    } else {
        Pair::ZERO
    };
    Pair::expected(won, lost, chances)
}
