//! What a state is worth to the searcher, in the points of `Material` (the highest piece at the start is worth 100).
//!
//! - **Material**: what is left of both armies by Invincible's values, which depend on what both sides have left (3.1). What the
//!   enemy has left is known by counting, so an unknown piece that falls is worth what it turns out to be.
//! - **Information**: a piece that its enemy does not know is worth a share more.
//! - **Mobility**: how many steps each side has.
//! - **Distance**: pieces want to be near what they can take with profit: known weaker pieces, unknown pieces where
//!   the attack is a good bet, the likely flag and, for miners, bombs. Enemy pieces near our flag are a danger, by the way that
//!   is left to them: what they beat is soon passed, and miners pass bombs. What takes them there is drawn to them the more.
//!
//! The first two change by battles only and the last by single moves, so all but mobility is kept up to date by adding the
//! difference that a move makes; the tables for that are computed once before a search. Values do not change within one.
//!
//! For the side that is ahead a win is not much more than it has and a loss costs all of it (Invincible's flag is worth more to the
//! side ahead); what each of them counts is set before the search.

use flagfall_belief::Material;
use flagfall_core::{BattleOutcome, Rank, Side, Square, View};

use super::battle::Knowledge;
use super::distance::{Ground, Terrain, siege};
use super::state::{Player, State, Unit};
use super::weights::Weights;

/// What the tables of one search are made of.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    worth: [[f32; 12]; 2],
    secret: [[f32; 12]; 2],
    /// By player, rank (12 for unknown) and square.
    place: Box<[[[f32; Square::COUNT]; 13]; 2]>,
    /// The value of a game that is won at once; no evaluation reaches it.
    win: f32,
    /// What is added to every score, so that winning and losing are equally far from 0.
    offset: f32,
    mobility: f32,
    doubt: f32,
    still: f32,
    discovery: f32,
}

/// The index of a unit whose rank the searcher does not know, in the tables of places.
const UNKNOWN: usize = 12;
/// How far below a won game the best evaluation stays.
const BELOW_WIN: f32 = 20.0;
/// The exponent beyond which a game is decided and the curve of its stakes goes on no further.
const MOST_STAKES: f32 = 2.0;
/// How much likelier than chance has it the opponent finds a flag that he looks for.
const SEARCHING: f32 = 2.0;

impl Evaluation {
    /// The tables for a search from this state, whose score is set to what the state is worth.
    pub(crate) fn new(
        view: &View<'_>,
        state: &mut State,
        knowledge: &Knowledge,
        weights: &Weights,
    ) -> Evaluation {
        let me = view.viewer();
        let material = Material::new(left(view));
        let worth = [me, !me].map(|side| {
            let mut worth = material.values(side).0.map(|value| value as f32);
            worth[Rank::Bomb.index()] *= weights.bomb;
            worth[Rank::Flag.index()] = 0.0;
            worth
        });
        let secret = worth.map(|worth| worth.map(|value| value * weights.secret));
        let mut evaluation = Evaluation {
            worth,
            secret,
            place: Box::new([[[0.0; Square::COUNT]; 13]; 2]),
            win: 0.0,
            offset: 0.0,
            mobility: weights.mobility,
            doubt: weights.doubt,
            still: weights.still,
            discovery: weights.discovery,
        };
        let patience = 1.0 + view.quiet_plies() as f32 * weights.impatience;
        evaluation.attract_theirs(state, weights);
        evaluation.attract_mine(state, knowledge, weights, patience);
        evaluation.discovery = discovery(state, knowledge, weights);
        evaluation.set_stakes(evaluation.total(state), weights);
        state.score = evaluation.total(state);
        evaluation
    }

    /// Sets what winning and losing are worth at this lead. With a chance of winning that is a logistic curve of the lead, the rest
    /// of the way to 1 is the shorter in points the more of it is behind, and the way to 0 the longer. The search wants one
    /// number for both, so the difference goes into every score.
    fn set_stakes(&mut self, lead: f32, weights: &Weights) {
        let half = weights.win / 2.0;
        let curve = |lead: f32| half * (1.0 + (lead / half).min(MOST_STAKES).exp());
        let line = |lead: f32| weights.win + 2.0 * lead.max(0.0);
        let stakes = |lead: f32| line(lead) + weights.balance * (curve(lead) - line(lead));
        let (gain, loss) = (stakes(-lead), stakes(lead));
        self.win = (gain + loss) / 2.0;
        self.offset = (loss - gain) / 2.0 - lead;
    }

    /// What a piece of this player and rank is worth.
    #[inline]
    pub(crate) fn worth(&self, player: Player, rank: Rank) -> f32 {
        self.worth[player as usize][rank.index()]
    }

    /// What it is worth more as long as its enemy does not know it.
    #[inline]
    pub(crate) fn secret(&self, player: Player, rank: Rank) -> f32 {
        self.secret[player as usize][rank.index()]
    }

    /// What it is worth to its player that a unit stands here.
    #[inline]
    pub(crate) fn place(&self, player: Player, unit: Unit, square: Square) -> f32 {
        self.place[player as usize][unit.rank_index()][square.index()]
    }

    /// The value of a game that is won at once: no value in the search is higher, and none is below its negative.
    #[inline]
    pub(crate) fn win(&self) -> f32 {
        self.win
    }

    /// What a hidden piece is worth more as long as it has not moved and could be a bomb.
    #[inline]
    pub(crate) fn still(&self) -> f32 {
        self.still
    }

    /// The chance with which the opponent finds our hidden flag when he could take it.
    #[inline]
    pub(crate) fn discovery(&self) -> f32 {
        self.discovery
    }

    /// How much of the opponent's not knowing our pieces counts for his decisions.
    #[inline]
    pub(crate) fn doubt(&self) -> f32 {
        self.doubt
    }

    /// The value of a state to the player to move.
    #[inline]
    pub(crate) fn of(&self, state: &State, to_move: Player) -> f32 {
        let mut score = state.score;
        if self.mobility != 0.0 {
            score += self.mobility * (steps(state, Player::Me) - steps(state, Player::Foe));
        }
        let limit = self.win - BELOW_WIN;
        to_move.sign() * score.clamp(-limit, limit)
    }

    /// The score of a state without mobility, from nothing.
    pub(crate) fn total(&self, state: &State) -> f32 {
        let mut score = self.offset;
        for player in [Player::Me, Player::Foe] {
            for (square, _, unit) in state.units(player) {
                let mut value = self.place(player, unit, square);
                if unit.is_still() {
                    value += self.still;
                }
                if let Some(rank) = unit.rank() {
                    value += self.worth(player, rank);
                    if !unit.is_shown() {
                        value += self.secret(player, rank);
                    }
                }
                score += player.sign() * value;
            }
        }
        for rank in Rank::ALL {
            let each = self.worth(Player::Foe, rank) + self.secret(Player::Foe, rank);
            score -= state.left[rank.index()] * each;
        }
        score
    }

    /// How good an attack of a rank of ours on an enemy unit is in itself; nothing if it is not good.
    fn temptation(
        &self,
        state: &State,
        knowledge: &Knowledge,
        weights: &Weights,
        patience: f32,
        rank: Rank,
        target: (Square, u8, Unit),
    ) -> f32 {
        let (square, index, unit) = target;
        let own = self.worth(Player::Me, rank);
        let odds = knowledge.odds(state, index);
        let is_known = unit.rank().is_some();
        // What it threatens where it stands is gone with it.
        let danger = self.place(Player::Foe, unit, square);
        let mut sum = 0.0;
        for other in Rank::ALL {
            let chance = odds.weights[other.index()];
            if chance <= 0.0 {
                continue;
            }
            let theirs = self.worth(Player::Foe, other) + danger;
            let news = if is_known {
                0.0
            } else {
                self.secret(Player::Foe, other)
            };
            sum += chance
                * match rank.attacks(other) {
                    BattleOutcome::AttackerWins if other == Rank::Flag => weights.flag,
                    BattleOutcome::AttackerWins => theirs + news,
                    BattleOutcome::BothFall => theirs + news - own,
                    BattleOutcome::DefenderWins => news - own,
                };
        }
        if !is_known {
            sum += weights.curiosity * patience;
        }
        // What can run away is worth a shorter walk than what stands.
        let stands = 1.0 - weights.flight * odds.mobile();
        (sum * stands).max(0.0)
    }

    fn attract_mine(
        &mut self,
        state: &State,
        knowledge: &Knowledge,
        weights: &Weights,
        patience: f32,
    ) {
        let near = weights.nearness();
        let march = Ground::of(state, Player::Me, Terrain::March);
        let sappers = Ground::of(state, Player::Me, Terrain::Sappers);
        for target in state.units(Player::Foe) {
            let (walk, sap) = (march.distances(target.0), sappers.distances(target.0));
            for rank in Rank::ALL.into_iter().filter(|rank| rank.is_mobile()) {
                let pull = self.temptation(state, knowledge, weights, patience, rank, target)
                    * weights.pull;
                if pull <= 0.0 {
                    continue;
                }
                let distance = if rank == Rank::Miner { &sap } else { &walk };
                let table = &mut self.place[Player::Me as usize][rank.index()];
                for square in Square::all() {
                    let nearness = pull * near[usize::from(distance[square.index()])];
                    let entry = &mut table[square.index()];
                    *entry = entry.max(nearness);
                }
            }
        }
    }

    /// Enemy pieces are drawn to those of ours that they know and can take, and are a danger near our flag.
    fn attract_theirs(&mut self, state: &State, weights: &Weights) {
        let near = weights.nearness();
        let march = Ground::of(state, Player::Foe, Terrain::March);
        for (square, _, unit) in state.units(Player::Me) {
            let Some(own) = unit.rank() else { continue };
            if own == Rank::Flag {
                self.besiege(state, weights, square);
                continue;
            }
            if !unit.is_shown() {
                continue;
            }
            let distance = march.distances(square);
            let pull = self.worth(Player::Me, own) * weights.pull * (1.0 - weights.flight);
            let takes =
                |rank: &Rank| rank.is_mobile() && rank.attacks(own) == BattleOutcome::AttackerWins;
            for rank in Rank::ALL.into_iter().filter(takes) {
                self.draw_theirs(rank.index(), |square| {
                    pull * near[usize::from(distance[square.index()])]
                });
            }
        }
    }

    /// The danger of each enemy rank to our flag; an unknown piece is as dangerous as those ranks are on average.
    fn besiege(&mut self, state: &State, weights: &Weights, flag: Square) {
        let danger = weights.danger();
        let movers = || Rank::ALL.into_iter().filter(|rank| rank.is_mobile());
        let total: f32 = movers().map(|rank| state.left[rank.index()]).sum();
        let mut unknown = [0.0; Square::COUNT];
        for rank in movers() {
            let distance = siege(state, flag, rank);
            let share = state.left[rank.index()] / total.max(1.0);
            let value =
                |square: Square| weights.guard * danger[usize::from(distance[square.index()])];
            self.draw_theirs(rank.index(), value);
            for square in Square::all() {
                unknown[square.index()] += share * value(square);
            }
        }
        self.draw_theirs(UNKNOWN, |square| unknown[square.index()]);
    }

    /// Raises what standing on each square is worth to an enemy unit.
    fn draw_theirs(&mut self, index: usize, value: impl Fn(Square) -> f32) {
        let table = &mut self.place[Player::Foe as usize][index];
        for square in Square::all() {
            let entry = &mut table[square.index()];
            *entry = entry.max(value(square));
        }
    }
}

/// The chance with which the opponent takes our flag for what it is: the likelier he thinks it the flag, the higher.
fn discovery(state: &State, knowledge: &Knowledge, weights: &Weights) -> f32 {
    let suspicion = state
        .units(Player::Me)
        .find(|(_, _, unit)| unit.rank() == Some(Rank::Flag))
        .map_or(1.0, |(_, index, _)| knowledge.seen_as(index, Rank::Flag));
    weights.discovery + (1.0 - weights.discovery) * (SEARCHING * suspicion).min(1.0)
}

/// How many steps a player has, by one square.
#[inline]
fn steps(state: &State, player: Player) -> f32 {
    let (movers, free) = (state.mobile(player), !state.held_by(player));
    let count: u32 = flagfall_core::Direction::ALL
        .into_iter()
        .map(|direction| (movers.shifted(direction) & free).len())
        .sum();
    count as f32
}

/// The pieces that both sides have left.
pub(crate) fn left(view: &View<'_>) -> flagfall_core::BySide<flagfall_core::ByRank<u8>> {
    flagfall_core::BySide::from_fn(|side: Side| {
        let mut left = *view.hidden_counts(side);
        for (_, piece) in view.pieces(side).filter(|(_, piece)| piece.is_revealed) {
            left[piece.rank.expect("a revealed piece has a rank")] += 1;
        }
        left
    })
}
