//! Figure 25: Perspecto without parts of its strategic search.
//!
//! The bars of the figure have not survived; the text says that leaving out the miners' rules brings a player down to about a
//! third, and that one without any strategic search won no game of 200 and drew 28.

use super::matches::{Row, measure};
use crate::experiment::Experiment;
use crate::verdict::Claim;

const GAMES: u64 = 200;
const WHOLE: &str = "perspecto:depth=4";

const fn row(name: &'static str, player: &'static str, claim: Option<Claim>) -> Row {
    Row {
        name,
        players: [player, WHOLE],
        games: GAMES,
        paper: None,
        claim,
    }
}

const ROWS: [Row; 5] = [
    row(
        "no miners",
        "perspecto:depth=4,strategy=no-miners",
        Some(Claim::Below(0.5)),
    ),
    row("no scouts", "perspecto:depth=4,strategy=no-scouts", None),
    row("one move only", "perspecto:depth=4,strategy=one-move", None),
    row(
        "all want forward",
        "perspecto:depth=4,strategy=forward",
        Some(Claim::Below(0.5)),
    ),
    Row {
        paper: Some([0, 28, 172]),
        ..row(
            "no search",
            "perspecto:depth=4,strategy=off",
            Some(Claim::Below(0.5)),
        )
    },
];

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "perspecto-25",
    title: "parts of the strategic search",
    source: "Stengard 2006, section 10.3.2, figure 25",
    measure: |bench, progress| measure("perspecto-25", &ROWS, bench, progress),
};
