//! Compares a network's outputs with PyTorch's:
//!
//! ```text
//! python3 train/golden.py NETWORK.f16 OUT.samples --count 1000
//! cargo run --release -p flagfall-net --example agreement -- NETWORK.f16 OUT.samples
//! ```

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use flagfall_net::{Evaluator, Network};

mod samples;

const TOLERANCE: f32 = 1e-3;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [network, file] = arguments.as_slice() else {
        return Err("usage: agreement NETWORK.f16 SAMPLES".into());
    };
    let mut evaluator = Evaluator::new(Arc::new(Network::load(Path::new(network))?));
    let samples = samples::read(Path::new(file))?;
    let started = Instant::now();
    let differences = samples::compare(&mut evaluator, &samples);
    let each = started.elapsed() / samples.len().max(1) as u32;
    writeln!(std::io::stdout(), "{differences}; {each:.1?} each")?;
    Ok(if differences.largest() < TOLERANCE {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
