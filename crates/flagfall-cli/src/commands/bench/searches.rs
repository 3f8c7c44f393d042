//! How fast the searching bots are, on positions of games that such a bot plays against itself.

use std::time::Instant;

use anyhow::Result;
use flagfall_bots::{
    Algorithm, Bot, BotSpec, Budget, Choice, GameStart, Options, Perspecto, Searcher, Star,
};
use flagfall_core::{BySide, Game, Rules, Seed, Side};
use serde::Serialize;

/// One bot's figures.
#[derive(Serialize)]
pub(super) struct SearchFigures {
    pub(super) bot: &'static str,
    pub(super) nodes_per_second: f64,
    pub(super) median_ms: f64,
    pub(super) worst_ms: f64,
    /// All nodes: changes only when the search or the positions do.
    pub(super) nodes: u64,
}

const GAMES: u64 = 5;
/// The plies at which a game's positions are taken.
const PLIES: [usize; 4] = [20, 60, 120, 200];

/// The figures of all searching bots as they play by default.
pub(super) fn measure(rules: Rules, seed: Seed) -> Result<Vec<SearchFigures>> {
    let games = positions(rules, seed)?;
    let search = |bot: &'static str, algorithm| {
        let make = || Searcher::with_options(algorithm, &mut Options::new(&bot.parse()?));
        time(
            bot,
            &games,
            seed,
            || Ok(make()?),
            |player| player.stats().nodes,
        )
    };
    Ok(vec![
        search("minimax", Algorithm::Minimax)?,
        search("expectiminimax", Algorithm::Expectiminimax)?,
        search("pe-minimax", Algorithm::PeMinimax)?,
        time(
            "perspecto",
            &games,
            seed,
            || {
                Ok(Perspecto::with_options(&mut Options::new(
                    &"perspecto".parse()?,
                ))?)
            },
            |player| player.stats().nodes,
        )?,
        time(
            "star",
            &games,
            seed,
            || Ok(Star::with_options(&mut Options::new(&"star".parse()?))?),
            Star::nodes,
        )?,
    ])
}

fn time<B: Bot>(
    bot: &'static str,
    games: &[Game],
    seed: Seed,
    make: impl Fn() -> Result<B>,
    count: impl Fn(&B) -> u64,
) -> Result<SearchFigures> {
    let mut times = Vec::new();
    let mut nodes = 0;
    for game in games {
        let side = game.position().to_move();
        let mut player = make()?;
        player.begin(&start(side, *game.position().rules(), seed));
        let view = game.view(side);
        let started = Instant::now();
        player.choose(&view, &Budget::OWN)?;
        times.push(started.elapsed().as_secs_f64());
        nodes += count(&player);
    }
    times.sort_by(f64::total_cmp);
    let worst = times.last().copied().unwrap_or(0.0);
    let median = times.get(times.len() / 2).copied().unwrap_or(0.0);
    Ok(SearchFigures {
        bot,
        nodes_per_second: nodes as f64 / times.iter().sum::<f64>(),
        median_ms: median * 1e3,
        worst_ms: worst * 1e3,
        nodes,
    })
}

/// Positions of all phases of games between quick players.
fn positions(rules: Rules, seed: Seed) -> Result<Vec<Game>> {
    let spec: BotSpec = "minimax:depth=2".parse()?;
    let mut positions = Vec::new();
    for number in 0..GAMES {
        let seed = seed.derive(number);
        let mut players = Vec::new();
        let mut setups = Vec::new();
        for side in Side::ALL {
            let mut player = flagfall_bots::build(&spec)?;
            player.begin(&start(side, rules, seed.derive(side.index() as u64)));
            setups.push(player.setup()?);
            players.push(player);
        }
        let mut game = Game::new(rules, BySide::from_fn(|side| setups[side.index()]))?;
        for ply in 0..=PLIES[PLIES.len() - 1] {
            if game.result().is_some() {
                break;
            }
            if PLIES.contains(&ply) {
                positions.push(game.clone());
            }
            let side = game.position().to_move();
            let Choice::Move(mv) = players[side.index()].choose(&game.view(side), &Budget::OWN)?
            else {
                break;
            };
            game.play(mv)?;
        }
    }
    Ok(positions)
}

fn start(side: Side, rules: Rules, seed: Seed) -> GameStart {
    GameStart {
        side,
        rules,
        seed,
        opponent: "bench".to_owned(),
        given_setup: None,
    }
}
