//! The games that all benches run on.
#![allow(
    dead_code,
    reason = "each bench that shares this module uses another part of it"
)]

use flagfall_core::{BySide, Game, Position, Rules, Seed, Setup, Variant};

/// How many games there are. Each stands at another point of a random classic game under full tournament rules.
pub(crate) const GAMES: usize = 200;

/// The games, always the same: the first has just begun, each next one is five plies further than the one before.
pub(crate) fn games() -> Vec<Game> {
    (0..GAMES as u64)
        .map(|index| {
            let mut rng = Seed(42).derive(index).rng();
            let mut game = start(Seed(42).derive(index));
            for _ in 0..5 * index {
                let Some(mv) = game.position().random_move(&mut rng) else {
                    break;
                };
                let before = game.clone();
                game.advance(mv);
                if game.result().is_some() {
                    return before;
                }
            }
            game
        })
        .collect()
}

/// The positions of these games.
pub(crate) fn positions() -> Vec<Position> {
    games().iter().map(|game| game.position().clone()).collect()
}

/// A classic game under full tournament rules from two random setups.
pub(crate) fn start(seed: Seed) -> Game {
    let mut rng = seed.rng();
    let setups = BySide::from_fn(|_| Setup::random(Variant::Classic, &mut rng));
    Game::new(Rules::ISF, setups).expect("both setups are classic")
}
