//! Products of matrices, which is where nearly all the time goes.
//!
//! A weight matrix is cut into panels of sixteen outputs, so that one input value is multiplied with sixteen neighboring
//! weights at once. A tile of five rows and sixteen outputs is summed in ten vector registers of eight, which leaves room for the
//! weights, and keeps both multiply-add units of a core busy: seven loads for ten multiply-adds.

/// Outputs that are computed together.
pub(crate) const LANES: usize = 16;
/// Rows that are computed together: half a row of the board.
pub(crate) const ROWS: usize = 5;

/// A layer's weights, cut into panels.
#[derive(Debug)]
pub(crate) struct Matrix {
    pub(crate) n_in: usize,
    pub(crate) n_out: usize,
    /// For each panel its `n_in` rows of sixteen outputs; the last panel is filled up with zeros.
    rows: Vec<[f32; LANES]>,
}

impl Matrix {
    /// `weight(output, input)` are the weights.
    pub(crate) fn new(n_out: usize, n_in: usize, weight: impl Fn(usize, usize) -> f32) -> Matrix {
        let mut rows = Vec::with_capacity(n_out.div_ceil(LANES) * n_in);
        for first in (0..n_out).step_by(LANES) {
            for input in 0..n_in {
                rows.push(std::array::from_fn(|lane| {
                    let output = first + lane;
                    if output < n_out {
                        weight(output, input)
                    } else {
                        0.0
                    }
                }));
            }
        }
        Matrix { n_in, n_out, rows }
    }

    /// Each panel with the number of its first output.
    pub(crate) fn panels(&self) -> impl Iterator<Item = (usize, &[[f32; LANES]])> {
        self.rows
            .chunks_exact(self.n_in)
            .enumerate()
            .map(|(panel, rows)| (panel * LANES, rows))
    }

    /// Adds the product with each row of `input` (rows of `n_in`) to the rows of `out` (rows of `n_out`).
    pub(crate) fn add_product(&self, input: &[f32], out: &mut [f32]) {
        debug_assert_eq!(input.len() / self.n_in, out.len() / self.n_out);
        for (first, panel) in self.panels() {
            let mut inputs = input.chunks_exact(ROWS * self.n_in);
            let mut outs = out.chunks_exact_mut(ROWS * self.n_out);
            for (input, out) in inputs.by_ref().zip(outs.by_ref()) {
                let mut sums = [[0.0; LANES]; ROWS];
                let rows = std::array::from_fn(|row| &input[row * self.n_in..][..self.n_in]);
                multiply(&mut sums, rows, panel);
                for (sums, out) in sums.iter().zip(out.chunks_exact_mut(self.n_out)) {
                    add_lanes(sums, out, first);
                }
            }
            let inputs = inputs.remainder().chunks_exact(self.n_in);
            let outs = outs.into_remainder().chunks_exact_mut(self.n_out);
            for (input, out) in inputs.zip(outs) {
                let mut sums = [[0.0; LANES]];
                multiply(&mut sums, [input], panel);
                add_lanes(&sums[0], out, first);
            }
        }
    }
}

/// Adds the products of some rows with a panel, which has as many rows as these have values.
#[inline(always)]
pub(crate) fn multiply<const N: usize>(
    sums: &mut [[f32; LANES]; N],
    inputs: [&[f32]; N],
    panel: &[[f32; LANES]],
) {
    // A copy of its own is what the compiler keeps in registers; the slices of one length save it the bounds checks.
    let mut kept = *sums;
    let inputs = inputs.map(|row| &row[..panel.len()]);
    for (at, weights) in panel.iter().enumerate() {
        for (sums, row) in kept.iter_mut().zip(&inputs) {
            let value = row[at];
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum = multiply_add(value, weight, *sum);
            }
        }
    }
    *sums = kept;
}

/// Adds sums to the outputs from `first` on, as far as there are any.
#[inline(always)]
pub(crate) fn add_lanes(sums: &[f32; LANES], out: &mut [f32], first: usize) {
    for (out, sum) in out[first..].iter_mut().zip(sums) {
        *out += sum;
    }
}

/// `a * b + c`: in one instruction where the processor has one, in two where it would be emulated.
#[inline(always)]
pub(crate) fn multiply_add(a: f32, b: f32, c: f32) -> f32 {
    if cfg!(any(target_feature = "fma", target_arch = "aarch64")) {
        a.mul_add(b, c)
    } else {
        a * b + c
    }
}

/// A linear layer with a bias.
#[derive(Debug)]
pub(crate) struct Dense {
    pub(crate) matrix: Matrix,
    bias: Vec<f32>,
}

impl Dense {
    /// `weight` is row-major, one row for each output; there are as many outputs as biases.
    pub(crate) fn new(weight: &[f32], bias: Vec<f32>) -> Dense {
        let n_in = weight.len() / bias.len();
        let matrix = Matrix::new(bias.len(), n_in, |output, input| {
            weight[output * n_in + input]
        });
        Dense { matrix, bias }
    }

    /// Overwrites the rows of `out` with the layer's outputs for the rows of `input`.
    pub(crate) fn apply(&self, input: &[f32], out: &mut [f32]) {
        for row in out.chunks_exact_mut(self.bias.len()) {
            row.copy_from_slice(&self.bias);
        }
        self.matrix.add_product(input, out);
    }

    /// Adds the layer's outputs for the rows of `input` to the rows of `out`.
    pub(crate) fn add(&self, input: &[f32], out: &mut [f32]) {
        for row in out.chunks_exact_mut(self.bias.len()) {
            for (out, bias) in row.iter_mut().zip(&self.bias) {
                *out += bias;
            }
        }
        self.matrix.add_product(input, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_right_for_sizes_that_fill_no_tile() {
        for (n_rows, n_in, n_out) in [(1, 3, 1), (7, 5, 20), (100, 16, 36), (5, 33, 16)] {
            let value = |at: usize| ((at * 37 + 11) % 17) as f32 - 8.0;
            let weight: Vec<f32> = (0..n_in * n_out).map(value).collect();
            let input: Vec<f32> = (0..n_rows * n_in).map(|at| value(at + 5)).collect();
            let dense = Dense::new(&weight, (0..n_out).map(value).collect());
            let mut out = vec![0.0; n_rows * n_out];
            dense.apply(&input, &mut out);
            for row in 0..n_rows {
                for output in 0..n_out {
                    let product: f32 = (0..n_in)
                        .map(|at| input[row * n_in + at] * weight[output * n_in + at])
                        .sum();
                    assert_eq!(out[row * n_out + output], product + value(output));
                }
            }
        }
    }
}
