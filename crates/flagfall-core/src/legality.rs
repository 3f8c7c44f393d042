//! Is one given move legal, and if not, why?
//!
//! Written square by square and apart from the move generator, so that each can test the other. Only what the repetition rules
//! forbid both ask in one place; the oracle in the tests has its own.

use crate::board::Board;
use crate::movegen::Repetition;
use crate::moves::Move;
use crate::piece::Piece;
use crate::rank::Rank;
use crate::side::Side;
use crate::square::Square;

/// Why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// Nothing stands on the first square.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The piece is the opponent's.
    #[error("the piece on {0} is not {1}'s")]
    NotYourPiece(Square, Side),
    /// Bombs and flags do not move.
    #[error("the {1} on {0} cannot move")]
    Immobile(Square, Rank),
    /// Neither along a row nor along a column.
    #[error("{0} does not go straight along a row or a column")]
    NotStraight(Move),
    /// Only scouts go further than one square.
    #[error("the {1} cannot make the move {0}: only scouts go further than one square")]
    TooFar(Move, Rank),
    /// A piece stands in the scout's way.
    #[error("{0} is blocked by the piece on {1}")]
    Blocked(Move, Square),
    /// A lake is in the scout's way.
    #[error("{0} crosses a lake")]
    AcrossLake(Move),
    /// An own piece stands on the target.
    #[error("an own piece stands on {0}")]
    OwnPiece(Square),
    /// Rule 5.
    #[error(
        "two-squares rule: {0} crosses a border that the piece has crossed in each of its last {1} turns"
    )]
    TwoSquares(Move, u8),
    /// Rule 6.
    #[error("more-squares rule: {0} recreates a position of the running chase")]
    MoreSquares(Move),
}

impl IllegalMove {
    /// A short name for machines.
    pub fn name(&self) -> &'static str {
        match self {
            IllegalMove::GameOver => "game-over",
            IllegalMove::NoPiece(_) => "no-piece",
            IllegalMove::NotYourPiece(..) => "not-your-piece",
            IllegalMove::Immobile(..) => "immobile",
            IllegalMove::NotStraight(_) => "not-straight",
            IllegalMove::TooFar(..) => "too-far",
            IllegalMove::Blocked(..) => "blocked",
            IllegalMove::AcrossLake(_) => "lake",
            IllegalMove::OwnPiece(_) => "own-piece",
            IllegalMove::TwoSquares(..) => "two-squares",
            IllegalMove::MoreSquares(_) => "more-squares",
        }
    }
}

impl Board {
    /// Whether the player to move, whose ranks must all be known on this board, may make this move.
    pub(crate) fn check_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.state.end.is_some() {
            return Err(IllegalMove::GameOver);
        }
        let side = self.to_move();
        let piece = self
            .piece_at(mv.from)
            .ok_or(IllegalMove::NoPiece(mv.from))?;
        if piece.side != side {
            return Err(IllegalMove::NotYourPiece(mv.from, side));
        }
        self.check_path(mv, piece)?;
        if self
            .piece_at(mv.to)
            .is_some_and(|target| target.side == side)
        {
            return Err(IllegalMove::OwnPiece(mv.to));
        }
        match self.repetition_forbids(mv) {
            Some(Repetition::TwoSquares) => {
                Err(IllegalMove::TwoSquares(mv, self.rules.two_squares))
            }
            Some(Repetition::MoreSquares) => Err(IllegalMove::MoreSquares(mv)),
            None => Ok(()),
        }
    }

    /// Whether the piece can go that way, whatever stands on the last square.
    fn check_path(&self, mv: Move, piece: Piece) -> Result<(), IllegalMove> {
        let rank = piece.rank.expect("the player to move knows his own ranks");
        if !rank.is_mobile() {
            return Err(IllegalMove::Immobile(mv.from, rank));
        }
        let (direction, distance) = mv
            .direction_and_distance()
            .ok_or(IllegalMove::NotStraight(mv))?;
        if distance > 1 && rank != Rank::Scout {
            return Err(IllegalMove::TooFar(mv, rank));
        }
        let mut square = mv.from;
        for _ in 1..distance {
            square = square.step(direction).ok_or(IllegalMove::AcrossLake(mv))?;
            if self.piece_at(square).is_some() {
                return Err(IllegalMove::Blocked(mv, square));
            }
        }
        square
            .step(direction)
            .map(drop)
            .ok_or(IllegalMove::AcrossLake(mv))
    }
}
