//! Encoder blocks: attention over the hundred squares, then a two-layer perceptron on each.

use crate::matrix::{Dense, multiply_add};
use crate::norm::{RmsNorm, relu};

const SQUARES: usize = 100;

/// Pre-norm encoder block.
#[derive(Debug)]
pub(crate) struct EncoderBlock {
    pub(crate) heads: usize,
    pub(crate) norm1: RmsNorm,
    pub(crate) qkv: Dense,
    pub(crate) out: Dense,
    /// What each head adds to the scores: head, query square, key square.
    pub(crate) place: Vec<f32>,
    pub(crate) norm2: RmsNorm,
    pub(crate) up: Dense,
    pub(crate) down: Dense,
}

/// What encoder blocks write on.
#[derive(Clone, Debug)]
pub(crate) struct EncoderScratch {
    width: usize,
    normed: Vec<f32>,
    qkv: Vec<f32>,
    /// The keys of one head, a row for each channel.
    keys: Vec<f32>,
    attended: Vec<f32>,
    hidden: Vec<f32>,
}

impl EncoderScratch {
    pub(crate) fn new(width: usize) -> EncoderScratch {
        EncoderScratch {
            width,
            normed: vec![0.0; SQUARES * width],
            qkv: vec![0.0; SQUARES * 3 * width],
            keys: vec![0.0; SQUARES * width],
            attended: vec![0.0; SQUARES * width],
            hidden: vec![0.0; SQUARES * 4 * width],
        }
    }
}

impl EncoderBlock {
    /// Adds the block's output for the board `x` to it.
    pub(crate) fn apply(&self, x: &mut [f32], scratch: &mut EncoderScratch) {
        norm_all(&self.norm1, x, scratch);
        self.qkv.apply(&scratch.normed, &mut scratch.qkv);
        for head in 0..self.heads {
            self.attend(head, scratch);
        }
        self.out.add(&scratch.attended, x);

        norm_all(&self.norm2, x, scratch);
        self.up.apply(&scratch.normed, &mut scratch.hidden);
        scratch
            .hidden
            .iter_mut()
            .for_each(|value| *value = relu(*value));
        self.down.add(&scratch.hidden, x);
    }

    /// What one head gathers for every square.
    fn attend(&self, head: usize, scratch: &mut EncoderScratch) {
        let width = scratch.width;
        let depth = width / self.heads;
        let channels = head * depth;
        for (square, row) in scratch.qkv.chunks_exact(3 * width).enumerate() {
            for (channel, key) in row[width + channels..][..depth].iter().enumerate() {
                scratch.keys[channel * SQUARES + square] = *key;
            }
        }
        let scale = 1.0 / (depth as f32).sqrt();
        let place = &self.place[head * SQUARES * SQUARES..][..SQUARES * SQUARES];
        for (square, place) in place.chunks_exact(SQUARES).enumerate() {
            let mut scores = [0.0; SQUARES];
            let query = &scratch.qkv[square * 3 * width + channels..][..depth];
            for (&query, keys) in query.iter().zip(scratch.keys.chunks_exact(SQUARES)) {
                for (score, &key) in scores.iter_mut().zip(keys) {
                    *score = multiply_add(query, key, *score);
                }
            }
            for (score, place) in scores.iter_mut().zip(place) {
                *score = *score * scale + place;
            }
            softmax(&mut scores);
            let out = &mut scratch.attended[square * width + channels..][..depth];
            out.fill(0.0);
            for (&weight, row) in scores.iter().zip(scratch.qkv.chunks_exact(3 * width)) {
                for (out, &value) in out.iter_mut().zip(&row[2 * width + channels..][..depth]) {
                    *out = multiply_add(weight, value, *out);
                }
            }
        }
    }
}

fn norm_all(norm: &RmsNorm, x: &[f32], scratch: &mut EncoderScratch) {
    let width = scratch.width;
    let rows = scratch.normed.chunks_exact_mut(width);
    for (x, out) in x.chunks_exact(width).zip(rows) {
        norm.apply(x, out);
    }
}

fn softmax(scores: &mut [f32; SQUARES]) {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = (*score - highest).exp();
        sum += *score;
    }
    for score in scores {
        *score /= sum;
    }
}
