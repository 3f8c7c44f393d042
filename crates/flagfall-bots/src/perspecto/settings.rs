//! What can be set, each number declared once with its range and meaning.

use std::str::FromStr;
use std::time::Duration;

use super::area::Radius;
use super::psychology::Temper;
use super::search::{Algorithm, Likelihood};
use super::strategic::Strategy;
use crate::registry::OptionInfo;
use crate::spec::{Options, SpecError};

/// The depth that his tests of chapter 8 use, and the first number of Perspecto's 5-9.
const DEPTH: u8 = 5;
/// He finds that the area must hold a piece that moves three times.
const RADIUS: Radius = Radius::Local(2);
/// The random factor at the leaves (section 7.5).
const NOISE: f32 = 2.0;
/// The margin of section 9.4.
const MARGIN: f32 = 3.0;
/// The largest of the strategic values that section 9.2 mentions, where it says that they are considerably lower than the
/// tactical ones; `strategic.rs` says why there is a ceiling.
const CEILING: f32 = 4.0;
/// A move that costs more nodes than this is searched again less deeply: his own requirement is ten seconds a move.
const MOST_NODES: u64 = 30_000_000;

/// The deepest search there is, and where one that is driven by the clock ends.
const DEEPEST: u8 = 11;

const MILLISECONDS: &str = "a number of milliseconds from 1 to 3600000, or none";
const DEPTHS: &str = "a depth from 1 to 11";
const RADII: &str = "a radius from 0 to 18, or global";
const SWITCH: &str = "true or false";
const FEARS: &str = "a number from 0 to 1";
const NODES: &str = "a number of nodes";

const CHANCE: OptionInfo = OptionInfo {
    key: "chance",
    default: "0",
    meaning: "p-e-minimax only: in place of margin, the opponent's moves are the less likely the worse they are for him, to nothing at this many points (his future work, 11.2)",
};

/// The options of `minimax`, `expectiminimax` and `pe-minimax`.
pub(crate) const SEARCH_OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        key: "depth",
        default: "5",
        meaning: "half-moves to look ahead, 1 to 11",
    },
    OptionInfo {
        key: "radius",
        default: "2",
        meaning: "how far around a move the search looks, 0 to 18, or global for the whole board",
    },
    OptionInfo {
        key: "noise",
        default: "2",
        meaning: "the largest random factor at a leaf, 0 or more",
    },
    OptionInfo {
        key: "margin",
        default: "0",
        meaning: "pe-minimax only: the opponent's moves within this many points of his best are equally likely (9.4)",
    },
    CHANCE,
    OptionInfo {
        key: "nodes",
        default: "30000000",
        meaning: "a move that takes more nodes is searched again one half-move less deep",
    },
    OptionInfo {
        key: "ms",
        default: "none",
        meaning: "milliseconds a move, 1 to 3600000: the depth grows from 1 while there is time, with no default for depth and nodes",
    },
];

/// The options of `perspecto`.
pub(crate) const PERSPECTO_OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        key: "depth",
        default: "5",
        meaning: "the first depth at which moves are left out; 5 is his 5-9, 4 his faster 4-8",
    },
    OptionInfo {
        key: "deep",
        default: "true",
        meaning: "whether attacks and their consequences are followed up to four half-moves further (9.4)",
    },
    OptionInfo {
        key: "radius",
        default: "2",
        meaning: "how far around a move the search looks, 0 to 18, or global for the whole board",
    },
    OptionInfo {
        key: "algorithm",
        default: "pe-minimax",
        meaning: "minimax, expectiminimax or pe-minimax (10.3.1)",
    },
    OptionInfo {
        key: "strategy",
        default: "full",
        meaning: "full, no-miners, no-scouts, one-move, forward or off (10.3.2)",
    },
    OptionInfo {
        key: "ceiling",
        default: "4",
        meaning: "the most that the forces of the strategic search make a move worth, or none for the bare formula (9.2)",
    },
    OptionInfo {
        key: "margin",
        default: "3",
        meaning: "the opponent's moves within this many points of his best are equally likely (9.4)",
    },
    CHANCE,
    OptionInfo {
        key: "own_fear",
        default: "0.2-0.5",
        meaning: "ownFear: a number from 0 to 1, or a range from which it is drawn for each move (9.3)",
    },
    OptionInfo {
        key: "opp_fear",
        default: "0.3",
        meaning: "the first estOppFear, 0 to 1 (9.3)",
    },
    OptionInfo {
        key: "seen_fear",
        default: "between",
        meaning: "estOwnFear: a number from 0 to 1, or between for the mean of the other two (9.3)",
    },
    OptionInfo {
        key: "learning",
        default: "1",
        meaning: "what the changes of estOppFear are multiplied with; 0 for none (9.3)",
    },
    OptionInfo {
        key: "guard",
        default: "false",
        meaning: "whether enemies near the own flag draw pieces that can beat them (his future work, 11.2)",
    },
    OptionInfo {
        key: "flight",
        default: "false",
        meaning: "whether a threatened piece may step away in the search, also beyond its area and late in a line, except at the end, where only attacks are left (not his)",
    },
    OptionInfo {
        key: "keep",
        default: "false",
        meaning: "whether estOppFear is kept for the next game with the same opponent (10.3.3)",
    },
    OptionInfo {
        key: "nodes",
        default: "30000000",
        meaning: "a move that takes more nodes is searched again one half-move less deep",
    },
    OptionInfo {
        key: "ms",
        default: "none",
        meaning: "milliseconds a move, 1 to 3600000: the depth grows from 1 while there is time, with no default for depth and nodes",
    },
];

/// Settings of the three searching bots.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SearchSettings {
    pub(crate) depth: u8,
    pub(crate) radius: Radius,
    pub(crate) noise: f32,
    pub(crate) replies: Likelihood,
    pub(crate) nodes: u64,
    pub(crate) time: Option<Duration>,
}

impl SearchSettings {
    pub(crate) fn take(options: &mut Options) -> Result<SearchSettings, SpecError> {
        let Extent { depth, nodes, time } = Extent::take(options)?;
        let Points(noise) = options.take("noise", Points(NOISE), "a number from 0 up")?;
        Ok(SearchSettings {
            depth,
            radius: options.take("radius", RADIUS, RADII)?,
            noise,
            replies: take_likelihood(options, 0.0)?,
            nodes,
            time,
        })
    }
}

/// Settings of Perspecto.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct AgentSettings {
    pub(crate) algorithm: Algorithm,
    pub(crate) depth: u8,
    pub(crate) is_deep: bool,
    pub(crate) radius: Radius,
    pub(crate) replies: Likelihood,
    pub(crate) strategy: Strategy,
    pub(crate) ceiling: Option<f32>,
    pub(crate) temper: Temper,
    pub(crate) guards_flag: bool,
    pub(crate) lets_flee: bool,
    pub(crate) nodes: u64,
    pub(crate) time: Option<Duration>,
}

/// How far a search goes.
struct Extent {
    depth: u8,
    nodes: u64,
    time: Option<Duration>,
}

impl Extent {
    /// Where the clock decides, depth and nodes limit nothing unless they are set too.
    fn take(options: &mut Options) -> Result<Extent, SpecError> {
        let Milliseconds(time) = options.take("ms", Milliseconds(None), MILLISECONDS)?;
        let (own_depth, own_nodes) = match time {
            None => (DEPTH, MOST_NODES),
            Some(_) => (DEEPEST, u64::MAX),
        };
        let Depth(depth) = options.take("depth", Depth(own_depth), DEPTHS)?;
        Ok(Extent {
            depth,
            nodes: options.take("nodes", own_nodes, NODES)?,
            time,
        })
    }
}

/// Chance nodes take the place of the margin.
fn take_likelihood(options: &mut Options, own_margin: f32) -> Result<Likelihood, SpecError> {
    let Points(margin) = options.take("margin", Points(own_margin), "a number from 0 up")?;
    let Points(reach) = options.take("chance", Points(0.0), "a number from 0 up")?;
    Ok(if reach > 0.0 {
        Likelihood::Falling(reach)
    } else {
        Likelihood::Even(margin)
    })
}

impl AgentSettings {
    pub(crate) fn take(options: &mut Options) -> Result<AgentSettings, SpecError> {
        let standard = Temper::STANDARD;
        let Extent { depth, nodes, time } = Extent::take(options)?;
        let Ceiling(ceiling) = options.take(
            "ceiling",
            Ceiling(Some(CEILING)),
            "a number from 0 up, or none",
        )?;
        let Range(low, high) = options.take(
            "own_fear",
            Range(standard.own.0, standard.own.1),
            "a number from 0 to 1 or a range such as 0.2-0.5",
        )?;
        let Fear(est_opp) = options.take("opp_fear", Fear(standard.est_opp), FEARS)?;
        let Between(est_own) = options.take(
            "seen_fear",
            Between(standard.est_own),
            "a number from 0 to 1, or between",
        )?;
        let Points(rate) = options.take(
            "learning",
            Points(standard.rate as f32),
            "a number from 0 up",
        )?;
        Ok(AgentSettings {
            algorithm: options.take(
                "algorithm",
                Algorithm::PeMinimax,
                "minimax, expectiminimax or pe-minimax",
            )?,
            depth,
            is_deep: options.take("deep", true, SWITCH)?,
            radius: options.take("radius", RADIUS, RADII)?,
            replies: take_likelihood(options, MARGIN)?,
            strategy: options.take(
                "strategy",
                Strategy::Full,
                "full, no-miners, no-scouts, one-move, forward or off",
            )?,
            ceiling,
            temper: Temper {
                own: (low, high),
                est_opp,
                est_own,
                rate: f64::from(rate),
                keeps: options.take("keep", standard.keeps, SWITCH)?,
            },
            guards_flag: options.take("guard", false, SWITCH)?,
            lets_flee: options.take("flight", false, SWITCH)?,
            nodes,
            time,
        })
    }
}

/// A text that is not one of the values of an option; the option says which are.
#[derive(Debug)]
pub struct NotAValue;

impl FromStr for Radius {
    type Err = NotAValue;

    fn from_str(text: &str) -> Result<Radius, NotAValue> {
        match text {
            "global" => Ok(Radius::Global),
            _ => within(text, 0, 18).map(Radius::Local),
        }
    }
}

impl FromStr for Algorithm {
    type Err = NotAValue;

    fn from_str(text: &str) -> Result<Algorithm, NotAValue> {
        match text {
            "minimax" => Ok(Algorithm::Minimax),
            "expectiminimax" => Ok(Algorithm::Expectiminimax),
            "pe-minimax" => Ok(Algorithm::PeMinimax),
            _ => Err(NotAValue),
        }
    }
}

impl FromStr for Strategy {
    type Err = NotAValue;

    fn from_str(text: &str) -> Result<Strategy, NotAValue> {
        match text {
            "full" => Ok(Strategy::Full),
            "no-miners" => Ok(Strategy::NoMiners),
            "no-scouts" => Ok(Strategy::NoScouts),
            "one-move" => Ok(Strategy::OneMove),
            "forward" => Ok(Strategy::Forward),
            "off" => Ok(Strategy::Off),
            _ => Err(NotAValue),
        }
    }
}

struct Depth(u8);

impl FromStr for Depth {
    type Err = NotAValue;

    fn from_str(text: &str) -> Result<Depth, NotAValue> {
        within(text, 1, DEEPEST).map(Depth)
    }
}

/// A time for each move, at most an hour, or `none`.
struct Milliseconds(Option<Duration>);

impl FromStr for Milliseconds {
    type Err = NotAValue;

    fn from_str(text: &str) -> Result<Milliseconds, NotAValue> {
        match text {
            "none" => Ok(Milliseconds(None)),
            _ => within(text, 1, 3_600_000).map(|ms| Milliseconds(Some(Duration::from_millis(ms)))),
        }
    }
}

struct Points(f32);

impl FromStr for Points {
    type Err = NotAValue;

    fn from_str(text: &str) -> Result<Points, NotAValue> {
        within(text, 0.0, 1e6).map(Points)
    }
}

/// A number of points, or `none`.
struct Ceiling(Option<f32>);

impl FromStr for Ceiling {
    type Err = NotAValue;

    fn from_str(text: &str) -> Result<Ceiling, NotAValue> {
        match text {
            "none" => Ok(Ceiling(None)),
            _ => text.parse().map(|Points(points)| Ceiling(Some(points))),
        }
    }
}

struct Fear(f64);

impl FromStr for Fear {
    type Err = NotAValue;

    fn from_str(text: &str) -> Result<Fear, NotAValue> {
        within(text, 0.0, 1.0).map(Fear)
    }
}

struct Range(f64, f64);

impl FromStr for Range {
    type Err = NotAValue;

    fn from_str(text: &str) -> Result<Range, NotAValue> {
        let (low, high) = text.split_once('-').unwrap_or((text, text));
        let (Fear(low), Fear(high)) = (low.parse()?, high.parse()?);
        if low <= high {
            Ok(Range(low, high))
        } else {
            Err(NotAValue)
        }
    }
}

struct Between(Option<f64>);

impl FromStr for Between {
    type Err = NotAValue;

    fn from_str(text: &str) -> Result<Between, NotAValue> {
        match text {
            "between" => Ok(Between(None)),
            _ => text.parse().map(|Fear(fear)| Between(Some(fear))),
        }
    }
}

fn within<T: FromStr + PartialOrd>(text: &str, least: T, most: T) -> Result<T, NotAValue> {
    text.parse()
        .ok()
        .filter(|value| *value >= least && *value <= most)
        .ok_or(NotAValue)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::BotSpec;

    #[test]
    fn chance_nodes_take_the_place_of_the_margin() {
        for (options, expected) in [
            ("depth=2", Likelihood::Even(MARGIN)),
            ("margin=7", Likelihood::Even(7.0)),
            ("chance=50", Likelihood::Falling(50.0)),
            ("margin=7,chance=50", Likelihood::Falling(50.0)),
            ("chance=0,margin=7", Likelihood::Even(7.0)),
        ] {
            let spec: BotSpec = format!("perspecto:{options}").parse().unwrap();
            let settings = AgentSettings::take(&mut Options::new(&spec)).unwrap();
            assert_eq!(settings.replies, expected, "{options}");
            let spec: BotSpec = format!("pe-minimax:{options}").parse().unwrap();
            let settings = SearchSettings::take(&mut Options::new(&spec)).unwrap();
            let own = if expected == Likelihood::Even(MARGIN) {
                Likelihood::Even(0.0)
            } else {
                expected
            };
            assert_eq!(settings.replies, own, "{options}");
        }
    }
}
