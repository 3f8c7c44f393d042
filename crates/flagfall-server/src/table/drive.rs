//! The bots' turns: one task for each live game, which sleeps until there is something for a bot to do.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use flagfall_bots::{Choice, Fault};
use flagfall_core::{Game, GameResult, Side, Termination};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep};

use super::bots::{SeatedBot, guarded, start_of};
use super::{Kind, Live, Table};
use crate::mind::Thought;
use crate::store::StoreError;

/// How long to wait before trying again what the database refused.
const RETRY: Duration = Duration::from_secs(1);

enum Task {
    /// The bot of this side is to move.
    Move(Side),
    /// The bot of this side is to answer a draw offer.
    AnswerDraw(Side),
    /// Nothing, until somebody does something.
    Wait,
    /// Nothing for some time.
    Pause(Duration),
    /// The game is over.
    End,
}

/// Starts the task. It holds the table only while it works, so that a table that nobody needs can go.
pub(super) fn start(table: &Arc<Table>) {
    let (work, table) = (Arc::clone(&table.work), Arc::downgrade(table));
    tokio::spawn(async move {
        loop {
            let Some(pause) = turn(&table).await else {
                return;
            };
            tokio::select! {
                () = work.notified() => {}
                () = sleep(pause) => {}
            }
        }
    });
}

/// Does what there is to do and says how long to sleep at most; `None` when there will never be anything again.
async fn turn(table: &Weak<Table>) -> Option<Duration> {
    loop {
        let table = table.upgrade()?;
        let done = match table.next_task().await {
            Task::Move(side) => table.move_bot(side).await,
            Task::AnswerDraw(side) => table.answer_for_bot(side).await,
            Task::Wait => return Some(Duration::from_secs(3600)),
            Task::Pause(pause) => return Some(pause),
            Task::End => return None,
        };
        if done.is_err() {
            // The database may be back later (a full disk that was emptied); the game has not changed.
            return Some(RETRY);
        }
    }
}

impl Table {
    async fn next_task(&self) -> Task {
        let mut live = self.state.lock().await;
        if let Some(result) = live.game.result() {
            for side in Side::ALL {
                if let Some(mut seated) = live.bots[side].take() {
                    // A bot that panics now has nothing left to lose.
                    let _ = guarded(|| {
                        seated.bot.end(&result);
                        Ok(())
                    });
                }
            }
            return Task::End;
        }
        let to_move = live.game.position().to_move();
        match (self.human, live.draw_offer) {
            (Some(human), Some(by)) if by == human => return Task::AnswerDraw(!human),
            (Some(human), _) if to_move == human => return Task::Wait,
            _ => {}
        }
        if self.kind != Kind::Watch {
            return Task::Move(to_move);
        }
        // Nobody wants two bots to play on when nobody looks.
        if self.onlookers.load(Ordering::SeqCst) == 0 || (live.pace.paused && live.steps == 0) {
            return Task::Wait;
        }
        match live.next_turn_at.checked_duration_since(Instant::now()) {
            Some(pause) if !pause.is_zero() => Task::Pause(pause),
            _ => {
                live.steps = live.steps.saturating_sub(1);
                Task::Move(to_move)
            }
        }
    }

    async fn move_bot(&self, side: Side) -> Result<(), StoreError> {
        let keeps_thoughts = self.is_open || self.kind == Kind::Watch;
        let budget = self.budget();
        let thinking = move |seated: &mut SeatedBot, game: &Game| {
            seated.catch_up(game);
            let view = game.view(side);
            let choice = seated.bot.choose(&view, &budget)?;
            let explanation = seated.bot.explain().filter(|_| keeps_thoughts);
            Ok((
                choice,
                explanation.map(|why| Thought::new(&view, choice, &why)),
            ))
        };
        let (answer, mut live) = self.ask(side, thinking).await;
        // Somebody may have ended the game meanwhile; then nobody waits for the answer.
        if live.game.result().is_some() {
            return Ok(());
        }
        let choice = match answer {
            Ok((choice, thought)) => {
                live.thoughts[side] = thought;
                choice
            }
            Err(fault) => {
                let result = GameResult::win(!side, fault.reason);
                return self.finish(&mut live, result).await;
            }
        };
        let (mv, offer) = match choice {
            Choice::Move(mv) => (mv, None),
            Choice::MoveAndOfferDraw(mv) => (mv, self.human.map(|_| side)),
            Choice::Resign => {
                let result = GameResult::win(!side, Termination::Resignation);
                return self.finish(&mut live, result).await;
            }
        };
        if live.game.view(side).check(mv).is_err() {
            let result = GameResult::win(!side, Termination::IllegalMove);
            return self.finish(&mut live, result).await;
        }
        live.next_turn_at = Instant::now() + Duration::from_millis(u64::from(live.pace.delay_ms));
        self.append(&mut live, mv, offer).await?;
        Ok(())
    }

    async fn answer_for_bot(&self, side: Side) -> Result<(), StoreError> {
        let asking = move |seated: &mut SeatedBot, game: &Game| {
            seated.catch_up(game);
            Ok(seated.bot.accepts_draw(&game.view(side)))
        };
        let (answer, mut live) = self.ask(side, asking).await;
        if live.game.result().is_some() || live.draw_offer != Some(!side) {
            return Ok(());
        }
        match answer {
            Ok(accepts) => {
                live.draw_declined_at = (!accepts).then_some(live.game.history().len() as u32);
                self.settle_draw(&mut live, accepts).await
            }
            Err(fault) => {
                let result = GameResult::win(!side, fault.reason);
                self.finish(&mut live, result).await
            }
        }
    }

    /// Lets the bot of this side work on a thread of its own, with the game unlocked meanwhile.
    async fn ask<T: Send + 'static>(
        &self,
        side: Side,
        work: impl FnOnce(&mut SeatedBot, &Game) -> Result<T, Fault> + Send + 'static,
    ) -> (Result<T, Fault>, tokio::sync::MutexGuard<'_, Live>) {
        let (game, seated) = {
            let mut live = self.state.lock().await;
            if live.thinking != Some(side) {
                live.thinking = Some(side);
                self.changed();
            }
            (live.game.clone(), live.bots[side].take())
        };
        let start = start_of(&game, side, self.seed, &self.names[!side]);
        let (factory, name) = (self.factory.clone(), self.names[side].clone());
        let permit = self.thinkers.acquire().await;
        let answer = spawn_blocking(move || {
            let mut seated = match seated {
                Some(seated) => seated,
                None => SeatedBot::sit(&factory, &name, &start)?,
            };
            let answer = guarded(|| work(&mut seated, &game))?;
            Ok((seated, answer))
        })
        .await
        .unwrap_or_else(|error| {
            Err(Fault {
                reason: Termination::Crash,
                detail: error.to_string(),
            })
        });
        drop(permit);
        let mut live = self.state.lock().await;
        live.thinking = None;
        let answer = answer.map(|(seated, answer)| {
            live.bots[side] = Some(seated);
            answer
        });
        (answer, live)
    }
}
