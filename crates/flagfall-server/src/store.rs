//! What survives: games move by move, finished games, saved setups.
//!
//! One thread owns the database. Whatever waits for it is done in one transaction, and nobody is answered before that is on
//! the disk: hundreds of games then cost hardly more than one, and an acknowledged move survives a kill and a power cut.

mod games;
mod schema;
mod setups;

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;

use rusqlite::Connection;
use tokio::sync::oneshot;

pub use games::{Filter, GameRow, Kind, LoadedGame, NewGame, OutcomeFor, Summary};
pub use setups::SavedSetup;

/// How many jobs may share a transaction, so that the first of them does not wait for long.
const LARGEST_BATCH: usize = 256;

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    jobs: mpsc::Sender<Job>,
}

/// Does its work inside the batch's transaction, if there is one, and returns what is to be called with the fate of the commit.
type Job = Box<dyn FnOnce(Option<&Connection>) -> Answer + Send>;
type Answer = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

impl Store {
    /// Opens the database in this folder, making both if they are not there.
    ///
    /// # Errors
    /// If the folder cannot be made, the database cannot be opened or was written by a newer program, or another program
    /// has it open.
    pub fn open(folder: &Path) -> Result<Store, OpenError> {
        std::fs::create_dir_all(folder).map_err(|error| OpenError::Folder {
            folder: folder.to_owned(),
            error,
        })?;
        let file = folder.join("flagfall.sqlite3");
        let connection = schema::open(&file)?;
        let (jobs, waiting) = mpsc::channel();
        thread::Builder::new()
            .name("flagfall-store".to_owned())
            .spawn(move || work(connection, &waiting))
            .map_err(|error| OpenError::Folder {
                folder: folder.to_owned(),
                error,
            })?;
        Ok(Store { jobs })
    }

    /// Runs a job on the database's thread and waits until what it wrote is on the disk.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let done = match connection {
                Some(connection) => in_savepoint(connection, work),
                None => Err(StoreError::Closed),
            };
            Box::new(move |committed| {
                // Somebody who has stopped waiting needs no answer.
                let _ = reply.send(committed.and(done));
            })
        });
        self.jobs.send(job).map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// A job that fails leaves nothing behind, whatever else is in the transaction.
fn in_savepoint<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> Result<T, StoreError> {
    connection.execute_batch("SAVEPOINT job")?;
    match work(connection) {
        Ok(value) => {
            connection.execute_batch("RELEASE job")?;
            Ok(value)
        }
        Err(error) => {
            connection.execute_batch("ROLLBACK TO job; RELEASE job")?;
            Err(error.into())
        }
    }
}

fn work(connection: Connection, waiting: &mpsc::Receiver<Job>) {
    while let Ok(first) = waiting.recv() {
        let mut batch = vec![first];
        batch.extend(waiting.try_iter().take(LARGEST_BATCH - 1));
        let begun = connection.execute_batch("BEGIN IMMEDIATE");
        // Outside a transaction a job would save what its caller is then told was not.
        let inside = begun.is_ok().then_some(&connection);
        let answers: Vec<Answer> = batch.into_iter().map(|job| job(inside)).collect();
        let committed = begun
            .and_then(|()| connection.execute_batch("COMMIT"))
            .map_err(|error| StoreError::from(error).to_string());
        if committed.is_err() {
            // There may be no transaction to roll back; the next one starts afresh either way.
            let _ = connection.execute_batch("ROLLBACK");
        }
        for answer in answers {
            answer(committed.clone().map_err(StoreError::Commit));
        }
    }
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// Why the database does not answer as it should.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite says no.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// What was written did not reach the disk.
    #[error("nothing was saved: {0}")]
    Commit(String),
    /// What is in the database cannot be understood.
    #[error("game {id} cannot be read: {reason}")]
    Damaged {
        /// Which game.
        id: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The database's thread has ended.
    #[error("the database has been closed")]
    Closed,
}

/// Why the database cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder cannot be made.
    #[error("cannot make the folder {}: {error}", folder.display())]
    Folder {
        /// Which folder.
        folder: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// SQLite says no.
    #[error("cannot open {}: {error}", file.display())]
    Sqlite {
        /// Which file.
        file: PathBuf,
        /// What SQLite says.
        error: rusqlite::Error,
    },
    /// Another program has it open.
    #[error("{} is in use by another flagfall; give this one a folder of its own with --data", file.display())]
    InUse {
        /// Which file.
        file: PathBuf,
    },
    /// A newer program wrote it.
    #[error("{} was written by a newer flagfall (version {found}, this program knows {known})", file.display())]
    Newer {
        /// Which file.
        file: PathBuf,
        /// The version in the file.
        found: i64,
        /// The newest version known.
        known: i64,
    },
}

#[cfg(test)]
mod tests;
