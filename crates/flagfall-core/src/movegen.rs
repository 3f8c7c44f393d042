//! Move generation: as a list, and by drawing one move without making a list.
//!
//! All single steps in one direction are one shift of the set of mobile pieces. What scouts can reach beyond their first
//! step is found for all scouts of a side at once by shifting on while squares are empty.

use rand::Rng;

use crate::board::{Board, EMPTY};
use crate::key::piece_key;
use crate::moves::{Move, MoveList};
use crate::seed::below;
use crate::square::{Direction, Square};
use crate::squareset::SquareSet;

/// Which repetition rule forbids a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// Rule 5.
    TwoSquares,
    /// Rule 6.
    MoreSquares,
}

/// A chase can only forbid a move once it has this many positions. The last position differs from any that this side can
/// reach now by the opponent's reply, and the one before it can only be reached by going straight back, which is exempt.
const SHORTEST_FORBIDDING_CHASE: usize = 3;

impl Board {
    /// All legal moves of the player to move, in a fixed order; none if the game is over.
    ///
    /// In a view this is meant for the viewer's own turn: [`View::legal_moves`](crate::View::legal_moves) sees to that.
    pub(crate) fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        if self.state.end.is_some() {
            return moves;
        }
        self.each_reach(|direction, distance, targets| {
            let back = -i16::from(direction.delta()) * i16::from(distance);
            for to in targets.iter() {
                moves.push(Move::new(
                    Square::from_land_index((to.index() as i16 + back) as u8),
                    to,
                ));
            }
            true
        });
        if self.may_restrict() {
            moves.retain(|mv| self.repetition_forbids(*mv).is_none());
        }
        moves
    }

    /// Whether the player to move has any legal move.
    pub(crate) fn has_legal_move(&self) -> bool {
        if self.state.end.is_some() || !self.has_step(self.state.to_move) {
            return false;
        }
        !self.may_restrict() || !self.legal_moves().is_empty()
    }

    /// Whether this side could move a piece if it were its turn and there were no repetition rules.
    pub(crate) fn has_step(&self, side: crate::Side) -> bool {
        let (movers, free) = (self.mobile(side), !self.state.own[side]);
        Direction::ALL
            .into_iter()
            .any(|direction| !(movers.shifted(direction) & free).is_empty())
    }

    /// One of the legal moves, each as likely as the others; `None` if there is none.
    #[inline]
    pub(crate) fn random_move(&self, rng: &mut impl Rng) -> Option<Move> {
        if self.state.end.is_some() {
            return None;
        }
        let side = self.state.to_move;
        let (movers, free) = (self.mobile(side), !self.state.own[side]);
        let steps = Direction::ALL.map(|direction| movers.shifted(direction) & free);
        let first = steps[0].len();
        let second = first + steps[1].len();
        let third = second + steps[2].len();
        let singles = third + steps[3].len();
        let scouts = self.scouts(side);
        let total = singles
            + if scouts.is_empty() {
                0
            } else {
                self.count_long(scouts, free)
            };
        if total == 0 {
            return None;
        }
        let drawn = below(rng, total);
        let mv = if drawn < singles {
            let index = usize::from(drawn >= first)
                + usize::from(drawn >= second)
                + usize::from(drawn >= third);
            let before = [0, first, second, third][index];
            let to = steps[index].nth(drawn - before);
            let from = (to.index() as i8).wrapping_sub(Direction::ALL[index].delta()) as u8;
            Move::new(Square::from_land_index(from), to)
        } else {
            self.long_move(scouts, free, drawn - singles)
        };
        if self.repetition_forbids(mv).is_none() {
            return Some(mv);
        }
        // A forbidden move is rare. Drawing again from the exact list leaves every legal move equally likely.
        let legal = self.legal_moves();
        (!legal.is_empty()).then(|| legal[below(rng, legal.len() as u32) as usize])
    }

    /// Calls `visit` with each direction and distance and the squares that are reached so, until it returns false.
    #[inline]
    fn each_reach(&self, mut visit: impl FnMut(Direction, u8, SquareSet) -> bool) {
        let side = self.state.to_move;
        let (movers, free, empty) = (self.mobile(side), !self.state.own[side], self.empty());
        let scouts = self.scouts(side);
        for direction in Direction::ALL {
            if !visit(direction, 1, movers.shifted(direction) & free) {
                return;
            }
            if !each_long(scouts, free, empty, direction, &mut visit) {
                return;
            }
        }
    }

    #[inline]
    fn count_long(&self, scouts: SquareSet, free: SquareSet) -> u32 {
        let empty = self.empty();
        let mut count = 0;
        for direction in Direction::ALL {
            each_long(scouts, free, empty, direction, &mut |_, _, targets| {
                count += targets.len();
                true
            });
        }
        count
    }

    /// The `index`-th of the moves that [`count_long`](Board::count_long) counts.
    fn long_move(&self, scouts: SquareSet, free: SquareSet, mut index: u32) -> Move {
        let empty = self.empty();
        for direction in Direction::ALL {
            let mut found = None;
            each_long(
                scouts,
                free,
                empty,
                direction,
                &mut |direction, distance, targets| {
                    if index < targets.len() {
                        let to = targets.nth(index);
                        let from =
                            to.index() as i16 - i16::from(direction.delta()) * i16::from(distance);
                        found = Some(Move::new(Square::from_land_index(from as u8), to));
                        return false;
                    }
                    index -= targets.len();
                    true
                },
            );
            if let Some(mv) = found {
                return mv;
            }
        }
        unreachable!("the index is below the number of long moves")
    }

    /// Whether a repetition rule could forbid any move at all this turn.
    #[inline]
    fn may_restrict(&self) -> bool {
        let side = self.state.to_move;
        self.state.runs[side].closes_any(self.rules.two_squares)
            || self.chase_keys(side).len() >= SHORTEST_FORBIDDING_CHASE
    }

    /// The repetition rule that forbids an otherwise possible move of the player to move. Both rules look at identities and
    /// squares only, so everybody can know this.
    #[inline]
    pub fn repetition_forbids(&self, mv: Move) -> Option<Repetition> {
        let side = self.state.to_move;
        let piece = self.cells[mv.from.index()];
        if self.state.runs[side].forbids(piece, mv, self.rules.two_squares) {
            return Some(Repetition::TwoSquares);
        }
        let chase = self.chase_keys(side);
        if chase.len() < SHORTEST_FORBIDDING_CHASE || self.cells[mv.to.index()] != EMPTY {
            return None;
        }
        if self.state.last[side].get() == Some(mv.reversed()) {
            return None;
        }
        let after =
            self.state.key ^ piece_key(piece, mv.from.index()) ^ piece_key(piece, mv.to.index());
        chase.contains(&after).then_some(Repetition::MoreSquares)
    }
}

/// Calls `visit` with each distance above one and the squares that scouts reach in this direction, until it returns false.
#[inline(always)]
fn each_long(
    scouts: SquareSet,
    free: SquareSet,
    empty: SquareSet,
    direction: Direction,
    visit: &mut impl FnMut(Direction, u8, SquareSet) -> bool,
) -> bool {
    let mut passed = scouts.shifted(direction) & empty;
    let mut distance = 2;
    while !passed.is_empty() {
        let targets = passed.shifted(direction) & free;
        if !targets.is_empty() && !visit(direction, distance, targets) {
            return false;
        }
        passed = targets & empty;
        distance += 1;
    }
    true
}
