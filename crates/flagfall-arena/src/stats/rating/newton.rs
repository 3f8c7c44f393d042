//! The strengths that maximize the likelihood of a cross table, by Newton's method.

use super::Pairing;
use super::linear::{Cholesky, Matrix};

/// Virtual games each player has drawn against an opponent of strength 0, the mean.
const PRIOR_GAMES: f64 = 1.0;

/// Rounds after which Newton's method is given up; it needs fewer than twenty even when a player
/// won every game.
const MAX_ROUNDS: u32 = 200;

/// The largest step, in strength, at which the method has arrived; the error is then about its
/// square.
const ARRIVED: f64 = 1e-9;

/// The likeliest strength of each player; their mean is near 0 but not exactly so.
pub(super) fn likeliest_strengths(n_players: usize, pairings: &[Pairing]) -> Vec<f64> {
    let mut strengths = vec![0.0; n_players];
    for _ in 0..MAX_ROUNDS {
        let factor = Cholesky::of(&information(&strengths, pairings))
            .expect("the prior makes the information positive definite");
        let step = factor.solve(&gradient(&strengths, pairings));
        let (next, moved) = climb(&strengths, &step, pairings);
        strengths = next;
        if moved < ARRIVED {
            break;
        }
    }
    strengths
}

/// The negative second derivatives of the log-likelihood: observed and expected information are the
/// same here.
pub(super) fn information(strengths: &[f64], pairings: &[Pairing]) -> Matrix {
    let mut matrix = Matrix::zero(strengths.len());
    for pairing in pairings {
        let (i, j) = (pairing.first, pairing.second);
        let p = expected_score(strengths[i] - strengths[j]);
        let weight = pairing.games.games() as f64 * p * (1.0 - p);
        matrix.add(i, i, weight);
        matrix.add(j, j, weight);
        matrix.add(i, j, -weight);
        matrix.add(j, i, -weight);
    }
    for (i, &strength) in strengths.iter().enumerate() {
        matrix.add(i, i, prior_information(strength));
    }
    matrix
}

/// What the virtual draw adds to the information about a player of some strength.
pub(super) fn prior_information(strength: f64) -> f64 {
    let p = expected_score(strength);
    PRIOR_GAMES * p * (1.0 - p)
}

/// The score expected of a player that is stronger by `lead`.
pub(super) fn expected_score(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

/// For each player the points made less the points expected, virtual game included.
fn gradient(strengths: &[f64], pairings: &[Pairing]) -> Vec<f64> {
    let mut surplus: Vec<f64> = strengths
        .iter()
        .map(|&r| PRIOR_GAMES * (0.5 - expected_score(r)))
        .collect();
    for pairing in pairings {
        let expected = expected_score(strengths[pairing.first] - strengths[pairing.second]);
        let more = pairing.games.points() - pairing.games.games() as f64 * expected;
        surplus[pairing.first] += more;
        surplus[pairing.second] -= more;
    }
    surplus
}

/// Goes along the step, halving it while it would lower the likelihood; the new strengths and the
/// largest change.
fn climb(strengths: &[f64], step: &[f64], pairings: &[Pairing]) -> (Vec<f64>, f64) {
    let before = log_likelihood(strengths, pairings);
    // Near the top a step changes the likelihood by less than its rounding, which must not be taken
    // for a descent.
    let tolerance = 1e-12 * before.abs();
    let mut length = 1.0;
    loop {
        let next: Vec<f64> = strengths
            .iter()
            .zip(step)
            .map(|(r, s)| r + length * s)
            .collect();
        let moved = step.iter().map(|s| (length * s).abs()).fold(0.0, f64::max);
        if moved < ARRIVED || log_likelihood(&next, pairings) >= before - tolerance {
            return (next, moved);
        }
        length *= 0.5;
    }
}

fn log_likelihood(strengths: &[f64], pairings: &[Pairing]) -> f64 {
    let played: f64 = pairings
        .iter()
        .map(|pairing| {
            let lead = strengths[pairing.first] - strengths[pairing.second];
            let points = pairing.games.points();
            points * ln_expected(lead)
                + (pairing.games.games() as f64 - points) * ln_expected(-lead)
        })
        .sum();
    let prior: f64 = strengths
        .iter()
        .map(|&r| 0.5 * PRIOR_GAMES * (ln_expected(r) + ln_expected(-r)))
        .sum();
    played + prior
}

/// The logarithm of [`expected_score`], also where that is nearly 0 or 1.
fn ln_expected(lead: f64) -> f64 {
    lead.min(0.0) - (-lead.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Pentanomial, Tally};

    fn pairing(first: usize, second: usize, wins: u64, losses: u64) -> Pairing {
        let games = Tally {
            wins,
            draws: 0,
            losses,
        };
        Pairing {
            first,
            second,
            games,
            pairs: Pentanomial::default(),
        }
    }

    #[test]
    fn at_the_likeliest_strengths_points_made_are_points_expected() {
        let pairings = [
            pairing(0, 1, 13, 7),
            pairing(1, 2, 11, 9),
            pairing(2, 0, 20, 0),
            pairing(3, 0, 1_000_000, 0),
        ];
        let strengths = likeliest_strengths(4, &pairings);
        for surplus in gradient(&strengths, &pairings) {
            assert!(surplus.abs() < 1e-8, "{surplus:e}");
        }
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_likelihood_and_the_information_that_of_the_gradient() {
        let pairings = [pairing(0, 1, 13, 7), pairing(1, 2, 11, 9)];
        let strengths = [0.3, -0.7, 1.9];
        let h = 1e-5;
        for i in 0..3 {
            let (mut up, mut down) = (strengths, strengths);
            up[i] += h;
            down[i] -= h;
            let slope =
                (log_likelihood(&up, &pairings) - log_likelihood(&down, &pairings)) / (2.0 * h);
            assert!((slope - gradient(&strengths, &pairings)[i]).abs() < 1e-6);
            let (up, down) = (gradient(&up, &pairings), gradient(&down, &pairings));
            for j in 0..3 {
                let bend = (down[j] - up[j]) / (2.0 * h);
                assert!((bend - information(&strengths, &pairings).at(i, j)).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn the_logarithm_holds_far_out() {
        assert_eq!(ln_expected(-1000.0), -1000.0);
        assert_eq!(ln_expected(1000.0), 0.0);
        assert!((ln_expected(0.4) - expected_score(0.4).ln()).abs() < 1e-15);
    }
}
