//! Table 4: the Monte Carlo player against the blind one.

use super::layout::Layout;
use super::matches::{Row, measure};
use crate::experiment::Experiment;
use crate::verdict::Claim;

/// He gave it 50 ms a move and counted 322 and 334 playouts. Each of his two lines is played as table 3 reads, and again without
/// its points against first moves, which keep the player from bringing up new pieces: with them its games are far longer than his.
const ROWS: [Row; 4] = [
    in_the_open("flag in the open", "monte-carlo:playouts=322,lookahead=10"),
    behind_bombs("flag behind bombs", "monte-carlo:playouts=334,lookahead=10"),
    in_the_open(
        "flag in the open, first moves free",
        "monte-carlo:playouts=322,lookahead=10,first_move=0",
    ),
    behind_bombs(
        "flag behind bombs, first moves free",
        "monte-carlo:playouts=334,lookahead=10,first_move=0",
    ),
];

/// His first line, with this player in place of his.
pub(super) const fn in_the_open(name: &'static str, player: &'static str) -> Row {
    Row {
        name,
        layout: Layout::Open,
        players: [player, "blind"],
        games: 1000,
        moves: 353.0,
        wins: 971,
        flags: Some(921),
        claim: Claim::NotBelow(0.971),
    }
}

/// His second line, likewise.
pub(super) const fn behind_bombs(name: &'static str, player: &'static str) -> Row {
    Row {
        name,
        layout: Layout::Bombs,
        players: [player, "blind"],
        games: 1000,
        moves: 810.0,
        wins: 963,
        flags: Some(245),
        claim: Claim::NotBelow(0.963),
    }
}

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "mets-4",
    title: "Monte Carlo against blind",
    source: "Mets 2008, section 5.4, table 4",
    measure: |bench, progress| measure("mets-4", &ROWS, bench, progress),
};
