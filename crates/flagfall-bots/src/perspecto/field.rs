//! What the searcher knows, as a board that can be searched fast.
//!
//! A field is made from a view and holds nothing else. Each piece is a [`Unit`], a few bits with its rank, if the
//! searcher knows it, and everything that changes during a search; units are numbered, the searcher's own first, so that a
//! search moves a byte from square to square and unmakes by putting back two bytes and two units.
//!
//! Choices where the thesis is silent:
//! - A rank that counting alone tells (all hidden pieces that can be this one have the same rank) is known, to both sides.
//! - An unknown piece is taken to move one step (section 7.2) unless counting alone tells that it cannot.
//! - An enemy piece of unknown rank that wins a battle in the search stays unknown: the thesis counts the pieces once,
//!   before the search.

mod making;
mod near;
mod steps;
mod unit;

use flagfall_core::{ByRank, Direction, PieceId, Rank, Side, Square, SquareSet, View};

pub(crate) use making::{Fight, Guise};
pub(crate) use near::{leads_towards, steps_between};
pub(crate) use steps::{MAX_STEPS, Step, Steps, Width};
pub(crate) use unit::{Owner, Unit, certain};

/// How many units a side can have.
const ARMY: usize = 40;
/// No unit, or no square.
pub(crate) const NONE: u8 = 0xFF;

/// The pieces that one side's unknown ones can still be, by counting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Hidden {
    /// How many of each rank.
    pub(crate) counts: ByRank<u8>,
    /// How many of the unknown pieces have moved.
    pub(crate) n_moved: u8,
}

/// The searchable board.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    cells: [u8; Square::COUNT],
    squares: [u8; 2 * ARMY],
    units: [Unit; 2 * ARMY],
    held: [SquareSet; 2],
    /// Pieces that cannot move as far as the searcher knows.
    fixed: SquareSet,
    /// For each unknown unit the units of the other side that it has moved towards since they became known, by number.
    approached: [u64; 2 * ARMY],
    /// The unit that each side moved last.
    last: [u8; 2],
    key: u64,
    pub(crate) hidden: [Hidden; 2],
    pub(crate) forward: [Direction; 2],
    ids: [PieceId; 2 * ARMY],
    notes_approaches: bool,
    lets_flee: bool,
}

impl Field {
    /// The field of a view whose turn it is.
    pub(crate) fn new(view: &View<'_>) -> Field {
        let me = view.viewer();
        let corner = Square::all().next().expect("the board has squares");
        let mut field = Field {
            cells: [NONE; Square::COUNT],
            squares: [NONE; 2 * ARMY],
            units: [Unit::NOTHING; 2 * ARMY],
            held: [SquareSet::EMPTY; 2],
            fixed: SquareSet::EMPTY,
            approached: [0; 2 * ARMY],
            last: [NONE; 2],
            key: 0,
            hidden: [Hidden::default(); 2],
            forward: match me {
                Side::Red => [Direction::North, Direction::South],
                Side::Blue => [Direction::South, Direction::North],
            },
            ids: [PieceId::started_on(corner); 2 * ARMY],
            notes_approaches: false,
            lets_flee: false,
        };
        for (owner, side) in [(Owner::Mine, me), (Owner::Theirs, !me)] {
            field.add_side(view, owner, side);
        }
        field
    }

    fn add_side(&mut self, view: &View<'_>, owner: Owner, side: Side) {
        let possible = view.possibilities(side);
        let mut hidden = Hidden {
            counts: *view.hidden_counts(side),
            n_moved: 0,
        };
        for (number, (square, piece)) in view.pieces(side).enumerate() {
            let index = owner as usize * ARMY + number;
            let ranks = view.possible_ranks(&piece);
            let told = ranks.single();
            if !piece.is_revealed {
                match told {
                    Some(rank) => hidden.counts[rank] -= 1,
                    None => hidden.n_moved += u8::from(piece.has_moved),
                }
            }
            let rank = piece.rank.or(told);
            let is_known = told.is_some();
            self.units[index] = Unit::new(owner, rank, piece.has_moved, is_known);
            self.cells[square.index()] = index as u8;
            self.squares[index] = square.index() as u8;
            self.ids[index] = piece.id;
            self.held[owner as usize] |= SquareSet::only(square);
            let can_move = match rank {
                Some(rank) => rank.is_mobile(),
                None => piece.has_moved || possible.unmoved.iter().any(Rank::is_mobile),
            };
            if !can_move {
                self.fixed |= SquareSet::only(square);
            }
            self.key ^= self.unit_key(index as u8);
        }
        self.hidden[owner as usize] = hidden;
        self.last[owner as usize] = view
            .last_move(side)
            .map_or(NONE, |mv| self.cells[mv.to.index()]);
        if self.last[owner as usize] != NONE
            && self.unit(self.last[owner as usize]).owner() != owner
        {
            self.last[owner as usize] = NONE;
        }
    }

    /// From now on approaches are noted, also those within a search.
    pub(crate) fn note_approaches(&mut self) {
        self.notes_approaches = true;
    }

    /// From now on a piece that could be captured within the search area may step away, wherever and how late that is.
    pub(crate) fn let_flee(&mut self) {
        self.lets_flee = true;
    }

    /// Notes that an unknown piece has moved towards a known one of the other side.
    pub(crate) fn note_approach(&mut self, mover: PieceId, towards: PieceId) {
        let (Some(mover), Some(towards)) = (self.find(mover), self.find(towards)) else {
            return;
        };
        self.key ^= self.unit_key(mover);
        self.approached[usize::from(mover)] |= 1 << (usize::from(towards) % ARMY);
        self.key ^= self.unit_key(mover);
    }

    fn find(&self, id: PieceId) -> Option<u8> {
        (0..2 * ARMY)
            .find(|&index| self.squares[index] != NONE && self.ids[index] == id)
            .map(|index| index as u8)
    }

    /// Every unit on the field, with its number.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u8, Unit)> {
        (0..2 * ARMY as u8)
            .filter(|&index| self.squares[usize::from(index)] != NONE)
            .map(|index| (index, self.unit(index)))
    }

    /// The units of one side, with their numbers.
    pub(crate) fn of(&self, owner: Owner) -> impl Iterator<Item = (u8, Unit)> {
        self.all().filter(move |(_, unit)| unit.owner() == owner)
    }

    #[inline]
    pub(crate) fn unit(&self, index: u8) -> Unit {
        self.units[usize::from(index)]
    }

    #[inline]
    pub(crate) fn unit_at(&self, square: u8) -> Option<u8> {
        let index = self.cells[usize::from(square)];
        (index != NONE).then_some(index)
    }

    /// Where a unit stands; `NONE` if it has fallen.
    #[inline]
    pub(crate) fn square_of(&self, index: u8) -> u8 {
        self.squares[usize::from(index)]
    }

    #[inline]
    pub(crate) fn held_by(&self, owner: Owner) -> SquareSet {
        self.held[owner as usize]
    }

    /// A hash of everything about the field that changes during a search, but for who moved last.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// The numbers of the units that the sides moved last.
    #[inline]
    pub(crate) fn last_movers(&self) -> [u8; 2] {
        self.last
    }

    /// How many rows a square lies in front of its owner's back row.
    #[inline]
    pub(crate) fn rows_ahead(&self, owner: Owner, square: u8) -> u8 {
        match self.forward[owner as usize] {
            Direction::North => square / 10,
            _ => 9 - square / 10,
        }
    }

    /// Whether an unknown unit has moved towards a known one of the other side, in the game or in this line.
    #[inline]
    pub(crate) fn has_approached(&self, unknown: u8, known: u8) -> bool {
        self.approached[usize::from(unknown)] >> (usize::from(known) % ARMY) & 1 != 0
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
