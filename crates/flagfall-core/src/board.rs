//! The board: everything that positions and views have in common.

use crate::key;
use crate::moves::Move;
use crate::outcome::GameResult;
use crate::piece::{Code, Piece, PieceId};
use crate::rank::ByRank;
use crate::repetition::{CrossingRun, LastMove};
use crate::rules::Rules;
use crate::side::{BySide, Side};
use crate::square::Square;
use crate::squareset::SquareSet;

/// No piece stands on this square.
pub(crate) const EMPTY: u8 = 0xFF;

/// The pieces on their squares with all that the rules need of the past.
///
/// A [`Position`](crate::Position) holds a board on which every rank is there; a [`View`](crate::View) holds one from which
/// the ranks that its side may not know have been removed. Questions that both can answer are asked here. There is no way
/// to make a board but through these two.
#[derive(Debug)]
pub struct Board {
    pub(crate) state: State,
    /// For each square the identity of the piece on it, or `EMPTY`.
    pub(crate) cells: [u8; Square::COUNT],
    /// For each identity what is known of the piece, captured ones included.
    pub(crate) codes: [Code; Square::COUNT],
    pub(crate) rules: Rules,
    /// For each side the keys of the boards after its own moves (rule 6.1); the running chase starts at
    /// `state.chase_start`. Older keys are there only to be uncovered again by unmake.
    pub(crate) chase: BySide<Vec<u64>>,
}

/// The part of a board that is cheap to save and restore as a whole, which is how moves are unmade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) own: BySide<SquareSet>,
    /// Bombs and flags (in a view: those that are known).
    pub(crate) immobile: SquareSet,
    /// Scouts (in a view: those that are known).
    pub(crate) scouts: SquareSet,
    /// Pieces whose rank both sides know.
    pub(crate) revealed: SquareSet,
    pub(crate) key: u64,
    pub(crate) runs: BySide<CrossingRun>,
    /// How many pieces of each rank are still hidden from the opponent: public, by counting.
    pub(crate) hidden: BySide<ByRank<u8>>,
    pub(crate) chase_start: BySide<u32>,
    pub(crate) ply: u32,
    /// The ply after which the last battle had been fought; 0 before the first.
    pub(crate) last_battle: u32,
    pub(crate) last: BySide<LastMove>,
    pub(crate) to_move: Side,
    /// How the game ended, unless it goes on or the player to move has no legal move.
    pub(crate) end: Option<GameResult>,
}

impl Board {
    /// The rules of the game.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whose turn it is.
    #[inline]
    pub fn to_move(&self) -> Side {
        self.state.to_move
    }

    /// How many plies have been played since the start position.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.state.ply
    }

    /// How many plies have been played since the last battle, or since the start.
    #[inline]
    pub fn quiet_plies(&self) -> u32 {
        self.state.ply - self.state.last_battle
    }

    /// The squares on which this side has pieces.
    #[inline]
    pub fn occupied_by(&self, side: Side) -> SquareSet {
        self.state.own[side]
    }

    /// The squares with a piece whose rank both sides know.
    #[inline]
    pub fn revealed(&self) -> SquareSet {
        self.state.revealed
    }

    /// The squares of the pieces of this side that can move as far as the holder of this board knows.
    #[inline]
    pub fn mobile(&self, side: Side) -> SquareSet {
        self.state.own[side].difference(self.state.immobile)
    }

    /// The squares of this side's scouts, as far as the holder of this board knows.
    #[inline]
    pub fn scouts(&self, side: Side) -> SquareSet {
        self.state.own[side] & self.state.scouts
    }

    /// The squares without a piece.
    #[inline]
    pub fn empty(&self) -> SquareSet {
        !(self.state.own[Side::Red] | self.state.own[Side::Blue])
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let id = Square::from_index(self.cells[square.index()])?;
        self.piece(PieceId::started_on(id))
    }

    /// A piece by its identity, on the board or captured; `None` if no piece started there.
    #[inline]
    pub fn piece(&self, id: PieceId) -> Option<Piece> {
        let code = self.codes[id.index()];
        (code != Code::ABSENT).then(|| Piece {
            id,
            side: code.side(),
            rank: code.rank(),
            has_moved: code.has(Code::MOVED),
            is_revealed: code.has(Code::REVEALED),
            is_captured: code.has(Code::CAPTURED),
        })
    }

    /// This side's pieces on the board with their squares, from A1 to J10.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Square, Piece)> {
        self.state.own[side]
            .iter()
            .filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// This side's captured pieces in the order of their start squares.
    pub fn captured(&self, side: Side) -> impl Iterator<Item = Piece> {
        Square::all()
            .filter_map(|start| self.piece(PieceId::started_on(start)))
            .filter(move |piece| piece.side == side && piece.is_captured)
    }

    /// How many pieces of each rank this side has that the opponent has not seen. Everybody can count this: armies are
    /// known (those of a free start position count as known too), and revealed and captured pieces are.
    #[inline]
    pub fn hidden_counts(&self, side: Side) -> &ByRank<u8> {
        &self.state.hidden[side]
    }

    /// The last move of this side.
    pub fn last_move(&self, side: Side) -> Option<Move> {
        self.state.last[side].get()
    }

    /// The piece that this side moved last, and the largest number of consecutive turns in which it has crossed one border
    /// (16 stands for any more). When that is the limit of the two-squares rule, the border is closed to the piece.
    pub fn crossing_run(&self, side: Side) -> Option<(PieceId, u8)> {
        let run = &self.state.runs[side];
        Some((run.piece()?, run.longest()))
    }

    /// How many positions the running chase of this side has (rule 6).
    pub fn chase_length(&self, side: Side) -> usize {
        self.chase_keys(side).len()
    }

    #[inline]
    pub(crate) fn chase_keys(&self, side: Side) -> &[u64] {
        &self.chase[side][self.state.chase_start[side] as usize..]
    }

    /// A hash of which individual piece stands where and who is to move. It does not depend on ranks or on the past, so it
    /// is public and the same for a position and for both views of it.
    #[inline]
    pub fn key(&self) -> u64 {
        match self.state.to_move {
            Side::Red => self.state.key,
            Side::Blue => self.state.key ^ key::BLUE_TO_MOVE,
        }
    }

    /// [`key`](Board::key) computed from nothing; the property tests compare the two.
    pub fn recomputed_key(&self) -> u64 {
        let turn = if self.state.to_move == Side::Blue {
            key::BLUE_TO_MOVE
        } else {
            0
        };
        (0..Square::COUNT)
            .filter(|&square| self.cells[square] != EMPTY)
            .fold(turn, |sum, square| {
                sum ^ key::piece_key(self.cells[square], square)
            })
    }
}

/// Written out for the sake of `clone_from`, which keeps the memory of the chases: playouts that start again and again from
/// one position then allocate nothing.
impl Clone for Board {
    fn clone(&self) -> Board {
        Board {
            state: self.state,
            cells: self.cells,
            codes: self.codes,
            rules: self.rules,
            chase: self.chase.clone(),
        }
    }

    #[inline]
    fn clone_from(&mut self, other: &Board) {
        self.state = other.state;
        self.cells = other.cells;
        self.codes = other.codes;
        self.rules = other.rules;
        for side in Side::ALL {
            self.chase[side].clone_from(&other.chase[side]);
        }
    }
}

/// Boards are equal when nothing that rules or players can ever ask of them differs: pieces and all that is known of them,
/// turn, clocks, rules, and the running part of both repetition rules.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        let comparable = |board: &Board| State {
            chase_start: BySide::default(),
            ..board.state
        };
        comparable(self) == comparable(other)
            && self.cells == other.cells
            && self.codes == other.codes
            && self.rules == other.rules
            && Side::ALL
                .into_iter()
                .all(|side| self.chase_keys(side) == other.chase_keys(side))
    }
}

impl Eq for Board {}
