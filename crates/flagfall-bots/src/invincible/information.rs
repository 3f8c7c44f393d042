//! The value of information (Invincible 3.2.2).
//!
//! A piece that becomes known is worth a share of its value to the other side: 33% at first, and 2% for each piece that can
//! move once the side that learns it has 15 or fewer of them. What the other side has already guessed is not worth showing or
//! seeing any more (6.2), so the share shrinks with the probability of the true rank.

use flagfall_belief::Material;
use flagfall_core::Side;

const SHARE: f64 = 0.33;
const SHARE_PER_MOVER: f64 = 0.02;
const FEW_MOVERS: u32 = 15;

/// What showing and seeing ranks is worth to one side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Information {
    /// The reveal penalty of our pieces.
    shown: f64,
    /// The same for the enemy's.
    seen: f64,
}

impl Information {
    pub(crate) fn new(material: &Material, me: Side) -> Information {
        Information {
            shown: share(material.movers(!me)),
            seen: share(material.movers(me)),
        }
    }

    /// What it costs to show a piece of this value that the enemy takes for what it is with this probability.
    pub(crate) fn cost_of_showing(&self, value: f64, guessed: f64) -> f64 {
        self.shown * value * (1.0 - guessed)
    }

    /// What it brings to see an enemy piece of this value that we take for what it is with this probability.
    pub(crate) fn gain_by_seeing(&self, value: f64, guessed: f64) -> f64 {
        self.seen * value * (1.0 - guessed)
    }

    /// How much of its first value secrecy still has, from 1 down to 0.
    pub(crate) fn secrecy(&self) -> f64 {
        self.shown / SHARE
    }
}

fn share(movers: u32) -> f64 {
    if movers <= FEW_MOVERS {
        SHARE_PER_MOVER * f64::from(movers)
    } else {
        SHARE
    }
}

#[cfg(test)]
mod tests {
    use flagfall_core::{BySide, Rank, Variant};

    use super::*;

    #[test]
    fn the_reveal_penalty_shrinks_when_few_pieces_move() {
        let army = Variant::Classic.army();
        let mut few = army;
        for rank in [Rank::Scout, Rank::Miner, Rank::Sergeant, Rank::Lieutenant] {
            few[rank] = 0;
        }
        let full = Information::new(&Material::new(BySide::new(army, army)), Side::Red);
        assert!((full.cost_of_showing(100.0, 0.0) - 33.0).abs() < 1e-9);
        assert_eq!(full.cost_of_showing(100.0, 1.0), 0.0);
        // 12 of blue's pieces can still move.
        let late = Information::new(&Material::new(BySide::new(army, few)), Side::Red);
        assert!((late.cost_of_showing(100.0, 0.0) - 24.0).abs() < 1e-9);
        assert!((late.gain_by_seeing(100.0, 0.0) - 33.0).abs() < 1e-9);
    }
}
