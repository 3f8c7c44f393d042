//! What was acknowledged is there after the server has gone, and an onlooker who comes back catches up.

mod common;

use common::{Client, Running, is_mine, is_over, play_wish, ply};
use flagfall_server::BotFactory;
use serde_json::{Value, json};
use tempfile::tempdir;

const SETUP: &str = "MBBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKL";

async fn first_legal(client: &mut Client, state: &Value) -> Value {
    let at = ply(state);
    client
        .send(&json!({ "type": "move", "move": state["legal"][0], "ply": at }))
        .await;
    client
        .state_where(|state| ply(state) > at && (is_mine(state) || is_over(state)))
        .await
}

#[tokio::test]
async fn a_game_goes_on_after_the_server_has_come_back() {
    let folder = tempdir().unwrap();
    let server = Running::start(folder.path(), BotFactory::default()).await;
    let (id, token) = server
        .create(&play_wish("heuristic", "red", "isf", SETUP))
        .await;
    let (mut client, mut state) = Client::join(&server, &id, Some(&token)).await;
    for _ in 0..5 {
        state = first_legal(&mut client, &state).await;
    }
    drop((server, client));
    let server = Running::start(folder.path(), BotFactory::default()).await;
    let mut client = Client::connect(&server, &id).await;
    client
        .send(&json!({ "type": "join", "token": token, "have": 4 }))
        .await;
    let again = client.next().await;
    assert_eq!(again["seen"], state["seen"]);
    assert_eq!(again["legal"], state["legal"]);
    assert_eq!(
        (
            &again["events_from"],
            again["events"].as_array().unwrap().len()
        ),
        (&json!(4), 6)
    );
    let next = first_legal(&mut client, &again).await;
    assert!(ply(&next) == 12 || is_over(&next));
}

#[tokio::test]
async fn a_bots_turn_and_an_open_draw_offer_are_taken_up_again() {
    let folder = tempdir().unwrap();
    let server = Running::start(folder.path(), stuck()).await;
    let (id, token) = server
        .create(&play_wish("blind", "red", "isf", SETUP))
        .await;
    let (mut client, _) = Client::join(&server, &id, Some(&token)).await;
    client
        .send(&json!({ "type": "move", "move": "A4-A5", "ply": 0 }))
        .await;
    client.state_where(|state| ply(state) == 1).await;
    client.send(&json!({ "type": "offer_draw" })).await;
    client
        .state_where(|state| state["draw_offer"] == "red")
        .await;
    drop((server, client));
    let server = Running::start(folder.path(), BotFactory::default()).await;
    let (mut client, mut state) = Client::join(&server, &id, Some(&token)).await;
    while !is_mine(&state) || !state["draw_offer"].is_null() {
        state = client.next().await;
    }
    assert_eq!(ply(&state), 2);
    assert_eq!(state["draws_declined"], 1, "the blind bot never agrees");
}

#[tokio::test]
async fn finished_games_setups_and_statistics_stay() {
    let folder = tempdir().unwrap();
    let server = Running::start(folder.path(), BotFactory::default()).await;
    let (id, token) = server
        .create(&play_wish("blind", "blue", "isf", SETUP))
        .await;
    let (mut client, state) = Client::join(&server, &id, Some(&token)).await;
    assert_eq!(state["you"], "blue");
    client.send(&json!({ "type": "resign" })).await;
    client.state_where(is_over).await;
    let saved = json!({ "name": " The wall ", "setup": SETUP });
    assert_eq!(server.post("/api/setups", &saved).await.0, 200);
    drop((server, client));
    let server = Running::start(folder.path(), BotFactory::default()).await;
    let (_, setups) = server.get("/api/setups").await;
    assert_eq!(
        setups,
        json!([{ "name": "The wall", "variant": "classic", "letters": SETUP }])
    );
    let (_, list) = server.get("/api/library?result=loss&opponent=blind").await;
    assert_eq!(
        (&list["total"], &list["games"][0]["id"]),
        (&json!(1), &json!(id))
    );
    let (_, records) = server.get("/api/statistics").await;
    assert_eq!(
        (&records[0]["bot"], &records[0]["losses"]),
        (&json!("blind"), &json!(1))
    );
    let (status, _) = server
        .request("DELETE", "/api/setups/The%20wall", None)
        .await;
    assert_eq!(status, 200);
    assert_eq!(server.get("/api/setups").await.1, json!([]));
    let (status, _) = server
        .request("DELETE", &format!("/api/library/{id}"), None)
        .await;
    assert_eq!(status, 200);
    assert_eq!(server.get("/api/library").await.1["total"], 0);
}

/// Bots that never come to an end with their thinking while the test lasts.
fn stuck() -> BotFactory {
    struct Stuck;
    impl flagfall_bots::Bot for Stuck {
        fn begin(&mut self, _start: &flagfall_bots::GameStart) {}

        fn setup(&mut self) -> Result<flagfall_core::Setup, flagfall_bots::Fault> {
            let mut rng = flagfall_core::Seed(1).rng();
            Ok(flagfall_core::Setup::random(
                flagfall_core::Variant::Classic,
                &mut rng,
            ))
        }

        fn choose(
            &mut self,
            _view: &flagfall_core::View<'_>,
            _budget: &flagfall_bots::Budget,
        ) -> Result<flagfall_bots::Choice, flagfall_bots::Fault> {
            std::thread::sleep(std::time::Duration::from_secs(3));
            Ok(flagfall_bots::Choice::Resign)
        }

        fn accepts_draw(&mut self, _view: &flagfall_core::View<'_>) -> bool {
            std::thread::sleep(std::time::Duration::from_secs(3));
            false
        }
    }
    BotFactory::new(|_| Ok(Box::new(Stuck)))
}
