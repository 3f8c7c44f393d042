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

use flagfall_core::{
    BattleOutcome, Board, Direction, GameRng, Move, Rules, Seed, Setup, Square, SquareSet, View,
    below,
};
use rand::Rng;

use crate::bot::{Bot, Budget, Choice, Fault, GameStart};

/// The blind player.
#[derive(Debug)]
pub struct Blind {
    rng: GameRng,
    rules: Rules,
}

impl Blind {
    /// A blind player that has not begun a game.
    pub fn new() -> Blind {
        Blind {
            rng: Seed(0).rng(),
            rules: Rules::default(),
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
        *self = Blind {
            rng: start.seed.rng(),
            rules: start.rules,
        };
    }

    fn setup(&mut self) -> Result<Setup, Fault> {
        Ok(Setup::random(self.rules.variant, &mut self.rng))
    }

    fn choose(&mut self, view: &View<'_>, _budget: &Budget) -> Result<Choice, Fault> {
        let legal = || view.legal_moves();
        let mv = blind_move(view.board(), legal, &mut self.rng)
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
    let side = board.to_move();
    let (movers, free) = (board.mobile(side), !board.occupied_by(side));
    // The squares from which a piece can step in each direction.
    let sources = Direction::ALL.map(|direction| movers & free.shifted(opposite(direction)));
    let able = sources[0] | sources[1] | sources[2] | sources[3];
    let mut is_sure_to_succeed = false;
    loop {
        let from = able.choose(rng)?;
        let mv = draw_move(board, from, &sources, rng);
        if board.repetition_forbids(mv).is_none() && !is_sacrifice(board, mv) {
            return Some(mv);
        }
        if !is_sure_to_succeed {
            let legal = legal();
            let legal = legal.as_ref();
            if legal.iter().all(|&mv| is_sacrifice(board, mv)) {
                return (!legal.is_empty()).then(|| legal[below(rng, legal.len() as u32) as usize]);
            }
            is_sure_to_succeed = true;
        }
    }
}

/// Draws direction and distance for the piece on a square from which it can move.
#[inline]
fn draw_move(board: &Board, from: Square, sources: &[SquareSet; 4], rng: &mut impl Rng) -> Move {
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
    if board.scouts(board.to_move()).contains(from) {
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
