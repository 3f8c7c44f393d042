//! What a turn says of the hidden pieces near known ones (Stankiewicz 4.1 and 4.2).

use flagfall_core::{Direction, Event, PieceId, Rank, Side, Square};

use crate::public::PublicBoard;

/// "Only pieces within a radius of two squares", by Manhattan distance.
pub(super) const RADIUS: u8 = 2;

/// What a hidden piece did with respect to a known enemy piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveType {
    /// It went nearer.
    Towards,
    /// It went further away.
    Away,
    /// The enemy piece came or stayed near, and it was not moved in answer.
    Stands,
}

impl MoveType {
    /// All types in the order of their [index](MoveType::index).
    pub const ALL: [MoveType; 3] = [MoveType::Towards, MoveType::Away, MoveType::Stands];

    /// 0 to 2.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            MoveType::Towards => "towards",
            MoveType::Away => "away",
            MoveType::Stands => "stands",
        }
    }
}

/// A hidden piece did this with respect to a known enemy piece of this rank, which is now so far away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Signal {
    pub(crate) near: Rank,
    pub(crate) kind: MoveType,
    pub(crate) distance: u8,
}

impl Signal {
    /// The weight of a signal: one over the distance.
    pub(super) fn weight(&self) -> f64 {
        1.0 / f64::from(self.distance.max(1))
    }
}

/// All signals that one turn gives of one hidden piece; at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Observation {
    pub(crate) piece: PieceId,
    pub(crate) signals: Vec<Signal>,
}

/// What a turn says of the mover's hidden pieces. `board` is the one before the turn, `before` the turn before it.
///
/// Readings where the text leaves a choice:
/// - Distances are those after the move, as in the example of figure 2.
/// - A long move or an attack shows the piece, so nothing is left to infer from its direction.
/// - Pieces stand still with respect to the known piece that the enemy has just moved, one that its own attack has just made
///   known included, unless the answer attacks that very piece, which is an answer for all of them.
/// - Blocked is a piece with friends, lakes or the board's edge on all sides.
pub(crate) fn observations(
    board: &PublicBoard,
    before: Option<&Event>,
    event: &Event,
) -> Vec<Observation> {
    let mut found = Vec::new();
    if event.battle.is_none() && !event.shows_scout() {
        found.extend(of_the_moved_piece(board, event));
    }
    if let Some(before) = before.filter(|before| before.side != event.side) {
        found.extend(of_those_that_stand(board, before, event));
    }
    found
}

fn of_the_moved_piece(board: &PublicBoard, event: &Event) -> Option<Observation> {
    if board.piece(event.piece)?.known.is_some() {
        return None;
    }
    let (from, to) = (event.mv.from, event.mv.to);
    let near = |other: Square, rank: Rank| {
        let (old, new) = (distance(other, from), distance(other, to));
        let kind = if new < old {
            MoveType::Towards
        } else {
            MoveType::Away
        };
        (new <= RADIUS).then_some(Signal {
            near: rank,
            kind,
            distance: new,
        })
    };
    let signals: Vec<Signal> = board
        .pieces(!event.side)
        .filter_map(|(_, enemy)| near(enemy.square, enemy.known?))
        .collect();
    (!signals.is_empty()).then_some(Observation {
        piece: event.piece,
        signals,
    })
}

fn of_those_that_stand(board: &PublicBoard, before: &Event, event: &Event) -> Vec<Observation> {
    let Some(enemy) = board.piece(before.piece).filter(|one| !one.is_captured) else {
        return Vec::new();
    };
    let Some(rank) = enemy.known else {
        return Vec::new();
    };
    let is_answered = event
        .battle
        .is_some_and(|battle| battle.defender == before.piece);
    if is_answered {
        return Vec::new();
    }
    board
        .pieces(event.side)
        .filter(|(id, piece)| *id != event.piece && piece.known.is_none())
        .map(|(id, piece)| (id, piece, distance(enemy.square, piece.square)))
        .filter(|(_, piece, distance)| {
            *distance <= RADIUS && !is_blocked(board, event.side, piece.square)
        })
        .map(|(piece, _, distance)| Observation {
            piece,
            signals: vec![Signal {
                near: rank,
                kind: MoveType::Stands,
                distance,
            }],
        })
        .collect()
}

fn is_blocked(board: &PublicBoard, side: Side, square: Square) -> bool {
    Direction::ALL
        .into_iter()
        .filter_map(|direction| square.step(direction))
        .all(|next| {
            board
                .piece_at(next)
                .is_some_and(|(_, piece)| piece.side == side)
        })
}

fn distance(a: Square, b: Square) -> u8 {
    a.row().abs_diff(b.row()) + a.col().abs_diff(b.col())
}
