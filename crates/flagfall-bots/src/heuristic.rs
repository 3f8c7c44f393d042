//! The one-ply player that learned players spar with, as a bot.
//!
//! How it rates moves is written in `flagfall_env::heuristic`; its setups are drawn from what people do.

use flagfall_core::{GameRng, Rules, Seed, Setup, View};
use flagfall_env::heuristic;

use crate::bot::{Bot, Budget, Choice, Fault, GameStart};
use crate::setups::SetupStats;

/// The one-ply heuristic player.
#[derive(Debug)]
pub struct Heuristic {
    rng: GameRng,
    rules: Rules,
}

impl Heuristic {
    /// A player that has not begun a game.
    pub fn new() -> Heuristic {
        Heuristic {
            rng: Seed(0).rng(),
            rules: Rules::default(),
        }
    }
}

impl Default for Heuristic {
    fn default() -> Heuristic {
        Heuristic::new()
    }
}

impl Bot for Heuristic {
    fn begin(&mut self, start: &GameStart) {
        *self = Heuristic {
            rng: start.seed.rng(),
            rules: start.rules,
        };
    }

    fn setup(&mut self) -> Result<Setup, Fault> {
        Ok(SetupStats::of(self.rules.variant).draw(&mut self.rng))
    }

    fn choose(&mut self, view: &View<'_>, _budget: &Budget) -> Result<Choice, Fault> {
        let mv = heuristic::choose(view, &mut self.rng);
        Ok(Choice::Move(
            mv.expect("a bot is asked only while it can move"),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::{Effort, check};

    #[test]
    fn heuristic_conforms_in_both_variants() {
        for rules in ["isf", "isf,barrage"] {
            let rules = rules.parse().unwrap();
            check(&|| Box::new(Heuristic::new()), rules, &Effort::default()).unwrap();
        }
    }
}
