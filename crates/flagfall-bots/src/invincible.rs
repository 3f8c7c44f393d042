//! Invincible (de Boer 2007): setups from statistics, guessed ranks, and a move as the sum of many small plans.
//!
//! - Setups: the best of 50 semi-random ones (chapter 4), by `flagfall_setups`.
//! - Ranks: the guesser of chapter 6, by `flagfall_belief`, for the enemy's pieces and, as the enemy can see them, for ours.
//! - Moves: every plan of chapter 5 and those that its test games found missing gives every legal move a value; the move with
//!   the highest sum is played (figure 5.2).
//! - A draw is agreed to, and a game given up, by the game state (3.3).
//!
//! Its explanation is the table of plans (table 8.1), the guessed ranks of both sides, the values of the pieces, and the game
//! state.

mod information;
mod lotto;
mod paths;
mod plan;
mod planner;
mod plans;
mod situation;
mod zones;

use flagfall_belief::Guesser;
use flagfall_core::{ByRank, BySide, Rules, Seed, Setup, Side, View};
use flagfall_setups::Method;

use self::planner::{PlanTable, Planner};
use self::situation::Situation;
use crate::bot::{Bot, Budget, Choice, Fault, GameStart};
use crate::explain::{Belief, Explanation, MoveValue};

/// A draw is agreed to when we are not ahead by more than this, and nothing has happened for so many plies.
const DRAW_LEAD: f64 = 1.0;
const DRAW_QUIET: u32 = 200;
/// A draw is offered after so many plies more.
const OFFER_QUIET: u32 = 400;
const OFFER_EVERY: u32 = 100;
/// A game is given up when we are this much weaker and have no more movers than that.
const RESIGN_LEAD: f64 = 0.15;
const RESIGN_MOVERS: u32 = 2;

/// The planning player.
pub struct Invincible {
    seed: Seed,
    rules: Rules,
    mind: Option<Mind>,
    last: Option<Thoughts>,
}

/// What it carries through a game.
struct Mind {
    guesser: Guesser,
    planner: Planner,
}

/// What it thought in its last turn.
struct Thoughts {
    table: PlanTable,
    beliefs: BySide<Vec<Belief>>,
    values: BySide<ByRank<f64>>,
    lead: f64,
    movers: u32,
    me: Side,
}

impl Invincible {
    /// A player that has not begun a game.
    pub fn new() -> Invincible {
        Invincible {
            seed: Seed(0),
            rules: Rules::default(),
            mind: None,
            last: None,
        }
    }

    fn think(&mut self, view: &View<'_>) -> &Thoughts {
        let seed = self.seed.derive(1);
        let mind = self.mind.get_or_insert_with(|| {
            let guesser = Guesser::new(view);
            let planner = Planner::new(view, &guesser, seed);
            Mind { guesser, planner }
        });
        mind.guesser.follow(view);
        let situation = Situation::new(view, &mind.guesser);
        let table = mind.planner.table(&situation);
        let material = mind.guesser.material();
        self.last.insert(Thoughts {
            table,
            beliefs: BySide::from_fn(|side| {
                view.hidden_pieces(side)
                    .map(|(_, piece)| Belief {
                        piece: piece.id,
                        ranks: mind.guesser.ranks(piece.id),
                    })
                    .collect()
            }),
            values: BySide::from_fn(|side| *material.values(side)),
            lead: material.lead(situation.me),
            movers: material.movers(situation.me),
            me: situation.me,
        })
    }
}

impl Default for Invincible {
    fn default() -> Invincible {
        Invincible::new()
    }
}

impl Bot for Invincible {
    fn begin(&mut self, start: &GameStart) {
        *self = Invincible {
            seed: start.seed,
            rules: start.rules,
            mind: None,
            last: None,
        };
    }

    fn setup(&mut self) -> Result<Setup, Fault> {
        let mut rng = self.seed.derive(0).rng();
        Ok(Method::INVINCIBLE.make(self.rules.variant, &mut rng))
    }

    fn choose(&mut self, view: &View<'_>, _budget: &Budget) -> Result<Choice, Fault> {
        let thoughts = self.think(view);
        let best = thoughts.table.rows.first();
        let mv = best.expect("a bot is asked only while it can move").0;
        if thoughts.lead < RESIGN_LEAD && thoughts.movers <= RESIGN_MOVERS {
            return Ok(Choice::Resign);
        }
        let quiet = view.quiet_plies();
        let offers = quiet >= OFFER_QUIET && quiet % OFFER_EVERY < 2 && thoughts.lead <= DRAW_LEAD;
        Ok(if offers {
            Choice::MoveAndOfferDraw(mv)
        } else {
            Choice::Move(mv)
        })
    }

    fn accepts_draw(&mut self, view: &View<'_>) -> bool {
        let guesser = match &mut self.mind {
            Some(mind) => {
                mind.guesser.follow(view);
                &mind.guesser
            }
            None => &Guesser::new(view),
        };
        let lead = guesser.material().lead(view.viewer());
        let has_stalled = view.quiet_plies() >= DRAW_QUIET;
        lead < DRAW_LEAD - 0.2 || (has_stalled && lead <= DRAW_LEAD)
    }

    fn explain(&self) -> Option<Explanation> {
        let thoughts = self.last.as_ref()?;
        Some(Explanation {
            columns: thoughts.table.columns.clone(),
            moves: thoughts
                .table
                .rows
                .iter()
                .map(|(mv, value, parts)| MoveValue {
                    mv: *mv,
                    value: *value,
                    parts: parts.clone(),
                })
                .collect(),
            enemy: thoughts.beliefs[!thoughts.me].clone(),
            own: thoughts.beliefs[thoughts.me].clone(),
            // The game state from 0 over 1 to infinity, on the scale from -1 to 1.
            value: Some((thoughts.lead - 1.0) / (thoughts.lead + 1.0)),
            piece_values: Some(thoughts.values),
            game_state: Some(thoughts.lead),
            ..Explanation::default()
        })
    }
}

#[cfg(test)]
mod tests;
