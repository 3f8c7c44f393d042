//! Keeping pieces out of danger (Invincible 5.4.2).
//!
//! Choices where the text is silent: how much each zone weighs; that a piece which would be taken back is worth less of a
//! prey; that where an attacker ends up counts as a danger to it (the capture plan leaves that out). From afar only known pieces are in
//! danger: who does not know what he would meet does not hunt it across the board, and running would tell him.

use flagfall_core::{Move, PieceId, Square};

use crate::invincible::plan::Plan;
use crate::invincible::situation::{After, Foe, Own, Situation};
use crate::invincible::zones::Zone;

const BESIDE: f64 = 1.0;
const LOST: f64 = 0.5;
const NEXT_TO_LOST: f64 = 0.3;
/// At distance 2, and less in proportion further away: "the danger from an enemy is considered slightly less when the enemy
/// is further away".
const LINE: f64 = 0.2;
const NEXT_TO_LINE: f64 = 0.12;
/// From afar only enemies that are likely to win count.
const LIKELY: f64 = 0.6;
/// How much of what takes the attacker back is trusted in.
const TAKEN_BACK: f64 = 0.6;

/// Looks after one piece that has moved or is known. A piece that can still play bomb stays where it is, and the marshal
/// has a plan of its own.
pub(crate) struct TacticalDefense {
    piece: PieceId,
    now: Option<f64>,
}

impl TacticalDefense {
    pub(crate) fn new(piece: PieceId) -> TacticalDefense {
        TacticalDefense { piece, now: None }
    }
}

impl Plan for TacticalDefense {
    fn name(&self) -> String {
        format!("TDef {}", self.piece.start())
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        self.now = situation.own_piece(self.piece).map(|own| {
            if own.can_play_bomb() {
                0.0
            } else {
                danger(&After::new(situation, None), own, own.square)
            }
        });
    }

    fn is_active(&self) -> bool {
        self.now.is_some()
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        let (Some(now), Some(own)) = (self.now, situation.own_piece(self.piece)) else {
            return 0.0;
        };
        if mv.from != own.square {
            // Other pieces can only help by blocking or taking, and harm by opening, a line.
            let touches = |square: Square| {
                square.row().abs_diff(own.square.row()) <= 1
                    || square.col().abs_diff(own.square.col()) <= 1
            };
            if own.can_play_bomb() || !(touches(mv.from) || touches(mv.to)) {
                return 0.0;
            }
            return now - danger(&After::new(situation, Some(mv)), own, own.square);
        }
        let after = After::new(situation, Some(mv));
        match situation.foe_at(mv.to) {
            None => now - danger(&after, own, mv.to),
            Some(foe) => {
                // It stands there only if it wins, and is known then.
                let shown = Own {
                    is_revealed: true,
                    ..own.clone()
                };
                now - foe.prey[own.rank] * danger(&after, &shown, mv.to)
            }
        }
    }
}

/// What is at risk for a piece on a square.
pub(crate) fn danger(after: &After<'_>, own: &Own, square: Square) -> f64 {
    after
        .foes()
        .map(|foe| danger_from(after, own, square, foe))
        .fold(0.0, f64::max)
}

fn danger_from(after: &After<'_>, own: &Own, square: Square, foe: &Foe) -> f64 {
    let threat = foe.threat[own.rank];
    if threat < 0.02 {
        return 0.0;
    }
    let weight = match Zone::of(after, foe.square, square) {
        Zone::Beside => BESIDE,
        _ if threat < LIKELY || !own.is_revealed => 0.0,
        Zone::Lost => LOST,
        Zone::NextToLost => NEXT_TO_LOST,
        Zone::Line(distance) => LINE * 2.0 / f64::from(distance),
        Zone::NextToLine(distance) => NEXT_TO_LINE * 2.0 / f64::from(distance.max(2)),
        Zone::Outside => 0.0,
    };
    if weight == 0.0 {
        return 0.0;
    }
    let risk = after.situation.risk(own, foe);
    let loss = own.value - TAKEN_BACK * taken_back(after, own, square, foe);
    weight * risk * loss.max(0.0)
}

/// What the enemy would lose if it took the piece.
fn taken_back(after: &After<'_>, own: &Own, square: Square, foe: &Foe) -> f64 {
    after
        .own()
        .filter(|(at, friend)| friend.id != own.id && at.is_next_to(square))
        .filter(|(_, friend)| friend.rank.is_mobile())
        .map(|(_, friend)| foe.prey[friend.rank] * foe.value - friend.exposure)
        .fold(0.0, f64::max)
}
