//! A network in memory, ready to be evaluated.

use std::fmt;
use std::path::Path;

use serde::Deserialize;

use flagfall_core::Variant;

use crate::attention::EncoderBlock;
use crate::conv::{Conv, ConvBlock};
use crate::error::NetError;
use crate::file::{Sidecar, Tensors, read};
use crate::matrix::Dense;
use crate::norm::RmsNorm;
use crate::planes::{N_GLOBALS, N_PLANES};

const SQUARES: usize = 100;
const RANKS: usize = 12;
const ACTIONS_PER_SQUARE: usize = 36;

/// The shape of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Architecture {
    /// What its trunk is made of.
    pub kind: Kind,
    /// Channels of each square.
    pub width: usize,
    /// Blocks of the trunk.
    pub blocks: usize,
    /// Heads of attention; of no meaning for convolutions.
    pub heads: usize,
}

/// What a trunk is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Residual blocks of 3x3 convolutions.
    Conv,
    /// Blocks of attention.
    Encoder,
}

/// Beyond this a sidecar is broken, or of a network that no move should wait for.
const MAX_WIDTH: usize = 2048;
const MAX_BLOCKS: usize = 256;

impl Architecture {
    pub(crate) fn check(&self) -> Result<(), NetError> {
        let in_range =
            (1..=MAX_WIDTH).contains(&self.width) && (1..=MAX_BLOCKS).contains(&self.blocks);
        let heads_fit = self.kind == Kind::Conv
            || (1..=self.width).contains(&self.heads) && self.width.is_multiple_of(self.heads);
        if in_range && heads_fit {
            return Ok(());
        }
        Err(NetError::Unsupported {
            what: "the architecture",
            found: self.to_string(),
            expected: format!(
                "widths up to {MAX_WIDTH} that the heads divide, and up to {MAX_BLOCKS} blocks"
            ),
        })
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Architecture {
            width,
            blocks,
            heads,
            ..
        } = self;
        match self.kind {
            Kind::Conv => write!(f, "conv {width}x{blocks}"),
            Kind::Encoder => write!(f, "encoder {width}x{blocks} with {heads} heads"),
        }
    }
}

/// A network in memory. It does not change, so that any number of [`Evaluator`](crate::Evaluator)s can share it.
#[derive(Debug)]
pub struct Network {
    architecture: Architecture,
    variant: Variant,
    steps: u64,
    /// For each plane what it adds to the channels of a square.
    pub(crate) stem: Vec<f32>,
    pub(crate) stem_bias: Vec<f32>,
    pub(crate) globals: Dense,
    /// For each square what its place adds to its channels.
    pub(crate) square: Vec<f32>,
    pub(crate) trunk: Trunk,
    pub(crate) norm: RmsNorm,
    pub(crate) policy1: Dense,
    pub(crate) policy2: Dense,
    pub(crate) value1: Dense,
    pub(crate) value2: Dense,
    pub(crate) belief: Dense,
}

#[derive(Debug)]
pub(crate) enum Trunk {
    Conv(Vec<ConvBlock>),
    Encoder(Vec<EncoderBlock>),
}

impl Network {
    /// Reads the weights file, say `network.f16`, and the sidecar beside it, `network.json`.
    ///
    /// # Errors
    /// If a file is missing, damaged, or of a network that this program does not understand.
    pub fn load(weights: &Path) -> Result<Network, NetError> {
        Network::from_bytes(&read(&weights.with_extension("json"))?, &read(weights)?)
    }

    /// As [`load`](Network::load), from the contents of the files.
    ///
    /// # Errors
    /// If they are damaged, or of a network that this program does not understand.
    pub fn from_bytes(sidecar: &[u8], weights: &[u8]) -> Result<Network, NetError> {
        let mut sidecar = Sidecar::parse(sidecar)?;
        let mut reader = Reader {
            tensors: Tensors::new(&mut sidecar, weights)?,
            epsilon: sidecar.norm_epsilon,
            architecture: sidecar.architecture,
        };
        let width = sidecar.architecture.width;
        let stem = reader.tensors.take("stem.weight", &[width, N_PLANES])?;
        let network = Network {
            architecture: sidecar.architecture,
            variant: parse_variant(&sidecar.variant)?,
            steps: sidecar.steps,
            stem: (0..N_PLANES * width)
                .map(|at| stem[at % width * N_PLANES + at / width])
                .collect(),
            stem_bias: reader.tensors.take("stem.bias", &[width])?,
            globals: reader.dense("globals", N_GLOBALS, width)?,
            square: reader.tensors.take("square", &[SQUARES, width])?,
            trunk: reader.trunk()?,
            norm: reader.norm("norm")?,
            policy1: reader.dense("policy1", width, width)?,
            policy2: reader.dense("policy2", width, ACTIONS_PER_SQUARE)?,
            value1: reader.dense("value1", 2 * width, width)?,
            value2: reader.dense("value2", width, 3)?,
            belief: reader.dense("belief", width, RANKS)?,
        };
        reader.tensors.finish()?;
        Ok(network)
    }

    /// Its shape.
    pub fn architecture(&self) -> Architecture {
        self.architecture
    }

    /// The variant it learned to play.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How many steps it was trained for.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

fn parse_variant(name: &str) -> Result<Variant, NetError> {
    [Variant::Classic, Variant::Barrage]
        .into_iter()
        .find(|variant| variant.name() == name)
        .ok_or_else(|| NetError::Unsupported {
            what: "the variant",
            found: name.to_owned(),
            expected: "classic and barrage".to_owned(),
        })
}

/// Builds layers out of tensors, by name.
struct Reader<'a> {
    tensors: Tensors<'a>,
    epsilon: f32,
    architecture: Architecture,
}

impl Reader<'_> {
    fn dense(&mut self, name: &str, n_in: usize, n_out: usize) -> Result<Dense, NetError> {
        let weight = self
            .tensors
            .take(&format!("{name}.weight"), &[n_out, n_in])?;
        let bias = self.tensors.take(&format!("{name}.bias"), &[n_out])?;
        Ok(Dense::new(&weight, bias))
    }

    fn norm(&mut self, name: &str) -> Result<RmsNorm, NetError> {
        let gain = self
            .tensors
            .take(&format!("{name}.gain"), &[self.architecture.width])?;
        Ok(RmsNorm {
            gain,
            epsilon: self.epsilon,
        })
    }

    fn conv(&mut self, name: &str) -> Result<Conv, NetError> {
        let width = self.architecture.width;
        let weight = self
            .tensors
            .take(&format!("{name}.weight"), &[width, width, 3, 3])?;
        Ok(Conv::new(width, &weight))
    }

    fn trunk(&mut self) -> Result<Trunk, NetError> {
        let blocks = 0..self.architecture.blocks;
        Ok(match self.architecture.kind {
            Kind::Conv => Trunk::Conv(
                blocks
                    .map(|index| self.conv_block(index))
                    .collect::<Result<_, _>>()?,
            ),
            Kind::Encoder => Trunk::Encoder(
                blocks
                    .map(|index| self.encoder_block(index))
                    .collect::<Result<_, _>>()?,
            ),
        })
    }

    fn conv_block(&mut self, index: usize) -> Result<ConvBlock, NetError> {
        let width = self.architecture.width;
        let name = |part: &str| format!("blocks.{index}.{part}");
        Ok(ConvBlock {
            norm1: self.norm(&name("norm1"))?,
            conv1: self.conv(&name("conv1"))?,
            norm2: self.norm(&name("norm2"))?,
            conv2: self.conv(&name("conv2"))?,
            // Every second block looks at the whole board.
            pool: if index % 2 == 1 {
                Some(self.dense(&name("pool"), 2 * width, width)?)
            } else {
                None
            },
        })
    }

    fn encoder_block(&mut self, index: usize) -> Result<EncoderBlock, NetError> {
        let Architecture { width, heads, .. } = self.architecture;
        let name = |part: &str| format!("blocks.{index}.{part}");
        Ok(EncoderBlock {
            heads,
            norm1: self.norm(&name("norm1"))?,
            qkv: self.dense(&name("qkv"), width, 3 * width)?,
            out: self.dense(&name("out"), width, width)?,
            place: self
                .tensors
                .take(&name("place"), &[heads, SQUARES, SQUARES])?,
            norm2: self.norm(&name("norm2"))?,
            up: self.dense(&name("up"), width, 4 * width)?,
            down: self.dense(&name("down"), 4 * width, width)?,
        })
    }
}
