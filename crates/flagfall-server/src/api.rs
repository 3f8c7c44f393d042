//! Requests that are not about the library: what there is to choose from, new games, setups, statistics.

mod games;
mod setups;
mod strengths;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use flagfall_bots::BOTS;
use flagfall_core::{Rank, Rules, Variant};
use serde_json::{Value, json};

use crate::error::Refusal;
use crate::server::App;
use crate::statistics::{Record, records};
pub(crate) use games::check_bot;

/// Options that name files are for the command line only: a page has no business reading the server's disk. With each go
/// the values that name something inside the program.
const FILE_OPTIONS: [(&str, &[&str]); 3] = [
    ("net", &[]),
    ("file", &["best", "thesis"]),
    ("behavior", &[]),
];

/// Whether an option with this value would have the server read a file.
pub(crate) fn names_file(key: &str, value: &str) -> bool {
    let of_files = FILE_OPTIONS.iter().find(|(name, _)| *name == key);
    of_files.is_some_and(|(_, built_in)| !built_in.contains(&value))
}

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/api/meta", get(meta))
        .route("/api/statistics", get(statistics))
        .merge(games::routes())
        .merge(setups::routes())
}

/// Bots, rules and armies.
async fn meta() -> Json<Value> {
    let bots: Vec<Value> = BOTS
        .iter()
        .map(|bot| {
            let options = bot
                .options
                .iter()
                .filter(|option| !FILE_OPTIONS.iter().any(|(key, _)| *key == option.key));
            json!({
                "name": bot.name,
                "summary": bot.summary,
                "strengths": strengths::of(bot.name),
                "options": options.map(|option| json!({
                    "key": option.key, "default": option.default, "meaning": option.meaning,
                })).collect::<Vec<_>>(),
            })
        })
        .collect();
    let armies: serde_json::Map<String, Value> = [Variant::Classic, Variant::Barrage]
        .into_iter()
        .map(|variant| (variant.name().to_owned(), json!(variant.army().0)))
        .collect();
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "bots": bots,
        "presets": Rules::PRESETS.map(|(name, _)| name),
        "ranks": Rank::ALL.map(Rank::name),
        "armies": armies,
        "generators": setups::GENERATORS,
    }))
}

async fn statistics(State(app): State<App>) -> Result<Json<Vec<Record>>, Refusal> {
    Ok(Json(records(&app.store).await?))
}

#[cfg(test)]
mod tests {
    use flagfall_bots::build;

    use super::*;

    #[test]
    fn every_option_that_reads_a_file_is_kept_from_pages() {
        let folder = tempfile::tempdir().unwrap();
        // A folder can be opened but not read as a file: an option that tries to says so.
        let path = folder.path().display();
        let mut of_files = 0;
        for bot in BOTS {
            for option in bot.options {
                let spec = format!("{}:{}={path}", bot.name, option.key);
                let Err(error) = build(&spec.parse().unwrap()) else {
                    continue;
                };
                if error.to_string().contains("os error") {
                    of_files += 1;
                    assert!(names_file(option.key, &path.to_string()), "{spec}: {error}");
                }
            }
        }
        assert!(of_files >= 3, "net, file and behavior are such options");
    }
}
