//! What the two repetition rules remember.

use crate::moves::Move;
use crate::piece::PieceId;
use crate::square::Square;

/// No piece, or no square.
const NONE: u8 = 0xFF;

/// For one side: how often in a row its last moved piece has crossed each border of the line it moves on (rule 5).
///
/// A line of ten squares has nine borders. The count of border `b` sits in the seven bits from `7 b` on; a move crosses a
/// contiguous range of borders, so one masked addition updates all counts. Counts stop at 16, above every limit, which
/// leaves room to compare all of them with a limit at once. They are kept whether or not the rule is on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CrossingRun {
    counts: u64,
    piece: u8,
    is_vertical: bool,
}

const FIELD: u32 = 7;
const ONE_EACH: u64 = {
    let mut ones = 0;
    let mut border = 0;
    while border < 9 {
        ones |= 1 << (FIELD * border);
        border += 1;
    }
    ones
};

impl CrossingRun {
    pub(crate) const START: CrossingRun = CrossingRun {
        counts: 0,
        piece: NONE,
        is_vertical: false,
    };

    #[inline]
    pub(crate) fn record(&mut self, piece: u8, mv: Move) {
        let (is_vertical, crossed) = borders(mv);
        let goes_on = self.piece == piece && self.is_vertical == is_vertical;
        // A border that is not crossed this turn starts anew.
        let kept = if goes_on { self.counts & crossed } else { 0 };
        let at_most_15 = ONE_EACH & !(kept >> 4);
        *self = CrossingRun {
            counts: kept + (at_most_15 & crossed),
            piece,
            is_vertical,
        };
    }

    /// Whether the piece would cross a border it has already crossed in each of the last `limit` turns.
    #[inline]
    pub(crate) fn forbids(&self, piece: u8, mv: Move, limit: u8) -> bool {
        if self.piece != piece || limit == 0 {
            return false;
        }
        let (is_vertical, crossed) = borders(mv);
        self.is_vertical == is_vertical && self.closed(limit) & crossed != 0
    }

    /// Whether there is any border that the piece may not cross.
    #[inline]
    pub(crate) fn closes_any(&self, limit: u8) -> bool {
        limit > 0 && self.closed(limit) != 0
    }

    /// Bit 6 of the field of every border that was crossed at least `limit` times.
    #[inline]
    fn closed(&self, limit: u8) -> u64 {
        (self.counts + ONE_EACH * (64 - u64::from(limit))) & (ONE_EACH << 6)
    }

    /// The piece that moved last, if any.
    pub(crate) fn piece(&self) -> Option<PieceId> {
        Square::from_index(self.piece).map(PieceId::started_on)
    }

    /// The largest count of any border; 16 stands for any more.
    pub(crate) fn longest(&self) -> u8 {
        (0..9)
            .map(|border| (self.counts >> (FIELD * border)) as u8 & 0x7F)
            .max()
            .unwrap_or(0)
    }
}

/// Whether the move goes along a column, and the fields of the borders it crosses.
#[inline]
fn borders(mv: Move) -> (bool, u64) {
    let (from, to) = (mv.from.index() as u32, mv.to.index() as u32);
    let (low, distance) = (from.min(to), from.abs_diff(to));
    let is_vertical = distance >= 10;
    let (first, crossed) = if is_vertical {
        (low / 10, distance / 10)
    } else {
        (low % 10, distance)
    };
    (
        is_vertical,
        ((1u64 << (FIELD * crossed)) - 1) << (FIELD * first),
    )
}

/// The last move of a side, without the cost of an `Option` in the hot path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LastMove {
    from: u8,
    to: u8,
}

impl LastMove {
    pub(crate) const NONE: LastMove = LastMove {
        from: NONE,
        to: NONE,
    };

    #[inline]
    pub(crate) fn new(mv: Move) -> LastMove {
        LastMove {
            from: mv.from.index() as u8,
            to: mv.to.index() as u8,
        }
    }

    /// Whether a reply from this square evades the move: whether it starts next to where the move ended (rule 6.3).
    #[inline]
    pub(crate) fn is_evaded_from(self, from: Square) -> bool {
        let distance = (from.index() as u8).abs_diff(self.to);
        distance == 10 || (distance == 1 && from.row() == self.to / 10)
    }

    pub(crate) fn get(self) -> Option<Move> {
        Some(Move::new(
            Square::from_index(self.from)?,
            Square::from_index(self.to)?,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Move {
        let (from, to) = text.split_once('-').unwrap();
        Move::new(from.parse().unwrap(), to.parse().unwrap())
    }

    #[test]
    fn a_border_is_exhausted_after_the_limit_whichever_part_of_a_longer_line_was_moved() {
        let mut run = CrossingRun::START;
        for text in ["A1-A9", "A9-A4", "A4-A6"] {
            assert!(!run.forbids(0, mv(text), 3));
            run.record(0, mv(text));
        }
        // Borders 4|5 and 5|6 were crossed three times, 6|7 only twice in a row before the last move.
        assert!(run.forbids(0, mv("A6-A5"), 3));
        assert!(run.forbids(0, mv("A6-A3"), 3));
        assert!(!run.forbids(0, mv("A6-A7"), 3));
        assert!(!run.forbids(1, mv("A6-A5"), 3));
        assert!(!run.forbids(0, mv("A6-B6"), 3));
        assert!(!run.forbids(0, mv("A6-A5"), 4));
        assert!(!run.forbids(0, mv("A6-A5"), 0));
    }

    #[test]
    fn counts_stop_above_the_largest_limit() {
        let mut run = CrossingRun::START;
        for turn in 0..15 {
            let step = if turn % 2 == 0 {
                mv("J1-J2")
            } else {
                mv("J2-J1")
            };
            assert!(!run.forbids(9, step, 15));
            run.record(9, step);
        }
        assert!(run.forbids(9, mv("J2-J1"), 15));
        assert_eq!(run.longest(), 15);
        for turn in 0..1000 {
            run.record(
                9,
                if turn % 2 == 0 {
                    mv("J2-J1")
                } else {
                    mv("J1-J2")
                },
            );
        }
        assert_eq!(run.longest(), 16);
        assert!(run.forbids(9, mv("J2-J1"), 3) && !run.forbids(9, mv("J2-J3"), 3));
    }
}
