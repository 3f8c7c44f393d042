//! Tables 2 to 7.

use flagfall_arena::stats::{Interval, wilson};

use super::cells::{Cell, GAMES, MAX_PLIES, MORE_NODES, NODES, Played};
use super::guesses::{Tally, Who, ratio};
use crate::bench::{Bench, Progress};
use crate::error::LabError;
use crate::experiment::{Experiment, Findings};
use crate::report::{Figure, Unit};
use crate::verdict::Claim;

/// A row of his tables.
#[derive(Clone, Copy, Debug)]
struct Row {
    cell: Cell,
    /// Tables 2 and 3: the share of guesses that were right.
    right: f64,
    /// Tables 4 and 5: the mean probability of the true rank, of all pieces and of those guessed right.
    probability: [f64; 2],
    /// Tables 6 and 7: games won and drawn.
    won: [u64; 2],
}

const fn row(gamma: f64, beta: f64, right: [u64; 2], probability: [f64; 2], won: [u64; 2]) -> Row {
    Row {
        cell: Cell { gamma, beta },
        right: right[0] as f64 / (right[0] + right[1]) as f64,
        probability,
        won,
    }
}

/// His best: gamma 0.75 and beta 0.01.
const BEST: Row = row(0.75, 0.01, [12_541, 18_568], [0.328, 0.637], [559, 4]);

/// Tables 2, 4 and 6.
const GAMMAS: [Row; 4] = [
    row(0.25, 0.01, [12_467, 18_673], [0.315, 0.601], [521, 3]),
    row(0.5, 0.01, [12_456, 18_418], [0.320, 0.614], [553, 1]),
    BEST,
    row(1.0, 0.01, [12_126, 18_743], [0.330, 0.666], [545, 0]),
];

/// Tables 3, 5 and 7.
const BETAS: [Row; 4] = [
    BEST,
    row(0.75, 0.05, [12_282, 18_469], [0.324, 0.632], [541, 2]),
    row(0.75, 0.1, [12_517, 18_713], [0.327, 0.633], [546, 4]),
    row(0.75, 0.2, [12_309, 18_539], [0.323, 0.630], [527, 2]),
];

/// "No OM": the share guessed right, and mean probabilities.
const NUMBERS_RIGHT: f64 = 5_384.0 / (5_384.0 + 25_108.0);
const NUMBERS_PROBABILITY: [f64; 2] = [0.152, 0.290];

const SOURCE: &str = "Stankiewicz 2009, section 5";

/// Which of his three kinds of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Right,
    Probability,
    Wins,
}

macro_rules! experiment {
    ($name:ident, $id:literal, $title:literal, $rows:ident, $kind:ident) => {
        pub(crate) const $name: Experiment = Experiment {
            id: $id,
            title: $title,
            source: SOURCE,
            measure: |bench, progress| measure(&$rows, Kind::$kind, bench, progress),
        };
    };
}

experiment!(
    TABLE_2,
    "stankiewicz-2",
    "ranks guessed right, by gamma",
    GAMMAS,
    Right
);
experiment!(
    TABLE_3,
    "stankiewicz-3",
    "ranks guessed right, by beta",
    BETAS,
    Right
);
experiment!(
    TABLE_4,
    "stankiewicz-4",
    "probability of the true rank, by gamma",
    GAMMAS,
    Probability
);
experiment!(
    TABLE_5,
    "stankiewicz-5",
    "probability of the true rank, by beta",
    BETAS,
    Probability
);
experiment!(
    TABLE_6,
    "stankiewicz-6",
    "games won with the model, by gamma",
    GAMMAS,
    Wins
);
experiment!(
    TABLE_7,
    "stankiewicz-7",
    "games won with the model, by beta",
    BETAS,
    Wins
);

fn measure(
    rows: &[Row],
    kind: Kind,
    bench: &Bench,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Findings, LabError> {
    let mut findings = Findings::default();
    let mut best = None;
    for row in rows {
        let games = row.cell.measure(bench, progress)?;
        let part = format!("gamma {}, beta {}", row.cell.gamma, row.cell.beta);
        let figures = match kind {
            Kind::Right => right(row, &part, &games),
            Kind::Probability => probability(row, &part, &games),
            Kind::Wins => wins(row, &part, &games),
        };
        findings.figures.extend(figures);
        if row.cell == BEST.cell {
            best = Some(games);
        }
    }
    if let Some(games) = best {
        findings.figures.extend(without(kind, &games));
    }
    findings.notes.push(format!(
        "- `{}` against `{}` with the row's gamma and beta: {NODES} nodes a move for both, {MORE_NODES} more in each \
         repetition of a combination of setups (the searcher has no randomness of its own), ten setups in every combination, \
         colors swapped, rules isf, drawn after {MAX_PLIES} plies.",
        BEST.cell.players()[0],
        BEST.cell.players()[1],
    ));
    findings.notes.push(match kind {
        Kind::Wins => "- His win rate counts a draw as no win. Intervals treat games as independent.".to_owned(),
        _ => "- Each piece that the player without the model shows in battle is guessed just before; ties are wrong. All \
              who guess look on at the same games and are compared on the same pieces; the others with those of gamma 0.75 \
              and beta 0.01. \"Numbers left\" is his \"simple method, based on the number of unknown pieces left of a \
              particular rank\"; \"counting\" also knows that what has moved is no bomb and no flag, and is what the player \
              without the model uses. Intervals are those of games, not of single guesses. His statistics are of 70,000 \
              games of people, ours of games of bots (`flagfall model show`)."
            .to_owned(),
    });
    Ok(findings)
}

/// Sums of one guesser, game by game.
fn tallies(games: &[Played], who: Who) -> impl Iterator<Item = &Tally> + Clone {
    games.iter().map(move |game| &game.guesses[who.index()])
}

/// The model's guesses beside another's, game by game.
fn beside(games: &[Played], who: Who) -> impl Iterator<Item = (&Tally, &Tally)> + Clone {
    tallies(games, Who::Model).zip(tallies(games, who))
}

const GUESSED: &str = "guessed right";

fn right(row: &Row, part: &str, games: &[Played]) -> Vec<Figure> {
    let n = games.len() as u64;
    let share = right_of(games, Who::Model);
    let ahead = |name: &str, who: Who| {
        let ahead = ratio(beside(games, who).map(|(model, other)| {
            let ahead = f64::from(model.right) - f64::from(other.right);
            (ahead, model.shown.into())
        }));
        Figure::new(part, name, Unit::Share, ahead, n).claimed(Claim::Above(0.0))
    };
    vec![
        Figure::new(part, GUESSED, Unit::Share, share, n).with_paper(row.right, GAMES),
        ahead("guessed right, less by numbers left", Who::Numbers),
        ahead("guessed right, less by counting", Who::Counting),
    ]
}

fn right_of(games: &[Played], who: Who) -> Interval {
    ratio(tallies(games, who).map(|tally| (tally.right.into(), tally.shown.into())))
}

fn probability_of(games: &[Played], who: Who) -> Interval {
    ratio(tallies(games, who).map(|tally| (tally.probability, tally.shown.into())))
}

fn probability_if_right_of(games: &[Played], who: Who) -> Interval {
    ratio(tallies(games, who).map(|tally| (tally.probability_if_right, tally.right.into())))
}

const PROBABILITY: &str = "probability of the true rank";
const IF_RIGHT: &str = "the same where guessed right";

fn probability(row: &Row, part: &str, games: &[Played]) -> Vec<Figure> {
    let n = games.len() as u64;
    let figure = |name: &str, measured| Figure::new(part, name, Unit::Decimal, measured, n);
    let times = |times: f64, who: Who| {
        ratio(beside(games, who).map(move |(model, other)| {
            let ahead = model.probability - times * other.probability;
            (ahead, model.shown.into())
        }))
    };
    vec![
        figure(PROBABILITY, probability_of(games, Who::Model))
            .with_paper(row.probability[0], GAMES),
        figure(IF_RIGHT, probability_if_right_of(games, Who::Model))
            .with_paper(row.probability[1], GAMES),
        figure(
            "probability, less by numbers left",
            times(1.0, Who::Numbers),
        )
        .claimed(Claim::Above(0.0)),
        figure(
            "probability, less twice by numbers left",
            times(2.0, Who::Numbers),
        )
        .claimed(Claim::Above(0.0)),
        figure("probability, less by counting", times(1.0, Who::Counting))
            .claimed(Claim::Above(0.0)),
    ]
}

fn wins(row: &Row, part: &str, games: &[Played]) -> Vec<Figure> {
    let n = games.len() as u64;
    let count =
        |is_won: Option<bool>| games.iter().filter(|game| game.is_won == is_won).count() as u64;
    let (won, drawn, lost) = (count(Some(true)), count(None), count(Some(false)));
    let share = |count| wilson(count, n).expect("at least one game was played");
    let [paper_won, paper_drawn] = row.won;
    let of_paper = |count: u64| count as f64 / GAMES as f64;
    let plies = ratio(games.iter().map(|game| (f64::from(game.plies), 1.0)));
    vec![
        Figure::new(part, "won", Unit::Share, share(won), n)
            .with_paper(of_paper(paper_won), GAMES)
            .claimed(Claim::Above(0.5)),
        Figure::new(part, "drawn", Unit::Share, share(drawn), n)
            .with_paper(of_paper(paper_drawn), GAMES),
        Figure::new(part, "lost", Unit::Share, share(lost), n)
            .with_paper(of_paper(GAMES - paper_won - paper_drawn), GAMES),
        Figure::new(part, "plies", Unit::Whole, plies, n),
    ]
}

/// The others who looked on at the games of the best cell.
fn without(kind: Kind, games: &[Played]) -> Vec<Figure> {
    let n = games.len() as u64;
    let name = |who: Who| match who {
        Who::Model => "the model",
        Who::Numbers => "no model: numbers left",
        Who::Counting => "no model: counting",
        Who::Invincible => "Invincible's guesser",
        Who::Priors => "the model from people's setups",
        Who::Everything => "the model with all options",
    };
    let others = Who::ALL.into_iter().filter(|&who| who != Who::Model);
    let figures = |who: Who| -> Vec<Figure> {
        let part = name(who);
        let is_his = who == Who::Numbers;
        let with_paper = |figure: Figure, value| {
            if is_his {
                figure.with_paper(value, GAMES)
            } else {
                figure
            }
        };
        match kind {
            Kind::Right => {
                let figure = Figure::new(part, GUESSED, Unit::Share, right_of(games, who), n);
                vec![with_paper(figure, NUMBERS_RIGHT)]
            }
            Kind::Probability => {
                let all = probability_of(games, who);
                let if_right = probability_if_right_of(games, who);
                let figure = |name, measured| Figure::new(part, name, Unit::Decimal, measured, n);
                vec![
                    with_paper(figure(PROBABILITY, all), NUMBERS_PROBABILITY[0]),
                    with_paper(figure(IF_RIGHT, if_right), NUMBERS_PROBABILITY[1]),
                ]
            }
            Kind::Wins => Vec::new(),
        }
    };
    others.flat_map(figures).collect()
}
