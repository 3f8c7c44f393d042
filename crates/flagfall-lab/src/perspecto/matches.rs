//! Matches between two players, as his tables and figures have them.

use flagfall_arena::stats::{GameScore, Interval, wilson};
use flagfall_arena::{Contestant, Plan, RunOptions, run};
use flagfall_core::{Seed, Setup, Termination, Variant};
use flagfall_setups::half_random;

use crate::bench::{Bench, Progress};
use crate::counts::Counts;
use crate::error::LabError;
use crate::experiment::Findings;
use crate::pieces::{self, Piece, Pieces};
use crate::report::{Figure, Unit};
use crate::verdict::Claim;

/// A match and what he has for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    /// As the arena knows them.
    pub(super) players: [&'static str; 2],
    pub(super) games: u64,
    /// Wins, draws and losses of the first, where he gives them.
    pub(super) paper: Option<[u64; 3]>,
    /// What he says about the first player's share of the games that somebody won.
    pub(super) claim: Option<Claim>,
}

pub(super) const RULES: &str = "perspecto";
/// A run that only shows that everything works breaks its games off early.
pub(super) const RULES_OF_A_TRIAL: &str = "perspecto,max_plies=4";

const GAMES_A_PIECE: u64 = 4;
const POOL: usize = 1000;

/// Plays all rows.
pub(super) fn measure(
    id: &str,
    rows: &[Row],
    bench: &Bench,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Findings, LabError> {
    let mut findings = Findings::default();
    for row in rows {
        let rules = rules(bench, row.games);
        let settings = format!("{:?} {rules}", row.players);
        let pieces = Pieces {
            id,
            part: row.name,
            settings: &settings,
            games: bench.games(row.games),
            games_a_piece: GAMES_A_PIECE,
        };
        let counts = pieces::measure(bench, &pieces, progress, |piece| play(row, rules, piece))?;
        findings.figures.extend(figures(row, &Counts::sum(counts)));
        let [first, second] = row.players;
        let note = format!(
            "- {}: `{first}` against `{second}`, rules `{rules}`.",
            row.name
        );
        findings.notes.push(note);
    }
    Ok(findings)
}

/// The rules of a measurement for which he has so many games.
pub(super) fn rules(bench: &Bench, games: u64) -> &'static str {
    if bench.is_trial(games) {
        RULES_OF_A_TRIAL
    } else {
        RULES
    }
}

/// The figures of a row.
pub(super) fn figures(row: &Row, counts: &Counts) -> Vec<Figure> {
    let outcomes = [counts.wins[0], counts.draws(), counts.wins[1]];
    let mut figures = Vec::new();
    for (index, name) in ["won", "drawn", "lost"].into_iter().enumerate() {
        let measured = counts.share(outcomes[index]);
        let mut figure = Figure::new(row.name, name, Unit::Share, measured, counts.games);
        if let Some(paper) = row.paper {
            let games: u64 = paper.iter().sum();
            figure = figure.with_paper(paper[index] as f64 / games as f64, games);
        }
        figures.push(figure);
    }
    let decided = wilson(counts.wins[0], counts.wins[0] + counts.wins[1]);
    let measured = decided.unwrap_or(NOTHING_KNOWN);
    let name = "won of those that somebody won";
    let mut figure = Figure::new(row.name, name, Unit::Share, measured, counts.games);
    if let Some([won, _, lost]) = row.paper {
        figure = figure.with_paper(won as f64 / (won + lost) as f64, won + lost);
    }
    figures.push(match row.claim {
        Some(claim) => figure.claimed(claim),
        None => figure,
    });
    figures
}

/// The share of wins where nobody has won.
const NOTHING_KNOWN: Interval = Interval {
    value: 0.5,
    low: 0.0,
    high: 1.0,
};

fn play(row: &Row, rules: &str, piece: Piece) -> Result<Counts, LabError> {
    let contestant = |text: &str| -> Contestant { text.parse().expect("a test runs every row") };
    let plan = Plan {
        players: row.players.map(contestant).into(),
        pairings: vec![(0, 1)],
        games_per_pairing: piece.games as u32,
        rules: rules.parse().expect("a preset, perhaps with a limit"),
        seed: piece.seed,
        setups: Some(pool(piece.seed.derive(0))),
        move_time: None,
    };
    let results = run(&plan, &RunOptions::default(), &mut |_| {})?;
    let mut counts = Counts::default();
    for (_, game) in results.games() {
        let winner = match game.score {
            GameScore::Win => Some(0),
            GameScore::Loss => Some(1),
            GameScore::Draw => None,
        };
        counts.add(winner, game.reason == Termination::FlagCaptured, game.plies);
    }
    Ok(counts)
}

/// Half-random setups to draw from.
fn pool(seed: Seed) -> Vec<Setup> {
    let mut rng = seed.rng();
    (0..POOL)
        .map(|_| half_random(Variant::Classic, &mut rng))
        .collect()
}
