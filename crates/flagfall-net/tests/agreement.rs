//! The outputs are those of PyTorch, on stored samples; `examples/agreement.rs` does the same for any network.

use std::path::Path;
use std::sync::Arc;

use flagfall_net::{Evaluator, Network};

#[path = "../examples/samples/mod.rs"]
mod samples;

/// Required is 0.001; what is left of this is the order of sums.
const TOLERANCE: f32 = 1e-4;

fn agrees(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    let network = Network::load(&path.with_extension("f16")).expect("it can be read");
    let mut evaluator = Evaluator::new(Arc::new(network));
    let samples = samples::read(&path.with_extension("samples")).expect("they can be read");
    let differences = samples::compare(&mut evaluator, &samples);
    assert!(differences.count >= 4);
    assert!(differences.largest() < TOLERANCE, "{differences}");
}

#[test]
fn convolutions_agree_with_pytorch() {
    agrees("conv");
}

#[test]
fn encoders_agree_with_pytorch() {
    agrees("encoder");
}
