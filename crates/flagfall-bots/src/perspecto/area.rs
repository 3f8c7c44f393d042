//! Search areas (section 7.4): the squares around the first move in which a search looks for moves.
//!
//! A step belongs to the area if it begins or ends there: "moves from outside into the area are to be considered too, and
//! moves out of it". The area is fixed by the first move and stays the same through its whole search.
//!
//! Figure 5, which shows areas of radius 0, 1 and 2, has not survived in the text. Radius 0 is taken to be the two squares
//! of the move itself, and each further unit adds the squares one step away. The experiment perspecto-3 compares the branching
//! factors that this gives with those of table 3.

use flagfall_core::{Direction, Square, SquareSet};

/// How far a search looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Radius {
    /// This many steps around the first move.
    Local(u8),
    /// Over the whole board.
    Global,
}

/// A search area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Area {
    squares: SquareSet,
    /// For each direction the squares that a step of the area can end on.
    reach: [SquareSet; 4],
}

impl Area {
    /// The area around a move.
    pub(crate) fn around(from: Square, to: Square, radius: Radius) -> Area {
        let squares = squares_around(from, to, radius);
        // Growing passes over lakes, because distance on the board does; no step ends on one.
        let reach = Direction::ALL
            .map(|direction| (squares | squares.shifted(direction)) & SquareSet::LAND);
        Area { squares, reach }
    }

    /// The squares that a step of the area in this direction can end on.
    #[inline]
    pub(crate) fn reach(&self, direction: Direction) -> SquareSet {
        self.reach[direction as usize]
    }

    /// The squares from which a step onto this one belongs to the area.
    #[inline]
    pub(crate) fn starts_of(&self, square: u8) -> SquareSet {
        match Square::from_index(square) {
            Some(square) if !self.squares.contains(square) => self.squares,
            _ => SquareSet::LAND,
        }
    }
}

fn squares_around(from: Square, to: Square, radius: Radius) -> SquareSet {
    match radius {
        Radius::Global => SquareSet::LAND,
        Radius::Local(radius) => {
            let core = SquareSet::only(from) | SquareSet::only(to);
            (0..radius).fold(core, |set, _| grown(set))
        }
    }
}

fn grown(set: SquareSet) -> SquareSet {
    Direction::ALL
        .into_iter()
        .fold(set, |sum, direction| sum | set.shifted(direction))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radius_zero_is_the_move_itself_and_each_unit_adds_one_step() {
        let (from, to) = ("E4".parse().unwrap(), "E5".parse().unwrap());
        let land = |radius| squares_around(from, to, radius) & SquareSet::LAND;
        assert_eq!(land(Radius::Local(0)).len(), 2);
        // D5 is a lake; E3, D4, F4, F5 and E6 are not.
        assert_eq!(land(Radius::Local(1)).len(), 7);
        assert_eq!(land(Radius::Local(18)), SquareSet::LAND);
        assert_eq!(land(Radius::Global), SquareSet::LAND);
    }

    #[test]
    fn steps_into_and_out_of_the_area_belong_to_it() {
        let (from, to) = ("E4".parse().unwrap(), "E5".parse().unwrap());
        let area = Area::around(from, to, Radius::Local(0));
        let set = |names: &[&str]| -> SquareSet {
            names
                .iter()
                .map(|name| name.parse::<Square>().unwrap())
                .collect()
        };
        assert_eq!(area.reach(Direction::North), set(&["E4", "E5", "E6"]));
        assert_eq!(area.reach(Direction::East), set(&["E4", "E5", "F4", "F5"]));
    }
}
