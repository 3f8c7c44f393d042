//! How a battle can end: the branches of a chance node.
//!
//! A battle between two ranks that the searcher knows ends in one way. If the enemy's rank is unknown there is a branch for each
//! rank it can have, weighed by the source of probabilities and by what is left of each rank in this line. Ranks that
//! make no difference later are one branch: those of a piece that falls, and near the leaves all that end the battle alike.
//!
//! Choices where the paper is silent:
//! - The searcher knows his own ranks and lets his opponent know them too: his opponent attacks what it is good to attack. So
//!   only the enemy's ranks are left to chance. What the opponent would not dare because he does not know the piece is then
//!   worth less to him by a share of the difference (`Knowledge::doubt`).
//! - Of several unknown pieces beside one of ours a search sees the best attack, not the chance that any of them can. So each
//!   of them attacks for all.
//! - An attack by an unknown enemy piece is drawn among the ranks that can move. His opponent knows which rank it is and attacks
//!   only where that is good for him: with the ranks that would lose he is taken to pass (`Attacks::Informed`). With
//!   `Attacks::Chance` he attacks blindly, as in the plain expectimax of the literature.

use arrayvec::ArrayVec;
use flagfall_core::{BattleOutcome, Direction, Move, PieceId, Rank, RankSet};

use super::evaluation::Evaluation;
use super::state::{ARMY, Player, State};

/// What the enemy's unknown pieces can be, before the search.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge {
    /// For each unit the probability of each rank, as its enemy sees it.
    prior: [[f32; 12]; 2 * ARMY],
    /// One over the number of unknown pieces of each rank.
    per_hidden: [f32; 12],
}

/// How an unknown enemy piece decides to attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Attacks {
    /// Whatever it is.
    Chance,
    /// Only if it gains by it.
    Informed,
}

/// One way in which a battle can go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Branch {
    pub(crate) chance: f32,
    /// The ranks of the enemy's piece that lead here.
    pub(crate) ranks: RankSet,
    /// The rank that it is taken to have from here on: the likeliest of them.
    pub(crate) rank: Rank,
    pub(crate) outcome: BattleOutcome,
    /// The attack is not made after all.
    pub(crate) passes: bool,
}

/// The chances of each rank of the unknown piece of a battle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Odds {
    pub(crate) weights: [f32; 12],
}

/// The ways in which a battle can go; their chances sum to 1.
pub(crate) type Branches = ArrayVec<Branch, 12>;

/// Which ranks share a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// Those of a piece that falls.
    Fallen,
    /// All that end the battle alike.
    Outcome,
}

impl Knowledge {
    /// The probabilities of the units of a state.
    pub(crate) fn new(
        state: &State,
        ids: &[Option<PieceId>; 2 * ARMY],
        ranks: impl Fn(PieceId) -> [f64; 12],
    ) -> Knowledge {
        let mut prior = [[0.0; 12]; 2 * ARMY];
        let units = state.units(Player::Me).chain(state.units(Player::Foe));
        for (_, index, unit) in units {
            let row = &mut prior[usize::from(index)];
            match (
                unit.rank().filter(|_| unit.is_shown()),
                ids[usize::from(index)],
            ) {
                (Some(rank), _) => row[rank.index()] = 1.0,
                (None, Some(id)) => *row = ranks(id).map(|chance| chance as f32),
                (None, None) => {}
            }
        }
        let per_hidden = state.left.map(|n| if n > 0.0 { 1.0 / n } else { 0.0 });
        Knowledge { prior, per_hidden }
    }

    /// How likely a unit has this rank before the search, as its enemy sees it.
    pub(crate) fn seen_as(&self, index: u8, rank: Rank) -> f32 {
        self.prior[usize::from(index)][rank.index()]
    }

    /// The chances of each rank of an enemy unit in this state.
    #[inline]
    pub(crate) fn odds(&self, state: &State, index: u8) -> Odds {
        let unit = state.unit(index);
        if let Some(rank) = unit.rank() {
            let mut weights = [0.0; 12];
            weights[rank.index()] = 1.0;
            return Odds { weights };
        }
        let prior = &self.prior[usize::from(index)];
        let mut weights = [0.0; 12];
        for rank in 0..12 {
            weights[rank] = prior[rank] * state.left[rank] * self.per_hidden[rank];
        }
        if unit.has_moved() {
            weights[Rank::Flag.index()] = 0.0;
            weights[Rank::Bomb.index()] = 0.0;
        }
        Odds::normalized(weights).unwrap_or_else(|| {
            // All ranks that it could have are used up in this line: such a line is nearly impossible, and any rank will do.
            let mut weights = *prior;
            if unit.has_moved() {
                weights[Rank::Flag.index()] = 0.0;
                weights[Rank::Bomb.index()] = 0.0;
            }
            Odds::normalized(weights).unwrap_or(Odds::SCOUT)
        })
    }

    /// The ways in which an attack can go, and the chances they are made of. There is a single branch that passes if the attack
    /// would never be made.
    #[inline]
    pub(crate) fn branches(
        &self,
        state: &State,
        player: Player,
        mv: Move,
        detail: Detail,
        attacks: Attacks,
        evaluation: &Evaluation,
    ) -> Option<(Branches, Odds)> {
        let attacker = state.unit_at(mv.from)?;
        let defender = state.unit_at(mv.to)?;
        let mut branches = Branches::new();
        let (own, enemy) = match player {
            Player::Me => (attacker, defender),
            Player::Foe => (defender, attacker),
        };
        let own_rank = state.unit(own).rank()?;
        let mut odds = self.odds(state, enemy);
        let is_known = state.unit(enemy).rank().is_some();
        let is_informed = player == Player::Foe && !is_known && attacks == Attacks::Informed;
        let dares = |rank: Rank| match rank.attacks(own_rank) {
            BattleOutcome::AttackerWins => true,
            BattleOutcome::DefenderWins => false,
            BattleOutcome::BothFall => {
                evaluation.worth(Player::Foe, rank) <= evaluation.worth(Player::Me, own_rank)
            }
        };
        if player == Player::Foe && !is_known {
            odds = odds.of_movers();
        }
        if is_informed {
            let others = self.others_dare(state, mv, &dares);
            odds = odds.reinforced(others, &dares);
        }
        for rank in Rank::ALL {
            let chance = odds.weights[rank.index()];
            if chance <= 0.0 {
                continue;
            }
            let outcome = match player {
                Player::Me => own_rank.attacks(rank),
                Player::Foe => rank.attacks(own_rank),
            };
            let passes = is_informed && !dares(rank);
            let enemy_falls = match player {
                Player::Me => outcome != BattleOutcome::DefenderWins,
                Player::Foe => outcome != BattleOutcome::AttackerWins,
            };
            let merges = |branch: &Branch| {
                branch.passes == passes
                    && (passes
                        || branch.outcome == outcome
                            && (enemy_falls || detail == Detail::Outcome)
                            && (rank == Rank::Flag) == branch.ranks.contains(Rank::Flag))
            };
            match branches.iter_mut().find(|branch| merges(branch)) {
                Some(branch) => {
                    if chance > odds.weights[branch.rank.index()] {
                        branch.rank = rank;
                    }
                    branch.chance += chance;
                    branch.ranks = branch.ranks.union(RankSet::only(rank));
                }
                None => branches.push(Branch {
                    chance,
                    ranks: RankSet::only(rank),
                    rank,
                    outcome,
                    passes,
                }),
            }
        }
        Some((branches, odds))
    }
}

impl Knowledge {
    /// By how much the opponent expects less of an attack with this rank on a piece of ours that he does not know than it
    /// gains him in truth; never above 0.
    pub(crate) fn doubt(&self, rank: Rank, own: Rank, index: u8, evaluation: &Evaluation) -> f32 {
        let attacker = evaluation.worth(Player::Foe, rank);
        let gain = |other: Rank| {
            let defender = evaluation.worth(Player::Me, other);
            match rank.attacks(other) {
                BattleOutcome::AttackerWins => defender,
                BattleOutcome::BothFall => defender - attacker,
                BattleOutcome::DefenderWins => -attacker,
            }
        };
        let seen = &self.prior[usize::from(index)];
        let expected: f32 = Rank::ALL
            .into_iter()
            .map(|other| seen[other.index()] * gain(other))
            .sum();
        (expected - gain(own)).min(0.0)
    }

    /// The chance that one of the other unknown pieces beside an attacked one dares to attack it.
    fn others_dare(&self, state: &State, mv: Move, dares: &impl Fn(Rank) -> bool) -> f32 {
        let mut none = 1.0;
        for square in Direction::ALL.into_iter().filter_map(|at| mv.to.step(at)) {
            if square == mv.from || !state.mobile(Player::Foe).contains(square) {
                continue;
            }
            let Some(index) = state.unit_at(square) else {
                continue;
            };
            if state.unit(index).rank().is_none() {
                none *= 1.0 - self.odds(state, index).of(dares);
            }
        }
        1.0 - none
    }
}

impl Odds {
    /// The chance of the ranks for which something holds.
    fn of(&self, holds: &impl Fn(Rank) -> bool) -> f32 {
        Rank::ALL
            .into_iter()
            .filter(|&rank| rank.is_mobile() && holds(rank))
            .map(|rank| self.weights[rank.index()])
            .sum()
    }

    /// The chances if the piece attacks on behalf of others that dare with this chance when it does not: one of several
    /// attackers is searched for all of them, because a search takes the best of them and not their sum.
    fn reinforced(mut self, others: f32, dares: &impl Fn(Rank) -> bool) -> Odds {
        let alone = self.of(dares);
        if alone <= 0.0 || alone >= 1.0 || others <= 0.0 {
            return self;
        }
        let together = 1.0 - (1.0 - alone) * (1.0 - others);
        for rank in Rank::ALL {
            self.weights[rank.index()] *= if dares(rank) {
                together / alone
            } else {
                (1.0 - together) / (1.0 - alone)
            };
        }
        self
    }

    /// What a piece is taken for that moves although it cannot be anything that moves.
    const SCOUT: Odds = {
        let mut weights = [0.0; 12];
        weights[Rank::Scout.index()] = 1.0;
        Odds { weights }
    };

    fn normalized(mut weights: [f32; 12]) -> Option<Odds> {
        let sum: f32 = weights.iter().sum();
        if sum <= 1e-9 {
            return None;
        }
        for weight in &mut weights {
            *weight /= sum;
        }
        Some(Odds { weights })
    }

    /// The same if the piece can move.
    fn of_movers(mut self) -> Odds {
        self.weights[Rank::Flag.index()] = 0.0;
        self.weights[Rank::Bomb.index()] = 0.0;
        Odds::normalized(self.weights).unwrap_or(Odds::SCOUT)
    }

    /// The chance that the piece can move.
    pub(crate) fn mobile(&self) -> f32 {
        1.0 - self.weights[Rank::Flag.index()] - self.weights[Rank::Bomb.index()]
    }
}
