//! A bot that nobody waits for is told to stop, and its place among the thinkers is free for others. One that thinks for too
//! long is told to answer, and loses if it does not.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails with the test")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use common::{Client, Running, is_mine, is_over, play_wish, ply};
use flagfall_bots::{Bot, Budget, Choice, Explanation, Fault, GameStart};
use flagfall_core::{Seed, Setup, Variant, View};
use flagfall_server::{BotFactory, Patience};
use serde_json::json;
use tempfile::{TempDir, tempdir};
use tokio::io::AsyncWriteExt;

const SETUP: &str = "MBBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKL";

/// What the bots of a test have done.
#[derive(Clone, Default)]
struct Log {
    begun: Arc<AtomicU32>,
    stopped: Arc<AtomicU32>,
}

impl Log {
    async fn wait_until(&self, what: impl Fn(&Log) -> bool) {
        let started = Instant::now();
        while !what(self) {
            assert!(started.elapsed() < Duration::from_secs(20), "it never came");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    fn n_begun(&self) -> u32 {
        self.begun.load(Ordering::SeqCst)
    }

    fn n_stopped(&self) -> u32 {
        self.stopped.load(Ordering::SeqCst)
    }
}

/// `patient` thinks until it is stopped, `deaf` for half a minute whatever it is told, `quick` not at all.
struct Thinker {
    name: String,
    log: Log,
}

impl Bot for Thinker {
    fn begin(&mut self, _start: &GameStart) {}

    fn setup(&mut self) -> Result<Setup, Fault> {
        Ok(Setup::random(Variant::Classic, &mut Seed(1).rng()))
    }

    fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Choice, Fault> {
        let started = Instant::now();
        if self.name != "quick" {
            self.log.begun.fetch_add(1, Ordering::SeqCst);
        }
        while self.name != "quick" && started.elapsed() < Duration::from_secs(30) {
            if self.name == "patient" && budget.stop.is_raised() {
                self.log.stopped.fetch_add(1, Ordering::SeqCst);
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Ok(Choice::Move(view.legal_moves()[0]))
    }

    fn explain(&self) -> Option<Explanation> {
        Some(Explanation::default())
    }
}

const SHORT: Patience = Patience {
    longest_thought: Duration::from_millis(300),
    grace: Duration::from_millis(300),
    deserted_after: Duration::from_millis(200),
};
const LONG: Patience = Patience {
    longest_thought: Duration::from_secs(600),
    grace: Duration::from_secs(600),
    deserted_after: Duration::from_millis(200),
};

async fn server(patience: Patience) -> (TempDir, Running, Log) {
    let folder = tempdir().unwrap();
    let log = Log::default();
    let of_bots = log.clone();
    let factory = BotFactory::new(move |spec| {
        Ok(Box::new(Thinker {
            name: spec.name.clone(),
            log: of_bots.clone(),
        }))
    });
    let server = Running::start_with(folder.path(), factory, patience).await;
    (folder, server, log)
}

/// A game in which the bot has just begun to think.
async fn waiting_game(server: &Running, bot: &str) -> (String, String, Client) {
    let (id, token) = server.create(&play_wish(bot, "red", "isf", SETUP)).await;
    let (mut client, _) = Client::join(server, &id, Some(&token)).await;
    let message = json!({ "type": "move", "move": "A4-A5", "ply": 0 });
    client.send(&message).await;
    client.state_where(|state| ply(state) == 1).await;
    (id, token, client)
}

#[tokio::test]
async fn resignation_frees_the_place_of_the_thinking_bot_at_once() {
    let (_folder, server, log) = server(LONG).await;
    // Two may think at the same time.
    let (_, _, mut one) = waiting_game(&server, "patient").await;
    let (_, _, mut two) = waiting_game(&server, "patient").await;
    log.wait_until(|log| log.n_begun() == 2).await;
    for client in [&mut one, &mut two] {
        client.send(&json!({ "type": "resign" })).await;
        client.state_where(is_over).await;
    }
    log.wait_until(|log| log.n_stopped() == 2).await;
    let (_, _, mut three) = waiting_game(&server, "quick").await;
    three.state_where(|state| ply(state) == 2).await;
}

/// A game in the queue for a place that is given up never takes it.
#[tokio::test]
async fn a_game_that_ends_in_the_queue_is_not_thought_about() {
    let (_folder, server, log) = server(LONG).await;
    let (_, _, _one) = waiting_game(&server, "patient").await;
    let (_, _, mut two) = waiting_game(&server, "patient").await;
    log.wait_until(|log| log.n_begun() == 2).await;
    let (_, _, mut three) = waiting_game(&server, "patient").await;
    three.send(&json!({ "type": "resign" })).await;
    three.state_where(is_over).await;
    two.send(&json!({ "type": "resign" })).await;
    two.state_where(is_over).await;
    let (_, _, mut four) = waiting_game(&server, "quick").await;
    four.state_where(|state| ply(state) == 2).await;
    assert_eq!(log.n_begun(), 2, "the third was never asked");
}

#[tokio::test]
async fn a_bot_whose_game_is_deserted_stops_and_thinks_again_when_somebody_comes() {
    let (_folder, server, log) = server(LONG).await;
    let (id, token, client) = waiting_game(&server, "patient").await;
    log.wait_until(|log| log.n_begun() == 1).await;
    drop(client);
    log.wait_until(|log| log.n_stopped() == 1).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(log.n_begun(), 1, "it does not think for nobody");
    let (_client, state) = Client::join(&server, &id, Some(&token)).await;
    assert_eq!(ply(&state), 1, "what it thought meanwhile does not count");
    log.wait_until(|log| log.n_begun() == 2).await;
}

#[tokio::test]
async fn a_page_that_is_loaded_again_does_not_disturb_the_bot() {
    let patience = Patience {
        deserted_after: Duration::from_secs(600),
        ..LONG
    };
    let (_folder, server, log) = server(patience).await;
    let (id, token, client) = waiting_game(&server, "patient").await;
    log.wait_until(|log| log.n_begun() == 1).await;
    drop(client);
    let (_client, state) = Client::join(&server, &id, Some(&token)).await;
    assert_eq!(state["thinking"], "blue");
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!((log.n_begun(), log.n_stopped()), (1, 0));
}

#[tokio::test]
async fn a_player_who_is_tired_of_waiting_gets_what_the_bot_has() {
    let (_folder, server, log) = server(LONG).await;
    let (_, _, mut client) = waiting_game(&server, "patient").await;
    log.wait_until(|log| log.n_begun() == 1).await;
    client.send(&json!({ "type": "hurry" })).await;
    let state = client.state_where(is_mine).await;
    assert_eq!((ply(&state), log.n_stopped()), (2, 1));
    client.send(&json!({ "type": "hurry" })).await;
    let answer = client.next().await;
    assert_eq!(answer["code"], "not-thinking", "{answer}");
}

#[tokio::test]
async fn a_bot_that_thinks_too_long_plays_what_it_has() {
    let (_folder, server, log) = server(SHORT).await;
    let (_, _, mut client) = waiting_game(&server, "patient").await;
    let state = client.state_where(is_mine).await;
    assert_eq!((ply(&state), log.n_stopped()), (2, 1));
}

#[tokio::test]
async fn a_bot_that_cannot_be_stopped_loses() {
    let (_folder, server, _log) = server(SHORT).await;
    let (_, _, mut one) = waiting_game(&server, "deaf").await;
    let (_, _, mut two) = waiting_game(&server, "deaf").await;
    for client in [&mut one, &mut two] {
        let state = client.state_where(is_over).await;
        let lost = json!({ "outcome": "red", "reason": "time" });
        assert_eq!(state["seen"]["result"], lost);
    }
    let (_, _, mut three) = waiting_game(&server, "quick").await;
    three.state_where(is_mine).await;
}

#[tokio::test]
async fn a_question_about_a_mind_that_nobody_waits_for_stops_the_bot() {
    let (_folder, server, log) = server(LONG).await;
    let (id, _, mut client) = waiting_game(&server, "quick").await;
    client.state_where(is_mine).await;
    client.send(&json!({ "type": "resign" })).await;
    client.state_where(is_over).await;
    let path = format!("/api/library/{id}/mind?ply=1&side=blue&bot=patient");
    let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let mut question = tokio::net::TcpStream::connect(server.address)
        .await
        .unwrap();
    question.write_all(head.as_bytes()).await.unwrap();
    log.wait_until(|log| log.n_begun() == 1).await;
    drop(question);
    log.wait_until(|log| log.n_stopped() == 1).await;
}

#[tokio::test]
async fn a_mind_that_takes_too_long_answers_with_what_it_has() {
    let (_folder, server, _log) = server(SHORT).await;
    let (id, _, mut client) = waiting_game(&server, "quick").await;
    client.state_where(is_mine).await;
    client.send(&json!({ "type": "resign" })).await;
    client.state_where(is_over).await;
    let path = |bot| format!("/api/library/{id}/mind?ply=1&side=blue&bot={bot}");
    let (status, thought) = server.get(&path("patient")).await;
    assert_eq!((status, &thought["ply"]), (200, &json!(1)), "{thought}");
    let (status, answer) = server.get(&path("deaf")).await;
    assert_eq!(status, 422);
    assert!(answer["error"].as_str().unwrap().contains("too long"));
}
