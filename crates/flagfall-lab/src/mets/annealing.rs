//! Section 8.1: table 4 with the annealed playouts that he proposes and leaves to others.

use super::layout::Layout;
use super::matches::{Row, measure};
use crate::experiment::Experiment;
use crate::verdict::Claim;

/// The figures beside ours are those of table 4, with blind playouts; the claim is ours: annealed ones are no worse.
const ROWS: [Row; 2] = [
    Row {
        name: "flag in the open",
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
        name: "flag behind bombs",
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
    id: "mets-8.1",
    title: "Monte Carlo with annealed playouts against blind",
    source: "Mets 2008, section 8.1, compared with table 4",
    measure: |bench, progress| measure("mets-8.1", &ROWS, bench, progress),
};
