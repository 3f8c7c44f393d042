//! Figure 24: the three algorithms at several depths within Perspecto, all against one opponent.
//!
//! The curves have not survived; the text says that p-e-minimax is the most effective of the three, that variable depth is
//! better than flat search once two or three half-moves are searched in full, that minimax and expectiminimax level off at
//! about a third of games won, and that p-e-minimax shows signs of it too, but would gain considerably by a couple of steps more. So each row is to be weaker than the opponent, p-e-minimax with
//! depths 4 to 8: by its algorithm, by flat search, or by depth.

use super::matches::{Row, measure};
use crate::experiment::Experiment;
use crate::verdict::Claim;

const GAMES: u64 = 200;
const OPPONENT: &str = "perspecto:depth=4";

const fn row(name: &'static str, player: &'static str, claim: Option<Claim>) -> Row {
    Row {
        name,
        players: [player, OPPONENT],
        games: GAMES,
        paper: None,
        claim,
    }
}

const WEAKER: Option<Claim> = Some(Claim::Below(0.5));

const ROWS: [Row; 12] = [
    row(
        "minimax 1",
        "perspecto:algorithm=minimax,deep=false,depth=1",
        WEAKER,
    ),
    row(
        "minimax 3",
        "perspecto:algorithm=minimax,deep=false,depth=3",
        WEAKER,
    ),
    row(
        "minimax 5",
        "perspecto:algorithm=minimax,deep=false,depth=5",
        WEAKER,
    ),
    row("minimax 4-8", "perspecto:algorithm=minimax,depth=4", WEAKER),
    row(
        "expectiminimax 1",
        "perspecto:algorithm=expectiminimax,deep=false,depth=1",
        WEAKER,
    ),
    row(
        "expectiminimax 3",
        "perspecto:algorithm=expectiminimax,deep=false,depth=3",
        WEAKER,
    ),
    row(
        "expectiminimax 5",
        "perspecto:algorithm=expectiminimax,deep=false,depth=5",
        WEAKER,
    ),
    row(
        "expectiminimax 4-8",
        "perspecto:algorithm=expectiminimax,depth=4",
        WEAKER,
    ),
    row("p-e-minimax 1", "perspecto:deep=false,depth=1", WEAKER),
    row("p-e-minimax 3", "perspecto:deep=false,depth=3", WEAKER),
    row("p-e-minimax 5", "perspecto:deep=false,depth=5", WEAKER),
    row("p-e-minimax 3-7", "perspecto:depth=3", WEAKER),
];

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "perspecto-24",
    title: "algorithms and depths",
    source: "Stengard 2006, section 10.3.1, figure 24",
    measure: |bench, progress| measure("perspecto-24", &ROWS, bench, progress),
};
