//! How long Invincible thinks about a move on one core: `cargo bench -p flagfall-bots --bench invincible`.
//!
//! The positions are every tenth of games against the heuristic player, so openings, middle games and endgames all count.
//! Guessing what has happened since the start is part of the first answer in each position; in a game it is spread over all
//! turns.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::Criterion;
use flagfall_bots::{Bot, Budget, Choice, GameStart, Heuristic, Invincible};
use flagfall_core::{BySide, Game, Move, Rules, Seed, Side};

const GAMES: u64 = 4;
/// "It moves very fast": the most that a move may take on average.
const LIMIT: Duration = Duration::from_millis(5);

fn main() {
    let (positions, per_move) = positions();
    assert!(positions.len() > 40, "{} positions", positions.len());
    assert!(per_move < LIMIT, "{per_move:?} a move");
    eprintln!("{per_move:?} a move on average over {GAMES} games");
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("invincible");
    group.sample_size(20);
    group.bench_function(
        format!("first move in {} positions", positions.len()),
        |bencher| {
            bencher.iter(|| {
                for (game, side) in black_box(&positions) {
                    let mut bot = Invincible::new();
                    begin(&mut bot, *side, 1);
                    let mv = choose(&mut bot, game, *side);
                    assert!(game.position().check(mv).is_ok());
                }
            });
        },
    );
    group.finish();
    criterion.final_summary();
}

/// Every tenth position of whole games, and how long a move took on average in them.
fn positions() -> (Vec<(Game, Side)>, Duration) {
    let mut positions = Vec::new();
    let (mut spent, mut moves) = (Duration::ZERO, 0);
    for number in 0..GAMES {
        let mut bots: BySide<Box<dyn Bot>> =
            BySide::new(Box::new(Invincible::new()), Box::new(Heuristic::new()));
        for side in Side::ALL {
            begin(bots[side].as_mut(), side, number);
        }
        let setups = BySide::from_fn(|side| bots[side].setup().expect("a setup"));
        let mut game = Game::new(Rules::ISF, setups).expect("classic setups");
        while game.result().is_none() && game.position().ply() < 400 {
            let side = game.position().to_move();
            if side == Side::Red && game.position().ply().is_multiple_of(20) {
                positions.push((game.clone(), side));
            }
            let started = Instant::now();
            let mv = choose(bots[side].as_mut(), &game, side);
            if side == Side::Red {
                spent += started.elapsed();
                moves += 1;
            }
            let event = game.advance(mv);
            for side in Side::ALL {
                bots[side].observe(&event);
            }
        }
    }
    (positions, spent / moves.max(1))
}

fn begin(bot: &mut dyn Bot, side: Side, number: u64) {
    bot.begin(&GameStart {
        side,
        rules: Rules::ISF,
        seed: Seed(number).derive(side.index() as u64),
        opponent: "bench".to_owned(),
        given_setup: None,
    });
}

fn choose(bot: &mut dyn Bot, game: &Game, side: Side) -> Move {
    match bot.choose(&game.view(side), &Budget::OWN).expect("a move") {
        Choice::Move(mv) | Choice::MoveAndOfferDraw(mv) => mv,
        Choice::Resign => game.view(side).legal_moves()[0],
    }
}
