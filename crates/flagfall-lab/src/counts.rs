//! What is counted in games of two players, and the intervals of it.

use flagfall_arena::stats::{Interval, Z95, wilson};
use serde::{Deserialize, Serialize};

/// Games of two players, counted.
///
/// Intervals treat games as independent. The two games of a pair, with the same setups and colors swapped, are not quite:
/// what a better setup gives one player in one of them it gives the other in the other, which makes the true interval of a
/// share of wins a little narrower than the one shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub(crate) games: u64,
    /// Wins of each player.
    pub(crate) wins: [u64; 2],
    /// How many of these were made by capturing the flag.
    pub(crate) flags: [u64; 2],
    plies: u64,
    squares_of_plies: u64,
}

impl Counts {
    /// Adds a game that this player (0 or 1) won, or nobody.
    pub(crate) fn add(&mut self, winner: Option<usize>, is_by_flag: bool, plies: u32) {
        self.games += 1;
        if let Some(winner) = winner {
            self.wins[winner] += 1;
            self.flags[winner] += u64::from(is_by_flag);
        }
        self.plies += u64::from(plies);
        self.squares_of_plies += u64::from(plies) * u64::from(plies);
    }

    /// All of these together.
    pub(crate) fn sum(all: impl IntoIterator<Item = Counts>) -> Counts {
        let mut sum = Counts::default();
        for one in all {
            sum.games += one.games;
            for player in 0..2 {
                sum.wins[player] += one.wins[player];
                sum.flags[player] += one.flags[player];
            }
            sum.plies += one.plies;
            sum.squares_of_plies += one.squares_of_plies;
        }
        sum
    }

    /// Games that nobody won.
    pub(crate) fn draws(&self) -> u64 {
        self.games - self.wins[0] - self.wins[1]
    }

    /// The share of all games, at least one, in which something happened so often.
    pub(crate) fn share(&self, count: u64) -> Interval {
        wilson(count, self.games).expect("at least one game was played")
    }

    /// The mean length in plies.
    pub(crate) fn mean_plies(&self) -> Interval {
        let n = self.games as f64;
        let value = self.plies as f64 / n;
        let variance =
            (self.squares_of_plies as f64 / n - value * value).max(0.0) * n / (n - 1.0).max(1.0);
        let error = Z95 * (variance / n).sqrt();
        Interval {
            value,
            low: value - error,
            high: value + error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_shares_are_those_of_the_games_added() {
        let mut counts = Counts::default();
        counts.add(Some(0), true, 10);
        counts.add(Some(1), false, 20);
        let mut other = Counts::default();
        other.add(None, false, 30);
        other.add(Some(0), false, 40);
        let sum = Counts::sum([counts, other]);
        assert_eq!((sum.games, sum.wins, sum.draws()), (4, [2, 1], 1));
        assert_eq!(sum.share(sum.flags[0]).value, 0.25);
        let mean = sum.mean_plies();
        assert_eq!(mean.value, 25.0);
        // The standard deviation of 10, 20, 30, 40 is 12.91, its error 6.455.
        assert!((mean.error() - 1.96 * 6.455).abs() < 0.01, "{mean:?}");
    }
}
