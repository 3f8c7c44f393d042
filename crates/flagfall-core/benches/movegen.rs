//! How fast are legal moves found: all of them, one at random, or just whether there is one?

mod midgame;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use flagfall_core::{Move, Seed, Square, below};

/// The number of legal moves in all positions together.
const ALL_MOVES: usize = 5_224;

fn main() {
    let positions = midgame::positions();
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("movegen");
    group.throughput(Throughput::Elements(midgame::GAMES as u64));

    group.bench_function("list", |bencher| {
        bencher.iter(|| {
            let lists = black_box(&positions)
                .iter()
                .map(|position| position.legal_moves());
            let moves: usize = lists.map(|list| black_box(list).len()).sum();
            assert_eq!(moves, ALL_MOVES);
        });
    });

    group.bench_function("random pick", |bencher| {
        let mut rng = Seed(7).rng();
        bencher.iter(|| {
            let picks = black_box(&positions).iter();
            let found = picks
                .filter_map(|position| black_box(position.random_move(&mut rng)))
                .count();
            assert_eq!(found, midgame::GAMES);
        });
    });

    group.bench_function("random pick from the list", |bencher| {
        let mut rng = Seed(7).rng();
        bencher.iter(|| {
            let picks = black_box(&positions).iter().filter_map(|position| {
                let moves = position.legal_moves();
                let index = below(&mut rng, moves.len() as u32);
                black_box(moves.get(index as usize).copied())
            });
            assert_eq!(picks.count(), midgame::GAMES);
        });
    });

    group.bench_function("has a legal move", |bencher| {
        bencher.iter(|| {
            let positions = black_box(&positions).iter();
            let going_on = positions
                .filter(|position| position.has_legal_move())
                .count();
            assert_eq!(going_on, midgame::GAMES);
        });
    });

    group.throughput(Throughput::Elements(92 * 92));
    group.bench_function("check of every pair of squares", |bencher| {
        let position = &positions[midgame::GAMES / 2];
        let expected = position.legal_moves().len();
        bencher.iter(|| {
            let pairs =
                Square::all().flat_map(|from| Square::all().map(move |to| Move::new(from, to)));
            let legal = pairs
                .filter(|&mv| position.check(black_box(mv)).is_ok())
                .count();
            assert_eq!(legal, expected);
        });
    });
    group.finish();
    criterion.final_summary();
}
