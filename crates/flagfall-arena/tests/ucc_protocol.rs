//! Both ends of the UCC protocol against a manager written a second time, and the client against recorded transcripts.
//!
//! To record the transcripts again: `FLAGFALL_BLESS=1 cargo test -p flagfall-arena --test ucc_protocol`.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails with the test")]

mod support;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use flagfall_arena::ucc::{ClientOptions, UccBot, client};
use flagfall_bots::{Blind, Bot, Budget, Choice, GameStart};
use flagfall_core::{BySide, Game, Outcome, Rules, Seed, Side};
use support::PidFile;
use support::manager::{Line, transcript};

const MOCK: &str = env!("CARGO_BIN_EXE_flagfall-mock-bot");

/// What a client with this seed plays on this side against a blind bot that keeps no repetition rule.
fn simulate(seed: u64, side: Side) -> Game {
    let free: Rules = "free,max_plies=4000".parse().unwrap();
    let mut bots = BySide::new(Blind::new(), Blind::new());
    let seeds = BySide::from_fn(|of| {
        if of == side {
            Seed(seed)
        } else {
            Seed(seed).derive(9)
        }
    });
    let setups = BySide::from_fn(|of| {
        let (opponent, given_setup) = ("x".to_owned(), None);
        bots[of].begin(&GameStart {
            side: of,
            rules: free,
            seed: seeds[of],
            opponent,
            given_setup,
        });
        bots[of].setup().unwrap()
    });
    let mut game = Game::new(free, setups).unwrap();
    while game.result().is_none() {
        let mover = game.position().to_move();
        let view = game.view(mover);
        let kept = view.clone().with_two_squares(3);
        let view = if mover == side && !kept.legal_moves().is_empty() {
            kept
        } else {
            view
        };
        let Choice::Move(mv) = bots[mover].choose(&view, &Budget::OWN).unwrap() else {
            panic!("blind bots move")
        };
        game.play(mv).unwrap();
    }
    game
}

/// What the client writes when it is given all that the manager writes.
fn answers(seed: u64, lines: &[Line]) -> Vec<String> {
    let mut input = String::new();
    for line in lines {
        if let Line::Manager(line) = line {
            input += line;
            input.push('\n');
        }
    }
    let (mut output, mut log) = (Vec::new(), Vec::new());
    let options = ClientOptions {
        seed: Seed(seed),
        budget: Budget::OWN,
    };
    client(
        &mut Blind::new(),
        &options,
        &mut input.as_bytes(),
        &mut output,
        &mut log,
    )
    .unwrap();
    String::from_utf8(output)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

fn of_bot(lines: &[Line]) -> Vec<String> {
    let line = |line: &Line| {
        if let Line::Bot(line) = line {
            Some(line.clone())
        } else {
            None
        }
    };
    lines.iter().filter_map(line).collect()
}

fn of_manager(lines: &[Line]) -> Vec<String> {
    let line = |line: &Line| {
        if let Line::Manager(line) = line {
            Some(line.clone())
        } else {
            None
        }
    };
    lines.iter().filter_map(line).collect()
}

#[test]
fn the_client_answers_a_careless_opponent_line_by_line_over_whole_games() {
    for seed in 0..40 {
        for side in Side::ALL {
            let game = simulate(seed, side);
            let lines = transcript(&game, side, ["me", "a path/with blanks"], true);
            assert_eq!(answers(seed, &lines), of_bot(&lines), "seed {seed}, {side}");
        }
    }
}

#[test]
fn the_host_says_what_the_manager_says_to_the_byte() {
    for seed in 0..12 {
        for side in Side::ALL {
            // The shell keeps a copy of all that the host says.
            let copy = PidFile::new();
            let command = format!("tee {} | {MOCK} ucc", copy.path());
            let mut bot = UccBot::new(&command, Duration::from_secs(20));
            let mut blind = Blind::new();
            let bots: BySide<&mut dyn Bot> = match side {
                Side::Red => BySide::new(&mut bot, &mut blind),
                Side::Blue => BySide::new(&mut blind, &mut bot),
            };
            let limit = [4000, 4000, 101, 100][seed as usize % 4];
            let played = support::play(&format!("free,max_plies={limit}"), seed, bots);
            assert_eq!(played.fault, None);
            let name = command.split_whitespace().collect::<Vec<_>>().join("_");
            let expected = transcript(&played.game, side, [&name, "the_other_one"], false);
            let said = fs::read_to_string(copy.path()).unwrap();
            let said: Vec<&str> = said.lines().collect();
            assert_eq!(
                said,
                of_manager(&expected),
                "seed {seed}, {side}: {}",
                played.result
            );
        }
    }
}

#[test]
fn whoever_faults_or_surrenders_is_told_so() {
    let rows = "FBBBBBBs99\\n9999998888\\n8777766665\\n5554443321\\n";
    // Each reads the greeting, sets up, and answers the first of its turns.
    for (answers, how) in [
        ("echo SURRENDER", "SURRENDER 1"),
        ("echo hello", "ILLEGAL 1"),
        ("echo 0 3 down", "ILLEGAL 1"),
        ("echo 0 3 DOWN 0", "ILLEGAL 1"),
        ("echo 0 2 DOWN", "ILLEGAL 1"),
        ("sleep 100", "ILLEGAL 1"),
        ("echo '0  3 DOWN  1 '; echo 9 9 UP", "ILLEGAL 2"),
    ] {
        let copy = PidFile::new();
        let command = format!(
            "printf '{rows}'; (sleep 0.2; {answers}) & exec cat > {}",
            copy.path()
        );
        let ms = if answers == "sleep 100" { 500 } else { 20_000 };
        let mut bot = UccBot::new(&command, Duration::from_millis(ms));
        let played = support::play("free", 1, BySide::new(&mut bot, &mut Blind::new()));
        assert_eq!(played.result.outcome, Outcome::Win(Side::Blue), "{answers}");
        let said = fs::read_to_string(copy.path()).unwrap();
        let last = said.lines().last().unwrap();
        assert!(
            last.starts_with("QUIT ") && last.contains(&format!(" RED {how} ")),
            "{answers}: {last}"
        );
        let echo = said.lines().any(|line| line == "0  3 DOWN  1  OK");
        assert_eq!(
            echo,
            how == "ILLEGAL 2",
            "the bot's line comes back as it was written"
        );
    }
}

struct Recorded {
    name: &'static str,
    side: Side,
    /// Whether the bot's side makes the last move and is told so.
    wins: bool,
}

const RECORDED: [Recorded; 2] = [
    Recorded {
        name: "ucc_blind_red.txt",
        side: Side::Red,
        wins: true,
    },
    Recorded {
        name: "ucc_blind_blue.txt",
        side: Side::Blue,
        wins: false,
    },
];

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

/// Records the first short game that ends as it should.
fn bless(recorded: &Recorded) {
    let side = recorded.side;
    let is_wanted = |game: &Game| {
        let winner = if recorded.wins { side } else { !side };
        let plies = game.history().len();
        game.result().unwrap().outcome == Outcome::Win(winner) && (150..400).contains(&plies)
    };
    let (seed, game) = (1..)
        .map(|seed| (seed, simulate(seed, side)))
        .find(|(_, game)| is_wanted(game))
        .unwrap();
    let mut text = format!(
        "# A game between the tests' UCC manager (>) and 'flagfall ucc --bot blind --seed {seed}' (<).\nseed {seed}\n"
    );
    for line in transcript(&game, side, ["blind", "./opponent"], true) {
        text += &match line {
            Line::Manager(line) => format!("> {line}\n"),
            Line::Bot(line) => format!("< {line}\n"),
        };
    }
    fs::write(path(recorded.name), text).unwrap();
}

fn read(name: &str) -> (u64, Vec<Line>) {
    let text = fs::read_to_string(path(name)).unwrap();
    let mut seed = None;
    let mut lines = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match line.split_at_checked(2) {
            Some(("> ", line)) => lines.push(Line::Manager(line.to_owned())),
            Some(("< ", line)) => lines.push(Line::Bot(line.to_owned())),
            _ => seed = line.strip_prefix("seed ").map(|seed| seed.parse().unwrap()),
        }
    }
    (seed.unwrap(), lines)
}

#[test]
fn the_client_answers_recorded_transcripts_exactly() {
    for recorded in &RECORDED {
        if std::env::var_os("FLAGFALL_BLESS").is_some() {
            bless(recorded);
        }
        let (seed, lines) = read(recorded.name);
        assert_eq!(answers(seed, &lines), of_bot(&lines), "{}", recorded.name);
        let quits = of_manager(&lines).last().unwrap().starts_with("QUIT");
        assert_eq!(quits, recorded.wins, "{}", recorded.name);
    }
}
