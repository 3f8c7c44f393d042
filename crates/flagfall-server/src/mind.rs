//! A look into a bot's mind: what it thought of each move and believed of each piece (Invincible 8.2, figure 8.1 and
//! table 8.1).

use flagfall_bots::{Belief, Budget, Choice, Explanation, Fault};
use flagfall_core::{Board, ByRank, Game, PieceId, Rank, Side, Square, View};
use serde::Serialize;

use crate::server::BotFactory;
use crate::table::{guarded, start_of};

/// What a bot thought about one move, as a page shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought {
    /// Whose mind it is.
    pub side: &'static str,
    /// How many plies had been played.
    pub ply: u32,
    /// The move it chose; `None` if it gave up.
    pub chosen: Option<String>,
    /// How it stands, from -1 (lost) to 1 (won).
    pub value: Option<f64>,
    /// The names of the parts of a move's value.
    pub columns: Vec<String>,
    /// The moves, best first.
    pub moves: Vec<ThoughtMove>,
    /// For each enemy piece on the board the probability of each rank.
    pub enemy: Vec<ThoughtPiece>,
    /// For each own piece on the board what it thinks the enemy believes. Empty if the bot does not think about that.
    pub own: Vec<ThoughtPiece>,
    /// What a piece of each rank is worth to it: its own, then the enemy's.
    pub piece_values: Option<[[f64; 12]; 2]>,
    /// How strong its army is over the enemy's: above 1 if it is ahead.
    pub game_state: Option<f64>,
    /// The moves it expects, its own choice first, then in turn; `null` where it expects a side to do nothing that matters.
    pub line: Vec<Option<String>>,
}

/// What a move is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ThoughtMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// In all.
    pub value: f64,
    /// By part.
    pub parts: Vec<f64>,
}

/// What a piece is believed to be.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ThoughtPiece {
    /// Where it stands.
    pub at: String,
    /// Its start square, which is its name.
    pub id: String,
    /// The probability of each rank.
    pub ranks: [f64; 12],
}

impl Thought {
    /// What a bot thought when it chose from this view.
    pub fn new(view: &View<'_>, choice: Choice, why: &Explanation) -> Thought {
        let side = view.viewer();
        Thought {
            side: side.name(),
            ply: view.ply(),
            chosen: match choice {
                Choice::Move(mv) | Choice::MoveAndOfferDraw(mv) => Some(mv.to_string()),
                Choice::Resign => None,
            },
            value: why.value,
            columns: why.columns.clone(),
            moves: why
                .moves
                .iter()
                .map(|value| ThoughtMove {
                    mv: value.mv.to_string(),
                    value: value.value,
                    parts: value.parts.clone(),
                })
                .collect(),
            enemy: believed(view, !side, &why.enemy),
            own: believed(view, side, &why.own),
            piece_values: why
                .piece_values
                .as_ref()
                .map(|values| [values[side].0, values[!side].0]),
            game_state: why.game_state,
            line: why
                .line
                .iter()
                .map(|mv| mv.map(|mv| mv.to_string()))
                .collect(),
        }
    }
}

/// The beliefs about one side's pieces by square. What both sides know is certain; where a bot has no opinion about a
/// hidden piece, there is none.
fn believed(board: &Board, side: Side, beliefs: &[Belief]) -> Vec<ThoughtPiece> {
    if beliefs.is_empty() {
        return Vec::new();
    }
    let of = |id: PieceId| beliefs.iter().find(|belief| belief.piece == id);
    let thought = |(square, piece): (Square, flagfall_core::Piece)| {
        let ranks = match piece.rank {
            Some(rank) if piece.is_revealed => certain(rank),
            _ => of(piece.id)?.ranks,
        };
        Some(ThoughtPiece {
            at: square.to_string(),
            id: piece.id.start().to_string(),
            ranks: ranks.0,
        })
    };
    board.pieces(side).filter_map(thought).collect()
}

fn certain(rank: Rank) -> ByRank<f64> {
    let mut ranks = ByRank::default();
    ranks[rank] = 1.0;
    ranks
}

/// Why there is no thought to show.
#[derive(Debug, thiserror::Error)]
pub enum MindError {
    /// There is no such bot.
    #[error("{0}")]
    Spec(#[from] flagfall_bots::SpecError),
    /// The bot failed.
    #[error("the bot failed: {0}")]
    Fault(#[from] Fault),
    /// The bot keeps its thoughts to itself.
    #[error("{0} does not explain its moves")]
    Silent(String),
    /// There is nothing to think about.
    #[error("{0} has no move to think about here")]
    NoMove(Side),
}

/// Sits a bot down at a game that has been played so far, and lets it think about the move of the side to move.
///
/// # Errors
/// If there is no such bot, it fails, or it does not explain itself.
pub fn think(
    factory: &BotFactory,
    bot: &str,
    game: &Game,
    seed: flagfall_core::Seed,
    budget: &Budget,
) -> Result<Thought, MindError> {
    let side = game.position().to_move();
    let view = game.view(side);
    if view.legal_moves().is_empty() {
        return Err(MindError::NoMove(side));
    }
    let mut player = factory.build(&bot.parse()?)?;
    let start = start_of(game, side, seed, "");
    let choice = guarded(|| {
        player.begin(&start);
        for event in game.history() {
            player.observe(event);
        }
        player.choose(&view, budget)
    })?;
    let why = player
        .explain()
        .ok_or_else(|| MindError::Silent(bot.to_owned()))?;
    Ok(Thought::new(&view, choice, &why))
}
