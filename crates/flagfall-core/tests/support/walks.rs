//! Random games for properties: ordinary ones and small endings in which one side keeps chasing the other.

use std::env;
use std::ops::Range;

use flagfall_core::{
    Game, GameRng, Move, Position, PositionBuilder, Rank, Rules, Seed, Setup, Side, Square,
    Variant, below, shuffle,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{RngSeed, TestRunner};

/// How a walk starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Two random setups of this variant.
    Setups(Variant),
    /// Up to ten pieces a side anywhere.
    Free(Variant),
    /// Up to three pieces a side in a small part of the board, where they cannot help meeting.
    Ending(Variant),
    /// One or two pieces a side that can move, walled into a corner by red's bombs.
    Pen,
}

/// A start and what decides each move after it. Everything in a walk follows from these values.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    pub(crate) kind: Kind,
    pub(crate) seed: u64,
    pub(crate) rules: Rules,
    pub(crate) picks: Vec<u32>,
}

/// The rules that walks are played under: all combinations of the repetition rules, tight limits, and draws.
const RULES: [&str; 10] = [
    "isf",
    "isf",
    "isf2007",
    "vicki",
    "free",
    "isf,two_squares=1",
    "isf,two_squares=2",
    "free,more_squares=on",
    "isf,max_plies=60",
    "isf,max_quiet=16",
];

/// Walks of at most this many plies.
pub(crate) fn walks(plies: usize) -> impl Strategy<Value = Walk> {
    let kinds = [Variant::Classic, Variant::Barrage].map(|variant| {
        [
            Kind::Setups(variant),
            Kind::Free(variant),
            Kind::Ending(variant),
            Kind::Pen,
        ]
    });
    let rules = RULES.map(super::rules).to_vec();
    (
        select(kinds.concat()),
        any::<u64>(),
        select(rules),
        vec(any::<u32>(), 0..=plies),
    )
        .prop_map(|(kind, seed, rules, picks)| Walk {
            kind,
            seed,
            rules: Rules {
                variant: kind.variant(),
                ..rules
            },
            picks,
        })
}

/// Checks a property of many walks, always the same ones: a failure comes back until it is repaired. The variables
/// `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for more and for other ones.
pub(crate) fn for_walks(cases: u32, plies: usize, property: impl Fn(&Walk)) {
    check(cases, &walks(plies), |walk| property(&walk));
}

/// As [`for_walks`] for any values.
pub(crate) fn check<S: Strategy>(cases: u32, strategy: &S, property: impl Fn(S::Value)) {
    let default = ProptestConfig::default();
    let config = ProptestConfig {
        cases: match env::var_os("PROPTEST_CASES") {
            Some(_) => default.cases,
            None => cases,
        },
        rng_seed: match default.rng_seed {
            RngSeed::Random => RngSeed::Fixed(2007),
            fixed => fixed,
        },
        failure_persistence: None,
        ..default
    };
    let outcome = TestRunner::new(config).run(strategy, |value| {
        property(value);
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}

impl Kind {
    pub(crate) fn variant(self) -> Variant {
        match self {
            Kind::Setups(variant) | Kind::Free(variant) | Kind::Ending(variant) => variant,
            Kind::Pen => Variant::Classic,
        }
    }
}

/// The land squares of these rows and columns.
fn block(rows: Range<u8>, cols: Range<u8>) -> Vec<Square> {
    Square::all()
        .filter(|square| rows.contains(&square.row()) && cols.contains(&square.col()))
        .collect()
}

/// Puts between one and `most` pieces of each side on some of the squares.
fn scatter(
    builder: &mut PositionBuilder,
    mut squares: Vec<Square>,
    army: &[Rank],
    most: u32,
    rng: &mut GameRng,
) {
    shuffle(rng, &mut squares);
    for side in Side::ALL {
        let mut army = army.to_vec();
        shuffle(rng, &mut army);
        let count = 1 + below(rng, most) as usize;
        for rank in army.into_iter().take(count) {
            let square = squares.pop().expect("there are squares for all pieces");
            builder.pieces[square.index()] = Some((side, rank));
        }
    }
}

impl Walk {
    /// The placement it starts from.
    pub(crate) fn builder(&self) -> PositionBuilder {
        let mut rng = Seed(self.seed).rng();
        let mut builder = PositionBuilder::new(self.rules);
        let army: Vec<Rank> = self.rules.variant.pieces().collect();
        match self.kind {
            Kind::Setups(variant) => {
                for side in Side::ALL {
                    for (square, rank) in Setup::random(variant, &mut rng).pieces(side) {
                        builder.pieces[square.index()] = Some((side, rank));
                    }
                }
            }
            Kind::Free(_) => scatter(&mut builder, Square::all().collect(), &army, 10, &mut rng),
            Kind::Ending(_) => {
                let (row, col) = (below(&mut rng, 7) as u8, below(&mut rng, 7) as u8);
                let corner = block(row..row + 4, col..col + 4);
                scatter(&mut builder, corner, &army, 3, &mut rng);
            }
            Kind::Pen => {
                let (rows, cols) = (2 + below(&mut rng, 2) as u8, 2 + below(&mut rng, 2) as u8);
                let mut walls = block(0..rows, cols..cols + 1);
                walls.extend(block(rows..rows + 1, 0..cols));
                for square in walls {
                    builder.pieces[square.index()] = Some((Side::Red, Rank::Bomb));
                }
                let mobile: Vec<Rank> = army.into_iter().filter(|rank| rank.is_mobile()).collect();
                scatter(&mut builder, block(0..rows, 0..cols), &mobile, 2, &mut rng);
            }
        }
        if self.kind != Kind::Setups(self.rules.variant) {
            builder.to_move = Side::ALL[below(&mut rng, 2) as usize];
        }
        builder
    }

    /// The game before the first move.
    pub(crate) fn start(&self) -> Game {
        Game::from_free(self.builder()).expect("walks start from legal placements")
    }

    /// Calls `visit` with the game before each move, with the move that comes next, and returns the game after the last.
    pub(crate) fn each_ply(&self, mut visit: impl FnMut(&Game, Move)) -> Game {
        let mut game = self.start();
        for &pick in &self.picks {
            let Some(mv) = choose(game.position(), pick) else {
                break;
            };
            visit(&game, mv);
            game.advance(mv);
        }
        game
    }

    /// The game after the last move.
    pub(crate) fn play_out(&self) -> Game {
        self.each_ply(|_, _| {})
    }
}

/// One of the legal moves, mostly one that makes or keeps up a chase: a piece next to which the opponent has just moved runs
/// away, or else a piece steps next to the one that the opponent has just moved, or else next to any enemy. Sometimes the
/// piece that moved last moves again, and sometimes any piece.
pub(crate) fn choose(position: &Position, pick: u32) -> Option<Move> {
    let legal = position.legal_moves();
    let (side, taste, index) = (position.to_move(), pick % 16, (pick / 16) as usize);
    let quiet: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|mv| position.piece_at(mv.to).is_none())
        .collect();
    let only = |wanted: &dyn Fn(&Move) -> bool| -> Vec<Move> {
        quiet.iter().copied().filter(wanted).collect()
    };
    let threat = position.last_move(!side).map(|mv| mv.to);
    let next_to_threat = |square: Square| threat.is_some_and(|threat| square.is_next_to(threat));
    let runs_away = |mv: &Move| next_to_threat(mv.from) && !next_to_threat(mv.to);
    let follows = |mv: &Move| next_to_threat(mv.to);
    let threatens = |mv: &Move| {
        let enemies = position.occupied_by(!side);
        enemies.iter().any(|enemy| enemy.is_next_to(mv.to))
    };
    let goes_on = |mv: &Move| {
        position
            .last_move(side)
            .is_some_and(|last| last.to == mv.from)
    };
    let tastes: &[&dyn Fn(&Move) -> bool] = match taste {
        0 => &[],
        1 => &[&goes_on],
        _ => &[&runs_away, &follows, &threatens],
    };
    let preferred = tastes
        .iter()
        .map(|taste| only(taste))
        .find(|moves| !moves.is_empty())
        .unwrap_or_else(|| legal.to_vec());
    (!preferred.is_empty()).then(|| preferred[index % preferred.len()])
}
