//! The learned player: a network's evaluations of the position and of its mirror image, and a move drawn from the mean of both
//! policies. When asked to, it first [looks ahead](search) and mends that policy by what it finds.
//!
//! The network sees a packed observation (`docs/observation.md`), which is made from the view alone. Nothing is kept between
//! moves but what the last explanation is made from.
//!
//! Setups are drawn as people make them; of several the one is played that the network values most. What it sees before the first
//! move is its own setup and which squares the enemy has taken: all of them in classic, eight in Barrage. All are valued against the
//! same enemy, so that they differ in nothing but themselves.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use flagfall_core::{
    ByRank, BySide, Game, GameRng, PieceId, Rules, Seed, Setup, Side, Square, Termination, Variant,
    View,
};
use flagfall_env::Contacts;
use flagfall_env::action::{decode, to_frame};
use flagfall_env::mirror::{mirrored, mirrored_action};
use flagfall_env::observation::{OBS_BYTES, pack};
use flagfall_net::{Evaluator, Network, Observation, Output};

use crate::bot::{Bot, Budget, Choice, Fault, GameStart};
use crate::explain::{Belief, Explanation, MoveValue};
use crate::networks;
use crate::setups::{SetupStats, pick};
use crate::spec::{Options, SpecError};

mod search;
mod worlds;

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
    /// How many setups are drawn, of which the most valued is played.
    setups: u32,
    /// Whether the policy is the mean of those on this side and on the other side of the mirror.
    is_mirroring: bool,
    search: search::Settings,
    rng: GameRng,
    rules: Rules,
    /// Set up when a game begins; an error loses the game.
    evaluator: Result<Evaluator, String>,
    packed: Box<[u8; OBS_BYTES]>,
    /// The legal actions of the last choice with the logarithms of their probabilities.
    policy: Vec<(usize, f32)>,
    /// What the search tried; nothing if there was none.
    candidates: Vec<search::Candidate>,
    /// Who made the last choice, once there is one: `packed`, `policy` and the evaluator's output are of that turn.
    explained: Option<Side>,
}

impl Flagfall {
    /// How many setups are drawn by default: the best of 16 has 64% against the first one drawn (`docs/STRENGTH.md`), for as many
    /// evaluations before a game.
    pub const SETUPS: u32 = 16;

    /// Whether the mirror is looked into by default: the mean of both policies has 52.4% of 4,096 games against one of them
    /// (`train/RUNS.md`), for a second evaluation a move.
    pub const MIRROR: bool = true;

    /// A player with this network, or with the program's own.
    pub fn new(given: Option<Arc<Network>>, sampling: Sampling) -> Flagfall {
        Flagfall {
            given,
            sampling,
            setups: Flagfall::SETUPS,
            is_mirroring: Flagfall::MIRROR,
            search: search::Settings::DEFAULT,
            rng: Seed(0).rng(),
            rules: Rules::default(),
            evaluator: Err("no game has begun".to_owned()),
            packed: Box::new([0; OBS_BYTES]),
            policy: Vec::new(),
            candidates: Vec::new(),
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
        let Count(setups) = options.take::<Count<1, 1000>>(
            "setups",
            Count(Flagfall::SETUPS),
            "a number of setups from 1 to 1000",
        )?;
        let is_mirroring = options.take_switch("mirror", Flagfall::MIRROR)?;
        let search = take_search(options)?;
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
        Ok(Box::new(Flagfall {
            setups,
            is_mirroring,
            search,
            ..Flagfall::new(given.map(Arc::new), sampling)
        }))
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

    /// How often each move of the last policy is to be played.
    fn shares(&self) -> Vec<f64> {
        let log_probs: Vec<f32> = if self.candidates.is_empty() {
            self.policy.iter().map(|&(_, log_prob)| log_prob).collect()
        } else {
            search::improved(&self.policy, &self.candidates, self.search.step)
        };
        self.sampling.shares(&log_probs)
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
        let evaluator = self
            .evaluator
            .as_mut()
            .map_err(|reason| no_network(reason))?;
        let stats = SetupStats::of(self.rules.variant);
        let drawn: Vec<Setup> = (0..self.setups)
            .map(|_| stats.draw(&mut self.rng))
            .collect();
        // One setup needs no value.
        if let [only] = drawn[..] {
            return Ok(only);
        }
        let enemy = stats.draw(&mut self.rng.clone());
        let mut value = |setup: &Setup| value_of(setup, &enemy, self.rules, evaluator);
        let mut best = (drawn[0], value(&drawn[0]));
        for setup in &drawn[1..] {
            let value = value(setup);
            if value > best.1 {
                best = (*setup, value);
            }
        }
        Ok(best.0)
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Choice, Fault> {
        let evaluator = self
            .evaluator
            .as_mut()
            .map_err(|reason| no_network(reason))?;
        pack(view, &Contacts::of(view), self.packed.as_mut_slice());
        self.policy = if self.is_mirroring {
            policy_of_both_sides(evaluator, &self.packed)
        } else {
            policy_of(evaluator, &self.packed)
        };
        self.candidates = Vec::new();
        if self.search.evaluations > 0 {
            let beliefs = beliefs(view.viewer(), evaluator.output(), Observation(&self.packed));
            // The output for this position is kept for the explanation, so the search has an evaluator of its own.
            let turn = search::Turn {
                view,
                policy: &self.policy,
                beliefs: &beliefs,
                floor: self.sampling.floor,
            };
            self.candidates =
                turn.look_ahead(&self.search, &mut evaluator.clone(), &mut self.rng, budget);
        }
        let shares = self.shares();
        let (action, _) = self.policy[pick(&mut self.rng, shares.iter().copied())];
        self.explained = Some(view.viewer());
        Ok(Choice::Move(
            decode(action, view.viewer()).expect("legal actions are moves"),
        ))
    }

    fn explain(&self) -> Option<Explanation> {
        let side = self.explained?;
        let output = self.evaluator.as_ref().ok()?.output();
        let observation = Observation(&self.packed);
        let has_searched = !self.candidates.is_empty();
        let tried = self.candidates.len().max(1) as f64;
        let mean = self
            .candidates
            .iter()
            .map(search::Candidate::value)
            .sum::<f64>()
            / tried;
        let gain_of = |index: usize| {
            let candidate = self.candidates.iter().find(|one| one.index == index);
            candidate.map_or(0.0, |candidate| candidate.value() - mean)
        };
        let mut moves: Vec<MoveValue> = self
            .policy
            .iter()
            .zip(self.shares())
            .enumerate()
            .filter_map(|(index, (&(action, log_prob), share))| {
                let policy = f64::from(log_prob.exp());
                let mut parts = vec![policy, share];
                if has_searched {
                    parts.push(gain_of(index));
                }
                Some(MoveValue {
                    mv: decode(action, side)?,
                    value: if has_searched { share } else { policy },
                    parts,
                })
            })
            .collect();
        moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        let [win, _, loss] = output.win_draw_loss();
        let mut columns = vec!["policy".to_owned(), "played".to_owned()];
        if has_searched {
            // By how much the move is better than the mean of those that were tried; 0 for all others.
            columns.push("gain".to_owned());
        }
        Some(Explanation {
            columns,
            moves,
            enemy: beliefs(side, output, observation),
            value: Some(f64::from(win - loss)),
            ..Explanation::default()
        })
    }
}

/// The legal actions with the logarithms of their probabilities.
fn policy_of(evaluator: &mut Evaluator, packed: &[u8; OBS_BYTES]) -> Vec<(usize, f32)> {
    let output = evaluator.evaluate(packed);
    output.legal_log_probs(Observation(packed))
}

/// The mean of what the network would play here and what it would play in the mirror. The evaluator is left with its output for
/// this side.
fn policy_of_both_sides(evaluator: &mut Evaluator, packed: &[u8; OBS_BYTES]) -> Vec<(usize, f32)> {
    let mut there: Vec<(usize, f32)> = policy_of(evaluator, &mirrored(packed))
        .into_iter()
        .map(|(action, log_prob)| (mirrored_action(action), log_prob))
        .collect();
    there.sort_unstable_by_key(|&(action, _)| action);
    let here = policy_of(evaluator, packed);
    let both = here.into_iter().zip(there);
    both.map(|((action, here), (_, there))| (action, (0.5 * (here.exp() + there.exp())).ln()))
        .collect()
}

/// What the network expects of a game that it begins with this setup, from -1 to 1. Of the enemy's it sees where pieces stand.
fn value_of(setup: &Setup, enemy: &Setup, rules: Rules, evaluator: &mut Evaluator) -> f32 {
    let setups = BySide::from_fn(|side| if side == Side::Red { *setup } else { *enemy });
    let game = Game::new(rules, setups).expect("setups are drawn for the variant that is played");
    let view = game.view(Side::Red);
    let mut packed = [0; OBS_BYTES];
    pack(&view, &Contacts::of(&view), &mut packed);
    let [win, _, loss] = evaluator.evaluate(&packed).win_draw_loss();
    win - loss
}

/// What the network believes of each hidden enemy piece; its output and the observation are in the frame of `side`.
fn beliefs(side: Side, output: &Output, observation: Observation<'_>) -> Vec<Belief> {
    Square::all()
        .filter_map(|square| {
            let square = to_frame(square, side);
            let ranks = output.rank_probs(observation, square)?;
            // Turning the board twice gives the board.
            let start = to_frame(Square::from_index(observation.start(square)? as u8)?, side);
            Some(Belief {
                piece: PieceId::started_on(Square::from_index(start as u8)?),
                ranks: ByRank(ranks.map(f64::from)),
            })
        })
        .collect()
}

/// How to look ahead, as the options of a spec say.
fn take_search(options: &mut Options) -> Result<search::Settings, SpecError> {
    let default = search::Settings::DEFAULT;
    let Count(evaluations) = options.take::<Count<0, 100_000>>(
        "search",
        Count(default.evaluations),
        "a number of evaluations from 0 to 100000",
    )?;
    let Count(candidates) = options.take::<Count<2, 40>>(
        "candidates",
        Count(default.candidates as u32),
        "a number of moves from 2 to 40",
    )?;
    let Count(plies) = options.take::<Count<1, 40>>(
        "plies",
        Count(default.plies),
        "a number of plies from 1 to 40",
    )?;
    let Number(step) =
        options.take::<Number<100>>("step", Number(default.step), "a number from 0 to 100")?;
    Ok(search::Settings {
        evaluations,
        candidates: candidates as usize,
        plies,
        step,
    })
}

fn no_network(reason: &str) -> Fault {
    Fault {
        reason: Termination::Crash,
        detail: reason.to_owned(),
    }
}

/// A whole number from `MIN` to `MAX`.
struct Count<const MIN: u32, const MAX: u32>(u32);

impl<const MIN: u32, const MAX: u32> FromStr for Count<MIN, MAX> {
    type Err = ();

    fn from_str(text: &str) -> Result<Count<MIN, MAX>, ()> {
        match text.parse() {
            Ok(count) if (MIN..=MAX).contains(&count) => Ok(Count(count)),
            _ => Err(()),
        }
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
