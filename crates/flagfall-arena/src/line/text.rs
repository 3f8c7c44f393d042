//! The words of the protocol.

use std::time::Duration;

use flagfall_bots::{Budget, Choice, GameStart};
use flagfall_core::notation::{
    ParseMoveError, parse_move, strados_letter, strados_piece, write_board,
};
use flagfall_core::{Event, GameResult, Move, Outcome, Rank, Rules, Seed, Side, Termination, View};

use crate::process::one_word;

/// The greeting, with the version of the protocol.
pub(super) const GREETING: &str = "flagfall 1";

/// `new side=red rules=isf seed=7 opponent=blind`
pub(super) fn write_new(start: &GameStart) -> String {
    let GameStart {
        side, rules, seed, ..
    } = start;
    let (seed, opponent) = (seed.0, one_word(&start.opponent));
    format!("new side={side} rules={rules} seed={seed} opponent={opponent}\n")
}

pub(super) fn parse_new(words: &[&str]) -> Option<GameStart> {
    Some(GameStart {
        side: value(words, "side")?.parse().ok()?,
        rules: value(words, "rules")?.parse::<Rules>().ok()?,
        seed: Seed(value(words, "seed")?.parse().ok()?),
        opponent: value(words, "opponent")?.to_owned(),
        given_setup: None,
    })
}

/// `event red A4-A5`, and for an attack `event red A4xA7 D R` with the attacker's and the defender's letter.
pub(super) fn write_event(event: &Event) -> String {
    let mv = flagfall_core::notation::write_move(event);
    let side = event.side;
    match event.battle {
        None => format!("event {side} {mv}\n"),
        Some(battle) => {
            let attacker = strados_letter(side, battle.attacker_rank);
            let defender = strados_letter(!side, battle.defender_rank);
            format!("event {side} {mv} {attacker} {defender}\n")
        }
    }
}

/// The move of an event with both ranks if it was an attack.
pub(super) fn parse_event(words: &[&str]) -> Option<(Move, Option<(Rank, Rank)>)> {
    let (side, mv) = (words.first()?.parse().ok()?, words.get(1)?.parse().ok()?);
    let one_rank = |side: Side, word: &str| {
        let (owner, rank) = strados_piece(word.parse().ok()?)?;
        (owner == side).then_some(rank)
    };
    match &words[2..] {
        [] => Some((mv, None)),
        [attacker, defender] => {
            let ranks = (one_rank(side, attacker)?, one_rank(!side, defender)?);
            Some((mv, Some(ranks)))
        }
        _ => None,
    }
}

/// `move? ms=5000 board=... legal=A4-A5,B4-B5`
pub(super) fn write_move_question(view: &View<'_>, time: Duration, nodes: Option<u64>) -> String {
    let nodes = nodes.map_or(String::new(), |nodes| format!(" nodes={nodes}"));
    let moves: Vec<String> = view.legal_moves().iter().map(Move::to_string).collect();
    let (board, legal) = (write_board(view.board()), moves.join(","));
    format!(
        "move? ms={}{nodes} board={board} legal={legal}\n",
        time.as_millis()
    )
}

pub(super) fn parse_budget(words: &[&str]) -> Option<Budget> {
    let number = |key: &str| value(words, key).map(str::parse::<u64>).transpose().ok();
    Some(Budget {
        time: number("ms")?.map(Duration::from_millis),
        nodes: number("nodes")?,
        ..Budget::OWN
    })
}

/// What is wrong with an answer to `move?`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum BadAnswer {
    /// It has not the form of an answer.
    Unreadable(String),
    /// It has, but there is no such square.
    Impossible(String),
}

/// Reads `move A4-A5`, `move A4-A5 draw?` or `resign`.
pub(super) fn parse_choice(line: &str) -> Result<Choice, BadAnswer> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (mv, offers_draw) = match words.as_slice() {
        ["resign"] => return Ok(Choice::Resign),
        ["move", mv] => (mv, false),
        ["move", mv, "draw?"] => (mv, true),
        _ => {
            let detail = format!(
                "{line:?} is neither 'move FROM-TO', with 'draw?' or without, nor 'resign'"
            );
            return Err(BadAnswer::Unreadable(detail));
        }
    };
    let mv = parse_move(mv).map_err(|error| match error {
        ParseMoveError::Malformed(_) => BadAnswer::Unreadable(error.to_string()),
        _ => BadAnswer::Impossible(error.to_string()),
    })?;
    Ok(if offers_draw {
        Choice::MoveAndOfferDraw(mv)
    } else {
        Choice::Move(mv)
    })
}

pub(super) fn write_choice(choice: Choice) -> String {
    match choice {
        Choice::Move(mv) => format!("move {mv}\n"),
        Choice::MoveAndOfferDraw(mv) => format!("move {mv} draw?\n"),
        Choice::Resign => "resign\n".to_owned(),
    }
}

/// `end red flag-captured`
pub(super) fn write_end(result: &GameResult) -> String {
    format!("end {} {}\n", result.outcome, result.reason)
}

pub(super) fn parse_end(words: &[&str]) -> Option<GameResult> {
    let [outcome, reason] = words else {
        return None;
    };
    Some(GameResult {
        outcome: match *outcome {
            "draw" => Outcome::Draw,
            side => Outcome::Win(side.parse().ok()?),
        },
        reason: Termination::from_name(reason)?,
    })
}

/// The value of a `key=value` word.
fn value<'a>(words: &[&'a str], key: &str) -> Option<&'a str> {
    words
        .iter()
        .find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
}

#[cfg(test)]
mod tests {
    use flagfall_core::{BySide, Game, Setup, Variant};

    use super::*;

    fn words(line: &str) -> Vec<&str> {
        line.split_whitespace().skip(1).collect()
    }

    #[test]
    fn a_new_game_round_trips() {
        let start = GameStart {
            side: Side::Blue,
            rules: "isf,max_plies=4000".parse().unwrap(),
            seed: Seed(u64::MAX),
            opponent: "a bot with blanks".to_owned(),
            given_setup: None,
        };
        let line = write_new(&start);
        assert_eq!(
            line,
            "new side=blue rules=isf,max_plies=4000 seed=18446744073709551615 opponent=a_bot_with_blanks\n"
        );
        let read = parse_new(&words(&line)).unwrap();
        assert_eq!(
            (read.side, read.rules, read.seed),
            (start.side, start.rules, start.seed)
        );
    }

    #[test]
    fn events_of_whole_games_round_trip() {
        let mut rng = Seed(6).rng();
        let setups = BySide::from_fn(|_| Setup::random(Variant::Classic, &mut rng));
        let mut game = Game::new("free,max_plies=2000".parse().unwrap(), setups).unwrap();
        while let Some(mv) = game.position().random_move(&mut rng) {
            let event = game.play(mv).unwrap();
            let ranks = event
                .battle
                .map(|battle| (battle.attacker_rank, battle.defender_rank));
            assert_eq!(parse_event(&words(&write_event(&event))), Some((mv, ranks)));
        }
        let result = game.result().unwrap();
        assert_eq!(parse_end(&words(&write_end(&result))), Some(result));
    }

    #[test]
    fn answers_are_read() {
        let mv: Move = "A4-A5".parse().unwrap();
        assert_eq!(parse_choice("move A4-A5"), Ok(Choice::Move(mv)));
        assert_eq!(parse_choice("move a4a5\r"), Ok(Choice::Move(mv)));
        assert_eq!(
            parse_choice("move A4-A5 draw?"),
            Ok(Choice::MoveAndOfferDraw(mv))
        );
        assert_eq!(parse_choice("resign"), Ok(Choice::Resign));
        for line in ["", "A4-A5", "move", "move A4", "move A4-A5 please", "hello"] {
            assert!(
                matches!(parse_choice(line), Err(BadAnswer::Unreadable(_))),
                "{line}"
            );
        }
        for line in ["move A4-A11", "move C4-C5", "move A4-A4"] {
            assert!(
                matches!(parse_choice(line), Err(BadAnswer::Impossible(_))),
                "{line}"
            );
        }
        for choice in [
            Choice::Move(mv),
            Choice::MoveAndOfferDraw(mv),
            Choice::Resign,
        ] {
            assert_eq!(parse_choice(write_choice(choice).trim_end()), Ok(choice));
        }
    }

    #[test]
    fn the_question_carries_time_board_and_legal_moves() {
        let mut rng = Seed(6).rng();
        let setups = BySide::from_fn(|_| Setup::random(Variant::Classic, &mut rng));
        let game = Game::new(Rules::default(), setups).unwrap();
        let view = game.view(Side::Red);
        let line = write_move_question(&view, Duration::from_millis(1500), Some(9));
        let words = words(&line);
        assert_eq!(value(&words, "board").unwrap().len(), 100);
        assert_eq!(value(&words, "board").unwrap().matches('?').count(), 40);
        assert_eq!(
            value(&words, "legal").unwrap().split(',').count(),
            view.legal_moves().len()
        );
        let budget = parse_budget(&words).unwrap();
        assert_eq!(budget.time, Some(Duration::from_millis(1500)));
        assert_eq!(budget.nodes, Some(9));
    }
}
