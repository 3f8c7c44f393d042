//! Figure 26: what Perspecto learns of two opponents over a series of games.
//!
//! Opponent A has the static variables 0.35, 0.3 and 0.33; B is extremely cautious, with 1.0, 0.3 and 0.65. The curves have not
//! survived; the text says that after a few games the two are told apart, but that `estOppFear` passes A's 0.35 and goes on
//! rising.

use flagfall_arena::stats::wilson;
use serde::{Deserialize, Serialize};

use super::matches::rules;
use super::series::{perspecto, play_all};
use crate::bench::{Bench, Progress};
use crate::error::LabError;
use crate::experiment::{Experiment, Findings};
use crate::mean::Mean;
use crate::pieces::{self, Piece, Pieces};
use crate::report::{Figure, Unit};
use crate::verdict::Claim;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "perspecto-26",
    title: "learning an opponent's fear",
    source: "Stengard 2006, section 10.3.3, figure 26",
    measure,
};

/// The figure's axis has not survived; his comment speaks of the fourth game and of the whole series.
const GAMES: u64 = 20;

/// He shows one series for each opponent; what a series comes to is so much a matter of chance that one tells nothing.
const SERIES: u64 = 8;

/// His faster variant, 4-8.
const DEPTH: u8 = 4;

const OPPONENTS: [(&str, &str); 2] = [
    (
        "A, as cautious as assumed",
        "own_fear=0.35,opp_fear=0.3,seen_fear=0.33,learning=0",
    ),
    (
        "B, extremely cautious",
        "own_fear=1,opp_fear=0.3,seen_fear=0.65,learning=0",
    ),
];

#[derive(Serialize, Deserialize)]
struct Series {
    /// `estOppFear` after each game.
    fears: Vec<f64>,
    wins: u64,
    losses: u64,
}

/// Plays the games of one series, each with what was learned in those before.
fn play_series(options: &str, rules: &str, piece: Piece) -> Result<Series, LabError> {
    let player = |options| perspecto(&format!("perspecto:depth={DEPTH},{options}"));
    let mut series = Series {
        fears: Vec::new(),
        wins: 0,
        losses: 0,
    };
    let (learner, other) = (player("keep=true"), player(options));
    play_all(learner, other, rules, piece, |ended, learner| {
        match ended.winner {
            Some(0) => series.wins += 1,
            Some(_) => series.losses += 1,
            None => {}
        }
        series.fears.push(learner.opponent_fear());
    })?;
    Ok(series)
}

fn measure(bench: &Bench, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Findings, LabError> {
    let rules = rules(bench, SERIES * GAMES);
    let games = bench.games(SERIES * GAMES);
    let length = games.min(GAMES);
    let n_series = games / length;
    let games = n_series * length;
    let mut findings = Findings::default();
    let mut last = Vec::new();
    for (name, options) in OPPONENTS {
        let pieces = Pieces {
            id: EXPERIMENT.id,
            part: name,
            settings: &format!("depth={DEPTH} {options} {rules}"),
            games,
            games_a_piece: length,
        };
        let series: Vec<Series> = pieces::measure(bench, &pieces, progress, |piece| {
            play_series(options, rules, piece)
        })?;
        let after = |game: u64| -> Vec<f64> {
            let fears = series.iter().map(|one| one.fears[game as usize]);
            fears.collect()
        };
        let fear = Mean::of(&after(length - 1));
        last.push(fear);
        let figure = |what, unit, measured| Figure::new(name, what, unit, measured, games);
        let what = "estOppFear after the last game";
        findings
            .figures
            .push(figure(what, Unit::Decimal, fear.interval()));
        let (wins, losses) = series.iter().fold((0, 0), |(wins, losses), one| {
            (wins + one.wins, losses + one.losses)
        });
        if let Some(share) = wilson(wins, wins + losses) {
            let what = "won of those that somebody won";
            findings.figures.push(figure(what, Unit::Share, share));
        }
        let listed = |fears: Vec<f64>| {
            let fears: Vec<String> = fears.iter().map(|fear| format!("{fear:.2}")).collect();
            fears.join(" ")
        };
        findings.notes.push(format!(
            "- {name}: estOppFear after each game, mean of the series, {}; at the end of each {}.",
            listed(
                (0..length)
                    .map(|game| Mean::of(&after(game)).value)
                    .collect()
            ),
            listed(after(length - 1)),
        ));
    }
    let apart = Figure::new(
        "B less A",
        "estOppFear after the last game",
        Unit::Decimal,
        last[1].less(last[0]).interval(),
        games,
    );
    // One series of each says nothing about chance.
    findings.figures.push(if n_series > 1 {
        apart.claimed(Claim::Above(0.0))
    } else {
        apart
    });
    Ok(findings)
}
