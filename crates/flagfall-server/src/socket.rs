//! Live games over WebSocket.

use std::time::Duration;

use axum::Router;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State as AppState};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::time::timeout;

use crate::error::Refusal;
use crate::ids::GameId;
use crate::server::App;
use crate::table::{Role, Table, TableError};
use crate::wire::{ClientMessage, LONGEST_MESSAGE, ServerMessage};

/// Who does not say who he is for so long is not waited for.
const JOIN_WITHIN: Duration = Duration::from_secs(10);
/// A message above this is not even read. The sender is told so, as he is of one above [`LONGEST_MESSAGE`], but then the
/// connection is closed: what is left of the message cannot be told from the next one.
const LARGEST_FRAME: usize = 1 << 20;

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/ws/{id}", get(connect))
}

async fn connect(
    AppState(app): AppState<App>,
    Path(id): Path<GameId>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let upgrade = upgrade
        .max_message_size(LARGEST_FRAME)
        .max_frame_size(LARGEST_FRAME);
    let Some(visit) = app.tables.visit(&id).await? else {
        // A browser does not show a page why a connection was not opened, so it is opened to say so.
        let refusal = refused("no-game", format!("there is no game {id}"));
        return Ok(upgrade.on_upgrade(|mut socket| async move {
            let _ = dismiss(&mut socket, &refusal).await;
        }));
    };
    let upgraded = upgrade.on_upgrade(|mut socket| async move {
        // An error here is a connection that is gone; there is nobody left to tell.
        let _ = talk(&mut socket, &visit.table).await;
    });
    Ok(upgraded.into_response())
}

async fn talk(socket: &mut WebSocket, table: &Table) -> Result<(), axum::Error> {
    let Some((role, mut have)) = join(socket, table).await? else {
        return Ok(());
    };
    let mut changes = table.watch_changes();
    let mut told = None;
    loop {
        changes.mark_unchanged();
        let (change, state) = table.state(role, have).await;
        if told != Some(change) {
            have = state.seen.ply;
            told = Some(change);
            send(socket, &ServerMessage::State(Box::new(state))).await?;
        }
        tokio::select! {
            changed = changes.changed() => {
                if changed.is_err() {
                    return Ok(());
                }
            }
            message = socket.recv() => match message {
                None => return Ok(()),
                Some(Ok(message)) => {
                    if let Some(refusal) = handle(table, role, message).await {
                        send(socket, &refusal).await?;
                    }
                }
                Some(Err(_)) => return dismiss(socket, &unreadable()).await,
            },
        }
    }
}

/// Waits for the first message. Who has the wrong token is told so and shown the door.
async fn join(socket: &mut WebSocket, table: &Table) -> Result<Option<(Role, u32)>, axum::Error> {
    loop {
        let Ok(Some(message)) = timeout(JOIN_WITHIN, socket.recv()).await else {
            return Ok(None);
        };
        let refusal = match message.map_or_else(|_| Err(unreadable()), read) {
            Ok(None) => continue,
            Ok(Some(ClientMessage::Join { token, have })) => match table.role(token.as_ref()) {
                Ok(role) => return Ok(Some((role, have))),
                Err(error) => refusal_of(&error),
            },
            Ok(Some(_)) => refused("join-first", "the first message must be a join"),
            Err(refusal) => refusal,
        };
        dismiss(socket, &refusal).await?;
        return Ok(None);
    }
}

/// Says why and hangs up.
async fn dismiss(socket: &mut WebSocket, refusal: &ServerMessage) -> Result<(), axum::Error> {
    send(socket, refusal).await?;
    let close = CloseFrame {
        code: close_code::POLICY,
        reason: "refused".into(),
    };
    socket.send(Message::Close(Some(close))).await
}

/// Does what a message asks for; if it was refused, says why.
async fn handle(table: &Table, role: Role, message: Message) -> Option<ServerMessage> {
    let message = match read(message) {
        Ok(message) => message?,
        Err(refusal) => return Some(refusal),
    };
    let done = match message {
        ClientMessage::Join { .. } => {
            return Some(refused("joined", "you have joined this game already"));
        }
        ClientMessage::Move { mv, ply } => table.play(role, &mv, ply).await,
        ClientMessage::OfferDraw {} => table.offer_draw(role).await,
        ClientMessage::AnswerDraw { accept } => table.answer_draw(role, accept).await,
        ClientMessage::Resign {} => table.resign(role).await,
        ClientMessage::Hurry {} => table.hurry(role).await,
        ClientMessage::Pace { delay_ms, paused } => table.set_pace(role, delay_ms, paused).await,
        ClientMessage::Step {} => table.step(role).await,
    };
    done.err().map(|error| refusal_of(&error))
}

fn read(message: Message) -> Result<Option<ClientMessage>, ServerMessage> {
    let text = match message {
        Message::Text(text) => text,
        Message::Binary(_) => return Err(refused("malformed", "messages are text, not binary")),
        _ => return Ok(None),
    };
    if text.len() > LONGEST_MESSAGE {
        let text = format!(
            "the message has {} bytes, at most {LONGEST_MESSAGE} are read",
            text.len()
        );
        return Err(refused("too-long", text));
    }
    serde_json::from_str(&text)
        .map(Some)
        .map_err(|error| refused("malformed", format!("the message cannot be read: {error}")))
}

/// For what comes over the connection but is no message: usually one that is far too long.
fn unreadable() -> ServerMessage {
    let text = format!("no message of more than {LARGEST_FRAME} bytes is read");
    refused("too-long", text)
}

fn refused(code: &'static str, text: impl Into<String>) -> ServerMessage {
    let text = text.into();
    ServerMessage::Refused { code, text }
}

fn refusal_of(error: &TableError) -> ServerMessage {
    match error {
        TableError::Refused { code, text } => refused(code, text.clone()),
        TableError::Store(_) => refused("not-saved", error.to_string()),
    }
}

async fn send(socket: &mut WebSocket, message: &ServerMessage) -> Result<(), axum::Error> {
    let text = serde_json::to_string(message).expect("messages are always JSON");
    socket.send(Message::Text(text.into())).await
}
