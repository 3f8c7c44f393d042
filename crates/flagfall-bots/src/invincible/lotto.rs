//! Pieces that gamble (Invincible 5.4.4).

use std::collections::HashSet;

use flagfall_core::{Event, PieceId, Side};

/// The pieces of this side that have attacked unknown unmoved pieces: they are likely to go on.
pub(crate) fn players(history: &[Event], side: Side) -> HashSet<PieceId> {
    let mut moved_or_known = HashSet::new();
    let mut players = HashSet::new();
    for event in history {
        if let Some(battle) = event.battle {
            if event.side == side && !moved_or_known.contains(&battle.defender) {
                players.insert(event.piece);
            }
            moved_or_known.insert(battle.defender);
        }
        moved_or_known.insert(event.piece);
    }
    players
}
