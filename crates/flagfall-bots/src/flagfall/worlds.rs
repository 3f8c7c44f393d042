//! Games that could be the one on the board.
//!
//! A world is the game so far with ranks given to the enemy's hidden pieces. It is made from the view alone: the start squares of all
//! pieces and every turn since are public, so the drawn ranks complete the enemy's setup, and the turns are played over again. The
//! result is a whole game, with views of both sides: what the enemy would see if these were his ranks.

use flagfall_belief::sample_ranks;
use flagfall_core::{
    ByRank, BySide, Game, GameRng, PieceId, Rank, SETUP_SQUARES, Setup, Side, View, below, unit,
};

use crate::explain::Belief;

/// Exchanges that are tried for each hidden piece. With fewer than ten the ranks still show how they were dealt at first.
const EXCHANGES_PER_PIECE: usize = 40;

/// Ranks for the enemy's hidden pieces that fit the view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct World {
    ranks: Vec<(PieceId, Rank)>,
}

impl World {
    /// Draws ranks by what is believed about each hidden piece.
    pub(super) fn draw(view: &View<'_>, beliefs: &[Belief], rng: &mut GameRng) -> World {
        let mut ranks = Vec::new();
        sample_ranks(view, rng, &mut ranks);
        arrange(view, beliefs, &mut ranks, rng);
        World { ranks }
    }

    /// The same with a given rank for one piece, which it exchanges with any of the pieces that can give it. `None` where none can.
    pub(super) fn with_rank(
        &self,
        view: &View<'_>,
        piece: PieceId,
        rank: Rank,
        rng: &mut GameRng,
    ) -> Option<World> {
        let mut world = self.clone();
        let here = world.ranks.iter().position(|&(id, _)| id == piece)?;
        let own = world.ranks[here].1;
        if own == rank {
            return Some(world);
        }
        let can_be = |id: PieceId, rank: Rank| {
            rank.is_mobile() || view.piece(id).is_some_and(|piece| !piece.has_moved)
        };
        let givers: Vec<usize> = (0..world.ranks.len())
            .filter(|&index| {
                let (id, other) = world.ranks[index];
                other == rank && can_be(id, own)
            })
            .collect();
        if givers.is_empty() {
            return None;
        }
        let there = givers[below(rng, givers.len() as u32) as usize];
        (world.ranks[here].1, world.ranks[there].1) = (rank, own);
        can_be(piece, rank).then_some(world)
    }

    /// The whole game with these ranks. `None` if it did not start from two setups.
    pub(super) fn game(&self, view: &View<'_>) -> Option<Game> {
        let rank_of = |id: PieceId| {
            let drawn = self.ranks.iter().find(|&&(piece, _)| piece == id);
            drawn
                .map(|&(_, rank)| rank)
                .or_else(|| view.piece(id)?.rank)
        };
        let setup_of = |side: Side| {
            let places: [_; SETUP_SQUARES] = std::array::from_fn(|place| {
                rank_of(PieceId::started_on(Setup::square(side, place)))
            });
            Setup::new(view.rules().variant, places).ok()
        };
        let setups = BySide::new(setup_of(Side::Red)?, setup_of(Side::Blue)?);
        let mut game = Game::new(*view.rules(), setups).ok()?;
        for event in view.history() {
            game.play(event.mv).ok()?;
        }
        Some(game)
    }
}

/// Exchanges ranks by Metropolis' rule, under which an arrangement comes up in proportion to the product of what is believed of its
/// pieces. The counts of ranks stay as they are, and an exchange that cannot be is never made.
fn arrange(view: &View<'_>, beliefs: &[Belief], ranks: &mut [(PieceId, Rank)], rng: &mut GameRng) {
    if ranks.len() < 2 {
        return;
    }
    let weights: Vec<ByRank<f64>> = ranks
        .iter()
        .map(|&(id, _)| {
            let has_moved = view.piece(id).is_some_and(|piece| piece.has_moved);
            let belief = beliefs.iter().find(|belief| belief.piece == id);
            ByRank(Rank::ALL.map(|rank| match belief {
                _ if has_moved && !rank.is_mobile() => 0.0,
                Some(belief) => belief.ranks[rank],
                None => 1.0,
            }))
        })
        .collect();
    let n = ranks.len() as u32;
    for _ in 0..EXCHANGES_PER_PIECE * ranks.len() {
        let (a, b) = (below(rng, n) as usize, below(rng, n) as usize);
        let (of_a, of_b) = (ranks[a].1, ranks[b].1);
        let now = weights[a][of_a] * weights[b][of_b];
        let then = weights[a][of_b] * weights[b][of_a];
        if unit(rng) * now < then {
            (ranks[a].1, ranks[b].1) = (of_b, of_a);
        }
    }
}

#[cfg(test)]
mod tests;
