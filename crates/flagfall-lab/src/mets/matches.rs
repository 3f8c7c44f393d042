//! Matches between two players: what tables 4 to 9 are made of.

use flagfall_arena::stats::GameScore;
use flagfall_arena::{Contestant, Plan, RunOptions, run};
use flagfall_core::{Side, Termination};

use super::layout::Layout;
use crate::bench::{Bench, Progress};
use crate::counts::Counts;
use crate::error::LabError;
use crate::experiment::Findings;
use crate::pieces::{self, Piece, Pieces};
use crate::report::{Figure, Unit};
use crate::verdict::Claim;

/// A row of one of his tables: a match and what came of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) layout: Layout,
    /// A preset, with overrides other than that of the length of games.
    pub(super) rules: &'static str,
    /// As the arena knows them.
    pub(super) players: [&'static str; 2],
    pub(super) games: u64,
    /// Mean moves of his games.
    pub(super) moves: f64,
    /// Wins of the first player.
    pub(super) wins: u64,
    /// How many games each player won by capturing the flag, where he says so.
    pub(super) flags: Option<[u64; 2]>,
    /// What he says about the first player's share of wins.
    pub(super) claim: Claim,
}

/// His rules.
pub(super) const RULES: &str = "mets";

/// Stops games in which neither player dares to attack; they count as won by nobody.
const MAX_PLIES: u32 = 20_000;

/// The same for a run that only shows that everything works: its games are broken off early.
const MAX_PLIES_OF_A_TRIAL: u32 = 60;

/// Few, so that little is lost by a kill and workers end at about the same time.
const GAMES_A_PIECE: u64 = 10;

/// Setups that the games of a piece are drawn from.
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
        let max_plies = if bench.is_trial(row.games) {
            MAX_PLIES_OF_A_TRIAL
        } else {
            MAX_PLIES
        };
        let rules = &format!("{},max_plies={max_plies}", row.rules);
        let settings = format!("{:?} {:?} {rules}", row.layout, row.players);
        let pieces = Pieces {
            id,
            part: row.name,
            settings: &settings,
            games: bench.games(row.games),
            games_a_piece: GAMES_A_PIECE,
        };
        let counts = pieces::measure(bench, &pieces, progress, |piece| play(row, rules, piece))?;
        let counts = Counts::sum(counts);
        findings.figures.extend(figures(row, &counts));
        let [first, second] = row.players;
        let mut note = format!(
            "- {}: `{first}` against `{second}`, {}, rules `{rules}`",
            row.name,
            row.layout.name()
        );
        match counts.draws() {
            0 => {}
            1 => note += "; 1 game was won by nobody",
            draws => note += &format!("; {draws} games were won by nobody"),
        }
        findings.notes.push(note + ".");
    }
    Ok(findings)
}

fn figures(row: &Row, counts: &Counts) -> Vec<Figure> {
    let share = |count: u64| count as f64 / row.games as f64;
    let figure = |name: &str, unit, paper, measured| {
        Figure::new(row.name, name, unit, measured, counts.games).with_paper(paper, row.games)
    };
    let wins = counts.share(counts.wins[0]);
    let mut figures =
        vec![figure("wins of the first", Unit::Share, share(row.wins), wins).claimed(row.claim)];
    if let Some(flags) = row.flags {
        for (player, whose) in ["first", "second"].into_iter().enumerate() {
            let measured = counts.share(counts.flags[player]);
            let name = format!("wins of the {whose} by the flag");
            figures.push(figure(&name, Unit::Share, share(flags[player]), measured));
        }
    }
    figures.push(figure(
        "mean moves",
        Unit::Whole,
        row.moves,
        counts.mean_plies(),
    ));
    figures
}

fn play(row: &Row, rules: &str, piece: Piece) -> Result<Counts, LabError> {
    let contestant = |text: &str| -> Contestant {
        text.parse()
            .expect("the players of the tables are tested to exist")
    };
    let plan = Plan {
        players: row.players.map(contestant).into(),
        pairings: vec![(0, 1)],
        games_per_pairing: piece.games as u32,
        rules: rules.parse().expect("a preset with a limit"),
        seed: piece.seed,
        setups: Some(row.layout.pool(POOL, piece.seed.derive(0))),
        move_time: None,
    };
    let results = run(&plan, &RunOptions::default(), &mut |_| {})?;
    let mut counts = Counts::default();
    for (number, game) in results.games() {
        let winner = match game.score {
            GameScore::Win => Some(0),
            GameScore::Loss => Some(1),
            // By his rules whoever cannot move in his turn loses, even if the other could not either.
            GameScore::Draw if game.reason == Termination::BothImmobile => {
                let to_move = if game.plies % 2 == 0 {
                    Side::Red
                } else {
                    Side::Blue
                };
                Some(usize::from(to_move == number.first_side()))
            }
            GameScore::Draw => None,
        };
        counts.add(winner, game.reason == Termination::FlagCaptured, game.plies);
    }
    Ok(counts)
}
