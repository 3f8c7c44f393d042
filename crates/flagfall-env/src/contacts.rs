//! What each piece has done next to enemy pieces (threatened, evaded, stood still), and which pieces are gone.
//!
//! This memory is public: it is made from the events that both players see, so it can be kept along a game or made anew from
//! a view's history, with the same result.

use flagfall_core::{
    BattleOutcome, ByRank, BySide, Direction, Event, PieceId, Rank, Side, Square, View,
};

// Kinds of opponent, by bit: the twelve known ranks by `Rank::index`, then hidden and never moved, hidden and moved.
const HIDDEN_UNMOVED: u8 = 12;
const HIDDEN_MOVED: u8 = 13;
const NOBODY: u8 = 0xFF;

/// For one piece the sets of kinds (a bit each) of enemy pieces that it has met.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Record {
    /// It moved next to them.
    pub threatened: u16,
    /// It moved away from them.
    pub evaded: u16,
    /// They moved next to it, and its owner then moved something else.
    pub stood: u16,
}

/// The records of all pieces, and the public board they are read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contacts {
    records: [Record; Square::COUNT],
    /// Identity of the piece on each square, or `NOBODY`.
    cells: [u8; Square::COUNT],
    /// By identity.
    kinds: [u8; Square::COUNT],
    sides: [Side; Square::COUNT],
    /// Where the last quiet move ended.
    last_arrival: Option<Square>,
    /// How many pieces of each rank have been captured.
    captured: BySide<ByRank<u8>>,
}

impl Contacts {
    /// The records as of now, from the history of a view.
    pub fn of(view: &View<'_>) -> Contacts {
        let mut contacts = Contacts {
            records: [Record::default(); Square::COUNT],
            cells: [NOBODY; Square::COUNT],
            kinds: [HIDDEN_UNMOVED; Square::COUNT],
            sides: [Side::Red; Square::COUNT],
            last_arrival: None,
            captured: BySide::default(),
        };
        for start in Square::all() {
            if let Some(piece) = view.piece(PieceId::started_on(start)) {
                contacts.cells[start.index()] = start.index() as u8;
                contacts.sides[start.index()] = piece.side;
            }
        }
        for event in view.history() {
            contacts.observe(event);
        }
        contacts
    }

    /// The record of one piece.
    #[inline]
    pub fn record(&self, piece: PieceId) -> Record {
        self.records[piece.index()]
    }

    /// How many pieces of each rank this side has lost.
    #[inline]
    pub fn captured(&self, side: Side) -> &ByRank<u8> {
        &self.captured[side]
    }

    /// Takes in one more turn.
    pub fn observe(&mut self, event: &Event) {
        let mover = event.piece.index();
        self.note_standing(event);
        match event.battle {
            None => {
                self.records[mover].evaded |= self.enemies_next_to(event.mv.from, event.side);
                self.records[mover].threatened |= self.enemies_next_to(event.mv.to, event.side);
                self.cells[event.mv.from.index()] = NOBODY;
                self.cells[event.mv.to.index()] = mover as u8;
                if event.shows_scout() {
                    self.kinds[mover] = Rank::Scout.index() as u8;
                } else if self.kinds[mover] == HIDDEN_UNMOVED {
                    self.kinds[mover] = HIDDEN_MOVED;
                }
                self.last_arrival = Some(event.mv.to);
            }
            Some(battle) => {
                self.kinds[mover] = battle.attacker_rank.index() as u8;
                self.kinds[battle.defender.index()] = battle.defender_rank.index() as u8;
                self.cells[event.mv.from.index()] = NOBODY;
                let outcome = battle.outcome();
                match outcome {
                    BattleOutcome::AttackerWins => self.cells[event.mv.to.index()] = mover as u8,
                    BattleOutcome::DefenderWins => {}
                    BattleOutcome::BothFall => self.cells[event.mv.to.index()] = NOBODY,
                }
                if outcome != BattleOutcome::AttackerWins {
                    self.captured[event.side][battle.attacker_rank] += 1;
                }
                if outcome != BattleOutcome::DefenderWins {
                    self.captured[!event.side][battle.defender_rank] += 1;
                }
                self.last_arrival = None;
            }
        }
    }

    /// The pieces that the opponent just moved next to, and that now are not the ones to move, stood still.
    fn note_standing(&mut self, event: &Event) {
        let Some(arrival) = self.last_arrival else {
            return;
        };
        let visitor = self.cells[arrival.index()];
        // In a game started from a free position the same side may have moved last; nobody is visited then.
        if visitor == NOBODY || self.sides[usize::from(visitor)] == event.side {
            return;
        }
        let kind = 1 << self.kinds[usize::from(visitor)];
        for direction in Direction::ALL {
            let Some(square) = arrival.step(direction) else {
                continue;
            };
            let id = self.cells[square.index()];
            if id != NOBODY
                && self.sides[usize::from(id)] == event.side
                && usize::from(id) != event.piece.index()
            {
                self.records[usize::from(id)].stood |= kind;
            }
        }
    }

    /// The kinds of the enemies of `side` that stand next to a square.
    fn enemies_next_to(&self, square: Square, side: Side) -> u16 {
        let mut kinds = 0;
        for direction in Direction::ALL {
            let Some(next) = square.step(direction) else {
                continue;
            };
            let id = self.cells[next.index()];
            if id != NOBODY && self.sides[usize::from(id)] != side {
                kinds |= 1 << self.kinds[usize::from(id)];
            }
        }
        kinds
    }
}
