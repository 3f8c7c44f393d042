//! A game known from one side only, as a client of a protocol knows it.
//!
//! Bots want a [`View`], and only a [`Game`] makes views. A client knows its own army and what it is told; it does not know
//! the enemy's ranks. So it keeps a game in which these are *invented*: any arrangement that fits all that has been told.
//! When something is told that does not fit, another arrangement is invented and the moves are played again from the start.
//! A view shows of the enemy what has been told and nothing else, so on the client's turn it is the very view that the true
//! game would give, whatever was invented. The property test says so move by move.

use flagfall_core::{
    BySide, Event, Game, IllegalMove, Move, PieceId, Rank, Rules, SETUP_SQUARES, Setup, Side,
    Square, Variant, View,
};

/// One side's knowledge of a game of classic armies.
#[derive(Clone, Debug)]
pub struct ShadowGame {
    side: Side,
    own: Setup,
    /// What has been told of the enemy's pieces, by their places in the setup.
    enemy: [Told; SETUP_SQUARES],
    game: Game,
}

#[derive(Clone, Copy, Default, Debug)]
struct Told {
    rank: Option<Rank>,
    has_moved: bool,
}

/// Why what a client was told cannot be true.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Contradiction {
    /// The move is not possible on the board.
    #[error("{0}")]
    Move(#[from] IllegalMove),
    /// No battle is told where there must be one.
    #[error("{0} attacks a piece, but no battle was told")]
    MissingBattle(Move),
    /// A battle is told where there can be none.
    #[error("{0} attacks nothing, but a battle was told")]
    NeedlessBattle(Move),
    /// A piece has another rank than was told before, or than the client gave it.
    #[error("the piece from {} was a {before} and is now told to be a {now}", id.start())]
    Rank {
        /// Which piece.
        id: PieceId,
        /// What it was.
        before: Rank,
        /// What it is said to be.
        now: Rank,
    },
    /// The armies of the game are not classic ones.
    #[error(
        "a program of ours plays classic games only: of other armies it is not told where the enemy stands"
    )]
    Variant,
    /// No army has these ranks on these pieces.
    #[error("no army fits what has been told of the enemy's pieces")]
    NoArmy,
}

impl ShadowGame {
    /// The start of a game in which this side plays this setup.
    ///
    /// # Errors
    /// If the rules are not played with classic armies: of others a client does not know where the enemy stands.
    pub fn new(rules: Rules, side: Side, own: Setup) -> Result<ShadowGame, Contradiction> {
        if rules.variant != Variant::Classic {
            return Err(Contradiction::Variant);
        }
        let enemy = [Told::default(); SETUP_SQUARES];
        let invented = invent(&enemy)?;
        let setups = BySide::from_fn(|of| if of == side { own } else { invented });
        let game = Game::new(rules, setups).map_err(|_| Contradiction::NoArmy)?;
        Ok(ShadowGame {
            side,
            own,
            enemy,
            game,
        })
    }

    /// Whose knowledge it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Side {
        self.game.position().to_move()
    }

    /// What this side knows. On the enemy's turn the result in it is not to be relied on, because it depends on whether
    /// the enemy can move.
    pub fn view(&self) -> View<'_> {
        self.game.view(self.side)
    }

    /// A turn as it was told: the move and, if it was an attack, the attacker's and the defender's rank.
    ///
    /// # Errors
    /// If it cannot be true. The game must then not be used any more.
    pub fn record(
        &mut self,
        mv: Move,
        battle: Option<(Rank, Rank)>,
    ) -> Result<Event, Contradiction> {
        let position = self.game.position();
        let mover = position
            .piece_at(mv.from)
            .ok_or(IllegalMove::NoPiece(mv.from))?;
        let target = position.piece_at(mv.to);
        if mover.side != position.to_move() {
            return Err(IllegalMove::NotYourPiece(mv.from, position.to_move()).into());
        }
        match (target, battle) {
            (Some(_), None) => return Err(Contradiction::MissingBattle(mv)),
            (None, Some(_)) => return Err(Contradiction::NeedlessBattle(mv)),
            _ => {}
        }
        let shown = if mv.is_long() {
            Some(Rank::Scout)
        } else {
            None
        };
        let attacker = battle.map(|(attacker, _)| attacker).or(shown);
        // The game goes on, so an invention in which it has ended is wrong too.
        let mut fits = self.game.result().is_none();
        fits &= self.tell(mover.side, mover.id, attacker, true)?;
        if let (Some(target), Some((_, defender))) = (target, battle) {
            fits &= self.tell(target.side, target.id, Some(defender), false)?;
        }
        if !fits {
            self.rebuild()?;
        }
        Ok(self.game.play(mv)?)
    }

    /// Notes what is told of a piece. Says whether the invention fits it.
    fn tell(
        &mut self,
        side: Side,
        id: PieceId,
        rank: Option<Rank>,
        moves: bool,
    ) -> Result<bool, Contradiction> {
        let current = self.game.position().piece(id).and_then(|piece| piece.rank);
        let is_enemy = side != self.side;
        let told = &mut self.enemy[place_of(!self.side, id.start())];
        let before = if is_enemy { told.rank } else { current };
        if let (Some(before), Some(now)) = (before, rank)
            && before != now
        {
            return Err(Contradiction::Rank { id, before, now });
        }
        if is_enemy {
            told.rank = told.rank.or(rank);
            told.has_moved |= moves;
        }
        let is_stuck = moves && !current.is_some_and(Rank::is_mobile);
        Ok(!is_enemy || (rank.is_none() || rank == current) && !is_stuck)
    }

    /// Invents anew and plays the moves again.
    fn rebuild(&mut self) -> Result<(), Contradiction> {
        let invented = invent(&self.enemy)?;
        let setups = BySide::from_fn(|of| if of == self.side { self.own } else { invented });
        let rules = *self.game.position().rules();
        let mut game = Game::new(rules, setups).map_err(|_| Contradiction::NoArmy)?;
        for event in self.game.history() {
            game.play(event.mv)?;
        }
        self.game = game;
        Ok(())
    }
}

/// Some army that fits: bombs and flag on pieces that have not moved, everything else anywhere.
fn invent(told: &[Told; SETUP_SQUARES]) -> Result<Setup, Contradiction> {
    let mut left = Variant::Classic.army();
    for rank in told.iter().filter_map(|piece| piece.rank) {
        left[rank] = left[rank].checked_sub(1).ok_or(Contradiction::NoArmy)?;
    }
    let mut places = told.map(|piece| piece.rank);
    for has_moved in [false, true] {
        // The unmoved pieces come first, so that bombs and flag find their places before the others do.
        for (place, piece) in places.iter_mut().zip(told) {
            if place.is_some() || piece.has_moved != has_moved {
                continue;
            }
            let is_left = |rank: &Rank| left[*rank] > 0 && (!has_moved || rank.is_mobile());
            let immobile = [Rank::Bomb, Rank::Flag];
            let rank = immobile.into_iter().chain(Rank::ALL).find(is_left);
            let rank = rank.ok_or(Contradiction::NoArmy)?;
            left[rank] -= 1;
            *place = Some(rank);
        }
    }
    Setup::new(Variant::Classic, places).map_err(|_| Contradiction::NoArmy)
}

/// The place in this side's setup of the piece that started on a square: the inverse of [`Setup::square`].
fn place_of(side: Side, start: Square) -> usize {
    let (row, col) = (usize::from(start.row()), usize::from(start.col()));
    let place = match side {
        Side::Red => 10 * row + 9 - col,
        Side::Blue => 10 * (9 - row) + col,
    };
    // For a piece of the other side there is no place; the caller does not use it then.
    place % SETUP_SQUARES
}

#[cfg(test)]
mod tests;
