//! A server on a folder of its own, and a client that records every byte it is sent.

#![allow(dead_code, reason = "each test uses its own part of this")]
#![expect(clippy::unwrap_used, reason = "a helper of a test fails with the test")]

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use flagfall_server::{BotFactory, Config, Patience, Server};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A server on threads of its own. Dropping it stops everything it does, in the middle of whatever that is.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    runtime: Option<Runtime>,
}

impl Running {
    pub(crate) async fn start(data: &Path, factory: BotFactory) -> Running {
        Running::start_with(data, factory, Patience::default()).await
    }

    pub(crate) async fn start_with(
        data: &Path,
        factory: BotFactory,
        patience: Patience,
    ) -> Running {
        let config = Config {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            data: data.to_owned(),
            n_thinkers: 2,
            patience,
            factory,
        };
        // The server before this one may be just about to let go of the database.
        let runtime = Runtime::new().unwrap();
        let mut tries = 0;
        let server = loop {
            let started = runtime.spawn(Server::start(config.clone())).await.unwrap();
            match started {
                Ok(server) => break server,
                Err(error) if tries > 100 => panic!("{error}"),
                Err(_) => tries += 1,
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        let address = server.address();
        runtime.spawn(server.run());
        Running {
            address,
            runtime: Some(runtime),
        }
    }

    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        body: Option<&str>,
    ) -> (u16, String) {
        self.request_with(method, path, body, "").await
    }

    /// One request over a connection of its own; `headers` are whole lines.
    pub(crate) async fn request_with(
        &self,
        method: &str,
        path: &str,
        body: Option<&str>,
        headers: &str,
    ) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let body = body.unwrap_or_default();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n{headers}Content-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(body.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let body = answer.split_once("\r\n\r\n").unwrap().1.to_owned();
        (status, body)
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, text) = self.request("POST", path, Some(&body.to_string())).await;
        (
            status,
            serde_json::from_str(&text).unwrap_or(Value::String(text)),
        )
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        let (status, text) = self.request("GET", path, None).await;
        (
            status,
            serde_json::from_str(&text).unwrap_or(Value::String(text)),
        )
    }

    /// A new game: its id and its token.
    pub(crate) async fn create(&self, wish: &Value) -> (String, String) {
        let (status, created) = self.post("/api/games", wish).await;
        assert_eq!(status, 200, "{created}");
        let text = |key: &str| created[key].as_str().unwrap().to_owned();
        (text("id"), text("token"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// A wish for a game against a bot.
pub(crate) fn play_wish(bot: &str, side: &str, rules: &str, setup: &str) -> Value {
    json!({ "kind": "play", "bot": bot, "side": side, "rules": rules, "setup": setup })
}

/// Somebody at a table.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Everything that was received, as it was received.
    pub(crate) received: Vec<String>,
}

impl Client {
    pub(crate) async fn connect(server: &Running, id: &str) -> Client {
        let (socket, _) = connect_async(format!("ws://{}/ws/{id}", server.address))
            .await
            .unwrap();
        Client {
            socket,
            received: Vec::new(),
        }
    }

    /// Joins and returns the first state.
    pub(crate) async fn join(server: &Running, id: &str, token: Option<&str>) -> (Client, Value) {
        let mut client = Client::connect(server, id).await;
        client
            .send(&json!({ "type": "join", "token": token }))
            .await;
        let state = client.next().await;
        assert_eq!(state["type"], "state", "{state}");
        (client, state)
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.try_send_text(text).await.unwrap();
    }

    pub(crate) async fn try_send_text(&mut self, text: &str) -> Result<(), tungstenite::Error> {
        self.socket.send(Message::Text(text.into())).await
    }

    pub(crate) async fn send_binary(&mut self, bytes: Vec<u8>) {
        self.socket
            .send(Message::Binary(bytes.into()))
            .await
            .unwrap();
    }

    /// The next message, or `None` when the server has closed the connection.
    pub(crate) async fn try_next(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(Duration::from_secs(20), self.socket.next());
            match message.await.expect("the server says something") {
                Some(Ok(Message::Text(text))) => {
                    let value = serde_json::from_str(&text).unwrap();
                    self.received.push(text.to_string());
                    return Some(value);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    pub(crate) async fn next(&mut self) -> Value {
        self.try_next().await.expect("the connection is open")
    }

    /// The first state that fits.
    pub(crate) async fn state_where(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == "state" && fits(&message) {
                return message;
            }
        }
    }
}

pub(crate) fn is_over(state: &Value) -> bool {
    !state["seen"]["result"].is_null()
}

pub(crate) fn ply(state: &Value) -> u64 {
    state["seen"]["ply"].as_u64().unwrap()
}

/// Whether the person who gets this state is to move.
pub(crate) fn is_mine(state: &Value) -> bool {
    !is_over(state) && state["seen"]["to_move"] == state["you"]
}
