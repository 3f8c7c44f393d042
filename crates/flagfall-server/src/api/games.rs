//! New games, and a bot's mind in games that are open.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::routing::{get, post};
use axum::{Json, Router};
use flagfall_bots::BotSpec;
use flagfall_core::notation::{parse_board, parse_setup};
use flagfall_core::{BySide, PositionBuilder, Rules, Setup, Side, Start};
use flagfall_record::GameRecord;
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;

use super::names_file;
use crate::error::Refusal;
use crate::ids::{GameId, Token, random_seed};
use crate::mind::Thought;
use crate::server::App;
use crate::store::{Kind, NewGame};
use crate::table::{PlayerSeeds, TableError, guarded};

/// What a person is called in records.
pub(crate) const HUMAN: &str = "human";
/// The longest that a bot may think about one move.
const LONGEST_BUDGET_MS: u32 = 60_000;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/api/games", post(create))
        .route("/api/games/{id}/mind/{side}", get(mind))
}

/// A wish for a game.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Wish {
    /// Against a bot, from two setups.
    Play {
        bot: String,
        #[serde(default)]
        budget_ms: u32,
        /// `red`, `blue` or `random`.
        side: String,
        rules: String,
        setup: String,
    },
    /// Against a bot, from any position.
    Free {
        bot: String,
        #[serde(default)]
        budget_ms: u32,
        side: String,
        rules: String,
        board: String,
        to_move: String,
        open: bool,
    },
    /// Two bots.
    Watch {
        red: String,
        blue: String,
        #[serde(default)]
        budget_ms: u32,
        rules: String,
    },
}

#[derive(Serialize)]
struct Created {
    id: GameId,
    token: Token,
    side: Option<&'static str>,
}

async fn create(
    State(app): State<App>,
    wish: Result<Json<Wish>, axum::extract::rejection::JsonRejection>,
) -> Result<Json<Created>, Refusal> {
    let Json(wish) = wish.map_err(|rejection| Refusal::Bad(rejection.body_text()))?;
    let (token, seed) = (Token::random(), random_seed());
    let seeds = PlayerSeeds(seed);
    let (kind, human, is_open, budget_ms, record) = match wish {
        Wish::Play {
            bot,
            budget_ms,
            side,
            rules,
            setup,
        } => {
            let (rules, side) = (parse_rules(&rules)?, parse_side(&side)?);
            let own = parse_setup(&setup).map_err(Refusal::bad)?;
            let enemy = bot_setup(&app, &bot, rules, !side, seeds, HUMAN).await?;
            let record = record(rules, side, own, enemy, names(side, &bot))?;
            (Kind::Play, Some(side), false, budget_ms, record)
        }
        Wish::Free {
            bot,
            budget_ms,
            side,
            rules,
            board,
            to_move,
            open,
        } => {
            let (rules, side) = (parse_rules(&rules)?, parse_side(&side)?);
            check_bot(&app, &bot)?;
            let builder = PositionBuilder {
                rules,
                to_move: to_move.parse().map_err(Refusal::bad)?,
                pieces: parse_board(&board).map_err(Refusal::bad)?,
            };
            check_playable(&builder)?;
            let mut record = GameRecord::new(rules, Start::Free(Box::new(builder)));
            record.names = names(side, &bot);
            (Kind::Free, Some(side), open, budget_ms, record)
        }
        Wish::Watch {
            red,
            blue,
            budget_ms,
            rules,
        } => {
            let rules = parse_rules(&rules)?;
            let own = bot_setup(&app, &red, rules, Side::Red, seeds, &blue).await?;
            let enemy = bot_setup(&app, &blue, rules, Side::Blue, seeds, &red).await?;
            let record = record(rules, Side::Red, own, enemy, BySide::new(red, blue))?;
            (Kind::Watch, None, true, budget_ms, record)
        }
    };
    let id = GameId::random();
    let new = NewGame {
        id: id.clone(),
        token_hash: Some(token.hash()),
        kind,
        human,
        is_open,
        budget_ms: budget_ms.min(LONGEST_BUDGET_MS),
        seed: seed.0,
        record,
    };
    app.store.insert_game(new).await?;
    Ok(Json(Created {
        id,
        token,
        side: human.map(Side::name),
    }))
}

fn names(human: Side, bot: &str) -> BySide<String> {
    BySide::from_fn(|side| if side == human { HUMAN } else { bot }.to_owned())
}

fn record(
    rules: Rules,
    side: Side,
    own: Setup,
    enemy: Setup,
    names: BySide<String>,
) -> Result<GameRecord, Refusal> {
    let setups = BySide::from_fn(|of| if of == side { own } else { enemy });
    let mut record = GameRecord::new(rules, Start::Setups(setups));
    record.names = names;
    record.begin().map_err(Refusal::bad)?;
    Ok(record)
}

fn parse_rules(text: &str) -> Result<Rules, Refusal> {
    text.parse().map_err(Refusal::bad)
}

fn parse_side(text: &str) -> Result<Side, Refusal> {
    match text {
        "random" if random_seed().0 & 1 == 0 => Ok(Side::Red),
        "random" => Ok(Side::Blue),
        _ => text.parse().map_err(Refusal::bad),
    }
}

/// A bot that can be built, without options that name files.
pub(crate) fn check_bot(app: &App, name: &str) -> Result<BotSpec, Refusal> {
    let spec: BotSpec = name.parse().map_err(Refusal::bad)?;
    let of_file = spec
        .options
        .iter()
        .find(|(key, value)| names_file(key, value));
    if let Some((key, _)) = of_file {
        return Err(Refusal::Bad(format!(
            "option {key} can only be set on the command line"
        )));
    }
    app.house.factory.build(&spec).map_err(Refusal::bad)?;
    Ok(spec)
}

async fn bot_setup(
    app: &App,
    name: &str,
    rules: Rules,
    side: Side,
    seeds: PlayerSeeds,
    opponent: &str,
) -> Result<Setup, Refusal> {
    let spec = check_bot(app, name)?;
    let start = flagfall_bots::GameStart {
        side,
        rules,
        seed: seeds.setup(side),
        opponent: opponent.to_owned(),
        given_setup: None,
    };
    let factory = app.house.factory.clone();
    let made = spawn_blocking(move || {
        let mut bot = factory.build(&spec).map_err(|error| error.to_string())?;
        guarded(|| {
            bot.begin(&start);
            bot.setup()
        })
        .map_err(|fault| fault.to_string())
    });
    let made = made.await.map_err(|error| error.to_string());
    made.and_then(|made| made)
        .map_err(|error| Refusal::Bad(format!("{name} could not set up: {error}")))
}

/// A position nobody can play from is told before the game begins.
fn check_playable(builder: &PositionBuilder) -> Result<(), Refusal> {
    let position = builder.build().map_err(Refusal::bad)?;
    for side in Side::ALL {
        if position.occupied_by(side).is_empty() {
            return Err(Refusal::Bad(format!("{side} has no piece")));
        }
    }
    match position.result() {
        Some(_) => Err(Refusal::Bad(format!(
            "{} is to move and has no legal move",
            builder.to_move
        ))),
        None => Ok(()),
    }
}

async fn mind(
    State(app): State<App>,
    Path((id, side)): Path<(GameId, String)>,
    headers: HeaderMap,
) -> Result<Json<Thought>, Refusal> {
    let side: Side = side.parse().map_err(Refusal::bad)?;
    let visit = app.tables.visit(&id).await?;
    let visit = visit.ok_or_else(|| Refusal::Missing(format!("there is no game {id}")))?;
    let bearer = headers.get(header::AUTHORIZATION);
    let token = bearer
        .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
        .map(|text| Token(text.to_owned()));
    let forbidden = |error: TableError| match error {
        TableError::Store(error) => Refusal::Store(error),
        TableError::Refused {
            code: "no-thought",
            text,
        } => Refusal::Missing(text),
        TableError::Refused { text, .. } => Refusal::Forbidden(text),
    };
    let role = visit.table.role(token.as_ref()).map_err(forbidden)?;
    let thought = visit.table.thought(role, side).await;
    Ok(Json(thought.map_err(forbidden)?))
}
