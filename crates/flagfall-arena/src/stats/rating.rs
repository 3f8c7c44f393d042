//! Ratings of all players of a tournament from their cross table.
//!
//! # The model
//!
//! A player of strength `r_i` is expected to score `p_ij = 1 / (1 + exp(r_j - r_i))` a game against
//! one of strength `r_j` (Bradley and Terry 1952; Elo is `400/ln 10` times the strength), and a
//! draw counts as half a win and half a loss. The ratings maximize the likelihood, that is, each
//! player's expected points equal the points made. They are found by Newton's method, which for
//! this concave likelihood has one end from any start; it starts at equal strengths, and sums in
//! the order of its input, so the same table gives the same ratings to the last bit.
//!
//! # The prior
//!
//! A player that won or lost every game would have no finite rating, nor would two groups that
//! never met be comparable. So each player is given one virtual drawn game against an opponent of
//! mean strength. Its weight fades as games are played: after 100 games that ended 64 to 36 it
//! moves a difference of 100 Elo by less than one.
//!
//! # The errors
//!
//! With the information matrix `H = sum n_ij p_ij (1 - p_ij) (e_i - e_j)(e_i - e_j)'` (plus the
//! prior's), the textbook covariance is the inverse of `H`, which assumes that every game is
//! decided and independent of the others. Draws and paired games make the points of a pairing vary
//! less, or more, than that. So the covariance is `H^-1 J H^-1`, where `J` has the variance
//! `n_ij p_ij (1 - p_ij)` replaced by the one observed between the pairs of games of that pairing
//! (McCullagh and Nelder's quasi-likelihood, with Huber's "sandwich"). For two players this is the
//! error [`Estimate`] gives to first order. Pairings of fewer than [`MIN_PAIRS`] pairs, or whose
//! pairs all had the same score, show too little of their variance and keep the model's.
//!
//! [`Estimate`]: super::Estimate

use std::f64::consts::LN_10;

use thiserror::Error;

use super::counts::{Pentanomial, Tally};
use super::interval::Z95;
use super::sample::Sample;
use linear::Cholesky;

mod linear;
mod newton;

/// Pairs a pairing needs before its own variance is trusted.
const MIN_PAIRS: u64 = 10;

/// Elo of one unit of strength.
const ELO_PER_STRENGTH: f64 = 400.0 / LN_10;

/// The results of two players against each other, from the first one's side.
///
/// A tournament may hold several for the same two players; their games add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The first player's index.
    pub first: usize,
    /// The second player's index.
    pub second: usize,
    /// All their games, whether in complete pairs or not.
    pub games: Tally,
    /// Their complete pairs, from which only the error is computed; empty if games were not played
    /// in pairs.
    pub pairs: Pentanomial,
}

/// What the ratings are relative to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// The mean of all players is 0.
    #[default]
    Mean,
    /// The player of this index is 0, without error.
    Player(usize),
}

/// One player's line of a tournament's table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo relative to the anchor; always finite.
    pub elo: f64,
    /// Half the width of the 95% interval of `elo`, itself relative to the anchor.
    pub error: f64,
    /// Points made.
    pub points: f64,
    /// Games played.
    pub games: u64,
}

/// Why a table cannot be rated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RatingError {
    /// A pairing or the anchor names a player that does not exist.
    #[error("player {index} does not exist among {n_players}")]
    NoSuchPlayer {
        /// The index given.
        index: usize,
        /// How many players there are.
        n_players: usize,
    },
    /// A pairing has a player against itself.
    #[error("player {0} is paired with itself")]
    SelfPairing(usize),
}

/// Rates `n_players` players from their results; the answer's order is that of their indices.
///
/// # Errors
///
/// Where a pairing or the anchor names a player that does not exist, or a pairing has a player
/// against itself.
pub fn rate(
    n_players: usize,
    pairings: &[Pairing],
    anchor: Anchor,
) -> Result<Vec<Rating>, RatingError> {
    check(n_players, pairings, anchor)?;
    let strengths = newton::likeliest_strengths(n_players, pairings);
    let information = newton::information(&strengths, pairings);
    let factor =
        Cholesky::of(&information).expect("the prior makes the information positive definite");
    let origin = match anchor {
        Anchor::Mean => vec![1.0 / n_players as f64; n_players],
        Anchor::Player(index) => unit_vector(n_players, index),
    };
    let zero: f64 = origin
        .iter()
        .zip(&strengths)
        .map(|(weight, strength)| weight * strength)
        .sum();
    let rating = |index: usize| {
        let contrast: Vec<f64> = unit_vector(n_players, index)
            .iter()
            .zip(&origin)
            .map(|(e, o)| e - o)
            .collect();
        let variance = variance_along(&factor.solve(&contrast), &strengths, pairings);
        let (points, games) = totals(index, pairings);
        Rating {
            elo: ELO_PER_STRENGTH * (strengths[index] - zero),
            error: ELO_PER_STRENGTH * Z95 * variance.sqrt(),
            points,
            games,
        }
    };
    Ok((0..n_players).map(rating).collect())
}

fn check(n_players: usize, pairings: &[Pairing], anchor: Anchor) -> Result<(), RatingError> {
    let anchor = match anchor {
        Anchor::Mean => None,
        Anchor::Player(index) => Some(index),
    };
    let named = pairings
        .iter()
        .flat_map(|pairing| [pairing.first, pairing.second])
        .chain(anchor);
    if let Some(index) = named.into_iter().find(|&index| index >= n_players) {
        return Err(RatingError::NoSuchPlayer { index, n_players });
    }
    match pairings
        .iter()
        .find(|pairing| pairing.first == pairing.second)
    {
        Some(pairing) => Err(RatingError::SelfPairing(pairing.first)),
        None => Ok(()),
    }
}

fn unit_vector(len: usize, index: usize) -> Vec<f64> {
    (0..len)
        .map(|i| if i == index { 1.0 } else { 0.0 })
        .collect()
}

/// `y' J y`: the variance of the strengths' combination whose contrast `c` gave `y = H^-1 c`.
fn variance_along(y: &[f64], strengths: &[f64], pairings: &[Pairing]) -> f64 {
    let played: f64 = pairings
        .iter()
        .map(|pairing| {
            points_variance(pairing, strengths) * (y[pairing.first] - y[pairing.second]).powi(2)
        })
        .sum();
    let prior: f64 = y
        .iter()
        .zip(strengths)
        .map(|(y, &r)| newton::prior_information(r) * y * y)
        .sum();
    played + prior
}

/// The variance of the points made in a pairing: as observed where enough pairs show it, otherwise
/// the model's.
fn points_variance(pairing: &Pairing, strengths: &[f64]) -> f64 {
    let games = pairing.games.games() as f64;
    let sample = Sample::from(pairing.pairs);
    if pairing.pairs.pairs() < MIN_PAIRS || sample.is_constant() {
        let p = newton::expected_score(strengths[pairing.first] - strengths[pairing.second]);
        return games * p * (1.0 - p);
    }
    // A pair's points are twice its mean score, so vary four times as much, and there are half as
    // many pairs as games.
    2.0 * games * sample.variance()
}

fn totals(player: usize, pairings: &[Pairing]) -> (f64, u64) {
    let mut total = Tally::default();
    for pairing in pairings {
        if pairing.first == player {
            total += pairing.games;
        } else if pairing.second == player {
            total += pairing.games.flipped();
        }
    }
    (total.points(), total.games())
}

#[cfg(test)]
mod tests;
