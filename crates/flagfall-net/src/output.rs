//! What a network says about an observation.

use crate::planes::Observation;

const RANKS: usize = 12;
/// Stands in for the logarithm of a probability of zero, as in training.
const LEAST_PRIOR: f32 = 1e-9;

/// Raw outputs, in the frame of the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    /// One logit for each of the 3,600 actions.
    pub policy: Vec<f32>,
    /// Logits of win, draw and loss.
    pub value: [f32; 3],
    /// For each of the 100 squares the logits by which the ranks of a hidden enemy piece there differ from plain counting.
    pub belief: Vec<[f32; RANKS]>,
}

impl Output {
    pub(crate) fn new() -> Output {
        Output {
            policy: vec![0.0; 3600],
            value: [0.0; 3],
            belief: vec![[0.0; RANKS]; 100],
        }
    }

    /// The legal actions of the observation with the logarithms of their probabilities.
    pub fn legal_log_probs(&self, observation: Observation<'_>) -> Vec<(usize, f32)> {
        let actions: Vec<usize> = observation.legal_actions().collect();
        let mut logits: Vec<f32> = actions.iter().map(|&action| self.policy[action]).collect();
        log_softmax(&mut logits);
        actions.into_iter().zip(logits).collect()
    }

    /// The probabilities of win, draw and loss.
    pub fn win_draw_loss(&self) -> [f32; 3] {
        let mut value = self.value;
        log_softmax(&mut value);
        value.map(f32::exp)
    }

    /// The probability of each rank of the hidden enemy piece on a square; `None` if there is none.
    pub fn rank_probs(&self, observation: Observation<'_>, square: usize) -> Option<[f32; RANKS]> {
        let prior = observation.enemy_prior(square)?;
        let logits = self.belief[square];
        let mut log_probs =
            std::array::from_fn(|rank| logits[rank] + prior[rank].max(LEAST_PRIOR).ln());
        log_softmax(&mut log_probs);
        Some(log_probs.map(f32::exp))
    }
}

/// Turns logits into logarithms of probabilities.
pub fn log_softmax(logits: &mut [f32]) {
    let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|logit| (logit - highest).exp()).sum();
    let shift = highest + sum.ln();
    for logit in logits {
        *logit -= shift;
    }
}
