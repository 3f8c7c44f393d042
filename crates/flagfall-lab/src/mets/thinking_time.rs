//! Table 5: Monte Carlo players with more and less time to think.

use super::layout::Layout;
use super::matches::{RULES, Row, measure};
use crate::experiment::Experiment;
use crate::verdict::Claim;

/// His 100, 10 and 1000 ms a move, as the playouts he counted in them.
const ROWS: [Row; 2] = [
    Row {
        name: "100 ms against 10 ms",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=463,lookahead=10",
            "monte-carlo:playouts=64,lookahead=10",
        ],
        games: 100,
        moves: 245.0,
        wins: 54,
        flags: None,
        claim: Claim::Above(0.5),
    },
    Row {
        name: "1000 ms against 10 ms",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=4492,lookahead=10",
            "monte-carlo:playouts=67,lookahead=10",
        ],
        games: 100,
        moves: 248.0,
        wins: 74,
        flags: None,
        claim: Claim::Above(0.5),
    },
];

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "mets-5",
    title: "more time to think",
    source: "Mets 2008, section 6.1, table 5",
    measure: |bench, progress| measure("mets-5", &ROWS, bench, progress),
};
