//! Keeping the marshal from the spy (Invincible 5.4.5).

use flagfall_core::{Move, Rank, Square};

use crate::invincible::plan::Plan;
use crate::invincible::situation::{After, Own, Situation};

/// The spy's owner does not know an unknown marshal when it comes by.
const UNKNOWN_SHARE: f64 = 0.4;

/// The chance that the marshal is taken by the spy on the square where it is after the move.
#[derive(Default)]
pub(crate) struct DefMarshalFromSpy {
    is_active: bool,
    now: f64,
}

impl Plan for DefMarshalFromSpy {
    fn name(&self) -> String {
        "dMfS".to_owned()
    }

    fn recalc(&mut self, situation: &Situation<'_>) {
        let spies = situation.material().count(!situation.me, Rank::Spy);
        let marshal = marshal(situation);
        self.is_active = spies > 0 && marshal.is_some();
        self.now = marshal.map_or(0.0, |own| {
            danger(&After::new(situation, None), own, own.square)
        });
    }

    fn is_active(&self) -> bool {
        self.is_active
    }

    fn move_value(&self, situation: &Situation<'_>, mv: Move) -> f64 {
        let Some(own) = marshal(situation) else {
            return 0.0;
        };
        let square = if mv.from == own.square {
            mv.to
        } else {
            own.square
        };
        self.now - danger(&After::new(situation, Some(mv)), own, square)
    }
}

fn marshal<'a>(situation: &'a Situation<'_>) -> Option<&'a Own> {
    situation.own.iter().find(|own| own.rank == Rank::Marshal)
}

fn danger(after: &After<'_>, marshal: &Own, square: Square) -> f64 {
    let beside = after.foes().filter(|foe| foe.square.is_next_to(square));
    let spy = beside.map(|foe| foe.ranks[Rank::Spy]).fold(0.0, f64::max);
    // An attack shows the marshal, so that from then on the spy knows.
    let attacks = after
        .mv
        .is_some_and(|mv| mv.from == marshal.square && after.situation.foe_at(mv.to).is_some());
    let share = if marshal.is_revealed || attacks {
        1.0
    } else {
        UNKNOWN_SHARE
    };
    spy * share * marshal.value
}
