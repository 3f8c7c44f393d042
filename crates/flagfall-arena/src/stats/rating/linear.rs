//! Small dense linear algebra: a square matrix and its Cholesky factor.

/// A square matrix.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    n: usize,
    rows: Vec<f64>,
}

impl Matrix {
    /// The matrix of `n` rows of zeros.
    pub(super) fn zero(n: usize) -> Matrix {
        Matrix {
            n,
            rows: vec![0.0; n * n],
        }
    }

    /// The element in a row and a column.
    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.rows[row * self.n + column]
    }

    /// Adds to the element in a row and a column.
    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.rows[row * self.n + column] += value;
    }

    /// The product of the first `len` elements of two rows.
    fn row_product(&self, row: usize, other: usize, len: usize) -> f64 {
        let (row, other) = (
            &self.rows[row * self.n..][..len],
            &self.rows[other * self.n..][..len],
        );
        row.iter().zip(other).map(|(a, b)| a * b).sum()
    }
}

/// The lower triangle `L` with `L L' = A`, for solving `A x = b`.
#[derive(Clone, Debug)]
pub(super) struct Cholesky {
    lower: Matrix,
}

impl Cholesky {
    /// The factor of a symmetric matrix, or `None` if it is not positive definite.
    pub(super) fn of(matrix: &Matrix) -> Option<Cholesky> {
        let mut lower = Matrix::zero(matrix.n);
        for row in 0..matrix.n {
            for column in 0..row {
                let rest = matrix.at(row, column) - lower.row_product(row, column, column);
                lower.add(row, column, rest / lower.at(column, column));
            }
            let square = matrix.at(row, row) - lower.row_product(row, row, row);
            if square.is_nan() || square <= 0.0 {
                return None;
            }
            lower.add(row, row, square.sqrt());
        }
        Some(Cholesky { lower })
    }

    /// The `x` with `A x = b`.
    pub(super) fn solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x = b.to_vec();
        for row in 0..self.lower.n {
            let known: f64 = (0..row)
                .map(|column| self.lower.at(row, column) * x[column])
                .sum();
            x[row] = (x[row] - known) / self.lower.at(row, row);
        }
        for row in (0..self.lower.n).rev() {
            let known: f64 = (row + 1..self.lower.n)
                .map(|below| self.lower.at(below, row) * x[below])
                .sum();
            x[row] = (x[row] - known) / self.lower.at(row, row);
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix<const N: usize>(rows: [[f64; N]; N]) -> Matrix {
        Matrix {
            n: N,
            rows: rows.concat(),
        }
    }

    #[test]
    fn a_factor_is_the_one_worked_by_hand() {
        // 4 = 2^2, 12 = 2*6, 37 = 6^2 + 1^2, -16 = 2*-8, -43 = 6*-8 + 1*5, 98 = 8^2 + 5^2 + 3^2.
        let factor = Cholesky::of(&matrix([
            [4.0, 12.0, -16.0],
            [12.0, 37.0, -43.0],
            [-16.0, -43.0, 98.0],
        ]))
        .unwrap();
        assert_eq!(
            factor.lower,
            matrix([[2.0, 0.0, 0.0], [6.0, 1.0, 0.0], [-8.0, 5.0, 3.0]])
        );
    }

    #[test]
    fn a_solution_solves_its_equations() {
        // 4 + 24 - 48 = -20, 12 + 74 - 129 = -43, -16 - 86 + 294 = 192.
        let factor = Cholesky::of(&matrix([
            [4.0, 12.0, -16.0],
            [12.0, 37.0, -43.0],
            [-16.0, -43.0, 98.0],
        ]))
        .unwrap();
        assert_eq!(factor.solve(&[-20.0, -43.0, 192.0]), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_has_no_factor() {
        assert!(Cholesky::of(&matrix([[1.0, 2.0], [2.0, 1.0]])).is_none());
        assert!(Cholesky::of(&matrix([[f64::NAN]])).is_none());
    }

    #[test]
    fn an_empty_matrix_has_an_empty_solution() {
        assert!(
            Cholesky::of(&Matrix::zero(0))
                .unwrap()
                .solve(&[])
                .is_empty()
        );
    }
}
