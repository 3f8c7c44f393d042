//! Games: each move as it is made, the finished ones as a library.

use flagfall_core::notation::parse_move;
use flagfall_core::{GameResult, Move, Outcome, Side, Start, Termination};
use flagfall_record::{Format, GameRecord};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};
use serde::{Deserialize, Serialize};

use super::{Store, StoreError, now_ms};
use crate::ids::GameId;

/// How a game came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A person against a bot from two setups: the only kind that counts in the statistics.
    Play,
    /// A person against a bot from any position.
    Free,
    /// Two bots, watched.
    Watch,
    /// Read from a file.
    Import,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Play, Kind::Free, Kind::Watch, Kind::Import];

    fn name(self) -> &'static str {
        match self {
            Kind::Play => "play",
            Kind::Free => "free",
            Kind::Watch => "watch",
            Kind::Import => "import",
        }
    }
}

impl FromSql for Kind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Kind> {
        let name = value.as_str()?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        kind.ok_or(FromSqlError::InvalidType)
    }
}

/// What is written when a game begins.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its name.
    pub id: GameId,
    /// The hash of the token of its seat, or of the one who started two bots.
    pub token_hash: Option<String>,
    /// How it came about.
    pub kind: Kind,
    /// The side that a person plays.
    pub human: Option<Side>,
    /// Whether the person sees all pieces.
    pub is_open: bool,
    /// How long a bot may think about a move.
    pub budget_ms: u32,
    /// Where the bots' randomness comes from.
    pub seed: u64,
    /// Rules, names, start; for an import also moves and result.
    pub record: GameRecord,
}

/// A game's row: all but its moves.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// Its name.
    pub id: GameId,
    /// The hash of the token of its seat.
    pub token_hash: Option<String>,
    /// How it came about.
    pub kind: Kind,
    /// The side that a person plays.
    pub human: Option<Side>,
    /// Whether the person sees all pieces.
    pub is_open: bool,
    /// How long a bot may think about a move.
    pub budget_ms: u32,
    /// Where the bots' randomness comes from.
    pub seed: u64,
    /// Who has offered a draw that is not answered yet.
    pub draw_offer: Option<Side>,
    /// When it began.
    pub created_ms: i64,
    /// When it ended; `None` while it goes on.
    pub ended_ms: Option<i64>,
}

/// A game as it stands in the database.
#[derive(Clone, Debug)]
pub struct LoadedGame {
    /// All but the moves.
    pub row: GameRow,
    /// Rules, names, start, moves, result.
    pub record: GameRecord,
}

/// What became of a game of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// Its name in the library.
    pub id: GameId,
    /// Whether it was not there before.
    pub is_new: bool,
}

/// A line of the library.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Its name.
    pub id: GameId,
    /// How it came about.
    pub kind: Kind,
    /// The side that a person played.
    pub human: Option<&'static str>,
    /// The red player's name.
    pub red: String,
    /// The blue player's name.
    pub blue: String,
    /// `red`, `blue`, `draw`; `None` for an import that was not over.
    pub outcome: Option<String>,
    /// Why it ended.
    pub reason: Option<String>,
    /// How long it was.
    pub n_plies: u32,
    /// When it ended.
    pub ended_ms: i64,
}

/// An outcome from the person's side; games without a person have none of these but the draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeFor {
    /// The person won.
    Win,
    /// Nobody did.
    Draw,
    /// The bot won.
    Loss,
}

/// Which games of the library are asked for. What is `None` does not matter.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    /// A player has this name, or is this bot with some options.
    pub opponent: Option<String>,
    /// How it ended for the person.
    pub result: Option<OutcomeFor>,
    /// How it came about.
    pub kind: Option<Kind>,
    /// It ended at this time or later.
    pub from_ms: Option<i64>,
    /// It ended before this time.
    pub to_ms: Option<i64>,
    /// How many to pass over.
    pub offset: u32,
    /// How many at most; 0 stands for 50.
    pub limit: u32,
}

const MOST_LISTED: u32 = 500;
const COLUMNS: &str = "id, token_hash, kind, human, is_open, budget_ms, seed, draw_offer, \
                       created_ms, ended_ms, record, outcome, reason";

impl Store {
    /// Writes a new game.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn insert_game(&self, new: NewGame) -> Result<(), StoreError> {
        self.run(move |connection| insert(connection, &new)).await
    }

    /// Takes games into the library, all or none, but no game twice: one with the same start, moves and outcome as a game
    /// that is there is that game.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn import_games(&self, games: Vec<NewGame>) -> Result<Vec<Imported>, StoreError> {
        let import = |connection: &Connection, new: &NewGame| {
            if let Some(id) = find_same(connection, &new.record)? {
                return Ok(Imported { id, is_new: false });
            }
            insert(connection, new)?;
            Ok(Imported {
                id: new.id.clone(),
                is_new: true,
            })
        };
        self.run(move |connection| games.iter().map(|new| import(connection, new)).collect())
            .await
    }

    /// Writes the next move of a game with the draw offer that stands after it, and the game's end if the move was the last.
    ///
    /// # Errors
    /// If the database fails; nothing is written then.
    pub async fn append_ply(
        &self,
        id: &GameId,
        ply: u32,
        mv: Move,
        draw_offer: Option<Side>,
        result: Option<GameResult>,
    ) -> Result<(), StoreError> {
        let id = id.0.clone();
        self.run(move |connection| {
            connection
                .prepare_cached("INSERT INTO plies (game, ply, move) VALUES (?1, ?2, ?3)")?
                .execute(params![id, ply, mv.to_string()])?;
            connection
                .prepare_cached("UPDATE games SET n_plies = ?2, draw_offer = ?3 WHERE id = ?1")?
                .execute(params![id, ply + 1, draw_offer.map(Side::name)])?;
            result.map_or(Ok(()), |result| finish(connection, &id, result))
        })
        .await
    }

    /// Writes who has offered a draw, or that nobody has any more.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn set_draw_offer(&self, id: &GameId, by: Option<Side>) -> Result<(), StoreError> {
        let id = id.0.clone();
        self.run(move |connection| {
            connection
                .prepare_cached("UPDATE games SET draw_offer = ?2 WHERE id = ?1")?
                .execute(params![id, by.map(Side::name)])?;
            Ok(())
        })
        .await
    }

    /// Writes how a game ended other than by a move.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn finish_game(&self, id: &GameId, result: GameResult) -> Result<(), StoreError> {
        let id = id.0.clone();
        self.run(move |connection| finish(connection, &id, result))
            .await
    }

    /// A game with its moves; `None` if there is none of that name.
    ///
    /// # Errors
    /// If the database fails or what it holds is no game.
    pub async fn load_game(&self, id: &GameId) -> Result<Option<LoadedGame>, StoreError> {
        let key = id.0.clone();
        let found = self
            .run(move |connection| {
                let query = format!("SELECT {COLUMNS} FROM games WHERE id = ?1");
                connection
                    .prepare_cached(&query)?
                    .query_row([&key], |row| Ok((read_row(row)?, read_stored(row)?)))
                    .optional()?
                    .map(|(row, stored)| Ok((row, stored, moves_of(connection, &key)?)))
                    .transpose()
            })
            .await?;
        let Some((row, stored, moves)) = found else {
            return Ok(None);
        };
        let record = stored.read(&moves).map_err(|reason| StoreError::Damaged {
            id: id.0.clone(),
            reason,
        })?;
        Ok(Some(LoadedGame { row, record }))
    }

    /// The finished games that fit, the latest first, and how many there are in all.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn library(&self, filter: Filter) -> Result<(Vec<Summary>, u32), StoreError> {
        self.run(move |connection| {
            let (condition, values) = filter.condition();
            let values: Vec<&dyn ToSql> = values.iter().map(|value| value.as_ref()).collect();
            let count = format!("SELECT count(*) FROM games WHERE {condition}");
            let total = connection.query_row(&count, values.as_slice(), |row| row.get(0))?;
            let limit = match filter.limit {
                0 => 50,
                limit => limit.min(MOST_LISTED),
            };
            let list = format!(
                "SELECT id, kind, human, red, blue, outcome, reason, n_plies, ended_ms FROM games \
                 WHERE {condition} ORDER BY ended_ms DESC, id LIMIT {limit} OFFSET {}",
                filter.offset
            );
            let mut query = connection.prepare_cached(&list)?;
            let rows = query.query_map(values.as_slice(), read_summary)?;
            Ok((rows.collect::<rusqlite::Result<_>>()?, total))
        })
        .await
    }

    /// Deletes a finished game; `false` if there is none of that name.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn delete_finished(&self, id: &GameId) -> Result<bool, StoreError> {
        let id = id.0.clone();
        let sql = "DELETE FROM games WHERE id = ?1 AND ended_ms IS NOT NULL";
        Ok(self
            .run(move |connection| connection.execute(sql, [id]))
            .await?
            > 0)
    }
}

impl Filter {
    fn condition(&self) -> (String, Vec<Box<dyn ToSql>>) {
        let mut parts = vec!["ended_ms IS NOT NULL".to_owned()];
        let mut values: Vec<Box<dyn ToSql>> = Vec::new();
        let mut add = |text: &str, value: Box<dyn ToSql>| {
            values.push(value);
            parts.push(text.replace('?', &format!("?{}", values.len())));
        };
        if let Some(name) = &self.opponent {
            // A bot is found with whatever options it has played.
            let is_name = |column: &str| {
                format!("({column} = ? OR substr({column}, 1, length(?) + 1) = ? || ':')")
            };
            let either = format!("({} OR {})", is_name("red"), is_name("blue"));
            add(&either, Box::new(name.clone()));
        }
        if let Some(kind) = self.kind {
            add("kind = ?", Box::new(kind.name()));
        }
        if let Some(from) = self.from_ms {
            add("ended_ms >= ?", Box::new(from));
        }
        if let Some(to) = self.to_ms {
            add("ended_ms < ?", Box::new(to));
        }
        match self.result {
            Some(OutcomeFor::Win) => parts.push("outcome = human".to_owned()),
            Some(OutcomeFor::Draw) => parts.push("outcome = 'draw'".to_owned()),
            Some(OutcomeFor::Loss) => {
                parts.push("outcome <> 'draw' AND outcome <> human".to_owned());
            }
            None => {}
        }
        (parts.join(" AND "), values)
    }
}

fn insert(connection: &Connection, new: &NewGame) -> rusqlite::Result<()> {
    let record = &new.record;
    let start = GameRecord {
        moves: Vec::new(),
        result: None,
        ..record.clone()
    };
    let line = Format::JsonLines
        .write(&[start])
        .expect("every start can be written as a JSON line");
    let is_over = new.kind == Kind::Import || record.result.is_some();
    connection
        .prepare_cached(
            "INSERT INTO games (id, token_hash, kind, human, red, blue, is_open, budget_ms, seed, record, n_plies, \
             outcome, reason, created_ms, ended_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        )?
        .execute(params![
            new.id.0,
            new.token_hash,
            new.kind.name(),
            new.human.map(Side::name),
            record.names[Side::Red],
            record.names[Side::Blue],
            new.is_open,
            new.budget_ms,
            new.seed as i64,
            line,
            record.moves.len() as i64,
            record.result.map(|result| result.outcome.name()),
            record.result.map(|result| result.reason.name()),
            now_ms(),
            is_over.then(now_ms),
        ])?;
    let mut ply =
        connection.prepare_cached("INSERT INTO plies (game, ply, move) VALUES (?1, ?2, ?3)")?;
    for (number, mv) in record.moves.iter().enumerate() {
        ply.execute(params![new.id.0, number as i64, mv.to_string()])?;
    }
    Ok(())
}

/// The finished game that has this start, these moves and this outcome, if there is one.
fn find_same(connection: &Connection, record: &GameRecord) -> rusqlite::Result<Option<GameId>> {
    let sql = "SELECT id, record FROM games WHERE n_plies = ?1 AND outcome IS ?2 AND ended_ms IS NOT NULL";
    let mut query = connection.prepare_cached(sql)?;
    let outcome = record.result.map(|result| result.outcome.name());
    let candidates = query.query_map(params![record.moves.len() as i64, outcome], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
    })?;
    let moves: Vec<String> = record.moves.iter().map(ToString::to_string).collect();
    for candidate in candidates {
        let (id, line) = candidate?;
        if moves_of(connection, &id)? == moves && starts_like(&line, &record.start) {
            return Ok(Some(GameId(id)));
        }
    }
    Ok(None)
}

/// Whether a stored record has this start. The rules of a free start are those of its record and do not matter here.
fn starts_like(line: &str, start: &Start) -> bool {
    let Ok(records) = Format::JsonLines.parse(line.as_bytes()) else {
        return false;
    };
    records
        .first()
        .is_some_and(|stored| match (&stored.start, start) {
            (Start::Free(one), Start::Free(two)) => {
                (one.to_move, &one.pieces) == (two.to_move, &two.pieces)
            }
            (one, two) => one == two,
        })
}

fn finish(connection: &Connection, id: &str, result: GameResult) -> rusqlite::Result<()> {
    let sql = "UPDATE games SET outcome = ?2, reason = ?3, ended_ms = ?4, draw_offer = NULL WHERE id = ?1";
    connection.prepare_cached(sql)?.execute(params![
        id,
        result.outcome.name(),
        result.reason.name(),
        now_ms()
    ])?;
    Ok(())
}

fn moves_of(connection: &Connection, id: &str) -> rusqlite::Result<Vec<String>> {
    let mut query =
        connection.prepare_cached("SELECT move FROM plies WHERE game = ?1 ORDER BY ply")?;
    let rows = query.query_map([id], |row| row.get(0))?;
    rows.collect()
}

fn read_side(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<Side>> {
    let name: Option<String> = row.get(column)?;
    Ok(name.and_then(|name| name.parse().ok()))
}

fn read_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        id: GameId(row.get("id")?),
        token_hash: row.get("token_hash")?,
        kind: row.get("kind")?,
        human: read_side(row, "human")?,
        is_open: row.get("is_open")?,
        budget_ms: row.get("budget_ms")?,
        seed: row.get::<_, i64>("seed")? as u64,
        draw_offer: read_side(row, "draw_offer")?,
        created_ms: row.get("created_ms")?,
        ended_ms: row.get("ended_ms")?,
    })
}

fn read_summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
    Ok(Summary {
        id: GameId(row.get("id")?),
        kind: row.get("kind")?,
        human: read_side(row, "human")?.map(Side::name),
        red: row.get("red")?,
        blue: row.get("blue")?,
        outcome: row.get("outcome")?,
        reason: row.get("reason")?,
        n_plies: row.get("n_plies")?,
        ended_ms: row.get("ended_ms")?,
    })
}

/// What the record's columns hold.
struct Stored {
    line: String,
    /// Outcome and reason.
    result: (Option<String>, Option<String>),
}

fn read_stored(row: &Row<'_>) -> rusqlite::Result<Stored> {
    Ok(Stored {
        line: row.get("record")?,
        result: (row.get("outcome")?, row.get("reason")?),
    })
}

impl Stored {
    fn read(self, moves: &[String]) -> Result<GameRecord, String> {
        let mut records = Format::JsonLines
            .parse(self.line.as_bytes())
            .map_err(|error| error.to_string())?;
        let mut record = records.pop().ok_or("its record is empty")?;
        let moves: Result<_, _> = moves.iter().map(|text| parse_move(text)).collect();
        record.moves = moves.map_err(|error| error.to_string())?;
        record.result = match self.result {
            (Some(outcome), Some(reason)) => Some(GameResult {
                outcome: match outcome.parse::<Side>() {
                    Ok(side) => Outcome::Win(side),
                    Err(_) => Outcome::Draw,
                },
                reason: Termination::from_name(&reason).unwrap_or(Termination::Unknown),
            }),
            _ => None,
        };
        Ok(record)
    }
}
