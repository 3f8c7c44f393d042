//! Section 4.2: what it costs to keep the two-squares rule where nobody enforces it.
//!
//! His player assumed that it could not go back and forth more than three times in a row, while the opponent could go on for ever:
//! "How much of an effect this has on the outcome of the duels is unknown."
//!
//! The duels themselves, one game at each depth against STARBOT, are played against `star` in its place, if there is such a bot.

use flagfall_arena::stats::{GameScore, wilson};
use flagfall_arena::{Contestant, Plan, RunOptions, run};
use flagfall_bots::BOTS;
use flagfall_core::Termination;

use crate::bench::{Bench, Progress};
use crate::counts::Counts;
use crate::error::LabError;
use crate::experiment::{Experiment, Findings};
use crate::pieces::{self, Piece, Pieces};
use crate::report::{Figure, Unit};
use crate::verdict::Claim;

const ID: &str = "vicki-4.2";

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: ID,
    title: "keeping the two-squares rule where nobody enforces it",
    source: "Tunru 2012, section 4.2",
    measure,
};

const KEEPER: &str = "vicki:file=thesis,two_squares=3,setup=varied";
/// The same player without the rule, and one that goes after what it knows.
const OPPONENTS: [&str; 2] = ["vicki:file=thesis,setup=varied", "heuristic"];
const FREE: &str = "vicki:file=thesis,setup=varied";
const RULES: &str = "free,max_plies=4000";
const RULES_OF_A_TRIAL: &str = "free,max_plies=16";
const GAMES: u64 = 1000;
/// At depths 1 to 3 his player won its game, at depth 4 it lost.
const DUELS: [(&str, &str, Claim); 4] = [
    ("against star, depth 1", "star:depth=1", Claim::Above(0.5)),
    ("against star, depth 2", "star:depth=2", Claim::Above(0.5)),
    ("against star, depth 3", "star:depth=3", Claim::Above(0.5)),
    ("against star, depth 4", "star:depth=4", Claim::Below(0.5)),
];
const GAMES_A_DUEL: u64 = 100;
const GAMES_A_PIECE: u64 = 20;

fn measure(bench: &Bench, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Findings, LabError> {
    let mut findings = Findings::default();
    let rules = if bench.is_trial(GAMES / 2) {
        RULES_OF_A_TRIAL
    } else {
        RULES
    };
    let mut play_all = |part: &str, players: [&str; 2], games: u64| {
        let settings = format!("{players:?} {rules}");
        let pieces = Pieces {
            id: ID,
            part,
            settings: &settings,
            games: bench.games(games),
            games_a_piece: GAMES_A_PIECE,
        };
        let counts = pieces::measure(bench, &pieces, progress, |piece| {
            play(players, rules, piece)
        })?;
        findings.notes.push(format!(
            "- {part}: `{}` against `{}`, rules `{rules}`.",
            players[0], players[1]
        ));
        Ok::<Counts, LabError>(Counts::sum(counts))
    };
    let itself = play_all("against itself without it", [KEEPER, OPPONENTS[0]], GAMES)?;
    let kept = play_all(
        "against heuristic, keeping it",
        [KEEPER, OPPONENTS[1]],
        GAMES,
    )?;
    let free = play_all(
        "against heuristic, not keeping it",
        [FREE, OPPONENTS[1]],
        GAMES,
    )?;
    let mut duels = Vec::new();
    if BOTS.iter().any(|bot| bot.name == "star") {
        for (part, star, claim) in DUELS {
            duels.push((part, play_all(part, [KEEPER, star], GAMES_A_DUEL)?, claim));
        }
    }
    for (part, counts) in [
        ("against itself without it", &itself),
        ("against heuristic, keeping it", &kept),
        ("against heuristic, not keeping it", &free),
    ] {
        findings.figures.extend(outcomes(part, counts));
    }
    findings.figures.extend(decided(
        "against itself without it",
        &itself,
        Claim::Below(0.5),
    ));
    for (part, counts, claim) in &duels {
        findings.figures.extend(outcomes(part, counts));
        findings.figures.extend(decided(part, counts, *claim));
    }
    Ok(findings)
}

/// Figures that are only shown.
fn outcomes(part: &str, counts: &Counts) -> [Figure; 3] {
    [
        ("won", counts.wins[0]),
        ("drawn", counts.draws()),
        ("lost", counts.wins[1]),
    ]
    .map(|(name, count)| Figure::new(part, name, Unit::Share, counts.share(count), counts.games))
}

/// What the games say that somebody won; nothing if nobody did.
fn decided(part: &str, counts: &Counts, claim: Claim) -> Option<Figure> {
    let name = "won of those that somebody won";
    let share = wilson(counts.wins[0], counts.wins[0] + counts.wins[1])?;
    Some(Figure::new(part, name, Unit::Share, share, counts.games).claimed(claim))
}

fn play(players: [&str; 2], rules: &str, piece: Piece) -> Result<Counts, LabError> {
    let contestant = |text: &str| -> Contestant { text.parse().expect("a test runs every row") };
    let plan = Plan {
        players: players.map(contestant).into(),
        pairings: vec![(0, 1)],
        games_per_pairing: piece.games as u32,
        rules: rules.parse().expect("a preset with a limit"),
        seed: piece.seed,
        setups: None,
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
