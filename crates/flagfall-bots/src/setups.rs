//! Setups as people make them: drawn from counts of where people put their pieces.
//!
//! `train/setup_stats.py` counts, and `assets/setup-stats-*.json` has the counts. A setup is drawn like this: the flag's
//! square as often as people choose it; the bombs next to it, all at once, as often as people guard that square so; then
//! all other pieces. Their first places are drawn one after another by the counts for that flag square, which leaves those that
//! come last with what the others do not want. So pairs of pieces are then exchanged at random, by a rule (Metropolis) under
//! which every arrangement comes up in proportion to the product of its pieces' frequencies.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use flagfall_core::{GameRng, Rank, SETUP_SQUARES, Setup, Variant, below};
use serde::Deserialize;

/// Exchanges after the first placing; some 50 for each piece.
const EXCHANGES: u32 = 2000;
/// Stands in for a count of zero, so that every arrangement stays possible.
const LEAST_COUNT: f64 = 0.5;
const N_GUARDS: usize = 16;

/// The counts of one variant.
#[derive(Debug)]
pub(crate) struct SetupStats {
    variant: Variant,
    tables: Vec<Table>,
}

/// The counts of setups with the flag on one square of the left half. Squares are `10 * row + column` from the owner's left
/// back corner.
#[derive(Deserialize, Debug)]
struct Table {
    flag: usize,
    setups: u32,
    /// By set of the flag's neighbors that are bombs: 1 in front, 2 behind, 4 left, 8 right.
    guards: Vec<u32>,
    ranks: BTreeMap<String, Vec<u32>>,
}

#[derive(Deserialize)]
struct File {
    tables: Vec<Table>,
}

impl SetupStats {
    /// The counts for this variant.
    pub(crate) fn of(variant: Variant) -> &'static SetupStats {
        static CLASSIC: OnceLock<SetupStats> = OnceLock::new();
        static BARRAGE: OnceLock<SetupStats> = OnceLock::new();
        let (stats, json) = match variant {
            Variant::Classic => (
                &CLASSIC,
                include_str!("../../../assets/setup-stats-classic.json"),
            ),
            Variant::Barrage => (
                &BARRAGE,
                include_str!("../../../assets/setup-stats-barrage.json"),
            ),
        };
        stats.get_or_init(|| {
            let file: File = serde_json::from_str(json).expect("a test reads this file");
            SetupStats {
                variant,
                tables: file.tables,
            }
        })
    }

    /// A setup, mirrored in half of the cases.
    pub(crate) fn draw(&self, rng: &mut GameRng) -> Setup {
        let weights = self.tables.iter().map(|table| f64::from(table.setups));
        let table = &self.tables[pick(rng, weights)];
        let mut draft = Draft::new(table);
        draft.place_guards(table, rng);
        draft.place_rest(self.variant, rng);
        draft.exchange(rng);
        let setup = draft.finish(self.variant);
        if below(rng, 2) == 0 {
            setup
        } else {
            setup.mirrored()
        }
    }
}

/// A setup in the making.
struct Draft {
    squares: [Option<Rank>; SETUP_SQUARES],
    /// How often people put each rank on each square.
    counts: [[f64; SETUP_SQUARES]; 12],
    /// The squares that are settled: the flag's and its neighbors'.
    is_settled: [bool; SETUP_SQUARES],
}

impl Draft {
    fn new(table: &Table) -> Draft {
        let mut counts = [[LEAST_COUNT; SETUP_SQUARES]; 12];
        for rank in Rank::ALL {
            let found = table.ranks.get(rank.name()).into_iter().flatten();
            for (count, &found) in counts[rank.index()].iter_mut().zip(found) {
                *count = f64::from(found).max(LEAST_COUNT);
            }
        }
        let mut draft = Draft {
            squares: [None; SETUP_SQUARES],
            counts,
            is_settled: [false; SETUP_SQUARES],
        };
        draft.squares[table.flag] = Some(Rank::Flag);
        draft.is_settled[table.flag] = true;
        draft
    }

    /// Bombs on some of the flag's neighbors, and none on the others.
    fn place_guards(&mut self, table: &Table, rng: &mut GameRng) {
        let guard = pick(
            rng,
            table.guards.iter().take(N_GUARDS).map(|&n| f64::from(n)),
        );
        for (bit, neighbor) in neighbors(table.flag).into_iter().enumerate() {
            let Some(square) = neighbor else { continue };
            if guard >> bit & 1 != 0 {
                self.squares[square] = Some(Rank::Bomb);
                self.is_settled[square] = true;
            } else {
                self.counts[Rank::Bomb.index()][square] = 0.0;
            }
        }
    }

    /// Places what is left of the army, bombs and high ranks first.
    fn place_rest(&mut self, variant: Variant, rng: &mut GameRng) {
        let mut left = variant.army();
        for rank in self.squares.into_iter().flatten() {
            left[rank] = left[rank].saturating_sub(1);
        }
        for rank in Rank::ALL.into_iter().rev() {
            for _ in 0..left[rank] {
                let weights = self.counts[rank.index()]
                    .iter()
                    .zip(&self.squares)
                    .map(|(&count, square)| if square.is_none() { count } else { 0.0 });
                self.squares[pick(rng, weights)] = Some(rank);
            }
        }
    }

    fn exchange(&mut self, rng: &mut GameRng) {
        for _ in 0..EXCHANGES {
            let [a, b] = [0; 2].map(|_| below(rng, SETUP_SQUARES as u32) as usize);
            if self.is_settled[a] || self.is_settled[b] {
                continue;
            }
            // An empty square of Barrage is as good as any other.
            let count = |rank: Option<Rank>, square: usize| {
                rank.map_or(1.0, |rank| self.counts[rank.index()][square])
            };
            let (here, there) = (self.squares[a], self.squares[b]);
            let before = count(here, a) * count(there, b);
            let after = count(here, b) * count(there, a);
            if uniform(rng) * before < after {
                self.squares.swap(a, b);
            }
        }
    }

    fn finish(self, variant: Variant) -> Setup {
        let mut places = [None; SETUP_SQUARES];
        for (square, &rank) in self.squares.iter().enumerate() {
            // Places count from the right corner, squares from the left.
            places[square / 10 * 10 + 9 - square % 10] = rank;
        }
        Setup::new(variant, places).expect("every piece of the army was placed")
    }
}

/// In front, behind, left, right.
fn neighbors(square: usize) -> [Option<usize>; 4] {
    let (row, col) = (square / 10, square % 10);
    [
        (row < 3).then(|| square + 10),
        (row > 0).then(|| square - 10),
        (col > 0).then(|| square - 1),
        (col < 9).then(|| square + 1),
    ]
}

/// An index drawn in proportion to the weights, of which at least one is above zero.
pub(crate) fn pick(rng: &mut GameRng, weights: impl Iterator<Item = f64> + Clone) -> usize {
    let mut left = uniform(rng) * weights.clone().sum::<f64>();
    let mut last = 0;
    for (index, weight) in weights.enumerate() {
        if weight > 0.0 {
            last = index;
            if left < weight {
                return index;
            }
            left -= weight;
        }
    }
    // Rounding may leave a crumb behind the last weight.
    last
}

/// A number from 0 up to, but not including, 1.
fn uniform(rng: &mut GameRng) -> f64 {
    f64::from(below(rng, u32::MAX)) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use flagfall_core::Seed;

    use super::*;

    const VARIANTS: [Variant; 2] = [Variant::Classic, Variant::Barrage];

    #[test]
    fn tables_are_complete() {
        for variant in VARIANTS {
            let stats = SetupStats::of(variant);
            assert!(stats.tables.len() >= 5);
            for table in &stats.tables {
                assert!(table.flag < SETUP_SQUARES && table.flag % 10 < 5 && table.setups > 0);
                assert_eq!(table.guards.len(), N_GUARDS);
                assert_eq!(table.guards.iter().sum::<u32>(), table.setups);
                for (rank, &count) in variant.army().0.iter().enumerate().skip(1) {
                    let name = Rank::from_index(rank).unwrap().name();
                    let sum: u32 = table.ranks.get(name).into_iter().flatten().sum();
                    assert_eq!(sum, u32::from(count) * table.setups, "{name}");
                }
            }
        }
    }

    #[test]
    fn drawn_setups_look_like_those_of_people() {
        let stats = SetupStats::of(Variant::Classic);
        let mut rng = Seed(1).rng();
        let mut front_scouts = 0;
        let mut guarded = 0;
        let n = 2000;
        for _ in 0..n {
            let setup = stats.draw(&mut rng);
            let places = setup.places();
            let flag = places
                .iter()
                .position(|&rank| rank == Some(Rank::Flag))
                .unwrap();
            guarded += u32::from(
                neighbors(flag)
                    .into_iter()
                    .flatten()
                    .all(|at| places[at] == Some(Rank::Bomb)),
            );
            front_scouts += places[30..]
                .iter()
                .filter(|&&rank| rank == Some(Rank::Scout))
                .count();
        }
        let expected = |count: &dyn Fn(&Table) -> u32| {
            let total: u32 = stats.tables.iter().map(|table| table.setups).sum();
            let sum: u32 = stats.tables.iter().map(count).sum();
            f64::from(sum) / f64::from(total)
        };
        let scouts = expected(&|table| table.ranks["scout"][30..].iter().sum());
        let guards = expected(&|table| {
            let all: usize = (0..4)
                .filter(|&bit| neighbors(table.flag)[bit].is_some())
                .map(|bit| 1 << bit)
                .sum();
            table.guards[all]
        });
        assert!((front_scouts as f64 / f64::from(n) - scouts).abs() < 0.3);
        assert!((f64::from(guarded) / f64::from(n) - guards).abs() < 0.04);
    }

    #[test]
    fn the_same_seed_draws_the_same_setup() {
        for variant in VARIANTS {
            let draw = |seed| SetupStats::of(variant).draw(&mut Seed(seed).rng());
            assert_eq!(draw(1), draw(1));
            assert_ne!(draw(1), draw(2));
            assert_eq!(draw(1).variant(), variant);
        }
    }
}
