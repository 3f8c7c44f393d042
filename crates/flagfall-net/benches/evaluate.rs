//! How long one evaluation takes on one core: `cargo bench -p flagfall-net`, or with `NETWORK=FILE` for another network than
//! the small one of the tests.

use std::path::PathBuf;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};

use flagfall_core::{BySide, Game, Seed, Setup, Side};
use flagfall_env::Contacts;
use flagfall_env::observation::{OBS_BYTES, pack};
use flagfall_net::{Evaluator, Network};

fn evaluate(c: &mut Criterion) {
    let path = std::env::var_os("NETWORK").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/conv.f16")),
        PathBuf::from,
    );
    let network = Network::load(&path).expect("the network can be read");
    let name = format!("evaluate {}", network.architecture());
    let mut evaluator = Evaluator::new(Arc::new(network));
    let packed = observation();
    c.bench_function(&name, |b| {
        b.iter(|| {
            let value = evaluator.evaluate(&packed).value;
            assert!(value.iter().all(|logit| logit.is_finite()));
            value
        });
    });
}

/// From the middle of a random game.
fn observation() -> [u8; OBS_BYTES] {
    let mut rng = Seed(1).rng();
    let rules = flagfall_core::Rules::ISF;
    let setups = BySide::from_fn(|_| Setup::random(rules.variant, &mut rng));
    let mut game = Game::new(rules, setups).expect("the setups are of the rules' variant");
    for _ in 0..200 {
        let mv = game.position().random_move(&mut rng);
        game.advance(mv.expect("this game is longer"));
    }
    let view = game.view(Side::Red);
    let mut packed = [0; OBS_BYTES];
    pack(&view, &Contacts::of(&view), &mut packed);
    packed
}

criterion_group!(benches, evaluate);
criterion_main!(benches);
