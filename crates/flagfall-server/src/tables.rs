//! The live games of a server.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;

use crate::ids::GameId;
use crate::store::StoreError;
use crate::table::{House, Table};

/// How often tables that nobody looks at are cleared away. They come back from the database when somebody does.
const SWEEP_EVERY: Duration = Duration::from_secs(60);

/// The tables that are open now. There is never more than one of a game: the map is locked while one is opened.
#[derive(Debug)]
pub(crate) struct Tables {
    house: House,
    open: Mutex<HashMap<GameId, Arc<Table>>>,
}

/// Somebody's presence at a table.
#[derive(Debug)]
pub(crate) struct Visit {
    pub(crate) table: Arc<Table>,
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.table.leave();
    }
}

impl Tables {
    pub(crate) fn new(house: House) -> Tables {
        Tables {
            house,
            open: Mutex::default(),
        }
    }

    /// Goes to a table, which is opened if it is not; `None` if there is no such game.
    pub(crate) async fn visit(&self, id: &GameId) -> Result<Option<Visit>, StoreError> {
        let mut open = self.open.lock().await;
        let table = match open.get(id) {
            Some(table) => Arc::clone(table),
            None => {
                let Some(loaded) = self.house.store.load_game(id).await? else {
                    return Ok(None);
                };
                let table = Table::open(loaded, &self.house)?;
                open.insert(id.clone(), Arc::clone(&table));
                table
            }
        };
        table.enter();
        Ok(Some(Visit { table }))
    }

    /// Clears away what nobody looks at, again and again.
    pub(crate) async fn sweep(self: Arc<Tables>) {
        loop {
            tokio::time::sleep(SWEEP_EVERY).await;
            self.open.lock().await.retain(|_, table| !table.is_idle());
        }
    }
}
