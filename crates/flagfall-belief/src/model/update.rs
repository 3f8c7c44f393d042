//! How signals change the probabilities of a piece: equations 1a, 1b, 5a and 5b.

use flagfall_core::{ByRank, Rank};

/// What the statistics say of a piece in view of one signal, with the signal's weight.
pub(super) type Weighed = (f64, ByRank<f64>);

/// The largest weight there is: that of a piece at distance one.
const MOST_WEIGHT: f64 = 1.0;

/// Equation 5b: the statistics of honest moves and of bluffs, mixed by the probability of a bluff.
pub(super) fn mixed(honest: &ByRank<f64>, bluff: &ByRank<f64>, bluffing: f64) -> ByRank<f64> {
    let mut ranks = ByRank([0.0; 12]);
    for rank in Rank::ALL {
        ranks[rank] = bluff[rank] * bluffing + honest[rank] * (1.0 - bluffing);
    }
    ranks
}

/// Equations 1a and 5a: the mean by weight.
pub(super) fn weighted_average(signals: &[Weighed]) -> ByRank<f64> {
    let weights: f64 = signals.iter().map(|(weight, _)| weight).sum();
    let mut average = ByRank([0.0; 12]);
    for (weight, ranks) in signals {
        for rank in Rank::ALL {
            average[rank] += ranks[rank] * weight / weights;
        }
    }
    average
}

/// Equation 1b: the probabilities go towards the average by a factor `gamma`, less if the nearest piece is not next to it.
pub(super) fn shift(old: &mut ByRank<f64>, signals: &[Weighed], gamma: f64) {
    let average = weighted_average(signals);
    let most = signals
        .iter()
        .map(|(weight, _)| *weight)
        .fold(0.0, f64::max);
    for rank in Rank::ALL {
        old[rank] += (average[rank] - old[rank]) * most / MOST_WEIGHT * gamma;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(rank: Rank, probability: f64) -> ByRank<f64> {
        let mut ranks = ByRank([0.0; 12]);
        ranks[rank] = probability;
        ranks
    }

    /// Figure 2: a '6' next to the piece says 0.4 for a major, a '4' two squares away 0.3.
    #[test]
    fn the_major_of_figure_2_comes_out_at_037() {
        let signals = [(1.0, only(Rank::Major, 0.4)), (0.5, only(Rank::Major, 0.3))];
        let major = weighted_average(&signals)[Rank::Major];
        assert!((major - 0.55 / 1.5).abs() < 1e-12);
        assert_eq!(format!("{major:.2}"), "0.37");
    }

    #[test]
    fn the_nearest_piece_and_gamma_decide_how_far_probabilities_go() {
        let far = [(0.5, only(Rank::Major, 1.0))];
        let mut ranks = only(Rank::Miner, 1.0);
        shift(&mut ranks, &far, 0.75);
        assert_eq!((ranks[Rank::Major], ranks[Rank::Miner]), (0.375, 0.625));
        let near = [(1.0, only(Rank::Major, 1.0))];
        shift(&mut ranks, &near, 1.0);
        assert_eq!((ranks[Rank::Major], ranks[Rank::Miner]), (1.0, 0.0));
    }

    #[test]
    fn bluffs_are_mixed_in_by_their_probability() {
        let ranks = mixed(&only(Rank::General, 1.0), &only(Rank::Scout, 1.0), 0.1);
        assert!((ranks[Rank::General] - 0.9).abs() < 1e-12);
        assert!((ranks[Rank::Scout] - 0.1).abs() < 1e-12);
    }
}
