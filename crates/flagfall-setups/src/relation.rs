//! How two squares of a setup stand to each other.

use flagfall_core::SETUP_SQUARES;

/// How a neighbor stands to a piece, as its owner sees it. Left and right are one relation, because people have no reason
/// to treat them differently (Invincible 6.3.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// Left or right of it.
    NextTo,
    /// On the enemy's side of it.
    InFrontOf,
    /// On the owner's side of it.
    Behind,
}

impl Relation {
    /// All relations in the order of their [index](Relation::index).
    pub const ALL: [Relation; 3] = [Relation::NextTo, Relation::InFrontOf, Relation::Behind];

    /// 0 to 2.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in files and output.
    pub const fn name(self) -> &'static str {
        match self {
            Relation::NextTo => "next-to",
            Relation::InFrontOf => "in-front-of",
            Relation::Behind => "behind",
        }
    }

    /// The neighbors of a place with how each stands to it. Places count from the owner's right back corner.
    pub fn neighbors(place: usize) -> impl Iterator<Item = (Relation, usize)> {
        let col = place % 10;
        [
            (col > 0).then(|| (Relation::NextTo, place - 1)),
            (col < 9).then_some((Relation::NextTo, place + 1)),
            (place + 10 < SETUP_SQUARES).then_some((Relation::InFrontOf, place + 10)),
            (place >= 10).then(|| (Relation::Behind, place - 10)),
        ]
        .into_iter()
        .flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_have_two_neighbors_and_the_front_row_has_nothing_in_front() {
        let of = |place| Relation::neighbors(place).collect::<Vec<_>>();
        assert_eq!(of(0), [(Relation::NextTo, 1), (Relation::InFrontOf, 10)]);
        assert_eq!(of(39), [(Relation::NextTo, 38), (Relation::Behind, 29)]);
        assert_eq!(of(15).len(), 4);
    }
}
