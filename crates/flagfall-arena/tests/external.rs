//! Programs as bots: those that behave play whole games, those that do not lose with their own reason, and none is left.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails with the test")]

mod support;

use std::time::{Duration, Instant};

use flagfall_arena::line::LineBot;
use flagfall_arena::ucc::UccBot;
use flagfall_bots::{Blind, Bot, Budget, Choice, Fault, GameStart};
use flagfall_core::{BySide, Event, GameResult, Outcome, Setup, Side, Termination, View};
use support::{PidFile, Played, play};

const MOCK: &str = env!("CARGO_BIN_EXE_flagfall-mock-bot");
const FREE: &str = "free,max_plies=4000";
/// Long enough for a busy machine, short enough to wait for.
const MOVE_TIME: Duration = Duration::from_millis(300);
const AMPLE: Duration = Duration::from_secs(20);

fn mock(protocol: &str, fault: &str, pids: &PidFile, move_time: Duration) -> Box<dyn Bot> {
    let command = format!("{MOCK} {protocol} {fault} {}", pids.path());
    match protocol {
        "ucc" => Box::new(UccBot::new(&command, move_time)),
        _ => Box::new(LineBot::new(&command, move_time)),
    }
}

/// A game of a misbehaving bot against a blind one. The misbehaving one loses; no process is left.
fn forfeit(protocol: &str, fault: &str, side: Side) -> Fault {
    let pids = PidFile::new();
    let move_time = if fault.starts_with("stall") || fault.starts_with("half") {
        MOVE_TIME
    } else {
        AMPLE
    };
    let mut bot = mock(protocol, fault, &pids, move_time);
    let mut blind = Blind::new();
    let bots: BySide<&mut dyn Bot> = match side {
        Side::Red => BySide::new(bot.as_mut(), &mut blind),
        Side::Blue => BySide::new(&mut blind, bot.as_mut()),
    };
    let Played {
        result,
        fault: found,
        ..
    } = play(FREE, 5, bots);
    drop(bot);
    assert_eq!(pids.all_gone(), 1, "{protocol} {fault}");
    let found = found.unwrap_or_else(|| panic!("{protocol} {fault}: no fault, {result}"));
    assert_eq!(
        result,
        GameResult::win(!side, found.reason),
        "{protocol} {fault}"
    );
    found
}

/// Each fault at the setup and in the middle of the game, for both sides.
fn every_time(protocol: &str, fault: &str, reason: Termination) -> String {
    let setup_at = if protocol == "ucc" { 1 } else { 2 };
    let mut detail = String::new();
    for (at, side) in [
        (setup_at, Side::Red),
        (setup_at + 1, Side::Blue),
        (setup_at + 7, Side::Red),
    ] {
        let found = forfeit(protocol, &format!("{fault}@{at}"), side);
        // What is no set-up under UCC is an illegal one.
        let is_setup = at == setup_at && protocol == "ucc" && fault == "garbage";
        let expected = if is_setup {
            Termination::IllegalSetup
        } else {
            reason
        };
        assert_eq!(found.reason, expected, "{protocol} {fault}@{at}: {found}");
        detail = found.detail;
    }
    detail
}

#[test]
fn a_bot_that_crashes_at_the_start_loses_by_crash() {
    for protocol in ["ucc", "line"] {
        let fault = forfeit(protocol, "crash@0", Side::Red);
        assert_eq!(fault.reason, Termination::Crash);
        assert_eq!(
            fault.detail,
            "its process ended (exit status: 3): out of luck"
        );
    }
}

#[test]
fn a_command_that_does_not_exist_loses_by_crash() {
    let mut missing: Box<dyn Bot> = Box::new(UccBot::new("./no-such-bot --fast", AMPLE));
    let played = play(FREE, 1, BySide::new(missing.as_mut(), &mut Blind::new()));
    assert_eq!(
        played.result,
        GameResult::win(Side::Blue, Termination::Crash)
    );
    assert!(played.fault.unwrap().detail.contains("no-such-bot"));
    let mut missing: Box<dyn Bot> = Box::new(LineBot::new("./no-such-bot", AMPLE));
    let played = play(FREE, 1, BySide::new(missing.as_mut(), &mut Blind::new()));
    assert_eq!(
        played.result,
        GameResult::win(Side::Blue, Termination::Crash)
    );
}

#[test]
fn a_bot_that_crashes_in_the_middle_loses_by_crash() {
    for protocol in ["ucc", "line"] {
        let detail = every_time(protocol, "crash", Termination::Crash);
        assert!(detail.contains("exit status: 3"), "{detail}");
    }
}

#[test]
fn a_bot_that_stalls_loses_on_time() {
    for protocol in ["ucc", "line"] {
        let started = Instant::now();
        let fault = forfeit(protocol, "stall@5", Side::Blue);
        assert_eq!(fault.reason, Termination::Time, "{fault}");
        assert!(fault.detail.starts_with("no answer within "), "{fault}");
        assert!(started.elapsed() < Duration::from_secs(8));
    }
}

#[test]
fn a_bot_that_stalls_at_its_setup_loses_on_time() {
    let faults = ["ucc", "line"].map(|protocol| {
        std::thread::spawn(move || {
            forfeit(
                protocol,
                if protocol == "ucc" {
                    "stall@1"
                } else {
                    "stall@2"
                },
                Side::Red,
            )
        })
    });
    for fault in faults {
        assert_eq!(fault.join().unwrap().reason, Termination::Time);
    }
}

#[test]
fn a_line_without_an_end_loses_on_time() {
    for protocol in ["ucc", "line"] {
        let fault = forfeit(protocol, "half@4", Side::Red);
        assert_eq!(fault.reason, Termination::Time);
        assert!(
            fault.detail.contains("only '9 3 DO' without a line break"),
            "{fault}"
        );
    }
}

#[test]
fn a_bot_that_floods_its_output_loses_by_flood() {
    for protocol in ["ucc", "line"] {
        every_time(protocol, "flood", Termination::Flood);
        every_time(protocol, "long-line", Termination::Flood);
    }
}

#[test]
fn a_bot_that_writes_nonsense_loses_by_garbage() {
    for protocol in ["ucc", "line"] {
        every_time(protocol, "garbage", Termination::Garbage);
        every_time(protocol, "binary", Termination::Garbage);
    }
}

#[test]
fn a_bot_that_cheats_loses_by_its_illegal_move() {
    for (protocol, fault) in [
        ("ucc", "cheat-ucc@4"),
        ("ucc", "nowhere-ucc@4"),
        ("line", "cheat-line@4"),
        ("line", "nowhere-line@4"),
    ] {
        for side in Side::ALL {
            let found = forfeit(protocol, fault, side);
            assert_eq!(found.reason, Termination::IllegalMove, "{fault}: {found}");
        }
    }
}

#[test]
fn a_bot_that_sets_up_illegally_loses_by_that() {
    for (protocol, fault) in [("ucc", "setup-ucc@1"), ("line", "setup-line@2")] {
        for side in Side::ALL {
            let found = forfeit(protocol, fault, side);
            assert_eq!(found.reason, Termination::IllegalSetup, "{fault}: {found}");
        }
    }
}

#[test]
fn a_bot_that_ignores_the_end_is_ended() {
    for protocol in ["ucc", "line"] {
        let pids = PidFile::new();
        let mut bot = mock(protocol, "ignore-quit", &pids, AMPLE);
        let played = play(
            "free,max_plies=50",
            2,
            BySide::new(bot.as_mut(), &mut Blind::new()),
        );
        assert_eq!(played.fault, None);
        drop(bot);
        assert_eq!(pids.all_gone(), 1);
    }
}

#[test]
fn the_children_of_a_bot_go_with_it() {
    for protocol in ["ucc", "line"] {
        let pids = PidFile::new();
        let mut bot = mock(protocol, "grandchild", &pids, AMPLE);
        let played = play(
            "free,max_plies=50",
            2,
            BySide::new(bot.as_mut(), &mut Blind::new()),
        );
        assert_eq!(played.fault, None);
        drop(bot);
        assert_eq!(pids.all_gone(), 2);
    }
}

#[test]
fn under_other_rules_a_forbidden_move_forfeits_and_names_the_rule() {
    /// Moves its last piece back and forth as long as it can.
    struct Shuttle(Blind, Option<flagfall_core::Move>);
    impl Bot for Shuttle {
        fn begin(&mut self, start: &GameStart) {
            self.0.begin(start);
        }
        fn setup(&mut self) -> Result<Setup, Fault> {
            self.0.setup()
        }
        fn choose(&mut self, view: &View<'_>, budget: &Budget) -> Result<Choice, Fault> {
            match self.1.map(flagfall_core::Move::reversed) {
                Some(back) if view.piece_at(back.to).is_none() => {
                    self.1 = Some(back);
                    Ok(Choice::Move(back))
                }
                _ => {
                    let choice = self.0.choose(view, budget)?;
                    let Choice::Move(mv) = choice else {
                        return Ok(choice);
                    };
                    self.1 = view.piece_at(mv.to).is_none().then_some(mv);
                    Ok(choice)
                }
            }
        }
        fn observe(&mut self, _event: &Event) {}
    }
    let mut shuttle = Shuttle(Blind::new(), None);
    let played = play("isf", 3, BySide::new(&mut shuttle, &mut Blind::new()));
    assert_eq!(played.result.reason, Termination::IllegalMove);
    assert!(played.fault.unwrap().detail.contains("two-squares rule"));
}

#[test]
fn twenty_games_of_our_host_with_our_ucc_client_go_without_a_protocol_error() {
    let pids = PidFile::new();
    let mut bots = [
        mock("ucc", "none", &pids, AMPLE),
        mock("ucc", "none", &pids, AMPLE),
    ];
    let mut plies = 0;
    for seed in 0..20 {
        let [red, blue] = &mut bots;
        let played = play(FREE, seed, BySide::new(red.as_mut(), blue.as_mut()));
        assert_eq!(played.fault, None, "seed {seed}");
        assert_ne!(
            played.result.reason,
            Termination::Resignation,
            "seed {seed}"
        );
        plies += played.game.history().len();
    }
    assert!(plies > 5000, "{plies} plies are too few to mean anything");
    drop(bots);
    assert_eq!(
        pids.all_gone(),
        40,
        "each game has two processes of its own"
    );
}

#[test]
fn a_bot_behind_our_protocol_plays_the_very_games_it_plays_inside() {
    for rules in ["isf", FREE] {
        let pids = PidFile::new();
        let mut bot = mock("line", "none", &pids, AMPLE);
        for seed in 0..10 {
            let outside = play(rules, seed, BySide::new(bot.as_mut(), &mut Blind::new()));
            let inside = play(
                rules,
                seed,
                BySide::new(&mut Blind::new(), &mut Blind::new()),
            );
            assert_eq!(outside.fault, None);
            assert_eq!(outside.game, inside.game, "seed {seed} under {rules}");
        }
        drop(bot);
        assert_eq!(pids.all_gone(), 1, "one process plays all games");
    }
}

#[test]
fn the_seed_reaches_a_ucc_bot_through_its_environment() {
    let pids = PidFile::new();
    let mut bot = mock("ucc", "none", &pids, AMPLE);
    let mut game = |seed| play(FREE, seed, BySide::new(bot.as_mut(), &mut Blind::new())).game;
    let (first, again, other) = (game(1), game(1), game(2));
    assert_eq!(first, again);
    assert_ne!(first, other);
}

#[test]
fn a_surrender_is_a_resignation() {
    let rows = "FBBBBBBs99\n9999998888\n8777766665\n5554443321\n";
    let quits = format!(
        "read greeting; printf '{}'; read start; echo SURRENDER; cat > /dev/null",
        rows.replace('\n', "\\n")
    );
    let mut bot = UccBot::new(&quits, AMPLE);
    let played = play(FREE, 1, BySide::new(&mut bot, &mut Blind::new()));
    assert_eq!(played.fault, None);
    assert_eq!(played.result.outcome, Outcome::Win(Side::Blue));
    assert_eq!(played.result.reason, Termination::Resignation);
}
