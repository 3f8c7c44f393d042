//! Finished games: list, replay, delete, export, import, and a bot's mind at any ply.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use flagfall_bots::{Budget, Stop};
use flagfall_core::{Game, Seed, Side};
use flagfall_record::{Format, GameRecord};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::api::check_bot;
use crate::error::Refusal;
use crate::ids::GameId;
use crate::mind::{Thought, think};
use crate::seen::{BySideJson, Seen, SeenEvent, SeenResult, Sight};
use crate::server::App;
use crate::store::{Filter, Kind, LoadedGame, NewGame};

const LARGEST_IMPORT: usize = 32 << 20;

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
    // Who played thinks as long as in the game; another bot as long as its options say.
    let ms = (wish.bot == record.names[side]).then_some(row.budget_ms);
    let stop = Stop::new();
    let budget = Budget {
        time: ms
            .filter(|&ms| ms > 0)
            .map(|ms| Duration::from_millis(u64::from(ms))),
        stop: stop.clone(),
        ..Budget::OWN
    };
    // A page that looks at another ply drops its question, and this function with it.
    let _dropped = RaiseOnDrop(stop.clone());
    let factory = app.house.factory.clone();
    let place = app.house.thinkers.clone().acquire_owned().await;
    let mut thought = tokio::task::spawn_blocking(move || {
        let _place = place;
        think(&factory, &wish.bot, &game, Seed(row.seed), &budget)
    });
    let thought = match timeout(app.house.patience.longest_thought, &mut thought).await {
        Ok(thought) => thought,
        Err(_) => {
            stop.raise();
            let late = timeout(app.house.patience.grace, thought).await;
            late.map_err(|_| Refusal::Bad("the bot took too long".to_owned()))?
        }
    };
    Ok(Json(thought.map_err(Refusal::bad)?.map_err(Refusal::bad)?))
}

/// Stops a bot when nobody waits for it any more.
struct RaiseOnDrop(Stop);

impl Drop for RaiseOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
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

/// Takes all games of a file into the library, or none. Those that are there already are only named.
async fn import(
    State(app): State<App>,
    Query(wish): Query<ImportWish>,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let format = format_of(&wish.format)?;
    let records = tokio::task::spawn_blocking(move || read_games(format, &body));
    let records = records.await.map_err(Refusal::bad)??;
    let games = records.into_iter().map(|record| NewGame {
        id: GameId::random(),
        token_hash: None,
        kind: Kind::Import,
        human: None,
        is_open: true,
        budget_ms: 0,
        seed: record.seeds.game.unwrap_or_default(),
        record,
    });
    let games = app.store.import_games(games.collect()).await?;
    let n_new = games.iter().filter(|game| game.is_new).count();
    let ids: Vec<&GameId> = games.iter().map(|game| &game.id).collect();
    Ok(Json(
        json!({ "imported": n_new, "known": games.len() - n_new, "ids": ids }),
    ))
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
