//! The largest likelihood of observed scores under a constraint on their distribution.
//!
//! After Van den Bergh, "A practical introduction to the GSPRT" and "Normalized Elo". Let the
//! scores `a_i` have the shares `q_i` in the sample. Among all distributions `p` with
//! `sum p_i x_i = 0`, the likelihood `sum q_i ln p_i` is largest at
//!
//! ```text
//! p_i = q_i / (1 + theta x_i)    where    sum q_i x_i / (1 + theta x_i) = 0
//! ```
//!
//! by Lagrange's rule. The left side of the equation falls from plus to minus infinity between the
//! poles `-1/max x` and `-1/min x`, so `theta` is found by bisection. A given mean `s` is such a
//! constraint with `x_i = a_i - s`. A given lead in deviations, `mean - 1/2 = t sigma`, is not
//! linear in `p`; it is replaced by its tangent at the current `p`, and the two steps repeat until
//! `p` stands still.

/// Halvings of the range of `theta`: more than f64 has digits, so the last ones change nothing.
const BISECTIONS: u32 = 80;

/// What a hypothesis says about the distribution of a unit's score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Constraint {
    /// The mean is this.
    Mean(f64),
    /// The mean is above 1/2 by this many of the distribution's deviations.
    Lead(f64),
}

/// `sum n_i ln(p1_i / p0_i)` for the counts `n_i`, all above 0, and the likeliest distributions
/// under the two hypotheses.
pub(super) fn log_ratio(scores: &[f64], counts: &[f64], h0: Constraint, h1: Constraint) -> f64 {
    let units: f64 = counts.iter().sum();
    let shares: Vec<f64> = counts.iter().map(|n| n / units).collect();
    let p0 = likeliest(scores, &shares, h0);
    let p1 = likeliest(scores, &shares, h1);
    counts
        .iter()
        .zip(p0.iter().zip(&p1))
        .map(|(n, (p0, p1))| n * (p1 / p0).ln())
        .sum()
}

/// The distribution over `scores` that makes the observed shares likeliest.
fn likeliest(scores: &[f64], shares: &[f64], constraint: Constraint) -> Vec<f64> {
    match constraint {
        Constraint::Mean(mean) => {
            let lead: Vec<f64> = scores.iter().map(|score| score - mean).collect();
            likeliest_with_zero(&lead, shares)
                .expect("a mean inside the scale has scores on both sides")
        }
        Constraint::Lead(deviations) => likeliest_with_lead(scores, shares, deviations),
    }
}

/// The likeliest distribution with mean 0 of the values, or `None` if they do not lie on both sides
/// of 0.
fn likeliest_with_zero(values: &[f64], shares: &[f64]) -> Option<Vec<f64>> {
    let min = values.iter().copied().fold(f64::INFINITY, f64::min);
    let max = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if min >= 0.0 || max <= 0.0 {
        return None;
    }
    let (mut low, mut high) = (-1.0 / max, -1.0 / min);
    let mut theta = 0.0;
    for _ in 0..BISECTIONS {
        theta = 0.5 * (low + high);
        let slope: f64 = shares
            .iter()
            .zip(values)
            .map(|(q, x)| q * x / (1.0 + theta * x))
            .sum();
        if slope > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    Some(
        shares
            .iter()
            .zip(values)
            .map(|(q, x)| q / (1.0 + theta * x))
            .collect(),
    )
}

/// The likeliest distribution whose mean is above 1/2 by `t` of its deviations.
///
/// The tangent of `mean - 1/2 - t sigma` at a distribution with mean `m` and deviation `sigma` is
/// `sum p_i (a_i - 1/2 - t sigma/2 (1 + ((a_i - m)/sigma)^2))`. The iteration starts at the uniform
/// distribution, as Van den Bergh's does, and settles within a few rounds; a hundred is a limit for
/// samples it circles around.
fn likeliest_with_lead(scores: &[f64], shares: &[f64], t: f64) -> Vec<f64> {
    let mut current = vec![1.0 / scores.len() as f64; scores.len()];
    for _ in 0..100 {
        let (mean, sigma) = mean_and_deviation(scores, &current);
        let tangent: Vec<f64> = scores
            .iter()
            .map(|a| a - 0.5 - 0.5 * t * sigma * (1.0 + ((a - mean) / sigma).powi(2)))
            .collect();
        let Some(next) = likeliest_with_zero(&tangent, shares) else {
            break;
        };
        let moved = current
            .iter()
            .zip(&next)
            .map(|(p, q)| (p - q).abs())
            .fold(0.0, f64::max);
        current = next;
        if moved < 1e-12 {
            break;
        }
    }
    current
}

fn mean_and_deviation(scores: &[f64], shares: &[f64]) -> (f64, f64) {
    let mean: f64 = scores.iter().zip(shares).map(|(a, p)| a * p).sum();
    let variance: f64 = scores
        .iter()
        .zip(shares)
        .map(|(a, p)| p * (a - mean).powi(2))
        .sum();
    (mean, variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
    const SHARES: [f64; 5] = [0.05, 0.2, 0.35, 0.3, 0.1];

    /// How much the likelihood gains by a small move along each of the distribution's feasible
    /// directions, at most.
    fn best_gain(p: &[f64], constraint_slope: &[f64]) -> f64 {
        let likelihood = |p: &[f64]| SHARES.iter().zip(p).map(|(q, p)| q * p.ln()).sum::<f64>();
        let mut best = f64::NEG_INFINITY;
        for i in 0..3 {
            // Three neighbors can trade shares in one way that keeps both the total and the
            // constraint.
            let s = &constraint_slope[i..i + 3];
            let direction = [s[1] - s[2], s[2] - s[0], s[0] - s[1]];
            for step in [1e-4, -1e-4] {
                let mut moved = p.to_vec();
                for (share, d) in moved[i..].iter_mut().zip(direction) {
                    *share += step * d;
                }
                best = best.max(likelihood(&moved) - likelihood(p));
            }
        }
        best
    }

    #[test]
    fn no_other_distribution_with_the_same_mean_is_likelier() {
        for mean in [0.1, 0.4, 0.5, 0.55, 0.9] {
            let p = likeliest(&SCORES, &SHARES, Constraint::Mean(mean));
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!((mean_and_deviation(&SCORES, &p).0 - mean).abs() < 1e-12);
            assert!(best_gain(&p, &SCORES) < 0.0, "mean {mean}");
        }
    }

    #[test]
    fn no_other_distribution_with_the_same_lead_is_likelier() {
        for t in [-0.5, -0.01, 0.0, 0.02, 0.3, 0.8] {
            let p = likeliest(&SCORES, &SHARES, Constraint::Lead(t));
            let (mean, sigma) = mean_and_deviation(&SCORES, &p);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-10);
            assert!((mean - 0.5 - t * sigma).abs() < 1e-10, "lead {t}");
            let tangent = SCORES.map(|a| a - t * (a - mean).powi(2) / (2.0 * sigma));
            assert!(best_gain(&p, &tangent) < 0.0, "lead {t}");
        }
    }

    #[test]
    fn the_observed_distribution_is_the_likeliest_at_its_own_mean_and_lead() {
        let (mean, sigma) = mean_and_deviation(&SCORES, &SHARES);
        for constraint in [
            Constraint::Mean(mean),
            Constraint::Lead((mean - 0.5) / sigma),
        ] {
            let p = likeliest(&SCORES, &SHARES, constraint);
            assert!(
                p.iter().zip(SHARES).all(|(p, q)| (p - q).abs() < 1e-9),
                "{p:?}"
            );
        }
    }

    #[test]
    fn two_outcomes_give_the_ratio_of_the_plain_binomial() {
        // Only wins and losses: a mean s forces p = (1 - s, s), so the ratio is 60 ln(0.6/0.5) + 40
        // ln(0.4/0.5) = 2.0136.
        let llr = log_ratio(
            &[0.0, 1.0],
            &[40.0, 60.0],
            Constraint::Mean(0.5),
            Constraint::Mean(0.6),
        );
        assert!((llr - (60.0 * 1.2_f64.ln() + 40.0 * 0.8_f64.ln())).abs() < 1e-10);
        assert!((llr - 2.0136).abs() < 1e-4);
    }

    #[test]
    fn three_outcomes_at_an_even_mean_share_the_decisive_games() {
        // At s = 1/2 the equation for theta is solved by hand: wins and losses are equally likely,
        // draws keep their share.
        let p = likeliest(&[0.0, 0.5, 1.0], &[0.2, 0.5, 0.3], Constraint::Mean(0.5));
        assert!(
            p.iter()
                .zip([0.25, 0.5, 0.25])
                .all(|(p, q)| (p - q).abs() < 1e-12),
            "{p:?}"
        );
    }
}
