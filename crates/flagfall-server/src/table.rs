//! One live game: who sits at it, what they may do, and the bots' turns.

mod bots;
mod drive;

use std::sync::Arc;
use std::time::Duration;

use flagfall_bots::{Budget, Stop};
use flagfall_core::notation::{parse_move, write_setup};
use flagfall_core::{BySide, Event, Game, GameResult, Move, Seed, Side, Termination};
use tokio::sync::{Mutex, MutexGuard, Notify, Semaphore, watch};
use tokio::time::Instant;

use crate::ids::{GameId, Token};
use crate::mind::Thought;
use crate::seen::{BySideJson, Seen, SeenEvent, Sight, own_setup};
use crate::server::{BotFactory, Patience};
use crate::store::{Kind, LoadedGame, Store, StoreError};
use crate::wire::{About, Pace, State};
use bots::SeatedBot;
pub(crate) use bots::{PlayerSeeds, guarded, start_of};

/// The slowest and the longest pace that can be asked for.
const LONGEST_DELAY_MS: u32 = 60_000;

/// A live game.
#[derive(Debug)]
pub struct Table {
    id: GameId,
    token_hash: Option<String>,
    kind: Kind,
    human: Option<Side>,
    is_open: bool,
    budget_ms: u32,
    seed: Seed,
    names: BySide<String>,
    store: Store,
    factory: BotFactory,
    /// Bots that may think at the same time.
    thinkers: Arc<Semaphore>,
    patience: Patience,
    state: Mutex<Live>,
    /// Counts changes; whoever shows the game waits for the next one.
    changes: watch::Sender<u64>,
    /// Wakes the driver of the bots.
    work: Arc<Notify>,
    onlookers: watch::Sender<usize>,
}

/// What changes.
#[derive(Debug)]
struct Live {
    game: Game,
    draw_offer: Option<Side>,
    /// How many offers the bot has declined since the table was opened.
    draws_declined: u32,
    thinking: Option<Side>,
    /// Ends the thinking that goes on.
    stop: Stop,
    bots: BySide<Option<SeatedBot>>,
    thoughts: BySide<Option<Thought>>,
    pace: Pace,
    steps: u32,
    next_turn_at: Instant,
}

/// Who somebody at the table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Has the token: plays the game, or has started the two bots.
    Owner,
    /// Has only the game's name.
    Spectator,
}

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// With a word for programs and a sentence for people.
    #[error("{text}")]
    Refused {
        /// The word.
        code: &'static str,
        /// The sentence.
        text: String,
    },
    /// The database failed.
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
}

fn refused<T>(code: &'static str, text: impl Into<String>) -> Result<T, TableError> {
    let text = text.into();
    Err(TableError::Refused { code, text })
}

/// What every table of a server shares.
#[derive(Clone, Debug)]
pub(crate) struct House {
    pub(crate) store: Store,
    pub(crate) factory: BotFactory,
    pub(crate) thinkers: Arc<Semaphore>,
    pub(crate) patience: Patience,
}

impl Table {
    /// Sits everybody down at a game that is in the database, and lets the bots play.
    pub(crate) fn open(loaded: LoadedGame, house: &House) -> Result<Arc<Table>, StoreError> {
        let LoadedGame { row, record } = loaded;
        let game = record.replay().map_err(|error| StoreError::Damaged {
            id: row.id.0.clone(),
            reason: error.to_string(),
        })?;
        let table = Arc::new(Table {
            id: row.id,
            token_hash: row.token_hash,
            kind: row.kind,
            human: row.human,
            is_open: row.is_open,
            budget_ms: row.budget_ms,
            seed: Seed(row.seed),
            names: record.names,
            store: house.store.clone(),
            factory: house.factory.clone(),
            thinkers: Arc::clone(&house.thinkers),
            patience: house.patience,
            state: Mutex::new(Live {
                game,
                draw_offer: row.draw_offer,
                draws_declined: 0,
                thinking: None,
                stop: Stop::NEVER,
                bots: BySide::new(None, None),
                thoughts: BySide::new(None, None),
                pace: Pace {
                    delay_ms: 600,
                    paused: false,
                },
                steps: 0,
                next_turn_at: Instant::now(),
            }),
            changes: watch::Sender::new(0),
            work: Arc::new(Notify::new()),
            onlookers: watch::Sender::new(0),
        });
        drive::start(&table);
        Ok(table)
    }

    /// Who somebody with this token is.
    ///
    /// # Errors
    /// If the token belongs to no seat of this game.
    pub fn role(&self, token: Option<&Token>) -> Result<Role, TableError> {
        match token {
            None => Ok(Role::Spectator),
            Some(token) if Some(token.hash()) == self.token_hash => Ok(Role::Owner),
            Some(_) => refused("wrong-token", "this token belongs to no seat of this game"),
        }
    }

    /// How much somebody in this role sees.
    pub fn sight(&self, role: Role) -> Sight {
        match (role, self.human) {
            (Role::Spectator, _) => Sight::Public,
            (Role::Owner, Some(side)) if !self.is_open => Sight::Side(side),
            (Role::Owner, _) => Sight::Open,
        }
    }

    /// Counts changes from now on.
    pub fn watch_changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// How the game stands for somebody who has heard of `have` plies. Everything about the board comes from
    /// [`Seen`], and so from views.
    ///
    /// With it comes the number of the change that it shows, so that nobody is told the same twice.
    pub async fn state(&self, role: Role, have: u32) -> (u64, State) {
        let live = self.state.lock().await;
        let change = *self.changes.borrow();
        let game = &live.game;
        let sight = self.sight(role);
        let you = self.human.filter(|_| role == Role::Owner);
        let own_view = you.map(|side| game.view(side));
        let events_from = have.min(game.history().len() as u32);
        let state = State {
            game: About {
                kind: self.kind,
                rules: game.position().rules().to_string(),
                names: BySideJson::from_fn(|side| self.names[side].clone()),
                budget_ms: self.budget_ms,
            },
            you: you.map(Side::name),
            sight: sight.name(),
            seen: Seen::of(game, sight),
            legal: own_view
                .iter()
                .flat_map(|view| view.legal_moves())
                .map(|mv| mv.to_string())
                .collect(),
            setup: own_view
                .as_ref()
                .and_then(own_setup)
                .map(|setup| write_setup(&setup, Side::Red)),
            events_from,
            events: game.history()[events_from as usize..]
                .iter()
                .map(SeenEvent::from)
                .collect(),
            thinking: live.thinking.map(Side::name),
            draw_offer: live.draw_offer.map(Side::name),
            draws_declined: live.draws_declined,
            pace: (self.kind == Kind::Watch).then_some(live.pace),
        };
        (change, state)
    }

    /// Plays a person's move.
    ///
    /// # Errors
    /// If it is not his turn, the move cannot be read or is not legal, or it could not be saved. Nothing has changed then.
    pub async fn play(&self, role: Role, text: &str, ply: u32) -> Result<(), TableError> {
        let side = self.player(role)?;
        let Ok(mv) = parse_move(text) else {
            return refused("malformed", format!("'{text}' is no move"));
        };
        let mut live = self.state.lock().await;
        if live.game.result().is_some() {
            return refused("game-over", "the game is over");
        }
        if live.game.position().to_move() != side {
            return refused("not-your-turn", "it is the opponent's turn");
        }
        let now = live.game.history().len() as u32;
        if ply != now {
            let text = format!("the move was for ply {ply}, the game is at ply {now}");
            return refused("out-of-date", text);
        }
        if let Err(why) = live.game.view(side).check(mv) {
            return refused(why.name(), explain_illegal(&why));
        }
        self.append(&mut live, mv, None).await?;
        Ok(())
    }

    /// Offers the bot a draw. It answers as soon as it does not think about a move; until then the offer stands.
    ///
    /// # Errors
    /// If there is nobody to offer it to, an offer stands already, or it could not be saved.
    pub async fn offer_draw(&self, role: Role) -> Result<(), TableError> {
        let side = self.player(role)?;
        let mut live = self.live().await?;
        if live.draw_offer.is_some() {
            return refused("offer-stands", "a draw has been offered already");
        }
        self.store.set_draw_offer(&self.id, Some(side)).await?;
        live.draw_offer = Some(side);
        self.changed();
        Ok(())
    }

    /// Answers the bot's offer of a draw.
    ///
    /// # Errors
    /// If there is none, or the answer could not be saved.
    pub async fn answer_draw(&self, role: Role, accept: bool) -> Result<(), TableError> {
        let side = self.player(role)?;
        let mut live = self.live().await?;
        if live.draw_offer != Some(!side) {
            return refused("no-offer", "the opponent has not offered a draw");
        }
        self.settle_draw(&mut live, accept).await?;
        Ok(())
    }

    /// Gives up, whoever's turn it is.
    ///
    /// # Errors
    /// If the game is over or the end could not be saved.
    pub async fn resign(&self, role: Role) -> Result<(), TableError> {
        let side = self.player(role)?;
        let mut live = self.live().await?;
        let result = GameResult::win(!side, Termination::Resignation);
        self.finish(&mut live, result).await?;
        Ok(())
    }

    /// Has the bot that thinks about a move play the best that it has.
    ///
    /// # Errors
    /// If the caller only watches, or no bot is thinking.
    pub async fn hurry(&self, role: Role) -> Result<(), TableError> {
        if role == Role::Spectator {
            return refused("spectator", "spectators can only watch");
        }
        let live = self.live().await?;
        if live.thinking.is_none() {
            return refused("not-thinking", "no bot is thinking");
        }
        live.stop.raise();
        Ok(())
    }

    /// Changes how fast two bots play.
    ///
    /// # Errors
    /// If the caller has not started them.
    pub async fn set_pace(
        &self,
        role: Role,
        delay_ms: u32,
        paused: bool,
    ) -> Result<(), TableError> {
        self.conductor(role)?;
        let mut live = self.state.lock().await;
        live.pace = Pace {
            delay_ms: delay_ms.min(LONGEST_DELAY_MS),
            paused,
        };
        live.steps = 0;
        live.next_turn_at = Instant::now();
        self.changed();
        Ok(())
    }

    /// Lets two bots that have been stopped make one move.
    ///
    /// # Errors
    /// If the caller has not started them.
    pub async fn step(&self, role: Role) -> Result<(), TableError> {
        self.conductor(role)?;
        let mut live = self.state.lock().await;
        live.steps += 1;
        live.next_turn_at = Instant::now();
        self.work.notify_one();
        Ok(())
    }

    /// What a bot thought about its last move, for games in which everything may be seen.
    ///
    /// # Errors
    /// If the game is not such a one, or the bot has not explained anything.
    pub async fn thought(&self, role: Role, side: Side) -> Result<Thought, TableError> {
        let live = self.state.lock().await;
        if self.sight(role) != Sight::Open {
            return refused(
                "not-open",
                "a bot's mind is open only in games in which all pieces are",
            );
        }
        let name = &self.names[side];
        match &live.thoughts[side] {
            Some(thought) => Ok(thought.clone()),
            None => refused(
                "no-thought",
                format!("{name} has explained no move of this game since it was opened"),
            ),
        }
    }

    /// One more is looking.
    pub(crate) fn enter(&self) {
        self.onlookers.send_modify(|count| *count += 1);
        self.work.notify_one();
    }

    /// One has gone.
    pub(crate) fn leave(&self) {
        self.onlookers.send_modify(|count| *count -= 1);
    }

    /// Whether nobody is looking and no bot is thinking.
    pub(crate) fn is_idle(&self) -> bool {
        self.is_deserted()
            && self
                .state
                .try_lock()
                .is_ok_and(|live| live.thinking.is_none())
    }

    fn is_deserted(&self) -> bool {
        *self.onlookers.borrow() == 0
    }

    fn budget(&self, stop: Stop) -> Budget {
        let ms = (self.budget_ms > 0).then_some(u64::from(self.budget_ms));
        Budget {
            time: ms.map(Duration::from_millis),
            stop,
            ..Budget::OWN
        }
    }

    fn player(&self, role: Role) -> Result<Side, TableError> {
        match (role, self.human) {
            (Role::Owner, Some(side)) => Ok(side),
            (Role::Owner, None) => refused("no-seat", "two bots play here; you can only watch"),
            (Role::Spectator, _) => refused("spectator", "spectators can only watch"),
        }
    }

    fn conductor(&self, role: Role) -> Result<(), TableError> {
        match (role, self.kind) {
            (Role::Owner, Kind::Watch) => Ok(()),
            (Role::Spectator, _) => refused("spectator", "spectators can only watch"),
            _ => refused("no-pace", "only a game of two bots has a pace"),
        }
    }

    async fn live(&self) -> Result<MutexGuard<'_, Live>, TableError> {
        let live = self.state.lock().await;
        if live.game.result().is_some() {
            return refused("game-over", "the game is over");
        }
        Ok(live)
    }

    /// Saves and then plays a legal move, with which the mover may offer a draw.
    ///
    /// A bot's offer lapses when the person moves on. A person's stands until the bot has answered it: he may make it while
    /// the bot thinks about a move.
    async fn append(
        &self,
        live: &mut Live,
        mv: Move,
        offer: Option<Side>,
    ) -> Result<Event, StoreError> {
        let is_persons = live.draw_offer.is_some() && live.draw_offer == self.human;
        let draw_offer = if is_persons { live.draw_offer } else { offer };
        let mut after = live.game.clone();
        let event = after.advance(mv);
        let ply = live.game.history().len() as u32;
        self.store
            .append_ply(&self.id, ply, mv, draw_offer, after.result())
            .await?;
        live.game = after;
        live.draw_offer = draw_offer.filter(|_| live.game.result().is_none());
        // The bot's thinking begins with the move that it answers, and is told together with it.
        let to_move = live.game.position().to_move();
        let is_bots_turn = self.human.is_some_and(|human| human != to_move);
        live.thinking = (is_bots_turn && live.game.result().is_none()).then_some(to_move);
        // From here on whoever hurries the bot means this turn, even before it has begun to think.
        live.stop = Stop::new();
        self.changed();
        Ok(event)
    }

    async fn settle_draw(&self, live: &mut Live, accept: bool) -> Result<(), StoreError> {
        if accept {
            return self
                .finish(live, GameResult::draw(Termination::Agreement))
                .await;
        }
        self.store.set_draw_offer(&self.id, None).await?;
        live.draw_offer = None;
        self.changed();
        Ok(())
    }

    async fn finish(&self, live: &mut Live, result: GameResult) -> Result<(), StoreError> {
        self.store.finish_game(&self.id, result).await?;
        live.game.end(result);
        live.draw_offer = None;
        live.thinking = None;
        self.changed();
        Ok(())
    }

    fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
        self.work.notify_one();
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        // The driver finds the table gone.
        self.work.notify_one();
    }
}

/// The rule that forbids a move, in a sentence.
fn explain_illegal(why: &flagfall_core::IllegalMove) -> String {
    let mut text = why.to_string();
    if let Some(first) = text.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    text.push('.');
    text
}
