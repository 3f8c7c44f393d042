//! How fast are views made, and how fast does a view with guessed ranks become a position again?

mod midgame;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use flagfall_core::{Game, PieceId, Rank, View};

/// The number of pieces in all games together that the player to move does not know.
const HIDDEN: usize = 4_793;
/// The sum over these pieces of how many ranks each can have.
const POSSIBLE: u32 = 44_756;

fn main() {
    let games = midgame::games();
    let views: Vec<View> = games.iter().map(view).collect();
    let truths: Vec<Vec<(PieceId, Rank)>> = games.iter().map(truth).collect();
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("view");
    group.throughput(Throughput::Elements(midgame::GAMES as u64));

    group.bench_function("make", |bencher| {
        bencher.iter(|| {
            let views = black_box(&games).iter().map(view);
            let hidden = |view: View| view.hidden_counts(!view.viewer()).total() as usize;
            assert_eq!(views.map(hidden).sum::<usize>(), HIDDEN);
        });
    });

    group.bench_function("possible ranks of all hidden pieces", |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            for view in black_box(&views) {
                let enemy = !view.viewer();
                let possible = view.possibilities(enemy);
                let pieces = view.hidden_pieces(enemy);
                sum += pieces
                    .map(|(_, piece)| possible.of(&piece).len())
                    .sum::<u32>();
            }
            assert_eq!(sum, POSSIBLE);
        });
    });

    group.bench_function("hypothetical position", |bencher| {
        bencher.iter(|| {
            let pairs = black_box(&views).iter().zip(&truths);
            let fitting = pairs.filter(|(view, ranks)| view.hypothetical(ranks).is_ok());
            assert_eq!(fitting.count(), midgame::GAMES);
        });
    });

    group.bench_function("hypothetical position in used memory", |bencher| {
        let mut position = games[0].position().clone();
        bencher.iter(|| {
            let pairs = black_box(&views).iter().zip(&truths);
            let fitting =
                pairs.filter(|(view, ranks)| view.hypothetical_into(ranks, &mut position).is_ok());
            assert_eq!(fitting.count(), midgame::GAMES);
            assert_eq!(position.hash(), games[midgame::GAMES - 1].position().hash());
        });
    });
    group.finish();
    criterion.final_summary();
}

fn view(game: &Game) -> View<'_> {
    game.view(game.position().to_move())
}

/// What the pieces hidden from the player to move really are.
fn truth(game: &Game) -> Vec<(PieceId, Rank)> {
    view(game)
        .hidden_pieces(!game.position().to_move())
        .filter_map(|(square, piece)| Some((piece.id, game.position().rank_at(square)?)))
        .collect()
}
