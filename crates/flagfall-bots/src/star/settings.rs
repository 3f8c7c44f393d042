//! What can be set, each number declared once with its range and meaning.

use std::str::FromStr;
use std::time::Duration;

use flagfall_belief::{Counts, Guesser, RankSource};
use flagfall_core::View;
use flagfall_setups::Method;

use super::battle::Attacks;
use super::search::{Manner, Pruning, Shortcuts};
use super::weights::Weights;
use crate::registry::OptionInfo;
use crate::spec::{Options, SpecError};

/// Nodes a move when neither the options nor the arena say otherwise.
const NODES: u64 = 100_000;
const MAX_DEPTH: i8 = 40;
const MAX_MS: u64 = 3_600_000;
/// How many half-moves of attacks follow the last one.
const QUIESCENCE: i8 = 4;

/// The options of `star`: those of the search, then the weights of the evaluation.
pub(crate) const OPTIONS: &[OptionInfo] = &{
    let mut all = [SEARCH_OPTIONS[0]; SEARCH_OPTIONS.len() + Weights::OPTIONS.len()];
    let mut index = 0;
    while index < all.len() {
        all[index] = if index < SEARCH_OPTIONS.len() {
            SEARCH_OPTIONS[index]
        } else {
            Weights::OPTIONS[index - SEARCH_OPTIONS.len()]
        };
        index += 1;
    }
    all
};

const SEARCH_OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        key: "nodes",
        default: "100000",
        meaning: "nodes a move, 1 or more, or none",
    },
    OptionInfo {
        key: "ms",
        default: "none",
        meaning: "milliseconds a move, 1 to 3600000, in place of the default for nodes (both hold if both are set)",
    },
    OptionInfo {
        key: "depth",
        default: "40",
        meaning: "half-moves to look ahead at most, 1 to 40",
    },
    OptionInfo {
        key: "belief",
        default: "watchful",
        meaning: "where the probabilities of ranks come from: counts (plain counting), guesser (Invincible 6), or watchful: that guesser and what standing still and this setup tell",
    },
    OptionInfo {
        key: "pruning",
        default: "star2",
        meaning: "plain, alpha-beta, star1 or star2: what is left out where it cannot matter",
    },
    OptionInfo {
        key: "shortcuts",
        default: "all",
        meaning: "all: null moves and less depth for late quiet moves; none",
    },
    OptionInfo {
        key: "table",
        default: "on",
        meaning: "on or off: whether states that are met again are looked up",
    },
    OptionInfo {
        key: "attacks",
        default: "informed",
        meaning: "informed: unknown enemy pieces attack only if they gain by it; chance: whatever they are",
    },
    OptionInfo {
        key: "setup",
        default: "best-of:50",
        meaning: "how setups are made: random, best-of-random:N, semi-random, best-of:N or half-random",
    },
];

/// Where probabilities come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BeliefKind {
    Counts,
    Guesser,
    Watchful,
}

impl BeliefKind {
    /// A source that has seen all of this view.
    pub(crate) fn source(self, view: &View<'_>) -> Box<dyn RankSource> {
        match self {
            BeliefKind::Counts => Box::new(Counts::new(view)),
            BeliefKind::Guesser => Box::new(Guesser::new(view)),
            BeliefKind::Watchful => Box::new(Guesser::watchful(view)),
        }
    }
}

/// How a `star` plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Settings {
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<Duration>,
    pub(crate) depth: i8,
    pub(crate) belief: BeliefKind,
    pub(crate) manner: Manner,
    pub(crate) setup: Method,
    pub(crate) weights: Weights,
}

impl Settings {
    pub(crate) fn take(options: &mut Options) -> Result<Settings, SpecError> {
        let time = options
            .take("ms", Ms(None), "milliseconds from 1 to 3600000, or none")?
            .0;
        let default = Limited(time.is_none().then_some(NODES));
        let nodes = options
            .take("nodes", default, "a number of nodes from 1, or none")?
            .0;
        let depth = options
            .take("depth", Depth(MAX_DEPTH), "a depth from 1 to 40")?
            .0;
        let belief = options
            .take(
                "belief",
                Word(BeliefKind::Watchful),
                "counts, guesser or watchful",
            )?
            .0;
        let pruning = options
            .take(
                "pruning",
                Word(Pruning::Star2),
                "plain, alpha-beta, star1 or star2",
            )?
            .0;
        let shortcuts = options
            .take("shortcuts", Word(Shortcuts::All), "all or none")?
            .0;
        let attacks = options
            .take("attacks", Word(Attacks::Informed), "informed or chance")?
            .0;
        let remembers = options.take_switch("table", true)?;
        let setup = options.take("setup", Method::INVINCIBLE, "a way to make setups")?;
        Ok(Settings {
            nodes,
            time,
            depth,
            belief,
            manner: Manner {
                pruning,
                shortcuts,
                attacks,
                remembers,
                quiescence: QUIESCENCE,
            },
            setup,
            weights: Weights::take(options)?,
        })
    }
}

/// A number from 1, or `none`.
#[derive(Clone, Copy)]
struct Limited(Option<u64>);

impl FromStr for Limited {
    type Err = ();

    fn from_str(text: &str) -> Result<Limited, ()> {
        match text {
            "none" => Ok(Limited(None)),
            _ => match text.parse() {
                Ok(number) if number > 0 => Ok(Limited(Some(number))),
                _ => Err(()),
            },
        }
    }
}

/// Milliseconds, or `none`.
struct Ms(Option<Duration>);

impl FromStr for Ms {
    type Err = ();

    fn from_str(text: &str) -> Result<Ms, ()> {
        let Limited(ms) = text.parse()?;
        if ms.is_some_and(|ms| ms > MAX_MS) {
            return Err(());
        }
        Ok(Ms(ms.map(Duration::from_millis)))
    }
}

struct Depth(i8);

impl FromStr for Depth {
    type Err = ();

    fn from_str(text: &str) -> Result<Depth, ()> {
        match text.parse() {
            Ok(depth @ 1..=MAX_DEPTH) => Ok(Depth(depth)),
            _ => Err(()),
        }
    }
}

/// One of a few words.
struct Word<T>(T);

/// A type whose values have names.
trait Named: Copy + 'static {
    const NAMES: &'static [(&'static str, Self)];
}

impl<T: Named> FromStr for Word<T> {
    type Err = ();

    fn from_str(text: &str) -> Result<Word<T>, ()> {
        T::NAMES
            .iter()
            .find(|(name, _)| *name == text)
            .map(|&(_, value)| Word(value))
            .ok_or(())
    }
}

impl Named for BeliefKind {
    const NAMES: &'static [(&'static str, BeliefKind)] = &[
        ("counts", BeliefKind::Counts),
        ("guesser", BeliefKind::Guesser),
        ("watchful", BeliefKind::Watchful),
    ];
}

impl Named for Pruning {
    const NAMES: &'static [(&'static str, Pruning)] = &[
        ("plain", Pruning::Plain),
        ("alpha-beta", Pruning::AlphaBeta),
        ("star1", Pruning::Star1),
        ("star2", Pruning::Star2),
    ];
}

impl Named for Shortcuts {
    const NAMES: &'static [(&'static str, Shortcuts)] =
        &[("all", Shortcuts::All), ("none", Shortcuts::None)];
}

impl Named for Attacks {
    const NAMES: &'static [(&'static str, Attacks)] =
        &[("informed", Attacks::Informed), ("chance", Attacks::Chance)];
}
