//! How fast are moves played, is it faster to unmake them or to play on a copy, and how fast are whole random games?

mod midgame;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use flagfall_core::{Position, Seed, below, perft};

/// The number of legal moves in all positions together.
const ALL_MOVES: usize = 5_224;
/// The number of sequences of three legal moves from every tenth position.
const DEEP_LEAVES: u64 = 399_419;
/// The plies of the random games, with the moves drawn directly and from lists.
const PICKED_PLIES: u64 = 37_543;
const LISTED_PLIES: u64 = 38_910;
/// How many random games are played.
const PLAYOUTS: u64 = 50;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    one_move(&mut criterion);
    trees(&mut criterion);
    playouts(&mut criterion);
    criterion.final_summary();
}

/// Every legal move of every position, tried and taken back.
fn one_move(criterion: &mut Criterion) {
    let mut positions = midgame::positions();
    let expected = sum_of_hashes(&positions);
    let mut group = criterion.benchmark_group("one move");
    group.throughput(Throughput::Elements(ALL_MOVES as u64));

    group.bench_function("make and unmake", |bencher| {
        bencher.iter(|| {
            let mut sum = 0_u64;
            for position in black_box(&mut positions) {
                for mv in position.legal_moves() {
                    let undo = position.make(mv);
                    sum = sum.wrapping_add(position.key());
                    position.unmake(undo);
                }
            }
            assert_eq!(sum, expected);
        });
    });

    group.bench_function("clone and advance", |bencher| {
        bencher.iter(|| assert_eq!(sum_of_hashes(black_box(&positions)), expected));
    });

    group.bench_function("copy into used memory and advance", |bencher| {
        let mut copy = positions[0].clone();
        bencher.iter(|| {
            let mut sum = 0_u64;
            for position in black_box(&positions) {
                for mv in position.legal_moves() {
                    copy.clone_from(position);
                    copy.advance(mv);
                    sum = sum.wrapping_add(copy.key());
                }
            }
            assert_eq!(sum, expected);
        });
    });
    group.finish();
}

fn sum_of_hashes(positions: &[Position]) -> u64 {
    let mut sum = 0_u64;
    for position in positions {
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.advance(mv);
            sum = sum.wrapping_add(next.key());
        }
    }
    sum
}

/// Small trees, as a search walks them.
fn trees(criterion: &mut Criterion) {
    let positions: Vec<Position> = midgame::positions().into_iter().step_by(10).collect();
    let mut group = criterion.benchmark_group("three plies deep");
    group.throughput(Throughput::Elements(DEEP_LEAVES));
    group.sample_size(20);

    group.bench_function("make and unmake", |bencher| {
        let mut positions = positions.clone();
        bencher.iter(|| {
            let leaves: u64 = positions
                .iter_mut()
                .map(|position| perft(position, 3))
                .sum();
            assert_eq!(leaves, DEEP_LEAVES);
        });
    });

    group.bench_function("clone and advance", |bencher| {
        bencher.iter(|| {
            let leaves: u64 = positions
                .iter()
                .map(|position| perft_by_copies(position, 3))
                .sum();
            assert_eq!(leaves, DEEP_LEAVES);
        });
    });
    group.finish();
}

fn perft_by_copies(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let leaves = moves.into_iter().map(|mv| {
        let mut next = position.clone();
        next.advance(mv);
        perft_by_copies(&next, depth - 1)
    });
    leaves.sum()
}

/// Whole random games from the start, in plies a second.
fn playouts(criterion: &mut Criterion) {
    let starts: Vec<Position> = (0..PLAYOUTS)
        .map(|index| midgame::start(Seed(11).derive(index)).position().clone())
        .collect();
    let mut position = starts[0].clone();
    let mut group = criterion.benchmark_group("random game");
    group.sample_size(50);

    group.throughput(Throughput::Elements(PICKED_PLIES));
    group.bench_function("random pick", |bencher| {
        bencher.iter(|| {
            let mut rng = Seed(12).rng();
            let mut plies = 0;
            for start in &starts {
                position.clone_from(start);
                while let Some(mv) = position.random_move(&mut rng) {
                    position.advance(mv);
                }
                plies += u64::from(position.ply());
            }
            assert_eq!(plies, PICKED_PLIES);
        });
    });

    group.throughput(Throughput::Elements(LISTED_PLIES));
    group.bench_function("list", |bencher| {
        bencher.iter(|| {
            let mut rng = Seed(12).rng();
            let mut plies = 0;
            for start in &starts {
                position.clone_from(start);
                loop {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    let index = below(&mut rng, moves.len() as u32) as usize;
                    position.advance(moves[index]);
                }
                plies += u64::from(position.ply());
            }
            assert_eq!(plies, LISTED_PLIES);
        });
    });
    group.finish();
}
