//! A position with every rank in it: what the engine, searches and playouts run on.

use std::ops::Deref;

use rand::Rng;

use crate::battle::Battle;
use crate::board::{Board, EMPTY, State};
use crate::key::{piece_key, rank_key};
use crate::legality::IllegalMove;
use crate::moves::{Move, MoveList};
use crate::outcome::{GameResult, Termination};
use crate::piece::{Code, PieceId};
use crate::rank::{BattleOutcome, Rank};
use crate::repetition::LastMove;
use crate::side::{BySide, Side};
use crate::square::Square;
use crate::squareset::SquareSet;

/// A game in progress with every rank known, and what the repetition rules need of its past.
///
/// Made from two [setups](Position::from_setups), by a [`PositionBuilder`](crate::PositionBuilder), or from a view and a
/// guess of the hidden ranks ([`View::hypothetical`](crate::View::hypothetical)). It does not keep the moves that led to it:
/// a [`Game`](crate::Game) does.
#[derive(PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) board: Board,
}

/// What [`Position::make`] changed.
#[derive(Clone, Debug)]
pub struct Undo {
    state: State,
    mv: Move,
    mover: u8,
    mover_code: Code,
    target: u8,
    target_code: Code,
}

/// `clone_from` keeps the memory of the position that is overwritten.
impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            board: self.board.clone(),
        }
    }

    #[inline]
    fn clone_from(&mut self, other: &Position) {
        self.board.clone_from(&other.board);
    }
}

impl Deref for Position {
    type Target = Board;

    #[inline]
    fn deref(&self) -> &Board {
        &self.board
    }
}

impl Position {
    /// The board, for code that serves positions and views alike.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All legal moves of the player to move; none if the game is over.
    pub fn legal_moves(&self) -> MoveList {
        self.board.legal_moves()
    }

    /// Whether the player to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        self.board.has_legal_move()
    }

    /// One of the legal moves, each as likely as the others; `None` if the game is over.
    #[inline]
    pub fn random_move(&self, rng: &mut impl Rng) -> Option<Move> {
        self.board.random_move(rng)
    }

    /// Whether the player to move may make this move.
    ///
    /// # Errors
    /// Says which rule forbids it.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.result().is_some() {
            return Err(IllegalMove::GameOver);
        }
        self.board.check_legal(mv)
    }

    /// The rank of the piece on a square.
    #[inline]
    pub fn rank_at(&self, square: Square) -> Option<Rank> {
        let id = self.board.cells[square.index()];
        (id != EMPTY).then(|| self.board.codes[usize::from(id)].known_rank())
    }

    /// How the game ended, or `None` while it goes on.
    pub fn result(&self) -> Option<GameResult> {
        let state = &self.board.state;
        state.end.or_else(|| {
            (!self.board.has_legal_move())
                .then(|| GameResult::win(!state.to_move, Termination::NoLegalMove))
        })
    }

    /// How the last move ended the game, if it did: as [`result`](Position::result), but without asking whether the player
    /// to move can move, which playouts find out anyway.
    #[inline]
    pub fn end(&self) -> Option<GameResult> {
        self.board.state.end
    }

    /// A hash of everything but the past: [`Board::key`] and the rank of every piece. It is computed anew each time; where
    /// ranks do not change, as in a search, the key alone tells positions apart.
    pub fn hash(&self) -> u64 {
        let rank_keys = self
            .board
            .codes
            .iter()
            .enumerate()
            .filter_map(|(id, code)| Some(rank_key(id, code.rank()?.index())));
        rank_keys.fold(self.board.key(), |sum, key| sum ^ key)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal; the position is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Option<Battle>, IllegalMove> {
        self.check(mv)?;
        Ok(self.advance(mv))
    }

    /// Plays a move that is known to be legal, for good: it cannot be unmade.
    ///
    /// A move that is not legal leaves a position that means nothing, or panics.
    #[inline]
    pub fn advance(&mut self, mv: Move) -> Option<Battle> {
        self.apply::<false>(mv)
    }

    /// Plays a move that is known to be legal so that [`unmake`](Position::unmake) can take it back.
    ///
    /// A move that is not legal leaves a position that means nothing, or panics.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        let board = &self.board;
        let (mover, target) = (board.cells[mv.from.index()], board.cells[mv.to.index()]);
        let code_of = |id: u8| {
            board
                .codes
                .get(usize::from(id))
                .copied()
                .unwrap_or(Code::ABSENT)
        };
        let undo = Undo {
            state: board.state,
            mv,
            mover,
            mover_code: code_of(mover),
            target,
            target_code: code_of(target),
        };
        self.apply::<true>(mv);
        undo
    }

    /// Takes back the last move made by [`make`](Position::make). Moves are unmade in the opposite order, each once.
    #[inline]
    pub fn unmake(&mut self, undo: Undo) {
        let board = &mut self.board;
        if board.rules.more_squares {
            board.chase[undo.state.to_move].pop();
        }
        board.state = undo.state;
        board.cells[undo.mv.from.index()] = undo.mover;
        board.cells[undo.mv.to.index()] = undo.target;
        board.codes[usize::from(undo.mover)] = undo.mover_code;
        if undo.target != EMPTY {
            board.codes[usize::from(undo.target)] = undo.target_code;
        }
    }

    /// What both ways of playing a move share. If it need not be reversible, keys of finished chases are dropped at once,
    /// so that long playouts stay in the same few cache lines.
    #[inline(always)]
    fn apply<const REVERSIBLE: bool>(&mut self, mv: Move) -> Option<Battle> {
        let board = &mut self.board;
        let state = &mut board.state;
        let (side, enemy) = (state.to_move, !state.to_move);
        let (from, to) = (mv.from.index(), mv.to.index());
        let mover = board.cells[from];
        let target = board.cells[to];
        let code = board.codes[usize::from(mover)];

        let empty_chase = |side: Side, state: &mut State, chase: &mut BySide<Vec<u64>>| {
            if REVERSIBLE {
                state.chase_start[side] = chase[side].len() as u32;
            } else {
                chase[side].clear();
                state.chase_start[side] = 0;
            }
        };
        if board.rules.more_squares && !state.last[enemy].is_evaded_from(mv.from) {
            empty_chase(enemy, state, &mut board.chase);
        }
        state.runs[side].record(mover, mv);
        state.last[side] = LastMove::new(mv);
        state.ply += 1;
        state.to_move = enemy;
        state.key ^= piece_key(mover, from);
        board.cells[from] = EMPTY;

        let mut code = code.with(Code::MOVED);
        let leaves = SquareSet::only(mv.from);
        let battle = if target == EMPTY {
            if mv.is_long() {
                code = state.reveal(code);
            }
            let arrives = SquareSet::only(mv.to);
            state.own[side] = state.own[side].difference(leaves) | arrives;
            if state.scouts.contains(mv.from) {
                state.scouts ^= leaves | arrives;
            }
            state.revealed = state.revealed.difference(leaves);
            if code.has(Code::REVEALED) {
                state.revealed |= arrives;
            }
            state.key ^= piece_key(mover, to);
            board.cells[to] = mover;
            None
        } else {
            if board.rules.more_squares {
                empty_chase(side, state, &mut board.chase);
                empty_chase(enemy, state, &mut board.chase);
            }
            code = state.reveal(code);
            let defender_code = state.reveal(board.codes[usize::from(target)]);
            let (code_after, defender_after) = board.fight(mv, mover, code, target, defender_code);
            code = code_after;
            board.codes[usize::from(target)] = defender_after;
            Some(Battle {
                defender: PieceId::started_on(Square::from_land_index(target)),
                attacker_rank: code.known_rank(),
                defender_rank: defender_code.known_rank(),
            })
        };
        board.codes[usize::from(mover)] = code;
        if board.rules.more_squares {
            board.chase[side].push(board.state.key);
        }
        if board.state.end.is_none() {
            board.check_limits();
        }
        battle
    }
}

impl State {
    /// Makes a rank known to both sides. The caller keeps `revealed` itself, because it knows where the piece will stand.
    #[inline]
    fn reveal(&mut self, code: Code) -> Code {
        if !code.has(Code::REVEALED) {
            self.hidden[code.side()][code.known_rank()] -= 1;
        }
        code.with(Code::REVEALED)
    }
}

impl Board {
    /// Settles a battle on the board and returns the codes of both pieces after it. The mover has left its square's cell.
    fn fight(
        &mut self,
        mv: Move,
        mover: u8,
        code: Code,
        target: u8,
        defender: Code,
    ) -> (Code, Code) {
        let state = &mut self.state;
        let (side, enemy) = (code.side(), defender.side());
        let (leaves, place) = (SquareSet::only(mv.from), SquareSet::only(mv.to));
        let (rank, defender_rank) = (code.known_rank(), defender.known_rank());
        let outcome = rank.attacks(defender_rank);
        state.last_battle = state.ply;
        state.own[side] = state.own[side].difference(leaves);
        state.scouts = state.scouts.difference(leaves);
        state.revealed = state.revealed.difference(leaves);
        if outcome == BattleOutcome::DefenderWins {
            state.revealed |= place;
            return (code.with(Code::CAPTURED), defender);
        }
        state.own[enemy] = state.own[enemy].difference(place);
        state.scouts = state.scouts.difference(place);
        state.revealed = state.revealed.difference(place);
        state.immobile = state.immobile.difference(place);
        state.key ^= piece_key(target, mv.to.index());
        if outcome == BattleOutcome::AttackerWins {
            state.own[side] |= place;
            state.revealed |= place;
            if rank == Rank::Scout {
                state.scouts |= place;
            }
            state.key ^= piece_key(mover, mv.to.index());
            self.cells[mv.to.index()] = mover;
            if defender_rank == Rank::Flag {
                self.state.end = Some(GameResult::win(side, Termination::FlagCaptured));
            }
            (code, defender.with(Code::CAPTURED))
        } else {
            self.cells[mv.to.index()] = EMPTY;
            if !self.has_step(side) && !self.has_step(enemy) {
                self.state.end = Some(GameResult::draw(Termination::BothImmobile));
            }
            (code.with(Code::CAPTURED), defender.with(Code::CAPTURED))
        }
    }

    /// Ends the game in a draw at a limit, unless the player to move has lost by having no move (rule 7.8).
    #[inline]
    fn check_limits(&mut self) {
        let reached = |count: u32, limit: Option<u32>| limit.is_some_and(|limit| count >= limit);
        let reason = if reached(self.state.ply, self.rules.max_plies) {
            Termination::PlyLimit
        } else if reached(self.quiet_plies(), self.rules.max_quiet) {
            Termination::QuietLimit
        } else {
            return;
        };
        if self.has_legal_move() {
            self.state.end = Some(GameResult::draw(reason));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ARCHITECTURE.md says so.
    #[test]
    fn a_position_is_as_small_as_we_say() {
        assert_eq!(size_of::<Position>(), 448);
    }
}
