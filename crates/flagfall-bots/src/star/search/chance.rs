//! Chance nodes: attacks whose outcome is not certain, with Star1 and Star2 of Ballard (1983).

use flagfall_core::{BattleOutcome, Move, Rank};

use super::{Pruning, Search, Window, next_move};
use crate::star::battle::{Branch, Branches, Odds};
use crate::star::state::{Player, State};
use crate::star::table::Bound;

/// Branches are probed from this depth on: at less the search itself costs no more than the probe.
const PROBE_DEPTH: i8 = 1;

/// An attack that is being searched.
pub(super) struct Chance<'a> {
    pub(super) state: &'a State,
    pub(super) player: Player,
    pub(super) mv: Move,
    pub(super) odds: Odds,
    pub(super) depth: i8,
    pub(super) ply: usize,
}

impl Search<'_> {
    /// The value of an attack whose outcome is not certain.
    pub(super) fn chance(
        &mut self,
        chance: &Chance<'_>,
        mut branches: Branches,
        window: Window,
    ) -> f32 {
        // What is likely says most about the node's value.
        branches.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        let full = self.full();
        if self.manner.pruning < Pruning::Star1 {
            let mut sum = 0.0;
            for branch in &branches {
                sum += branch.chance * self.branch(chance, branch, full);
            }
            return sum;
        }
        let mut highest = [full.high; 12];
        let mut rest_high: f32 =
            branches.iter().map(|branch| branch.chance).sum::<f32>() * full.high;
        if self.manner.pruning == Pruning::Star2 && chance.depth >= PROBE_DEPTH {
            for (number, branch) in branches.iter().enumerate() {
                let bound = self.probe(chance, branch, window);
                if self.is_over {
                    return 0.0;
                }
                rest_high -= branch.chance * (full.high - bound);
                highest[number] = bound;
                if rest_high <= window.low {
                    return rest_high;
                }
            }
        }
        let mut rest_low: f32 = branches.iter().map(|branch| branch.chance).sum::<f32>() * full.low;
        let mut sum = 0.0;
        for (number, branch) in branches.iter().enumerate() {
            rest_high -= branch.chance * highest[number];
            rest_low -= branch.chance * full.low;
            let needed = (window.low - sum - rest_high) / branch.chance;
            let enough = (window.high - sum - rest_low) / branch.chance;
            if needed >= highest[number] {
                return sum + branch.chance * highest[number] + rest_high;
            }
            let inner = Window {
                low: needed.max(full.low),
                high: enough.min(highest[number]),
            };
            let value = self.branch(chance, branch, inner);
            if self.is_over {
                return 0.0;
            }
            sum += branch.chance * value;
            if value >= enough {
                return sum + rest_low;
            }
            if value <= needed {
                return sum + rest_high;
            }
        }
        sum
    }

    /// The value of one branch to the attacker.
    pub(super) fn branch(&mut self, chance: &Chance<'_>, branch: &Branch, window: Window) -> f32 {
        if self.takes_flag(chance, branch) {
            return self.flag_taken(chance);
        }
        let next = self.after(chance, branch);
        let other = chance.player.other();
        let doubt = self.doubt(chance, branch);
        if doubt == 0.0 {
            return -self.search(&next, other, chance.depth, chance.ply, window.turned());
        }
        let full = self.full();
        let inner = Window {
            low: window.low - doubt,
            high: window.high - doubt,
        };
        let value = -self.search(&next, other, chance.depth, chance.ply, inner.turned());
        (value + doubt).clamp(full.low, full.high)
    }

    /// What the opponent's attack on a piece of ours is worth less to him because he does not know the piece.
    #[inline]
    fn doubt(&self, chance: &Chance<'_>, branch: &Branch) -> f32 {
        let share = self.evaluation.doubt();
        if share == 0.0 || chance.player == Player::Me || branch.passes {
            return 0.0;
        }
        let Some(index) = chance.state.unit_at(chance.mv.to) else {
            return 0.0;
        };
        match chance.state.unit(index).rank() {
            Some(own) if !chance.state.unit(index).is_shown() => {
                share
                    * self
                        .knowledge
                        .doubt(branch.rank, own, index, self.evaluation)
            }
            _ => 0.0,
        }
    }

    /// An upper bound of the value of a branch to the attacker: what the most promising reply leaves him.
    fn probe(&mut self, chance: &Chance<'_>, branch: &Branch, window: Window) -> f32 {
        if self.takes_flag(chance, branch) {
            return self.flag_taken(chance);
        }
        let full = self.full();
        let doubt = self.doubt(chance, branch);
        let next = self.after(chance, branch);
        let other = chance.player.other();
        if self.count_node() {
            return 0.0;
        }
        let first = self
            .table
            .find(next.key(other))
            .filter(|_| self.manner.remembers);
        if let Some(entry) = first
            && entry.depth >= chance.depth
            && entry.bound != Bound::AtMost
        {
            return (doubt - entry.value).clamp(full.low, full.high);
        }
        let best = first.and_then(|entry| entry.best);
        let mut moves = self.moves(&next, other, chance.ply, best);
        if moves.is_empty() {
            return full.high;
        }
        let mv = next_move(&mut moves, 0);
        let depth = chance.depth - 1;
        // A reply that leaves less than the lower end of the window is as good as one that leaves exactly that.
        let inner = Window {
            low: full.low,
            high: doubt - window.low.max(full.low),
        };
        let inner = Window {
            high: inner.high.min(full.high).max(inner.low + 1e-3),
            ..inner
        };
        match self.value_of(&next, other, mv, depth, chance.ply + 1, inner) {
            Some(value) => (doubt - value).clamp(full.low, full.high),
            None => full.high,
        }
    }

    #[inline]
    fn after(&self, chance: &Chance<'_>, branch: &Branch) -> State {
        if branch.passes {
            return *chance.state;
        }
        chance.state.fought(
            chance.player,
            chance.mv,
            branch,
            &chance.odds,
            self.evaluation,
        )
    }

    #[inline]
    fn takes_flag(&self, chance: &Chance<'_>, branch: &Branch) -> bool {
        if branch.passes || branch.outcome != BattleOutcome::AttackerWins {
            return false;
        }
        match chance.player {
            Player::Me => branch.rank == Rank::Flag,
            Player::Foe => chance
                .state
                .unit_at(chance.mv.to)
                .is_some_and(|index| chance.state.unit(index).rank() == Some(Rank::Flag)),
        }
    }

    /// The value of taking the flag to who takes it. The opponent does not know where ours is as long as it is hidden: with
    /// `discovery` below 1 he is taken to find it with that chance only, and otherwise to have what he has. Taken for certain,
    /// every enemy piece with a way to the flag looks like a lost game to a deep search, which then gives pieces away to put it off.
    #[inline]
    fn flag_taken(&self, chance: &Chance<'_>) -> f32 {
        let won = self.won_at(chance.ply);
        let discovery = self.evaluation.discovery();
        if chance.player == Player::Me || discovery >= 1.0 {
            return won;
        }
        let is_hidden = chance
            .state
            .unit_at(chance.mv.to)
            .is_some_and(|index| !chance.state.unit(index).is_shown());
        if !is_hidden {
            return won;
        }
        let now = self.evaluation.of(chance.state, Player::Foe);
        now + discovery * (won - now)
    }
}
