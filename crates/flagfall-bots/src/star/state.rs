//! What the searcher knows, as a small board that is copied rather than unmade.
//!
//! A state is made from a view and a source of probabilities and holds nothing else. Pieces are numbered units, the searcher's
//! first; of each it holds one byte: the rank, if the searcher knows it, whether it has moved, and whether both sides know
//! its rank. How many pieces of each rank are still among the enemy's unknown ones is kept in expectation, so that a battle
//! won against "one of these ranks" can be one branch.
//!
//! The score of a state (see `evaluation`) is kept up to date with every move, as the searcher sees it.

use flagfall_core::{BattleOutcome, Move, PieceId, Rank, Square, SquareSet, View};

use super::battle::{Branch, Odds};
use super::evaluation::Evaluation;

/// How many units a side can have.
pub(crate) const ARMY: usize = 40;
/// No unit.
pub(crate) const NONE: u8 = 0xFF;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Player {
    /// The searcher.
    Me = 0,
    /// His opponent.
    Foe = 1,
}

impl Player {
    #[inline]
    pub(crate) const fn other(self) -> Player {
        match self {
            Player::Me => Player::Foe,
            Player::Foe => Player::Me,
        }
    }

    /// What turns a score as the searcher sees it into one as this player sees it.
    #[inline]
    pub(crate) const fn sign(self) -> f32 {
        match self {
            Player::Me => 1.0,
            Player::Foe => -1.0,
        }
    }
}

/// A piece without its place: rank in the low four bits, then moved, shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unit(u8);

impl Unit {
    const RANK: u8 = 0x0F;
    const MOVED: u8 = 0x20;
    const SHOWN: u8 = 0x40;

    fn new(rank: Option<Rank>, has_moved: bool, is_shown: bool) -> Unit {
        Unit(
            rank.map_or(Unit::RANK, |rank| rank as u8)
                | (u8::from(has_moved) * Unit::MOVED)
                | (u8::from(is_shown) * Unit::SHOWN),
        )
    }

    /// Its rank, if the searcher knows it.
    #[inline]
    pub(crate) fn rank(self) -> Option<Rank> {
        Rank::from_index(usize::from(self.0 & Unit::RANK))
    }

    /// The index of its rank, or 12 if the searcher does not know it.
    #[inline]
    pub(crate) fn rank_index(self) -> usize {
        usize::from(self.0 & Unit::RANK).min(12)
    }

    #[inline]
    pub(crate) fn has_moved(self) -> bool {
        self.0 & Unit::MOVED != 0
    }

    /// Whether both sides know its rank.
    #[inline]
    pub(crate) fn is_shown(self) -> bool {
        self.0 & Unit::SHOWN != 0
    }

    /// Whether it is hidden and has not moved, so that it could be a bomb.
    #[inline]
    pub(crate) fn is_still(self) -> bool {
        self.0 & (Unit::MOVED | Unit::SHOWN) == 0
    }

    #[inline]
    fn moved(self) -> Unit {
        Unit(self.0 | Unit::MOVED)
    }

    #[inline]
    fn shown_as(self, rank: Rank) -> Unit {
        Unit(self.0 & !Unit::RANK | rank as u8 | Unit::SHOWN)
    }
}

/// How often in a row a side's last moved unit has gone to and fro between the same two squares (rule 5). Of a scout's long
/// moves only those between the same two squares count, which is a little less strict than the rule; at the root the rule
/// itself holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shuttle {
    unit: u8,
    ends: [u8; 2],
    count: u8,
}

impl Shuttle {
    const NONE: Shuttle = Shuttle {
        unit: NONE,
        ends: [0; 2],
        count: 0,
    };

    #[inline]
    fn goes_on(&self, unit: u8, mv: Move) -> bool {
        let (from, to) = (mv.from.index() as u8, mv.to.index() as u8);
        self.unit == unit && self.ends == [from.min(to), from.max(to)]
    }

    #[inline]
    fn after(&self, unit: u8, mv: Move) -> Shuttle {
        let (from, to) = (mv.from.index() as u8, mv.to.index() as u8);
        Shuttle {
            unit,
            ends: [from.min(to), from.max(to)],
            count: if self.goes_on(unit, mv) {
                self.count.saturating_add(1)
            } else {
                1
            },
        }
    }
}

/// The searchable board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    cells: [u8; Square::COUNT],
    units: [Unit; 2 * ARMY],
    held: [SquareSet; 2],
    /// Pieces that can move as far as the searcher knows.
    mobile: [SquareSet; 2],
    scouts: [SquareSet; 2],
    /// How many pieces of each rank are among the enemy's unknown ones, in expectation.
    pub(crate) left: [f32; 12],
    key: u64,
    /// As the searcher sees it.
    pub(crate) score: f32,
    shuttles: [Shuttle; 2],
    two_squares: u8,
}

impl State {
    /// The state of a view, with a score of 0, and which pieces its units are. `can_move` says of each unknown enemy piece that
    /// has not moved whether the search is to move it.
    pub(crate) fn new(
        view: &View<'_>,
        can_move: impl Fn(PieceId) -> bool,
    ) -> (State, [Option<PieceId>; 2 * ARMY]) {
        let me = view.viewer();
        let mut state = State {
            cells: [NONE; Square::COUNT],
            units: [Unit(0); 2 * ARMY],
            held: [SquareSet::EMPTY; 2],
            mobile: [SquareSet::EMPTY; 2],
            scouts: [SquareSet::EMPTY; 2],
            left: [0.0; 12],
            key: 0,
            score: 0.0,
            shuttles: [Shuttle::NONE; 2],
            two_squares: view.rules().two_squares,
        };
        let mut ids = [None; 2 * ARMY];
        for (player, side) in [(Player::Me, me), (Player::Foe, !me)] {
            let mut hidden = *view.hidden_counts(side);
            for (number, (square, piece)) in view.pieces(side).enumerate() {
                let index = player as usize * ARMY + number;
                let told = view.possible_ranks(&piece).single();
                if let Some(rank) = told.filter(|_| !piece.is_revealed) {
                    hidden[rank] -= 1;
                }
                let rank = piece.rank.or(told);
                state.units[index] = Unit::new(rank, piece.has_moved, told.is_some());
                ids[index] = Some(piece.id);
                let may_move = match rank {
                    Some(rank) => rank.is_mobile(),
                    None => piece.has_moved || can_move(piece.id),
                };
                state.put(player, index as u8, square, may_move);
            }
            if player == Player::Foe {
                state.left = hidden.0.map(f32::from);
            }
            state.shuttles[player as usize] = shuttle(view, side, &ids);
        }
        (state, ids)
    }

    /// The unit on a square.
    #[inline]
    pub(crate) fn unit_at(&self, square: Square) -> Option<u8> {
        let index = self.cells[square.index()];
        (index != NONE).then_some(index)
    }

    #[inline]
    pub(crate) fn unit(&self, index: u8) -> Unit {
        self.units[usize::from(index)]
    }

    /// The units of a player with their squares.
    pub(crate) fn units(&self, player: Player) -> impl Iterator<Item = (Square, u8, Unit)> {
        self.held[player as usize].iter().map(|square| {
            let index = self.cells[square.index()];
            (square, index, self.unit(index))
        })
    }

    #[inline]
    pub(crate) fn held_by(&self, player: Player) -> SquareSet {
        self.held[player as usize]
    }

    #[inline]
    pub(crate) fn mobile(&self, player: Player) -> SquareSet {
        self.mobile[player as usize]
    }

    #[inline]
    pub(crate) fn scouts(&self, player: Player) -> SquareSet {
        self.scouts[player as usize]
    }

    /// A hash of everything the searcher knows in this state, but for the repetition rules, and of whose turn it is.
    #[inline]
    pub(crate) fn key(&self, to_move: Player) -> u64 {
        self.key ^ mixed(1 << 40 | to_move as u64)
    }

    /// Whether the two-squares rule forbids a move.
    #[inline]
    pub(crate) fn forbids(&self, player: Player, mv: Move) -> bool {
        let shuttle = &self.shuttles[player as usize];
        shuttle.count >= self.two_squares
            && self.two_squares > 0
            && shuttle.goes_on(self.cells[mv.from.index()], mv)
    }

    /// After a move to an empty square.
    #[inline]
    pub(crate) fn stepped(&self, player: Player, mv: Move, evaluation: &Evaluation) -> State {
        let mut next = *self;
        let index = self.cells[mv.from.index()];
        let before = self.unit(index);
        next.shuttles[player as usize] = self.shuttles[player as usize].after(index, mv);
        next.take(player, index, mv.from, evaluation);
        if before.is_still() {
            next.score -= player.sign() * evaluation.still();
        }
        let mut unit = before.moved();
        if mv.is_long() && !before.is_shown() {
            unit = unit.shown_as(Rank::Scout);
            next.score -= player.sign() * evaluation.secret(player, Rank::Scout);
        }
        next.units[usize::from(index)] = unit;
        next.put(player, index, mv.to, true);
        next.score += player.sign() * evaluation.place(player, unit, mv.to);
        next
    }

    /// After a battle that ended as a branch says.
    pub(crate) fn fought(
        &self,
        player: Player,
        mv: Move,
        branch: &Branch,
        odds: &Odds,
        evaluation: &Evaluation,
    ) -> State {
        let mut next = *self;
        let other = player.other();
        let attacker = self.cells[mv.from.index()];
        let defender = self.cells[mv.to.index()];
        next.shuttles[player as usize] = self.shuttles[player as usize].after(attacker, mv);
        next.take(player, attacker, mv.from, evaluation);
        next.take(other, defender, mv.to, evaluation);
        // Both are shown. What the enemy's piece is may be known as one of some ranks only.
        let mut shown = |player: Player, index: u8| -> (Unit, f32) {
            let unit = self.unit(index);
            if unit.is_still() {
                next.score -= player.sign() * evaluation.still();
            }
            match unit.rank() {
                Some(rank) => {
                    if !unit.is_shown() {
                        next.score -= player.sign() * evaluation.secret(player, rank);
                    }
                    (unit.shown_as(rank), evaluation.worth(player, rank))
                }
                None => {
                    let (mut worth, mut secret) = (0.0, 0.0);
                    for rank in branch.ranks.iter() {
                        let share = odds.weights[rank.index()] / branch.chance;
                        worth += share * evaluation.worth(player, rank);
                        secret += share * evaluation.secret(player, rank);
                        let left = &mut next.left[rank.index()];
                        *left = (*left - share).max(0.0);
                    }
                    next.score -= player.sign() * secret;
                    (unit.shown_as(branch.rank), worth)
                }
            }
        };
        let (attacking, attacker_worth) = shown(player, attacker);
        let (defending, defender_worth) = shown(other, defender);
        // A unit that is gone can have been of several ranks; what it was decides what is left, so it stays in the key.
        let remember = mixed(
            u64::from(branch.ranks.bits()) << 24 | u64::from(attacker) << 8 | u64::from(defender),
        );
        if branch.outcome != BattleOutcome::AttackerWins {
            next.score -= player.sign() * attacker_worth;
        } else {
            next.units[usize::from(attacker)] = attacking.moved();
            next.put(player, attacker, mv.to, true);
            next.score += player.sign() * evaluation.place(player, attacking, mv.to);
        }
        if branch.outcome != BattleOutcome::DefenderWins {
            next.score += player.sign() * defender_worth;
        } else {
            next.units[usize::from(defender)] = defending;
            let may_move = defending.rank().is_some_and(Rank::is_mobile);
            next.put(other, defender, mv.to, may_move);
            next.score -= player.sign() * evaluation.place(other, defending, mv.to);
        }
        next.key ^= remember;
        next
    }

    /// Puts a unit on a square.
    #[inline]
    fn put(&mut self, player: Player, index: u8, square: Square, may_move: bool) {
        let set = SquareSet::only(square);
        let owner = player as usize;
        self.cells[square.index()] = index;
        self.held[owner] |= set;
        if may_move {
            self.mobile[owner] |= set;
        }
        if self.unit(index).rank() == Some(Rank::Scout) {
            self.scouts[owner] |= set;
        }
        self.key ^= self.unit_key(index, square);
    }

    /// Takes a unit from the board, with the score of its place.
    #[inline]
    fn take(&mut self, player: Player, index: u8, square: Square, evaluation: &Evaluation) {
        let set = SquareSet::only(square);
        let owner = player as usize;
        self.cells[square.index()] = NONE;
        self.held[owner] = self.held[owner].difference(set);
        self.mobile[owner] = self.mobile[owner].difference(set);
        self.scouts[owner] = self.scouts[owner].difference(set);
        self.key ^= self.unit_key(index, square);
        self.score -= player.sign() * evaluation.place(player, self.unit(index), square);
    }

    #[inline]
    fn unit_key(&self, index: u8, square: Square) -> u64 {
        let unit = u64::from(self.units[usize::from(index)].0);
        mixed(unit << 16 | (square.index() as u64) << 8 | u64::from(index) | 1 << 32)
    }
}

/// How far a side has gone towards the limit of the two-squares rule in the game itself.
fn shuttle(
    view: &View<'_>,
    side: flagfall_core::Side,
    ids: &[Option<PieceId>; 2 * ARMY],
) -> Shuttle {
    let (Some(mv), Some((piece, count))) = (view.last_move(side), view.crossing_run(side)) else {
        return Shuttle::NONE;
    };
    match ids.iter().position(|id| *id == Some(piece)) {
        Some(index) => Shuttle {
            count,
            ..Shuttle::NONE.after(index as u8, mv)
        },
        None => Shuttle::NONE,
    }
}

/// A number in which every bit depends on all bits of the given one.
#[inline]
pub(crate) fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^= mixed >> 32;
    mixed = mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed ^ (mixed >> 29)
}
