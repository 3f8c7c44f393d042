//! The worked examples of the thesis, and what must hold for all four bots: what the tests share.

mod fear;
mod field;
mod players;
mod search;
mod strategy;

use flagfall_core::{BySide, Game, Move, Rank, Rules, Seed, Side, Variant, View};
use flagfall_setups::half_random;

use super::agent::Perspecto;
use super::area::{Area, Radius};
use super::chronicle::{Chronicle, Sign};
use super::field::{Field, Fight, Owner, Step, Steps, Width};
use super::judge::Judge;
use super::odds::Odds;
use super::psychology::{Fears, Psychology, Temper, Thoughts};
use super::search::{Algorithm, Evaluation, Finding, Frame, Likelihood, Limit, Plan};
use super::strategic::{RULES, StrategicSearch, Strategy};
use super::values::Values;
use crate::bot::{Bot, Budget, Choice};
use crate::conformance::{Effort, check};
use crate::placed::{game, start};
use crate::spec::Options;

fn steps(field: &Field, owner: Owner, area: &Area, width: Width) -> Steps {
    let mut steps = Steps::new();
    field.add_steps(owner, area, width, &mut steps);
    steps
}

/// A game of random moves between half-random setups.
fn random_game(seed: u64, plies: usize) -> Game {
    let mut rng = Seed(seed).rng();
    let setups = BySide::from_fn(|_| half_random(Variant::Classic, &mut rng));
    let mut game = Game::new(Rules::default(), setups).unwrap();
    for _ in 0..plies {
        let Some(mv) = game.view(game.position().to_move()).random_move(&mut rng) else {
            break;
        };
        game.advance(mv);
    }
    game
}

/// The agent of a spec.
fn agent(spec: &str) -> Perspecto {
    Perspecto::with_options(&mut Options::new(&spec.parse().unwrap())).unwrap()
}

fn judge(view: &View<'_>, field: &Field, fears: Fears) -> Judge {
    Judge {
        odds: Odds::new(field),
        values: Values::new(view, field),
        fears,
    }
}

/// A search for captures alone, without decay where it is two half-moves deep.
fn plan(algorithm: Algorithm, depth: u8) -> Plan {
    Plan {
        algorithm,
        evaluation: Evaluation::Captures,
        radius: Radius::Local(2),
        widths: Plan::flat(depth),
        replies: Likelihood::Even(0.0),
        counts_branches: false,
    }
}

fn findings(view: &View<'_>, fears: Fears, plan: &Plan) -> Vec<Finding> {
    let mut chronicle = Chronicle::default();
    chronicle.read(view);
    let mut field = Field::new(view);
    field.note_approaches();
    for (mover, towards) in chronicle.approaches() {
        field.note_approach(mover, towards);
    }
    let judge = judge(view, &field, fears);
    let limit = Limit::nodes(u64::MAX);
    let moves = view.legal_moves();
    Frame::new(field, &judge, plan, limit)
        .findings(&moves)
        .unwrap()
}

fn finding(view: &View<'_>, fears: Fears, plan: &Plan, mv: &str) -> Finding {
    let mv: Move = mv.parse().unwrap();
    *findings(view, fears, plan)
        .iter()
        .find(|finding| finding.mv == mv)
        .unwrap()
}

/// Pieces that fill the left of a side's rows, so that one unknown piece is one of many.
fn crowd(side: Side) -> String {
    let rows = [
        "flag bomb scout scout scout scout scout scout scout",
        "miner miner miner miner miner sergeant sergeant sergeant sergeant",
        "lieutenant lieutenant lieutenant lieutenant captain captain captain",
        "major major major colonel colonel general",
    ];
    let mut pieces = Vec::new();
    for (depth, ranks) in rows.iter().enumerate() {
        for (col, rank) in ('A'..).zip(ranks.split(' ')) {
            let row = if side == Side::Red {
                depth + 1
            } else {
                10 - depth
            };
            pieces.push(format!("{col}{row} {side} {rank}"));
        }
    }
    pieces.join(", ")
}

/// A game between two crowds and some pieces more.
fn crowded(pieces: &str, moves: &str) -> Game {
    let all = format!("{pieces}, {}, {}", crowd(Side::Red), crowd(Side::Blue));
    game(&all, Side::Red, moves)
}
