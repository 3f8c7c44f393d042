//! Samples as `train/golden.py` writes them, and how far a network's outputs are from them.

use std::fmt;
use std::path::Path;

use flagfall_env::observation::OBS_BYTES;
use flagfall_net::{Evaluator, Observation, Output};

/// An observation and what PyTorch makes of it.
pub(crate) struct Sample {
    pub(crate) packed: [u8; OBS_BYTES],
    pub(crate) expected: Output,
}

/// The largest differences found in probabilities and their logarithms.
#[derive(Default)]
pub(crate) struct Differences {
    pub(crate) count: usize,
    /// Raw logits of all actions.
    pub(crate) logits: f32,
    /// Logarithms of the probabilities of legal actions.
    pub(crate) policy: f32,
    /// Probabilities of win, draw and loss.
    pub(crate) value: f32,
    /// Probabilities of the ranks of hidden enemy pieces.
    pub(crate) belief: f32,
}

impl Differences {
    pub(crate) fn largest(&self) -> f32 {
        [self.logits, self.policy, self.value, self.belief]
            .into_iter()
            .fold(0.0, f32::max)
    }
}

impl fmt::Display for Differences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} observations; largest differences: policy logits {:.1e}, legal log-probabilities {:.1e}, win-draw-loss {:.1e}, \
             belief {:.1e}",
            self.count, self.logits, self.policy, self.value, self.belief
        )
    }
}

/// The samples of a file.
pub(crate) fn read(path: &Path) -> std::io::Result<Vec<Sample>> {
    const FLOATS: usize = 3600 + 3 + 1200;
    let data = std::fs::read(path)?;
    let rows = data.chunks(OBS_BYTES + 4 * FLOATS);
    rows.map(|row| {
        let (packed, rest) = row
            .split_first_chunk::<OBS_BYTES>()
            .filter(|(_, rest)| rest.len() == 4 * FLOATS)
            .ok_or_else(|| std::io::Error::other("the file ends within a sample"))?;
        let (words, _) = rest.as_chunks::<4>();
        let floats: Vec<f32> = words.iter().map(|&word| f32::from_le_bytes(word)).collect();
        let (belief, _) = floats[3603..].as_chunks::<12>();
        Ok(Sample {
            packed: *packed,
            expected: Output {
                policy: floats[..3600].to_vec(),
                value: [floats[3600], floats[3601], floats[3602]],
                belief: belief.to_vec(),
            },
        })
    })
    .collect()
}

/// Evaluates every sample.
pub(crate) fn compare(evaluator: &mut Evaluator, samples: &[Sample]) -> Differences {
    let mut found = Differences::default();
    for Sample { packed, expected } in samples {
        let observation = Observation(packed);
        let output = evaluator.evaluate(packed);
        found.count += 1;
        note(&mut found.logits, &output.policy, &expected.policy);
        let log_probs = |output: &Output| -> Vec<f32> {
            let legal = output.legal_log_probs(observation);
            legal.into_iter().map(|(_, log_prob)| log_prob).collect()
        };
        note(&mut found.policy, &log_probs(output), &log_probs(expected));
        note(
            &mut found.value,
            &output.win_draw_loss(),
            &expected.win_draw_loss(),
        );
        for square in 0..100 {
            let probs =
                |output: &Output| output.rank_probs(observation, square).unwrap_or_default();
            note(&mut found.belief, &probs(output), &probs(expected));
        }
    }
    found
}

fn note(largest: &mut f32, found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        // Something that is no number must not pass for a small difference.
        let difference = (found - expected).abs();
        *largest = if difference.is_nan() {
            f32::INFINITY
        } else {
            largest.max(difference)
        };
    }
}
