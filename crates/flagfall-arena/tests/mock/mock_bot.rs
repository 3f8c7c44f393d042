//! A bot for the tests that plays blindly and misbehaves on request: `flagfall-mock-bot ucc|line FAULT [PIDFILE]`.
//!
//! The fault strikes when the bot writes its answer with the number in the fault's name, as in `garbage@3`, counted from 1:
//! under UCC the first answer is the set-up, in our own protocol it is `ready` and the second one is the setup.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::process::{Command, exit};
use std::thread;
use std::time::Duration;

use flagfall_arena::line::serve;
use flagfall_arena::process::SEED_VARIABLE;
use flagfall_arena::ucc::{ClientOptions, client};
use flagfall_bots::{Blind, Budget};
use flagfall_core::Seed;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let protocol = words.first().map_or("ucc", String::as_str);
    let fault = words.get(1).map_or("none", String::as_str);
    let (fault, at) = fault.split_once('@').unwrap_or((fault, "0"));
    let pids = PidFile(words.get(2).cloned());
    pids.add(std::process::id());
    if fault == "grandchild" {
        pids.add(abandoned_child());
    }
    let mut output = Saboteur {
        inner: io::stdout(),
        fault: fault.to_owned(),
        at: at.parse().expect("a number behind @"),
        answers: 0,
    };
    output.strike_if_due();
    let seed = std::env::var(SEED_VARIABLE)
        .ok()
        .and_then(|seed| seed.parse().ok());
    let mut input = io::stdin().lock();
    let mut bot = Blind::new();
    if protocol == "line" {
        serve(&mut bot, "mock", &mut input, &mut output).expect("no protocol error");
    } else {
        let options = ClientOptions {
            seed: Seed(seed.unwrap_or(1)),
            budget: Budget::OWN,
        };
        client(
            &mut bot,
            &options,
            &mut input,
            &mut output,
            &mut io::stderr(),
        )
        .expect("no protocol error");
    }
    if fault == "ignore-quit" {
        forever();
    }
}

/// The number of a process that nobody ends but the host.
fn abandoned_child() -> u32 {
    let child = Command::new("sleep").arg("1000").spawn();
    child.expect("there is a sleep command").id()
}

fn forever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(1000));
    }
}

/// Where the processes note their numbers, so that the tests can see whether they are gone.
struct PidFile(Option<String>);

impl PidFile {
    fn add(&self, pid: u32) {
        if let Some(path) = &self.0 {
            let file = OpenOptions::new().append(true).create(true).open(path);
            writeln!(file.expect("a writable file"), "{pid}").expect("a writable file");
        }
    }
}

/// An output in which one answer is not what the bot meant to say.
struct Saboteur<W: Write> {
    inner: W,
    fault: String,
    at: usize,
    answers: usize,
}

impl<W: Write> Saboteur<W> {
    /// Does the mischief if its time has come. Says whether it has said something in place of the answer.
    fn strike_if_due(&mut self) -> bool {
        if self.answers != self.at {
            return false;
        }
        let line: &[u8] = match self.fault.as_str() {
            "crash" => {
                eprintln!("out of luck");
                exit(3)
            }
            "stall" => forever(),
            "half" => {
                self.put(b"9 3 DO");
                forever()
            }
            "flood" => loop {
                self.put(&b"nonsense\n".repeat(1000));
            },
            "long-line" => loop {
                self.put(&[b'x'; 1000]);
            },
            "garbage" => b"I have no idea\n",
            "binary" => b"\xff\xfe\xfd\n",
            // Nobody has a piece there that can move so, whichever side he plays.
            "cheat-ucc" => b"0 4 LEFT\n",
            "nowhere-ucc" => b"4 4 DOWN 0\n",
            "cheat-line" => b"move E5-E6\n",
            "nowhere-line" => b"move C5-C6\n",
            "setup-ucc" => b"FBBBBBBs99\n9999998888\n8777766665\n555444332S\n",
            "setup-line" => b"setup MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM\n",
            _ => return false,
        };
        self.put(line);
        true
    }

    fn put(&mut self, bytes: &[u8]) {
        // When nobody listens any more, there is nothing left to spoil.
        if self
            .inner
            .write_all(bytes)
            .and_then(|()| self.inner.flush())
            .is_err()
        {
            exit(0);
        }
    }
}

impl<W: Write> Write for Saboteur<W> {
    /// Every answer is written in one piece.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.answers += 1;
        if !self.strike_if_due() {
            self.inner.write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
