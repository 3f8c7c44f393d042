//! One game as it was played.

use flagfall_core::notation::write_move;
use flagfall_core::{
    BySide, Game, GameResult, IllegalMove, Move, PositionError, Rules, Start, VariantMismatch,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A game as files hold it: its start, its moves and its result. The moves need not be legal; [`replay`](Self::replay)
/// finds out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The rules it was played under.
    pub rules: Rules,
    /// The players' names; empty where nobody wrote them down.
    pub names: BySide<String>,
    /// How it started. The record's rules stand in for those of a free start's builder.
    pub start: Start,
    /// The moves in order.
    pub moves: Vec<Move>,
    /// How it ended; `None` for a game that is not over.
    pub result: Option<GameResult>,
    /// The seeds that repeat it.
    pub seeds: Seeds,
    /// Anything else that is known of it, by name: whatever our JSON lines hold beyond the above. Names that the form
    /// itself uses are not written from here.
    pub extra: Map<String, Value>,
}

/// The seeds that repeat a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seeds {
    /// The seed of the game as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// The seed of the red player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub red: Option<u64>,
    /// The seed of the blue player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blue: Option<u64>,
}

impl GameRecord {
    /// A game that has only just begun, between players without names.
    pub fn new(rules: Rules, start: Start) -> GameRecord {
        GameRecord {
            rules,
            names: BySide::default(),
            start,
            moves: Vec::new(),
            result: None,
            seeds: Seeds::default(),
            extra: Map::new(),
        }
    }

    /// The record of a game as far as it has gone.
    pub fn from_game(game: &Game, names: BySide<String>) -> GameRecord {
        GameRecord {
            names,
            moves: game.history().iter().map(|event| event.mv).collect(),
            result: game.result(),
            ..GameRecord::new(*game.position().rules(), game.start().clone())
        }
    }

    /// The game before its first move.
    ///
    /// # Errors
    /// If the start does not fit the rules.
    pub fn begin(&self) -> Result<Game, StartError> {
        match &self.start {
            Start::Setups(setups) => Ok(Game::new(self.rules, *setups)?),
            Start::Free(builder) => {
                let mut builder = builder.as_ref().clone();
                builder.rules = self.rules;
                Ok(Game::from_free(builder)?)
            }
        }
    }

    /// The game after its last move, ended by the recorded result if the board has not ended it.
    ///
    /// # Errors
    /// If the start does not fit the rules, a move is not legal, or the board has another winner than the record.
    pub fn replay(&self) -> Result<Game, ReplayError> {
        let mut game = self.begin()?;
        for (ply, &mv) in self.moves.iter().enumerate() {
            game.play(mv)
                .map_err(|error| ReplayError::Illegal { ply, mv, error })?;
        }
        match (self.result, game.result()) {
            (Some(recorded), Some(played)) if recorded.outcome != played.outcome => {
                return Err(ReplayError::WrongResult { recorded, played });
            }
            (Some(recorded), None) => game.end(recorded),
            _ => {}
        }
        Ok(game)
    }

    /// The moves with the marks of their battles, as far as they are legal, and plain after that.
    ///
    /// # Errors
    /// If the start does not fit the rules.
    pub fn marked_moves(&self) -> Result<Vec<String>, StartError> {
        let mut game = self.begin()?;
        let mut is_legal = true;
        let marked = self.moves.iter().map(|&mv| {
            if is_legal && let Ok(event) = game.play(mv) {
                write_move(&event)
            } else {
                is_legal = false;
                mv.to_string()
            }
        });
        Ok(marked.collect())
    }
}

/// Why a recorded game cannot even begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// A setup of the other variant.
    #[error("{0}")]
    Variant(VariantMismatch),
    /// A placement that is not legal.
    #[error("{0}")]
    Position(PositionError),
}

impl From<VariantMismatch> for StartError {
    fn from(error: VariantMismatch) -> StartError {
        StartError::Variant(error)
    }
}

impl From<PositionError> for StartError {
    fn from(error: PositionError) -> StartError {
        StartError::Position(error)
    }
}

/// Why a recorded game cannot be played again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// It cannot begin.
    #[error("{0}")]
    Start(StartError),
    /// A move is not legal.
    #[error("ply {ply}: {mv} is not legal: {error}")]
    Illegal {
        /// Which move, counted from 0.
        ply: usize,
        /// The move.
        mv: Move,
        /// The rule that forbids it.
        error: IllegalMove,
    },
    /// The board says something else than the record.
    #[error("the record says {recorded}, the board {played}")]
    WrongResult {
        /// The recorded result.
        recorded: GameResult,
        /// The result of the moves.
        played: GameResult,
    },
}

impl From<StartError> for ReplayError {
    fn from(error: StartError) -> ReplayError {
        ReplayError::Start(error)
    }
}

#[cfg(test)]
mod tests {
    use flagfall_core::{PositionBuilder, Rank, Side, Termination};

    use super::*;

    fn ending(moves: &[&str]) -> GameRecord {
        let builder = PositionBuilder::new(Rules::ISF)
            .with("A9".parse().unwrap(), Side::Red, Rank::Miner)
            .with("A1".parse().unwrap(), Side::Red, Rank::Flag)
            .with("J1".parse().unwrap(), Side::Blue, Rank::Spy)
            .with("A10".parse().unwrap(), Side::Blue, Rank::Flag);
        GameRecord {
            moves: moves.iter().map(|text| text.parse().unwrap()).collect(),
            ..GameRecord::new(Rules::ISF, Start::Free(Box::new(builder)))
        }
    }

    #[test]
    fn replay_plays_every_move_and_ends_the_game() {
        let game = ending(&["A9-A10"]).replay().unwrap();
        assert_eq!(
            game.result(),
            Some(GameResult::win(Side::Red, Termination::FlagCaptured))
        );
        let resigned = GameRecord {
            result: Some(GameResult::win(Side::Blue, Termination::Resignation)),
            ..ending(&["A9-A8"])
        };
        assert_eq!(resigned.replay().unwrap().result(), resigned.result);
        assert_eq!(ending(&["A9-A8"]).replay().unwrap().result(), None);
    }

    #[test]
    fn replay_names_the_ply_and_the_rule() {
        let error = ending(&["A9-A8", "J1-J3"]).replay().unwrap_err();
        assert_eq!(
            error.to_string(),
            "ply 1: J1-J3 is not legal: the spy cannot make the move J1-J3: only scouts go further than one square"
        );
        let error = ending(&["A9-A10", "J1-J2"]).replay().unwrap_err();
        assert_eq!(
            error.to_string(),
            "ply 1: J1-J2 is not legal: the game is over"
        );
    }

    #[test]
    fn replay_refuses_a_result_the_board_contradicts() {
        let record = GameRecord {
            result: Some(GameResult::draw(Termination::Agreement)),
            ..ending(&["A9-A10"])
        };
        assert_eq!(
            record.replay().unwrap_err().to_string(),
            "the record says draw (agreement), the board red wins (flag-captured)"
        );
    }

    #[test]
    fn moves_are_marked_as_far_as_they_are_legal() {
        let record = ending(&["A9-A10", "J1-J2", "A1-A10"]);
        assert_eq!(
            record.marked_moves().unwrap(),
            ["A9xA10", "J1-J2", "A1-A10"]
        );
    }
}
