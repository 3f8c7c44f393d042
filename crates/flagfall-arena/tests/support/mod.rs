//! What the tests of external bots share. Each of them uses its own part of it.
#![allow(
    dead_code,
    reason = "every test file compiles this module and uses its own part"
)]

pub(crate) mod manager;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use flagfall_bots::{Bot, Budget, Choice, Fault, GameStart};
use flagfall_core::{BySide, Game, GameResult, Rules, Seed, Side, Termination};

/// A game as the match runner plays it.
pub(crate) struct Played {
    pub(crate) game: Game,
    pub(crate) result: GameResult,
    pub(crate) fault: Option<Fault>,
}

/// Plays one game.
pub(crate) fn play(rules: &str, seed: u64, mut bots: BySide<&mut dyn Bot>) -> Played {
    let rules: Rules = rules.parse().unwrap();
    let mut rng = Seed(seed).rng();
    let stand_in = flagfall_core::Setup::random(rules.variant, &mut rng);
    let mut setups = BySide::new(stand_in, stand_in);
    let mut failure = None;
    for side in Side::ALL {
        bots[side].begin(&GameStart {
            side,
            rules,
            seed: Seed(seed).derive(side.index() as u64),
            opponent: "the other one".to_owned(),
            given_setup: None,
        });
        match bots[side].setup() {
            Ok(setup) => setups[side] = setup,
            Err(fault) => failure = Some((side, fault)),
        }
    }
    let mut game = Game::new(rules, setups).unwrap();
    while failure.is_none() && game.result().is_none() {
        let side = game.position().to_move();
        match bots[side].choose(&game.view(side), &Budget::OWN) {
            Err(fault) => failure = Some((side, fault)),
            Ok(Choice::Resign) => game.resign(side),
            Ok(Choice::Move(mv) | Choice::MoveAndOfferDraw(mv)) => match game.play(mv) {
                Ok(event) => {
                    for side in Side::ALL {
                        bots[side].observe(&event);
                    }
                }
                Err(why) => {
                    let reason = Termination::IllegalMove;
                    let detail = why.to_string();
                    failure = Some((side, Fault { reason, detail }));
                }
            },
        }
    }
    if let Some((side, fault)) = &failure {
        game.end(GameResult::win(!*side, fault.reason));
    }
    let result = game.result().unwrap();
    for side in Side::ALL {
        bots[side].end(&result);
    }
    let fault = failure.map(|(_, fault)| fault);
    Played {
        game,
        result,
        fault,
    }
}

/// A file in which processes note their numbers.
pub(crate) struct PidFile(PathBuf);

impl PidFile {
    pub(crate) fn new() -> PidFile {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("flagfall-mock-{}-{count}", std::process::id());
        PidFile(std::env::temp_dir().join(name))
    }

    pub(crate) fn path(&self) -> String {
        self.0.display().to_string()
    }

    /// How many processes there were, after making sure that none is left.
    pub(crate) fn all_gone(&self) -> usize {
        let text = fs::read_to_string(&self.0).unwrap();
        for pid in text.lines() {
            assert!(dies(pid), "process {pid} is still running");
        }
        text.lines().count()
    }
}

impl Drop for PidFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Whether a process ends within a second or so. One that only waits to be collected has ended.
pub(crate) fn dies(pid: &str) -> bool {
    let is_running = || {
        fs::read_to_string(format!("/proc/{pid}/stat"))
            .is_ok_and(|stat| !stat.rsplit(") ").next().unwrap().starts_with('Z'))
    };
    (0..500).any(|_| {
        let is_gone = !is_running();
        if !is_gone {
            thread::sleep(Duration::from_millis(2));
        }
        is_gone
    })
}
