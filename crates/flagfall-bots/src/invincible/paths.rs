//! The adapted Dijkstra of figure 2.5 (Invincible 2.2.3).
//!
//! All steps cost the same, so distances grow in runs: in each run first the enemies and then the friends spread to the
//! neighbors of what they have reached. A friend does not pass a square that an enemy reaches as soon as he does. Obstacles
//! can be reached, for they may be the goal, but not passed; they differ for the two colors.
//!
//! The figure lets pieces start at 0 and run from 1, so that nothing would ever move; runs start at 0 here.

use flagfall_core::{Square, SquareSet};

/// The distance of squares that cannot be reached.
pub(crate) const UNREACHED: u8 = u8::MAX;

/// Who starts where and what stops whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terrain {
    /// The pieces whose ways are looked for.
    pub(crate) friends: SquareSet,
    /// The pieces they must avoid.
    pub(crate) enemies: SquareSet,
    /// Where friends have to stop.
    pub(crate) friend_obstacles: SquareSet,
    /// Where enemies have to stop.
    pub(crate) enemy_obstacles: SquareSet,
}

impl Terrain {
    /// Ways from these squares that nobody disputes.
    pub(crate) fn alone(friends: SquareSet, obstacles: SquareSet) -> Terrain {
        Terrain {
            friends,
            enemies: SquareSet::EMPTY,
            friend_obstacles: obstacles,
            enemy_obstacles: SquareSet::EMPTY,
        }
    }
}

/// How far every square is.
#[derive(Clone, Debug)]
pub(crate) struct Paths {
    friends: [u8; Square::COUNT],
    enemies: [u8; Square::COUNT],
}

impl Paths {
    /// Finds all distances.
    pub(crate) fn find(terrain: &Terrain) -> Paths {
        let mut paths = Paths {
            friends: [UNREACHED; Square::COUNT],
            enemies: [UNREACHED; Square::COUNT],
        };
        let mut friends = Front::new(terrain.friends, &mut paths.friends);
        let mut enemies = Front::new(terrain.enemies, &mut paths.enemies);
        for run in 0..Square::COUNT as u8 {
            let stopped = if run == 0 {
                // Nobody is stopped where he stands.
                SquareSet::EMPTY
            } else {
                terrain.friend_obstacles | enemies.reached
            };
            let blocked = if run == 0 {
                SquareSet::EMPTY
            } else {
                terrain.enemy_obstacles
            };
            enemies.spread(blocked, run + 1, &mut paths.enemies);
            friends.spread(stopped, run + 1, &mut paths.friends);
            if friends.edge.is_empty() && enemies.edge.is_empty() {
                break;
            }
        }
        paths
    }

    /// The number of moves a friend needs to a square, [`UNREACHED`] if there is no way.
    pub(crate) fn distance(&self, square: Square) -> u8 {
        self.friends[square.index()]
    }

    /// How many squares a friend reaches before any enemy.
    pub(crate) fn freedom(&self) -> u32 {
        let pairs = self.friends.iter().zip(&self.enemies);
        pairs.filter(|(friend, enemy)| friend < enemy).count() as u32
    }
}

/// What one color has reached.
struct Front {
    reached: SquareSet,
    edge: SquareSet,
}

impl Front {
    fn new(start: SquareSet, distances: &mut [u8; Square::COUNT]) -> Front {
        start
            .iter()
            .for_each(|square| distances[square.index()] = 0);
        Front {
            reached: start,
            edge: start,
        }
    }

    fn spread(&mut self, stopped: SquareSet, run: u8, distances: &mut [u8; Square::COUNT]) {
        self.edge = self
            .edge
            .difference(stopped)
            .neighbors()
            .difference(self.reached);
        self.reached |= self.edge;
        for square in self.edge.iter() {
            distances[square.index()] = run;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &str) -> SquareSet {
        squares
            .split_whitespace()
            .map(|text| text.parse::<Square>().expect("a square"))
            .collect()
    }

    fn distance(paths: &Paths, square: &str) -> u8 {
        paths.distance(square.parse().expect("a square"))
    }

    #[test]
    fn ways_lead_around_lakes_and_stop_at_obstacles() {
        let paths = Paths::find(&Terrain::alone(set("C4"), set("B5")));
        assert_eq!(distance(&paths, "C4"), 0);
        assert_eq!(distance(&paths, "B5"), 2, "an obstacle can be reached");
        assert_eq!(distance(&paths, "B6"), 5, "but the way leads around it");
        let boxed = Paths::find(&Terrain::alone(set("A1"), set("A2 B1")));
        assert_eq!(distance(&boxed, "A2"), 1);
        assert_eq!(distance(&boxed, "C1"), UNREACHED);
    }

    #[test]
    fn an_enemy_that_comes_first_closes_the_way() {
        let terrain = Terrain {
            enemies: set("E6"),
            ..Terrain::alone(set("E2"), SquareSet::EMPTY)
        };
        let paths = Paths::find(&terrain);
        assert_eq!(distance(&paths, "E4"), 2);
        assert_eq!(
            distance(&paths, "E10"),
            UNREACHED,
            "he guards the whole board behind him"
        );
        assert!((20..46).contains(&paths.freedom()), "{}", paths.freedom());
    }
}
