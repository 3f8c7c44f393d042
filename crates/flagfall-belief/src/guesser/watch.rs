//! Evidence beyond the thesis, for a player whose opponents may set up in any way: what pieces that have not moved tell by
//! that, and how much this opponent's setup is like people's.
//!
//! - A piece that could have moved, turn after turn, and has not is likelier a bomb. That is most so in the front row, whose pieces
//!   are free from the beginning and are moved first.
//! - One that stays beside a known piece that would take it, although it has somewhere to go, has less to fear than its rank would
//!   say: it is likely of a rank that does not lose, and bombs do not.
//! - Flags stand behind others: a piece beside an empty square, or one that the enemy has reached, is seldom the flag.
//! - Of every piece that is shown people's statistics have said something before, and so has plain counting. Whichever foretold
//!   more of this setup counts for more of what is still hidden.

use flagfall_core::{
    BattleOutcome, ByRank, BySide, Direction, Event, PieceId, Rank, Side, Square, Variant,
};
use flagfall_setups::SetupStats;

use crate::placing::{LEAST_SHARE, place_of};
use crate::public::{PublicBoard, PublicPiece};

/// What a turn of standing still with room to move leaves of the probability that the piece can move: in the front row, elsewhere.
const STILL_FRONT: f64 = 0.97;
const STILL_BEHIND: f64 = 0.995;
/// More turns of that say nothing new: what has not been moved by then may have to stay.
const MOST_STILL: u8 = 80;
/// What a turn beside a known piece that would take it leaves of a rank.
const STAYED: f64 = 0.5;
const MOST_STAYED: u8 = 4;
/// What standing where the enemy can come leaves of the flag.
const OPEN_FLAG: f64 = 0.12;
/// How sure one is at first that a setup is like people's.
const FIRST_TRUST: f64 = 0.75;
/// The most that one shown piece can say about that, as an exponent.
const MOST_BY_ONE_PIECE: f64 = 1.0;
/// The first place of a setup's front row.
const FRONT: usize = 30;

/// What has been seen of pieces that did not move, and of setups.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Watch {
    /// By the square that a piece started on: turns with room to move, and beside something that would take it.
    still: [u8; Square::COUNT],
    stayed: [u8; Square::COUNT],
    /// Whether the enemy could come beside it.
    is_open: [bool; Square::COUNT],
    /// The logarithm of the odds that a side's setup is like people's.
    trust: BySide<f64>,
}

impl Watch {
    pub(super) fn new() -> Watch {
        let odds: f64 = FIRST_TRUST / (1.0 - FIRST_TRUST);
        Watch {
            still: [0; Square::COUNT],
            stayed: [0; Square::COUNT],
            is_open: [false; Square::COUNT],
            trust: BySide::from_fn(|_| odds.ln()),
        }
    }

    /// How likely a side's setup is like people's.
    pub(super) fn trust(&self, side: Side) -> f64 {
        1.0 / (1.0 + (-self.trust[side]).exp())
    }

    /// What a turn says about the pieces of its side that it did not move, before it is played: factors for the ranks of each.
    pub(super) fn unmoved(
        &mut self,
        board: &PublicBoard,
        event: &Event,
    ) -> Vec<(PieceId, [f64; 12])> {
        let side = event.side;
        let still = |(id, piece): &(PieceId, &PublicPiece)| {
            *id != event.piece && piece.known.is_none() && !piece.has_moved
        };
        board
            .pieces(side)
            .filter(still)
            .filter_map(|(id, piece)| Some((id, self.factors(board, side, id, piece.square)?)))
            .collect()
    }

    fn factors(
        &mut self,
        board: &PublicBoard,
        side: Side,
        id: PieceId,
        square: Square,
    ) -> Option<[f64; 12]> {
        let around = || Direction::ALL.into_iter().filter_map(|at| square.step(at));
        let is_free = around().any(|square| board.piece_at(square).is_none());
        let beside = |square| {
            board
                .piece_at(square)
                .filter(|(_, other)| other.side != side)
        };
        let mut factors = [1.0; 12];
        let mut changes = false;
        let is_open = &mut self.is_open[id.index()];
        if !*is_open && (is_free || around().any(|square| beside(square).is_some())) {
            *is_open = true;
            changes = true;
            factors[Rank::Flag.index()] *= OPEN_FLAG;
        }
        if !is_free {
            return changes.then_some(factors);
        }
        let (still, stayed) = (&mut self.still[id.index()], &mut self.stayed[id.index()]);
        let movers = || Rank::ALL.into_iter().filter(|rank| rank.is_mobile());
        if *still < MOST_STILL {
            *still += 1;
            changes = true;
            let is_front = place_of(side, square).is_some_and(|place| place >= FRONT);
            let factor = if is_front { STILL_FRONT } else { STILL_BEHIND };
            movers().for_each(|rank| factors[rank.index()] *= factor);
        }
        let strongest = around()
            .filter_map(beside)
            .filter_map(|(_, other)| other.known.filter(|rank| rank.is_mobile()))
            .max_by_key(|rank| rank.index());
        if let Some(enemy) = strongest.filter(|_| *stayed < MOST_STAYED) {
            *stayed += 1;
            changes = true;
            movers()
                .filter(|&rank| enemy.attacks(rank) == BattleOutcome::AttackerWins)
                .for_each(|rank| factors[rank.index()] *= STAYED);
        }
        changes.then_some(factors)
    }

    /// Takes in that a piece has been shown; whether it had moved before tells that it was none of the ranks that cannot.
    pub(super) fn shown(
        &mut self,
        variant: Variant,
        side: Side,
        piece: PieceId,
        rank: Rank,
        has_moved: bool,
    ) {
        let Some(place) = place_of(side, piece.start()) else {
            return;
        };
        if rank == Rank::Flag {
            return;
        }
        let share_of = |trust: f64| {
            let shares = trusted_shares(variant, place, trust);
            let possible = Rank::ALL
                .into_iter()
                .filter(|rank| rank.is_mobile() || !has_moved);
            shares[rank] / possible.map(|rank| shares[rank]).sum::<f64>()
        };
        let (people, plain) = (share_of(1.0), share_of(0.0));
        let says = (people / plain).ln();
        self.trust[side] += says.clamp(-MOST_BY_ONE_PIECE, MOST_BY_ONE_PIECE);
    }
}

/// How likely each rank is on a place of a setup that is like people's with this probability. Where flags are is left to people's
/// statistics: nobody puts them anywhere.
pub(super) fn trusted_shares(variant: Variant, place: usize, trust: f64) -> ByRank<f64> {
    let (stats, army) = (SetupStats::of(variant), variant.army());
    let people = ByRank(Rank::ALL.map(|rank| match army[rank] {
        0 => 0.0,
        _ => stats.share(place, rank).max(LEAST_SHARE),
    }));
    let total: f64 = people.0.iter().sum();
    let size = variant.army_size() as f64;
    ByRank(Rank::ALL.map(|rank| {
        let people = people[rank] / total;
        match rank {
            Rank::Flag => people,
            _ => trust * people + (1.0 - trust) * f64::from(army[rank]) / size,
        }
    }))
}
