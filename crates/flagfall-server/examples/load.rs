//! A load generator: many games at once against a fast bot, over real WebSocket connections on loopback.
//!
//! `cargo run --release -p flagfall-server --example load -- [GAMES] [LIMIT_MS]` plays GAMES games (200) to their end, each
//! by a client of its own that moves at random, and fails if a game does not finish, anything is refused, or the 99th
//! percentile of a move's round trip (our move sent, the bot's answer received) is above LIMIT_MS (100).

use std::net::{IpAddr, Ipv4Addr};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use flagfall_core::{Seed, below};
use flagfall_server::{BotFactory, Config, Patience, Server};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

const SETUP: &str = "MBBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKL";
const RULES: &str = "isf,max_plies=200";
/// A person does not answer within a millisecond; a short pause spreads the games like people would, only much faster.
const PAUSE: Duration = Duration::from_millis(250);

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[expect(
    clippy::print_stdout,
    reason = "the figures are what this program is for"
)]
#[tokio::main]
async fn main() -> Result<ExitCode, Failure> {
    let mut arguments = std::env::args().skip(1);
    let n_games: u64 = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let limit_ms: f64 = arguments.next().map_or(Ok(100.0), |text| text.parse())?;
    let folder = tempfile::tempdir()?;
    let server = Server::start(Config {
        host: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        data: folder.path().to_owned(),
        n_thinkers: std::thread::available_parallelism()?.get(),
        patience: Patience::default(),
        factory: BotFactory::default(),
    })
    .await?;
    let address = server.address().to_string();
    tokio::spawn(server.run());
    let started = Instant::now();
    let games: Vec<_> = (0..n_games)
        .map(|number| tokio::spawn(play(address.clone(), Seed(number))))
        .collect();
    let mut trips = Vec::new();
    let mut failures = Vec::new();
    for game in games {
        match game.await? {
            Ok(mut times) => trips.append(&mut times),
            Err(failure) => failures.push(failure),
        }
    }
    trips.sort_by(f64::total_cmp);
    let at = |share: f64| trips[((trips.len() - 1) as f64 * share) as usize];
    let p99 = at(0.99);
    println!(
        "{n_games} games at once, {} failed, {:.1} s",
        failures.len(),
        started.elapsed().as_secs_f64()
    );
    println!(
        "{} round trips: median {:.1} ms, p99 {p99:.1} ms, longest {:.1} ms",
        trips.len(),
        at(0.5),
        at(1.0)
    );
    println!("memory of server and clients together: {}", peak_memory());
    for failure in failures.iter().take(5) {
        println!("failed: {failure}");
    }
    let is_good = failures.is_empty() && p99 < limit_ms;
    Ok(if is_good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Plays one game to its end and returns the round trips in milliseconds.
async fn play(address: String, seed: Seed) -> Result<Vec<f64>, Failure> {
    let mut rng = seed.rng();
    let wish =
        json!({ "kind": "play", "bot": "blind", "side": "red", "rules": RULES, "setup": SETUP });
    let created = create(&address, &wish).await?;
    let id = created["id"].as_str().ok_or("no id")?;
    let (mut socket, _) = connect_async(format!("ws://{address}/ws/{id}")).await?;
    let join = json!({ "type": "join", "token": created["token"] });
    socket.send(Message::Text(join.to_string().into())).await?;
    let (mut times, mut sent) = (Vec::new(), None::<Instant>);
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message? else {
            continue;
        };
        let state: Value = serde_json::from_str(&text)?;
        if state["type"] != "state" {
            return Err(format!("{state}").into());
        }
        let is_over = !state["seen"]["result"].is_null();
        if !is_over && state["seen"]["to_move"] != "red" {
            continue;
        }
        times.extend(
            sent.take()
                .map(|sent| sent.elapsed().as_secs_f64() * 1000.0),
        );
        if is_over {
            return Ok(times);
        }
        tokio::time::sleep(PAUSE.mul_f64(f64::from(below(&mut rng, 1000)) / 500.0)).await;
        let legal = state["legal"].as_array().ok_or("no moves")?;
        let mv = &legal[below(&mut rng, legal.len() as u32) as usize];
        let message = json!({ "type": "move", "move": mv, "ply": state["seen"]["ply"] });
        sent = Some(Instant::now());
        socket
            .send(Message::Text(message.to_string().into()))
            .await?;
    }
    Err("the connection ended before the game".into())
}

async fn create(address: &str, wish: &Value) -> Result<Value, Failure> {
    let mut stream = TcpStream::connect(address).await?;
    let body = wish.to_string();
    let head = format!(
        "POST /api/games HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    Ok(serde_json::from_str(body)?)
}

/// The largest that this process has been, where the system tells.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.map_or("unknown".to_owned(), |text| text.trim().to_owned())
}
