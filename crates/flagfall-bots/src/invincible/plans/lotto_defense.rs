//! Defense against gamblers (Invincible 5.4.4).

use flagfall_core::{BattleOutcome, Move, PieceId, Rank, Square};

use crate::invincible::plan::Plan;
use crate::invincible::situation::{After, Own, Situation};

/// How likely a gambler goes on with this piece and not with another or none.
const GOES_ON: f64 = 0.4;

/// Looks after one unknown unmoved piece next to an enemy that has attacked such pieces before.
pub(crate) struct LottoDefense {
    piece: PieceId,
    now: f64,
}

impl LottoDefense {
    pub(crate) fn new(piece: PieceId) -> LottoDefense {
        LottoDefense { piece, now: 0.0 }
    }
}

impl Plan for LottoDefense {
    fn name(&self) -> String {
        format!("Lotto {}", self.piece.start())
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        let own = situation
            .own_piece(self.piece)
            .filter(|own| own.can_play_bomb());
        self.now = own.map_or(0.0, |own| {
            danger(&After::new(situation, None), own, own.square)
        });
    }

    fn is_active(&self) -> bool {
        self.now > 0.0
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        let Some(own) = situation.own_piece(self.piece) else {
            return 0.0;
        };
        let after = After::new(situation, Some(mv));
        let square = if mv.from == own.square {
            mv.to
        } else {
            own.square
        };
        let relief = self.now - danger(&after, own, square);
        match (situation.own_at(mv.from), situation.foe_at(mv.to)) {
            (Some(attacker), Some(foe)) => relief * foe.prey[attacker.rank],
            _ => relief,
        }
    }
}

/// What is lost if a gambler beside the piece attacks it: the piece, or the secret of what it is.
fn danger(after: &After<'_>, own: &Own, square: Square) -> f64 {
    let beside = after
        .foes()
        .filter(|foe| foe.plays_lotto && foe.square.is_next_to(square));
    let loss = |rank: Rank| match rank.attacks(own.rank) {
        BattleOutcome::AttackerWins => own.value,
        BattleOutcome::BothFall => 0.0,
        BattleOutcome::DefenderWins => own.exposure,
    };
    // A gambler is always known already.
    let worst = beside.filter_map(|foe| foe.known).map(loss);
    GOES_ON * worst.fold(0.0, f64::max)
}
