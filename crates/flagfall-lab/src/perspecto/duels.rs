//! Tables 6, 7 and 9: the three algorithms at depth 5.

use super::matches::{Row, measure};
use crate::experiment::Experiment;
use crate::verdict::Claim;

/// His opponent "moved its pieces wholly at random".
const TABLE_6: [Row; 1] = [Row {
    name: "minimax against random moves",
    players: ["minimax", "blind:sacrifices=allowed"],
    games: 100,
    paper: Some([86, 14, 0]),
    claim: Some(Claim::Above(0.5)),
}];

const TABLE_7: [Row; 1] = [Row {
    name: "expectiminimax against minimax",
    players: ["expectiminimax", "minimax"],
    games: 100,
    paper: Some([56, 22, 22]),
    claim: Some(Claim::Above(0.5)),
}];

/// The last two are not his: he proposes chance nodes in place of the opponent's best move (8.3, 11.2) and did not build them. They are
/// here because they show what his table hangs on.
const TABLE_9: [Row; 4] = [
    Row {
        name: "p-e-minimax against minimax",
        players: ["pe-minimax", "minimax"],
        games: 100,
        paper: Some([53, 22, 25]),
        claim: Some(Claim::Above(0.5)),
    },
    Row {
        name: "p-e-minimax against expectiminimax",
        players: ["pe-minimax", "expectiminimax"],
        games: 100,
        paper: Some([61, 19, 20]),
        claim: Some(Claim::Above(0.5)),
    },
    Row {
        name: "with chance nodes against minimax",
        players: ["pe-minimax:chance=50", "minimax"],
        games: 100,
        paper: Some([53, 22, 25]),
        claim: None,
    },
    Row {
        name: "with chance nodes against expectiminimax",
        players: ["pe-minimax:chance=50", "expectiminimax"],
        games: 100,
        paper: Some([61, 19, 20]),
        claim: None,
    },
];

const NOTE_ON_TABLE_9: &str = "- P-e-minimax lets the opponent choose by the perspective that it imagines for him, to which \
    an attack of an unknown piece on an unknown one is worth about nothing. Both opponents here choose otherwise: they count on their own \
    ranks, and minimax makes every attack that is likelier to succeed than not. With chance nodes, his future work, it reckons with other replies than the best of \
    that perspective, too.";

pub(crate) const MINIMAX: Experiment = Experiment {
    id: "perspecto-6",
    title: "minimax against random moves",
    source: "Stengard 2006, section 8.1, table 6",
    measure: |bench, progress| measure("perspecto-6", &TABLE_6, bench, progress),
};

pub(crate) const EXPECTIMINIMAX: Experiment = Experiment {
    id: "perspecto-7",
    title: "expectiminimax against minimax",
    source: "Stengard 2006, section 8.2, table 7",
    measure: |bench, progress| measure("perspecto-7", &TABLE_7, bench, progress),
};

pub(crate) const PE_MINIMAX: Experiment = Experiment {
    id: "perspecto-9",
    title: "p-e-minimax against both others",
    source: "Stengard 2006, section 8.3, table 9",
    measure: |bench, progress| {
        let mut findings = measure("perspecto-9", &TABLE_9, bench, progress)?;
        findings.notes.push(NOTE_ON_TABLE_9.to_owned());
        Ok(findings)
    },
};
