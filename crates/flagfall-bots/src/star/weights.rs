//! The numbers of the evaluation, each declared once.

use std::str::FromStr;

use super::distance::FAR;
use crate::registry::OptionInfo;
use crate::spec::{Options, SpecError};

/// Declares the weights: name, default and meaning, which is also what `flagfall bots` says of the option of that name.
macro_rules! weights {
    ($($(#[doc = $meaning:literal])+ $name:ident = $default:literal,)+) => {
        /// What the parts of the evaluation count.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub(crate) struct Weights {
            $($(#[doc = $meaning])+ pub(crate) $name: f32,)+
        }

        impl Weights {
            /// The options that set them.
            pub(crate) const OPTIONS: &[OptionInfo] = &[
                $(OptionInfo {
                    key: stringify!($name),
                    default: stringify!($default),
                    meaning: concat!("evaluation:", $($meaning,)+),
                },)+
            ];

            pub(crate) fn take(options: &mut Options) -> Result<Weights, SpecError> {
                Ok(Weights {
                    $($name: options.take(stringify!($name), Finite($default), EXPECTED)?.0,)+
                })
            }
        }
    };
}

const EXPECTED: &str = "a number from 0 to 10000";

weights! {
    /// A bomb's share of Invincible's value for it, which is that of a colonel and meant for other uses.
    bomb = 0.4,
    /// The share of its value that a piece is worth more while its enemy does not know it.
    secret = 0.15,
    /// Points for a hidden piece that has not moved: it could be a bomb.
    still = 4.0,
    /// Points for each step that one side has more than the other.
    mobility = 0.05,
    /// The share of an attack's expected gain that standing right beside the target is worth.
    pull = 0.12,
    /// What is left of that with each step further away.
    decay = 0.75,
    /// The part of an attraction that is lost if the target can run away.
    flight = 0.5,
    /// Points that the flag's capture counts in an attraction.
    flag = 150.0,
    /// Points for attacking any unknown piece, to see what it is.
    curiosity = 1.0,
    /// How much curiosity grows with each ply without a battle, as a share of itself.
    impatience = 0.02,
    /// Points for an enemy piece beside our flag.
    guard = 50.0,
    /// What is left of that with each step further away; pieces of ours in the way count as several.
    guard_decay = 0.6,
    /// The chance with which the opponent is taken to find our hidden flag when he could take it and has no idea where it is.
    discovery = 0.3,
    /// How many times as likely as the source of probabilities says an enemy piece that has not moved is taken for a bomb: of many
    /// attacks the one looks best for which chances are overestimated.
    caution = 1.5,
    /// How much more than the present score a won game is worth.
    win = 180.0,
    /// How much a lead takes from what winning is worth, and a deficit from what losing costs: 0 for nothing, 1 for as much as
    /// a logistic curve of the chance to win says.
    balance = 1.0,
    /// The share of the difference between truth and the opponent's expectation by which his attacks on pieces that he does
    /// not know are worth less to him.
    doubt = 0.9,
    /// Points off for each time that the position after a quiet move has been there since the last battle.
    repetition = 2.0,
}

impl Weights {
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
