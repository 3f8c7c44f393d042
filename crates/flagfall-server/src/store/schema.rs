//! The tables, and how older databases are brought up to date.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};

use super::OpenError;

/// Each entry brings a database from the version of its index to the next. Entries are never changed, only added.
const MIGRATIONS: [&str; 2] = [
    "
    CREATE TABLE games (
        id          TEXT PRIMARY KEY,
        token_hash  TEXT,
        kind        TEXT NOT NULL,
        -- the side the person plays, if one does
        human       TEXT,
        red         TEXT NOT NULL,
        blue        TEXT NOT NULL,
        is_open     INTEGER NOT NULL,
        budget_ms   INTEGER NOT NULL,
        seed        INTEGER NOT NULL,
        -- a line of our JSON lines without moves
        record      TEXT NOT NULL,
        n_plies     INTEGER NOT NULL,
        draw_offer  TEXT,
        outcome     TEXT,
        reason      TEXT,
        created_ms  INTEGER NOT NULL,
        ended_ms    INTEGER
    ) STRICT;
    CREATE INDEX games_by_end ON games (ended_ms);
    CREATE TABLE plies (
        game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        ply  INTEGER NOT NULL,
        move TEXT NOT NULL,
        PRIMARY KEY (game, ply)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE setups (
        name       TEXT PRIMARY KEY,
        variant    TEXT NOT NULL,
        letters    TEXT NOT NULL,
        created_ms INTEGER NOT NULL
    ) STRICT;
",
    // An imported game is looked for among those of its length.
    "CREATE INDEX games_by_length ON games (n_plies)",
];

/// Opens the database for this process alone and brings it up to date.
pub(super) fn open(file: &Path) -> Result<Connection, OpenError> {
    let failed = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => OpenError::InUse {
            file: file.to_owned(),
        },
        _ => OpenError::Sqlite {
            file: file.to_owned(),
            error,
        },
    };
    let mut connection = Connection::open(file).map_err(failed)?;
    connection
        .busy_timeout(Duration::from_millis(500))
        .and_then(|()| {
            // Two programs with one database would each think its own games the true ones.
            connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "foreign_keys", "ON")?;
            // The lock is taken by the first write.
            connection.execute_batch("BEGIN EXCLUSIVE; COMMIT")
        })
        .map_err(failed)?;
    let found: i64 = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(failed)?;
    let known = MIGRATIONS.len() as i64;
    if found > known {
        return Err(OpenError::Newer {
            file: file.to_owned(),
            found,
            known,
        });
    }
    for (version, migration) in (0i64..).zip(MIGRATIONS).skip(found as usize) {
        migrate(&mut connection, version + 1, migration).map_err(failed)?;
    }
    Ok(connection)
}

fn migrate(connection: &mut Connection, version: i64, migration: &str) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(migration)?;
    transaction.pragma_update(None, "user_version", version)?;
    transaction.commit()
}
