//! What is to be played.

use std::time::Duration;

use flagfall_bots::player_seed;
use flagfall_core::{BySide, Rules, Seed, Setup, Side, below};

use crate::contestant::Contestant;

/// A whole match or tournament. The same plan gives the same games, if its players are repeatable.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The players.
    pub players: Vec<Contestant>,
    /// Who plays whom, by index.
    pub pairings: Vec<(usize, usize)>,
    /// How many games each pairing has. They come in pairs with colors swapped; an odd last one stands alone.
    pub games_per_pairing: u32,
    /// The rules of every game.
    pub rules: Rules,
    /// Where everything random comes from.
    pub seed: Seed,
    /// The setups to draw from, in place of the players' own.
    pub setups: Option<Vec<Setup>>,
    /// The clock. Programs always have one, by default [`Plan::DEFAULT_MOVE_TIME`]; our own bots only when it is given.
    pub move_time: Option<Duration>,
}

/// One game of a plan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameNumber {
    /// Which pairing.
    pub pairing: usize,
    /// Which pair of games of that pairing.
    pub pair: u32,
    /// Whether colors are swapped: the first player of the pairing is then blue.
    pub is_swapped: bool,
}

impl GameNumber {
    /// The side that the first player of the pairing has.
    pub fn first_side(self) -> Side {
        if self.is_swapped {
            Side::Blue
        } else {
            Side::Red
        }
    }
}

/// Why a plan cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// Fewer than two players.
    #[error("a tournament needs at least two players")]
    TooFewPlayers,
    /// No games.
    #[error("there must be at least one game")]
    NoGames,
    /// The file of setups has none for the rules.
    #[error("there is no {0} setup among the given ones")]
    NoSetups(flagfall_core::Variant),
    /// A player that cannot be told what to set up.
    #[error("{0} makes its own setups and cannot be given any")]
    CannotGiveSetup(String),
    /// A variant that the program does not know.
    #[error("{0} knows no other variant than classic")]
    OnlyClassic(String),
}

impl Plan {
    /// Five seconds, as in the computer championships.
    pub const DEFAULT_MOVE_TIME: Duration = Duration::from_millis(5000);

    /// The arena draws a game of this length if its rules have no limit of their own. Ten thousand games of blind bots that
    /// ended by themselves had fewer than 6,000 plies (`flagfall match blind blind --games 10000 --seed 7`).
    pub const ENDLESS_PLIES: u32 = 20_000;

    /// Everybody against everybody.
    pub fn round_robin(players: usize) -> Vec<(usize, usize)> {
        (0..players)
            .flat_map(|first| (first + 1..players).map(move |second| (first, second)))
            .collect()
    }

    /// The first player against each of the others.
    pub fn gauntlet(players: usize) -> Vec<(usize, usize)> {
        (1..players).map(|second| (0, second)).collect()
    }

    /// Whether the plan can be played.
    ///
    /// # Errors
    /// Says why not.
    pub fn check(&self) -> Result<(), PlanError> {
        if self.players.len() < 2 || self.pairings.is_empty() {
            return Err(PlanError::TooFewPlayers);
        }
        if self.games_per_pairing == 0 {
            return Err(PlanError::NoGames);
        }
        let variant = self.rules.variant;
        if let Some(ucc) = self.players.iter().find(|player| player.is_ucc()) {
            if variant != flagfall_core::Variant::Classic {
                return Err(PlanError::OnlyClassic(ucc.to_string()));
            }
            if self.setups.is_some() {
                return Err(PlanError::CannotGiveSetup(ucc.to_string()));
            }
        }
        match &self.setups {
            Some(setups) if !setups.iter().any(|setup| setup.variant() == variant) => {
                Err(PlanError::NoSetups(variant))
            }
            _ => Ok(()),
        }
    }

    /// The names of the players, made unique by a number where two are the same.
    pub fn names(&self) -> Vec<String> {
        let plain: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        let nth = |index: usize| {
            plain[..index]
                .iter()
                .filter(|name| **name == plain[index])
                .count()
                + 1
        };
        (0..plain.len())
            .map(|index| match nth(index) {
                1 => plain[index].clone(),
                n => format!("{} #{n}", plain[index]),
            })
            .collect()
    }

    /// How many games there are in all.
    pub fn total_games(&self) -> usize {
        self.pairings.len() * self.games_per_pairing as usize
    }

    /// All games in the order in which they are started: a pair of every pairing in turn, so that a tournament that is
    /// stopped early has treated everybody alike.
    pub fn games(&self) -> impl Iterator<Item = GameNumber> {
        let pairings = self.pairings.len();
        let games = self.games_per_pairing;
        (0..games.div_ceil(2)).flat_map(move |pair| {
            (0..pairings).flat_map(move |pairing| {
                [false, true]
                    .into_iter()
                    .take((games - 2 * pair).min(2) as usize)
                    .map(move |is_swapped| GameNumber {
                        pairing,
                        pair,
                        is_swapped,
                    })
            })
        })
    }

    /// The seed that both games of a pair share.
    fn pair_seed(&self, game: GameNumber) -> Seed {
        self.seed
            .derive(game.pairing as u64)
            .derive(u64::from(game.pair))
    }

    /// The seed of one player (0 or 1) in a game.
    pub(crate) fn player_seed(&self, game: GameNumber, player: usize) -> Seed {
        let game_seed = self.pair_seed(game).derive(u64::from(game.is_swapped));
        player_seed(game_seed, player)
    }

    /// The seed from which a player (0 or 1) makes its setup, the same in both games of the pair.
    pub(crate) fn setup_seed(&self, game: GameNumber, player: usize) -> Seed {
        player_seed(self.pair_seed(game).derive(2), player)
    }

    /// The two given setups of a game by side. In the second game of a pair the players change places on the same board,
    /// so that a better setup helps each of them once.
    pub(crate) fn given_setups(&self, game: GameNumber) -> Option<BySide<Setup>> {
        let fitting: Vec<&Setup> = self
            .setups
            .as_ref()?
            .iter()
            .filter(|setup| setup.variant() == self.rules.variant)
            .collect();
        let mut rng = self.pair_seed(game).derive(3).rng();
        Some(BySide::from_fn(|_| {
            *fitting[below(&mut rng, fitting.len() as u32) as usize]
        }))
    }

    /// Why the seed does not repeat the games; empty if it does.
    pub fn unrepeatable(&self) -> Vec<String> {
        let players = self.players.iter().filter_map(Contestant::unrepeatable);
        let clock = self
            .move_time
            .filter(|_| !self.players.iter().all(Contestant::is_external))
            .map(|_| "one of our bots that is late by the clock (--move-time) loses".to_owned());
        players.chain(clock).collect()
    }

    /// A number that tells plans apart whose games are not the same. How many games there are does not matter, so that a
    /// finished tournament can be made longer.
    pub fn fingerprint(&self) -> String {
        let text = format!(
            "{:?} {:?} {} {:?} {:?} {:?}",
            self.names(),
            self.pairings,
            self.rules,
            self.seed,
            self.setups,
            self.move_time
        );
        let mut hash = Seed(0);
        for byte in text.bytes() {
            hash = hash.derive(u64::from(byte));
        }
        format!("{:016x}", hash.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(players: usize, games: u32) -> Plan {
        Plan {
            players: vec!["blind".parse().unwrap(); players],
            pairings: Plan::round_robin(players),
            games_per_pairing: games,
            rules: Rules::ISF,
            seed: Seed(1),
            setups: None,
            move_time: None,
        }
    }

    #[test]
    fn games_come_in_pairs_and_every_pairing_in_turn() {
        let games: Vec<GameNumber> = plan(3, 3).games().collect();
        assert_eq!(games.len(), plan(3, 3).total_games());
        assert_eq!(
            (games[0].pairing, games[1].pairing, games[2].pairing),
            (0, 0, 1)
        );
        assert!(!games[0].is_swapped && games[1].is_swapped);
        assert_eq!(games.iter().filter(|game| game.pair == 1).count(), 3);
    }

    #[test]
    fn both_games_of_a_pair_have_the_same_setups_and_other_moves() {
        let plan = plan(2, 4);
        let games: Vec<GameNumber> = plan.games().collect();
        assert_eq!(plan.setup_seed(games[0], 1), plan.setup_seed(games[1], 1));
        assert_ne!(plan.setup_seed(games[0], 1), plan.setup_seed(games[2], 1));
        assert_ne!(plan.player_seed(games[0], 0), plan.player_seed(games[1], 0));
        assert_ne!(plan.player_seed(games[0], 0), plan.player_seed(games[0], 1));
    }

    /// If this fails, every seed ever published with a result has lost its meaning.
    #[test]
    fn golden_seed_of_a_player_keeps_its_value() {
        let plan = plan(2, 2);
        let first = plan.games().next().unwrap();
        assert_eq!(plan.player_seed(first, 0), Seed(GOLDEN_PLAYER));
    }

    const GOLDEN_PLAYER: u64 = 3_814_089_618_096_341_237;

    #[test]
    fn a_clock_makes_our_bots_unrepeatable() {
        assert!(plan(2, 2).unrepeatable().is_empty());
        let timed = Plan {
            move_time: Some(Duration::from_millis(5)),
            ..plan(2, 2)
        };
        assert_eq!(timed.unrepeatable().len(), 1);
    }

    #[test]
    fn a_longer_plan_has_the_same_fingerprint_and_another_seed_has_not() {
        assert_eq!(plan(3, 4).fingerprint(), plan(3, 8).fingerprint());
        assert_ne!(
            plan(3, 4).fingerprint(),
            Plan {
                seed: Seed(2),
                ..plan(3, 4)
            }
            .fingerprint()
        );
        assert_ne!(plan(3, 4).fingerprint(), plan(2, 4).fingerprint());
    }

    #[test]
    fn equal_names_are_numbered() {
        assert_eq!(plan(3, 1).names(), ["blind", "blind #2", "blind #3"]);
    }
}
