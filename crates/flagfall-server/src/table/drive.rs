//! The bots' turns: one task for each live game, which sleeps until there is something for a bot to do.

use std::sync::{Arc, Weak};
use std::time::Duration;

use flagfall_bots::{Budget, Choice, Fault, Stop};
use flagfall_core::{Game, GameResult, Side, Termination};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout};

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
        // Nobody waits for a bot when nobody looks; it goes on when somebody comes.
        if self.is_deserted() {
            live.thinking = None;
            return Task::Wait;
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
        if live.pace.paused && live.steps == 0 {
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
        let thinking = move |seated: &mut SeatedBot, game: &Game, budget: &Budget| {
            seated.catch_up(game);
            let view = game.view(side);
            let choice = seated.bot.choose(&view, budget)?;
            let explanation = seated.bot.explain().filter(|_| keeps_thoughts);
            Ok((
                choice,
                explanation.map(|why| Thought::new(&view, choice, &why)),
            ))
        };
        let (answer, mut live) = self.ask(side, thinking).await;
        let choice = match answer {
            None => return Ok(()),
            // It may have been a moment before somebody ended the game.
            Some(_) if live.game.result().is_some() => return Ok(()),
            Some(Ok((choice, thought))) => {
                live.thoughts[side] = thought;
                choice
            }
            Some(Err(fault)) => {
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
        let is_answer = offer.is_some() && live.draw_offer == self.human;
        if is_answer && live.game.result().is_none() {
            // Both have offered a draw at the same time.
            return self.settle_draw(&mut live, true).await;
        }
        Ok(())
    }

    async fn answer_for_bot(&self, side: Side) -> Result<(), StoreError> {
        let asking = move |seated: &mut SeatedBot, game: &Game, _: &Budget| {
            seated.catch_up(game);
            Ok(seated.bot.accepts_draw(&game.view(side)))
        };
        let (answer, mut live) = self.ask(side, asking).await;
        if live.game.result().is_some() || live.draw_offer != Some(!side) {
            return Ok(());
        }
        match answer {
            None => Ok(()),
            Some(Ok(accepts)) => {
                live.draws_declined += u32::from(!accepts);
                self.settle_draw(&mut live, accepts).await
            }
            Some(Err(fault)) => {
                let result = GameResult::win(!side, fault.reason);
                self.finish(&mut live, result).await
            }
        }
    }

    /// Lets the bot of this side work on a thread of its own, with the game unlocked meanwhile. There is no answer if
    /// nobody waits for one any more: the bot is then told to stop and forgotten.
    async fn ask<T: Send + 'static>(
        &self,
        side: Side,
        work: impl FnOnce(&mut SeatedBot, &Game, &Budget) -> Result<T, Fault> + Send + 'static,
    ) -> (Option<Result<T, Fault>>, tokio::sync::MutexGuard<'_, Live>) {
        let (game, seated, stop) = {
            let mut live = self.state.lock().await;
            if live.thinking != Some(side) {
                live.thinking = Some(side);
                live.stop = Stop::new();
                self.changed();
            }
            (live.game.clone(), live.bots[side].take(), live.stop.clone())
        };
        let start = start_of(&game, side, self.seed, &self.names[!side]);
        let (factory, name) = (self.factory.clone(), self.names[side].clone());
        let budget = self.budget(stop.clone());
        let thinking = self.think(&stop, move || {
            let mut seated = match seated {
                Some(seated) => seated,
                None => SeatedBot::sit(&factory, &name, &start)?,
            };
            let answer = guarded(|| work(&mut seated, &game, &budget))?;
            Ok((seated, answer))
        });
        let answer = tokio::select! {
            answer = thinking => Some(answer),
            () = self.nobody_waits() => {
                stop.raise();
                None
            }
        };
        let mut live = self.state.lock().await;
        live.thinking = None;
        let answer = answer.map(|answer| {
            answer.map(|(seated, answer)| {
                live.bots[side] = Some(seated);
                answer
            })
        });
        (answer, live)
    }

    /// Waits for a place among the thinkers and for the answer, but not for longer than patience lasts.
    async fn think<T: Send + 'static>(
        &self,
        stop: &Stop,
        work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let _place = self.thinkers.acquire().await;
        let mut answer = spawn_blocking(work);
        let in_time = match timeout(self.patience.longest_thought, &mut answer).await {
            Ok(answer) => Ok(answer),
            Err(_) => {
                stop.raise();
                timeout(self.patience.grace, &mut answer).await
            }
        };
        match in_time {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => Err(Fault {
                reason: Termination::Crash,
                detail: error.to_string(),
            }),
            Err(_) => Err(Fault {
                reason: Termination::Time,
                detail: "it did not stop when it was told to".to_owned(),
            }),
        }
    }

    /// Returns when the game is over or deserted.
    async fn nobody_waits(&self) {
        tokio::select! {
            () = self.over() => {}
            () = self.deserted() => {}
        }
    }

    /// Returns when the game is over.
    async fn over(&self) {
        let mut changes = self.changes.subscribe();
        while self.state.lock().await.game.result().is_none() {
            // The channel lives as long as the table.
            let _ = changes.changed().await;
        }
    }

    /// Returns when nobody has looked for some time. A page that is loaded again is away only for a moment.
    async fn deserted(&self) {
        let mut onlookers = self.onlookers.subscribe();
        loop {
            let _ = onlookers.wait_for(|&count| count == 0).await;
            let is_back = onlookers.wait_for(|&count| count > 0);
            if timeout(self.patience.deserted_after, is_back)
                .await
                .is_err()
            {
                return;
            }
        }
    }
}
