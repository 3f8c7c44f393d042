//! Saved setups.

use flagfall_core::notation::{parse_setup, write_setup};
use flagfall_core::{Setup, Side};
use rusqlite::params;
use serde::Serialize;

use super::{Store, StoreError, now_ms};

/// A setup with the name it was saved under.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SavedSetup {
    /// Its name.
    pub name: String,
    /// Of which army it is.
    pub variant: String,
    /// 40 letters (StraDoS2, red's).
    pub letters: String,
}

impl Store {
    /// Every saved setup by name.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn setups(&self) -> Result<Vec<SavedSetup>, StoreError> {
        self.run(|connection| {
            let mut query = connection
                .prepare_cached("SELECT name, variant, letters FROM setups ORDER BY name")?;
            let rows = query.query_map([], |row| {
                Ok(SavedSetup {
                    name: row.get(0)?,
                    variant: row.get(1)?,
                    letters: row.get(2)?,
                })
            })?;
            // A line that is no setup any more could only come from a hand that edited the file.
            Ok(rows
                .filter_map(Result::ok)
                .filter(|saved| parse_setup(&saved.letters).is_ok())
                .collect())
        })
        .await
    }

    /// Saves a setup, in place of one of the same name.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn save_setup(&self, name: &str, setup: &Setup) -> Result<(), StoreError> {
        let name = name.to_owned();
        let (variant, letters) = (setup.variant().name(), write_setup(setup, Side::Red));
        self.run(move |connection| {
            connection.execute(
                "INSERT OR REPLACE INTO setups (name, variant, letters, created_ms) VALUES (?1, ?2, ?3, ?4)",
                params![name, variant, letters, now_ms()],
            )
        })
        .await?;
        Ok(())
    }

    /// Deletes a setup; `false` if there is none of that name.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn delete_setup(&self, name: &str) -> Result<bool, StoreError> {
        let name = name.to_owned();
        let deleted = self
            .run(move |connection| connection.execute("DELETE FROM setups WHERE name = ?1", [name]))
            .await?;
        Ok(deleted > 0)
    }
}
