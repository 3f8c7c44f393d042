//! Figure 26: what Perspecto learns of two opponents over a series of games.
//!
//! Opponent A has the static variables 0.35, 0.3 and 0.33; B is extremely cautious, with 1.0, 0.3 and 0.65. The curves have not
//! survived; the text says that after a few games the two are told apart, but that `estOppFear` passes A's 0.35 and goes on
//! rising.

use flagfall_arena::stats::{Interval, wilson};
use flagfall_bots::{BotSpec, Options, Perspecto};
use flagfall_core::Side;
use serde::{Deserialize, Serialize};

use super::matches::rules;
use super::series::play;
use crate::bench::{Bench, Progress};
use crate::error::LabError;
use crate::experiment::{Experiment, Findings};
use crate::pieces::{self, Pieces};
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

fn perspecto(options: &str) -> Perspecto {
    let spec: BotSpec = format!("perspecto:depth=2,{options}")
        .parse()
        .expect("options are written as in a spec");
    Perspecto::with_options(&mut Options::new(&spec)).expect("the options are those of the bot")
}

fn measure(bench: &Bench, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Findings, LabError> {
    let rules = rules(bench, GAMES);
    let games = bench.games(GAMES);
    let mut findings = Findings::default();
    let mut last = Vec::new();
    for (name, options) in OPPONENTS {
        let pieces = Pieces {
            id: EXPERIMENT.id,
            part: name,
            settings: &format!("{options} {rules} {games}"),
            games,
            // Each game needs what was learned in those before.
            games_a_piece: games,
        };
        let series: Vec<Series> = pieces::measure(bench, &pieces, progress, |piece| {
            let (mut learner, mut other) = (perspecto("keep=true"), perspecto(options));
            let mut series = Series {
                fears: Vec::new(),
                wins: 0,
                losses: 0,
            };
            for game in 0..piece.games {
                let first = Side::ALL[game as usize % 2];
                let rules = rules.parse().expect("a preset, perhaps with a limit");
                let seed = piece.seed.derive(game);
                match play([&mut learner, &mut other], first, rules, seed, &mut |_| {})? {
                    Some(0) => series.wins += 1,
                    Some(_) => series.losses += 1,
                    None => {}
                }
                series.fears.push(learner.opponent_fear());
            }
            Ok(series)
        })?;
        let series = &series[0];
        let fear = *series.fears.last().expect("at least two games were played");
        last.push(fear);
        let exactly = |value| Interval {
            value,
            low: value,
            high: value,
        };
        findings.figures.push(Figure::new(
            name,
            "estOppFear after the last game",
            Unit::Decimal,
            exactly(fear),
            games,
        ));
        if let Some(share) = wilson(series.wins, series.wins + series.losses) {
            let what = "won of those that somebody won";
            findings
                .figures
                .push(Figure::new(name, what, Unit::Share, share, games));
        }
        let fears: Vec<String> = series
            .fears
            .iter()
            .map(|fear| format!("{fear:.2}"))
            .collect();
        findings.notes.push(format!(
            "- {name}: estOppFear after each game {}.",
            fears.join(" ")
        ));
    }
    let apart = last[1] - last[0];
    let measured = Interval {
        value: apart,
        low: apart,
        high: apart,
    };
    findings.figures.push(
        Figure::new(
            "B less A",
            "estOppFear after the last game",
            Unit::Decimal,
            measured,
            games,
        )
        .claimed(Claim::Above(0.0)),
    );
    Ok(findings)
}
