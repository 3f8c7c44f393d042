//! Which moves are searched first: the best move of an earlier search, attacks by what they promise, killer moves, and quiet
//! moves by the history heuristic.

use flagfall_core::{BattleOutcome, Move, Square};

use super::battle::{Attacks, Detail, Knowledge};
use super::evaluation::Evaluation;
use super::generate::RankedMoves;
use super::state::{ARMY, Player, State};

const BEST: i32 = 1 << 30;
const ATTACK: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const MAX_HISTORY: i32 = 1 << 20;
/// Deep enough for any search.
pub(crate) const MAX_PLY: usize = 64;

/// What has been learned about good moves in this search.
#[derive(Clone, Debug)]
pub(crate) struct Ordering {
    killers: [[Option<Move>; 2]; MAX_PLY],
    /// By unit and target square.
    history: Vec<i32>,
}

impl Ordering {
    pub(crate) fn new() -> Ordering {
        Ordering {
            killers: [[None; 2]; MAX_PLY],
            history: vec![0; 2 * ARMY * Square::COUNT],
        }
    }

    /// A new search begins: units may have other numbers.
    pub(crate) fn clear(&mut self) {
        self.killers = [[None; 2]; MAX_PLY];
        self.history.fill(0);
    }

    /// A quiet move was good enough to leave out the rest.
    #[inline]
    pub(crate) fn reward(&mut self, state: &State, mv: Move, depth: i8, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(mv)
        {
            killers[1] = killers[0];
            killers[0] = Some(mv);
        }
        if let Some(unit) = state.unit_at(mv.from) {
            let entry = &mut self.history[usize::from(unit) * Square::COUNT + mv.to.index()];
            *entry = (*entry + i32::from(depth).pow(2)).min(MAX_HISTORY);
        }
    }

    /// Gives each move its place in the order; `gain` says what an attack promises.
    #[inline]
    pub(crate) fn rank(
        &self,
        state: &State,
        ply: usize,
        best: Option<Move>,
        gain: impl Fn(Move) -> f32,
        moves: &mut RankedMoves,
    ) {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        for ranked in moves.iter_mut() {
            let mv = ranked.mv;
            ranked.order = if Some(mv) == best {
                BEST
            } else if state.unit_at(mv.to).is_some() {
                let gain = gain(mv);
                if gain >= 0.0 {
                    ATTACK + (gain * 100.0) as i32
                } else {
                    (gain * 100.0) as i32
                }
            } else if Some(mv) == killers[0] {
                KILLER + 1
            } else if Some(mv) == killers[1] {
                KILLER
            } else {
                let unit = usize::from(state.unit_at(mv.from).unwrap_or(0));
                self.history[unit * Square::COUNT + mv.to.index()]
            };
        }
    }
}

/// What an attack gains its player in material at once, in expectation.
#[inline]
pub(crate) fn expected_gain(
    state: &State,
    player: Player,
    mv: Move,
    knowledge: &Knowledge,
    evaluation: &Evaluation,
) -> f32 {
    let found = knowledge.branches(
        state,
        player,
        mv,
        Detail::Outcome,
        Attacks::Informed,
        evaluation,
    );
    let Some((branches, odds)) = found else {
        return 0.0;
    };
    let worth = |player: Player, square: Square| {
        let index = state.unit_at(square)?;
        Some(evaluation.worth(player, state.unit(index).rank()?))
    };
    let mut sum = 0.0;
    for branch in branches.iter().filter(|branch| !branch.passes) {
        // The enemy's piece is what the branch says, ours is what it is.
        let unknown = |player: Player| {
            branch
                .ranks
                .iter()
                .map(|rank| odds.weights[rank.index()] * evaluation.worth(player, rank))
                .sum::<f32>()
                / branch.chance
        };
        let attacker = worth(player, mv.from).unwrap_or_else(|| unknown(player));
        let defender = worth(player.other(), mv.to).unwrap_or_else(|| unknown(player.other()));
        let takes_flag = branch.outcome == BattleOutcome::AttackerWins
            && match player {
                Player::Me => branch.ranks.contains(flagfall_core::Rank::Flag),
                Player::Foe => state
                    .unit_at(mv.to)
                    .is_some_and(|index| state.unit(index).rank_index() == 0),
            };
        sum += branch.chance
            * match branch.outcome {
                _ if takes_flag => evaluation.win(),
                BattleOutcome::AttackerWins => defender,
                BattleOutcome::BothFall => defender - attacker,
                BattleOutcome::DefenderWins => -attacker,
            };
    }
    sum
}
