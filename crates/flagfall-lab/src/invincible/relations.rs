//! Table 4.1: which ranks people put next to which.

use flagfall_arena::stats::{Interval, Z95};
use flagfall_core::{Rank, SETUP_SQUARES, Variant};
use flagfall_setups::{Relation, SetupStats};

use crate::bench::{Bench, Progress};
use crate::error::LabError;
use crate::experiment::{Experiment, Findings};
use crate::report::{Figure, Unit};
use crate::verdict::Claim;

const RANKS: [Rank; 7] = [
    Rank::Marshal,
    Rank::General,
    Rank::Colonel,
    Rank::Sergeant,
    Rank::Spy,
    Rank::Flag,
    Rank::Bomb,
];

/// His table: by row, and by the rank that stands next to it.
const TABLE: [[f64; 7]; 7] = [
    [0.0, 1.8, 1.8, 0.6, 1.3, 0.2, 0.4],
    [1.7, 0.0, 1.2, 0.7, 2.5, 0.1, 0.5],
    [1.6, 1.0, 0.2, 0.5, 2.8, 0.3, 0.8],
    [0.8, 0.9, 0.8, 0.6, 0.6, 0.9, 1.8],
    [1.1, 2.3, 2.7, 0.4, 0.0, 0.3, 0.9],
    [0.4, 0.2, 0.5, 1.1, 0.5, 0.0, 5.6],
    [0.4, 0.5, 0.8, 1.3, 0.9, 3.4, 0.6],
];
/// He has nearly this many setups.
const SETUPS: u64 = 20_000;
/// A factor this far from 1 is a preference, or a dislike.
const CLEAR: f64 = 0.25;
/// Ours counts as near his within this share, or within so much where his is small.
const NEAR_SHARE: f64 = 1.0 / 3.0;
const NEAR: f64 = 0.2;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "invincible-4.1",
    title: "which ranks people put next to which",
    source: "de Boer 2007, section 4.3.2, table 4.1",
    measure,
};

fn measure(_bench: &Bench, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Findings, LabError> {
    let stats = SetupStats::of(Variant::Classic);
    let mut findings = Findings::default();
    let (mut near, mut entries) = (0, 0);
    for (&given, row) in RANKS.iter().zip(TABLE) {
        for (&neighbor, his) in RANKS.iter().zip(row) {
            let factor = factor(stats, given, neighbor);
            let figure = Figure::new(
                given.name(),
                &format!("{neighbor} next to it"),
                Unit::Decimal,
                factor,
                stats.setups(),
            )
            .with_paper(his, SETUPS);
            // There is one of these in an army, so it never stands next to another.
            let is_impossible = given == neighbor && Variant::Classic.army()[given] == 1;
            entries += u32::from(!is_impossible);
            near += u32::from(
                !is_impossible && (factor.value - his).abs() <= (NEAR_SHARE * his).max(NEAR),
            );
            findings.figures.push(if is_impossible {
                figure
            } else if his >= 1.0 + CLEAR {
                figure.claimed(Claim::Above(1.0))
            } else if his <= 1.0 - CLEAR {
                figure.claimed(Claim::Below(1.0))
            } else {
                figure
            });
        }
    }
    progress(Progress {
        part: "table 4.1",
        done: stats.setups(),
        total: stats.setups(),
    });
    findings.notes.push(format!(
        "Each figure is how often the rank stands left or right of the other, over how often shuffling would put it there. \
         Claimed is the direction of every preference or dislike of at least {CLEAR}: above or below 1, shown as 100%. {near} of \
         {entries} possible entries are within a third, or {NEAR}, of his."
    ));
    findings.notes.push(
        "Ours are counted from setups of people on the same site, equal ones once (the column \"games\" has their number), and \
         shipped as an asset, so neither scale nor seed changes anything here. The row of the flag differs most: his is higher \
         in five of six entries (bombs 5.6 against 3.8), while his column of the flag is mostly lower than ours. He does not \
         say how he counted what was expected; a guess, not tested, is that his flags had fewer neighbors in his count."
            .to_owned(),
    );
    Ok(findings)
}

/// A factor with the interval that chance gives to the number of pairs behind it.
fn factor(stats: &SetupStats, given: Rank, neighbor: Rank) -> Interval {
    let value = stats.factor(Relation::NextTo, given, neighbor);
    let sides = |place: usize| {
        Relation::neighbors(place)
            .filter(|(relation, _)| *relation == Relation::NextTo)
            .count() as f64
    };
    let neighbors: f64 = (0..SETUP_SQUARES)
        .map(|place| stats.share(place, given) * sides(place))
        .sum();
    let army = Variant::Classic.army();
    let others = f64::from(army[neighbor]) - f64::from(u8::from(given == neighbor));
    let expected = stats.setups() as f64 * neighbors * others / (SETUP_SQUARES - 1) as f64;
    let error = if expected > 0.0 {
        Z95 * (value * expected).sqrt() / expected
    } else {
        0.0
    };
    Interval {
        value,
        low: (value - error).max(0.0),
        high: value + error,
    }
}
