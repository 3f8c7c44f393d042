//! The move generator against the separately written check, and both against the result.

use std::cell::RefCell;
use std::collections::BTreeMap;

use flagfall_core::{Game, IllegalMove, Move, Outcome, Position, Rank, Side, Square, Termination};

use crate::support::walks::{Walk, for_walks};

/// How often something happened, by name.
#[derive(Default)]
struct Tally(RefCell<BTreeMap<&'static str, u32>>);

impl Tally {
    fn add(&self, name: &'static str) {
        *self.0.borrow_mut().entry(name).or_default() += 1;
    }

    fn of(&self, name: &str) -> u32 {
        self.0.borrow().get(name).copied().unwrap_or(0)
    }
}

/// Checks every pair of squares and tallies why moves are refused.
fn compare(position: &Position, tally: &Tally) {
    let legal = position.legal_moves();
    let mut accepted = 0;
    for from in Square::all() {
        for to in Square::all() {
            let mv = Move::new(from, to);
            match position.check(mv) {
                Ok(()) => {
                    accepted += 1;
                    assert!(legal.contains(&mv), "{mv} is missing");
                }
                Err(why) => {
                    assert!(!legal.contains(&mv), "{mv}: {why}");
                    tally.add(why.name());
                }
            }
        }
    }
    assert_eq!(legal.len(), accepted, "a move is listed twice");
}

#[test]
fn a_move_is_listed_exactly_if_the_check_accepts_it() {
    let tally = Tally::default();
    for_walks(300, 80, |walk| {
        let game = walk.each_ply(|game, _| compare(game.position(), &tally));
        compare(game.position(), &tally);
    });
    for reason in [
        "game-over",
        "no-piece",
        "not-your-piece",
        "immobile",
        "not-straight",
        "too-far",
        "blocked",
        "lake",
        "own-piece",
        "two-squares",
        "more-squares",
    ] {
        assert!(tally.of(reason) >= 50, "{reason}: {}", tally.of(reason));
    }
}

/// What the result must be, from the history and the legal moves alone.
fn check_result(game: &Game, tally: &Tally) {
    let position = game.position();
    let legal = position.legal_moves();
    assert_eq!(position.has_legal_move(), !legal.is_empty());
    assert_eq!(position.result().is_none(), !legal.is_empty());
    let history = game.history();
    assert_eq!(position.ply() as usize, history.len());
    let quiet = history
        .iter()
        .rev()
        .take_while(|event| event.battle.is_none());
    assert_eq!(position.quiet_plies() as usize, quiet.count());
    let Some(result) = position.result() else {
        return;
    };
    tally.add(result.reason.name());
    let battle = history.last().and_then(|event| event.battle);
    let just_moved = !position.to_move();
    match result.reason {
        Termination::FlagCaptured => {
            assert_eq!(battle.map(|battle| battle.defender_rank), Some(Rank::Flag));
            assert_eq!(result.outcome, Outcome::Win(just_moved));
        }
        Termination::NoLegalMove => assert_eq!(result.outcome, Outcome::Win(just_moved)),
        Termination::BothImmobile => {
            assert!(Side::ALL.iter().all(|&side| !can_ever_step(position, side)));
            assert_eq!(result.outcome, Outcome::Draw);
        }
        Termination::PlyLimit => {
            assert_eq!(Some(position.ply()), position.rules().max_plies);
            assert_eq!(result.outcome, Outcome::Draw);
        }
        Termination::QuietLimit => {
            assert_eq!(Some(position.quiet_plies()), position.rules().max_quiet);
            assert_eq!(result.outcome, Outcome::Draw);
        }
        reason => panic!("{reason} does not happen on the board"),
    }
}

/// The same game without limits, which the same moves have not ended (rule 7.8).
fn assert_goes_on_without_limits(walk: &Walk, game: &Game) {
    let mut builder = walk.builder();
    builder.rules.max_plies = None;
    builder.rules.max_quiet = None;
    let mut unlimited = Game::from_free(builder).expect("a legal placement");
    for event in game.history() {
        assert_eq!(unlimited.play(event.mv).as_ref(), Ok(event));
    }
    assert_eq!(unlimited.result(), None);
}

fn can_ever_step(position: &Position, side: Side) -> bool {
    position.mobile(side).iter().any(|from| {
        Square::all().any(|to| from.is_next_to(to) && !position.occupied_by(side).contains(to))
    })
}

#[test]
fn a_game_has_a_result_exactly_if_nobody_can_move_and_it_is_the_right_one() {
    let tally = Tally::default();
    for_walks(2000, 150, |walk| {
        let game = walk.each_ply(|game, _| check_result(game, &tally));
        check_result(&game, &tally);
        let reason = game.result().map(|result| result.reason);
        if let Some(Termination::PlyLimit | Termination::QuietLimit) = reason {
            assert_goes_on_without_limits(walk, &game);
        }
    });
    for reason in [
        Termination::FlagCaptured,
        Termination::NoLegalMove,
        Termination::BothImmobile,
        Termination::PlyLimit,
        Termination::QuietLimit,
    ] {
        let count = tally.of(reason.name());
        assert!(count >= 10, "{reason}: {count}");
    }
}

#[test]
fn repetition_rules_alone_sometimes_take_the_last_move_away() {
    let tally = Tally::default();
    for_walks(2000, 150, |walk| {
        let game = walk.play_out();
        let position = game.position();
        let is_stuck = game.result().map(|result| result.reason) == Some(Termination::NoLegalMove);
        if is_stuck && can_ever_step(position, position.to_move()) {
            tally.add("stuck");
        }
    });
    assert!(tally.of("stuck") >= 10, "{}", tally.of("stuck"));
}

#[test]
fn a_refused_move_changes_nothing() {
    for_walks(100, 60, |walk| {
        let mut game = walk.play_out();
        let before = game.clone();
        for from in Square::all() {
            let mv = Move::new(from, from.rotated());
            if let Err(why) = before.position().check(mv) {
                assert_eq!(game.play(mv), Err(why));
                assert_eq!(game, before);
            }
        }
        if before.result().is_some() {
            let any = Move::new(
                Square::all().next().expect("A1"),
                Square::all().last().expect("J10"),
            );
            assert_eq!(game.play(any), Err(IllegalMove::GameOver));
        }
    });
}
