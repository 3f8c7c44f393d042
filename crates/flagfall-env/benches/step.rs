//! How fast does a batch step: actions in; outcomes, observations and true ranks out? One call steps 4,096 games.

use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use flagfall_core::{Rules, Seed, Variant};
use flagfall_env::observation::OBS_BYTES;
use flagfall_env::{Batch, Options, Player, SetupPool};

const GAMES: usize = 4_096;

/// Enough random plies for games of all ages: the first ones have long ended by then.
const PLIES_BEFORE: usize = 1_500;

struct Bench {
    batch: Batch,
    actions: Vec<i16>,
    obs: Vec<u8>,
    outcomes: Vec<u8>,
    truth: Vec<u8>,
}

impl Bench {
    fn new(variant: Variant) -> Bench {
        let rules = Rules {
            variant,
            max_quiet: Some(100),
            max_plies: Some(3_000),
            ..Rules::default()
        };
        let options = Options {
            n_games: GAMES,
            rules,
            auto_reset: true,
            paired: false,
            seed: Seed(1),
        };
        let batch = Batch::new(options, SetupPool::uniform(variant)).expect("the options are good");
        let mut bench = Bench {
            batch,
            actions: vec![0; GAMES],
            obs: vec![0; GAMES * OBS_BYTES],
            outcomes: vec![0; GAMES],
            truth: vec![0; GAMES * 100],
        };
        for _ in 0..PLIES_BEFORE {
            bench.choose();
            bench.step();
        }
        bench
    }

    fn choose(&mut self) {
        self.batch
            .player_actions(Player::Random, &mut self.actions)
            .expect("the buffer fits");
    }

    fn step(&mut self) {
        self.batch
            .step(&self.actions, &mut self.obs, &mut self.outcomes)
            .expect("random players make legal moves");
    }

    fn step_with_truth(&mut self) {
        self.batch
            .step_with_truth(
                &self.actions,
                &mut self.obs,
                &mut self.outcomes,
                &mut self.truth,
            )
            .expect("random players make legal moves");
    }

    fn truth(&mut self) {
        self.batch
            .training_truth(&mut self.truth)
            .expect("the buffer fits");
    }

    /// The time of `calls` calls of `call`, that of choosing the actions not counted.
    fn time(&mut self, calls: u64, call: impl Fn(&mut Bench)) -> Duration {
        let mut total = Duration::ZERO;
        for _ in 0..calls {
            self.choose();
            let began = Instant::now();
            call(self);
            total += began.elapsed();
        }
        total
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    for variant in [Variant::Classic, Variant::Barrage] {
        let mut bench = Bench::new(variant);
        let mut group = criterion.benchmark_group(format!("step {variant}"));
        group.throughput(Throughput::Elements(GAMES as u64));
        for threads in [1, cores] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads can be started");
            group.bench_function(format!("step, {threads} threads"), |bencher| {
                bencher.iter_custom(|calls| pool.install(|| bench.time(calls, Bench::step)));
            });
            group.bench_function(format!("step with truth, {threads} threads"), |bencher| {
                bencher.iter_custom(|calls| {
                    pool.install(|| bench.time(calls, Bench::step_with_truth))
                });
            });
            group.bench_function(format!("step, then truth, {threads} threads"), |bencher| {
                bencher.iter_custom(|calls| {
                    pool.install(|| {
                        bench.time(calls, |bench| {
                            bench.step();
                            bench.truth();
                        })
                    })
                });
            });
        }
    }
    criterion.final_summary();
}
