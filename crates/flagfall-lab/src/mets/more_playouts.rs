//! Table 8: lookahead when there are many playouts.

use super::layout::Layout;
use super::matches::{RULES, Row, measure};
use crate::experiment::Experiment;
use crate::verdict::Claim;

/// "Players with a large lookahead balance each other; the one with lookahead 2 now just loses most games." His third row has
/// 100 ms beside one player and 500 playouts for both; the playouts are taken.
const ROWS: [Row; 6] = [
    Row {
        name: "100 ms: lookahead 2 against 10",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=1138,lookahead=2",
            "monte-carlo:playouts=469,lookahead=10",
        ],
        games: 100,
        moves: 195.0,
        wins: 45,
        flags: None,
        claim: Claim::Below(0.5),
    },
    Row {
        name: "1000 ms: lookahead 2 against 10",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=7584,lookahead=2",
            "monte-carlo:playouts=4536,lookahead=10",
        ],
        games: 100,
        moves: 346.0,
        wins: 42,
        flags: None,
        claim: Claim::Below(0.5),
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
        moves: 168.0,
        wins: 56,
        flags: None,
        claim: Claim::Equals(0.5),
    },
    Row {
        name: "5000 playouts: lookahead 10 against 18",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=5000,lookahead=10",
            "monte-carlo:playouts=5000,lookahead=18",
        ],
        games: 100,
        moves: 187.0,
        wins: 50,
        flags: None,
        claim: Claim::Equals(0.5),
    },
    Row {
        name: "5000 playouts: lookahead 2 against 10",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=5000,lookahead=2",
            "monte-carlo:playouts=5000,lookahead=10",
        ],
        games: 100,
        moves: 250.0,
        wins: 47,
        flags: None,
        claim: Claim::Below(0.5),
    },
    Row {
        name: "5000 playouts: lookahead 2 against 18",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=5000,lookahead=2",
            "monte-carlo:playouts=5000,lookahead=18",
        ],
        games: 100,
        moves: 219.0,
        wins: 43,
        flags: None,
        claim: Claim::Below(0.5),
    },
];

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "mets-8",
    title: "lookahead with more playouts",
    source: "Mets 2008, section 6.4, table 8",
    measure: |bench, progress| measure("mets-8", &ROWS, bench, progress),
};
