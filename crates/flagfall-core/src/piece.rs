//! Individual pieces and what is known of them.

use std::fmt;

use crate::rank::Rank;
use crate::side::Side;
use crate::square::Square;

/// The identity of a piece: the square it started the game on. It is public, and it never changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceId(Square);

impl PieceId {
    /// The piece that started on this square.
    #[inline]
    pub const fn started_on(square: Square) -> PieceId {
        PieceId(square)
    }

    /// Where the piece started.
    #[inline]
    pub const fn start(self) -> Square {
        self.0
    }

    /// The index of its start square: 0 to 99.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.index()
    }
}

impl fmt::Debug for PieceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "piece from {}", self.0)
    }
}

/// A piece as the holder of the board knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Which piece it is.
    pub id: PieceId,
    /// Whose it is.
    pub side: Side,
    /// Its rank; `None` where the board is one side's view and the piece is hidden from that side.
    pub rank: Option<Rank>,
    /// Whether it has ever moved, which everybody has seen.
    pub has_moved: bool,
    /// Whether its rank is known to both sides.
    pub is_revealed: bool,
    /// Whether it has been captured.
    pub is_captured: bool,
}

/// A piece without its identity, packed into a byte: rank in the low four bits, then side, moved, revealed, captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Code(pub(crate) u8);

impl Code {
    const RANK: u8 = 0x0F;
    pub(crate) const UNKNOWN_RANK: u8 = 0x0F;
    const BLUE: u8 = 0x10;
    pub(crate) const MOVED: u8 = 0x20;
    pub(crate) const REVEALED: u8 = 0x40;
    pub(crate) const CAPTURED: u8 = 0x80;
    /// No piece started on this square. No piece has this code: a piece of unknown rank is never revealed.
    pub(crate) const ABSENT: Code = Code(0xFF);

    pub(crate) const fn fresh(side: Side, rank: Rank) -> Code {
        Code(rank as u8 | (side as u8 * Code::BLUE))
    }

    #[inline]
    pub(crate) const fn rank(self) -> Option<Rank> {
        Rank::from_index((self.0 & Code::RANK) as usize)
    }

    /// The rank of a piece on a board without hidden ranks.
    #[inline]
    pub(crate) fn known_rank(self) -> Rank {
        self.rank().expect("positions know every rank")
    }

    #[inline]
    pub(crate) const fn side(self) -> Side {
        if self.0 & Code::BLUE == 0 {
            Side::Red
        } else {
            Side::Blue
        }
    }

    #[inline]
    pub(crate) const fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }

    #[inline]
    pub(crate) const fn with(self, flag: u8) -> Code {
        Code(self.0 | flag)
    }

    /// The same piece with this rank.
    #[inline]
    pub(crate) const fn with_rank(self, rank: Rank) -> Code {
        Code(self.0 & !Code::RANK | rank as u8)
    }

    /// As somebody sees it from whom the pieces of `hidden_side` are hidden until revealed.
    #[inline]
    pub(crate) const fn masked(self, hidden_side: Side) -> Code {
        let hidden = (self.0 & (Code::BLUE | Code::REVEALED)) == hidden_side as u8 * Code::BLUE;
        Code(if hidden {
            self.0 | Code::UNKNOWN_RANK
        } else {
            self.0
        })
    }

    #[inline]
    pub(crate) fn is_hidden(self, side: Side) -> bool {
        self != Code::ABSENT && self.side() == side && !self.has(Code::REVEALED)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#04x}", self.0)
    }
}
