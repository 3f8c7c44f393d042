//! Table 4.3: how good setups are by the way they are made.

use flagfall_core::Variant;
use flagfall_setups::{Method, Scores};

use crate::bench::{Bench, Progress};
use crate::error::LabError;
use crate::experiment::{Experiment, Findings};
use crate::mean::Mean;
use crate::pieces::{self, Piece, Pieces};
use crate::report::{Figure, Unit};
use crate::verdict::Claim;

/// A line of his table.
struct Line {
    method: Method,
    worst: f64,
    average: f64,
    best: f64,
}

/// In the order of his averages. He lists the third as best of 500 in the text and of 1000 in the table.
const LINES: [Line; 6] = [
    line(Method::Random, -30.0, -3.0, 11.0),
    line(Method::SemiRandom, -8.0, 5.0, 17.0),
    line(Method::BestOfRandom(50), 5.0, 9.0, 16.0),
    line(Method::BestOfRandom(1000), 12.0, 14.0, 18.0),
    line(Method::BestOf(20), 9.0, 15.0, 22.0),
    line(Method::BestOf(50), 12.0, 17.0, 24.0),
];
const SETUPS: u64 = 200;
const SETUPS_A_PIECE: u64 = 20;
/// The method that Invincible uses.
const REFERENCE: usize = 5;
/// How near an average, or a distance between two, has to be.
const TOLERANCE: f64 = 0.15;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "invincible-4.3",
    title: "scores of setups by the way they are made",
    source: "de Boer 2007, section 4.3.5, table 4.3",
    measure,
};

const fn line(method: Method, worst: f64, average: f64, best: f64) -> Line {
    Line {
        method,
        worst,
        average,
        best,
    }
}

fn measure(bench: &Bench, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Findings, LabError> {
    let mut samples = Vec::new();
    for line in &LINES {
        samples.push(scores(bench, progress, line.method)?);
    }
    let means: Vec<Mean> = samples.iter().map(|scores| Mean::of(scores)).collect();
    let mut findings = Findings::default();
    for (index, (line, scores)) in LINES.iter().zip(&samples).enumerate() {
        let part = line.method.to_string();
        let figure = |name: &str, paper, measured| {
            Figure::new(&part, name, Unit::Decimal, measured, scores.len() as u64)
                .with_paper(paper, SETUPS)
        };
        let mean = means[index];
        let average = figure("average", line.average, mean.interval());
        findings
            .figures
            .push(average.claimed(Claim::Near(line.average, TOLERANCE)));
        let worst = scores.iter().copied().fold(f64::INFINITY, f64::min);
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (name, his, ours) in [("worst", line.worst, worst), ("best", line.best, best)] {
            let exactly = Mean::of(&[ours]).interval();
            findings.figures.push(figure(name, his, exactly));
        }
        if index > 0 {
            let before = &LINES[index - 1];
            let name = format!("average less that of {}", before.method);
            let ahead = line.average - before.average;
            let above = figure(&name, ahead, mean.less(means[index - 1]).interval());
            findings.figures.push(above.claimed(Claim::Above(0.0)));
        }
        if index < REFERENCE {
            let reference = &LINES[REFERENCE];
            let name = format!("average less that of {}", reference.method);
            let behind = line.average - reference.average;
            let far = figure(&name, behind, mean.less(means[REFERENCE]).interval());
            findings
                .figures
                .push(far.claimed(Claim::Near(behind, TOLERANCE)));
        }
    }
    let offset = LINES.iter().map(|line| line.average).sum::<f64>() / LINES.len() as f64
        - means.iter().map(|mean| mean.value).sum::<f64>() / means.len() as f64;
    findings.notes.push(format!(
        "The column \"games\" has the number of setups. His averages are higher than ours by {offset:.1} in the mean over the \
         methods. H6, H8 and H9 are read by the reasons that he gives for them, as the documentation of the module \
         `heuristics` says; read by the letter, they put all averages about 6 below his. \"The absolute values have no \
         meaning\", he writes, \"only the relative values are important\". Distances are taken to the method that Invincible \
         uses, because the average of random setups hangs on a few in which bombs lock in the whole army."
    ));
    Ok(findings)
}

fn scores(
    bench: &Bench,
    progress: &mut dyn FnMut(Progress<'_>),
    method: Method,
) -> Result<Vec<f64>, LabError> {
    let pieces = Pieces {
        id: EXPERIMENT.id,
        part: &method.to_string(),
        settings: &method.to_string(),
        games: bench.games(SETUPS),
        games_a_piece: SETUPS_A_PIECE,
    };
    let make = |piece: Piece| {
        let score = |number| {
            let mut rng = piece.seed.derive(number).rng();
            f64::from(Scores::of(&method.make(Variant::Classic, &mut rng)).total())
        };
        Ok((0..piece.games).map(score).collect::<Vec<f64>>())
    };
    Ok(pieces::measure(bench, &pieces, progress, make)?.concat())
}
