//! The exported network: a sidecar in JSON, and a flat file of little-endian f16.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use flagfall_env::observation::OBS_VERSION;

use crate::error::NetError;
use crate::network::Architecture;
use crate::planes::{N_GLOBALS, PLANES};

const FORMAT: &str = "flagfall network";
const FORMAT_VERSION: u32 = 1;
const ACTION_LAYOUT: &str = "100 squares x 4 directions x 9 distances, mover's frame";
const VALUE_ORDER: [&str; 3] = ["win", "draw", "loss"];

/// What the sidecar says. Fields that only people read are left out.
#[derive(Deserialize, Debug)]
pub(crate) struct Sidecar {
    format: String,
    format_version: u32,
    observation_version: u32,
    action_layout: String,
    pub(crate) variant: String,
    pub(crate) architecture: Architecture,
    pub(crate) norm_epsilon: f32,
    planes: Vec<(String, usize)>,
    n_globals: usize,
    value_order: Vec<String>,
    #[serde(default)]
    pub(crate) steps: u64,
    parameters: usize,
    sha256: String,
    tensors: Vec<TensorInfo>,
}

#[derive(Deserialize, Debug)]
struct TensorInfo {
    name: String,
    /// In elements.
    offset: usize,
    shape: Vec<usize>,
}

impl Sidecar {
    /// Reads a sidecar and checks that this program builds the inputs and reads the outputs it describes.
    pub(crate) fn parse(json: &[u8]) -> Result<Sidecar, NetError> {
        let sidecar: Sidecar = serde_json::from_slice(json)?;
        let planes = PLANES.map(|(name, width)| (name.to_owned(), width));
        expect("the format", &sidecar.format, FORMAT)?;
        expect("format version", sidecar.format_version, FORMAT_VERSION)?;
        expect(
            "observation version",
            sidecar.observation_version,
            OBS_VERSION,
        )?;
        expect("the action layout", &sidecar.action_layout, ACTION_LAYOUT)?;
        expect(
            "input planes",
            format!("{:?}", sidecar.planes),
            format!("{planes:?}"),
        )?;
        expect("global inputs", sidecar.n_globals, N_GLOBALS)?;
        expect(
            "the value order",
            format!("{:?}", sidecar.value_order),
            format!("{VALUE_ORDER:?}"),
        )?;
        if !(sidecar.norm_epsilon > 0.0 && sidecar.norm_epsilon < 1.0) {
            return Err(NetError::Unsupported {
                what: "a norm epsilon of",
                found: sidecar.norm_epsilon.to_string(),
                expected: "one between 0 and 1".to_owned(),
            });
        }
        sidecar.architecture.check()?;
        Ok(sidecar)
    }
}

fn expect(
    what: &'static str,
    found: impl ToString,
    expected: impl ToString,
) -> Result<(), NetError> {
    let (found, expected) = (found.to_string(), expected.to_string());
    if found == expected {
        Ok(())
    } else {
        Err(NetError::Unsupported {
            what,
            found,
            expected,
        })
    }
}

/// The named tensors of a weights file, each of which is taken once.
#[derive(Debug)]
pub(crate) struct Tensors<'a> {
    data: &'a [u8],
    left: BTreeMap<String, TensorInfo>,
}

impl<'a> Tensors<'a> {
    /// Checks size and hash of the weights.
    pub(crate) fn new(sidecar: &mut Sidecar, data: &'a [u8]) -> Result<Tensors<'a>, NetError> {
        let expected = sidecar.parameters.saturating_mul(2);
        if data.len() != expected {
            return Err(NetError::WrongSize {
                found: data.len(),
                expected,
            });
        }
        let digest = Sha256::digest(data);
        let found: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        if found != sidecar.sha256 {
            return Err(NetError::WrongHash {
                found,
                expected: std::mem::take(&mut sidecar.sha256),
            });
        }
        let left = std::mem::take(&mut sidecar.tensors)
            .into_iter()
            .map(|info| (info.name.clone(), info))
            .collect();
        Ok(Tensors { data, left })
    }

    /// The values of a tensor, in row-major order.
    pub(crate) fn take(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, NetError> {
        let wrong = |problem: String| NetError::Tensor {
            name: name.to_owned(),
            problem,
        };
        let info = self
            .left
            .remove(name)
            .ok_or_else(|| wrong("it is missing".to_owned()))?;
        if info.shape != shape {
            let problem = format!("its shape is {:?} instead of {shape:?}", info.shape);
            return Err(wrong(problem));
        }
        let bytes = tensor_bytes(&info)
            .and_then(|range| self.data.get(range))
            .ok_or_else(|| wrong("it reaches past the end of the file".to_owned()))?;
        let values: Vec<f32> = bytes
            .chunks_exact(2)
            .map(|pair| f16_to_f32(u16::from_le_bytes([pair[0], pair[1]])))
            .collect();
        if values.iter().all(|value| value.is_finite()) {
            Ok(values)
        } else {
            Err(wrong("it has a value that is not a number".to_owned()))
        }
    }

    /// Ends the taking.
    pub(crate) fn finish(self) -> Result<(), NetError> {
        match self.left.into_keys().next() {
            None => Ok(()),
            Some(name) => Err(NetError::Tensor {
                name,
                problem: "the architecture has no such tensor".to_owned(),
            }),
        }
    }
}

fn tensor_bytes(info: &TensorInfo) -> Option<std::ops::Range<usize>> {
    let count = info
        .shape
        .iter()
        .try_fold(2_usize, |product, &size| product.checked_mul(size))?;
    let first = info.offset.checked_mul(2)?;
    Some(first..first.checked_add(count)?)
}

/// The value of an IEEE half-precision number.
fn f16_to_f32(half: u16) -> f32 {
    let sign = u32::from(half & 0x8000) << 16;
    let exponent = u32::from(half >> 10 & 0x1F);
    let mantissa = u32::from(half & 0x3FF);
    let magnitude = match exponent {
        // Subnormal: a multiple of 2^-24, exact in f32.
        0 => return f32::from_bits(sign | (mantissa as f32 * 2.0_f32.powi(-24)).to_bits()),
        0x1F => 0x7F80_0000 | mantissa << 13,
        _ => (exponent + 112) << 23 | mantissa << 13,
    };
    f32::from_bits(sign | magnitude)
}

/// A whole file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, NetError> {
    std::fs::read(path).map_err(|error| NetError::Read {
        path: path.to_owned(),
        error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_precision_numbers_keep_their_values() {
        for (half, value) in [
            (0x0000, 0.0),
            (0x3C00, 1.0),
            (0xC000, -2.0),
            (0x3555, 0.333_251_95),
            (0x7BFF, 65504.0),
            (0x0400, 6.103_515_6e-5),
            (0x0001, 5.960_464_5e-8),
            (0x83FF, -6.097_555e-5),
        ] {
            assert_eq!(f16_to_f32(half), value, "{half:#06x}");
        }
        assert_eq!(f16_to_f32(0xFC00), f32::NEG_INFINITY);
        assert!(f16_to_f32(0x7E00).is_nan());
    }
}
