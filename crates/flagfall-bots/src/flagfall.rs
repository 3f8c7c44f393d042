//! The learned player: one evaluation of a network, and a move drawn from its policy.
//!
//! The network sees a packed observation (`docs/observation.md`), which is made from the view alone. Nothing is kept between
//! moves but what the last explanation is made from.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use flagfall_core::{
    ByRank, GameRng, PieceId, Rules, Seed, Setup, Side, Square, Termination, Variant, View,
};
use flagfall_env::Contacts;
use flagfall_env::action::{decode, to_frame};
use flagfall_env::observation::{OBS_BYTES, pack};
use flagfall_net::{Evaluator, Network, Observation};

use crate::bot::{Bot, Budget, Choice, Fault, GameStart};
use crate::explain::{Belief, Explanation, MoveValue};
use crate::networks;
use crate::setups::{SetupStats, pick};
use crate::spec::{Options, SpecError};

/// How the learned player turns its policy into moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampling {
    /// Probabilities are taken to the power of one over this: at 1 the policy is played as it is, near 0 its likeliest move.
    pub temperature: f32,
    /// Moves whose probability is less than this share of the best one's are never played.
    pub floor: f32,
}

impl Sampling {
    /// In the trial run of training, 0.3 scored 3 to 6 points more against the heuristic than 1 did.
    pub const DEFAULT: Sampling = Sampling {
        temperature: 0.3,
        floor: 0.1,
    };

    /// How often each move is to be played, given the logarithms of the policy's probabilities; they sum to 1.
    pub fn shares(&self, log_probs: &[f32]) -> Vec<f64> {
        let best = log_probs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let least = best + self.floor.ln();
        let weights: Vec<f64> = log_probs
            .iter()
            .map(|&log_prob| {
                let below_best = f64::from(log_prob - best);
                if below_best == 0.0 {
                    1.0
                } else if log_prob < least || self.temperature == 0.0 {
                    0.0
                } else {
                    (below_best / f64::from(self.temperature)).exp()
                }
            })
            .collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }
}

/// The learned player.
#[derive(Debug)]
pub struct Flagfall {
    /// The network named by the user, if any.
    given: Option<Arc<Network>>,
    sampling: Sampling,
    rng: GameRng,
    rules: Rules,
    /// Set up when a game begins; an error loses the game.
    evaluator: Result<Evaluator, String>,
    packed: Box<[u8; OBS_BYTES]>,
    /// Who made the last choice, once there is one: `packed` and the evaluator's output are of that turn.
    explained: Option<Side>,
}

impl Flagfall {
    /// A player with this network, or with the program's own.
    pub fn new(given: Option<Arc<Network>>, sampling: Sampling) -> Flagfall {
        Flagfall {
            given,
            sampling,
            rng: Seed(0).rng(),
            rules: Rules::default(),
            evaluator: Err("no game has begun".to_owned()),
            packed: Box::new([0; OBS_BYTES]),
            explained: None,
        }
    }

    /// As the options of a spec say.
    pub(crate) fn build(options: &mut Options) -> Result<Box<dyn Bot>, SpecError> {
        let file: PathBuf = options.take("net", PathBuf::new(), "a file of weights")?;
        let Number(temperature) = options.take::<Number<10>>(
            "temperature",
            Number(Sampling::DEFAULT.temperature),
            "a number from 0 to 10",
        )?;
        let Number(floor) = options.take::<Number<1>>(
            "floor",
            Number(Sampling::DEFAULT.floor),
            "a number from 0 to 1",
        )?;
        let unusable = |reason: String| SpecError::Unusable {
            bot: "flagfall".to_owned(),
            reason,
        };
        let given = if file.as_os_str().is_empty() {
            None
        } else {
            let network = Network::load(&file);
            Some(network.map_err(|error| unusable(format!("net={}: {error}", file.display())))?)
        };
        let sampling = Sampling { temperature, floor };
        Ok(Box::new(Flagfall::new(given.map(Arc::new), sampling)))
    }

    fn open(&self, variant: Variant) -> Result<Evaluator, String> {
        let network = match &self.given {
            None => networks::built_in(variant)?,
            Some(network) if network.variant() == variant => Arc::clone(network),
            Some(network) => {
                let learned = network.variant();
                return Err(format!(
                    "the network has learned {learned}, the game is {variant}"
                ));
            }
        };
        Ok(Evaluator::new(network))
    }
}

impl Bot for Flagfall {
    fn begin(&mut self, start: &GameStart) {
        let variant = start.rules.variant;
        let is_ready = matches!(&self.evaluator, Ok(ready) if ready.network().variant() == variant);
        if !is_ready {
            self.evaluator = self.open(variant);
        }
        self.rng = start.seed.rng();
        self.rules = start.rules;
        self.explained = None;
    }

    fn setup(&mut self) -> Result<Setup, Fault> {
        if let Err(reason) = &self.evaluator {
            return Err(no_network(reason));
        }
        Ok(SetupStats::of(self.rules.variant).draw(&mut self.rng))
    }

    fn choose(&mut self, view: &View<'_>, _budget: &Budget) -> Result<Choice, Fault> {
        let evaluator = self
            .evaluator
            .as_mut()
            .map_err(|reason| no_network(reason))?;
        pack(view, &Contacts::of(view), self.packed.as_mut_slice());
        let output = evaluator.evaluate(&self.packed);
        let (actions, log_probs): (Vec<usize>, Vec<f32>) = output
            .legal_log_probs(Observation(&self.packed))
            .into_iter()
            .unzip();
        let shares = self.sampling.shares(&log_probs);
        let action = actions[pick(&mut self.rng, shares.iter().copied())];
        self.explained = Some(view.viewer());
        Ok(Choice::Move(
            decode(action, view.viewer()).expect("legal actions are moves"),
        ))
    }

    fn explain(&self) -> Option<Explanation> {
        let side = self.explained?;
        let output = self.evaluator.as_ref().ok()?.output();
        let observation = Observation(&self.packed);
        let (actions, log_probs): (Vec<usize>, Vec<f32>) =
            output.legal_log_probs(observation).into_iter().unzip();
        let shares = self.sampling.shares(&log_probs);
        let mut moves: Vec<MoveValue> = actions
            .into_iter()
            .zip(log_probs.iter().zip(shares))
            .filter_map(|(action, (log_prob, share))| {
                let value = f64::from(log_prob.exp());
                Some(MoveValue {
                    mv: decode(action, side)?,
                    value,
                    parts: vec![value, share],
                })
            })
            .collect();
        moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        let [win, _, loss] = output.win_draw_loss();
        Some(Explanation {
            columns: vec!["policy".to_owned(), "played".to_owned()],
            moves,
            enemy: beliefs(side, |square| {
                Some((
                    observation.start(square)?,
                    output.rank_probs(observation, square)?,
                ))
            }),
            value: Some(f64::from(win - loss)),
            ..Explanation::default()
        })
    }
}

/// The beliefs about all squares for which there is one; start squares and squares are in the frame of `side`.
fn beliefs(side: Side, of: impl Fn(usize) -> Option<(usize, [f32; 12])>) -> Vec<Belief> {
    Square::all()
        .filter_map(|square| {
            let (start, ranks) = of(to_frame(square, side))?;
            // Turning the board twice gives the board.
            let start = to_frame(Square::from_index(start as u8)?, side);
            Some(Belief {
                piece: PieceId::started_on(Square::from_index(start as u8)?),
                ranks: ByRank(ranks.map(f64::from)),
            })
        })
        .collect()
}

fn no_network(reason: &str) -> Fault {
    Fault {
        reason: Termination::Crash,
        detail: reason.to_owned(),
    }
}

/// A number from 0 to `MAX`.
struct Number<const MAX: u8>(f32);

impl<const MAX: u8> FromStr for Number<MAX> {
    type Err = ();

    fn from_str(text: &str) -> Result<Number<MAX>, ()> {
        let number: f32 = text.parse().map_err(|_| ())?;
        if (0.0..=f32::from(MAX)).contains(&number) {
            Ok(Number(number))
        } else {
            Err(())
        }
    }
}

#[cfg(test)]
mod tests;
