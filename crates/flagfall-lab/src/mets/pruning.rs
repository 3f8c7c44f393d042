//! Table 9: progressive pruning.

use super::layout::Layout;
use super::matches::{RULES, Row, measure};
use crate::experiment::Experiment;
use crate::verdict::Claim;

/// He does not print sigma, A and the warm-up; those of the bot by default are taken.
const ROWS: [Row; 2] = [
    Row {
        name: "lookahead 10: pruning against none",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=250,lookahead=10,pruning=on",
            "monte-carlo:playouts=250,lookahead=10",
        ],
        games: 1000,
        moves: 182.0,
        wins: 523,
        flags: None,
        claim: Claim::Above(0.5),
    },
    Row {
        name: "lookahead 2: pruning against none",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=250,lookahead=2,pruning=on",
            "monte-carlo:playouts=250,lookahead=2",
        ],
        games: 1000,
        moves: 188.0,
        wins: 501,
        flags: None,
        claim: Claim::Equals(0.5),
    },
];

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "mets-9",
    title: "progressive pruning",
    source: "Mets 2008, chapter 7, table 9",
    measure: |bench, progress| measure("mets-9", &ROWS, bench, progress),
};
