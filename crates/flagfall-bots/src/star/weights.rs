//! The numbers of the evaluation, each declared once.

use std::str::FromStr;

use super::distance::FAR;
use crate::spec::{Options, SpecError};

/// What the parts of the evaluation count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Weights {
    /// A bomb's share of Invincible's value for it, which is that of a colonel and meant for other uses.
    pub(crate) bomb: f32,
    /// The share of its value that a piece is worth more while its enemy does not know it.
    pub(crate) secret: f32,
    /// Points for a hidden piece that has not moved: it could be a bomb.
    pub(crate) still: f32,
    /// Points for each step that one side has more than the other.
    pub(crate) mobility: f32,
    /// The share of an attack's expected gain that standing right beside the target is worth.
    pub(crate) pull: f32,
    /// What is left of that with each step further away.
    pub(crate) decay: f32,
    /// The part of an attraction that is lost if the target can run away.
    pub(crate) flight: f32,
    /// Points that the flag's capture counts in an attraction.
    pub(crate) flag: f32,
    /// Points for attacking any unknown piece, to see what it is.
    pub(crate) curiosity: f32,
    /// How much curiosity grows with each ply without a battle, as a share of itself.
    pub(crate) impatience: f32,
    /// Points for an enemy piece beside our flag.
    pub(crate) guard: f32,
    /// What is left of that with each step further away.
    pub(crate) guard_decay: f32,
    /// How much more than the present score a won game is worth.
    pub(crate) win: f32,
    /// The share of the difference between truth and the opponent's expectation by which his attacks on pieces that he does
    /// not know are worth less to him.
    pub(crate) doubt: f32,
    /// Points off for each time that the position after a quiet move has been there since the last battle.
    pub(crate) repetition: f32,
}

impl Weights {
    pub(crate) const DEFAULT: Weights = Weights {
        bomb: 0.4,
        secret: 0.15,
        still: 1.5,
        mobility: 0.05,
        pull: 0.12,
        decay: 0.75,
        flight: 0.5,
        flag: 250.0,
        curiosity: 1.0,
        impatience: 0.02,
        guard: 20.0,
        guard_decay: 0.6,
        win: 300.0,
        doubt: 0.0,
        repetition: 2.0,
    };

    pub(crate) fn take(options: &mut Options) -> Result<Weights, SpecError> {
        const EXPECTED: &str = "a number from 0 to 10000";
        let mut weights = Weights::DEFAULT;
        for (key, value) in [
            ("bomb", &mut weights.bomb),
            ("secret", &mut weights.secret),
            ("still", &mut weights.still),
            ("mobility", &mut weights.mobility),
            ("pull", &mut weights.pull),
            ("decay", &mut weights.decay),
            ("flight", &mut weights.flight),
            ("flag", &mut weights.flag),
            ("curiosity", &mut weights.curiosity),
            ("impatience", &mut weights.impatience),
            ("guard", &mut weights.guard),
            ("guard_decay", &mut weights.guard_decay),
            ("win", &mut weights.win),
            ("doubt", &mut weights.doubt),
            ("repetition", &mut weights.repetition),
        ] {
            *value = options.take(key, Finite(*value), EXPECTED)?.0;
        }
        Ok(weights)
    }

    /// What being so far from a target leaves of its attraction, by distance.
    pub(crate) fn nearness(&self) -> [f32; FAR as usize + 1] {
        powers(self.decay)
    }

    /// What being so far from our flag leaves of the danger, by distance.
    pub(crate) fn danger(&self) -> [f32; FAR as usize + 1] {
        powers(self.guard_decay)
    }
}

/// A number that can be reckoned with.
struct Finite(f32);

impl FromStr for Finite {
    type Err = ();

    fn from_str(text: &str) -> Result<Finite, ()> {
        match text.parse::<f32>() {
            Ok(number) if number.is_finite() && (0.0..=10_000.0).contains(&number) => {
                Ok(Finite(number))
            }
            _ => Err(()),
        }
    }
}

/// Whole beside the target and on it, so that taking it loses nothing; nothing where there is no way.
fn powers(share: f32) -> [f32; FAR as usize + 1] {
    std::array::from_fn(|distance| match distance {
        0 | 1 => 1.0,
        _ if distance >= usize::from(FAR) => 0.0,
        _ => share.powi(distance as i32 - 1),
    })
}
