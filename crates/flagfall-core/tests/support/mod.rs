//! Short ways to write positions and games in tests.
#![allow(
    dead_code,
    reason = "each test target that shares this module uses another part of it"
)]

pub(crate) mod hidden;
pub(crate) mod walks;

use flagfall_core::notation::rank_from_letter;
use flagfall_core::{Game, Move, PositionBuilder, Rank, Rules, Side, Square};

/// The square with this name.
pub(crate) fn sq(name: &str) -> Square {
    name.parse().expect("tests name squares of the board")
}

/// The move written like this.
pub(crate) fn mv(text: &str) -> Move {
    text.parse().expect("tests write moves correctly")
}

/// The rules written like this.
pub(crate) fn rules(text: &str) -> Rules {
    text.parse().expect("tests write rules correctly")
}

/// A placement written as squares with pieces: `A4:rX B4:b9` is red's marshal on A4 and blue's general on B4. Red moves
/// first.
pub(crate) fn placement(rules_text: &str, pieces: &str) -> PositionBuilder {
    let mut builder = PositionBuilder::new(rules(rules_text));
    for word in pieces.split_whitespace() {
        let (square, piece) = word.split_once(':').expect("a square, a colon, a piece");
        let side = match &piece[..1] {
            "r" => Side::Red,
            "b" => Side::Blue,
            other => panic!("{other} is neither red nor blue"),
        };
        let rank: Option<Rank> = piece[1..].chars().next().and_then(rank_from_letter);
        builder = builder.with(sq(square), side, rank.expect("a rank letter"));
    }
    builder
}

/// A game from a placement with these moves played, red first.
pub(crate) fn game(rules_text: &str, pieces: &str, moves: &str) -> Game {
    play(start(placement(rules_text, pieces)), moves)
}

/// As [`game`], with blue to move first.
pub(crate) fn blue_first(rules_text: &str, pieces: &str, moves: &str) -> Game {
    let builder = PositionBuilder {
        to_move: Side::Blue,
        ..placement(rules_text, pieces)
    };
    play(start(builder), moves)
}

fn start(builder: PositionBuilder) -> Game {
    Game::from_free(builder).expect("tests place pieces correctly")
}

/// The game after further moves, all of which must be legal.
pub(crate) fn play(mut game: Game, moves: &str) -> Game {
    for text in moves.split_whitespace() {
        if let Err(why) = game.play(mv(text)) {
            panic!("{text} at ply {}: {why}", game.position().ply());
        }
    }
    game
}

/// The short name of the reason why the player to move may not make this move; `None` if he may.
pub(crate) fn why(game: &Game, text: &str) -> Option<&'static str> {
    game.position()
        .check(mv(text))
        .err()
        .map(|error| error.name())
}

/// The legal moves from one square, as text in alphabetical order.
pub(crate) fn moves_from(game: &Game, square: &str) -> Vec<String> {
    let mut moves: Vec<String> = game
        .position()
        .legal_moves()
        .iter()
        .filter(|mv| mv.from == sq(square))
        .map(ToString::to_string)
        .collect();
    moves.sort();
    moves
}

/// All legal moves, as text in alphabetical order.
pub(crate) fn all_moves(game: &Game) -> Vec<String> {
    let mut moves: Vec<String> = game
        .position()
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    moves.sort();
    moves
}
