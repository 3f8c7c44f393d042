//! Offers of a draw: none is lost, whenever it is made, and every answer is told.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails with the test")]

mod common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use common::{Client, Running, is_mine, is_over, play_wish, ply};
use flagfall_bots::{Bot, Budget, Choice, Fault, GameStart};
use flagfall_core::{Seed, Setup, Variant, View};
use flagfall_server::BotFactory;
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

const SETUP: &str = "MBBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKL";

/// What a bot's move waits for, so that no test depends on how long anything takes.
#[derive(Default)]
struct Gate {
    is_closed: Mutex<bool>,
    changed: Condvar,
    is_reached: AtomicBool,
}

impl Gate {
    fn set_closed(&self, is_closed: bool) {
        *self.is_closed.lock().unwrap() = is_closed;
        self.changed.notify_all();
    }

    fn pass(&self) {
        self.is_reached.store(true, Ordering::SeqCst);
        let is_closed = self.is_closed.lock().unwrap();
        drop(self.changed.wait_while(is_closed, |is_closed| *is_closed));
    }
}

/// Thinks until the gate is open. `agreeable` accepts every draw, `offering` none but offers one with every move, others do neither.
struct Thinker {
    name: String,
    gate: Arc<Gate>,
}

impl Bot for Thinker {
    fn begin(&mut self, _start: &GameStart) {}

    fn setup(&mut self) -> Result<Setup, Fault> {
        Ok(Setup::random(Variant::Classic, &mut Seed(1).rng()))
    }

    fn choose(&mut self, view: &View<'_>, _budget: &Budget) -> Result<Choice, Fault> {
        self.gate.pass();
        let mv = view.legal_moves()[0];
        Ok(match self.name.as_str() {
            "offering" => Choice::MoveAndOfferDraw(mv),
            _ => Choice::Move(mv),
        })
    }

    fn accepts_draw(&mut self, _view: &View<'_>) -> bool {
        self.name == "agreeable"
    }
}

async fn server() -> (TempDir, Running, Arc<Gate>) {
    let folder = tempdir().unwrap();
    let gate = Arc::<Gate>::default();
    let bots_gate = Arc::clone(&gate);
    let factory = BotFactory::new(move |spec| {
        Ok(Box::new(Thinker {
            name: spec.name.clone(),
            gate: Arc::clone(&bots_gate),
        }))
    });
    let server = Running::start(folder.path(), factory).await;
    (folder, server, gate)
}

/// A game in which the person has moved and offers a draw while the bot thinks.
async fn offer_while_thinking(server: &Running, gate: &Gate, bot: &str) -> Client {
    gate.set_closed(true);
    let wish = play_wish(bot, "red", "isf", SETUP);
    let (id, token) = server.create(&wish).await;
    let (mut client, _) = Client::join(server, &id, Some(&token)).await;
    let message = json!({ "type": "move", "move": "A4-A5", "ply": 0 });
    client.send(&message).await;
    client
        .state_where(|state| state["thinking"] == "blue")
        .await;
    // Its thinking is told together with the move that it answers, a moment before it begins.
    while !gate.is_reached.load(Ordering::SeqCst) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    client.send(&json!({ "type": "offer_draw" })).await;
    let state = client
        .state_where(|state| state["draw_offer"] == "red")
        .await;
    assert_eq!(ply(&state), 1, "the bot still thinks");
    gate.set_closed(false);
    client
}

fn agreement() -> Value {
    json!({ "outcome": "draw", "reason": "agreement" })
}

#[tokio::test]
async fn an_offer_made_while_the_bot_thinks_is_accepted_after_its_move() {
    let (_folder, server, gate) = server().await;
    let mut client = offer_while_thinking(&server, &gate, "agreeable").await;
    let state = client.state_where(is_over).await;
    assert_eq!((ply(&state), &state["seen"]["result"]), (2, &agreement()));
}

#[tokio::test]
async fn an_offer_made_while_the_bot_thinks_is_declined_in_so_many_words() {
    let (_folder, server, gate) = server().await;
    let mut client = offer_while_thinking(&server, &gate, "stubborn").await;
    let state = client
        .state_where(|state| is_mine(state) && state["draw_offer"].is_null())
        .await;
    assert_eq!((ply(&state), &state["draws_declined"]), (2, &json!(1)));
}

#[tokio::test]
async fn every_refusal_at_the_same_ply_is_told() {
    let (_folder, server, _gate) = server().await;
    let wish = play_wish("stubborn", "red", "isf", SETUP);
    let (id, token) = server.create(&wish).await;
    let (mut client, state) = Client::join(&server, &id, Some(&token)).await;
    assert_eq!(state["draws_declined"], 0);
    for number in 1..=3 {
        client.send(&json!({ "type": "offer_draw" })).await;
        let state = client
            .state_where(|state| state["draws_declined"] == number)
            .await;
        assert_eq!((ply(&state), &state["draw_offer"]), (0, &Value::Null));
    }
}

#[tokio::test]
async fn two_offers_at_the_same_time_are_an_agreement() {
    let (_folder, server, gate) = server().await;
    let mut client = offer_while_thinking(&server, &gate, "offering").await;
    let state = client.state_where(is_over).await;
    assert_eq!((ply(&state), &state["seen"]["result"]), (2, &agreement()));
}

#[tokio::test]
async fn a_bots_offer_lapses_when_the_person_moves_on() {
    let (_folder, server, _gate) = server().await;
    let wish = play_wish("offering", "red", "isf", SETUP);
    let (id, token) = server.create(&wish).await;
    let (mut client, _) = Client::join(&server, &id, Some(&token)).await;
    let message = json!({ "type": "move", "move": "A4-A5", "ply": 0 });
    client.send(&message).await;
    let state = client.state_where(is_mine).await;
    assert_eq!(state["draw_offer"], "blue");
    let message = json!({ "type": "move", "move": "A5-A4", "ply": 2 });
    client.send(&message).await;
    let state = client.state_where(|state| ply(state) == 3).await;
    assert_eq!(state["draw_offer"], Value::Null);
}
