//! The server as a whole.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use flagfall_bots::{Bot, BotSpec, SpecError};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::store::{OpenError, Store};
use crate::table::House;
use crate::tables::Tables;
use crate::{api, assets, guard, library, socket};

type Build = dyn Fn(&BotSpec) -> Result<Box<dyn Bot>, SpecError> + Send + Sync;

/// Where bots come from: our table of bots, or in tests something else.
#[derive(Clone)]
pub struct BotFactory(Arc<Build>);

impl BotFactory {
    /// Bots made by this function.
    pub fn new(
        build: impl Fn(&BotSpec) -> Result<Box<dyn Bot>, SpecError> + Send + Sync + 'static,
    ) -> BotFactory {
        BotFactory(Arc::new(build))
    }

    /// A bot.
    ///
    /// # Errors
    /// If the spec names none.
    pub fn build(&self, spec: &BotSpec) -> Result<Box<dyn Bot>, SpecError> {
        (self.0)(spec)
    }
}

impl Default for BotFactory {
    fn default() -> BotFactory {
        BotFactory::new(flagfall_bots::build)
    }
}

impl fmt::Debug for BotFactory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BotFactory")
    }
}

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The folder of the database.
    pub data: PathBuf,
    /// How many bots may think at the same time.
    pub n_thinkers: usize,
    /// How long bots are waited for.
    pub patience: Patience,
    /// Where bots come from.
    pub factory: BotFactory,
}

/// How long bots are waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// A bot that has thought about a move for so long is told to answer with what it has.
    pub longest_thought: Duration,
    /// One that has been told so and goes on for this long loses the game, and its place among the thinkers is free.
    pub grace: Duration,
    /// When nobody has looked at a game for so long, its bot stops thinking until somebody does.
    pub deserted_after: Duration,
}

impl Default for Patience {
    /// No offered strength thinks for more than ten seconds; a reload of a page takes less than five.
    fn default() -> Patience {
        Patience {
            longest_thought: Duration::from_secs(60),
            grace: Duration::from_secs(10),
            deserted_after: Duration::from_secs(5),
        }
    }
}

/// What all requests share.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) store: Store,
    pub(crate) house: House,
    pub(crate) tables: Arc<Tables>,
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: App,
}

/// Why a server cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database cannot be opened.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// Nobody can listen there.
    #[error("cannot listen on {address}: {error}; choose another with --port")]
    Listen {
        /// The address that was asked for.
        address: SocketAddr,
        /// What the system says.
        error: std::io::Error,
    },
}

impl Server {
    /// Opens the database and starts to listen.
    ///
    /// # Errors
    /// If one of these cannot be done.
    pub async fn start(config: Config) -> Result<Server, StartError> {
        let wanted = SocketAddr::new(config.host, config.port);
        let listen_error = |error| StartError::Listen {
            address: wanted,
            error,
        };
        let listener = TcpListener::bind(wanted).await.map_err(listen_error)?;
        let address = listener.local_addr().map_err(listen_error)?;
        let store = Store::open(&config.data)?;
        let house = House {
            store: store.clone(),
            factory: config.factory,
            patience: config.patience,
            thinkers: Arc::new(Semaphore::new(config.n_thinkers.max(1))),
        };
        let tables = Arc::new(Tables::new(house.clone()));
        let app = App {
            store,
            house,
            tables,
        };
        Ok(Server {
            listener,
            address,
            app,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until the future is dropped.
    ///
    /// # Errors
    /// If the system refuses further connections.
    pub async fn run(self) -> std::io::Result<()> {
        // The sweeper ends with the server, also if this future is dropped.
        let mut sweeper = tokio::task::JoinSet::new();
        sweeper.spawn(Arc::clone(&self.app.tables).sweep());
        axum::serve(self.listener, router(self.app)).await
    }
}

fn router(app: App) -> Router {
    let routes = Router::new()
        .merge(api::routes())
        .merge(library::routes())
        .merge(socket::routes())
        .fallback(assets::serve);
    routes
        .layer(axum::middleware::from_fn(guard::same_origin))
        .with_state(app)
}
