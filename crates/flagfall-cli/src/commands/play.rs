//! `flagfall play`: the web client.

use std::env;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::available_parallelism;

use anyhow::{Context, Result};
use flagfall_server::{BotFactory, Config, Patience, Server};

/// Where the page is to be found unless told otherwise.
const PORT: u16 = 7470;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The port to listen on; 0 takes any that is free
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// The address to listen on. Everybody who can reach it can play, and read the library
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// The folder for games, setups and statistics [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Default for Args {
    fn default() -> Args {
        Args {
            port: PORT,
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            no_open: false,
            data: None,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let data = match &args.data {
        Some(folder) => folder.clone(),
        None => user_data_folder().context("no home folder is known; name one with --data")?,
    };
    let config = Config {
        host: args.host,
        port: args.port,
        data: data.clone(),
        n_thinkers: available_parallelism().map_or(1, usize::from),
        patience: Patience::default(),
        factory: BotFactory::default(),
    };
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let server = Server::start(config).await?;
        let address = format!("http://{}/", server.address());
        let mut out = std::io::stdout();
        writeln!(out, "Flagfall is at {address} (Ctrl-C to stop)")?;
        writeln!(out, "Games and setups are kept in {}", data.display())?;
        out.flush()?;
        if !args.no_open && has_display() {
            open_browser(&address);
        }
        tokio::select! {
            stopped = server.run() => stopped.context("the server stopped"),
            _ = tokio::signal::ctrl_c() => Ok(()),
        }
    })
}

/// By the conventions of each system.
fn user_data_folder() -> Option<PathBuf> {
    let folder = |name: &str| {
        env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let base = if cfg!(target_os = "macos") {
        folder("HOME")?.join("Library/Application Support")
    } else if cfg!(windows) {
        folder("LOCALAPPDATA")?
    } else {
        folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")))?
    };
    Some(base.join("flagfall"))
}

fn has_display() -> bool {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(target_os = "macos", windows)) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// The address has been printed; if no browser starts, the user can open it himself.
fn open_browser(address: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Ok(mut browser) = started {
        // Waited for in the background, so that it does not stay behind as a zombie.
        std::thread::spawn(move || browser.wait());
    }
}
