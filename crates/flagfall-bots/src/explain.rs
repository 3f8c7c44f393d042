//! How a bot explains its last choice.

use flagfall_core::{ByRank, Move, PieceId};

/// Why a bot chose as it did. Every part may be empty.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Explanation {
    /// The names of the parts that a move's value is made of: the columns of the table.
    pub columns: Vec<String>,
    /// What the bot thinks of each legal move, best first.
    pub moves: Vec<MoveValue>,
    /// What it believes about the enemy's hidden pieces.
    pub enemy: Vec<Belief>,
    /// What it thinks the enemy believes about its own hidden pieces.
    pub own: Vec<Belief>,
    /// Its evaluation of the position from -1 (lost) to 1 (won).
    pub value: Option<f64>,
    /// What a piece of each rank is worth to it now; the scale is the bot's own.
    pub piece_values: Option<ByRank<f64>>,
    /// Other numbers that guide it, by name, such as Invincible's game state.
    pub figures: Vec<(String, f64)>,
}

/// What a move is worth to the bot.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveValue {
    /// The move.
    pub mv: Move,
    /// Its value in all; the scale is the bot's own.
    pub value: f64,
    /// Its value by part, one entry for each column.
    pub parts: Vec<f64>,
}

/// The probability of each rank of one piece.
#[derive(Clone, PartialEq, Debug)]
pub struct Belief {
    /// Which piece.
    pub piece: PieceId,
    /// The probabilities, which sum to 1.
    pub ranks: ByRank<f64>,
}
