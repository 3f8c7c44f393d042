//! Statistics of setups (Invincible 4.3.1 and 4.3.2).
//!
//! What is counted:
//! - for each place and rank, how often the rank stands there;
//! - for each relation and each pair of ranks `a`, `b`, how often a `b` stands in that relation to an `a`, over how often
//!   that was to be expected. Expected is what shuffling would give: an `a` that has `n` neighbors in the relation expects
//!   `n` times the share of `b` among the other pieces (other squares, in Barrage, where most are empty). The sum runs over
//!   the neighbors that pieces of rank `a` really had, so the table is not symmetric, as his is not: flags have fewer
//!   neighbors than bombs.
//!
//! Choices where the text is silent:
//! - Equal setups are counted once. In the file of 64,920 setups one occurs 370 times: a player's habit, not evidence of
//!   how people in general place their pieces.
//! - Mirroring counts every setup together with its mirror image. It makes the left as likely as the right, which they
//!   nearly are, and halves the noise. Off for the shipped asset, so that it can be compared with his.
//!
//! The shipped assets were counted by `flagfall setup stats SETUPS --out ASSET` from setups of people on gravon.de. They say
//! what `assets/setup-stats-*.json` (counts for each flag square, from which other bots draw) cannot: which ranks stand
//! beside which.

use std::collections::BTreeMap;
use std::collections::HashSet;
use std::sync::OnceLock;

use flagfall_core::{Rank, SETUP_SQUARES, Setup, Variant};
use serde::{Deserialize, Serialize};

use crate::relation::Relation;

const N_RANKS: usize = Rank::ALL.len();
/// What never happened counts as this rare when distances from 1 are measured.
const LEAST_FACTOR: f64 = 0.02;

/// Where people put each rank, and what they put beside it.
#[derive(Clone, PartialEq, Debug)]
pub struct SetupStats {
    variant: Variant,
    setups: u64,
    /// By place and rank.
    shares: [[f64; N_RANKS]; SETUP_SQUARES],
    /// By relation, the rank that is given, and its neighbor's rank.
    factors: [[[f64; N_RANKS]; N_RANKS]; 3],
}

/// Whether each setup counts together with its mirror image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mirroring {
    /// As it is.
    Off,
    /// Both.
    On,
}

/// Why statistics cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum StatsError {
    /// Nothing to count.
    #[error("there is no setup to count")]
    Empty,
    /// Setups of both variants.
    #[error("the setups are of different variants")]
    Mixed,
    /// Not a file of statistics.
    #[error("not a file of setup statistics: {0}")]
    Malformed(String),
}

/// The asset's form.
#[derive(Serialize, Deserialize)]
struct File {
    variant: String,
    setups: u64,
    /// For each rank, the share of setups that have it on each place.
    shares: BTreeMap<String, Vec<f64>>,
    /// For each relation and rank, the factor of each rank.
    factors: BTreeMap<String, BTreeMap<String, Vec<f64>>>,
}

impl SetupStats {
    /// The shipped statistics of a variant.
    pub fn of(variant: Variant) -> &'static SetupStats {
        static CLASSIC: OnceLock<SetupStats> = OnceLock::new();
        static BARRAGE: OnceLock<SetupStats> = OnceLock::new();
        let (stats, json) = match variant {
            Variant::Classic => (
                &CLASSIC,
                include_str!("../../../assets/invincible-setups.json"),
            ),
            Variant::Barrage => (
                &BARRAGE,
                include_str!("../../../assets/invincible-setups-barrage.json"),
            ),
        };
        stats.get_or_init(|| SetupStats::from_json(json).expect("a test reads this file"))
    }

    /// Counts setups, equal ones once.
    ///
    /// # Errors
    /// If there is none, or they are not of one variant.
    pub fn count(setups: &[Setup], mirroring: Mirroring) -> Result<SetupStats, StatsError> {
        let variant = setups.first().ok_or(StatsError::Empty)?.variant();
        if setups.iter().any(|setup| setup.variant() != variant) {
            return Err(StatsError::Mixed);
        }
        let mut distinct: HashSet<Setup> = setups.iter().copied().collect();
        if mirroring == Mirroring::On {
            distinct.extend(setups.iter().map(Setup::mirrored));
        }
        let mut counts = Counts::default();
        for setup in &distinct {
            counts.add(setup);
        }
        Ok(counts.finish(variant, distinct.len() as u64))
    }

    /// Which army this is about.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How many setups were counted.
    pub fn setups(&self) -> u64 {
        self.setups
    }

    /// The share of setups that have this rank on this place, counted from the owner's right back corner.
    pub fn share(&self, place: usize, rank: Rank) -> f64 {
        self.shares[place][rank.index()]
    }

    /// How many times as often as expected a piece of rank `neighbor` stands in this relation to one of rank `given`.
    pub fn factor(&self, relation: Relation, given: Rank, neighbor: Rank) -> f64 {
        self.factors[relation.index()][given.index()][neighbor.index()]
    }

    /// How far the relations of a rank are from 1: the mean distance over all relations and other ranks, measured by
    /// logarithm because they are factors: half as often is as far from 1 as twice as often. Those that are furthest are
    /// placed first (Invincible 7.2.5), which puts flag, bombs and the highest pieces in front as 4.3.2 does by hand.
    pub fn strength(&self, rank: Rank) -> f64 {
        let army = self.variant.army();
        let others = || {
            Rank::ALL
                .into_iter()
                .filter(move |&other| other != rank && army[other] > 0)
        };
        let distance = |relation| {
            others()
                .map(|other| {
                    self.factor(relation, rank, other)
                        .max(LEAST_FACTOR)
                        .ln()
                        .abs()
                })
                .sum::<f64>()
        };
        Relation::ALL.into_iter().map(distance).sum::<f64>() / (3 * others().count()).max(1) as f64
    }

    /// The ranks of the army, those with the strongest relations first.
    pub fn placing_order(&self) -> Vec<Rank> {
        let army = self.variant.army();
        let mut ranks: Vec<Rank> = Rank::ALL
            .into_iter()
            .filter(|&rank| army[rank] > 0)
            .collect();
        ranks.sort_by(|&a, &b| self.strength(b).total_cmp(&self.strength(a)));
        ranks
    }

    /// The asset's text.
    pub fn to_json(&self) -> String {
        let round = |x: f64| (x * 1e4).round() / 1e4;
        let name = |rank: Rank| rank.name().to_owned();
        let file = File {
            variant: self.variant.to_string(),
            setups: self.setups,
            shares: Rank::ALL
                .map(|rank| {
                    let of = |place| (self.share(place, rank) * 1e6).round() / 1e6;
                    (name(rank), (0..SETUP_SQUARES).map(of).collect())
                })
                .into(),
            factors: Relation::ALL
                .map(|relation| {
                    let rows = Rank::ALL.map(|given| {
                        let row = Rank::ALL.map(|rank| round(self.factor(relation, given, rank)));
                        (name(given), row.to_vec())
                    });
                    (relation.name().to_owned(), rows.into())
                })
                .into(),
        };
        serde_json::to_string(&file).expect("maps with text keys can be written") + "\n"
    }

    /// Reads the asset's text.
    ///
    /// # Errors
    /// If it is something else.
    pub fn from_json(text: &str) -> Result<SetupStats, StatsError> {
        let bad = |message: &str| StatsError::Malformed(message.to_owned());
        let file: File =
            serde_json::from_str(text).map_err(|error| StatsError::Malformed(error.to_string()))?;
        let variant = [Variant::Classic, Variant::Barrage]
            .into_iter()
            .find(|variant| variant.to_string() == file.variant)
            .ok_or_else(|| bad("no such variant"))?;
        let mut stats = SetupStats {
            variant,
            setups: file.setups,
            shares: [[0.0; N_RANKS]; SETUP_SQUARES],
            factors: [[[0.0; N_RANKS]; N_RANKS]; 3],
        };
        for rank in Rank::ALL {
            let shares = file
                .shares
                .get(rank.name())
                .filter(|row| row.len() == SETUP_SQUARES)
                .ok_or_else(|| bad("a rank does not have 40 shares"))?;
            for (place, &share) in shares.iter().enumerate() {
                stats.shares[place][rank.index()] = share;
            }
            for relation in Relation::ALL {
                let row = file.factors.get(relation.name());
                stats.factors[relation.index()][rank.index()] = row
                    .and_then(|rows| rows.get(rank.name()))
                    .and_then(|row| row.as_slice().try_into().ok())
                    .ok_or_else(|| bad("a rank does not have 12 factors"))?;
            }
        }
        Ok(stats)
    }
}

/// Sums on the way to statistics.
#[derive(Default)]
struct Counts {
    places: Vec<[u64; N_RANKS]>,
    pairs: [[[u64; N_RANKS]; N_RANKS]; 3],
    neighbors: [[u64; N_RANKS]; 3],
}

impl Counts {
    fn add(&mut self, setup: &Setup) {
        self.places.resize(SETUP_SQUARES, [0; N_RANKS]);
        let ranks = setup.places();
        for (place, rank) in ranks.iter().enumerate() {
            let Some(rank) = rank.map(Rank::index) else {
                continue;
            };
            self.places[place][rank] += 1;
            for (relation, neighbor) in Relation::neighbors(place) {
                self.neighbors[relation.index()][rank] += 1;
                if let Some(other) = ranks[neighbor] {
                    self.pairs[relation.index()][rank][other.index()] += 1;
                }
            }
        }
    }

    fn finish(&self, variant: Variant, setups: u64) -> SetupStats {
        let army = variant.army();
        let factor = |relation: usize, given: usize, other: usize| {
            let others = f64::from(army.0[other]) - f64::from(u8::from(given == other));
            let expected =
                self.neighbors[relation][given] as f64 * others / (SETUP_SQUARES - 1) as f64;
            if expected > 0.0 {
                self.pairs[relation][given][other] as f64 / expected
            } else {
                0.0
            }
        };
        let mut stats = SetupStats {
            variant,
            setups,
            shares: [[0.0; N_RANKS]; SETUP_SQUARES],
            factors: [[[0.0; N_RANKS]; N_RANKS]; 3],
        };
        for (shares, counts) in stats.shares.iter_mut().zip(&self.places) {
            *shares = counts.map(|count| count as f64 / setups as f64);
        }
        for (relation, rows) in stats.factors.iter_mut().enumerate() {
            for (given, row) in rows.iter_mut().enumerate() {
                *row = std::array::from_fn(|other| factor(relation, given, other));
            }
        }
        stats
    }
}

#[cfg(test)]
mod tests;
