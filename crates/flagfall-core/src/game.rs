//! A game: a position together with its public history.

use crate::battle::Event;
use crate::builder::{PositionBuilder, PositionError, VariantMismatch};
use crate::legality::IllegalMove;
use crate::moves::Move;
use crate::outcome::{GameResult, Termination};
use crate::piece::PieceId;
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::side::{BySide, Side};
use crate::view::View;

/// How a game starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// Two setups, red to move.
    Setups(BySide<Setup>),
    /// Any placement, any side to move. Boxed because it is much larger than two setups.
    Free(Box<PositionBuilder>),
}

/// A position, how it started, and everything that everybody has seen since. Only a game makes [views](View).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: Start,
    position: Position,
    history: Vec<Event>,
}

impl Game {
    /// An ordinary game.
    ///
    /// # Errors
    /// If a setup is of another variant than the rules.
    pub fn new(rules: Rules, setups: BySide<Setup>) -> Result<Game, VariantMismatch> {
        let position = Position::from_setups(rules, &setups)?;
        Ok(Game {
            start: Start::Setups(setups),
            position,
            history: Vec::new(),
        })
    }

    /// A game from any placement.
    ///
    /// # Errors
    /// If the placement is not a legal one.
    pub fn from_free(builder: PositionBuilder) -> Result<Game, PositionError> {
        let position = builder.build()?;
        Ok(Game {
            start: Start::Free(Box::new(builder)),
            position,
            history: Vec::new(),
        })
    }

    /// How the game started.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The position now, with every rank in it: not for players.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Every turn so far as both players saw it.
    #[inline]
    pub fn history(&self) -> &[Event] {
        &self.history
    }

    /// How the game ended, or `None` while it goes on.
    pub fn result(&self) -> Option<GameResult> {
        self.position.result()
    }

    /// Plays a move and says what everybody saw.
    ///
    /// # Errors
    /// If the move is not legal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Event, IllegalMove> {
        self.position.check(mv)?;
        Ok(self.advance(mv))
    }

    /// Plays a move that is known to be legal.
    #[inline]
    pub fn advance(&mut self, mv: Move) -> Event {
        let side = self.position.to_move();
        let piece = self
            .position
            .piece_at(mv.from)
            .map_or(PieceId::started_on(mv.from), |piece| piece.id);
        let battle = self.position.advance(mv);
        let event = Event {
            side,
            piece,
            mv,
            battle,
        };
        self.history.push(event);
        event
    }

    /// Ends the game by this side giving up. Without effect on a game that is over.
    pub fn resign(&mut self, side: Side) {
        self.end(GameResult::win(!side, Termination::Resignation));
    }

    /// Ends the game by agreement. Without effect on a game that is over.
    pub fn agree_draw(&mut self) {
        self.end(GameResult::draw(Termination::Agreement));
    }

    /// Ends the game by a decision from outside the board. Without effect on a game that is over.
    pub fn end(&mut self, result: GameResult) {
        if self.result().is_none() {
            self.position.board.state.end = Some(result);
        }
    }

    /// What this side may know.
    #[inline]
    pub fn view(&self, side: Side) -> View<'_> {
        View::new(&self.position, side, &self.history)
    }
}
