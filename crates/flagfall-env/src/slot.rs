//! One of the games of a batch.

use std::sync::Arc;

use flagfall_core::{BySide, Event, Game, IllegalMove, Move, Outcome, Rules, Seed, Side, View};

use crate::action::{decode, encode, to_frame};
use crate::contacts::Contacts;
use crate::heuristic;
use crate::observation;
use crate::pool::SetupPool;
use crate::stats::Stats;

/// What a game of a batch does when it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AtEnd {
    /// Another one begins.
    Restart,
    /// It stays as it is.
    Stay,
}

/// A game with the number of the game it is; everything random in it is derived from that number.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) game: Game,
    pub(crate) contacts: Contacts,
    /// The seat of a guest who brings setups of its own.
    seat: Option<Seat>,
    /// From which the seeds of this slot's games are derived.
    seed: Seed,
    /// How many games came before this one.
    pub(crate) serial: u64,
}

/// Where a guest sits and where its setups come from.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    /// Which of the batch's games it is: decides the side.
    pub(crate) index: usize,
    pub(crate) setups: Arc<SetupPool>,
}

/// Codes of outcomes, for the player who just moved.
pub(crate) const RUNNING: u8 = 0;
const WIN: u8 = 1;
const DRAW: u8 = 2;
const LOSS: u8 = 3;
/// In the truth: not a hidden enemy piece.
pub(crate) const NO_TRUTH: u8 = 255;

/// Why an action cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum ActionError {
    #[error("it does not go from a square to a square")]
    NoMove,
    #[error("{0}")]
    Illegal(#[from] IllegalMove),
}

impl Slot {
    pub(crate) fn new(rules: Rules, pool: &SetupPool, seed: Seed) -> Slot {
        let game = start(rules, pool, None, seed, 0);
        let contacts = Contacts::of(&game.view(Side::Red));
        Slot {
            game,
            contacts,
            seat: None,
            seed,
            serial: 0,
        }
    }

    /// Gives a seat to a guest, who brings its setups: to this game if it has not begun, and to all that follow.
    pub(crate) fn give_seat(&mut self, seat: Seat, pool: &SetupPool) {
        if self.game.history().is_empty() {
            let rules = *self.game.position().rules();
            let game = start(rules, pool, Some(&seat), self.seed, self.serial);
            self.replace(game, self.serial);
        }
        self.seat = Some(seat);
    }

    /// Puts another game in the place of this one, as when a batch is loaded.
    pub(crate) fn replace(&mut self, game: Game, serial: u64) {
        self.contacts = Contacts::of(&game.view(Side::Red));
        self.game = game;
        self.serial = serial;
    }

    /// Plays an action of the player to move, in his frame.
    pub(crate) fn step(
        &mut self,
        action: usize,
        at_end: AtEnd,
        pool: &SetupPool,
        stats: &mut Stats,
    ) -> Result<u8, ActionError> {
        let mover = self.game.position().to_move();
        let event = match self.play(action, mover) {
            Ok(event) => event,
            // Whether the game is over is asked only now, because playing asks the same.
            Err(_) if self.game.result().is_some() => return Ok(RUNNING),
            Err(error) => return Err(error),
        };
        self.contacts.observe(&event);
        stats.plies += 1;
        stats.attacks += u64::from(event.battle.is_some());
        let Some(result) = self.game.result() else {
            return Ok(RUNNING);
        };
        stats.finish(result, self.game.position().ply());
        if at_end == AtEnd::Restart {
            let rules = *self.game.position().rules();
            let serial = self.serial + 1;
            let next = start(rules, pool, self.seat.as_ref(), self.seed, serial);
            self.replace(next, serial);
        }
        Ok(match result.outcome {
            Outcome::Draw => DRAW,
            Outcome::Win(side) if side == mover => WIN,
            Outcome::Win(_) => LOSS,
        })
    }

    fn play(&mut self, action: usize, mover: Side) -> Result<Event, ActionError> {
        let mv = decode(action, mover).ok_or(ActionError::NoMove)?;
        Ok(self.game.play(mv)?)
    }

    /// The view of the player to move: the only thing that observations and players are made from.
    fn view(&self) -> View<'_> {
        self.game.view(self.game.position().to_move())
    }

    /// Packs what the player to move sees; all zeros when the game is over.
    pub(crate) fn observe(&self, out: &mut [u8]) {
        let view = self.view();
        if view.result().is_some() {
            out.fill(0);
        } else {
            observation::pack(&view, &self.contacts, out);
        }
    }

    /// The true ranks of the enemy's hidden pieces, square by square in the frame of the player to move.
    pub(crate) fn training_truth(&self, out: &mut [u8]) {
        out.fill(NO_TRUTH);
        let position = self.game.position();
        let me = position.to_move();
        for (square, piece) in position.pieces(!me) {
            if let (false, Some(rank)) = (piece.is_revealed, piece.rank) {
                out[to_frame(square, me)] = rank.index() as u8;
            }
        }
    }

    /// A legal action drawn at random; 0 when the game is over.
    pub(crate) fn random_action(&self) -> usize {
        let mover = self.game.position().to_move();
        let mv = self.view().random_move(&mut self.turn_seed(0).rng());
        mv.map_or(0, |mv| encode(mv, mover))
    }

    /// The action of the one-ply heuristic; 0 when the game is over.
    pub(crate) fn heuristic_action(&self) -> usize {
        let mover = self.game.position().to_move();
        let mv = heuristic::choose(&self.view(), &mut self.turn_seed(1).rng());
        mv.map_or(0, |mv| encode(mv, mover))
    }

    /// The moves so far.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> {
        self.game.history().iter().map(|event| event.mv)
    }

    /// A seed for one player in one turn: the same however often it is asked for.
    fn turn_seed(&self, player: u64) -> Seed {
        let ply = u64::from(self.game.position().ply());
        self.seed.derive(self.serial).derive(2 * ply + player + 1)
    }
}

/// Whose seat a guest has in the `serial`-th game at a place of a batch. Guests change sides from game to game; in the first one
/// they are blue in the even places, as the opponent of a match in pairs is.
pub fn guest_side(index: usize, serial: u64) -> Side {
    if (index as u64 + serial).is_multiple_of(2) {
        Side::Blue
    } else {
        Side::Red
    }
}

/// The `serial`-th game of a slot.
fn start(rules: Rules, pool: &SetupPool, seat: Option<&Seat>, seed: Seed, serial: u64) -> Game {
    let mut rng = seed.derive(serial).derive(0).rng();
    let mut setups = BySide::from_fn(|_| pool.draw(&mut rng));
    if let Some(seat) = seat {
        // On whichever side, the same two setups: so that a pair of games differs in the sides alone.
        let (learners, guest) = (setups[Side::Red], guest_side(seat.index, serial));
        setups[guest] = seat.setups.draw(&mut rng);
        setups[!guest] = learners;
    }
    Game::new(rules, setups).expect("the pools' variant is that of the rules")
}
