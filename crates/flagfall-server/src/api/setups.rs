//! Saved setups, generated ones, and what the heuristics H1 to H9 say of one.

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use flagfall_core::notation::{parse_readable_setup, parse_setup, strados_piece, write_setup};
use flagfall_core::{Rank, SETUP_SQUARES, Side, Variant};
use flagfall_setups::{HEURISTICS, Method, Scores};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::Refusal;
use crate::ids::random_seed;
use crate::server::App;
use crate::store::SavedSetup;

/// Ways to make a setup, by the name that [`Method`] reads.
pub(super) const GENERATORS: [&str; 4] = ["best-of:50", "semi-random", "half-random", "random"];
const LONGEST_NAME: usize = 60;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/api/setups", get(list).post(save))
        .route("/api/setups/{name}", axum::routing::delete(delete))
        .route("/api/generate", post(generate))
        .route("/api/judge", post(judge))
        .route("/api/parse-setup", post(parse))
}

async fn list(State(app): State<App>) -> Result<Json<Vec<SavedSetup>>, Refusal> {
    Ok(Json(app.store.setups().await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
    setup: String,
}

async fn save(State(app): State<App>, Json(named): Json<Named>) -> Result<Json<Value>, Refusal> {
    let name = named.name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(Refusal::Bad(format!(
            "a setup's name has 1 to {LONGEST_NAME} letters"
        )));
    }
    let setup = parse_setup(&named.setup).map_err(Refusal::bad)?;
    app.store.save_setup(name, &setup).await?;
    Ok(Json(json!({ "name": name })))
}

async fn delete(State(app): State<App>, Path(name): Path<String>) -> Result<Json<Value>, Refusal> {
    if app.store.delete_setup(&name).await? {
        Ok(Json(json!({ "deleted": name })))
    } else {
        Err(Refusal::Missing(format!("there is no setup '{name}'")))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Generate {
    method: String,
    variant: String,
}

#[derive(Serialize)]
struct Made {
    setup: String,
}

async fn generate(Json(wish): Json<Generate>) -> Result<Json<Made>, Refusal> {
    let variant = parse_variant(&wish.variant)?;
    if !GENERATORS.contains(&wish.method.as_str()) {
        let known = GENERATORS.join(", ");
        return Err(Refusal::Bad(format!(
            "'{}' is no generator; there are {known}",
            wish.method
        )));
    }
    let method: Method = wish.method.parse().map_err(Refusal::bad)?;
    let made = tokio::task::spawn_blocking(move || method.make(variant, &mut random_seed().rng()));
    let setup = made.await.map_err(Refusal::bad)?;
    Ok(Json(Made {
        setup: write_setup(&setup, Side::Red),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Judge {
    /// 40 letters, `A` where nothing stands yet.
    setup: String,
}

/// The scores of a setup, complete or not.
async fn judge(Json(wish): Json<Judge>) -> Result<Json<Value>, Refusal> {
    let scores = Scores::of_places(&parse_places(&wish.setup)?);
    let parts: Vec<Value> = HEURISTICS
        .iter()
        .zip(scores.parts)
        .map(|(name, score)| json!({ "name": name, "score": score }))
        .collect();
    Ok(Json(json!({
        "freedom": scores.freedom, "parts": parts, "total": scores.total(),
    })))
}

fn parse_places(text: &str) -> Result<[Option<Rank>; SETUP_SQUARES], Refusal> {
    let letters: Vec<char> = text.chars().collect();
    let letters: [char; SETUP_SQUARES] = letters
        .try_into()
        .map_err(|_| Refusal::Bad("a setup has 40 letters".to_owned()))?;
    let mut places = [None; SETUP_SQUARES];
    for (place, letter) in places.iter_mut().zip(letters) {
        *place = match strados_piece(letter) {
            Some((_, rank)) => Some(rank),
            None if letter == 'A' => None,
            None => return Err(Refusal::Bad(format!("'{letter}' is no piece letter"))),
        };
    }
    Ok(places)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pasted {
    text: String,
}

/// Reads a setup from any of its text forms: 40 letters, or four readable lines.
async fn parse(Json(pasted): Json<Pasted>) -> Result<Json<Value>, Refusal> {
    let text = pasted.text.trim();
    let setup = if text.lines().count() > 1 {
        parse_readable_setup(text)
    } else {
        parse_setup(text)
    };
    let setup = setup.map_err(Refusal::bad)?;
    Ok(Json(json!({
        "setup": write_setup(&setup, Side::Red), "variant": setup.variant().name(),
    })))
}

fn parse_variant(name: &str) -> Result<Variant, Refusal> {
    [Variant::Classic, Variant::Barrage]
        .into_iter()
        .find(|variant| variant.name() == name)
        .ok_or_else(|| {
            Refusal::Bad(format!(
                "'{name}' is no army; there are classic and barrage"
            ))
        })
}
