//! Table 4: the Monte Carlo player against the blind one.

use super::layout::Layout;
use super::matches::{Row, measure};
use crate::experiment::Experiment;
use crate::verdict::Claim;

/// He gave it 50 ms a move and counted 322 and 334 playouts. The last two rows are not his: the same player with the annealed
/// playouts that he leaves to others (8.1).
const ROWS: [Row; 4] = [
    Row {
        name: "flag in the open",
        layout: Layout::Open,
        players: ["monte-carlo:playouts=322,lookahead=10", "blind"],
        games: 1000,
        moves: 353.0,
        wins: 971,
        flags: Some(921),
        claim: Claim::NotBelow(0.971),
    },
    Row {
        name: "flag behind bombs",
        layout: Layout::Bombs,
        players: ["monte-carlo:playouts=334,lookahead=10", "blind"],
        games: 1000,
        moves: 810.0,
        wins: 963,
        flags: Some(245),
        claim: Claim::NotBelow(0.963),
    },
    Row {
        name: "flag in the open, annealed playouts",
        layout: Layout::Open,
        players: [
            "monte-carlo:playouts=322,lookahead=10,annealing=100",
            "blind",
        ],
        games: 1000,
        moves: 353.0,
        wins: 971,
        flags: Some(921),
        claim: Claim::NotBelow(0.971),
    },
    Row {
        name: "flag behind bombs, annealed playouts",
        layout: Layout::Bombs,
        players: [
            "monte-carlo:playouts=334,lookahead=10,annealing=100",
            "blind",
        ],
        games: 1000,
        moves: 810.0,
        wins: 963,
        flags: Some(245),
        claim: Claim::NotBelow(0.963),
    },
];

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "mets-4",
    title: "Monte Carlo against blind",
    source: "Mets 2008, section 5.4, table 4",
    measure: |bench, progress| measure("mets-4", &ROWS, bench, progress),
};
