//! How many nodes the prunings of `star` save, as a table: `cargo run --release -p flagfall-bots --example star_pruning`.
//!
//! Every kind of pruning searches the same positions to the same depth without shortcuts, first without and then with a
//! transposition table. The moves must be the same where no table is used.

use flagfall_bots::{Bot, BotSpec, Budget, Choice, GameStart, Options, Star};
use flagfall_core::{
    BySide, Game, Move, PositionBuilder, Rank, Rules, Seed, Side, Square, below, shuffle,
};
use flagfall_setups::Method;

/// Set here, so that the table stays the same when the defaults change.
const WEIGHTS: &str = "doubt=0,still=3,flag=120,win=180,flight=0.3,discovery=1,caution=1,balance=0";
const PRUNINGS: [&str; 4] = ["plain", "alpha-beta", "star1", "star2"];

#[expect(clippy::print_stdout, reason = "it is a program")]
fn main() {
    let small: Vec<Game> = (0..400).filter_map(small_game).collect();
    let whole: Vec<Game> = (0..10).filter_map(whole_game).collect();
    println!(
        "| positions | depth | pruning | nodes without table | share | nodes with table | same move |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, games, depth) in [
        ("small", &small, 3),
        ("small", &small, 4),
        ("whole", &whole, 3),
    ] {
        let mut plain: Option<(u64, Vec<Move>)> = None;
        for pruning in PRUNINGS {
            let (nodes, moves) = search(games, pruning, depth, "off");
            let (remembering, _) = search(games, pruning, depth, "on");
            let (all, first) = plain.get_or_insert_with(|| (nodes, moves.clone()));
            let same = moves
                .iter()
                .zip(first.iter())
                .filter(|(a, b)| a == b)
                .count();
            println!(
                "| {} {name} | {depth} | {pruning} | {nodes} | {:.2}% | {remembering} | {same} of {} |",
                games.len(),
                100.0 * nodes as f64 / *all as f64,
                moves.len(),
            );
        }
    }
}

/// All nodes, and the moves.
fn search(games: &[Game], pruning: &str, depth: u8, table: &str) -> (u64, Vec<Move>) {
    let spec: BotSpec = format!(
        "star:pruning={pruning},depth={depth},table={table},nodes=none,shortcuts=none,belief=counts,attacks=chance,{WEIGHTS}"
    )
    .parse()
    .expect("a spec");
    let mut nodes = 0;
    let mut moves = Vec::new();
    for game in games {
        let side = game.position().to_move();
        let mut bot = Star::with_options(&mut Options::new(&spec)).expect("star has these options");
        bot.begin(&GameStart {
            side,
            rules: *game.position().rules(),
            seed: Seed(1),
            opponent: "nobody".to_owned(),
            given_setup: None,
        });
        if let Ok(Choice::Move(mv)) = bot.choose(&game.view(side), &Budget::OWN) {
            moves.push(mv);
        }
        nodes += bot.nodes();
    }
    (nodes, moves)
}

/// A few pieces of either side around a lake.
fn small_game(seed: u64) -> Option<Game> {
    let mut rng = Seed(seed).rng();
    let mut squares: Vec<Square> = Square::all()
        .filter(|square| (3..7).contains(&square.row()) && square.col() < 6)
        .collect();
    shuffle(&mut rng, &mut squares);
    let mut builder = PositionBuilder::new(Rules::default());
    for side in Side::ALL {
        let mut ranks = Rank::ALL[1..].to_vec();
        shuffle(&mut rng, &mut ranks);
        let n_pieces = 2 + below(&mut rng, 4) as usize;
        for rank in ranks.into_iter().take(n_pieces).chain([Rank::Flag]) {
            builder = builder.with(squares.pop()?, side, rank);
        }
    }
    played(Game::from_free(builder).ok()?, seed, 4)
}

/// A game with all pieces after some random moves.
fn whole_game(seed: u64) -> Option<Game> {
    let mut rng = Seed(seed).derive(1).rng();
    let make = |_| Method::SemiRandom.make(Rules::default().variant, &mut rng);
    let setups = BySide::from_fn(make);
    played(Game::new(Rules::default(), setups).ok()?, seed, 60)
}

fn played(mut game: Game, seed: u64, plies: u32) -> Option<Game> {
    let mut rng = Seed(seed).derive(2).rng();
    for _ in 0..plies {
        let mv = game.view(game.position().to_move()).random_move(&mut rng)?;
        game.advance(mv);
    }
    game.result().is_none().then_some(game)
}
