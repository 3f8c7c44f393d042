//! Table 4: the Monte Carlo player against the blind one.

use super::layout::Layout;
use super::matches::{RULES, Row, measure};
use crate::experiment::Experiment;
use crate::verdict::Claim;

/// He gave it 50 ms a move and counted 322 and 334 playouts. Each of his two lines is played
/// - as written;
/// - without the points of table 3 against first moves: they keep the player from bringing up new pieces, so that the few it has
///   walk up and down, and games are far longer than his;
/// - with these points, where no piece may go straight back. He does not print the limit of his two-squares rule, and this
///   one ends the walking up and down;
/// - likewise against a blind player that makes sacrifices, as table 2 says that his did, and with ranks dealt in every rotation:
///   in the 50 ms of a move the player "has the time to deal hypothetical setups", more than one;
/// - by the rules that he cites, with such players, ranks dealt in every rotation and first moves free: table 3 is "a possible distribution".
const ROWS: [Row; 10] = [
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
    Row {
        rules: NEVER_STRAIGHT_BACK,
        ..in_the_open(
            "flag in the open, never straight back",
            "monte-carlo:playouts=322,lookahead=10",
        )
    },
    Row {
        rules: NEVER_STRAIGHT_BACK,
        ..behind_bombs(
            "flag behind bombs, never straight back",
            "monte-carlo:playouts=334,lookahead=10",
        )
    },
    Row {
        rules: NEVER_STRAIGHT_BACK,
        players: [
            "monte-carlo:playouts=322,lookahead=10,sprinkle=2,sacrifices=allowed",
            RECKLESS,
        ],
        ..in_the_open(
            "flag in the open, never straight back, sacrifices, many setups",
            "",
        )
    },
    Row {
        rules: NEVER_STRAIGHT_BACK,
        players: [
            "monte-carlo:playouts=334,lookahead=10,sprinkle=2,sacrifices=allowed",
            RECKLESS,
        ],
        ..behind_bombs(
            "flag behind bombs, never straight back, sacrifices, many setups",
            "",
        )
    },
    Row {
        players: [
            "monte-carlo:playouts=322,lookahead=10,sprinkle=2,first_move=0,sacrifices=allowed",
            RECKLESS,
        ],
        ..in_the_open(
            "flag in the open, first moves free, sacrifices, many setups",
            "",
        )
    },
    Row {
        players: [
            "monte-carlo:playouts=334,lookahead=10,sprinkle=2,first_move=0,sacrifices=allowed",
            RECKLESS,
        ],
        ..behind_bombs(
            "flag behind bombs, first moves free, sacrifices, many setups",
            "",
        )
    },
];

const NOTE: &str = "- Only the first two lines are as printed; the others are readings found by search, and go against his text in places. \
                    \"Not below\" is judged by the measured value.";

const NEVER_STRAIGHT_BACK: &str = "mets,two_squares=1";

const RECKLESS: &str = "blind:sacrifices=allowed";

/// His first line, with this player in place of his.
pub(super) const fn in_the_open(name: &'static str, player: &'static str) -> Row {
    Row {
        name,
        layout: Layout::Open,
        rules: RULES,
        players: [player, "blind"],
        games: 1000,
        moves: 353.0,
        wins: 971,
        flags: Some([921, 25]),
        claim: Claim::NotBelow(0.971),
    }
}

/// His second line, likewise.
pub(super) const fn behind_bombs(name: &'static str, player: &'static str) -> Row {
    Row {
        name,
        layout: Layout::Bombs,
        rules: RULES,
        players: [player, "blind"],
        games: 1000,
        moves: 810.0,
        wins: 963,
        flags: Some([245, 5]),
        claim: Claim::NotBelow(0.963),
    }
}

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "mets-4",
    title: "Monte Carlo against blind",
    source: "Mets 2008, section 5.4, table 4",
    measure: |bench, progress| {
        let mut findings = measure("mets-4", &ROWS, bench, progress)?;
        findings.notes.push(NOTE.to_owned());
        Ok(findings)
    },
};
