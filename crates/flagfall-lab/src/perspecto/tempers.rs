//! Figure 27: other settings of the psychological variables against the standard ones, at his faster depths of 4 to 8.
//!
//! The bars have not survived; the text says that "no fear" comes to more than half, that "fearful" is much weaker, and that
//! neither keeping `estOppFear` between games ("no reset") nor changing it faster has an effect. His mind reader, who "cheats" as
//! he says and always knows the other's variables, wins more than 60%; it is made here alone, since no spec names it.

use flagfall_bots::Perspecto;

use super::matches::{Row, figures, measure, rules};
use super::series::{perspecto, play_all};
use crate::bench::{Bench, Progress};
use crate::counts::Counts;
use crate::error::LabError;
use crate::experiment::{Experiment, Findings};
use crate::pieces::{self, Piece, Pieces};
use crate::verdict::Claim;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "perspecto-27",
    title: "psychological variables",
    source: "Stengard 2006, section 10.3.3, figure 27",
    measure: measure_all,
};

const STANDARD: &str = "perspecto:depth=4";
const GAMES: u64 = 200;

const fn row(name: &'static str, player: &'static str, claim: Option<Claim>) -> Row {
    Row {
        name,
        players: [player, STANDARD],
        games: GAMES,
        paper: None,
        claim,
    }
}

/// Those that forget everything after a game, so that games can be played apart from each other.
const ROWS: [Row; 4] = [
    row(
        "no variables",
        "perspecto:depth=4,own_fear=0,opp_fear=0,seen_fear=0,learning=0",
        None,
    ),
    row(
        "no fear",
        "perspecto:depth=4,own_fear=0",
        Some(Claim::Above(0.5)),
    ),
    row(
        "fearful",
        "perspecto:depth=4,own_fear=0.8",
        Some(Claim::Below(0.5)),
    ),
    row(
        "more analysis",
        "perspecto:depth=4,learning=3",
        Some(Claim::Equals(0.5)),
    ),
];

const NO_RESET: Row = row(
    "no reset",
    "perspecto:depth=4,keep=true",
    Some(Claim::Equals(0.5)),
);
/// He has one series of 200 games. Several of this length are independent of each other, and what is learned settles within
/// some ten games (figure 26).
const GAMES_A_SERIES: u64 = 50;

const MIND_READER: Row = row("mind reader", STANDARD, None);
/// What he says of all its games, drawn ones among them.
const MIND_READER_WINS: Claim = Claim::Above(0.6);
const GAMES_A_PIECE: u64 = 4;

fn measure_all(
    bench: &Bench,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Findings, LabError> {
    let mut findings = measure(EXPERIMENT.id, &ROWS, bench, progress)?;
    let rules = rules(bench, GAMES);
    let mut measure = |row: &Row, games_a_piece, play: PlayPiece| {
        let pieces = Pieces {
            id: EXPERIMENT.id,
            part: row.name,
            settings: &format!("{} {:?} {rules} {games_a_piece}", row.name, row.players),
            games: bench.games(GAMES),
            games_a_piece,
        };
        let counts = pieces::measure(bench, &pieces, progress, |piece| play(rules, piece))?;
        Ok::<_, LabError>(figures(row, &Counts::sum(counts)))
    };
    let no_reset = measure(&NO_RESET, GAMES_A_SERIES, without_reset)?;
    let reader = measure(&MIND_READER, GAMES_A_PIECE, read_mind)?;
    findings.figures.extend(no_reset);
    findings
        .figures
        .extend(reader.into_iter().map(|figure| match &figure.name[..] {
            "won" => figure.claimed(MIND_READER_WINS),
            _ => figure,
        }));
    let note = |row: &Row, how: &str| {
        let [first, second] = row.players;
        format!(
            "- {}: `{first}` against `{second}`, rules `{rules}`, {how}",
            row.name
        )
    };
    findings.notes.extend([
        note(
            &NO_RESET,
            &format!(
                "in series of at most {GAMES_A_SERIES} games, each with what was learned in those before; the intervals treat all its \
                 games as independent."
            ),
        ),
        note(
            &MIND_READER,
            "the first of whom knows the `ownFear` with which the second will choose its next move, and its `estOppFear`.",
        ),
    ]);
    Ok(findings)
}

/// Plays the games of a piece by these rules.
type PlayPiece = fn(&str, Piece) -> Result<Counts, LabError>;

/// Games one after another, in which the first player keeps what it learns.
fn without_reset(rules: &str, piece: Piece) -> Result<Counts, LabError> {
    count(NO_RESET.players.map(perspecto), rules, piece)
}

/// Games in which the first player knows the variables of the second.
fn read_mind(rules: &str, piece: Piece) -> Result<Counts, LabError> {
    let [reader, mut other] = MIND_READER.players.map(perspecto);
    let mind = other.open_mind();
    count([reader.reading(mind), other], rules, piece)
}

fn count([first, second]: [Perspecto; 2], rules: &str, piece: Piece) -> Result<Counts, LabError> {
    let mut counts = Counts::default();
    play_all(first, second, rules, piece, |ended, _| {
        counts.add(ended.winner, ended.is_by_flag, ended.plies);
    })?;
    Ok(counts)
}
