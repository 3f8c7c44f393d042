//! Table 6: Monte Carlo players that look ahead more and less far.

use super::layout::Layout;
use super::matches::{RULES, Row, measure};
use crate::experiment::Experiment;
use crate::verdict::Claim;

/// At 10 ms a move the shorter playouts are more, and win; with as many playouts "it does not matter that much any more".
const ROWS: [Row; 6] = [
    Row {
        name: "10 ms: lookahead 2 against 10",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=163,lookahead=2",
            "monte-carlo:playouts=66,lookahead=10",
        ],
        games: 100,
        moves: 198.0,
        wins: 73,
        flags: None,
        claim: Claim::Above(0.5),
    },
    Row {
        name: "10 ms: lookahead 10 against 18",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=74,lookahead=10",
            "monte-carlo:playouts=47,lookahead=18",
        ],
        games: 100,
        moves: 228.0,
        wins: 63,
        flags: None,
        claim: Claim::Above(0.5),
    },
    Row {
        name: "10 ms: lookahead 2 against 18",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=179,lookahead=2",
            "monte-carlo:playouts=47,lookahead=18",
        ],
        games: 100,
        moves: 198.0,
        wins: 69,
        flags: None,
        claim: Claim::Above(0.5),
    },
    Row {
        name: "500 playouts: lookahead 2 against 10",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=500,lookahead=2",
            "monte-carlo:playouts=500,lookahead=10",
        ],
        games: 100,
        moves: 159.0,
        wins: 48,
        flags: None,
        claim: Claim::Equals(0.5),
    },
    Row {
        name: "500 playouts: lookahead 10 against 18",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=500,lookahead=10",
            "monte-carlo:playouts=500,lookahead=18",
        ],
        games: 100,
        moves: 208.0,
        wins: 43,
        flags: None,
        claim: Claim::Equals(0.5),
    },
    Row {
        name: "500 playouts: lookahead 2 against 18",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=500,lookahead=2",
            "monte-carlo:playouts=500,lookahead=18",
        ],
        games: 100,
        moves: 171.0,
        wins: 50,
        flags: None,
        claim: Claim::Equals(0.5),
    },
];

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "mets-6",
    title: "lookahead",
    source: "Mets 2008, section 6.2, table 6",
    measure: |bench, progress| measure("mets-6", &ROWS, bench, progress),
};
