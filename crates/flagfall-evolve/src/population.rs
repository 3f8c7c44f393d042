//! Solutions and how they breed.

use flagfall_bots::vicki::{Player, Setups};
use flagfall_core::notation::{parse_setup, write_setup};
use flagfall_core::{GameRng, Seed, Setup, Side, Variant, below, unit};
use serde::{Deserialize, Serialize};

use crate::settings::{Genes, Settings};
use crate::setups;

/// A player, and how it came to be.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Solution {
    /// Its parents in the generation before, counted from 0; none in the first generation.
    pub parents: Vec<usize>,
    /// Its values, rank by rank as in a parameter file.
    pub values: Vec<f64>,
    /// Mean of equation (1) over its matches.
    pub fitness: f64,
    /// How many of them it won.
    pub wins: u32,
    /// Its setup in StraDoS2 letters, where setups evolve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
}

impl Solution {
    pub(crate) fn unborn(parents: Vec<usize>, genes: Genes) -> Solution {
        Solution {
            parents,
            values: genes.values,
            fitness: 0.0,
            wins: 0,
            setup: genes.setup.map(|setup| write_setup(&setup, Side::Red)),
        }
    }

    /// The player that it is; `None` if it has not as many values as the settings ask for, or not the setup.
    pub fn player(&self, settings: &Settings) -> Option<Player> {
        let setup = self.own_setup();
        if setup.is_some() != settings.evolved_setups {
            return None;
        }
        settings.player(Genes {
            values: self.values.clone(),
            setup,
        })
    }

    fn own_setup(&self) -> Option<Setup> {
        self.setup
            .as_deref()
            .and_then(|text| parse_setup(text).ok())
    }
}

/// All solutions of a generation, with their fitness.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u32,
    /// What the evolution depends on.
    pub settings: Settings,
    /// The solutions.
    pub solutions: Vec<Solution>,
}

impl Generation {
    /// The mean fitness.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.solutions.iter().map(|one| one.fitness).sum();
        sum / self.solutions.len() as f64
    }

    /// The best solution, the first of equals.
    ///
    /// # Panics
    /// If there are no solutions.
    pub fn best(&self) -> &Solution {
        let first = self.solutions.first().expect("a generation has solutions");
        self.solutions.iter().fold(first, |best, one| {
            if one.fitness > best.fitness {
                one
            } else {
                best
            }
        })
    }

    /// The solutions by fitness, best first.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.solutions.len()).collect();
        order.sort_by(|&a, &b| {
            let fitness = |index: usize| self.solutions[index].fitness;
            fitness(b).total_cmp(&fitness(a))
        });
        order
    }
}

/// The first generation: values drawn from -0.5 to 0.5.
pub(crate) fn founders(settings: &Settings) -> Vec<Solution> {
    let seed = Seed(settings.seed).derive(0);
    (0..settings.population as u64)
        .map(|index| {
            let mut rng = seed.derive(index).rng();
            let values = (0..settings.shape().n_values())
                .map(|_| unit(&mut rng) - 0.5)
                .collect();
            let setup = settings
                .evolved_setups
                .then(|| Setups::Varied.make(Variant::Classic, &mut rng));
            Solution::unborn(Vec::new(), Genes { values, setup })
        })
        .collect()
}

/// The solutions of the next generation (2.2).
pub(crate) fn breed(generation: &Generation) -> Vec<Solution> {
    let settings = &generation.settings;
    let seed = Seed(settings.seed)
        .derive(1)
        .derive(generation.number.into());
    let wheel = Wheel::new(generation);
    (0..settings.population as u64)
        .map(|index| {
            let mut rng = seed.derive(index).rng();
            let parents: Vec<usize> = (0..settings.parents)
                .map(|_| wheel.spin(&mut rng))
                .collect();
            let one = |at: usize, rng: &mut GameRng| {
                let parent = parents[below(rng, parents.len() as u32) as usize];
                let value = generation.solutions[parent].values[at];
                match settings.mutation {
                    Some(mutation) if unit(rng) < mutation.rate => {
                        value + (2.0 * unit(rng) - 1.0) * mutation.size
                    }
                    _ => value,
                }
            };
            let values = (0..settings.shape().n_values())
                .map(|at| one(at, &mut rng))
                .collect();
            let of_parents: Vec<Setup> = parents
                .iter()
                .filter_map(|&parent| generation.solutions[parent].own_setup())
                .collect();
            let setup = settings
                .evolved_setups
                .then(|| setups::cross(&of_parents, settings.mutation, &mut rng));
            Solution::unborn(parents, Genes { values, setup })
        })
        .collect()
}

/// A roulette wheel on which a solution has a sector as large as a power of its fitness. A negative fitness, whose square would
/// be large, has none; if nobody has one, all are equal.
struct Wheel {
    /// Where each sector ends.
    ends: Vec<f64>,
}

impl Wheel {
    fn new(generation: &Generation) -> Wheel {
        let power = generation.settings.power;
        let best = generation.solutions.iter().map(|one| one.fitness);
        let best = best.fold(0.0, f64::max);
        // High powers are too large for a number, unless all are taken of shares of the best; low ones stay as they are.
        let unit = if best.powf(power) < 1e300 { 1.0 } else { best };
        let weight = |fitness: f64| {
            if fitness > 0.0 {
                (fitness / unit).powf(power)
            } else {
                0.0
            }
        };
        let has_weight = generation
            .solutions
            .iter()
            .any(|one| weight(one.fitness) > 0.0);
        let mut end = 0.0;
        let ends = generation
            .solutions
            .iter()
            .map(|one| {
                end += if has_weight { weight(one.fitness) } else { 1.0 };
                end
            })
            .collect();
        Wheel { ends }
    }

    fn spin(&self, rng: &mut GameRng) -> usize {
        let whole = self.ends.last().copied().unwrap_or_default();
        let at = unit(rng) * whole;
        self.ends
            .partition_point(|&end| end <= at)
            .min(self.ends.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Mutation;

    /// Of the thesis' shape.
    const N_VALUES: usize = 110;

    fn generation(fitness: &[f64], settings: Settings) -> Generation {
        let solutions = fitness
            .iter()
            .enumerate()
            .map(|(index, &fitness)| Solution {
                fitness,
                ..Solution::unborn(
                    Vec::new(),
                    Genes {
                        values: vec![index as f64; N_VALUES],
                        setup: None,
                    },
                )
            });
        Generation {
            number: 1,
            settings: Settings {
                population: 4000,
                ..settings
            },
            solutions: solutions.collect(),
        }
    }

    /// How often each solution became a parent.
    fn shares(children: &[Solution], n: usize) -> Vec<f64> {
        let mut counts = vec![0.0; n];
        for &parent in children.iter().flat_map(|child| &child.parents) {
            counts[parent] += 1.0;
        }
        let all: f64 = counts.iter().sum();
        counts.into_iter().map(|count| count / all).collect()
    }

    /// Figure 1: fitness 2, 2 and 3 get 4, 4 and 9 parts of 17.
    #[test]
    fn parents_are_drawn_by_the_square_of_their_fitness() {
        let children = breed(&generation(&[2.0, 2.0, 3.0], Settings::default()));
        let found = shares(&children, 3);
        for (found, expected) in found.iter().zip([4.0 / 17.0, 4.0 / 17.0, 9.0 / 17.0]) {
            // Four standard errors of 8,000 draws.
            assert!(
                (found - expected).abs() < 0.023,
                "{found} is not {expected}"
            );
        }
    }

    #[test]
    fn the_power_can_be_any_and_negative_fitness_has_no_children() {
        let fifth = Settings {
            power: 5.0,
            ..Settings::default()
        };
        let found = shares(&breed(&generation(&[1.0, 2.0, -9.0], fifth)), 3);
        assert!((found[1] - 32.0 / 33.0).abs() < 0.01, "{found:?}");
        assert_eq!(found[2], 0.0);
        let hundredth = Settings {
            power: 100.0,
            ..Settings::default()
        };
        let found = shares(&breed(&generation(&[2900.0, 3000.0, 3000.0], hundredth)), 3);
        assert!((found[1] - found[2]).abs() < 0.03, "{found:?}");
        assert!(found[0] < 0.05, "{found:?}");
        let hopeless = shares(&breed(&generation(&[-1.0, -2.0], Settings::default())), 2);
        assert!((hopeless[0] - 0.5).abs() < 0.03, "{hopeless:?}");
    }

    #[test]
    fn every_value_comes_from_one_of_the_parents() {
        let three = Settings {
            parents: 3,
            ..Settings::default()
        };
        let children = breed(&generation(&[1.0, 1.0, 1.0, 1.0], three));
        let mut from_first = 0;
        for child in &children {
            assert_eq!(child.parents.len(), 3);
            for value in &child.values {
                assert!(child.parents.contains(&(*value as usize)));
            }
            if child.parents == [0, 1, 2] {
                from_first += child.values.iter().filter(|&&value| value == 0.0).count();
            }
        }
        let families = children
            .iter()
            .filter(|child| child.parents == [0, 1, 2])
            .count();
        let share = from_first as f64 / (families * N_VALUES) as f64;
        assert!((share - 1.0 / 3.0).abs() < 0.03, "{share}");
    }

    #[test]
    fn mutation_changes_as_many_values_as_it_should() {
        let mutating = Settings {
            mutation: Some(Mutation {
                rate: 0.1,
                size: 0.25,
            }),
            ..Settings::default()
        };
        let children = breed(&generation(&[1.0], mutating));
        let values = children.iter().flat_map(|child| &child.values);
        let changed: Vec<f64> = values.copied().filter(|&value| value != 0.0).collect();
        let share = changed.len() as f64 / (children.len() * N_VALUES) as f64;
        assert!((share - 0.1).abs() < 0.01, "{share}");
        assert!(changed.iter().all(|value| value.abs() <= 0.25));
        assert!(changed.iter().any(|value| value.abs() > 0.2));
    }
}
