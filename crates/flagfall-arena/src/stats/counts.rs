//! Results counted: single games in a [`Tally`], pairs of games in a [`Pentanomial`], always from
//! the first player's side.

use std::ops::AddAssign;

/// What one game was worth to the player whose side is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameScore {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// A whole point.
    Win,
}

impl GameScore {
    /// The score in half points: 0, 1 or 2.
    pub const fn half_points(self) -> usize {
        match self {
            GameScore::Loss => 0,
            GameScore::Draw => 1,
            GameScore::Win => 2,
        }
    }

    /// The same game from the opponent's side.
    #[must_use]
    pub const fn flipped(self) -> GameScore {
        match self {
            GameScore::Loss => GameScore::Win,
            GameScore::Draw => GameScore::Draw,
            GameScore::Win => GameScore::Loss,
        }
    }
}

/// Wins, draws and losses of the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts one more game.
    pub fn add(&mut self, score: GameScore) {
        match score {
            GameScore::Loss => self.losses += 1,
            GameScore::Draw => self.draws += 1,
            GameScore::Win => self.wins += 1,
        }
    }

    /// How many games were counted.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points made: one a win, a half a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// Points divided by games, from 0 to 1, or `None` before the first game.
    pub fn score(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The same games from the opponent's side.
    #[must_use]
    pub const fn flipped(self) -> Tally {
        Tally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Counts of pairs of games in which the first player made 0, 1/2, 1, 3/2 and 2 points.
///
/// The middle cell holds both the pairs with two draws and those with a win each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts one more pair by the scores of its two games, in either order.
    pub fn add_pair(&mut self, first: GameScore, second: GameScore) {
        self.0[first.half_points() + second.half_points()] += 1;
    }

    /// How many pairs were counted.
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// Points made in all pairs.
    pub fn points(self) -> f64 {
        (0..).zip(self.0).map(|(i, n)| i * n).sum::<u64>() as f64 / 2.0
    }

    /// Points divided by games, from 0 to 1, or `None` before the first pair.
    pub fn score(self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.points() / (2 * self.pairs()) as f64)
    }

    /// The same pairs from the opponent's side.
    #[must_use]
    pub fn flipped(self) -> Pentanomial {
        let mut counts = self.0;
        counts.reverse();
        Pentanomial(counts)
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_counts_draws_as_half_points() {
        let mut tally = Tally::default();
        assert_eq!(tally.score(), None);
        for score in [
            GameScore::Win,
            GameScore::Draw,
            GameScore::Draw,
            GameScore::Loss,
        ] {
            tally.add(score);
        }
        assert_eq!(
            tally,
            Tally {
                wins: 1,
                draws: 2,
                losses: 1
            }
        );
        assert_eq!(
            (tally.games(), tally.points(), tally.score()),
            (4, 2.0, Some(0.5))
        );
    }

    #[test]
    fn every_pair_of_results_falls_into_the_cell_of_its_points() {
        use GameScore::{Draw, Loss, Win};
        let mut pairs = Pentanomial::default();
        assert_eq!(pairs.score(), None);
        for first in [Loss, Draw, Win] {
            for second in [Loss, Draw, Win] {
                pairs.add_pair(first, second);
            }
        }
        assert_eq!(pairs, Pentanomial([1, 2, 3, 2, 1]));
        assert_eq!(
            (pairs.pairs(), pairs.points(), pairs.score()),
            (9, 9.0, Some(0.5))
        );
    }

    #[test]
    fn flipping_gives_the_opponent_the_other_points() {
        let pairs = Pentanomial([1, 2, 3, 4, 5]);
        assert_eq!(pairs.flipped(), Pentanomial([5, 4, 3, 2, 1]));
        assert_eq!(pairs.points() + pairs.flipped().points(), 30.0);
        let tally = Tally {
            wins: 7,
            draws: 3,
            losses: 2,
        };
        assert_eq!(tally.points() + tally.flipped().points(), 12.0);
        assert_eq!(GameScore::Win.flipped(), GameScore::Loss);
        assert_eq!(GameScore::Draw.flipped(), GameScore::Draw);
    }

    #[test]
    fn counts_of_two_matches_add_up() {
        let mut tally = Tally {
            wins: 1,
            draws: 2,
            losses: 3,
        };
        tally += Tally {
            wins: 10,
            draws: 20,
            losses: 30,
        };
        assert_eq!(
            tally,
            Tally {
                wins: 11,
                draws: 22,
                losses: 33
            }
        );
        let mut pairs = Pentanomial([1, 2, 3, 4, 5]);
        pairs += Pentanomial([10, 20, 30, 40, 50]);
        assert_eq!(pairs, Pentanomial([11, 22, 33, 44, 55]));
    }
}
