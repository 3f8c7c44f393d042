//! Table 2: blind players against each other.

use flagfall_core::{BySide, Position, Side, Termination};

use super::layout::Layout;
use super::reading::Reading;
use crate::bench::{Bench, Progress};
use crate::counts::Counts;
use crate::error::LabError;
use crate::experiment::{Experiment, Findings};
use crate::pieces::{self, Piece, Pieces};
use crate::report::{Figure, Unit};
use crate::verdict::Claim;

/// A line of his table.
struct Line {
    layout: Layout,
    moves: f64,
    /// Games won by the player who begins.
    wins: u64,
    /// Flags captured by both.
    flags: u64,
}

const LINES: [Line; 2] = [
    Line {
        layout: Layout::Bombs,
        moves: 1181.0,
        wins: 49_901,
        flags: 2804 + 2684,
    },
    Line {
        layout: Layout::Open,
        moves: 988.0,
        wins: 50_022,
        flags: 19_012 + 18_698,
    },
];

const GAMES: u64 = 100_000;

/// For the readings that are only tried.
const GAMES_OF_FURTHER_READINGS: u64 = 10_000;

const GAMES_A_PIECE: u64 = 500;

/// How near a mean length has to be.
const TOLERANCE: f64 = 0.1;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "mets-2",
    title: "blind against blind",
    source: "Mets 2008, sections 4.1 and 4.2, table 2",
    measure,
};

fn measure(bench: &Bench, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Findings, LabError> {
    let mut findings = Findings::default();
    for reading in Reading::MAIN {
        for line in &LINES {
            let counts = count(bench, progress, line.layout, &reading, GAMES)?;
            let [moves, flags, wins] = figures(line, &reading, &counts);
            findings.figures.extend([
                moves.claimed(Claim::Near(line.moves, TOLERANCE)),
                flags,
                wins.claimed(Claim::Equals(0.5)),
            ]);
        }
    }
    for reading in Reading::FURTHER {
        for line in &LINES {
            let games = GAMES_OF_FURTHER_READINGS;
            let counts = count(bench, progress, line.layout, &reading, games)?;
            let [moves, flags, _] = figures(line, &reading, &counts);
            findings.figures.extend([moves, flags]);
        }
    }
    findings.notes.push(
        "\"As written\" is the bot `blind`. \"Sacrifices allowed\" is `blind:sacrifices=allowed`: attacks on pieces known to be \
         stronger are drawn like all other moves. The third reading is `blind:sacrifices=allowed,scouts=step` with `two_squares=1`; of all \
         in this report it has the least root mean square of relative errors in his four figures. The further readings, with fewer games and without claims, change one or two \
         more of his rules: how a move is drawn, whether a scout may run and attack in one turn or run at all, and how soon the \
         two-squares rule forbids to go straight back."
            .to_owned(),
    );
    Ok(findings)
}

fn figures(line: &Line, reading: &Reading, counts: &Counts) -> [Figure; 3] {
    let part = format!("{}, {}", line.layout.name(), reading.name);
    let share = |count: u64| count as f64 / GAMES as f64;
    let figure = |name: &str, unit, paper, measured| {
        Figure::new(&part, name, unit, measured, counts.games).with_paper(paper, GAMES)
    };
    let flags = counts.flags[0] + counts.flags[1];
    [
        figure("mean moves", Unit::Whole, line.moves, counts.mean_plies()),
        figure(
            "flag captured",
            Unit::Share,
            share(line.flags),
            counts.share(flags),
        ),
        figure(
            "wins of the beginner",
            Unit::Share,
            share(line.wins),
            counts.share(counts.wins[0]),
        ),
    ]
}

fn count(
    bench: &Bench,
    progress: &mut dyn FnMut(Progress<'_>),
    layout: Layout,
    reading: &Reading,
    games: u64,
) -> Result<Counts, LabError> {
    let pieces = Pieces {
        id: EXPERIMENT.id,
        part: &format!("{}, {}", layout.name(), reading.name),
        settings: &format!("{layout:?} {reading:?}"),
        games: bench.games(games),
        games_a_piece: GAMES_A_PIECE,
    };
    let play = |piece: Piece| {
        let mut counts = Counts::default();
        for game in 0..piece.games {
            let mut rng = piece.seed.derive(game).rng();
            let setups = BySide::from_fn(|_| layout.draw(&mut rng));
            let mut position = Position::from_setups(reading.rules(), &setups)
                .expect("setups and rules are classic");
            let (winner, is_by_flag) =
                play_out(&mut position, |position| reading.draw(position, &mut rng));
            let winner = usize::from(winner == Side::Blue);
            counts.add(Some(winner), is_by_flag, position.ply());
        }
        Ok(counts)
    };
    pieces::measure(bench, &pieces, progress, play).map(Counts::sum)
}

/// Plays to the end and says who won, and whether by the flag. Nobody draws: by his rules whoever cannot move in his turn
/// loses, even if the other could not either.
fn play_out(
    position: &mut Position,
    mut draw: impl FnMut(&Position) -> Option<flagfall_core::Move>,
) -> (Side, bool) {
    loop {
        let Some(mv) = draw(position) else {
            return (!position.to_move(), false);
        };
        position.advance(mv);
        if let Some(end) = position.end() {
            let winner = end.outcome.winner().unwrap_or(!position.to_move());
            return (winner, end.reason == Termination::FlagCaptured);
        }
    }
}
