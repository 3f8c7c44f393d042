//! The one-ply player that learned players spar with, as a bot.
//!
//! How it rates moves is written in `flagfall_env::heuristic`; its setups are drawn from what people do.

use flagfall_core::{ByRank, BySide, GameRng, Rules, Seed, Setup, View};
use flagfall_env::heuristic::{self, Rated};

use crate::bot::{Bot, Budget, Choice, Fault, GameStart};
use crate::explain::{Belief, Explanation, MoveValue};
use crate::setups::SetupStats;

/// The one-ply heuristic player.
#[derive(Debug)]
pub struct Heuristic {
    rng: GameRng,
    rules: Rules,
    last: Option<LastChoice>,
}

/// What the last choice was made from.
#[derive(Debug)]
struct LastChoice {
    moves: Vec<Rated>,
    beliefs: Vec<Belief>,
}

impl Heuristic {
    /// A player that has not begun a game.
    pub fn new() -> Heuristic {
        Heuristic {
            rng: Seed(0).rng(),
            rules: Rules::default(),
            last: None,
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
            last: None,
        };
    }

    fn setup(&mut self) -> Result<Setup, Fault> {
        Ok(SetupStats::of(self.rules.variant).draw(&mut self.rng))
    }

    fn choose(&mut self, view: &View<'_>, _budget: &Budget) -> Result<Choice, Fault> {
        let moves = heuristic::rated(view, &mut self.rng);
        let mut best = moves[0];
        for &rated in &moves[1..] {
            if rated.total() > best.total() {
                best = rated;
            }
        }
        let beliefs = beliefs(view);
        self.last = Some(LastChoice { moves, beliefs });
        Ok(Choice::Move(best.mv))
    }

    fn explain(&self) -> Option<Explanation> {
        let last = self.last.as_ref()?;
        let mut moves: Vec<MoveValue> = last
            .moves
            .iter()
            .map(|rated| MoveValue {
                mv: rated.mv,
                value: f64::from(rated.total()),
                parts: vec![f64::from(rated.rating), f64::from(rated.chance)],
            })
            .collect();
        moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        Some(Explanation {
            columns: vec!["rating".to_owned(), "chance".to_owned()],
            moves,
            enemy: last.beliefs.clone(),
            piece_values: Some(BySide::from_fn(|_| {
                ByRank(heuristic::piece_values().0.map(f64::from))
            })),
            ..Explanation::default()
        })
    }
}

/// By counting alone: what has moved is no bomb and no flag.
fn beliefs(view: &View<'_>) -> Vec<Belief> {
    let (moved, unmoved) = heuristic::rank_odds(view);
    let odds = |has_moved| if has_moved { &moved } else { &unmoved };
    view.hidden_pieces(!view.viewer())
        .map(|(_, piece)| Belief {
            piece: piece.id,
            ranks: ByRank(odds(piece.has_moved).0.map(f64::from)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use flagfall_core::{BySide, Game};

    use super::*;
    use crate::conformance::{Effort, check};

    #[test]
    fn the_bot_plays_what_training_spars_with_and_can_explain_it() {
        let rules = Rules::default();
        let mut setup_rng = Seed(4).rng();
        let setups = BySide::from_fn(|_| SetupStats::of(rules.variant).draw(&mut setup_rng));
        let mut game = Game::new(rules, setups).unwrap();
        let mut bot = Heuristic::new();
        let mut rng = bot.rng.clone();
        for _ in 0..200 {
            let side = game.position().to_move();
            if game.result().is_some() {
                break;
            }
            let expected = heuristic::choose(&game.view(side), &mut rng).unwrap();
            let choice = bot.choose(&game.view(side), &Budget::OWN).unwrap();
            assert_eq!(choice, Choice::Move(expected));
            assert_eq!(bot.explain().unwrap().moves[0].mv, expected);
            game.play(expected).unwrap();
        }
    }

    #[test]
    fn heuristic_conforms_in_both_variants() {
        for rules in ["isf", "isf,barrage"] {
            let rules = rules.parse().unwrap();
            check(&|| Box::new(Heuristic::new()), rules, &Effort::default()).unwrap();
        }
    }
}
