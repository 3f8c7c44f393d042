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
use crate::stop::Stop;

/// How far to look.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Settings {
    /// The most evaluations a move; 0 for no search.
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

/// A turn to look ahead from.
pub(super) struct Turn<'a> {
    pub(super) view: &'a View<'a>,
    /// The legal actions with the logarithms of their probabilities.
    pub(super) policy: &'a [(usize, f32)],
    pub(super) beliefs: &'a [Belief],
    /// Moves with a smaller share of the best one's probability are not tried.
    pub(super) floor: f32,
}

impl Turn<'_> {
    /// Tries the best moves of the policy, in as many rotations as the evaluations and the time allow. Empty when there is nothing to
    /// tell: a single candidate, no world, or not enough for one rotation.
    pub(super) fn look_ahead(
        &self,
        settings: &Settings,
        evaluator: &mut Evaluator,
        rng: &mut GameRng,
        budget: &Budget,
    ) -> Vec<Candidate> {
        let mut candidates = self.candidates(settings.candidates);
        if candidates.len() < 2 {
            return Vec::new();
        }
        let contacts = Contacts::of(self.view);
        let own = u64::from(settings.evaluations);
        let mut rollout = Rollout {
            evaluator,
            left: budget.nodes.map_or(own, |nodes| nodes.min(own)),
            deadline: budget.time.map(|time| Instant::now() + time),
            stop: &budget.stop,
            packed: [0; OBS_BYTES],
        };
        while let Some(values) =
            self.rotation(&candidates, settings.plies, &contacts, &mut rollout, rng)
        {
            for (candidate, value) in candidates.iter_mut().zip(values) {
                candidate.sum += value;
                candidate.trials += 1;
            }
        }
        candidates.retain(|candidate| candidate.trials > 0);
        candidates
    }

    /// The moves to try, the likeliest first.
    fn candidates(&self, most: usize) -> Vec<Candidate> {
        let policy = self.policy;
        let best = policy
            .iter()
            .map(|&(_, log_prob)| log_prob)
            .fold(f32::NEG_INFINITY, f32::max);
        let least = best + self.floor.ln();
        let mut indices: Vec<usize> = (0..policy.len())
            .filter(|&index| policy[index].1 >= least)
            .collect();
        indices.sort_by(|&a, &b| policy[b].1.total_cmp(&policy[a].1));
        indices.truncate(most);
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

    /// What every candidate is worth in one world; `None` if there is no world, or the budget ends on the way.
    fn rotation(
        &self,
        candidates: &[Candidate],
        plies: u32,
        contacts: &Contacts,
        rollout: &mut Rollout<'_>,
        rng: &mut GameRng,
    ) -> Option<Vec<f64>> {
        let world = World::draw(self.view, self.beliefs, rng);
        let game = world.game(self.view)?;
        candidates
            .iter()
            .map(|candidate| {
                let (mut sum, mut weights) = (0.0, 0.0);
                for (weight, other) in self.battles(&world, candidate.action, rng) {
                    let game = other.as_ref().unwrap_or(&game);
                    let value = rollout.value(game, contacts, candidate.action, plies, rng)?;
                    sum += weight * f64::from(value);
                    weights += weight;
                }
                Some(sum / weights)
            })
            .collect()
    }

    /// The worlds in which to try an action, with their weights; `None` stands for `world` itself. An attack on a hidden piece is
    /// tried against every rank that it may well have: left to the draw, its outcome would hide what is to be found. A rank that
    /// no single exchange can give to the piece is left out.
    fn battles(&self, world: &World, action: usize, rng: &mut GameRng) -> Vec<(f64, Option<Game>)> {
        const LEAST_PROBABILITY: f64 = 0.02;
        let view = self.view;
        let mv = decode(action, view.viewer()).expect("legal actions are moves");
        let target = view.piece_at(mv.to).filter(|piece| piece.rank.is_none());
        let belief = target.and_then(|piece| {
            let mut beliefs = self.beliefs.iter();
            beliefs.find(|belief| belief.piece == piece.id)
        });
        let Some(belief) = belief else {
            return vec![(1.0, None)];
        };
        let worlds: Vec<(f64, Option<Game>)> = Rank::ALL
            .into_iter()
            .filter(|&rank| belief.ranks[rank] >= LEAST_PROBABILITY)
            .filter_map(|rank| {
                let other = world.with_rank(view, belief.piece, rank, rng)?;
                Some((belief.ranks[rank], Some(other.game(view)?)))
            })
            .collect();
        if worlds.is_empty() {
            vec![(1.0, None)]
        } else {
            worlds
        }
    }
}

struct Rollout<'a> {
    evaluator: &'a mut Evaluator,
    /// Evaluations.
    left: u64,
    deadline: Option<Instant>,
    stop: &'a Stop,
    packed: [u8; OBS_BYTES],
}

impl Rollout<'_> {
    /// What an action of the player to move is worth to him in a world; `None` if the budget ends before that is known.
    fn value(
        &mut self,
        world: &Game,
        contacts: &Contacts,
        action: usize,
        plies: u32,
        rng: &mut GameRng,
    ) -> Option<f32> {
        let (mut game, mut contacts) = (world.clone(), contacts.clone());
        let me = game.position().to_move();
        let mut action = action;
        for ply in 1..=plies {
            let mover = game.position().to_move();
            let mv = decode(action, mover).expect("legal actions are moves");
            contacts.observe(&game.advance(mv));
            if let Some(result) = game.result() {
                return Some(match result.outcome {
                    Outcome::Draw => 0.0,
                    Outcome::Win(side) => sign(side, me),
                });
            }
            if self.is_over() {
                return None;
            }
            let view = game.view(!mover);
            pack(&view, &contacts, &mut self.packed);
            let output = self.evaluator.evaluate(&self.packed);
            self.left -= 1;
            if ply == plies {
                let [win, _, loss] = output.win_draw_loss();
                return Some(sign(!mover, me) * (win - loss));
            }
            let replies = output.legal_log_probs(Observation(&self.packed));
            let weights = replies
                .iter()
                .map(|&(_, log_prob)| f64::from(log_prob.exp()));
            action = replies[pick(rng, weights)].0;
        }
        unreachable!("the last ply returns")
    }

    fn is_over(&self) -> bool {
        let is_late = || {
            self.deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
        };
        self.left == 0 || self.stop.is_raised() || is_late()
    }
}

fn sign(side: Side, me: Side) -> f32 {
    if side == me { 1.0 } else { -1.0 }
}

/// The logarithms of a policy's probabilities after one step of mirror descent: only the candidates are left.
pub(super) fn improved(policy: &[(usize, f32)], candidates: &[Candidate], step: f32) -> Vec<f32> {
    let mut log_probs = vec![f32::NEG_INFINITY; policy.len()];
    for candidate in candidates {
        log_probs[candidate.index] = policy[candidate.index].1 + step * candidate.value() as f32;
    }
    flagfall_net::log_softmax(&mut log_probs);
    log_probs
}

#[cfg(test)]
mod tests;
