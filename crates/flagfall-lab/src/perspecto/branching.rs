//! Tables 1 and 3: how many moves there are, in the game and in searches of different radius.
//!
//! Table 3 comes from games of p-e-minimax at depth 3 against the same with global search; moves at the root are not
//! counted, nor are scouts' long moves, nor here the passive move. He speaks of moves that are generated (7.4), and of the moves times
//! the outcomes of chance nodes as the whole branching factor of such a search (5.2), so both are measured: an attack that can fail is one
//! move and two branches (figure 13).

use flagfall_arena::stats::{Interval, Z95};
use flagfall_bots::{Algorithm, BotSpec, Options, Searcher};
use flagfall_core::{Rules, Side};

use super::matches::rules;
use super::series::play;
use crate::bench::{Bench, Progress};
use crate::error::LabError;
use crate::experiment::{Experiment, Findings};
use crate::pieces::{self, Piece, Pieces};
use crate::report::{Figure, Unit};
use crate::verdict::Claim;

pub(crate) const GAME: Experiment = Experiment {
    id: "perspecto-1",
    title: "branching factor of the game",
    source: "Stengard 2006, section 5.1, table 1",
    measure: measure_game,
};

pub(crate) const RADIUS: Experiment = Experiment {
    id: "perspecto-3",
    title: "branching factor by search radius",
    source: "Stengard 2006, section 7.4, table 3",
    measure: measure_radius,
};

const GAMES: u64 = 100;
const GAMES_OF_TABLE_3: u64 = 200;
const GAMES_A_PIECE: u64 = 2;
/// How near a mean must come.
const TOLERANCE: f64 = 0.25;

/// Table 3, and the options that make the search.
const TABLE_3: [(&str, f64); 5] = [
    ("radius=0", 2.2),
    ("radius=1", 4.2),
    ("radius=2", 6.8),
    ("radius=3", 9.9),
    ("radius=global", 31.4),
];

fn searcher(options: &str) -> Searcher {
    let spec: BotSpec = format!("pe-minimax:depth=3,{options}")
        .parse()
        .expect("options are written as in a spec");
    Searcher::with_options(Algorithm::PeMinimax, &mut Options::new(&spec))
        .expect("the options are those of the bot")
}

fn measure_game(
    bench: &Bench,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Findings, LabError> {
    let rules = rules(bench, GAMES);
    let pieces = Pieces {
        id: GAME.id,
        part: "p-e-minimax against itself",
        settings: rules,
        games: bench.games(GAMES),
        games_a_piece: GAMES_A_PIECE,
    };
    let means: Vec<Vec<[f64; 2]>> = pieces::measure(bench, &pieces, progress, |piece| {
        each_game(piece, |seed, first| {
            let (mut steps, mut all, mut turns) = (0, 0, 0);
            let mut players = [searcher("radius=2"), searcher("radius=2")];
            let [one, two] = &mut players;
            play([one, two], first, parse(rules), seed, &mut |view| {
                let moves = view.legal_moves();
                steps += moves.iter().filter(|mv| !mv.is_long()).count();
                all += moves.len();
                turns += 1;
            })?;
            Ok([steps, all].map(|sum| sum as f64 / f64::from(turns)))
        })
    })?;
    let means = means.concat();
    let mut findings = Findings::default();
    for (index, name, paper) in [(0, "steps", 30.0), (1, "with scouts' long moves", 45.0)] {
        let measured = mean(means.iter().map(|one| one[index]));
        let figure = Figure::new(
            "whole games",
            name,
            Unit::Decimal,
            measured,
            means.len() as u64,
        );
        findings.figures.push(
            figure
                .with_paper(paper, GAMES)
                .claimed(Claim::Near(paper, TOLERANCE)),
        );
    }
    findings.notes.push(format!(
        "- Legal moves a turn in games of `pe-minimax:depth=3` against itself, rules `{rules}`; he does not say which games \
         his figures come from, nor how many."
    ));
    Ok(findings)
}

fn measure_radius(
    bench: &Bench,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Findings, LabError> {
    let rules = rules(bench, GAMES_OF_TABLE_3);
    let mut findings = Findings::default();
    for (options, paper) in TABLE_3 {
        let pieces = Pieces {
            id: RADIUS.id,
            part: options,
            settings: &format!("{options} {rules}"),
            games: bench.games(GAMES_OF_TABLE_3),
            games_a_piece: GAMES_A_PIECE,
        };
        let factors: Vec<Vec<[f64; 2]>> = pieces::measure(bench, &pieces, progress, |piece| {
            each_game(piece, |seed, first| {
                let mut one = searcher(options).counting_branches();
                let mut two = searcher("radius=global");
                play([&mut one, &mut two], first, parse(rules), seed, &mut |_| {})?;
                let stats = one.stats();
                Ok([stats.moves, stats.branches].map(|sum| sum as f64 / stats.inner as f64))
            })
        })?;
        let factors = factors.concat();
        for (index, name) in ["moves a node", "branches a node"].into_iter().enumerate() {
            let measured = mean(factors.iter().map(|one| one[index]));
            let games = factors.len() as u64;
            let figure = Figure::new(options, name, Unit::Decimal, measured, games);
            findings.figures.push(
                figure
                    .with_paper(paper, GAMES_OF_TABLE_3)
                    .claimed(Claim::Near(paper, TOLERANCE)),
            );
        }
    }
    findings.notes.push(format!(
        "- `pe-minimax:depth=3` with this radius against `pe-minimax:depth=3,radius=global`, rules `{rules}`; the mean over \
         games of the mean over nodes, without the passive move. An attack that can fail is one move and two branches (figure 13); \
         7.4 speaks of the former, 5.2 of the latter."
    ));
    Ok(findings)
}

fn parse(rules: &str) -> Rules {
    rules.parse().expect("a preset, perhaps with a limit")
}

/// Plays the games of a piece, colors swapped from game to game, setups the same for two.
fn each_game<T>(
    piece: Piece,
    play: impl Fn(flagfall_core::Seed, Side) -> Result<T, LabError>,
) -> Result<Vec<T>, LabError> {
    (0..piece.games)
        .map(|game| play(piece.seed.derive(game / 2), Side::ALL[game as usize % 2]))
        .collect()
}

fn mean(values: impl Iterator<Item = f64> + Clone) -> Interval {
    let n = values.clone().count() as f64;
    let value = values.clone().sum::<f64>() / n;
    let variance = values.map(|one| (one - value).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let error = Z95 * (variance / n).sqrt();
    Interval {
        value,
        low: value - error,
        high: value + error,
    }
}
