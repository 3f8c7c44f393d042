use std::time::{Duration, Instant};

use flagfall_core::{BySide, Game, Rules, Seed, Setup, Side, below};

use super::Stop;
use crate::bot::{Bot, Budget, Choice};
use crate::placed::start;
use crate::registry::{BOTS, build};

#[test]
fn clones_are_the_same_signal() {
    let (stop, never) = (Stop::new(), Stop::NEVER);
    let heard = stop.clone();
    assert!(!heard.is_raised());
    stop.raise();
    never.raise();
    assert!(heard.is_raised());
    assert!(!never.is_raised());
    assert!(stop == heard && stop != Stop::new() && stop != never);
}

/// A game with some battles behind it: plies at random.
fn game_in_progress() -> Game {
    let mut rng = Seed(11).rng();
    let setups = BySide::from_fn(|_| Setup::random(Rules::ISF.variant, &mut rng));
    let mut game = Game::new(Rules::ISF, setups).unwrap();
    for _ in 0..80 {
        let moves = game.view(game.position().to_move()).legal_moves();
        let mv = moves[below(&mut rng, moves.len() as u32) as usize];
        game.advance(mv);
    }
    assert!(game.result().is_none());
    game
}

fn seated(spec: &str, side: Side) -> Box<dyn Bot> {
    let mut bot = build(&spec.parse().unwrap()).unwrap();
    bot.begin(&start(side, Rules::ISF, 7));
    bot
}

/// Every bot there is, and those that search with options that would keep them busy for minutes.
fn specs() -> Vec<String> {
    let endless = [
        "monte-carlo:ms=20000",
        "monte-carlo:playouts=3600000,lookahead=end",
        "minimax:depth=11,radius=global,nodes=100000000",
        "expectiminimax:depth=11,radius=global,nodes=100000000",
        "pe-minimax:depth=11,radius=global,nodes=100000000",
        "perspecto:depth=11,radius=global,nodes=100000000",
        "minimax:radius=global,ms=20000",
        "star:ms=20000",
        "bayes:nodes=100000000",
        "perspecto:radius=global,ms=20000",
    ];
    let own = BOTS.iter().map(|info| info.name);
    own.chain(endless).map(str::to_owned).collect()
}

#[test]
fn every_bot_answers_soon_after_it_is_stopped() {
    let game = game_in_progress();
    let side = game.position().to_move();
    for spec in specs() {
        let mut bot = seated(&spec, side);
        let stop = Stop::new();
        let budget = Budget {
            stop: stop.clone(),
            ..Budget::OWN
        };
        let raised = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(60));
            stop.raise();
            Instant::now()
        });
        let choice = bot.choose(&game.view(side), &budget).unwrap();
        let answered = Instant::now();
        let late = answered.saturating_duration_since(raised.join().unwrap());
        assert!(late < Duration::from_secs(2), "{spec} went on for {late:?}");
        let Choice::Move(mv) = choice else {
            panic!("{spec} moves")
        };
        assert!(game.view(side).check(mv).is_ok(), "{spec} plays {mv}");
    }
}

#[test]
fn a_signal_that_is_not_raised_changes_nothing() {
    let game = game_in_progress();
    let side = game.position().to_move();
    let watched = Budget {
        stop: Stop::new(),
        ..Budget::OWN
    };
    for spec in BOTS.iter().map(|info| info.name) {
        let answers = [&watched, &Budget::OWN].map(|budget| {
            let mut bot = seated(spec, side);
            let choice = bot.choose(&game.view(side), budget).unwrap();
            (choice, bot.explain())
        });
        assert_eq!(answers[0], answers[1], "{spec}");
    }
}

#[test]
fn the_clock_drives_the_depth_of_searches() {
    let game = game_in_progress();
    let side = game.position().to_move();
    for spec in ["minimax:ms=300", "perspecto:ms=300"] {
        let started = Instant::now();
        let mut bot = seated(spec, side);
        bot.choose(&game.view(side), &Budget::OWN).unwrap();
        let took = started.elapsed();
        // One of the usual five half-moves takes far less, one of all eleven would take minutes; a busy machine takes longer.
        let expected = Duration::from_millis(200)..Duration::from_secs(10);
        assert!(expected.contains(&took), "{spec} took {took:?}");
    }
}
