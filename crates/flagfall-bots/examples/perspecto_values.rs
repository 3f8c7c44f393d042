//! A signature of all values that a searching bot gives to the moves of many positions:
//! `cargo run --release -p flagfall-bots --example perspecto_values BOT GAMES EVERY`.
//!
//! A change that is meant to make a search faster and nothing else keeps the signature, which is made of every bit of every
//! value. The positions are every so many plies of games that quick players play against each other.

use std::error::Error;
use std::time::Instant;

use flagfall_bots::{BotSpec, Budget, Choice, GameStart, build};
use flagfall_core::{BySide, Game, Rules, Seed, Side};

/// Who plays the games.
const QUICK: &str = "minimax:depth=3";
/// The longest that a game is followed.
const PLIES: usize = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut next = || args.next().ok_or("usage: perspecto_values BOT GAMES EVERY");
    let name = next()?;
    let spec: BotSpec = name.parse()?;
    let n_games: u64 = next()?.parse()?;
    let every: usize = next()?.parse()?;
    let mut signature = 0u64;
    let mut seconds = Vec::new();
    for seed in (0..n_games).map(Seed) {
        let mut players = Vec::new();
        let mut setups = Vec::new();
        for side in Side::ALL {
            let mut player = build(&QUICK.parse()?)?;
            player.begin(&start(side, seed.derive(side.index() as u64)));
            setups.push(player.setup()?);
            players.push(player);
        }
        let mut game = Game::new(
            Rules::default(),
            BySide::from_fn(|side| setups[side.index()]),
        )?;
        for ply in 1..=PLIES {
            if game.result().is_some() {
                break;
            }
            let side = game.position().to_move();
            let view = game.view(side);
            if ply % every == 0 {
                let mut bot = build(&spec)?;
                bot.begin(&start(side, seed));
                let started = Instant::now();
                bot.choose(&view, &Budget::OWN)?;
                seconds.push(started.elapsed().as_secs_f64());
                for rated in bot.explain().ok_or("the bot explains nothing")?.moves {
                    mix(&mut signature, rated.mv.from.index() as u64);
                    mix(&mut signature, rated.mv.to.index() as u64);
                    mix(&mut signature, rated.value.to_bits());
                    for part in rated.parts {
                        // Zero has two signs, which no value depends on.
                        mix(&mut signature, (part + 0.0).to_bits());
                    }
                }
            }
            let Choice::Move(mv) = players[side.index()].choose(&view, &Budget::OWN)? else {
                break;
            };
            game.play(mv)?;
        }
    }
    seconds.sort_by(f64::total_cmp);
    let worst = seconds.last().ok_or("no positions")?;
    eprintln!(
        "{name}: {} positions, signature {signature:016x}, {:.1} ms a move in the mean, {:.1} in the median, {:.1} at worst",
        seconds.len(),
        seconds.iter().sum::<f64>() / seconds.len() as f64 * 1e3,
        seconds[seconds.len() / 2] * 1e3,
        worst * 1e3
    );
    Ok(())
}

fn mix(signature: &mut u64, number: u64) {
    *signature = (signature.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
}

fn start(side: Side, seed: Seed) -> GameStart {
    GameStart {
        side,
        rules: Rules::default(),
        seed,
        opponent: "signature".to_owned(),
        given_setup: None,
    }
}
