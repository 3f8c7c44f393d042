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
//! `vicki:file=thesis` is a player evolved as the thesis says. His wishes (sections 6 and 7) are in a player's file, and none of them
//! is on unless it says so: scouts that go far, setups that vary or have evolved, values for each piece in place of each rank,
//! thresholds on what a piece is believed to be, one or two plies of look-ahead. The player without options is the best of
//! our evolutions with them.

mod look_ahead;
mod mind;
mod odds;
mod parameters;
mod player;
mod valuation;

#[cfg(test)]
mod tests;

use std::fs;
use std::path::PathBuf;

use flagfall_core::{GameRng, Move, MoveList, Rules, Seed, Setup, View};

use crate::bot::{Bot, Budget, Choice, Fault, GameStart};
use crate::explain::{Explanation, MoveValue};
use crate::registry::OptionInfo;
use crate::spec::{Options, SpecError};

pub use mind::{Mind, N_PARTS};
pub use parameters::{
    Columns, N_OF_THESIS, N_PARAMETERS, N_RANKS, Parameter, Parameters, ParametersError, RANKS,
    Rows, Shape,
};
pub use player::{Belief, MOST_PLIES, Player, Scouts, Setups};

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
        meaning: "fixed, varied or 40 StraDoS2 letters: the same setup every time, one drawn from what people do, or this one; otherwise as the file says",
    },
    OptionInfo {
        key: "look_ahead",
        default: "",
        meaning: "0, 1 or 2: how many plies beyond its own move are looked at; otherwise as the file says",
    },
    OptionInfo {
        key: "belief",
        default: "",
        meaning: "counted or guessed: where probabilities of ranks come from, for a file with thresholds or with look-ahead; otherwise as the file says",
    },
    OptionInfo {
        key: "two_squares",
        default: "",
        meaning: "1 to 15: keep the two-squares rule with this limit, even where the rules of the game have a higher one or none",
    },
];

/// The evolved player.
#[derive(Debug)]
pub struct Vicki {
    mind: Mind,
    /// A limit of the two-squares rule that it keeps even where it need not.
    two_squares: Option<u8>,
    rng: GameRng,
    rules: Rules,
    /// The last choice: every move it weighed, with its parts.
    weighed: Vec<(Move, [f64; N_PARTS])>,
}

impl Vicki {
    /// A bot that plays like this.
    pub fn new(player: Player) -> Vicki {
        Vicki {
            mind: Mind::new(player),
            two_squares: None,
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
        let mut player: Player = text
            .parse()
            .map_err(|error: ParametersError| unusable(error.to_string()))?;
        player.scouts = options.take("scouts", player.scouts, "one or any")?;
        let setups = "fixed, varied or 40 letters";
        player.setups = options.take("setup", player.setups, setups)?;
        let plies = options.take("look_ahead", Plies(player.look_ahead), "0, 1 or 2")?;
        player.look_ahead = plies.0;
        player.belief = options.take("belief", player.belief, "counted or guessed")?;
        let limit = options.take("two_squares", Limit(None), "a number from 1 to 15")?;
        Ok(Box::new(Vicki {
            two_squares: limit.0,
            ..Vicki::new(player)
        }))
    }

    /// The moves that it considers: those that are legal, without those that its own two-squares rule forbids.
    fn moves(&self, view: &View<'_>) -> MoveList {
        let kept = self
            .two_squares
            .filter(|&limit| limit < view.rules().two_squares || view.rules().two_squares == 0)
            .map(|limit| view.clone().with_two_squares(limit).legal_moves())
            .filter(|moves| !moves.is_empty());
        kept.unwrap_or_else(|| view.legal_moves())
    }
}

impl Bot for Vicki {
    fn begin(&mut self, start: &GameStart) {
        self.rng = start.seed.rng();
        self.rules = start.rules;
        self.weighed.clear();
        self.mind.begin();
    }

    fn setup(&mut self) -> Result<Setup, Fault> {
        let setups = self.mind.player().setups;
        Ok(setups.make(self.rules.variant, &mut self.rng))
    }

    fn choose(&mut self, view: &View<'_>, _budget: &Budget) -> Result<Choice, Fault> {
        let legal = self.moves(view);
        let Vicki {
            mind, rng, weighed, ..
        } = self;
        weighed.clear();
        let mv = mind.choose(view, &legal, rng, |mv, parts| weighed.push((mv, parts)));
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
                parts: self.mind.named_parts(parts),
            })
            .collect();
        // A stable order keeps the first of equal moves, which is the one that was played, in front.
        moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        (!moves.is_empty()).then(|| Explanation {
            columns: self.mind.part_names(),
            moves,
            ..Explanation::default()
        })
    }
}

/// Plies to look ahead, as an option.
struct Plies(u8);

impl std::str::FromStr for Plies {
    type Err = ();

    fn from_str(text: &str) -> Result<Plies, ()> {
        let plies = text.parse().map_err(|_| ())?;
        if plies <= MOST_PLIES {
            Ok(Plies(plies))
        } else {
            Err(())
        }
    }
}

/// A limit of the two-squares rule, as an option.
struct Limit(Option<u8>);

impl std::str::FromStr for Limit {
    type Err = ();

    fn from_str(text: &str) -> Result<Limit, ()> {
        match text.parse() {
            Ok(limit @ 1..=15) => Ok(Limit(Some(limit))),
            _ => Err(()),
        }
    }
}
