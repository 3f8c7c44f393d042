//! Wrong tokens, malformed and oversized messages, moves out of turn: refused with a clear answer, nothing changed.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails with the test")]

mod common;

use common::{Client, Running, is_mine, play_wish, ply};
use flagfall_server::BotFactory;
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

const SETUP: &str = "MBBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKL";

async fn server() -> (TempDir, Running) {
    let folder = tempdir().unwrap();
    let server = Running::start(folder.path(), BotFactory::default()).await;
    (folder, server)
}

async fn refused(client: &mut Client, message: &Value) -> (String, String) {
    client.send(message).await;
    let answer = client.next().await;
    assert_eq!(answer["type"], "refused", "{answer}");
    let text = |key: &str| answer[key].as_str().unwrap().to_owned();
    (text("code"), text("text"))
}

#[tokio::test]
async fn only_the_games_own_token_opens_its_seat() {
    let (_folder, server) = server().await;
    let wish = play_wish("blind", "red", "isf", SETUP);
    let (id, token) = server.create(&wish).await;
    let (_, other_token) = server.create(&wish).await;
    for wrong in ["nonsense", "", other_token.as_str()] {
        let mut client = Client::connect(&server, &id).await;
        let (code, text) = refused(&mut client, &json!({ "type": "join", "token": wrong })).await;
        assert_eq!(code, "wrong-token");
        assert_eq!(text, "this token belongs to no seat of this game");
        assert_eq!(client.try_next().await, None, "the connection is closed");
    }
    let (_, state) = Client::join(&server, &id, Some(&token)).await;
    assert_eq!((&state["you"], ply(&state)), (&json!("red"), 0));
    let mut nowhere = Client::connect(&server, "unknown").await;
    let answer = nowhere.next().await;
    assert_eq!(
        (&answer["code"], &answer["text"]),
        (&json!("no-game"), &json!("there is no game unknown"))
    );
    assert_eq!(nowhere.try_next().await, None);
}

#[tokio::test]
async fn a_spectator_can_only_watch() {
    let (_folder, server) = server().await;
    let (id, _) = server
        .create(&play_wish("blind", "red", "isf", SETUP))
        .await;
    let (mut spectator, state) = Client::join(&server, &id, None).await;
    assert_eq!(state["sight"], "public");
    assert_eq!(state["legal"], json!([]));
    assert_eq!(state["setup"], Value::Null);
    let ranks = state["seen"]["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .map(|piece| &piece["rank"]);
    assert!(ranks.clone().all(Value::is_null) && ranks.count() == 80);
    for message in [
        json!({ "type": "move", "move": "A4-A5", "ply": 0 }),
        json!({ "type": "resign" }),
        json!({ "type": "hurry" }),
        json!({ "type": "offer_draw" }),
        json!({ "type": "answer_draw", "accept": true }),
        json!({ "type": "pace", "delay_ms": 0, "paused": true }),
        json!({ "type": "step" }),
    ] {
        assert_eq!(refused(&mut spectator, &message).await.0, "spectator");
    }
    let (_, again) = Client::join(&server, &id, None).await;
    assert_eq!(again, state, "nothing has changed");
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_and_changes_nothing() {
    let (_folder, server) = server().await;
    let (id, token) = server
        .create(&play_wish("blind", "red", "isf", SETUP))
        .await;
    let (mut client, state) = Client::join(&server, &id, Some(&token)).await;
    let too_long = format!(r#"{{"type":"move","move":"{}","ply":0}}"#, "A".repeat(5000));
    for (text, code) in [
        ("", "malformed"),
        ("{", "malformed"),
        ("[1,2,3]", "malformed"),
        (r#"{"type":"castle"}"#, "malformed"),
        (r#"{"type":"move"}"#, "malformed"),
        (r#"{"type":"move","move":"A4-A5","ply":-1}"#, "malformed"),
        (r#"{"type":"resign","really":true}"#, "malformed"),
        (r#"{"type":"move","move":"Z9-A5","ply":0}"#, "malformed"),
        (r#"{"type":"move","move":"A4-C5","ply":0}"#, "malformed"),
        (r#"{"type":"join","token":null}"#, "joined"),
        (too_long.as_str(), "too-long"),
    ] {
        client.send_text(text).await;
        let answer = client.next().await;
        assert_eq!(
            (&answer["type"], &answer["code"]),
            (&json!("refused"), &json!(code)),
            "{text}"
        );
        assert!(answer["text"].as_str().unwrap().len() > 10, "{answer}");
    }
    client.send_binary(vec![1, 2, 3]).await;
    assert_eq!(client.next().await["code"], "malformed");
    let (_, again) = Client::join(&server, &id, Some(&token)).await;
    assert_eq!(again, state);
    client.send_text(&"x".repeat(100_000)).await;
    let answer = client.next().await;
    assert_eq!(answer["code"], "too-long");
    let words = "the message has 100000 bytes, at most 4096 are read";
    assert_eq!(answer["text"], words);
    let message = json!({ "type": "move", "move": "A4-A6", "ply": 0 });
    assert_eq!(refused(&mut client, &message).await.0, "too-far");
    // The server may hang up before all of it is sent, but says why.
    let _ = client.try_send_text(&"x".repeat((1 << 20) + 1)).await;
    let answer = client.next().await;
    assert_eq!(answer["code"], "too-long");
    assert_eq!(client.try_next().await, None, "and then hangs up");
    let (_, after) = Client::join(&server, &id, Some(&token)).await;
    assert_eq!(after, state);
}

#[tokio::test]
async fn illegal_moves_are_explained_by_their_rule() {
    let (_folder, server) = server().await;
    // Front row from the left: L K J J I I I H H H.
    let (id, token) = server
        .create(&play_wish("blind", "red", "isf", SETUP))
        .await;
    let (mut client, _) = Client::join(&server, &id, Some(&token)).await;
    for (mv, code, words) in [
        ("A4-A6", "too-far", "only scouts"),
        ("A4-B4", "own-piece", "own piece"),
        ("A4-B5", "not-straight", "straight"),
        ("J1-J2", "immobile", "cannot move"),
        ("A5-A6", "no-piece", "A5"),
        ("A7-A6", "not-your-piece", "A7"),
    ] {
        let (found, text) = refused(
            &mut client,
            &json!({ "type": "move", "move": mv, "ply": 0 }),
        )
        .await;
        assert_eq!(found, code, "{mv}: {text}");
        assert!(text.contains(words), "{mv}: {text}");
    }
    let (code, _) = refused(
        &mut client,
        &json!({ "type": "move", "move": "A4-A5", "ply": 7 }),
    )
    .await;
    assert_eq!(code, "out-of-date");
}

/// A piece that goes back and forth is stopped by the two-squares rule, in words.
#[tokio::test]
async fn the_two_squares_rule_is_named() {
    let (_folder, server) = server().await;
    let mut board = ["A"; 100].map(str::to_owned);
    for (square, letter) in [(0, "M"), (20, "J"), (99, "Y"), (95, "W")] {
        board[square] = letter.to_owned();
    }
    let wish = json!({ "kind": "free", "bot": "blind", "side": "red", "rules": "isf", "board": board.concat(),
        "to_move": "red", "open": false });
    let (id, token) = server.create(&wish).await;
    let (mut client, mut state) = Client::join(&server, &id, Some(&token)).await;
    for mv in ["A3-A4", "A4-A3", "A3-A4"] {
        let at = ply(&state);
        client
            .send(&json!({ "type": "move", "move": mv, "ply": at }))
            .await;
        state = client.state_where(|state| ply(state) == at + 2).await;
    }
    let message = json!({ "type": "move", "move": "A4-A3", "ply": ply(&state) });
    let (code, text) = refused(&mut client, &message).await;
    assert_eq!(code, "two-squares");
    assert!(text.starts_with("Two-squares rule: A4-A3"), "{text}");
}

/// A chase around a block of four squares may not come back to a position that it has made before, and the page is told so
/// in words.
#[tokio::test]
async fn the_more_squares_rule_is_named() {
    let folder = tempdir().unwrap();
    let factory = BotFactory::new(|_| {
        let flight = ["B4-B5", "B5-A5", "A5-A4", "A4-B4"];
        Ok(Box::new(Fleeing(flight.into_iter())))
    });
    let server = Running::start(folder.path(), factory).await;
    let mut board = ["A"; 100].map(str::to_owned);
    for (square, letter) in [(0, "M"), (20, "L"), (99, "Y"), (31, "W")] {
        board[square] = letter.to_owned();
    }
    let wish = json!({ "kind": "free", "bot": "fleeing", "side": "red", "rules": "isf", "board": board.concat(),
        "to_move": "red", "open": true });
    let (id, token) = server.create(&wish).await;
    let (mut client, mut state) = Client::join(&server, &id, Some(&token)).await;
    for mv in ["A3-A4", "A4-B4", "B4-B5", "B5-A5"] {
        let at = ply(&state);
        client
            .send(&json!({ "type": "move", "move": mv, "ply": at }))
            .await;
        state = client.state_where(|state| ply(state) == at + 2).await;
    }
    let is_offered = state["legal"].as_array().unwrap().contains(&json!("A5-A4"));
    assert!(!is_offered, "{state}");
    let message = json!({ "type": "move", "move": "A5-A4", "ply": ply(&state) });
    let (code, text) = refused(&mut client, &message).await;
    assert_eq!(code, "more-squares");
    assert_eq!(
        text,
        "More-squares rule: A5-A4 recreates a position of the running chase."
    );
}

#[tokio::test]
async fn a_move_out_of_turn_is_refused_while_the_bot_thinks() {
    let folder = tempdir().unwrap();
    let factory = BotFactory::new(|_| Ok(Box::new(Slow)));
    let server = Running::start(folder.path(), factory).await;
    let (id, token) = server.create(&play_wish("slow", "red", "isf", SETUP)).await;
    let (mut client, _) = Client::join(&server, &id, Some(&token)).await;
    client
        .send(&json!({ "type": "move", "move": "A4-A5", "ply": 0 }))
        .await;
    let state = client.next().await;
    assert_eq!((ply(&state), &state["thinking"]), (1, &json!("blue")));
    let (code, _) = refused(
        &mut client,
        &json!({ "type": "move", "move": "B4-B5", "ply": 1 }),
    )
    .await;
    assert_eq!(code, "not-your-turn");
    // The bot's thinking is interrupted by the end of the game, and its answer does no harm.
    client.send(&json!({ "type": "resign" })).await;
    let over = client.next().await;
    assert_eq!(
        over["seen"]["result"],
        json!({ "outcome": "blue", "reason": "resignation" })
    );
    assert_eq!(over["thinking"], Value::Null);
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    let (_, later) = Client::join(&server, &id, Some(&token)).await;
    assert_eq!(ply(&later), 1);
}

#[tokio::test]
async fn wishes_that_cannot_be_granted_say_why() {
    let (_folder, server) = server().await;
    let wish = |change: Value| {
        let mut wish = play_wish("blind", "red", "isf", SETUP);
        for (key, value) in change.as_object().unwrap() {
            wish[key] = value.clone();
        }
        wish
    };
    for (change, words) in [
        (json!({ "bot": "hal" }), "unknown bot 'hal'"),
        (json!({ "bot": "flagfall:net=/etc/passwd" }), "command line"),
        (json!({ "bot": "vicki:file=/etc/passwd" }), "command line"),
        (json!({ "bot": "blind:depth=3" }), "no option 'depth'"),
        (json!({ "side": "green" }), "'green' is not a side"),
        (json!({ "rules": "chess" }), "unknown rules preset"),
        (json!({ "setup": "MB" }), "40 letters"),
        (
            json!({ "setup": SETUP.replace('M', "B") }),
            "0 flag instead of 1",
        ),
        (
            json!({ "rules": "isf,barrage" }),
            "classic army in a barrage game",
        ),
        (json!({ "surprise": 1 }), "surprise"),
    ] {
        let (status, answer) = server.post("/api/games", &wish(change)).await;
        assert_eq!(status, 422, "{answer}");
        assert!(
            answer["error"].as_str().unwrap().contains(words),
            "{answer}"
        );
    }
    let free = |board: String| {
        json!({ "kind": "free", "bot": "blind", "side": "red", "rules": "isf", "board": board,
        "to_move": "red", "open": true })
    };
    for (board, words) in [
        ("A".repeat(100), "red has no piece"),
        (format!("M{}Y", "A".repeat(98)), "no legal move"),
        (format!("MM{}Y", "A".repeat(97)), "2 pieces of rank flag"),
        ("A".repeat(99), "100"),
    ] {
        let (status, answer) = server.post("/api/games", &free(board)).await;
        assert_eq!(status, 422, "{answer}");
        assert!(
            answer["error"].as_str().unwrap().contains(words),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn a_running_game_is_not_in_the_library_and_its_bots_mind_is_closed() {
    let (_folder, server) = server().await;
    let (id, token) = server
        .create(&play_wish("heuristic", "red", "isf", SETUP))
        .await;
    let (mut client, _) = Client::join(&server, &id, Some(&token)).await;
    client
        .send(&json!({ "type": "move", "move": "A4-A5", "ply": 0 }))
        .await;
    client.state_where(is_mine).await;
    for path in [
        format!("/api/library/{id}"),
        format!("/api/library/{id}/mind?ply=1&side=blue&bot=heuristic"),
        format!("/api/export?format=jsonl&id={id}"),
        "/api/library/unknown".to_owned(),
    ] {
        let (status, answer) = server.get(&path).await;
        assert_eq!(status, 404, "{answer}");
    }
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let path = format!("/api/games/{id}/mind/blue");
    let (status, answer) = server.request_with("GET", &path, None, &bearer).await;
    assert_eq!(status, 403, "{answer}");
    assert!(answer.contains("open only in games"), "{answer}");
    let (status, _) = server
        .request("DELETE", &format!("/api/library/{id}"), None)
        .await;
    assert_eq!(status, 404);
}

#[tokio::test]
async fn requests_of_other_sites_are_refused() {
    let (_folder, server) = server().await;
    let (status, answer) = server
        .request_with(
            "POST",
            "/api/generate",
            Some("{}"),
            "Origin: http://evil.example\r\n",
        )
        .await;
    assert_eq!(status, 403, "{answer}");
}

struct Slow;

impl flagfall_bots::Bot for Slow {
    fn begin(&mut self, _start: &flagfall_bots::GameStart) {}

    fn setup(&mut self) -> Result<flagfall_core::Setup, flagfall_bots::Fault> {
        Ok(flagfall_core::Setup::random(
            flagfall_core::Variant::Classic,
            &mut flagfall_core::Seed(1).rng(),
        ))
    }

    fn choose(
        &mut self,
        view: &flagfall_core::View<'_>,
        _budget: &flagfall_bots::Budget,
    ) -> Result<flagfall_bots::Choice, flagfall_bots::Fault> {
        std::thread::sleep(std::time::Duration::from_millis(400));
        Ok(flagfall_bots::Choice::Move(view.legal_moves()[0]))
    }
}

/// Plays the moves it is given.
struct Fleeing(std::array::IntoIter<&'static str, 4>);

impl flagfall_bots::Bot for Fleeing {
    fn begin(&mut self, _start: &flagfall_bots::GameStart) {}

    fn setup(&mut self) -> Result<flagfall_core::Setup, flagfall_bots::Fault> {
        unreachable!("the start is given")
    }

    fn choose(
        &mut self,
        _view: &flagfall_core::View<'_>,
        _budget: &flagfall_bots::Budget,
    ) -> Result<flagfall_bots::Choice, flagfall_bots::Fault> {
        let mv = self.0.next().unwrap();
        Ok(flagfall_bots::Choice::Move(
            flagfall_core::notation::parse_move(mv).unwrap(),
        ))
    }
}
