//! What can be set, each number declared once with its range and meaning.

use std::str::FromStr;
use std::time::Duration;

use crate::blind::Manner;
use crate::registry::OptionInfo;
use crate::spec::{Options, SpecError};

/// How far playouts go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lookahead {
    /// This many plies after the move that is considered.
    Plies(u32),
    /// To the end of the game.
    End,
}

/// How often ranks are dealt to the enemy's hidden pieces. Mets' fourth mode, the true ranks, is no setting: it is
/// [`CheatingMonteCarlo`](super::CheatingMonteCarlo).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sprinkle {
    /// Once a turn.
    Turn,
    /// Once a rotation.
    Rotation,
    /// Once a playout.
    Playout,
}

/// Progressive pruning (Mets 7): a move whose upper bound is below the lower bound of the best one is given up. The bounds
/// are `sigma * a / sqrt(n)` from the mean of its `n` playouts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pruning {
    /// The standard deviation of playouts.
    pub sigma: f64,
    /// How wide the interval is.
    pub a: f64,
    /// How many rotations are played before the first move is given up.
    pub warmup: u32,
}

/// All settings of the Monte Carlo player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The most playouts a turn.
    pub playouts: Option<u64>,
    /// The most time a turn.
    pub time: Option<Duration>,
    /// How far playouts go.
    pub lookahead: Lookahead,
    /// How often ranks are dealt.
    pub sprinkle: Sprinkle,
    /// Progressive pruning, if any.
    pub pruning: Option<Pruning>,
    /// Points against the first move of a piece.
    pub first_move: f64,
    /// How the blind players of playouts move.
    pub manner: Manner,
    /// Whether a hidden piece that wins its attack counts as scouted by the enemy.
    pub is_winner_scouted: bool,
    /// Whether battles count by the probability of the dealt rank (8.2).
    pub is_weighted: bool,
    /// The temperature at which playouts start, 0 for blind ones (8.1).
    pub annealing: f64,
    /// Points lost for every rank step above the lowest rank that would have made a capture (8.3.1).
    pub least_rank: f64,
    /// Whether values depend on the situation (8.3.1).
    pub is_situational: bool,
    /// Whether setups are like people's, or random.
    pub has_human_setups: bool,
}

impl Settings {
    /// Playouts a turn: what he measured for 50 ms in section 5.4.
    pub const PLAYOUTS: u64 = 330;

    /// As in section 5.4.
    pub const DEFAULT: Settings = Settings {
        playouts: Some(Settings::PLAYOUTS),
        time: None,
        lookahead: Lookahead::Plies(10),
        sprinkle: Sprinkle::Turn,
        pruning: None,
        first_move: 100.0,
        manner: Manner::AS_WRITTEN,
        is_winner_scouted: false,
        is_weighted: false,
        annealing: 0.0,
        least_rank: 0.0,
        is_situational: false,
        has_human_setups: false,
    };

    /// The settings of a spec, and whether it asks for the true ranks.
    pub(super) fn take(options: &mut Options) -> Result<(Settings, bool), SpecError> {
        let Optional(time) = options.take("ms", Optional(None), MILLISECONDS)?;
        let own_limit = Optional(time.is_none().then_some(Settings::PLAYOUTS));
        let Optional(playouts) = options.take("playouts", own_limit, PLAYOUTS)?;
        let lookahead = options.take("lookahead", Settings::DEFAULT.lookahead, LOOKAHEAD_VALUES)?;
        let mode = options.take("sprinkle", Mode(Some(Sprinkle::Turn)), "1, 2, 3 or 4")?;
        let is_pruning = options.take_switch("pruning", false)?;
        let number = |options: &mut Options, key, default: f64, expected| {
            let Number(value) = options.take(key, Number(default), expected)?;
            Ok::<f64, SpecError>(value)
        };
        let pruning = Pruning {
            sigma: number(options, "sigma", Pruning::DEFAULT.sigma, POINTS)?,
            a: number(options, "a", Pruning::DEFAULT.a, POINTS)?,
            warmup: options.take("warmup", Pruning::DEFAULT.warmup, "a number of rotations")?,
        };
        let manner = Manner::take(options)?;
        let is_winner_scouted = options.take_switch("winner_scouted", false)?;
        let is_weighted = options.take_switch("weighted", false)?;
        let is_situational = options.take_switch("situational", false)?;
        let Setups(has_human_setups) = options.take("setup", Setups(false), "random or human")?;
        let settings = Settings {
            playouts,
            time: time.map(Duration::from_millis),
            lookahead,
            sprinkle: mode.0.unwrap_or(Sprinkle::Turn),
            pruning: is_pruning.then_some(pruning),
            first_move: number(options, "first_move", Settings::DEFAULT.first_move, POINTS)?,
            manner,
            is_winner_scouted,
            is_weighted,
            annealing: number(options, "annealing", 0.0, POINTS)?,
            least_rank: number(options, "least_rank", 0.0, POINTS)?,
            is_situational,
            has_human_setups,
        };
        Ok((settings, mode.0.is_none()))
    }
}

impl Pruning {
    /// Mets prints none of these. Sigma is the deviation of ten-ply playouts within one move that
    /// `playouts_deviate_as_the_default_sigma_says` measures; with his 250 playouts a turn the rest are some ten
    /// rotations, so that four make a first mean and leave the most for the better moves.
    pub const DEFAULT: Pruning = Pruning {
        sigma: 160.0,
        a: 1.0,
        warmup: 4,
    };
}

const MILLISECONDS: &str = "a number of milliseconds from 1 to 3600000, or none";
const PLAYOUTS: &str = "a number of playouts from 1 to 3600000, or none";
const LOOKAHEAD_VALUES: &str = "a number of plies from 1 to 10000, or end";
const POINTS: &str = "a number from 0 to 1000000";

/// The options for the table of bots.
pub(crate) const OPTIONS: &[OptionInfo] = &[
    option("playouts", "330", "playouts a turn, 1 to 3600000, or none"),
    option(
        "ms",
        "none",
        "milliseconds a turn, 1 to 3600000, in place of the default for playouts (both hold if both are set)",
    ),
    option(
        "lookahead",
        "10",
        "plies of a playout after the move it values, 1 to 10000, or end",
    ),
    option(
        "sprinkle",
        "1",
        "ranks are dealt to hidden pieces once a turn (1), a rotation (2) or a playout (3); 4 takes the true ranks and plays only as cheating:monte-carlo",
    ),
    option("pruning", "off", "on: progressive pruning"),
    option(
        "sigma",
        "160",
        "the standard deviation of playouts that pruning reckons with, 0 to 1000000",
    ),
    option(
        "a",
        "1",
        "pruning: half the interval is sigma * a / sqrt(playouts), 0 to 1000000",
    ),
    option(
        "warmup",
        "4",
        "pruning: rotations before the first move is given up",
    ),
    option(
        "first_move",
        "100",
        "points against the first move of a piece (Mets' table 3), 0 to 1000000",
    ),
    option(
        "sacrifices",
        "avoided",
        "allowed: attacks on pieces known to be stronger are drawn in blind playouts like all other moves",
    ),
    option(
        "scouts",
        "run",
        "step: in blind playouts scouts move by one square like all other pieces",
    ),
    option(
        "winner_scouted",
        "off",
        "on: a hidden piece that wins its attack counts as scouted by the enemy",
    ),
    option(
        "weighted",
        "off",
        "on: battles count by the probability of the dealt rank (Mets 8.2)",
    ),
    option(
        "annealing",
        "0",
        "temperature in points at which playouts start, 0 for blind ones (Mets 8.1), 0 to 1000000",
    ),
    option(
        "least_rank",
        "0",
        "points lost for each rank step above the lowest rank that would have captured (Mets 8.3.1), 0 to 1000000",
    ),
    option(
        "situational",
        "off",
        "on: a last miner is worth more, a spy without a marshal to hunt less (Mets 8.3.1)",
    ),
    option("setup", "random", "random, or human: like people's setups"),
];

const fn option(key: &'static str, default: &'static str, meaning: &'static str) -> OptionInfo {
    OptionInfo {
        key,
        default,
        meaning,
    }
}

impl FromStr for Lookahead {
    type Err = ();

    fn from_str(text: &str) -> Result<Lookahead, ()> {
        match text.parse() {
            _ if text == "end" => Ok(Lookahead::End),
            Ok(plies @ 1..=10_000) => Ok(Lookahead::Plies(plies)),
            _ => Err(()),
        }
    }
}

/// A mode of sprinkling; `None` is the true setup.
struct Mode(Option<Sprinkle>);

impl FromStr for Mode {
    type Err = ();

    fn from_str(text: &str) -> Result<Mode, ()> {
        match text {
            "1" => Ok(Mode(Some(Sprinkle::Turn))),
            "2" => Ok(Mode(Some(Sprinkle::Rotation))),
            "3" => Ok(Mode(Some(Sprinkle::Playout))),
            "4" => Ok(Mode(None)),
            _ => Err(()),
        }
    }
}

/// Whether setups are like people's.
struct Setups(bool);

impl FromStr for Setups {
    type Err = ();

    fn from_str(text: &str) -> Result<Setups, ()> {
        match text {
            "human" => Ok(Setups(true)),
            "random" => Ok(Setups(false)),
            _ => Err(()),
        }
    }
}

/// A limit from 1 to 3,600,000 (as milliseconds: an hour), or `none`.
struct Optional(Option<u64>);

impl FromStr for Optional {
    type Err = ();

    fn from_str(text: &str) -> Result<Optional, ()> {
        match text.parse() {
            _ if text == "none" => Ok(Optional(None)),
            Ok(limit @ 1..=3_600_000) => Ok(Optional(Some(limit))),
            _ => Err(()),
        }
    }
}

/// A number from 0 to a million.
struct Number(f64);

impl FromStr for Number {
    type Err = ();

    fn from_str(text: &str) -> Result<Number, ()> {
        match text.parse() {
            Ok(number) if (0.0..=1e6).contains(&number) => Ok(Number(number)),
            _ => Err(()),
        }
    }
}
