//! Claims and bluffs (Stankiewicz 4.3).

use flagfall_core::{BattleOutcome, Rank};

use super::signals::{MoveType, Signal};

/// Whether what a piece did fits its rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Honesty {
    /// It is what it claimed to be.
    Honest,
    /// It is not.
    Bluff,
}

impl Honesty {
    /// Both, in the order of their [index](Honesty::index).
    pub const ALL: [Honesty; 2] = [Honesty::Honest, Honesty::Bluff];

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Honesty::Honest => "honest",
            Honesty::Bluff => "bluff",
        }
    }

    /// What it is when a piece of this rank did this with respect to a known piece of rank `near`.
    ///
    /// Who goes towards a piece claims that he can take it; who stands still claims that he cannot be taken by it, and who
    /// goes away that he can. Going towards a major is a bluff if the rank "is weaker than a major"; an equal rank lies about
    /// nothing.
    pub fn of(rank: Rank, near: Rank, kind: MoveType) -> Honesty {
        let is_bluff = match kind {
            MoveType::Towards => rank.attacks(near) == BattleOutcome::DefenderWins,
            MoveType::Stands => near.attacks(rank) == BattleOutcome::AttackerWins,
            MoveType::Away => near.attacks(rank) == BattleOutcome::DefenderWins,
        };
        if is_bluff {
            Honesty::Bluff
        } else {
            Honesty::Honest
        }
    }
}

/// What a piece has claimed so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Claims {
    made: Vec<(Rank, MoveType)>,
}

impl Claims {
    pub(super) fn note(&mut self, signal: &Signal) {
        self.made.push((signal.near, signal.kind));
    }

    /// Whether a piece of this rank has bluffed: whether more than half of its claims were bluffs.
    pub(super) fn are_bluffs(&self, rank: Rank) -> bool {
        let bluffs = self
            .made
            .iter()
            .filter(|&&(near, kind)| Honesty::of(rank, near, kind) == Honesty::Bluff)
            .count();
        2 * bluffs > self.made.len()
    }
}

/// The probability that a player bluffs, and what it comes from: equation 4.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct BluffRate {
    probability: f64,
    /// Pieces shown in battle so far (`i`).
    shown: u32,
    /// Those of them that had bluffed (`n`).
    bluffs: u32,
}

impl BluffRate {
    pub(super) fn starting_at(probability: f64) -> BluffRate {
        BluffRate {
            probability,
            shown: 0,
            bluffs: 0,
        }
    }

    pub(super) fn probability(&self) -> f64 {
        self.probability
    }

    /// A piece with these claims was shown in battle to be of this rank.
    pub(super) fn note_shown(&mut self, claims: &Claims, rank: Rank, beta: f64) {
        self.shown += 1;
        // A piece counts once, as in his example of "4 pieces revealed so far, of which 2 bluffs".
        self.bluffs += u32::from(claims.are_bluffs(rank));
        let share = f64::from(self.bluffs) / f64::from(self.shown);
        self.probability = (self.probability + share * beta) / (1.0 + beta);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_judged_by_who_would_take_whom() {
        use MoveType::{Away, Stands, Towards};
        use Rank::{Bomb, Captain, General, Major, Marshal, Miner, Spy};
        for (rank, near, kind, is_bluff) in [
            (Captain, Major, Towards, true),
            (Major, Major, Towards, false),
            (General, Major, Towards, false),
            (Spy, Marshal, Towards, false),
            (Spy, Marshal, Stands, true),
            (Spy, Marshal, Away, false),
            (Miner, Bomb, Towards, false),
            (General, Bomb, Towards, true),
            (Bomb, General, Stands, false),
            (Bomb, Miner, Stands, true),
            (General, Major, Away, true),
            (Captain, Major, Away, false),
            (Marshal, Marshal, Away, false),
        ] {
            let found = Honesty::of(rank, near, kind) == Honesty::Bluff;
            assert_eq!(found, is_bluff, "{rank} {kind:?} {near}");
        }
    }

    /// Equation 4 by hand: two pieces are shown, and the second has bluffed.
    #[test]
    fn the_bluffing_probability_follows_equation_4() {
        let mut claims = Claims::default();
        let signal = Signal {
            near: Rank::Major,
            kind: MoveType::Towards,
            distance: 1,
        };
        claims.note(&signal);
        let mut rate = BluffRate::starting_at(0.2);
        rate.note_shown(&claims, Rank::General, 0.25);
        assert!((rate.probability() - 0.2 / 1.25).abs() < 1e-12);
        rate.note_shown(&claims, Rank::Captain, 0.25);
        let expected = (0.2 / 1.25 + 0.5 * 0.25) / 1.25;
        assert!((rate.probability() - expected).abs() < 1e-12);
    }
}
