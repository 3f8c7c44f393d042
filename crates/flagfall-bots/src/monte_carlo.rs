//! The Monte Carlo player of Mets, "Monte Carlo Stratego" (2008), chapters 5 to 7.
//!
//! For every legal move in turn it plays the move and some blind moves after it from a hypothetical setup of the enemy, one
//! playout a move in a *rotation*, until its budget is spent. What happens in a playout is valued by table 3, every point of
//! one side being a negative point of the other. The move with the best mean is played.
//!
//! Choices where the text is silent:
//! - `lookahead` counts the plies after the move that is valued (his "d vervolgzetten").
//! - A piece counts as scouted only if it is attacked and lives; an attacker that wins and is seen does not. A win for want of
//!   enemy moves is worth as much as a flag (`valuation` has the reasons).
//! - A budget of playouts may end within a rotation, but never in the first.
//! - Of moves with the same mean, one drawn at random is played.
//! - Setups are random, as in his tests, unless `setup=human`.
//!
//! His fourth way to deal ranks, taking the true ones, is another type, [`CheatingMonteCarlo`], behind another door.

mod cheating;
mod playout;
mod search;
mod settings;
#[cfg(test)]
mod tests;
mod valuation;

use flagfall_core::{GameRng, Move, Rules, Seed, Setup, View};

use crate::bot::{Bot, Budget, Choice, Fault, GameStart};
use crate::explain::{Belief, Explanation, MoveValue};
use crate::setups::SetupStats;
use crate::spec::{Options, SpecError};
pub use cheating::CheatingMonteCarlo;
use search::{Deal, Limit, Search};
pub(crate) use settings::OPTIONS;
pub use settings::{Lookahead, Pruning, Settings, Sprinkle};
use valuation::Chances;

/// The Monte Carlo player.
#[derive(Debug)]
pub struct MonteCarlo {
    settings: Settings,
    rng: GameRng,
    rules: Rules,
    search: Search,
    beliefs: Vec<Belief>,
}

/// Half the width of a 95% interval in standard errors.
const Z95: f64 = 1.96;

impl MonteCarlo {
    /// A player that has not begun a game.
    pub fn new(settings: Settings) -> MonteCarlo {
        MonteCarlo {
            settings,
            rng: Seed(0).rng(),
            rules: Rules::default(),
            search: Search::default(),
            beliefs: Vec::new(),
        }
    }

    /// As the options of a spec say. The true setup is refused: it has a door of its own.
    pub(crate) fn build(options: &mut Options) -> Result<Box<dyn Bot>, SpecError> {
        match Settings::take(options)? {
            (settings, false) => Ok(Box::new(MonteCarlo::new(settings))),
            (_, true) => Err(SpecError::Unusable {
                bot: "monte-carlo".to_owned(),
                reason: "sprinkle=4 looks at the enemy's ranks; where cheating is allowed, it plays as cheating:monte-carlo:sprinkle=4,..."
                    .to_owned(),
            }),
        }
    }

    fn decide(
        &mut self,
        view: &View<'_>,
        deal: Deal<'_>,
        budget: &Budget,
    ) -> Result<Choice, Fault> {
        let playouts = match (self.settings.playouts, budget.nodes) {
            (Some(own), Some(given)) => Some(own.min(given)),
            (own, given) => own.or(given),
        };
        let limit = Limit::new(playouts, budget.within(self.settings.time));
        let best = self
            .search
            .best_move(view, deal, &self.settings, limit, &mut self.rng);
        let chances = Chances::of(view);
        self.beliefs.clear();
        self.beliefs
            .extend(view.hidden_pieces(!view.viewer()).map(|(_, piece)| Belief {
                piece: piece.id,
                ranks: *chances.of_piece(&piece),
            }));
        let mv: Move = best.expect("a bot is asked only while it can move");
        Ok(Choice::Move(mv))
    }
}

impl Bot for MonteCarlo {
    fn begin(&mut self, start: &GameStart) {
        self.rng = start.seed.rng();
        self.rules = start.rules;
        self.search.candidates.clear();
        self.beliefs.clear();
    }

    fn setup(&mut self) -> Result<Setup, Fault> {
        let variant = self.rules.variant;
        Ok(if self.settings.has_human_setups {
            SetupStats::of(variant).draw(&mut self.rng)
        } else {
            Setup::random(variant, &mut self.rng)
        })
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Choice, Fault> {
        self.decide(view, Deal::Sprinkled(self.settings.sprinkle), budget)
    }

    /// For each move its mean, the number of its playouts, and half the 95% interval of the mean.
    fn explain(&self) -> Option<Explanation> {
        if self.search.candidates.is_empty() {
            return None;
        }
        let mut moves: Vec<MoveValue> = self
            .search
            .candidates
            .iter()
            .map(|one| {
                let n = f64::from(one.playouts);
                let half = Z95 * (one.variance() / n.max(1.0)).sqrt();
                MoveValue {
                    mv: one.mv,
                    value: one.mean(),
                    parts: vec![one.mean(), n, half],
                }
            })
            .collect();
        moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        Some(Explanation {
            columns: ["mean", "playouts", "interval"].map(str::to_owned).into(),
            moves,
            enemy: self.beliefs.clone(),
            ..Explanation::default()
        })
    }
}
