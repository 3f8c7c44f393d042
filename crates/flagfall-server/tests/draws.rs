//! Offers of a draw: none is lost, whenever it is made, and every answer is told.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails with the test")]

mod common;

use std::time::Duration;

use common::{Client, Running, is_mine, is_over, play_wish, ply};
use flagfall_bots::{Bot, Budget, Choice, Fault, GameStart};
use flagfall_core::{Seed, Setup, Variant, View};
use flagfall_server::BotFactory;
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

const SETUP: &str = "MBBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKL";

/// Thinks for a moment. `agreeable` accepts every draw, `offering` none but offers one with every move, others do neither.
struct Thinker(String);

impl Bot for Thinker {
    fn begin(&mut self, _start: &GameStart) {}

    fn setup(&mut self) -> Result<Setup, Fault> {
        Ok(Setup::random(Variant::Classic, &mut Seed(1).rng()))
    }

    fn choose(&mut self, view: &View<'_>, _budget: &Budget) -> Result<Choice, Fault> {
        std::thread::sleep(Duration::from_millis(250));
        let mv = view.legal_moves()[0];
        Ok(match self.0.as_str() {
            "offering" => Choice::MoveAndOfferDraw(mv),
            _ => Choice::Move(mv),
        })
    }

    fn accepts_draw(&mut self, _view: &View<'_>) -> bool {
        self.0 == "agreeable"
    }
}

async fn server() -> (TempDir, Running) {
    let folder = tempdir().unwrap();
    let factory = BotFactory::new(|spec| Ok(Box::new(Thinker(spec.name.clone()))));
    let server = Running::start(folder.path(), factory).await;
    (folder, server)
}

/// A game in which the person has moved and offers a draw while the bot thinks.
async fn offer_while_thinking(server: &Running, bot: &str) -> Client {
    let wish = play_wish(bot, "red", "isf", SETUP);
    let (id, token) = server.create(&wish).await;
    let (mut client, _) = Client::join(server, &id, Some(&token)).await;
    let message = json!({ "type": "move", "move": "A4-A5", "ply": 0 });
    client.send(&message).await;
    client
        .state_where(|state| state["thinking"] == "blue")
        .await;
    client.send(&json!({ "type": "offer_draw" })).await;
    let state = client
        .state_where(|state| state["draw_offer"] == "red")
        .await;
    assert_eq!(ply(&state), 1, "the bot still thinks");
    client
}

fn agreement() -> Value {
    json!({ "outcome": "draw", "reason": "agreement" })
}

#[tokio::test]
async fn an_offer_made_while_the_bot_thinks_is_accepted_after_its_move() {
    let (_folder, server) = server().await;
    let mut client = offer_while_thinking(&server, "agreeable").await;
    let state = client.state_where(is_over).await;
    assert_eq!((ply(&state), &state["seen"]["result"]), (2, &agreement()));
}

#[tokio::test]
async fn an_offer_made_while_the_bot_thinks_is_declined_in_so_many_words() {
    let (_folder, server) = server().await;
    let mut client = offer_while_thinking(&server, "stubborn").await;
    let state = client
        .state_where(|state| is_mine(state) && state["draw_offer"].is_null())
        .await;
    assert_eq!((ply(&state), &state["draws_declined"]), (2, &json!(1)));
}

#[tokio::test]
async fn every_refusal_at_the_same_ply_is_told() {
    let (_folder, server) = server().await;
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
    let (_folder, server) = server().await;
    let mut client = offer_while_thinking(&server, "offering").await;
    let state = client.state_where(is_over).await;
    assert_eq!((ply(&state), &state["seen"]["result"]), (2, &agreement()));
}

#[tokio::test]
async fn a_bots_offer_lapses_when_the_person_moves_on() {
    let (_folder, server) = server().await;
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
