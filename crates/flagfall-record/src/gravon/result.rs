//! Gravon's numbers for how a game ended and who won.

use flagfall_core::{GameResult, Outcome, Side, Termination};
use serde_json::Value;

use crate::error::{Cause, Unwritable};

/// Gravon's numbers with a meaning that we share. All others are read as an unknown reason: 10 both players missing,
/// 12 game clock run out, 14 opponent missing, and any that we do not know.
const REASONS: [(u32, Termination); 7] = [
    (0, Termination::NoLegalMove),
    (1, Termination::FlagCaptured),
    (2, Termination::BothImmobile),
    (3, Termination::Resignation),
    (4, Termination::Agreement),
    (11, Termination::Time),
    // The player's clock ran out while he was missing.
    (13, Termination::Time),
];

/// A result as a file gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    code: u32,
    pub(super) result: GameResult,
}

impl Ending {
    /// Reads the number of the reason and that of the winner, which counts from `red` for red.
    pub(super) fn read(code: &str, winner: &str, red: u32) -> Result<Ending, Cause> {
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let code = number(code).ok_or_else(|| Cause::ResultCode {
            what: "result type",
            found: code.to_owned(),
            expected: "a number",
        })?;
        let outcome = match number(winner).and_then(|winner| winner.checked_sub(red)) {
            Some(0) => Outcome::Win(Side::Red),
            Some(1) => Outcome::Win(Side::Blue),
            Some(2) => Outcome::Draw,
            _ => {
                return Err(Cause::ResultCode {
                    what: "winner",
                    found: winner.to_owned(),
                    expected: if red == 0 {
                        "0 for red, 1 for blue or 2 for a draw"
                    } else {
                        "1 for red, 2 for blue or 3 for a draw"
                    },
                });
            }
        };
        let reason = reason(code);
        if is_impossible(reason, outcome) {
            return Err(Cause::ImpossibleResult(code, outcome));
        }
        Ok(Ending {
            code,
            result: GameResult { outcome, reason },
        })
    }

    /// Gravon's number, where writing our result alone would give another.
    pub(super) fn telling_code(self) -> Option<u32> {
        (default_code(self.result) != self.code).then_some(self.code)
    }
}

/// The number of the winner, counted from `red` for red.
pub(super) fn winner(outcome: Outcome, red: u32) -> u32 {
    red + match outcome {
        Outcome::Win(side) => side.index() as u32,
        Outcome::Draw => 2,
    }
}

/// The number that a result is written with: the one it was once read with, if that has the same meaning.
pub(super) fn code(
    result: GameResult,
    noted: Option<&Value>,
) -> Result<(u32, GameResult), Unwritable> {
    let noted = noted
        .and_then(Value::as_u64)
        .and_then(|code| u32::try_from(code).ok())
        .filter(|&code| reason(code) == result.reason);
    let code = noted.unwrap_or_else(|| default_code(result));
    if is_impossible(reason(code), result.outcome) {
        return Err(Unwritable::Result(result.to_string()));
    }
    Ok((code, result))
}

fn reason(code: u32) -> Termination {
    REASONS
        .into_iter()
        .find(|(number, _)| *number == code)
        .map_or(Termination::Unknown, |(_, reason)| reason)
}

/// Our reasons without a counterpart become the number that comes closest.
fn default_code(result: GameResult) -> u32 {
    let shared = REASONS
        .into_iter()
        .find(|(_, reason)| *reason == result.reason);
    match (shared, result.reason, result.outcome) {
        (Some((code, _)), ..) => code,
        (_, Termination::PlyLimit | Termination::QuietLimit, _) => 12,
        (_, Termination::Unknown, Outcome::Draw) => 10,
        (_, Termination::Unknown, Outcome::Win(_)) => 14,
        // A player who broke the rules of the arena has forfeited the game.
        _ => 3,
    }
}

/// Somebody has won when a flag is captured or a player cannot move.
fn is_impossible(reason: Termination, outcome: Outcome) -> bool {
    matches!(reason, Termination::FlagCaptured | Termination::NoLegalMove)
        && outcome == Outcome::Draw
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_back_as_it_was_read() {
        for number in (0..20).chain([77]) {
            for winner_number in 0..3 {
                let Ok(ending) = Ending::read(&number.to_string(), &winner_number.to_string(), 0)
                else {
                    assert!(number < 2 && winner_number == 2);
                    continue;
                };
                let noted = ending.telling_code().map(Value::from);
                assert_eq!(
                    code(ending.result, noted.as_ref()),
                    Ok((number, ending.result))
                );
                assert_eq!(winner(ending.result.outcome, 0), winner_number);
            }
        }
    }

    #[test]
    fn every_reason_of_ours_can_be_written() {
        for &reason in Termination::ALL {
            let result = GameResult::win(Side::Blue, reason);
            let (number, _) = code(result, None).unwrap();
            let again = Ending::read(&number.to_string(), "2", 1).unwrap();
            assert_eq!(again.result.outcome, result.outcome);
        }
        // A number noted for another reason does not count.
        let resigned = GameResult::win(Side::Red, Termination::Resignation);
        assert_eq!(code(resigned, Some(&Value::from(14))), Ok((3, resigned)));
    }

    #[test]
    fn wrong_numbers_say_what_is_wrong() {
        let message = |code: &str, winner: &str, red| {
            Ending::read(code, winner, red).unwrap_err().to_string()
        };
        assert_eq!(message("x", "0", 0), "result type 'x' is not a number");
        assert_eq!(
            message("1", "0", 1),
            "winner '0' is not 1 for red, 2 for blue or 3 for a draw"
        );
        assert_eq!(message("1", "2", 0), "result type 1 cannot end in a draw");
    }
}
