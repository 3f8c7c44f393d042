//! Running a network.

use std::sync::Arc;

use flagfall_env::observation::OBS_BYTES;

use crate::attention::EncoderScratch;
use crate::conv::ConvScratch;
use crate::matrix::multiply_add;
use crate::network::{Network, Trunk};
use crate::norm::{pool, relu};
use crate::output::Output;
use crate::planes::Observation;

const SQUARES: usize = 100;

/// A network with the memory to run it in: nothing is allocated per evaluation.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    /// The channels of each square.
    x: Vec<f32>,
    trunk: TrunkScratch,
    hidden: Vec<f32>,
    pooled: Vec<f32>,
    belief: Vec<f32>,
    output: Output,
}

#[derive(Clone, Debug)]
enum TrunkScratch {
    Conv(ConvScratch),
    Encoder(EncoderScratch),
}

impl Evaluator {
    /// An evaluator of this network.
    pub fn new(network: Arc<Network>) -> Evaluator {
        let width = network.architecture().width;
        Evaluator {
            x: vec![0.0; SQUARES * width],
            trunk: match network.trunk {
                Trunk::Conv(_) => TrunkScratch::Conv(ConvScratch::new(width)),
                Trunk::Encoder(_) => TrunkScratch::Encoder(EncoderScratch::new(width)),
            },
            hidden: vec![0.0; SQUARES * width],
            pooled: vec![0.0; 2 * width],
            belief: vec![0.0; SQUARES * 12],
            output: Output::new(),
            network,
        }
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// What the network says about a packed observation.
    pub fn evaluate(&mut self, packed: &[u8; OBS_BYTES]) -> &Output {
        let network = Arc::clone(&self.network);
        self.embed(&network, Observation(packed));
        match (&network.trunk, &mut self.trunk) {
            (Trunk::Conv(blocks), TrunkScratch::Conv(scratch)) => {
                for block in blocks {
                    block.apply(&mut self.x, scratch);
                }
            }
            (Trunk::Encoder(blocks), TrunkScratch::Encoder(scratch)) => {
                for block in blocks {
                    block.apply(&mut self.x, scratch);
                }
            }
            _ => unreachable!("the scratch was made for this network"),
        }
        self.heads(&network);
        &self.output
    }

    /// What the last evaluation said; all zeros before the first.
    pub fn output(&self) -> &Output {
        &self.output
    }

    fn embed(&mut self, network: &Network, observation: Observation<'_>) {
        let width = network.architecture().width;
        let mut everywhere = vec![0.0; width];
        network
            .globals
            .apply(&observation.globals(), &mut everywhere);
        for (value, bias) in everywhere.iter_mut().zip(&network.stem_bias) {
            *value += bias;
        }
        self.x.copy_from_slice(&network.square);
        for square in self.x.chunks_exact_mut(width) {
            for (value, everywhere) in square.iter_mut().zip(&everywhere) {
                *value += everywhere;
            }
        }
        let x = &mut self.x;
        observation.planes(|square, plane, input| {
            let weights = &network.stem[plane * width..][..width];
            for (value, &weight) in x[square * width..][..width].iter_mut().zip(weights) {
                *value = multiply_add(input, weight, *value);
            }
        });
    }

    fn heads(&mut self, network: &Network) {
        let width = network.architecture().width;
        let normed = &mut self.hidden;
        for (x, out) in self
            .x
            .chunks_exact(width)
            .zip(normed.chunks_exact_mut(width))
        {
            network.norm.apply(x, out);
        }
        pool(normed, width, |value| value, &mut self.pooled);
        network.belief.apply(normed, &mut self.belief);
        for (out, row) in self
            .output
            .belief
            .iter_mut()
            .zip(self.belief.chunks_exact(12))
        {
            out.copy_from_slice(row);
        }
        // The trunk's channels are of no more use.
        network.policy1.apply(normed, &mut self.x);
        self.x.iter_mut().for_each(|value| *value = relu(*value));
        network.policy2.apply(&self.x, &mut self.output.policy);

        let hidden = &mut self.hidden[..width];
        network.value1.apply(&self.pooled, hidden);
        hidden.iter_mut().for_each(|value| *value = relu(*value));
        network.value2.apply(hidden, &mut self.output.value);
    }
}
