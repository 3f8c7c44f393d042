//! How strong a page may ask a bot to be.
//!
//! A level is some options of the bot and nothing else, so that the name in the record tells all about the player, and a look
//! into its mind in a replay asks the same one. A label says what the options change; whether that makes a stronger player is
//! for the arena to say. Where a time is offered, it is what drives the bot, not what cuts it short.

use serde::Serialize;

/// A level of a bot.
#[derive(Debug, Serialize)]
pub(super) struct Strength {
    label: &'static str,
    /// As in a bot's name after the colon.
    options: &'static str,
}

const fn level(label: &'static str, options: &'static str) -> Strength {
    Strength { label, options }
}

const ONLY: &[Strength] = &[level("Its own; it has no other", "")];

const PLAYOUTS: &[Strength] = &[
    level("330 playouts a move (thesis)", ""),
    level("Playouts for 0.1 s a move", "ms=100"),
    level("Playouts for 1 s a move", "ms=1000"),
    level("Playouts for 3 s a move", "ms=3000"),
    level("Playouts for 10 s a move", "ms=10000"),
];

const SEARCH: &[Strength] = &[
    level("Depth 5 (thesis)", ""),
    level("Depth 1", "depth=1"),
    level("Depth 3", "depth=3"),
    level("Deepening for 1 s a move", "ms=1000"),
    level("Deepening for 3 s a move", "ms=3000"),
    level("Deepening for 10 s a move", "ms=10000"),
];

const PERSPECTO: &[Strength] = &[
    level("Depth 5 to 9 (thesis)", ""),
    level("Depth 5 to 9, chance nodes", "chance=50"),
    level("Depth 4 to 8", "depth=4"),
    level("Depth 2 to 6", "depth=2"),
    level("Deepening for 1 s a move", "ms=1000"),
    level("Deepening for 3 s a move", "ms=3000"),
    level("Deepening for 10 s a move", "ms=10000"),
];

const STAR: &[Strength] = &[
    level("Its own number of nodes", ""),
    level("Depth 1", "depth=1"),
    level("Depth 2", "depth=2"),
    level("Deepening for 0.2 s a move", "ms=200"),
    level("Deepening for 1 s a move", "ms=1000"),
    level("Deepening for 3 s a move", "ms=3000"),
    level("Deepening for 10 s a move", "ms=10000"),
];

const VICKI: &[Strength] = &[
    level("Our evolved parameters", ""),
    level("Parameters of the thesis", "file=thesis"),
];

const FLAGFALL: &[Strength] = &[
    level("Temperature 0.3 (its own)", ""),
    level("Temperature 0 (likeliest)", "temperature=0"),
    level("Temperature 1 (its policy)", "floor=0,temperature=1"),
];

/// The levels of a bot, the one without options first.
pub(super) fn of(bot: &str) -> &'static [Strength] {
    match bot {
        "monte-carlo" => PLAYOUTS,
        "minimax" | "expectiminimax" | "pe-minimax" => SEARCH,
        "perspecto" => PERSPECTO,
        "star" | "bayes" => STAR,
        "vicki" => VICKI,
        "flagfall" => FLAGFALL,
        _ => ONLY,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use flagfall_bots::{BOTS, build};

    use super::*;

    #[test]
    fn every_level_of_every_bot_can_be_played() {
        for bot in BOTS {
            let levels = of(bot.name);
            assert_eq!(levels[0].options, "", "{} comes as it is", bot.name);
            let labels: HashSet<_> = levels.iter().map(|level| level.label).collect();
            assert_eq!(labels.len(), levels.len(), "{}", bot.name);
            for level in &levels[1..] {
                let spec = format!("{}:{}", bot.name, level.options).parse().unwrap();
                build(&spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
                // A page finds the level of a name again.
                assert_eq!(spec.to_string(), format!("{}:{}", bot.name, level.options));
            }
        }
    }

    #[test]
    fn a_time_is_offered_only_where_an_option_of_the_bot_is_driven_by_it() {
        for bot in BOTS {
            let is_timed = bot.options.iter().any(|option| option.key == "ms");
            let offers_time = of(bot.name)
                .iter()
                .any(|level| level.label.contains(" s a move"));
            assert!(is_timed || !offers_time, "{}", bot.name);
        }
    }
}
