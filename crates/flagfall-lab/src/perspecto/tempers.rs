//! Figure 27: other settings of the psychological variables against the standard ones.
//!
//! The bars have not survived; the text says that "no fear" comes to more than half, that "fearful" is much weaker, and that
//! neither keeping `estOppFear` between games nor changing it faster has an effect. His mind reader, who always knows the
//! other's variables, is left out: a player that is told another's thoughts is none of our bots. "No reset" is measured
//! by the experiment of figure 26, because the games of this one are played apart from each other.

use super::matches::{Row, measure};
use crate::experiment::Experiment;
use crate::verdict::Claim;

const fn row(name: &'static str, player: &'static str, claim: Option<Claim>) -> Row {
    Row {
        name,
        players: [player, "perspecto:depth=2"],
        games: 200,
        paper: None,
        claim,
    }
}

const ROWS: [Row; 4] = [
    row(
        "no variables",
        "perspecto:depth=2,own_fear=0,opp_fear=0,seen_fear=0,learning=0",
        None,
    ),
    row(
        "no fear",
        "perspecto:depth=2,own_fear=0",
        Some(Claim::Above(0.5)),
    ),
    row(
        "fearful",
        "perspecto:depth=2,own_fear=0.8",
        Some(Claim::Below(0.5)),
    ),
    row(
        "more analysis",
        "perspecto:depth=2,learning=3",
        Some(Claim::Equals(0.5)),
    ),
];

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "perspecto-27",
    title: "psychological variables",
    source: "Stengard 2006, section 10.3.3, figure 27",
    measure: |bench, progress| measure("perspecto-27", &ROWS, bench, progress),
};
