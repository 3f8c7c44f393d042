//! That pruning changes nothing, and what must hold for the bot.

use flagfall_belief::{Counts, RankSource};
use flagfall_core::{Game, Move, PositionBuilder, Rank, Rules, Seed, Side, Square, below, shuffle};

use super::battle::{Attacks, Detail};
use super::ordering::Ordering;
use super::search::{Limit, Manner, Pruning, Search, Shortcuts};
use super::settings::{BeliefKind, Settings};
use super::state::Player;
use super::table::Table;
use super::*;
use crate::conformance::{Effort, check};
use crate::spec::BotSpec;

fn settings(spec: &str) -> Settings {
    let spec: BotSpec = spec.parse().unwrap();
    let mut options = Options::new(&spec);
    let settings = Settings::take(&mut options).unwrap();
    options.finish().unwrap();
    settings
}

/// A game from a placement such as `"A1 red flag, B5 blue marshal"`, after some moves.
fn game(pieces: &str, moves: &str) -> Game {
    let mut builder = PositionBuilder::new(Rules::default());
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

/// A few pieces of either side around the lakes, close enough to meet, after a few random moves; `None` if the game is then
/// over. Red is to move.
fn small_game(seed: u64) -> Option<Game> {
    let mut rng = Seed(seed).rng();
    let mut squares: Vec<Square> = Square::all()
        .filter(|square| (3..7).contains(&square.row()) && square.col() < 6)
        .collect();
    shuffle(&mut rng, &mut squares);
    let mut builder = PositionBuilder::new(Rules::default());
    for side in Side::ALL {
        let mut ranks: Vec<Rank> = Rank::ALL.to_vec();
        ranks.retain(|rank| *rank != Rank::Flag);
        shuffle(&mut rng, &mut ranks);
        let n_pieces = 2 + below(&mut rng, 4) as usize;
        for rank in ranks.into_iter().take(n_pieces).chain([Rank::Flag]) {
            builder = builder.with(squares.pop()?, side, rank);
        }
    }
    let mut game = Game::from_free(builder).ok()?;
    for _ in 0..2 * below(&mut rng, 4) {
        let mv = game.view(game.position().to_move()).random_move(&mut rng)?;
        game.advance(mv);
    }
    (game.result().is_none() && game.position().to_move() == Side::Red).then_some(game)
}

/// The best move of a search of fixed depth with its value, and the nodes it took.
fn best(game: &Game, depth: i8, manner: Manner) -> (Move, f32, u64) {
    let view = game.view(Side::Red);
    let settings = settings("star:belief=counts");
    let source = Counts::new(&view);
    let root = Root::new(&view, &source, &settings);
    let (mut table, mut ordering) = (Table::new(14), Ordering::new());
    let mut search = Search {
        knowledge: &root.knowledge,
        evaluation: &root.evaluation,
        manner,
        limit: Limit {
            nodes: u64::MAX,
            deadline: None,
        },
        table: &mut table,
        ordering: &mut ordering,
        nodes: 0,
        is_over: false,
    };
    let mut found: Option<(Move, f32)> = None;
    for mv in view.legal_moves() {
        let mut window = search.full();
        if let Some((_, value)) = found.filter(|_| manner.pruning != Pruning::Plain) {
            window.low = value;
        }
        let value = search.value_of(&root.state, Player::Me, mv, depth - 1, 1, window);
        let value = value.unwrap_or(f32::NEG_INFINITY);
        if found.is_none_or(|(_, best)| value > best + TOLERANCE) {
            found = Some((mv, value));
        }
    }
    let (mv, value) = found.expect("there is a legal move");
    (mv, value, search.nodes)
}

/// What rounding can change in a value of a few hundred points.
const TOLERANCE: f32 = 2e-3;

fn manner(pruning: Pruning, attacks: Attacks) -> Manner {
    Manner {
        pruning,
        shortcuts: Shortcuts::None,
        attacks,
        remembers: false,
        quiescence: 2,
    }
}

#[test]
fn pruning_changes_neither_value_nor_move_and_saves_nodes() {
    let mut n_positions = 0;
    let mut nodes = [0_u64; 4];
    for seed in 0..1500 {
        let Some(game) = small_game(seed) else {
            continue;
        };
        let attacks = [Attacks::Chance, Attacks::Informed][seed as usize % 2];
        let depth = 2 + (seed % 2) as i8;
        n_positions += 1;
        let plain = best(&game, depth, manner(Pruning::Plain, attacks));
        nodes[0] += plain.2;
        let others = [Pruning::AlphaBeta, Pruning::Star1, Pruning::Star2];
        for (number, pruning) in others.into_iter().enumerate() {
            let pruned = best(&game, depth, manner(pruning, attacks));
            nodes[number + 1] += pruned.2;
            assert!(
                (pruned.1 - plain.1).abs() < TOLERANCE && pruned.0 == plain.0,
                "seed {seed}, {pruning:?}: {pruned:?} instead of {plain:?}"
            );
        }
    }
    assert!(n_positions > 1000, "{n_positions}");
    eprintln!("{n_positions} positions, nodes {nodes:?}");
    assert!(nodes[1] < nodes[0] / 2 && nodes[2] < nodes[1] && nodes[3] < nodes[1]);
}
