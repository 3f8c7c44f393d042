//! Table 7: how often ranks are dealt to the hidden pieces (1 a turn, 2 a rotation, 3 a playout, 4 the true ranks).

use super::layout::Layout;
use super::matches::{RULES, Row, measure};
use crate::experiment::Experiment;
use crate::verdict::Claim;

/// He finds the cheater first, mode 3 last, and nothing gained by mode 2 over mode 1.
const ROWS: [Row; 12] = [
    Row {
        name: "10 ms: mode 1 against 2",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=74,lookahead=10,sprinkle=1",
            "monte-carlo:playouts=73,lookahead=10,sprinkle=2",
        ],
        games: 1000,
        moves: 211.0,
        wins: 532,
        flags: None,
        claim: Claim::NotBelow(0.5),
    },
    Row {
        name: "10 ms: mode 3 against 2",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=55,lookahead=10,sprinkle=3",
            "monte-carlo:playouts=70,lookahead=10,sprinkle=2",
        ],
        games: 1000,
        moves: 229.0,
        wins: 459,
        flags: None,
        claim: Claim::Below(0.5),
    },
    Row {
        name: "10 ms: mode 4 against 2",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "cheating:monte-carlo:playouts=71,lookahead=10,sprinkle=4",
            "monte-carlo:playouts=69,lookahead=10,sprinkle=2",
        ],
        games: 1000,
        moves: 175.0,
        wins: 618,
        flags: None,
        claim: Claim::Above(0.5),
    },
    Row {
        name: "10 ms: mode 1 against 3",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=70,lookahead=10,sprinkle=1",
            "monte-carlo:playouts=53,lookahead=10,sprinkle=3",
        ],
        games: 1000,
        moves: 224.0,
        wins: 576,
        flags: None,
        claim: Claim::Above(0.5),
    },
    Row {
        name: "10 ms: mode 4 against 3",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "cheating:monte-carlo:playouts=71,lookahead=10,sprinkle=4",
            "monte-carlo:playouts=55,lookahead=10,sprinkle=3",
        ],
        games: 1000,
        moves: 167.0,
        wins: 713,
        flags: None,
        claim: Claim::Above(0.5),
    },
    Row {
        name: "10 ms: mode 1 against 4",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=72,lookahead=10,sprinkle=1",
            "cheating:monte-carlo:playouts=71,lookahead=10,sprinkle=4",
        ],
        games: 1000,
        moves: 160.0,
        wins: 345,
        flags: None,
        claim: Claim::Below(0.5),
    },
    Row {
        name: "500 playouts: mode 1 against 2",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=500,lookahead=10,sprinkle=1",
            "monte-carlo:playouts=500,lookahead=10,sprinkle=2",
        ],
        games: 100,
        moves: 213.0,
        wins: 56,
        flags: None,
        claim: Claim::NotBelow(0.5),
    },
    Row {
        name: "500 playouts: mode 3 against 2",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=500,lookahead=10,sprinkle=3",
            "monte-carlo:playouts=500,lookahead=10,sprinkle=2",
        ],
        games: 100,
        moves: 284.0,
        wins: 41,
        flags: None,
        claim: Claim::Below(0.5),
    },
    Row {
        name: "500 playouts: mode 4 against 2",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "cheating:monte-carlo:playouts=500,lookahead=10,sprinkle=4",
            "monte-carlo:playouts=500,lookahead=10,sprinkle=2",
        ],
        games: 100,
        moves: 130.0,
        wins: 73,
        flags: None,
        claim: Claim::Above(0.5),
    },
    Row {
        name: "500 playouts: mode 1 against 3",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=500,lookahead=10,sprinkle=1",
            "monte-carlo:playouts=500,lookahead=10,sprinkle=3",
        ],
        games: 100,
        moves: 221.0,
        wins: 56,
        flags: None,
        claim: Claim::Above(0.5),
    },
    Row {
        name: "500 playouts: mode 4 against 3",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "cheating:monte-carlo:playouts=500,lookahead=10,sprinkle=4",
            "monte-carlo:playouts=500,lookahead=10,sprinkle=3",
        ],
        games: 100,
        moves: 167.0,
        wins: 79,
        flags: None,
        claim: Claim::Above(0.5),
    },
    Row {
        name: "500 playouts: mode 1 against 4",
        layout: Layout::Open,
        rules: RULES,
        players: [
            "monte-carlo:playouts=500,lookahead=10,sprinkle=1",
            "cheating:monte-carlo:playouts=500,lookahead=10,sprinkle=4",
        ],
        games: 100,
        moves: 114.0,
        wins: 34,
        flags: None,
        claim: Claim::Below(0.5),
    },
];

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "mets-7",
    title: "ways to deal ranks",
    source: "Mets 2008, section 6.3, table 7",
    measure: |bench, progress| measure("mets-7", &ROWS, bench, progress),
};
