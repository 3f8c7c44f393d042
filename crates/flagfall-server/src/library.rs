//! Finished games: list, replay, delete, export, import, and a bot's mind at any ply.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use flagfall_bots::Budget;
use flagfall_core::{Game, Seed, Side};
use flagfall_record::{Format, GameRecord};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api::check_bot;
use crate::error::Refusal;
use crate::ids::GameId;
use crate::mind::{Thought, think};
use crate::seen::{BySideJson, Seen, SeenEvent, SeenResult, Sight};
use crate::server::App;
use crate::store::{Filter, Kind, LoadedGame, NewGame};

const LARGEST_IMPORT: usize = 32 << 20;
const LONGEST_MIND_MS: u32 = 10_000;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/api/library", get(list))
        .route("/api/library/{id}", get(one).delete(delete))
        .route("/api/library/{id}/mind", get(mind))
        .route("/api/export", get(export))
        .route("/api/import", post(import))
        .layer(DefaultBodyLimit::max(LARGEST_IMPORT))
}

async fn list(
    State(app): State<App>,
    filter: Result<Query<Filter>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Value>, Refusal> {
    let Query(filter) = filter.map_err(|rejection| Refusal::Bad(rejection.body_text()))?;
    let (games, total) = app.store.library(filter).await?;
    Ok(Json(json!({ "games": games, "total": total })))
}

/// A finished game. A running one is not in the library, whoever asks.
async fn finished(app: &App, id: &GameId) -> Result<LoadedGame, Refusal> {
    let loaded = app.store.load_game(id).await?;
    loaded
        .filter(|loaded| loaded.row.ended_ms.is_some())
        .ok_or_else(|| Refusal::Missing(format!("there is no finished game {id}")))
}

/// The start with all pieces, every turn, and the result: enough to replay.
async fn one(State(app): State<App>, Path(id): Path<GameId>) -> Result<Json<Value>, Refusal> {
    let LoadedGame { row, record } = finished(&app, &id).await?;
    let begin = record.begin().map_err(Refusal::bad)?;
    let game = record.replay().map_err(Refusal::bad)?;
    let events: Vec<SeenEvent> = game.history().iter().map(SeenEvent::from).collect();
    Ok(Json(json!({
        "id": id,
        "kind": row.kind,
        "human": row.human.map(Side::name),
        "rules": record.rules.to_string(),
        "names": BySideJson::from_fn(|side| record.names[side].clone()),
        "start": Seen::of(&begin, Sight::Open),
        "events": events,
        "result": record.result.map(SeenResult::from),
        "ended_ms": row.ended_ms,
    })))
}

async fn delete(State(app): State<App>, Path(id): Path<GameId>) -> Result<Json<Value>, Refusal> {
    if app.store.delete_finished(&id).await? {
        Ok(Json(json!({ "deleted": id })))
    } else {
        Err(Refusal::Missing(format!("there is no finished game {id}")))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MindWish {
    ply: u32,
    /// Whose mind; if it is not his turn, his last turn before is looked at.
    side: String,
    bot: String,
    #[serde(default)]
    budget_ms: u32,
}

async fn mind(
    State(app): State<App>,
    Path(id): Path<GameId>,
    wish: Result<Query<MindWish>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Thought>, Refusal> {
    let Query(wish) = wish.map_err(|rejection| Refusal::Bad(rejection.body_text()))?;
    let side: Side = wish.side.parse().map_err(Refusal::bad)?;
    check_bot(&app, &wish.bot)?;
    let LoadedGame { row, record } = finished(&app, &id).await?;
    let game = turn_of(&record, side, wish.ply as usize)?;
    let budget = Budget {
        time: (wish.budget_ms > 0)
            .then(|| Duration::from_millis(u64::from(wish.budget_ms.min(LONGEST_MIND_MS)))),
        nodes: None,
    };
    let factory = app.house.factory.clone();
    let permit = app.house.thinkers.clone().acquire_owned().await;
    let thought = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        think(&factory, &wish.bot, &game, Seed(row.seed), &budget)
    });
    let thought = thought.await.map_err(Refusal::bad)?;
    Ok(Json(thought.map_err(Refusal::bad)?))
}

/// The game at this side's turn at or before the ply.
fn turn_of(record: &GameRecord, side: Side, ply: usize) -> Result<Game, Refusal> {
    let mut game = record.begin().map_err(Refusal::bad)?;
    let mut found = None;
    for number in 0..=ply.min(record.moves.len()) {
        if game.position().to_move() == side && game.result().is_none() {
            found = Some(game.clone());
        }
        if let Some(&mv) = record.moves.get(number) {
            game.play(mv).map_err(Refusal::bad)?;
        }
    }
    found.ok_or_else(|| Refusal::Bad(format!("{side} has had no turn by ply {ply}")))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExportWish {
    /// One game, or all of them.
    id: Option<GameId>,
    format: String,
}

fn format_of(name: &str) -> Result<Format, Refusal> {
    match name {
        "jsonl" => Ok(Format::JsonLines),
        "xml" => Ok(Format::GravonXml),
        "gsn" => Ok(Format::Gsn),
        _ => Err(Refusal::Bad(format!(
            "'{name}' is no form of game files; there are jsonl, xml and gsn"
        ))),
    }
}

async fn export(
    State(app): State<App>,
    Query(wish): Query<ExportWish>,
) -> Result<Response, Refusal> {
    let format = format_of(&wish.format)?;
    let mut records = Vec::new();
    match &wish.id {
        Some(id) => records.push(finished(&app, id).await?.record),
        None => loop {
            let filter = Filter {
                offset: records.len() as u32,
                limit: 500,
                ..Filter::default()
            };
            let (page, _) = app.store.library(filter).await?;
            if page.is_empty() {
                break;
            }
            for summary in page {
                records.push(finished(&app, &summary.id).await?.record);
            }
        },
    }
    let text = format
        .write(&records)
        .map_err(|(number, why)| Refusal::Bad(format!("game {}: {why}", number + 1)))?;
    let disposition = format!("attachment; filename=\"flagfall.{}\"", wish.format);
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    Ok((headers, text).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ImportWish {
    format: String,
}

/// Takes all games of a file into the library, or none.
async fn import(
    State(app): State<App>,
    Query(wish): Query<ImportWish>,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let format = format_of(&wish.format)?;
    let records = tokio::task::spawn_blocking(move || read_games(format, &body));
    let records = records.await.map_err(Refusal::bad)??;
    let (n_games, ids): (usize, Vec<GameId>) = (
        records.len(),
        records.iter().map(|_| GameId::random()).collect(),
    );
    let games = records.into_iter().zip(&ids).map(|(record, id)| NewGame {
        id: id.clone(),
        token_hash: None,
        kind: Kind::Import,
        human: None,
        is_open: true,
        budget_ms: 0,
        seed: record.seeds.game.unwrap_or_default(),
        record,
    });
    app.store.insert_games(games.collect()).await?;
    Ok(Json(json!({ "imported": n_games, "ids": ids })))
}

fn read_games(format: Format, bytes: &[u8]) -> Result<Vec<GameRecord>, Refusal> {
    let records = format.parse(bytes).map_err(Refusal::bad)?;
    if records.is_empty() {
        return Err(Refusal::Bad("there is no game in the file".to_owned()));
    }
    for (number, record) in records.iter().enumerate() {
        record
            .replay()
            .map_err(|error| Refusal::Bad(format!("game {}: {error}", number + 1)))?;
    }
    Ok(records)
}
