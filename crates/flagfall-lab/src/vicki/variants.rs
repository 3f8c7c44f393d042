//! Section 4.1: what other choices than those of table 3 do.

use flagfall_evolve::Settings;

use super::evolutions::{Runs, largest_drop, last, rise, setbacks};
use crate::bench::{Bench, Progress};
use crate::error::LabError;
use crate::experiment::{Experiment, Findings};
use crate::mean::Mean;
use crate::report::{Figure, Unit};
use crate::verdict::Claim;

const ID: &str = "vicki-4.1";

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: ID,
    title: "population, parents, opponents and power",
    source: "Tunru 2012, section 4.1, figures 3 to 6",
    measure,
};

fn measure(bench: &Bench, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Findings, LabError> {
    let table_3 = Settings::default();
    let mut run =
        |part: &str, settings: Settings| Runs::measure(ID, part, &settings, bench, progress);
    let base = run("as in table 3", table_3.clone())?;
    let mut figures = shown("as in table 3", &base);

    let part = "population 100";
    let population = 100;
    let runs = run(
        part,
        Settings {
            population,
            ..table_3.clone()
        },
    )?;
    figures.extend(shown(part, &runs));
    let lower = runs.mean(last).less(base.mean(last));
    figures.push(against(
        part,
        "last generation less table 3's",
        lower,
        &runs,
        Claim::Below(0.0),
    ));

    let part = "three parents";
    let parents = 3;
    let runs = run(
        part,
        Settings {
            parents,
            ..table_3.clone()
        },
    )?;
    figures.extend(shown(part, &runs));
    let gained = runs.mean(|means| 2.0 * rise(means)).less(base.mean(rise));
    figures.push(against(
        part,
        "twice the gain less table 3's",
        gained,
        &runs,
        Claim::Below(0.0),
    ));

    let part = "two opponents";
    let matches = 2;
    let runs = run(
        part,
        Settings {
            matches,
            ..table_3.clone()
        },
    )?;
    figures.extend(shown(part, &runs));
    let as_good = Claim::Near(base.mean(last).value, 0.1);
    figures.push(against(
        part,
        "last generation",
        runs.mean(last),
        &runs,
        as_good,
    ));
    let more = runs.mean(setbacks).less(base.mean(setbacks));
    figures.push(against(
        part,
        "setbacks more than table 3's",
        more,
        &runs,
        Claim::Above(0.0),
    ));

    let part = "power of five";
    let power = 5.0;
    let runs = run(
        part,
        Settings {
            power,
            ..table_3.clone()
        },
    )?;
    figures.extend(shown(part, &runs));
    let early = |means: &[f64]| means[4.min(means.len() - 1)];
    let faster = runs.mean(early).less(base.mean(early));
    figures.push(against(
        part,
        "generation 5 less table 3's",
        faster,
        &runs,
        Claim::Above(0.0),
    ));
    let drop = runs.mean(largest_drop).interval();
    figures.push(
        Figure::new(part, "largest drop", Unit::Share, drop, runs.games())
            .claimed(Claim::Above(RADICAL)),
    );

    let part = "no power";
    let power = 1.0;
    let runs = run(part, Settings { power, ..table_3 })?;
    figures.extend(shown(part, &runs));
    let gained = runs.mean(|means| 2.0 * rise(means)).less(base.mean(rise));
    figures.push(against(
        part,
        "twice the gain less table 3's",
        gained,
        &runs,
        Claim::Below(0.0),
    ));

    let notes = NOTES.map(str::to_owned).to_vec();
    Ok(Findings { figures, notes })
}

/// What we take for a radical drop.
const RADICAL: f64 = 0.1;

const NOTES: [&str; 4] = [
    "- The figures of this section are lost; the claims are those of the text, read like this. Population 100 converges lower: the \
     last generation is below that of table 3's settings.",
    "- Three parents \"completely wiped away the general improvement\", and without squaring generations were \"not really \
     improving\": less than half of the points are gained from the first generation to the last.",
    "- Two opponents: the last generation is within 10%, with more generations that are worse than the one before.",
    "- The power of five is faster (the fifth generation is fitter), at the cost of a radical drop (10% below an earlier \
     generation). Intervals are over six evolutions each.",
];

/// Figures that are only shown.
fn shown(part: &str, runs: &Runs) -> Vec<Figure> {
    let figure =
        |name, mean: Mean| Figure::new(part, name, Unit::Whole, mean.interval(), runs.games());
    vec![
        figure("generation 1", runs.mean(|means| means[0])),
        figure("generation 20", runs.mean(last)),
        Figure {
            unit: Unit::Decimal,
            ..figure("generations worse than the one before", runs.mean(setbacks))
        },
    ]
}

/// A figure with a claim about it.
fn against(part: &str, name: &str, mean: Mean, runs: &Runs, claim: Claim) -> Figure {
    Figure::new(part, name, Unit::Whole, mean.interval(), runs.games()).claimed(claim)
}
