//! Residual blocks of 3x3 convolutions.

use crate::matrix::{Dense, LANES, Matrix, ROWS, add_lanes, multiply};
use crate::norm::{RmsNorm, pool, relu};

const SIDE: usize = 10;
/// The board with a border of zeros, so that every square has eight neighbors.
const PADDED: usize = SIDE + 2;

/// A 3x3 convolution: nine products of the board, shifted, with a matrix.
#[derive(Debug)]
pub(crate) struct Conv {
    width: usize,
    /// Inputs run over the nine neighbors, then over channels.
    matrix: Matrix,
}

impl Conv {
    /// `weight` is row-major: output, input, row, column.
    pub(crate) fn new(width: usize, weight: &[f32]) -> Conv {
        let matrix = Matrix::new(width, 9 * width, |output, at| {
            let (tap, input) = (at / width, at % width);
            weight[(output * width + input) * 9 + tap]
        });
        Conv { width, matrix }
    }

    /// Adds the convolution of a padded board to `out`.
    fn add(&self, padded: &[f32], out: &mut [f32]) {
        let width = self.width;
        for (first, panel) in self.matrix.panels() {
            for (tile, out) in out.chunks_exact_mut(ROWS * width).enumerate() {
                let (row, col) = (tile * ROWS / SIDE, tile * ROWS % SIDE);
                let mut sums = [[0.0; LANES]; ROWS];
                for (tap, panel) in panel.chunks_exact(width).enumerate() {
                    let (row, col) = (row + tap / 3, col + tap % 3);
                    if row == 0 || row == PADDED - 1 {
                        continue;
                    }
                    let start = (row * PADDED + col) * width;
                    let inputs = std::array::from_fn(|at| &padded[start + at * width..][..width]);
                    multiply(&mut sums, inputs, panel);
                }
                for (sums, out) in sums.iter().zip(out.chunks_exact_mut(width)) {
                    add_lanes(sums, out, first);
                }
            }
        }
    }
}

/// Pre-norm residual block; with `pool`, mean and maximum over the board feed back into every square.
#[derive(Debug)]
pub(crate) struct ConvBlock {
    pub(crate) norm1: RmsNorm,
    pub(crate) conv1: Conv,
    pub(crate) norm2: RmsNorm,
    pub(crate) conv2: Conv,
    pub(crate) pool: Option<Dense>,
}

/// What blocks of convolutions write on.
#[derive(Clone, Debug)]
pub(crate) struct ConvScratch {
    width: usize,
    /// The border is never written to.
    padded: Vec<f32>,
    inner: Vec<f32>,
    pooled: Vec<f32>,
    feedback: Vec<f32>,
}

impl ConvScratch {
    pub(crate) fn new(width: usize) -> ConvScratch {
        ConvScratch {
            width,
            padded: vec![0.0; PADDED * PADDED * width],
            inner: vec![0.0; SIDE * SIDE * width],
            pooled: vec![0.0; 2 * width],
            feedback: vec![0.0; width],
        }
    }

    /// The inside of the padded board, a row at a time.
    fn padded_rows(padded: &mut [f32], width: usize) -> impl Iterator<Item = &mut [f32]> {
        let rows = padded.chunks_exact_mut(PADDED * width);
        rows.skip(1)
            .take(SIDE)
            .map(move |row| &mut row[width..][..SIDE * width])
    }
}

impl ConvBlock {
    /// Adds the block's output for the board `x` to it.
    pub(crate) fn apply(&self, x: &mut [f32], scratch: &mut ConvScratch) {
        let width = scratch.width;
        let ConvScratch { padded, inner, .. } = scratch;
        for (row, x) in ConvScratch::padded_rows(padded, width).zip(x.chunks_exact(SIDE * width)) {
            for (out, x) in row.chunks_exact_mut(width).zip(x.chunks_exact(width)) {
                self.norm1.apply(x, out);
            }
        }
        inner.fill(0.0);
        self.conv1.add(padded, inner);
        if let Some(dense) = &self.pool {
            pool(inner, width, relu, &mut scratch.pooled);
            dense.apply(&scratch.pooled, &mut scratch.feedback);
            for square in inner.chunks_exact_mut(width) {
                for (value, feedback) in square.iter_mut().zip(&scratch.feedback) {
                    *value += feedback;
                }
            }
        }
        let rows = ConvScratch::padded_rows(padded, width);
        for (row, inner) in rows.zip(inner.chunks_exact(SIDE * width)) {
            for (out, inner) in row.chunks_exact_mut(width).zip(inner.chunks_exact(width)) {
                self.norm2.apply(inner, out);
                out.iter_mut().for_each(|value| *value = relu(*value));
            }
        }
        self.conv2.add(padded, x);
    }
}
