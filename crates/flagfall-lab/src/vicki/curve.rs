//! Table 2: mean fitness by generation.

use flagfall_evolve::{Settings, THESIS_MEANS};

use super::evolutions::{Runs, flattening, rise};
use crate::bench::{Bench, Progress};
use crate::error::LabError;
use crate::experiment::{Experiment, Findings};
use crate::report::{Figure, Unit};
use crate::verdict::Claim;

const ID: &str = "vicki-2";

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: ID,
    title: "mean fitness by generation",
    source: "Tunru 2012, section 4, table 2",
    measure,
};

/// His run has this many matches a generation.
const GAMES_A_GENERATION: u64 = 1000;

fn measure(bench: &Bench, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Findings, LabError> {
    let mut findings = Findings::default();
    for (part, varied_setups) in [("one setup", false), ("varied setups", true)] {
        let settings = Settings {
            varied_setups,
            ..Settings::default()
        };
        let runs = Runs::measure(ID, part, &settings, bench, progress)?;
        findings.figures.extend(figures(part, &runs));
    }
    findings.notes.extend(NOTES.map(str::to_owned));
    Ok(findings)
}

const NOTES: [&str; 3] = [
    "- Intervals are over the evolutions: six of 200 solutions, 20 generations and 5 matches each at full size.",
    "- His setup is not printed. With one setup, both sides have one of ours that was drawn once from what people do; with varied \
     setups both draw a new one for every match.",
    "- The last three figures of each part: points gained from the first generation to the last; points gained a generation \
     after generation 12 for each one before it; matches won in the first generation, for which the thesis says \"most\".",
];

fn figures(part: &str, runs: &Runs) -> Vec<Figure> {
    let games = runs.games();
    let n = THESIS_MEANS.len();
    let thesis_games = GAMES_A_GENERATION * n as u64;
    let mut figures: Vec<Figure> = THESIS_MEANS
        .into_iter()
        .enumerate()
        .map(|(index, thesis)| {
            let mean = runs.mean(|means| means[index.min(means.len() - 1)]);
            let name = format!("generation {}", index + 1);
            Figure::new(part, &name, Unit::Whole, mean.interval(), games)
                .with_paper(thesis, GAMES_A_GENERATION)
        })
        .collect();
    let gained = runs.mean(rise).interval();
    let slower = runs.mean(flattening).interval();
    let won = runs.won_at_first().interval();
    figures.extend([
        Figure::new(part, "points gained", Unit::Whole, gained, games)
            .with_paper(rise(&THESIS_MEANS), thesis_games)
            .claimed(Claim::Above(0.0)),
        Figure::new(
            part,
            "gain after 12 to gain before",
            Unit::Decimal,
            slower,
            games,
        )
        .with_paper(flattening(&THESIS_MEANS), thesis_games)
        .claimed(Claim::Below(1.0)),
        Figure::new(part, "won in generation 1", Unit::Share, won, games)
            .claimed(Claim::Above(0.5)),
    ]);
    figures
}
