//! The two layouts of Mets' tests (his figures 3 and 4).

use flagfall_core::{GameRng, Rank, SETUP_SQUARES, Seed, Setup, Variant, shuffle};

/// Where the flag stands. Bombs are on the same squares in both; the other pieces are random on the owner's four rows.
///
/// For blue, whose places are numbered from A10 (`F` flag behind bombs, `f` flag in the open, `B` bombs):
///
/// ```text
/// 10  F B B . f . . . B .
///  9  B B . . . . . . . B
///     A B C D E F G H I J
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// Flag in the corner behind bombs.
    Bombs,
    /// Flag in the middle of the back row.
    Open,
}

/// The places of the bombs: B10 C10 I10 A9 B9 J9.
const BOMBS: [usize; 6] = [1, 2, 8, 10, 11, 19];

impl Layout {
    pub(super) fn name(self) -> &'static str {
        match self {
            Layout::Bombs => "flag behind bombs",
            Layout::Open => "flag in the open",
        }
    }

    /// A10 or E10.
    fn flag(self) -> usize {
        match self {
            Layout::Bombs => 0,
            Layout::Open => 4,
        }
    }

    /// A setup of this layout, each as likely as the others.
    pub(super) fn draw(self, rng: &mut GameRng) -> Setup {
        let mut places = [None; SETUP_SQUARES];
        places[self.flag()] = Some(Rank::Flag);
        for place in BOMBS {
            places[place] = Some(Rank::Bomb);
        }
        let mut rest: Vec<Rank> = Variant::Classic
            .pieces()
            .filter(|rank| rank.is_mobile())
            .collect();
        shuffle(rng, &mut rest);
        let empty = places.iter_mut().filter(|place| place.is_none());
        for (place, rank) in empty.zip(rest) {
            *place = Some(rank);
        }
        Setup::new(Variant::Classic, places).expect("flag, six bombs and all the others")
    }

    /// Many setups to draw from.
    pub(super) fn pool(self, size: usize, seed: Seed) -> Vec<Setup> {
        let mut rng = seed.rng();
        (0..size).map(|_| self.draw(&mut rng)).collect()
    }
}

#[cfg(test)]
mod tests {
    use flagfall_core::Side;

    use super::*;

    #[test]
    fn flags_and_bombs_stand_as_in_his_figures() {
        for (layout, red, blue) in [(Layout::Bombs, "J1", "A10"), (Layout::Open, "F1", "E10")] {
            let setup = layout.draw(&mut Seed(1).rng());
            let squares = |side: Side, rank: Rank| {
                let pieces = setup.pieces(side).filter(move |(_, found)| *found == rank);
                let mut squares: Vec<String> =
                    pieces.map(|(square, _)| square.to_string()).collect();
                squares.sort();
                squares
            };
            assert_eq!(squares(Side::Red, Rank::Flag), [red]);
            assert_eq!(squares(Side::Blue, Rank::Flag), [blue]);
            let bombs = ["A9", "B10", "B9", "C10", "I10", "J9"];
            assert_eq!(squares(Side::Blue, Rank::Bomb), bombs);
        }
    }
}
