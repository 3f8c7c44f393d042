//! The search from the root: one half-move deeper each time, until the budget is spent.

use std::collections::HashMap;

use flagfall_core::{Move, View};

use super::search::{Pruning, SCOUT, Search, Window};
use super::state::{Player, State, mixed};
use super::weights::Weights;

/// What is thought of a legal move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Verdict {
    pub(crate) mv: Move,
    /// Its value, or an upper bound of it if a better move was found before.
    pub(crate) value: f32,
    /// Its value by the last search that valued every move exactly.
    pub(crate) first_sight: f32,
    /// What its value has been changed by because the position after it is not new.
    pub(crate) staleness: f32,
}

/// What a search from the root has found.
#[derive(Clone, Debug)]
pub(crate) struct Findings {
    /// The moves, best first.
    pub(crate) verdicts: Vec<Verdict>,
    pub(crate) nodes: u64,
}

/// Up to this depth every move is valued exactly, for the order of moves and for the explanation.
const EXACT_DEPTH: i8 = 1;

/// Searches deeper and deeper. Of a search that was cut short, what it found better counts, because its first move is the
/// best one of the search before.
pub(crate) fn deepen(
    search: &mut Search<'_>,
    state: &State,
    view: &View<'_>,
    weights: &Weights,
    max_depth: i8,
) -> Findings {
    let stale = staleness(view, weights);
    let mut verdicts: Vec<Verdict> = view
        .legal_moves()
        .into_iter()
        .map(|mv| Verdict {
            mv,
            value: f32::NEG_INFINITY,
            first_sight: f32::NEG_INFINITY,
            staleness: stale(mv),
        })
        .collect();
    for depth in 1..=max_depth {
        let is_exact = depth <= EXACT_DEPTH;
        let Some(done) = search_root(search, state, &mut verdicts, depth, is_exact) else {
            break;
        };
        if is_exact && done {
            for verdict in &mut verdicts {
                verdict.first_sight = verdict.value;
            }
        }
        if !done {
            break;
        }
        let is_decided = verdicts[0].value.abs() >= search.evaluation.win() - 5.0;
        if is_decided || verdicts.len() == 1 {
            break;
        }
    }
    Findings {
        verdicts,
        nodes: search.nodes,
    }
}

/// One search; `None` if not even its first move was finished, otherwise whether all were.
pub(crate) fn search_root(
    search: &mut Search<'_>,
    state: &State,
    verdicts: &mut [Verdict],
    depth: i8,
    is_exact: bool,
) -> Option<bool> {
    let full = search.full();
    let mut low = full.low;
    let mut found: Vec<(usize, f32)> = Vec::new();
    for (number, verdict) in verdicts.iter().enumerate() {
        let window = if is_exact {
            full
        } else {
            Window {
                low: low - verdict.staleness,
                high: full.high,
            }
        };
        // As in the search below, a later move is first asked only whether it is better.
        let is_scout = search.manner.pruning != Pruning::Plain && !is_exact && number > 0;
        let first = if is_scout {
            Window {
                high: window.low + SCOUT,
                ..window
            }
        } else {
            window
        };
        let mut value = search.value_of(state, Player::Me, verdict.mv, depth - 1, 1, first);
        if search.is_over {
            break;
        }
        if is_scout && value.is_some_and(|value| value > window.low) {
            let exact = search.value_of(state, Player::Me, verdict.mv, depth - 1, 1, window);
            // If there is no time left for how much better it is, it is still known to be better.
            if !search.is_over {
                value = exact;
            }
        }
        let value = value.unwrap_or(full.low) + verdict.staleness;
        // A bound that is no better than the best value must not look equal to it.
        let is_bound = !is_exact && value <= low && number > 0;
        found.push((
            number,
            if is_bound {
                value.min(low) - 1e-3
            } else {
                value
            },
        ));
        low = low.max(value);
        if search.is_over {
            break;
        }
    }
    if found.is_empty() {
        return None;
    }
    let is_done = found.len() == verdicts.len() && !search.is_over;
    let best = found
        .iter()
        .map(|&(_, value)| value)
        .fold(f32::NEG_INFINITY, f32::max);
    for &(number, value) in &found {
        verdicts[number].value = value;
    }
    // What was not reached keeps its order behind what was.
    for verdict in verdicts.iter_mut().skip(found.len()) {
        verdict.value = verdict.value.min(best - 1e-3);
    }
    verdicts.sort_by(|a, b| b.value.total_cmp(&a.value));
    Some(is_done)
}

/// What is taken off a quiet move for leading to positions that have been there since the last battle.
fn staleness(view: &View<'_>, weights: &Weights) -> impl Fn(Move) -> f32 {
    const MOST: u32 = 6;
    let place = |id: usize, square: usize| mixed((id as u64) << 8 | square as u64 | 1 << 48);
    let mut key = 0;
    let mut ids = HashMap::new();
    for side in flagfall_core::Side::ALL {
        for (square, piece) in view.pieces(side) {
            key ^= place(piece.id.index(), square.index());
            ids.insert(square, piece.id);
        }
    }
    let now = key;
    let mut seen: HashMap<u64, u32> = HashMap::new();
    for event in view.history().iter().rev() {
        if event.battle.is_some() {
            break;
        }
        if event.side == view.viewer() {
            *seen.entry(key).or_default() += 1;
        }
        key ^= place(event.piece.index(), event.mv.to.index());
        key ^= place(event.piece.index(), event.mv.from.index());
    }
    let is_taken = !view.empty();
    let penalty = weights.repetition;
    move |mv: Move| {
        let Some(id) = ids.get(&mv.from).filter(|_| !is_taken.contains(mv.to)) else {
            return 0.0;
        };
        let after = now ^ place(id.index(), mv.from.index()) ^ place(id.index(), mv.to.index());
        -penalty * seen.get(&after).copied().unwrap_or(0).min(MOST) as f32
    }
}
