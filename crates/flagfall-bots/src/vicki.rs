//! VICKI (Tunru 2012): a player whose valuation of moves was found by a genetic algorithm.
//!
//! It plays the legal move of the highest value; a move's value is the sum of the parameters that apply to it (section 3). The
//! numbers come from `flagfall evolve`, which is section 2. Choices where the thesis is silent:
//!
//! - BEAT_OPPONENT is "multiplied by a higher value when the opponent is a stronger piece": by the rank of the beaten piece, 1
//!   for the spy to 10 for the marshal, and 11 for a bomb that a miner defuses.
//! - STILL_OPPONENT applies to every piece that has not moved, known or not, as the text says.
//! - WATER_CORNER is B7, E7, F7 and I7 (for red): diagonally next to the water and not in front of it. VALLEY_EDGE is A5, J5, A6
//!   and J6. Both ask where the move ends.
//! - RANDOM_INFLUENCE is multiplied by a number from -1 to 1, drawn for each move.
//! - Of several best moves, the first in the order of generation is played; with a random influence other than 0 there is only
//!   one.
//! - Scouts go one square at a time, as his do (6.2); only if a repetition rule leaves nothing else they go further.
//! - "The same predefined board setup every time" is not printed. Ours is drawn once and for all from what people do.
//!
//! `vicki:file=thesis` is a player evolved as the thesis says. The player without options is the best of our evolutions: its
//! file says that its scouts go far and that it sets up anew for each game.

mod parameters;
mod player;
mod valuation;

#[cfg(test)]
mod tests;

use std::fs;
use std::path::PathBuf;

use flagfall_core::{Board, GameRng, Move, Rules, Seed, Setup, View};

use crate::bot::{Bot, Budget, Choice, Fault, GameStart};
use crate::explain::{Explanation, MoveValue};
use crate::registry::OptionInfo;
use crate::spec::{Options, SpecError};

pub use parameters::{
    N_PARAMETERS, N_RANKS, N_VALUES, Parameter, Parameters, ParametersError, RANKS,
};
pub use player::{Player, Scouts, Setups};
use valuation::contributions;

/// The best player of our own evolutions, with options on that the thesis only wishes for.
const BEST: &str = include_str!("../../../assets/vicki.txt");

/// A player evolved exactly as in the thesis.
const THESIS: &str = include_str!("../../../assets/vicki-thesis.txt");

/// What can be set.
pub(crate) const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        key: "file",
        default: "best",
        meaning: "a file of parameters, as `flagfall evolve` writes it, or one of the program's own: best, thesis",
    },
    OptionInfo {
        key: "scouts",
        default: "",
        meaning: "one or any: how many squares scouts go in a move; otherwise as the file says",
    },
    OptionInfo {
        key: "setup",
        default: "",
        meaning: "fixed or varied: the same setup every time, or one drawn from what people do; otherwise as the file says",
    },
];

/// The evolved player.
#[derive(Debug)]
pub struct Vicki {
    player: Player,
    rng: GameRng,
    rules: Rules,
    /// The last choice: every move it weighed, with its parts.
    weighed: Vec<(Move, [f64; N_PARAMETERS])>,
}

impl Vicki {
    /// A bot that plays like this.
    pub fn new(player: Player) -> Vicki {
        Vicki {
            player,
            rng: Seed(0).rng(),
            rules: Rules::default(),
            weighed: Vec::new(),
        }
    }

    /// As the options of a spec say.
    pub(crate) fn build(options: &mut Options) -> Result<Box<dyn Bot>, SpecError> {
        let file: PathBuf = options.take("file", "best".into(), "a file of parameters")?;
        let unusable = |reason: String| SpecError::Unusable {
            bot: "vicki".to_owned(),
            reason: format!("file={}: {reason}", file.display()),
        };
        let text = match file.to_str() {
            Some("best") => BEST.to_owned(),
            Some("thesis") => THESIS.to_owned(),
            _ => fs::read_to_string(&file).map_err(|error| unusable(error.to_string()))?,
        };
        let player: Player = text
            .parse()
            .map_err(|error: ParametersError| unusable(error.to_string()))?;
        let scouts = options.take("scouts", player.scouts, "one or any")?;
        let setups = options.take("setup", player.setups, "fixed or varied")?;
        Ok(Box::new(Vicki::new(Player {
            scouts,
            setups,
            ..player
        })))
    }

    /// The move of the highest value, `None` if there is no legal move. Every move that was weighed is given to `note`.
    pub fn best_move(
        parameters: &Parameters,
        scouts: Scouts,
        board: &Board,
        legal: &[Move],
        rng: &mut GameRng,
        mut note: impl FnMut(Move, [f64; N_PARAMETERS]),
    ) -> Option<Move> {
        let steps_only = scouts == Scouts::One && legal.iter().any(|mv| !mv.is_long());
        let mut best: Option<(f64, Move)> = None;
        for &mv in legal {
            if steps_only && mv.is_long() {
                continue;
            }
            let parts = contributions(parameters, board, mv, rng);
            let value = parts.iter().sum();
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, mv));
            }
            note(mv, parts);
        }
        best.map(|(_, mv)| mv)
    }
}

impl Bot for Vicki {
    fn begin(&mut self, start: &GameStart) {
        self.rng = start.seed.rng();
        self.rules = start.rules;
        self.weighed.clear();
    }

    fn setup(&mut self) -> Result<Setup, Fault> {
        Ok(self.player.setups.make(self.rules.variant, &mut self.rng))
    }

    fn choose(&mut self, view: &View<'_>, _budget: &Budget) -> Result<Choice, Fault> {
        let Vicki {
            player,
            rng,
            weighed,
            ..
        } = self;
        weighed.clear();
        let legal = view.legal_moves();
        let mv = Vicki::best_move(
            &player.parameters,
            player.scouts,
            view,
            &legal,
            rng,
            |mv, parts| {
                weighed.push((mv, parts));
            },
        );
        Ok(Choice::Move(
            mv.expect("a bot is asked only while it can move"),
        ))
    }

    fn explain(&self) -> Option<Explanation> {
        let mut moves: Vec<MoveValue> = self
            .weighed
            .iter()
            .map(|(mv, parts)| MoveValue {
                mv: *mv,
                value: parts.iter().sum(),
                parts: parts.to_vec(),
            })
            .collect();
        // A stable order keeps the first of equal moves, which is the one that was played, in front.
        moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        (!moves.is_empty()).then(|| Explanation {
            columns: Parameter::ALL.map(|one| one.name().to_owned()).to_vec(),
            moves,
            ..Explanation::default()
        })
    }
}
