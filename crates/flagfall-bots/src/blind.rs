//! The blind player of Mets (2008), section 4.
//!
//! "They choose a random piece and move it in a random direction, by one step or a random number of steps (scout), if the
//! rules permit it"; moves that lose to a piece whose rank is already known are left out.
//!
//! Choices where the text is silent:
//! - The piece is drawn among those that can move at all, then the direction among those open to it, then the distance
//!   among those possible: drawing blindly and trying again until the rules permit gives the pieces other weights only by
//!   accident of the implementation, and takes longer.
//! - A move that the repetition rules or the ban on sacrifices forbid is thrown away and everything is drawn anew.
//! - An attack on a known piece of equal rank is no sacrifice: it costs the enemy as much.
//! - When every legal move is a sacrifice, one of them is made, each as likely as the others; giving up is not blind.
//!
//! A [`Manner`] departs from his words where his table 2 seems to: no reading of them that was tried has its figures
//! (`docs/REPRODUCTION.md`).

use std::str::FromStr;

use flagfall_core::{
    BattleOutcome, Board, Direction, GameRng, Move, Rules, Seed, Setup, Square, SquareSet, View,
    below,
};
use rand::Rng;

use crate::bot::{Bot, Budget, Choice, Fault, GameStart};
use crate::registry::OptionInfo;
use crate::spec::{Options, SpecError};

/// What a blind player does about moves that lose to a piece known to be stronger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sacrifices {
    /// It makes none, as Mets writes.
    #[default]
    Avoided,
    /// It makes them like any other move.
    Allowed,
}

/// How a blind player moves scouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scouts {
    /// By a random number of steps, as Mets writes.
    #[default]
    Run,
    /// By one step like all other pieces, unless nothing else is legal.
    Step,
}

/// How blind moves are drawn. The default is what Mets writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// Attacks on pieces known to be stronger.
    pub sacrifices: Sacrifices,
    /// The moves of scouts.
    pub scouts: Scouts,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner::AS_WRITTEN
    }
}

impl Manner {
    /// As Mets writes.
    pub const AS_WRITTEN: Manner = Manner {
        sacrifices: Sacrifices::Avoided,
        scouts: Scouts::Run,
    };

    /// As the options of a spec say.
    ///
    /// # Errors
    /// If an option has a value that it cannot have.
    pub fn take(options: &mut Options) -> Result<Manner, SpecError> {
        let Manner { sacrifices, scouts } = Manner::AS_WRITTEN;
        Ok(Manner {
            sacrifices: options.take("sacrifices", sacrifices, "avoided or allowed")?,
            scouts: options.take("scouts", scouts, "run or step")?,
        })
    }

    /// Whether the move is made only where every legal move is left out, for the same reason or another.
    #[inline]
    fn leaves_out(self, board: &Board, mv: Move) -> bool {
        (self.sacrifices == Sacrifices::Avoided && is_sacrifice(board, mv))
            || (self.scouts == Scouts::Step && mv.is_long())
    }
}

/// The blind player.
#[derive(Debug)]
pub struct Blind {
    rng: GameRng,
    rules: Rules,
    manner: Manner,
}

impl Blind {
    /// A blind player that has not begun a game.
    pub fn new() -> Blind {
        Blind {
            rng: Seed(0).rng(),
            rules: Rules::default(),
            manner: Manner::default(),
        }
    }

    /// As the options of a spec say.
    pub(crate) fn build(options: &mut Options) -> Result<Box<dyn Bot>, SpecError> {
        Ok(Box::new(Blind {
            manner: Manner::take(options)?,
            ..Blind::new()
        }))
    }
}

/// The options for the table of bots.
pub(crate) const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        key: "sacrifices",
        default: "avoided",
        meaning: "allowed: attacks on pieces known to be stronger are drawn like all other moves",
    },
    OptionInfo {
        key: "scouts",
        default: "run",
        meaning: "step: scouts move by one square like all other pieces",
    },
];

impl FromStr for Sacrifices {
    type Err = ();

    fn from_str(text: &str) -> Result<Sacrifices, ()> {
        match text {
            "avoided" => Ok(Sacrifices::Avoided),
            "allowed" => Ok(Sacrifices::Allowed),
            _ => Err(()),
        }
    }
}

impl FromStr for Scouts {
    type Err = ();

    fn from_str(text: &str) -> Result<Scouts, ()> {
        match text {
            "run" => Ok(Scouts::Run),
            "step" => Ok(Scouts::Step),
            _ => Err(()),
        }
    }
}

impl Default for Blind {
    fn default() -> Blind {
        Blind::new()
    }
}

impl Bot for Blind {
    fn begin(&mut self, start: &GameStart) {
        self.rng = start.seed.rng();
        self.rules = start.rules;
    }

    fn setup(&mut self) -> Result<Setup, Fault> {
        Ok(Setup::random(self.rules.variant, &mut self.rng))
    }

    fn choose(&mut self, view: &View<'_>, _budget: &Budget) -> Result<Choice, Fault> {
        let legal = || view.legal_moves();
        let mv = blind_move_with(self.manner, view.board(), legal, &mut self.rng)
            .expect("a bot is asked only while it can move");
        Ok(Choice::Move(mv))
    }
}

/// A blind move for the player to move; `None` if he has no legal move. Works on positions and on views alike, because it
/// looks at no rank of the enemy that is not revealed. `legal` lists the legal moves of that same board; it is only called
/// when the first draw cannot be played.
#[inline]
pub fn blind_move<L>(board: &Board, legal: impl Fn() -> L, rng: &mut impl Rng) -> Option<Move>
where
    L: AsRef<[Move]>,
{
    blind_move_with(Manner::default(), board, legal, rng)
}

/// [`blind_move`] in another manner.
#[inline]
pub fn blind_move_with<L>(
    manner: Manner,
    board: &Board,
    legal: impl Fn() -> L,
    rng: &mut impl Rng,
) -> Option<Move>
where
    L: AsRef<[Move]>,
{
    let side = board.to_move();
    let (movers, free) = (board.mobile(side), !board.occupied_by(side));
    // The squares from which a piece can step in each direction.
    let sources = Direction::ALL.map(|direction| movers & free.shifted(opposite(direction)));
    let able = sources[0] | sources[1] | sources[2] | sources[3];
    let mut is_sure_to_succeed = false;
    loop {
        let from = able.choose(rng)?;
        let mv = draw_move(board, from, &sources, manner.scouts, rng);
        if board.repetition_forbids(mv).is_none() && !manner.leaves_out(board, mv) {
            return Some(mv);
        }
        if !is_sure_to_succeed {
            let legal = legal();
            let legal = legal.as_ref();
            if legal.iter().all(|&mv| manner.leaves_out(board, mv)) {
                return (!legal.is_empty()).then(|| legal[below(rng, legal.len() as u32) as usize]);
            }
            is_sure_to_succeed = true;
        }
    }
}

/// Draws direction and distance for the piece on a square from which it can move.
#[inline]
fn draw_move(
    board: &Board,
    from: Square,
    sources: &[SquareSet; 4],
    scouts: Scouts,
    rng: &mut impl Rng,
) -> Move {
    let open = sources.map(|set| u32::from(set.contains(from)));
    let mut drawn = below(rng, open.iter().sum());
    let mut direction = Direction::North;
    for (candidate, count) in Direction::ALL.into_iter().zip(open) {
        if count == 1 {
            direction = candidate;
            if drawn == 0 {
                break;
            }
            drawn -= 1;
        }
    }
    let step = |square: Square| {
        square
            .step(direction)
            .filter(|&next| !board.occupied_by(board.to_move()).contains(next))
    };
    let first = step(from).expect("the direction is open");
    let mut to = first;
    if scouts == Scouts::Run && board.scouts(board.to_move()).contains(from) {
        let empty = board.empty();
        let reach = |square: &Square| {
            if empty.contains(*square) {
                step(*square)
            } else {
                None
            }
        };
        let distances = std::iter::successors(Some(first), reach);
        let count = distances.clone().count() as u32;
        to = distances
            .clone()
            .nth(below(rng, count) as usize)
            .expect("the distance is within reach");
    }
    Move::new(from, to)
}

/// Whether the move attacks a piece that is known to win.
#[inline]
fn is_sacrifice(board: &Board, mv: Move) -> bool {
    if !board.revealed().contains(mv.to) {
        return false;
    }
    let rank = |square| board.piece_at(square).and_then(|piece| piece.rank);
    match (rank(mv.from), rank(mv.to)) {
        (Some(attacker), Some(defender)) => {
            attacker.attacks(defender) == BattleOutcome::DefenderWins
        }
        _ => false,
    }
}

fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::North => Direction::South,
        Direction::South => Direction::North,
        Direction::East => Direction::West,
        Direction::West => Direction::East,
    }
}

#[cfg(test)]
mod tests {
    use flagfall_core::{Game, PositionBuilder, Rank, Side};

    use super::*;

    #[test]
    fn a_known_bomb_is_attacked_only_where_sacrifices_are_allowed() {
        let place = |text: &str| text.parse::<Square>().unwrap();
        let builder = PositionBuilder::new("mets".parse().unwrap())
            .with(place("A1"), Side::Red, Rank::Flag)
            .with(place("E6"), Side::Red, Rank::Major)
            .with(place("F7"), Side::Red, Rank::Captain)
            .with(place("E7"), Side::Blue, Rank::Bomb)
            .with(place("J10"), Side::Blue, Rank::Flag)
            .with(place("J8"), Side::Blue, Rank::Miner);
        let mut game = Game::from_free(builder).unwrap();
        for mv in ["F7-E7", "J8-J7"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let attacks = |sacrifices| {
            let (position, mut rng) = (game.position(), Seed(1).rng());
            let mut draw = || {
                let legal = || position.legal_moves();
                let manner = Manner {
                    sacrifices,
                    ..Manner::default()
                };
                blind_move_with(manner, position.board(), legal, &mut rng)
            };
            (0..400)
                .filter(|_| draw().is_some_and(|mv| mv.to == place("E7")))
                .count()
        };
        assert_eq!(attacks(Sacrifices::Avoided), 0);
        // One of the four directions of the only piece.
        assert!((60..140).contains(&attacks(Sacrifices::Allowed)));
    }

    #[test]
    fn scouts_that_step_go_by_one_square() {
        let place = |text: &str| text.parse::<Square>().unwrap();
        let builder = PositionBuilder::new("mets".parse().unwrap())
            .with(place("A1"), Side::Red, Rank::Flag)
            .with(place("E1"), Side::Red, Rank::Scout)
            .with(place("J10"), Side::Blue, Rank::Flag)
            .with(place("J8"), Side::Blue, Rank::Miner);
        let game = Game::from_free(builder).unwrap();
        let longest = |scouts| {
            let (position, mut rng) = (game.position(), Seed(1).rng());
            let manner = Manner {
                scouts,
                ..Manner::default()
            };
            let mut draw = || {
                let legal = || position.legal_moves();
                blind_move_with(manner, position.board(), legal, &mut rng).unwrap()
            };
            let distance = |mv: Move| mv.direction_and_distance().unwrap().1;
            (0..200).map(|_| distance(draw())).max().unwrap()
        };
        assert_eq!(longest(Scouts::Step), 1);
        assert_eq!(longest(Scouts::Run), 9);
    }
}
