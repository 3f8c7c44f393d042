//! Probabilities of pieces and ranks, kept normalized in both directions (Invincible 6.2, figure 6.1).

use flagfall_core::{ByRank, PieceId, Rank, RankSet, Side};

use crate::public::PublicBoard;

/// How far a rank's sum may be from the number of its pieces.
const ACCURACY: f64 = 1e-3;
/// Convergence is fast unless the sums can hardly be met; then what has been reached will do for a guess.
const MOST_ROUNDS: u32 = 60;
/// For whoever promises the accuracy. Where sums can hardly be met, each round brings them nearer by a few percent.
const THOROUGH_ROUNDS: u32 = 3000;
/// No rank that a piece can have falls below this share: a player may always have bluffed.
const LEAST: f64 = 5e-4;

/// Scales the rows (pieces) to sum to 1 and the columns (ranks) to sum to `totals`, in turn, until the columns are within
/// `accuracy` of their totals right after the rows have been scaled.
///
/// Figure 6.1 starts with the ranks and the worked example of 6.2 with the pieces; this follows the example. Zeros stay
/// zeros.
pub fn normalize(rows: &mut [ByRank<f64>], totals: &ByRank<f64>, accuracy: f64) {
    normalize_in(rows, totals, accuracy, MOST_ROUNDS);
}

fn normalize_in(rows: &mut [ByRank<f64>], totals: &ByRank<f64>, accuracy: f64, most_rounds: u32) {
    for _ in 0..most_rounds {
        scale_rows(rows);
        let mut is_done = true;
        for rank in Rank::ALL {
            let sum: f64 = rows.iter().map(|row| row[rank]).sum();
            if sum > 0.0 && (sum - totals[rank]).abs() > accuracy {
                is_done = false;
                let factor = totals[rank] / sum;
                rows.iter_mut().for_each(|row| row[rank] *= factor);
            }
        }
        if is_done {
            return;
        }
    }
    scale_rows(rows);
}

fn scale_rows(rows: &mut [ByRank<f64>]) {
    for row in rows {
        let sum: f64 = row.0.iter().sum();
        if sum > 0.0 {
            row.0.iter_mut().for_each(|value| *value /= sum);
        }
    }
}

/// The probabilities of one side's hidden pieces.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Matrix {
    pieces: Vec<PieceId>,
    rows: Vec<ByRank<f64>>,
    most_rounds: u32,
}

impl Matrix {
    pub(crate) fn new(rows: impl IntoIterator<Item = (PieceId, ByRank<f64>)>) -> Matrix {
        let (pieces, rows) = rows.into_iter().unzip();
        Matrix {
            pieces,
            rows,
            most_rounds: MOST_ROUNDS,
        }
    }

    /// The same, normalized until the sums are right to within a thousandth however long that takes.
    pub(crate) fn thorough(self) -> Matrix {
        Matrix {
            most_rounds: THOROUGH_ROUNDS,
            ..self
        }
    }

    pub(crate) fn row(&self, piece: PieceId) -> Option<&ByRank<f64>> {
        Some(&self.rows[self.index(piece)?])
    }

    /// The probabilities of a piece, to be changed; [`settle`](Matrix::settle) makes the sums right again.
    pub(crate) fn row_mut(&mut self, piece: PieceId) -> Option<&mut ByRank<f64>> {
        let index = self.index(piece)?;
        Some(&mut self.rows[index])
    }

    /// Multiplies the probabilities of a piece.
    pub(crate) fn scale(&mut self, piece: PieceId, factor: impl Fn(Rank) -> f64) {
        if let Some(index) = self.index(piece) {
            for rank in Rank::ALL {
                self.rows[index][rank] *= factor(rank);
            }
        }
    }

    /// A piece has been shown and is no longer guessed at.
    pub(crate) fn remove(&mut self, piece: PieceId) {
        if let Some(index) = self.index(piece) {
            self.pieces.remove(index);
            self.rows.remove(index);
        }
    }

    /// Makes what cannot be impossible, what can be possible, and the sums right.
    pub(crate) fn settle(&mut self, hidden: &ByRank<u8>, possible: impl Fn(PieceId) -> RankSet) {
        for (piece, row) in self.pieces.iter().zip(&mut self.rows) {
            let ranks = possible(*piece);
            let sum: f64 = ranks.iter().map(|rank| row[rank]).sum();
            for rank in Rank::ALL {
                row[rank] = if ranks.contains(rank) {
                    row[rank].max(LEAST * sum.max(LEAST))
                } else {
                    0.0
                };
            }
        }
        let totals = ByRank(hidden.0.map(f64::from));
        normalize_in(&mut self.rows, &totals, ACCURACY, self.most_rounds);
    }

    /// As [`settle`](Matrix::settle), by what the board says of a side's pieces.
    pub(crate) fn settle_on(&mut self, board: &PublicBoard, side: Side) {
        let (moved, unmoved) = board.possibilities(side);
        self.settle(board.hidden(side), |piece| {
            let has_moved = board.piece(piece).is_some_and(|public| public.has_moved);
            if has_moved { moved } else { unmoved }
        });
    }

    fn index(&self, piece: PieceId) -> Option<usize> {
        self.pieces.iter().position(|&other| other == piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of section 6.2: the probability of piece 2 being the marshal is doubled.
    #[test]
    fn the_example_of_the_thesis_comes_out_to_two_digits() {
        let row = |marshal: f64, captain: f64, miner: f64| {
            let mut row = ByRank([0.0; 12]);
            row[Rank::Marshal] = marshal;
            row[Rank::Captain] = captain;
            row[Rank::Miner] = miner;
            row
        };
        let mut rows = [row(0.3, 0.6, 0.1), row(0.8, 0.2, 0.4), row(0.3, 0.2, 0.5)];
        let mut totals = ByRank([0.0; 12]);
        for rank in [Rank::Marshal, Rank::Captain, Rank::Miner] {
            totals[rank] = 1.0;
        }
        normalize(&mut rows, &totals, 0.0101);
        let his = [
            (Rank::Marshal, [0.26, 0.50, 0.25]),
            (Rank::Captain, [0.63, 0.16, 0.20]),
            (Rank::Miner, [0.11, 0.34, 0.55]),
        ];
        for (rank, values) in his {
            for (row, value) in rows.iter().zip(values) {
                // Half a digit of his last place, and what he lost by rounding on the way.
                assert!((row[rank] - value).abs() < 0.0075, "{rank}: {}", row[rank]);
            }
        }
    }

    #[test]
    fn what_follows_from_counting_follows_from_normalizing() {
        let mut rows = [ByRank([0.0; 12]); 3];
        for row in &mut rows {
            row[Rank::Scout] = 0.5;
            row[Rank::Miner] = 0.5;
        }
        rows[0][Rank::Miner] = 0.0;
        let mut totals = ByRank([0.0; 12]);
        totals[Rank::Scout] = 1.0;
        totals[Rank::Miner] = 2.0;
        normalize(&mut rows, &totals, 1e-3);
        assert!(
            rows[1][Rank::Miner] > 0.95 && rows[2][Rank::Miner] > 0.95,
            "{rows:?}"
        );
        assert!((rows[0][Rank::Scout] - 1.0).abs() < 1e-9);
    }
}
