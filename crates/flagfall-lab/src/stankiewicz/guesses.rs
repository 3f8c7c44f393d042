//! How good guesses are, scored as he does, at the moment a piece is shown in battle.

use flagfall_arena::stats::{Interval, Z95};
use flagfall_belief::{
    BehaviorTable, Bluffing, Guesser, ModelSettings, OpponentModel, RankSource, counted_ranks,
};
use flagfall_core::{ByRank, Game, Move, PieceId, Rank, Side, View};
use serde::{Deserialize, Serialize};

/// Probabilities that differ by less than this are a tie.
const TIE: f64 = 1e-9;

/// Who guesses. All of them look on at the same games, so that they are compared on the same pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Who {
    /// The model with the settings of the cell.
    Model,
    /// "No OM": "based on the number of unknown pieces left of a particular rank", for all pieces the same.
    Numbers,
    /// Counting that knows that bombs and flags do not move.
    Counting,
    /// Invincible's guesser.
    Invincible,
    /// The model that starts from where people put their ranks.
    Priors,
    /// The model with priors, neighbors, bomb patterns and bluffs by situation.
    Everything,
}

impl Who {
    pub(super) const ALL: [Who; 6] = [
        Who::Model,
        Who::Numbers,
        Who::Counting,
        Who::Invincible,
        Who::Priors,
        Who::Everything,
    ];

    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// The settings of the models among them.
    fn settings(self, model: ModelSettings) -> Option<ModelSettings> {
        match self {
            Who::Model => Some(model),
            Who::Numbers | Who::Counting | Who::Invincible => None,
            Who::Priors => Some(ModelSettings {
                has_setup_priors: true,
                ..model
            }),
            Who::Everything => Some(ModelSettings {
                has_setup_priors: true,
                has_neighbors: true,
                has_bomb_patterns: true,
                bluffing: Bluffing::BySituation,
                ..model
            }),
        }
    }
}

/// The guesses of one of them in one game.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Tally {
    /// Pieces shown.
    pub(super) shown: u32,
    /// Pieces guessed right.
    pub(super) right: u32,
    /// The probabilities of the true ranks, summed up.
    pub(super) probability: f64,
    /// The same of the pieces that were guessed right.
    pub(super) probability_if_right: f64,
}

impl Tally {
    /// Adds a guess. "Only if the highest probability was assigned to the real rank, the guess was counted as correct"; if
    /// two ranks share the highest, it is not.
    fn add(&mut self, ranks: &ByRank<f64>, truth: Rank) {
        self.shown += 1;
        self.probability += ranks[truth];
        let is_right = Rank::ALL
            .into_iter()
            .all(|rank| rank == truth || ranks[rank] < ranks[truth] - TIE);
        if is_right {
            self.right += 1;
            self.probability_if_right += ranks[truth];
        }
    }
}

/// Everybody who looks on at a game.
pub(super) struct Onlookers {
    sources: Vec<(Who, Box<dyn RankSource>)>,
    tallies: Vec<Tally>,
    of: Side,
}

impl Onlookers {
    /// They guess the pieces of this side, from what its enemy sees.
    pub(super) fn new(view: &View<'_>, of: Side, model: ModelSettings) -> Onlookers {
        let source = |who: Who| -> Option<(Who, Box<dyn RankSource>)> {
            let source: Box<dyn RankSource> = match who.settings(model) {
                Some(settings) => {
                    let table = BehaviorTable::shipped();
                    Box::new(OpponentModel::with(view, settings, table))
                }
                None if who == Who::Invincible => Box::new(Guesser::new(view)),
                None => return None,
            };
            Some((who, source))
        };
        Onlookers {
            sources: Who::ALL.into_iter().filter_map(source).collect(),
            tallies: vec![Tally::default(); Who::ALL.len()],
            of,
        }
    }

    /// Notes what everybody thinks of the pieces that this move, which has not been played yet, is going to show in battle.
    pub(super) fn guess(&mut self, game: &Game, mv: Move) {
        if game.position().piece_at(mv.to).is_none() {
            return;
        }
        let view = game.view(!self.of);
        for square in [mv.from, mv.to] {
            let piece = view.piece_at(square).filter(|piece| piece.side == self.of);
            let Some(piece) = piece.filter(|piece| !piece.is_revealed) else {
                continue;
            };
            let Some(truth) = game.position().rank_at(square) else {
                continue;
            };
            let numbers = numbers_left(view.hidden_counts(self.of));
            self.tallies[Who::Numbers.index()].add(&numbers, truth);
            self.tallies[Who::Counting.index()].add(&counted_ranks(&view, &piece), truth);
            self.ask(&view, piece.id, truth);
        }
    }

    fn ask(&mut self, view: &View<'_>, id: PieceId, truth: Rank) {
        for (who, source) in &mut self.sources {
            source.follow(view);
            self.tallies[who.index()].add(&source.ranks(id), truth);
        }
    }

    /// In the order of [`Who::ALL`].
    pub(super) fn finish(self) -> Vec<Tally> {
        self.tallies
    }
}

fn numbers_left(hidden: &ByRank<u8>) -> ByRank<f64> {
    let total = f64::from(hidden.total().max(1));
    ByRank(hidden.0.map(|count| f64::from(count) / total))
}

/// The ratio of two sums over games, with the 95% interval that games as a whole, not single guesses, give it.
pub(super) fn ratio(games: impl Iterator<Item = (f64, f64)> + Clone) -> Interval {
    let (mut over, mut under, mut n) = (0.0, 0.0, 0.0);
    for (a, b) in games.clone() {
        over += a;
        under += b;
        n += 1.0;
    }
    let value = if under > 0.0 { over / under } else { 0.0 };
    let squares: f64 = games.map(|(a, b)| (a - value * b).powi(2)).sum();
    let variance = squares * n / f64::max(n - 1.0, 1.0);
    let error = if under > 0.0 {
        Z95 * variance.sqrt() / under
    } else {
        0.0
    };
    Interval {
        value,
        low: value - error,
        high: value + error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_wrong() {
        let mut ranks = ByRank([0.0; 12]);
        ranks[Rank::Major] = 0.4;
        ranks[Rank::Captain] = 0.4;
        ranks[Rank::Scout] = 0.2;
        let mut tally = Tally::default();
        tally.add(&ranks, Rank::Major);
        assert_eq!((tally.shown, tally.right), (1, 0));
        ranks[Rank::Captain] = 0.39;
        tally.add(&ranks, Rank::Major);
        tally.add(&ranks, Rank::Scout);
        assert_eq!((tally.shown, tally.right), (3, 1));
        assert!((tally.probability - 1.0).abs() < 1e-12);
        assert!((tally.probability_if_right - 0.4).abs() < 1e-12);
    }

    #[test]
    fn ratios_have_the_error_of_clusters() {
        let games = [(1.0, 2.0), (3.0, 4.0), (2.0, 4.0)];
        let found = ratio(games.into_iter());
        assert!((found.value - 0.6).abs() < 1e-12);
        // Residuals -0.2, 0.6 and -0.4: 0.56 * 3 / 2 = 0.84, its root over 10.
        assert!((found.high - 0.6 - 1.96 * 0.84_f64.sqrt() / 10.0).abs() < 1e-4);
    }
}
