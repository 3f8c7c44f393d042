//! What one side may know.

use std::ops::Deref;

use rand::Rng;

use crate::battle::Event;
use crate::board::Board;
use crate::legality::IllegalMove;
use crate::moves::{Move, MoveList};
use crate::outcome::GameResult;
use crate::piece::{Code, Piece, PieceId};
use crate::position::Position;
use crate::rank::{ByRank, Rank, RankSet};
use crate::rules::MAX_TWO_SQUARES;
use crate::side::{BySide, Side};
use crate::square::Square;
use crate::squareset::SquareSet;

/// A game as one side sees it: a board without the ranks hidden from that side, and the public history.
///
/// There is no way to make a view but [`Game::view`](crate::Game::view), and none to get a hidden rank out of one: the rank
/// is not in it. The board behind it answers what a [`Board`] can be asked.
///
/// ```compile_fail
/// # use flagfall_core::{Board, View};
/// fn forge(board: Board) -> View<'static> {
///     View { viewer: flagfall_core::Side::Red, board, result: None, history: &[] }
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View<'a> {
    viewer: Side,
    board: Board,
    result: Option<GameResult>,
    history: &'a [Event],
}

impl Deref for View<'_> {
    type Target = Board;

    #[inline]
    fn deref(&self) -> &Board {
        &self.board
    }
}

impl<'a> View<'a> {
    pub(crate) fn new(position: &Position, viewer: Side, history: &'a [Event]) -> View<'a> {
        let whole = &position.board;
        let mut state = whole.state;
        let known = state.own[viewer] | state.revealed;
        state.immobile &= known;
        state.scouts &= known;
        // Only the running chase is copied: what lies before it is nobody's business but unmake's.
        state.chase_start = BySide::default();
        let board = Board {
            state,
            cells: whole.cells,
            codes: whole.codes.map(|code| code.masked(!viewer)),
            rules: whole.rules,
            chase: BySide::from_fn(|side| whole.chase_keys(side).to_vec()),
        };
        View {
            viewer,
            board,
            result: position.result(),
            history,
        }
    }

    /// Whose view it is.
    #[inline]
    pub fn viewer(&self) -> Side {
        self.viewer
    }

    /// The board as this side knows it.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The same view with the two-squares rule set to this limit: for a player who keeps the rule where nobody enforces it.
    #[must_use]
    pub fn with_two_squares(mut self, limit: u8) -> View<'a> {
        self.board.rules.two_squares = limit.min(MAX_TWO_SQUARES);
        self
    }

    /// Every turn so far.
    #[inline]
    pub fn history(&self) -> &'a [Event] {
        self.history
    }

    /// How the game ended, or `None` while it goes on.
    #[inline]
    pub fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// The viewer's legal moves; none when it is not his turn or the game is over.
    pub fn legal_moves(&self) -> MoveList {
        if self.is_my_turn() {
            self.board.legal_moves()
        } else {
            MoveList::new()
        }
    }

    /// One of the viewer's legal moves, each as likely as the others; `None` when there is none.
    #[inline]
    pub fn random_move(&self, rng: &mut impl Rng) -> Option<Move> {
        if self.is_my_turn() {
            self.board.random_move(rng)
        } else {
            None
        }
    }

    /// Whether the viewer may make this move now.
    ///
    /// # Errors
    /// Says which rule forbids it. When it is not the viewer's turn, no piece is his to move.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.result.is_some() {
            return Err(IllegalMove::GameOver);
        }
        if self.board.to_move() != self.viewer {
            return Err(IllegalMove::NotYourPiece(mv.from, self.board.to_move()));
        }
        self.board.check_legal(mv)
    }

    #[inline]
    fn is_my_turn(&self) -> bool {
        self.board.to_move() == self.viewer && self.result.is_none()
    }

    /// The pieces of this side that its opponent has not seen the rank of, with their squares.
    pub fn hidden_pieces(&self, side: Side) -> impl Iterator<Item = (Square, Piece)> {
        let hidden = self
            .board
            .occupied_by(side)
            .difference(self.board.revealed());
        hidden
            .iter()
            .filter_map(|square| Some((square, self.board.piece_at(square)?)))
    }

    /// Which ranks this side's hidden pieces can have, as its opponent can tell by counting.
    pub fn possibilities(&self, side: Side) -> Possibilities {
        let unmoved = self
            .hidden_pieces(side)
            .filter(|(_, piece)| !piece.has_moved)
            .count() as u32;
        Possibilities::new(self.board.hidden_counts(side), unmoved)
    }

    /// Which ranks a piece can have as its owner's opponent knows: one if it is revealed, else by counting and by whether it
    /// has moved. For the viewer's own pieces this is what the enemy can know.
    pub fn possible_ranks(&self, piece: &Piece) -> RankSet {
        match piece.rank {
            Some(rank) if piece.is_revealed => RankSet::only(rank),
            _ => self.possibilities(piece.side).of(piece),
        }
    }

    /// A position in which the enemy's hidden pieces have the given ranks, at full engine speed and with the repetition
    /// rules' past in it.
    ///
    /// # Errors
    /// If the ranks do not fit what the viewer knows.
    pub fn hypothetical(&self, ranks: &[(PieceId, Rank)]) -> Result<Position, AssignmentError> {
        let mut position = Position {
            board: self.board.clone(),
        };
        self.assign(ranks, &mut position)?;
        Ok(position)
    }

    /// As [`hypothetical`](View::hypothetical), into a position whose memory is used again.
    ///
    /// # Errors
    /// If the ranks do not fit what the viewer knows; the position is then the viewer's board with some ranks missing, and
    /// must not be played on.
    pub fn hypothetical_into(
        &self,
        ranks: &[(PieceId, Rank)],
        position: &mut Position,
    ) -> Result<(), AssignmentError> {
        position.board.clone_from(&self.board);
        self.assign(ranks, position)
    }

    fn assign(
        &self,
        ranks: &[(PieceId, Rank)],
        position: &mut Position,
    ) -> Result<(), AssignmentError> {
        let enemy = !self.viewer;
        let board = &mut position.board;
        let mut counts = ByRank::<u8>::default();
        for &(id, rank) in ranks {
            let code = &mut board.codes[id.index()];
            if !code.is_hidden(enemy) || code.rank().is_some() {
                return Err(AssignmentError::NotHidden(id));
            }
            if code.has(Code::MOVED) && !rank.is_mobile() {
                return Err(AssignmentError::HasMoved(id, rank));
            }
            *code = code.with_rank(rank);
            counts[rank] += 1;
        }
        let expected = self.board.hidden_counts(enemy);
        if counts != *expected {
            return Err(AssignmentError::WrongCounts {
                found: counts,
                expected: *expected,
            });
        }
        let hidden = board.state.own[enemy].difference(board.state.revealed);
        for square in hidden.iter() {
            let rank = board.codes[usize::from(board.cells[square.index()])].rank();
            match rank {
                Some(Rank::Scout) => board.state.scouts |= SquareSet::only(square),
                Some(Rank::Bomb | Rank::Flag) => board.state.immobile |= SquareSet::only(square),
                _ => {}
            }
        }
        Ok(())
    }
}

/// The ranks that the hidden pieces of one side can have.
///
/// This is exact: for each rank named there is an arrangement of the hidden ranks in which the piece has it and no piece
/// that has moved is a bomb or a flag, and for no other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Possibilities {
    /// Of a piece that has moved.
    pub moved: RankSet,
    /// Of a piece that has not.
    pub unmoved: RankSet,
}

impl Possibilities {
    fn new(hidden: &ByRank<u8>, unmoved: u32) -> Possibilities {
        let ranks = RankSet::counted(hidden);
        let moved = ranks.intersection(RankSet::MOBILE);
        let immobile = u32::from(hidden[Rank::Bomb]) + u32::from(hidden[Rank::Flag]);
        // Bombs and flag are all among the unmoved pieces; if these are no more than those, nothing else is.
        let unmoved = if unmoved <= immobile {
            ranks.difference(RankSet::MOBILE)
        } else {
            ranks
        };
        Possibilities { moved, unmoved }
    }

    /// Of this piece, which must be hidden.
    #[inline]
    pub fn of(&self, piece: &Piece) -> RankSet {
        if piece.has_moved {
            self.moved
        } else {
            self.unmoved
        }
    }
}

/// Why ranks do not fit what a view knows.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AssignmentError {
    /// Not a hidden enemy piece, or named twice.
    #[error("the {0:?} is not a hidden enemy piece, or is named twice")]
    NotHidden(PieceId),
    /// A piece that has moved cannot be a bomb or the flag.
    #[error("the {0:?} has moved and cannot be a {1}")]
    HasMoved(PieceId, Rank),
    /// The ranks are not those that are still hidden.
    #[error("the ranks are not those that are still hidden: {found:?} instead of {expected:?}")]
    WrongCounts {
        /// How many of each rank were given.
        found: ByRank<u8>,
        /// How many are hidden.
        expected: ByRank<u8>,
    },
}
