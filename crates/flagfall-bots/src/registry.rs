//! The table from name to bot.

use crate::bayes;
use crate::blind::{self, Blind};
use crate::bot::Bot;
use crate::flagfall::Flagfall;
use crate::heuristic::Heuristic;
use crate::invincible::Invincible;
use crate::monte_carlo::{self, MonteCarlo};
use crate::perspecto::{Algorithm, PERSPECTO_OPTIONS, Perspecto, SEARCH_OPTIONS, Searcher};
use crate::spec::{BotSpec, Options, SpecError};
use crate::star::{self, Star};
use crate::vicki::{self, Vicki};

/// A kind of bot that users can name.
#[derive(Debug)]
pub struct BotInfo {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub summary: &'static str,
    /// What can be set.
    pub options: &'static [OptionInfo],
    build: fn(&mut Options) -> Result<Box<dyn Bot>, SpecError>,
}

/// An option of a bot.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Its key.
    pub key: &'static str,
    /// What it is when not set.
    pub default: &'static str,
    /// What it means and which values it takes.
    pub meaning: &'static str,
}

/// Every bot there is.
pub const BOTS: &[BotInfo] = &[
    BotInfo {
        name: "blind",
        summary: "moves a random piece at random, but attacks no piece it knows to be stronger (Mets 2008, section 4)",
        options: blind::OPTIONS,
        build: Blind::build,
    },
    BotInfo {
        name: "monte-carlo",
        summary: "plays the move with the best mean of short blind playouts from guessed setups (Mets 2008, chapters 5-8)",
        options: monte_carlo::OPTIONS,
        build: MonteCarlo::build,
    },
    BotInfo {
        name: "vicki",
        summary: "plays the move of the highest value by parameters that a genetic algorithm has found (Tunru 2012)",
        options: vicki::OPTIONS,
        build: Vicki::build,
    },
    BotInfo {
        name: "minimax",
        summary: "looks ahead and takes the likelier outcome of every attack for certain (Stengard 2006, section 8.1)",
        options: SEARCH_OPTIONS,
        build: |options| {
            Ok(Box::new(Searcher::with_options(
                Algorithm::Minimax,
                options,
            )?))
        },
    },
    BotInfo {
        name: "expectiminimax",
        summary: "looks ahead and weighs the outcomes of attacks by their chances (Stengard 2006, section 8.2)",
        options: SEARCH_OPTIONS,
        build: |options| {
            let bot = Searcher::with_options(Algorithm::Expectiminimax, options)?;
            Ok(Box::new(bot))
        },
    },
    BotInfo {
        name: "pe-minimax",
        summary: "also asks what the opponent can know, and lets that decide his moves (Stengard 2006, section 8.3)",
        options: SEARCH_OPTIONS,
        build: |options| {
            Ok(Box::new(Searcher::with_options(
                Algorithm::PeMinimax,
                options,
            )?))
        },
    },
    BotInfo {
        name: "perspecto",
        summary: "p-e-minimax to depth 5-9 with strategic search and psychological variables (Stengard 2006, chapter 9)",
        options: PERSPECTO_OPTIONS,
        build: |options| Ok(Box::new(Perspecto::with_options(options)?)),
    },
    BotInfo {
        name: "star",
        summary: "expectimax with Star1 and Star2 pruning over guessed ranks (the engine of Stankiewicz 2009)",
        options: star::OPTIONS,
        build: |options| Ok(Box::new(Star::with_options(options)?)),
    },
    BotInfo {
        name: "bayes",
        summary: "star with a model of its opponent: ranks by how pieces move near known ones (Stankiewicz 2009)",
        options: &bayes::OPTIONS,
        build: |options| Ok(Box::new(bayes::with_options(options)?)),
    },
    BotInfo {
        name: "heuristic",
        summary: "plays the move that wins most or risks least at once; the sparring partner of learned players",
        options: &[],
        build: |_| Ok(Box::new(Heuristic::new())),
    },
    BotInfo {
        name: "invincible",
        summary: "guesses ranks and adds up what some twenty kinds of plans say of each move (de Boer 2007)",
        options: &[],
        build: |_| Ok(Box::new(Invincible::new())),
    },
    BotInfo {
        name: "flagfall",
        summary: "a network that has learned by playing against itself; draws from its policy without search",
        options: &[
            OptionInfo {
                key: "net",
                default: "",
                meaning: "a file of weights, with its sidecar beside it, in place of the program's own network",
            },
            OptionInfo {
                key: "temperature",
                default: "0.3",
                meaning: "0 to 10: at 1 moves are played as often as the policy says, at 0 always the likeliest",
            },
            OptionInfo {
                key: "floor",
                default: "0.1",
                meaning: "0 to 1: moves with less than this share of the best move's probability are not played",
            },
            OptionInfo {
                key: "setups",
                default: "16",
                meaning: "1 to 1000: so many setups are drawn, and the one that the network values most is played",
            },
            OptionInfo {
                key: "mirror",
                default: "on",
                meaning: "on: the mean of the policies for the position and for its mirror image; off: the first alone, in half the time",
            },
            OptionInfo {
                key: "search",
                default: "0",
                meaning: "the most evaluations a move, 0 to 100000, in which the likeliest moves are tried against drawn enemies; 0 for none",
            },
            OptionInfo {
                key: "candidates",
                default: "4",
                meaning: "search: how many moves are tried at most, 2 to 40",
            },
            OptionInfo {
                key: "plies",
                default: "1",
                meaning: "search: plies after which a move's value is asked for, 1 to 40; each costs an evaluation",
            },
            OptionInfo {
                key: "step",
                default: "3",
                meaning: "search: by how much a value of 1 raises the logarithm of a move's probability, 0 to 100",
            },
        ],
        build: Flagfall::build,
    },
];

/// Builds the bot that a spec names.
///
/// # Errors
/// If there is no such bot, or it has no such option, or the option cannot have that value.
pub fn build(spec: &BotSpec) -> Result<Box<dyn Bot>, SpecError> {
    let info = BOTS
        .iter()
        .find(|info| info.name == spec.name)
        .ok_or_else(|| SpecError::UnknownBot {
            name: spec.name.clone(),
            known: BOTS
                .iter()
                .map(|info| info.name)
                .collect::<Vec<_>>()
                .join(", "),
        })?;
    let mut options = Options::new(spec);
    let bot = (info.build)(&mut options)?;
    options.finish()?;
    Ok(bot)
}
