//! The library: export and import, and a bot's mind at any ply.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails with the test")]

mod common;

use common::{Client, Running, is_over, ply};
use flagfall_server::BotFactory;
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

/// A server whose library has one game of 60 plies.
async fn server_with_a_game() -> (TempDir, Running, String) {
    for _ in 0..20 {
        let folder = tempdir().unwrap();
        let server = Running::start(folder.path(), BotFactory::default()).await;
        let wish = json!({ "kind": "watch", "red": "heuristic", "blue": "blind", "rules": "isf,max_plies=60" });
        let (id, token) = server.create(&wish).await;
        let (mut client, state) = Client::join(&server, &id, Some(&token)).await;
        assert_eq!(
            (&state["sight"], &state["you"]),
            (&json!("open"), &Value::Null)
        );
        client
            .send(&json!({ "type": "pace", "delay_ms": 0, "paused": false }))
            .await;
        let last = client.state_where(is_over).await;
        // The setups are drawn with seeds that nobody can know, and a scout may find a flag in front at once.
        if ply(&last) == 60 {
            return (folder, server, id);
        }
    }
    panic!("twenty games in a row ended early");
}

#[tokio::test]
async fn games_go_out_and_come_in_again_in_both_forms() {
    let (_folder, server, id) = server_with_a_game().await;
    let (_, original) = server.get(&format!("/api/library/{id}")).await;
    assert_eq!(original["events"].as_array().unwrap().len(), 60);
    for format in ["jsonl", "xml", "gsn"] {
        let (status, file) = server
            .request("GET", &format!("/api/export?format={format}&id={id}"), None)
            .await;
        assert_eq!(status, 200);
        let folder = tempdir().unwrap();
        let other = Running::start(folder.path(), BotFactory::default()).await;
        let answer = import(&other, format, &file).await;
        assert_eq!(
            (&answer["imported"], &answer["known"]),
            (&json!(1), &json!(0))
        );
        let (_, copy) = other
            .get(&format!(
                "/api/library/{}",
                answer["ids"][0].as_str().unwrap()
            ))
            .await;
        assert_eq!(copy["events"], original["events"], "{format}");
        assert_eq!(
            copy["start"]["pieces"], original["start"]["pieces"],
            "{format}"
        );
        assert_eq!(
            copy["result"]["outcome"], original["result"]["outcome"],
            "{format}"
        );
    }
    assert_eq!(
        server.get("/api/statistics").await.1,
        json!([]),
        "only people have statistics"
    );
}

async fn import(server: &Running, format: &str, file: &str) -> Value {
    let path = format!("/api/import?format={format}");
    let (status, answer) = server.request("POST", &path, Some(file)).await;
    assert_eq!(status, 200, "{answer}");
    serde_json::from_str(&answer).unwrap()
}

#[tokio::test]
async fn a_game_that_is_there_already_does_not_come_in_again() {
    let (_folder, server, id) = server_with_a_game().await;
    let (_, file) = server
        .request("GET", &format!("/api/export?format=jsonl&id={id}"), None)
        .await;
    let answer = import(&server, "jsonl", &file).await;
    assert_eq!(answer, json!({ "imported": 0, "known": 1, "ids": [id] }));
    // The same start and other moves are another game, and it comes in once.
    let mut shorter: Value = serde_json::from_str(&file).unwrap();
    shorter["moves"].as_array_mut().unwrap().pop();
    shorter.as_object_mut().unwrap().remove("result");
    let both = format!("{shorter}\n{shorter}\n{file}");
    for expected in [(1, 2), (0, 3)] {
        let answer = import(&server, "jsonl", &both).await;
        let counts = (&answer["imported"], &answer["known"]);
        assert_eq!(counts, (&json!(expected.0), &json!(expected.1)), "{answer}");
        assert_eq!(answer["ids"][0], answer["ids"][1]);
        assert_eq!(answer["ids"][2], json!(id));
    }
    let (_, list) = server.get("/api/library").await;
    assert_eq!(list["total"], 2);
    let (_, all) = server
        .request("GET", "/api/export?format=jsonl", None)
        .await;
    assert_eq!(all.lines().count(), 2);
}

#[tokio::test]
async fn a_bot_is_found_with_whatever_options_it_played() {
    let folder = tempdir().unwrap();
    let server = Running::start(folder.path(), BotFactory::default()).await;
    for red in ["monte-carlo:playouts=1", "monte-carlo", "blind"] {
        let wish =
            json!({ "kind": "watch", "red": red, "blue": "heuristic", "rules": "isf,max_plies=2" });
        let (id, token) = server.create(&wish).await;
        let (mut client, _) = Client::join(&server, &id, Some(&token)).await;
        let pace = json!({ "type": "pace", "delay_ms": 0, "paused": false });
        client.send(&pace).await;
        client.state_where(is_over).await;
    }
    for (name, total) in [
        ("monte-carlo", 2),
        ("monte-carlo:playouts=1", 1),
        ("monte", 0),
        ("heuristic", 3),
    ] {
        let (_, list) = server.get(&format!("/api/library?opponent={name}")).await;
        assert_eq!(list["total"], total, "{name}");
    }
}

#[tokio::test]
async fn a_bad_file_is_refused_whole_with_line_and_cause() {
    let (_folder, server, id) = server_with_a_game().await;
    let (_, good) = server
        .request("GET", &format!("/api/export?format=jsonl&id={id}"), None)
        .await;
    let illegal = good.replace("\"moves\":[\"", "\"moves\":[\"A1-A2\",\"");
    for (file, words) in [
        (format!("{good}{{\n"), "line 2"),
        (format!("{good}{illegal}"), "game 2: ply 0"),
        (String::new(), "no game in the file"),
    ] {
        let (status, answer) = server
            .request("POST", "/api/import?format=jsonl", Some(&file))
            .await;
        assert_eq!(status, 422, "{answer}");
        assert!(answer.contains(words), "{answer}");
    }
    let (status, answer) = server
        .request("POST", "/api/import?format=doc", Some("x"))
        .await;
    assert_eq!(status, 422);
    assert!(
        answer.contains("'doc' is no form of game files"),
        "{answer}"
    );
    assert_eq!(
        server.get("/api/library").await.1["total"],
        1,
        "nothing came in"
    );
}

#[tokio::test]
async fn a_mind_is_shown_for_every_side_and_ply() {
    let (_folder, server, id) = server_with_a_game().await;
    for (side, at, thought_at) in [
        ("red", 0, 0),
        ("blue", 7, 7),
        ("red", 7, 6),
        ("blue", 40, 39),
    ] {
        let path = format!("/api/library/{id}/mind?ply={at}&side={side}&bot=heuristic");
        let (status, thought) = server.get(&path).await;
        assert_eq!(status, 200, "{thought}");
        assert_eq!(
            (&thought["ply"], &thought["side"]),
            (&json!(thought_at), &json!(side))
        );
        let moves = thought["moves"].as_array().unwrap();
        assert_eq!(moves[0]["move"], thought["chosen"]);
        assert_eq!(thought["columns"], json!(["rating", "chance"]));
        assert!(
            moves
                .iter()
                .all(|row| row["parts"].as_array().unwrap().len() == 2)
        );
        for piece in thought["enemy"].as_array().unwrap() {
            let sum: f64 = piece["ranks"]
                .as_array()
                .unwrap()
                .iter()
                .map(|p| p.as_f64().unwrap())
                .sum();
            assert!((sum - 1.0).abs() < 1e-3, "{piece}");
        }
    }
    for (query, words) in [
        (
            "ply=3&side=red&bot=blind",
            "blind does not explain its moves",
        ),
        (
            "ply=0&side=blue&bot=heuristic",
            "blue has had no turn by ply 0",
        ),
        ("ply=3&side=red&bot=hal", "unknown bot"),
        ("ply=3&side=green&bot=blind", "not a side"),
    ] {
        let (status, answer) = server.get(&format!("/api/library/{id}/mind?{query}")).await;
        assert_eq!(status, 422, "{answer}");
        assert!(
            answer["error"].as_str().unwrap().contains(words),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn two_bots_stop_step_and_show_their_minds_to_who_started_them() {
    let folder = tempdir().unwrap();
    let server = Running::start(folder.path(), BotFactory::default()).await;
    let wish = json!({ "kind": "watch", "red": "heuristic", "blue": "heuristic", "rules": "isf" });
    let (id, token) = server.create(&wish).await;
    let (mut client, _) = Client::join(&server, &id, Some(&token)).await;
    client
        .send(&json!({ "type": "pace", "delay_ms": 60_000, "paused": true }))
        .await;
    let paused = client
        .state_where(|state| state["pace"]["paused"] == true && state["thinking"].is_null())
        .await;
    let at = ply(&paused);
    client.send(&json!({ "type": "step" })).await;
    let stepped = client.state_where(|state| ply(state) > at).await;
    assert_eq!(ply(&stepped), at + 1);
    let side = if at.is_multiple_of(2) { "red" } else { "blue" };
    let path = format!("/api/games/{id}/mind/{side}");
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let (status, thought) = server.request_with("GET", &path, None, &bearer).await;
    assert_eq!(status, 200, "{thought}");
    let thought: Value = serde_json::from_str(&thought).unwrap();
    assert_eq!(thought["ply"], at);
    assert_eq!(
        server.request("GET", &path, None).await.0,
        403,
        "a spectator sees no mind"
    );
    let (_, public) = Client::join(&server, &id, None).await;
    assert_eq!(public["sight"], "public");
}
