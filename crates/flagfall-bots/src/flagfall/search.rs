//! A look ahead with the network: the policy's best moves are tried in worlds drawn from its beliefs.
//!
//! Each rotation draws a [world](super::worlds) and tries every candidate in it, so that all candidates meet the same enemies. After
//! a candidate the network plays on for some plies, each side from its own view of that world, and the value that it then
//! gives to the player to move counts, for us or against us. What comes of it is one step of mirror descent from the policy: a
//! move's probability is multiplied by the exponential of its mean value times a step length.

use std::time::Instant;

use flagfall_core::{Game, GameRng, Outcome, Rank, Side, View};
use flagfall_env::Contacts;
use flagfall_env::action::decode;
use flagfall_env::observation::{OBS_BYTES, pack};
use flagfall_net::{Evaluator, Observation};

use super::worlds::World;
use crate::bot::Budget;
use crate::explain::Belief;
use crate::setups::pick;

/// How far to look.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Settings {
    /// Evaluations a move, those of the last rotation perhaps beyond; 0 for no search.
    pub(super) evaluations: u32,
    /// How many moves are tried at most.
    pub(super) candidates: usize,
    /// Plies after which a candidate's value is asked for.
    pub(super) plies: u32,
    /// By how much a value of 1 raises the logarithm of a move's probability.
    pub(super) step: f32,
}

impl Settings {
    pub(super) const DEFAULT: Settings = Settings {
        evaluations: 0,
        candidates: 4,
        plies: 1,
        step: 3.0,
    };

    /// A move whose probability is less than this share of the best one's is not tried.
    const LEAST_SHARE: f32 = 0.1;
}

/// A move that was tried, and how the trials ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Candidate {
    /// Its place in the policy.
    pub(super) index: usize,
    action: usize,
    sum: f64,
    trials: u32,
}

impl Candidate {
    /// The mean of its values, from -1 to 1.
    pub(super) fn value(&self) -> f64 {
        self.sum / f64::from(self.trials.max(1))
    }
}

/// Tries the best moves of a policy, until the evaluations are used up or there is no time; at least one rotation. Empty when
/// there is nothing to decide: a single candidate, or no world.
pub(super) fn look_ahead(
    settings: &Settings,
    view: &View<'_>,
    policy: &[(usize, f32)],
    beliefs: &[Belief],
    evaluator: &mut Evaluator,
    rng: &mut GameRng,
    budget: &Budget,
) -> Vec<Candidate> {
    let deadline = budget.time.map(|time| Instant::now() + time);
    let own = u64::from(settings.evaluations);
    let most = budget.nodes.map_or(own, |nodes| nodes.min(own));
    let mut candidates = best_of(settings, policy);
    if candidates.len() < 2 {
        return Vec::new();
    }
    let contacts = Contacts::of(view);
    let mut rollout = Rollout {
        evaluator,
        evaluations: 0,
        packed: [0; OBS_BYTES],
    };
    loop {
        let world = World::draw(view, beliefs, rng);
        let Some(game) = world.game(view) else {
            return Vec::new();
        };
        for candidate in &mut candidates {
            let mut weighted = (0.0, 0.0);
            for (weight, other) in battles(view, &world, candidate.action, beliefs) {
                let game = other.as_ref().unwrap_or(&game);
                let value = rollout.value(game, &contacts, candidate.action, settings.plies, rng);
                weighted.0 += weight * f64::from(value);
                weighted.1 += weight;
            }
            candidate.sum += weighted.0 / weighted.1;
            candidate.trials += 1;
        }
        let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if rollout.evaluations >= most || is_late || budget.stop.is_raised() {
            return candidates;
        }
    }
}

/// The worlds in which to try an action, with their weights; `None` stands for `world` itself. An attack on a hidden piece is tried
/// against every rank that it may well have: left to the draw, its outcome would hide what is to be found.
fn battles(
    view: &View<'_>,
    world: &World,
    action: usize,
    beliefs: &[Belief],
) -> Vec<(f64, Option<Game>)> {
    const LEAST_PROBABILITY: f64 = 0.02;
    let mv = decode(action, view.viewer()).expect("legal actions are moves");
    let target = view.piece_at(mv.to).filter(|piece| piece.rank.is_none());
    let belief = target.and_then(|piece| beliefs.iter().find(|belief| belief.piece == piece.id));
    let Some(belief) = belief else {
        return vec![(1.0, None)];
    };
    let worlds: Vec<(f64, Option<Game>)> = Rank::ALL
        .into_iter()
        .filter(|&rank| belief.ranks[rank] >= LEAST_PROBABILITY)
        .filter_map(|rank| {
            let game = world.with_rank(view, belief.piece, rank)?.game(view)?;
            Some((belief.ranks[rank], Some(game)))
        })
        .collect();
    if worlds.is_empty() {
        vec![(1.0, None)]
    } else {
        worlds
    }
}

/// The moves to try, the likeliest first.
fn best_of(settings: &Settings, policy: &[(usize, f32)]) -> Vec<Candidate> {
    let best = policy
        .iter()
        .map(|&(_, log_prob)| log_prob)
        .fold(f32::NEG_INFINITY, f32::max);
    let least = best + Settings::LEAST_SHARE.ln();
    let mut indices: Vec<usize> = (0..policy.len())
        .filter(|&index| policy[index].1 >= least)
        .collect();
    indices.sort_by(|&a, &b| policy[b].1.total_cmp(&policy[a].1));
    indices.truncate(settings.candidates);
    indices
        .into_iter()
        .map(|index| Candidate {
            index,
            action: policy[index].0,
            sum: 0.0,
            trials: 0,
        })
        .collect()
}

struct Rollout<'a> {
    evaluator: &'a mut Evaluator,
    evaluations: u64,
    packed: [u8; OBS_BYTES],
}

impl Rollout<'_> {
    /// What an action of the player to move is worth to him in a world.
    fn value(
        &mut self,
        world: &Game,
        contacts: &Contacts,
        action: usize,
        plies: u32,
        rng: &mut GameRng,
    ) -> f32 {
        let (mut game, mut contacts) = (world.clone(), contacts.clone());
        let me = game.position().to_move();
        let mut action = action;
        for ply in 1..=plies {
            let mover = game.position().to_move();
            let mv = decode(action, mover).expect("legal actions are moves");
            contacts.observe(&game.advance(mv));
            if let Some(result) = game.result() {
                return match result.outcome {
                    Outcome::Draw => 0.0,
                    Outcome::Win(side) => sign(side, me),
                };
            }
            let view = game.view(!mover);
            pack(&view, &contacts, &mut self.packed);
            let output = self.evaluator.evaluate(&self.packed);
            self.evaluations += 1;
            if ply == plies {
                let [win, _, loss] = output.win_draw_loss();
                return sign(!mover, me) * (win - loss);
            }
            let replies = output.legal_log_probs(Observation(&self.packed));
            let weights = replies
                .iter()
                .map(|&(_, log_prob)| f64::from(log_prob.exp()));
            action = replies[pick(rng, weights)].0;
        }
        unreachable!("the last ply returns")
    }
}

fn sign(side: Side, me: Side) -> f32 {
    if side == me { 1.0 } else { -1.0 }
}

/// The policy after one step of mirror descent: only the candidates are left, with their values taken into account.
pub(super) fn improved(
    policy: &[(usize, f32)],
    candidates: &[Candidate],
    step: f32,
) -> Vec<(usize, f32)> {
    let mut log_probs: Vec<f32> = candidates
        .iter()
        .map(|candidate| policy[candidate.index].1 + step * candidate.value() as f32)
        .collect();
    flagfall_net::log_softmax(&mut log_probs);
    let mut improved: Vec<(usize, f32)> = policy
        .iter()
        .map(|&(action, _)| (action, f32::NEG_INFINITY))
        .collect();
    for (candidate, log_prob) in candidates.iter().zip(log_probs) {
        improved[candidate.index].1 = log_prob;
    }
    improved
}

#[cfg(test)]
mod tests;
