//! Sums along the channels and over the board.

use crate::matrix::{LANES, multiply_add};

/// Root-mean-square norm of each square's channels.
#[derive(Debug)]
pub(crate) struct RmsNorm {
    pub(crate) gain: Vec<f32>,
    pub(crate) epsilon: f32,
}

impl RmsNorm {
    /// The normed values of one square.
    #[inline]
    pub(crate) fn apply(&self, input: &[f32], out: &mut [f32]) {
        let mean = dot(input, input) / input.len() as f32;
        let scale = 1.0 / (mean + self.epsilon).sqrt();
        for ((out, value), gain) in out.iter_mut().zip(input).zip(&self.gain) {
            *out = value * scale * gain;
        }
    }
}

/// The sum of products. Partial sums in lanes, because the compiler may not change the order of a plain sum.
#[inline]
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a_chunks, b_chunks) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest = a_chunks.remainder().iter().zip(b_chunks.remainder());
    let rest: f32 = rest.map(|(a, b)| a * b).sum();
    let mut sums = [0.0; LANES];
    for (a, b) in a_chunks.zip(b_chunks) {
        for (sum, (&a, &b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum = multiply_add(a, b, *sum);
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// Mean and maximum over the board of each channel, after `activation`.
pub(crate) fn pool(board: &[f32], width: usize, activation: impl Fn(f32) -> f32, out: &mut [f32]) {
    let (means, maxima) = out.split_at_mut(width);
    means.fill(0.0);
    maxima.fill(f32::NEG_INFINITY);
    for square in board.chunks_exact(width) {
        for ((mean, maximum), &value) in means.iter_mut().zip(maxima.iter_mut()).zip(square) {
            let value = activation(value);
            *mean += value;
            *maximum = maximum.max(value);
        }
    }
    let count = (board.len() / width) as f32;
    for mean in means {
        *mean /= count;
    }
}

/// The larger of the value and 0.
#[inline(always)]
pub(crate) fn relu(value: f32) -> f32 {
    value.max(0.0)
}
