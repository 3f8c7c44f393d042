//! What gravon's two forms share: types of games, squares and results.
//!
//! Both forms are less than ours: they know neither rules nor seeds. Games are read under the rules of `isf2007`, which are
//! those played on gravon.

pub(crate) mod gsn;
mod result;
mod squares;
pub(crate) mod xml;

use flagfall_core::{BySide, GameResult, Rules, Side, Start, Variant};

use crate::error::{Cause, Unwritable};
use crate::record::GameRecord;
use crate::start::{Cells, cells, free, setups};

use result::Ending;
use squares::MoveReader;

/// The key of a record's `extra` that holds gravon's number for how the game ended, where our reason says less.
pub const RESULT_KEY: &str = "gravon_result";

/// The types of games that we can play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GameType {
    Classic,
    Barrage,
    ClassicFree,
}

/// Each type with its number in GSN and its name in XML.
const TYPES: [(GameType, &str, &str); 3] = [
    (GameType::Classic, "0", "classic"),
    (GameType::Barrage, "1", "barrage"),
    (GameType::ClassicFree, "2", "classicfree"),
];

/// The types that we cannot play, by number or any of their names.
const UNSUPPORTED: [(&str, &str); 6] = [
    ("3", "ultimate lightning"),
    ("4", "duel"),
    ("ultimate lightning", "ultimate lightning"),
    ("ultimate", "ultimate lightning"),
    ("duel", "duel"),
    ("duell", "duel"),
];

impl GameType {
    fn from_number(text: &str) -> Result<GameType, Cause> {
        GameType::find(
            text,
            TYPES.map(|(game_type, number, _)| (game_type, number)),
        )
    }

    fn from_name(text: &str) -> Result<GameType, Cause> {
        let name = match text {
            "classic free" | "free" | "freesetup" => "classicfree",
            name => name,
        };
        GameType::find(name, TYPES.map(|(game_type, _, name)| (game_type, name)))
    }

    fn find(text: &str, known: [(GameType, &str); 3]) -> Result<GameType, Cause> {
        if let Some((game_type, _)) = known.into_iter().find(|(_, name)| *name == text) {
            return Ok(game_type);
        }
        let unsupported = UNSUPPORTED.into_iter().find(|(name, _)| *name == text);
        Err(match unsupported {
            Some((_, name)) => Cause::UnsupportedType(name.to_owned()),
            None => Cause::UnknownType(text.to_owned()),
        })
    }

    fn of(record: &GameRecord) -> GameType {
        match (&record.start, record.rules.variant) {
            (Start::Free(_), _) => GameType::ClassicFree,
            (Start::Setups(_), Variant::Classic) => GameType::Classic,
            (Start::Setups(_), Variant::Barrage) => GameType::Barrage,
        }
    }

    fn number(self) -> &'static str {
        TYPES[self as usize].1
    }

    fn name(self) -> &'static str {
        TYPES[self as usize].2
    }

    fn rules(self) -> Rules {
        Rules {
            variant: match self {
                GameType::Barrage => Variant::Barrage,
                GameType::Classic | GameType::ClassicFree => Variant::Classic,
            },
            two_squares: 5,
            ..Rules::ISF
        }
    }

    /// The start that a field shows. A free game begins with the side that owns the piece on `first`.
    fn start(self, field: Cells, first: Option<flagfall_core::Move>) -> Result<Start, Cause> {
        match self {
            GameType::Classic | GameType::Barrage => {
                let setups = setups(self.rules().variant, &field).map_err(Cause::Field)?;
                Ok(Start::Setups(setups))
            }
            GameType::ClassicFree => Ok(free(self.rules(), first_mover(&field, first), field)),
        }
    }
}

fn first_mover(field: &Cells, first: Option<flagfall_core::Move>) -> Side {
    first
        .and_then(|mv| field[mv.from.index()])
        .map_or(Side::Red, |(side, _)| side)
}

/// Makes a record of what stands in a file.
fn record(
    game_type: GameType,
    names: BySide<String>,
    field: Cells,
    moves: MoveReader,
    ending: Option<Ending>,
) -> Result<GameRecord, Cause> {
    let moves = moves.moves;
    let start = game_type.start(field, moves.first().copied())?;
    let mut record = GameRecord {
        names,
        moves,
        ..GameRecord::new(game_type.rules(), start)
    };
    if let Some(ending) = ending {
        record.result = Some(ending.result);
        if let Some(code) = ending.telling_code() {
            record.extra.insert(RESULT_KEY.to_owned(), code.into());
        }
    }
    record.begin()?;
    Ok(record)
}

/// The result's number, once it is certain that gravon's forms can hold this record.
fn check_writable(record: &GameRecord) -> Result<Option<(u32, GameResult)>, Unwritable> {
    let game = record.begin().map_err(Unwritable::Start)?;
    if matches!(record.start, Start::Free(_)) {
        let begins = first_mover(&cells(&record.start), record.moves.first().copied());
        if begins != game.position().to_move() {
            return Err(Unwritable::BlueBegins);
        }
    }
    for name in &record.names.0 {
        if name.trim() != name || name.chars().any(char::is_control) {
            return Err(Unwritable::Name(name.clone()));
        }
    }
    record
        .result
        .map(|result| result::code(result, record.extra.get(RESULT_KEY)))
        .transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_found_by_number_and_name() {
        for (game_type, number, name) in TYPES {
            assert_eq!(GameType::from_number(number), Ok(game_type));
            assert_eq!(GameType::from_name(name), Ok(game_type));
            assert_eq!((game_type.number(), game_type.name()), (number, name));
        }
    }

    #[test]
    fn unsupported_types_are_named() {
        let message = |result: Result<GameType, Cause>| result.unwrap_err().to_string();
        assert_eq!(
            message(GameType::from_number("3")),
            "games of type ultimate lightning are not supported; only classic, barrage and classic free are"
        );
        assert!(message(GameType::from_name("duell")).starts_with("games of type duel are not"));
        assert_eq!(
            message(GameType::from_name("chess")),
            "'chess' is no type of game"
        );
        assert_eq!(
            message(GameType::from_number("7")),
            "'7' is no type of game"
        );
    }
}
