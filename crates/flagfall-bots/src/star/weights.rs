//! The numbers of the evaluation, each declared once.

use std::str::FromStr;

use super::distance::FAR;
use crate::registry::OptionInfo;
use crate::spec::{Options, SpecError};

/// Declares the weights: name, default, range and meaning, which is also what `flagfall bots` says of the option of that name.
macro_rules! weights {
    ($($(#[doc = $meaning:literal])+ $name:ident = $default:literal in $least:literal..=$most:literal,)+) => {
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
                    meaning: concat!("evaluation:", $($meaning,)+ " ", $least, " to ", $most),
                },)+
            ];

            pub(crate) fn take(options: &mut Options) -> Result<Weights, SpecError> {
                Ok(Weights {
                    $($name: options
                        .take(
                            stringify!($name),
                            Within::<$least, $most>($default),
                            concat!("a number from ", $least, " to ", $most),
                        )?
                        .0,)+
                })
            }
        }
    };
}

weights! {
    /// A bomb's share of Invincible's value for it, which is that of a colonel and meant for other uses.
    bomb = 0.4 in 0..=10,
    /// The share of its value that a piece is worth more while its enemy does not know it.
    secret = 0.15 in 0..=1,
    /// Points for a hidden piece that has not moved: it could be a bomb.
    still = 4.0 in 0..=100,
    /// Points for each step that one side has more than the other.
    mobility = 0.05 in 0..=100,
    /// The share of an attack's expected gain that standing right beside the target is worth.
    pull = 0.12 in 0..=10,
    /// What is left of that with each step further away.
    decay = 0.75 in 0..=1,
    /// The part of an attraction that is lost if the target can run away.
    flight = 0.5 in 0..=1,
    /// Points that the flag's capture counts in an attraction.
    flag = 150.0 in 0..=10000,
    /// Points for attacking any unknown piece, to see what it is.
    curiosity = 1.0 in 0..=1000,
    /// How much curiosity grows with each ply without a battle, as a share of itself.
    impatience = 0.02 in 0..=1,
    /// Points for an enemy piece beside our flag.
    guard = 50.0 in 0..=10000,
    /// What is left of that with each step further away; pieces of ours in the way count as several.
    guard_decay = 0.6 in 0..=1,
    /// The chance with which the opponent is taken to find our hidden flag when he could take it and has no idea where it is.
    discovery = 0.3 in 0..=1,
    /// By what the odds that an enemy piece that has not moved is a bomb are multiplied: of many attacks the one looks best
    /// for which chances are overestimated.
    caution = 1.5 in 1..=10,
    /// How much more than the present score a won game is worth when neither side leads.
    win = 180.0 in 50..=10000,
    /// How much a lead takes from what winning is worth, and a deficit from what losing costs: 0 for nothing, 1 for as much as
    /// a logistic curve of the chance to win says.
    balance = 1.0 in 0..=1,
    /// The share of the difference between truth and the opponent's expectation by which his attacks on pieces that he does
    /// not know are worth less to him.
    doubt = 0.9 in 0..=1,
    /// Points off for each time that the position after a quiet move has been there since the last battle.
    repetition = 2.0 in 0..=1000,
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

/// A number within a range, beyond which the evaluation makes no sense.
struct Within<const LEAST: u32, const MOST: u32>(f32);

impl<const LEAST: u32, const MOST: u32> FromStr for Within<LEAST, MOST> {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let number = text.parse::<f32>().map_err(|_| ())?;
        (LEAST as f32..=MOST as f32)
            .contains(&number)
            .then_some(Within(number))
            .ok_or(())
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
