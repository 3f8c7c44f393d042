//! What has been played so far.

use std::collections::BTreeMap;

use flagfall_core::{BySide, Outcome, Termination};

use crate::plan::GameNumber;
use crate::play::{Played, TimeUse};
use crate::stats::{GameScore, Pentanomial, Tally};

/// What the reports need of one game. Players are counted 0 and 1 in the order of the pairing.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSummary {
    /// How the first player of the pairing did.
    pub score: GameScore,
    /// Why the game ended.
    pub reason: Termination,
    /// How many plies it had.
    pub plies: u32,
    /// The time of both players.
    pub times: [TimeUse; 2],
}

impl GameSummary {
    /// What is kept of a game.
    pub(crate) fn of(number: GameNumber, played: &Played) -> GameSummary {
        GameSummary::new(
            number,
            played.result.outcome,
            played.result.reason,
            played.game.position().ply(),
            &played.times,
        )
    }

    pub(crate) fn new(
        number: GameNumber,
        outcome: Outcome,
        reason: Termination,
        plies: u32,
        times: &BySide<TimeUse>,
    ) -> GameSummary {
        let first = number.first_side();
        let score = match outcome.winner() {
            None => GameScore::Draw,
            Some(side) if side == first => GameScore::Win,
            Some(_) => GameScore::Loss,
        };
        GameSummary {
            score,
            reason,
            plies,
            times: [times[first], times[!first]],
        }
    }

    /// The player who forfeited, if one did.
    fn forfeiter(&self) -> Option<usize> {
        match self.score {
            _ if !self.reason.is_forfeit() => None,
            GameScore::Win => Some(1),
            _ => Some(0),
        }
    }
}

/// The finished games of a plan, in whatever order they were finished.
#[derive(Clone, Debug, Default)]
pub struct Results {
    games: BTreeMap<GameNumber, GameSummary>,
}

impl Results {
    /// Adds a game.
    pub fn insert(&mut self, number: GameNumber, summary: GameSummary) {
        self.games.insert(number, summary);
    }

    /// Whether the game has been played.
    pub fn contains(&self, number: GameNumber) -> bool {
        self.games.contains_key(&number)
    }

    /// How many games have been played.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// All finished games in the order of their numbers.
    pub fn games(&self) -> impl Iterator<Item = (GameNumber, &GameSummary)> {
        self.games.iter().map(|(&number, game)| (number, game))
    }

    /// Whether none has.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Forgets the pairs of games from this one on.
    pub(crate) fn truncate(&mut self, pairs: u32) {
        self.games.retain(|number, _| number.pair < pairs);
    }

    /// Sums up one pairing.
    pub fn pairing(&self, pairing: usize) -> PairingTotals {
        let mut totals = PairingTotals::default();
        let first = GameNumber {
            pairing,
            pair: 0,
            is_swapped: false,
        };
        let mut half = None;
        for (number, game) in self
            .games
            .range(first..)
            .take_while(|(number, _)| number.pairing == pairing)
        {
            totals.add(game);
            match half.take() {
                Some((pair, score)) if pair == number.pair => {
                    totals.pairs.add_pair(score, game.score)
                }
                _ => half = Some((number.pair, game.score)),
            }
        }
        totals
    }

    /// The scores of the first pairs of a pairing, as far as no pair is missing.
    pub(crate) fn leading_pairs(
        &self,
        pairing: usize,
    ) -> impl Iterator<Item = (GameScore, GameScore)> {
        (0..).map_while(move |pair| {
            let score = |is_swapped| {
                self.games
                    .get(&GameNumber {
                        pairing,
                        pair,
                        is_swapped,
                    })
                    .map(|game| game.score)
            };
            Some((score(false)?, score(true)?))
        })
    }
}

/// The games of one pairing summed up.
#[derive(Clone, Debug, Default)]
pub struct PairingTotals {
    /// Wins, draws and losses of the first player.
    pub tally: Tally,
    /// The complete pairs by score.
    pub pairs: Pentanomial,
    /// All plies together.
    pub plies: u64,
    /// How the games ended.
    pub reasons: BTreeMap<Termination, u64>,
    /// The time of both players.
    pub times: [TimeUse; 2],
    /// How many games each player forfeited.
    pub forfeits: [u64; 2],
}

impl PairingTotals {
    fn add(&mut self, game: &GameSummary) {
        self.tally.add(game.score);
        self.plies += u64::from(game.plies);
        *self.reasons.entry(game.reason).or_default() += 1;
        for player in 0..2 {
            self.times[player].merge(&game.times[player]);
        }
        if let Some(player) = game.forfeiter() {
            self.forfeits[player] += 1;
        }
    }

    /// Plies a game on average.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / (self.tally.games() as f64).max(1.0)
    }
}
