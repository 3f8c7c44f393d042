//! Games from a few pieces, and how they begin for a player, for tests.

use flagfall_core::{Game, PositionBuilder, Rank, Rules, Seed, Side};

use crate::bot::GameStart;

/// A game from a placement such as `"A1 red flag, B5 blue marshal"`, after some moves.
pub(crate) fn game(pieces: &str, to_move: Side, moves: &str) -> Game {
    let mut builder = PositionBuilder::new(Rules::default());
    builder.to_move = to_move;
    for piece in pieces.split(", ") {
        let [square, side, rank] = piece.split(' ').collect::<Vec<_>>()[..] else {
            panic!("'{piece}' is not square, side and rank")
        };
        let rank = Rank::ALL
            .into_iter()
            .find(|other| other.name() == rank)
            .unwrap();
        builder = builder.with(square.parse().unwrap(), side.parse().unwrap(), rank);
    }
    let mut game = Game::from_free(builder).unwrap();
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap();
    }
    game
}

/// What a player of this side is told before a game.
pub(crate) fn start(side: Side, rules: Rules, seed: u64) -> GameStart {
    GameStart {
        side,
        rules,
        seed: Seed(seed),
        opponent: "test".to_owned(),
        given_setup: None,
    }
}
