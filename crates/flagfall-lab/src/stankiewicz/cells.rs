//! One cell of his tables: games of the searcher with the model against the searcher without.

use flagfall_belief::ModelSettings;
use flagfall_bots::{Bot, BotSpec, Budget, Choice, GameStart, build};
use flagfall_core::{BySide, Game, Outcome, Rules, Seed, Setup, Side, Variant};
use flagfall_setups::Method;
use serde::{Deserialize, Serialize};

use super::guesses::{Onlookers, Tally};
use crate::bench::{Bench, Progress};
use crate::error::LabError;
use crate::pieces::{self, Piece, Pieces};

/// Games of a cell.
pub(super) const GAMES: u64 = 1000;
const GAMES_A_PIECE: u64 = 10;
/// "A selection of 10 board setups", against each other in every combination.
const SETUPS: u64 = 10;
/// His setups are not in the paper; these are made as Invincible makes its own.
const SETUPS_SEED: Seed = Seed(2009);
/// Nodes a move. Ours and our opponent's are always the same.
pub(super) const NODES: u64 = 1000;
/// Our searcher plays the same game again if nothing differs, so each repetition of a combination has so many nodes more.
pub(super) const MORE_NODES: u64 = 50;
/// Games that are still undecided then are drawn.
pub(super) const MAX_PLIES: u32 = 2000;
/// A run that only shows that everything works breaks its games off early.
const MAX_PLIES_OF_A_TRIAL: u32 = 60;

/// The settings of a cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Cell {
    pub(super) gamma: f64,
    pub(super) beta: f64,
}

/// What one game gave.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Played {
    /// Whether the player with the model won; `None` for a draw.
    pub(super) is_won: Option<bool>,
    pub(super) plies: u32,
    /// What everybody guessed of the other player's pieces, in the order of `Who::ALL`.
    pub(super) guesses: Vec<Tally>,
}

impl Cell {
    fn model(self) -> ModelSettings {
        ModelSettings {
            gamma: self.gamma,
            beta: self.beta,
            ..ModelSettings::default()
        }
    }

    /// The player with the model and the player without.
    pub(super) fn players(self) -> [String; 2] {
        [
            format!("bayes:gamma={},beta={}", self.gamma, self.beta),
            "star:belief=counts".to_owned(),
        ]
    }

    /// Plays the games of the cell, or takes them from what an earlier run has left.
    pub(super) fn measure(
        self,
        bench: &Bench,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Vec<Played>, LabError> {
        let max_plies = if bench.is_trial(GAMES) {
            MAX_PLIES_OF_A_TRIAL
        } else {
            MAX_PLIES
        };
        let part = format!("gamma {}, beta {}", self.gamma, self.beta);
        let settings = format!("{:?} {NODES}+{MORE_NODES} {max_plies}", self.players());
        let pieces = Pieces {
            // The tables share their cells, so that none is played twice.
            id: "stankiewicz",
            part: &part,
            settings: &settings,
            games: bench.games(GAMES),
            games_a_piece: GAMES_A_PIECE,
        };
        let work = |piece: Piece| {
            let numbers = piece.first..piece.first + piece.games;
            numbers
                .map(|number| self.play(number, max_plies, piece.seed))
                .collect::<Result<Vec<Played>, LabError>>()
        };
        Ok(pieces::measure(bench, &pieces, progress, work)?.concat())
    }

    /// Two games in a row have the same combination of setups with colors swapped.
    fn play(self, number: u64, max_plies: u32, seed: Seed) -> Result<Played, LabError> {
        let (pair, with_model) = (number / 2, Side::ALL[(number % 2) as usize]);
        let (combination, repetition) = (pair % (SETUPS * SETUPS), pair / (SETUPS * SETUPS));
        let setups = BySide::from_fn(|side| {
            setup(if side == with_model {
                combination / SETUPS
            } else {
                // One step on in every row, so that a short run has different setups on both sides.
                (combination + combination / SETUPS) % SETUPS
            })
        });
        let rules = Rules {
            max_plies: Some(max_plies),
            ..Rules::ISF
        };
        let budget = Budget {
            nodes: Some(NODES + MORE_NODES * repetition),
            ..Budget::OWN
        };
        let mut bots = self.bots(with_model, rules, setups, seed.derive(number));
        let mut game = Game::new(rules, setups).expect("classic setups");
        let mut onlookers = Onlookers::new(&game.view(with_model), !with_model, self.model());
        while game.result().is_none() {
            let turn = game.position().to_move();
            let choice = bots[turn].choose(&game.view(turn), &budget);
            let (Choice::Move(mv) | Choice::MoveAndOfferDraw(mv)) =
                choice.map_err(LabError::Failed)?
            else {
                game.resign(turn);
                break;
            };
            onlookers.guess(&game, mv);
            let event = game.advance(mv);
            for side in Side::ALL {
                bots[side].observe(&event);
            }
        }
        let outcome = game.result().map(|result| result.outcome);
        Ok(Played {
            is_won: match outcome {
                Some(Outcome::Win(side)) => Some(side == with_model),
                _ => None,
            },
            plies: game.position().ply(),
            guesses: onlookers.finish(),
        })
    }

    fn bots(
        self,
        with_model: Side,
        rules: Rules,
        setups: BySide<Setup>,
        seed: Seed,
    ) -> BySide<Box<dyn Bot>> {
        let [ours, theirs] = self.players();
        let mut bots = BySide::from_fn(|side| {
            let text = if side == with_model { &ours } else { &theirs };
            let spec: BotSpec = text.parse().expect("a test plays every cell");
            build(&spec).expect("a test plays every cell")
        });
        for side in Side::ALL {
            bots[side].begin(&GameStart {
                side,
                rules,
                seed: seed.derive(side.index() as u64),
                opponent: String::new(),
                given_setup: Some(setups[side]),
            });
        }
        bots
    }
}

fn setup(number: u64) -> Setup {
    let mut rng = SETUPS_SEED.derive(number).rng();
    Method::INVINCIBLE.make(Variant::Classic, &mut rng)
}
