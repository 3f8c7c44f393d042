//! The board as everybody sees it.

use flagfall_core::{
    BattleOutcome, ByRank, BySide, Event, PieceId, Rank, RankSet, Side, Square, View,
};

/// What both players know of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublicPiece {
    /// Whose it is.
    pub side: Side,
    /// Where it stands, or stood when it was captured.
    pub square: Square,
    /// Its rank, once it has been shown.
    pub known: Option<Rank>,
    /// Whether it has moved.
    pub has_moved: bool,
    /// Whether it is gone.
    pub is_captured: bool,
}

/// Which piece stands where and what both players know of it, followed from the start by public events alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicBoard {
    cells: [Option<PieceId>; Square::COUNT],
    pieces: [Option<PublicPiece>; Square::COUNT],
    left: BySide<ByRank<u8>>,
    hidden: BySide<ByRank<u8>>,
}

impl PublicBoard {
    /// The board at the start of the game that this view is of. Of ranks it takes only what both players know.
    pub fn at_start(view: &View<'_>) -> PublicBoard {
        let mut board = PublicBoard {
            cells: [None; Square::COUNT],
            pieces: [None; Square::COUNT],
            left: BySide::from_fn(|side| *view.hidden_counts(side)),
            hidden: BySide::from_fn(|side| *view.hidden_counts(side)),
        };
        for square in Square::all() {
            let id = PieceId::started_on(square);
            let Some(piece) = view.piece(id) else {
                continue;
            };
            board.cells[square.index()] = Some(id);
            board.pieces[square.index()] = Some(PublicPiece {
                side: piece.side,
                square,
                known: None,
                has_moved: false,
                is_captured: false,
            });
            if let Some(rank) = piece.rank.filter(|_| piece.is_revealed) {
                board.left[piece.side][rank] += 1;
                board.hidden[piece.side][rank] += 1;
            }
        }
        board
    }

    /// Follows a turn. Returns the pieces whose rank became known by it.
    pub fn play(&mut self, event: &Event) -> Vec<(PieceId, Rank)> {
        let mut shown = Vec::new();
        match event.battle {
            None => {
                if event.shows_scout() {
                    shown.extend(self.reveal(event.piece, Rank::Scout));
                }
                self.relocate(event.piece, event.mv.to);
            }
            Some(battle) => {
                shown.extend(self.reveal(event.piece, battle.attacker_rank));
                shown.extend(self.reveal(battle.defender, battle.defender_rank));
                if battle.outcome() != BattleOutcome::AttackerWins {
                    self.capture(event.piece);
                }
                if battle.outcome() != BattleOutcome::DefenderWins {
                    self.capture(battle.defender);
                }
                if battle.outcome() == BattleOutcome::AttackerWins {
                    self.relocate(event.piece, event.mv.to);
                }
            }
        }
        if let Some(piece) = &mut self.pieces[event.piece.index()] {
            piece.has_moved = true;
        }
        shown
    }

    /// A piece by its identity.
    #[inline]
    pub fn piece(&self, id: PieceId) -> Option<&PublicPiece> {
        self.pieces[id.index()].as_ref()
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<(PieceId, &PublicPiece)> {
        let id = self.cells[square.index()]?;
        Some((id, self.piece(id)?))
    }

    /// This side's pieces on the board.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (PieceId, &PublicPiece)> {
        Square::all()
            .map(PieceId::started_on)
            .filter_map(|id| Some((id, self.piece(id)?)))
            .filter(move |(_, piece)| piece.side == side && !piece.is_captured)
    }

    /// How many pieces of each rank are on the board.
    pub fn left(&self) -> &BySide<ByRank<u8>> {
        &self.left
    }

    /// How many pieces of each rank of a side are on the board and have not been shown.
    pub fn hidden(&self, side: Side) -> &ByRank<u8> {
        &self.hidden[side]
    }

    /// Which ranks the hidden pieces of a side can have by counting: those that have moved, and those that have not.
    pub fn possibilities(&self, side: Side) -> (RankSet, RankSet) {
        let ranks = RankSet::counted(&self.hidden[side]);
        let unmoved = self
            .pieces(side)
            .filter(|(_, piece)| piece.known.is_none() && !piece.has_moved)
            .count();
        let immobile = self.hidden[side][Rank::Bomb] + self.hidden[side][Rank::Flag];
        let of_unmoved = if unmoved <= usize::from(immobile) {
            ranks.difference(RankSet::MOBILE)
        } else {
            ranks
        };
        (ranks.intersection(RankSet::MOBILE), of_unmoved)
    }

    /// Makes a piece known without a battle, to set up what a test is about.
    #[cfg(test)]
    pub(crate) fn show(&mut self, id: PieceId, rank: Rank) {
        self.reveal(id, rank).expect("a hidden piece");
    }

    fn reveal(&mut self, id: PieceId, rank: Rank) -> Option<(PieceId, Rank)> {
        let piece = self.pieces[id.index()].as_mut()?;
        if piece.known.is_some() {
            return None;
        }
        piece.known = Some(rank);
        let hidden = &mut self.hidden[piece.side][rank];
        *hidden = hidden.saturating_sub(1);
        Some((id, rank))
    }

    fn capture(&mut self, id: PieceId) {
        if let Some(piece) = &mut self.pieces[id.index()] {
            piece.is_captured = true;
            self.cells[piece.square.index()] = None;
            if let Some(rank) = piece.known {
                let left = &mut self.left[piece.side][rank];
                *left = left.saturating_sub(1);
            }
        }
    }

    fn relocate(&mut self, id: PieceId, to: Square) {
        if let Some(piece) = &mut self.pieces[id.index()] {
            self.cells[piece.square.index()] = None;
            piece.square = to;
            self.cells[to.index()] = Some(id);
        }
    }
}
