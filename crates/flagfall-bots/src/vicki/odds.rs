//! What the enemy's pieces may be, for one choice.

use flagfall_belief::{Guesser, counted_ranks};
use flagfall_core::{BattleOutcome, ByRank, Piece, Rank, View};

/// The probabilities of the ranks of the enemy's pieces.
#[derive(Debug)]
pub(super) struct Odds<'a> {
    /// Of hidden pieces that have not moved and of those that have, by counting.
    counted: [ByRank<f64>; 2],
    /// Asked in place of counting, if there is one.
    guesser: Option<&'a Guesser>,
}

/// How an attack may end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Chances {
    /// That the attacker wins.
    pub(super) wins: f64,
    /// That the defender does. What is missing to 1 is that both fall.
    pub(super) loses: f64,
}

impl<'a> Odds<'a> {
    pub(super) fn new(view: &View<'_>, guesser: Option<&'a Guesser>) -> Odds<'a> {
        let counted = |has_moved| {
            let mut hidden = view.hidden_pieces(!view.viewer());
            let one = hidden.find(|(_, piece)| piece.has_moved == has_moved);
            one.map_or(ByRank([0.0; 12]), |(_, piece)| counted_ranks(view, &piece))
        };
        Odds {
            counted: [false, true].map(counted),
            guesser,
        }
    }

    /// What an enemy piece may be.
    pub(super) fn of(&self, piece: &Piece) -> ByRank<f64> {
        match (piece.rank, self.guesser) {
            (Some(rank), _) => {
                let mut ranks = ByRank([0.0; 12]);
                ranks[rank] = 1.0;
                ranks
            }
            (None, Some(guesser)) => guesser.ranks(piece.id),
            (None, None) => self.counted[usize::from(piece.has_moved)],
        }
    }

    /// What hidden pieces that have not moved may be, and those that have; `None` if they are not all alike.
    pub(super) fn of_hidden(&self) -> Option<[&ByRank<f64>; 2]> {
        let [unmoved, moved] = &self.counted;
        self.guesser.is_none().then_some([unmoved, moved])
    }

    /// How an attack of a piece of ours on an enemy piece may end.
    pub(super) fn of_attack(&self, attacker: Rank, defender: &Piece) -> Chances {
        let ranks = self.of(defender);
        let sum = |outcome| {
            Rank::ALL
                .into_iter()
                .filter(|&rank| attacker.attacks(rank) == outcome)
                .map(|rank| ranks[rank])
                .sum()
        };
        Chances {
            wins: sum(BattleOutcome::AttackerWins),
            loses: sum(BattleOutcome::DefenderWins),
        }
    }
}
