//! The Monte Carlo player that knows the enemy's ranks: Mets' sprinkle mode 4, the measure of what knowing is worth.

use flagfall_core::{Position, Setup, Termination, View};

use super::search::Deal;
use super::{MonteCarlo, Settings};
use crate::bot::{Bot, Budget, Choice, Fault, GameStart};
use crate::cheating::CheatingBot;
use crate::explain::Explanation;
use crate::spec::{Options, SpecError};

/// A Monte Carlo player whose playouts all start from the true position, which it must be shown in every turn.
#[derive(Debug)]
pub struct CheatingMonteCarlo {
    honest: MonteCarlo,
    truth: Option<Position>,
}

impl CheatingMonteCarlo {
    /// A player that has not begun a game. How `settings` deals ranks does not matter.
    pub fn new(settings: Settings) -> CheatingMonteCarlo {
        CheatingMonteCarlo {
            honest: MonteCarlo::new(settings),
            truth: None,
        }
    }

    /// As the options of a spec say, which must ask for it.
    pub(crate) fn build(options: &mut Options) -> Result<Box<dyn CheatingBot>, SpecError> {
        match Settings::take(options)? {
            (settings, true) => Ok(Box::new(CheatingMonteCarlo::new(settings))),
            (_, false) => Err(SpecError::Unusable {
                bot: "cheating:monte-carlo".to_owned(),
                reason:
                    "only sprinkle=4 looks at the enemy's ranks; without it, leave out cheating:"
                        .to_owned(),
            }),
        }
    }
}

impl CheatingBot for CheatingMonteCarlo {
    fn see_everything(&mut self, truth: &Position) {
        self.truth = Some(truth.clone());
    }
}

impl Bot for CheatingMonteCarlo {
    fn begin(&mut self, start: &GameStart) {
        self.truth = None;
        self.honest.begin(start);
    }

    fn setup(&mut self) -> Result<Setup, Fault> {
        self.honest.setup()
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Choice, Fault> {
        // Taken, so that a truth of an earlier turn is never used.
        let truth = self.truth.take().ok_or_else(|| Fault {
            reason: Termination::Crash,
            detail: "it was not shown the position that it cheats with".to_owned(),
        })?;
        self.honest.decide(view, Deal::True(&truth), budget)
    }

    fn explain(&self) -> Option<Explanation> {
        self.honest.explain()
    }
}
