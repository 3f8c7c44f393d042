//! GSN, gravon's older text form. A file may hold several games, one after the other.

use flagfall_core::notation::parse_board;
use flagfall_core::{BySide, Side};

use super::result::{Ending, winner};
use super::squares::{MoveReader, write_square};
use super::{GameType, check_writable, record};
use crate::error::{Cause, ParseError, Unwritable};
use crate::record::GameRecord;
use crate::start::{board_letters, cells};
use crate::text::numbered_lines;

const HEADER: &str = "#X38FA11 Stratego-Notation v";
const VERSIONS: [&str; 2] = ["1", "2"];
const END: &str = "END";
/// Stands in place of the result of a game that is not over; an addition of ours.
const UNFINISHED: &str = " unfinished";
/// The number of red as a winner.
const RED: u32 = 0;

/// Reads a file of one or more games.
pub(crate) fn parse(text: &str) -> Result<Vec<GameRecord>, ParseError> {
    let mut lines = Lines {
        lines: numbered_lines(text),
        last: 1,
    };
    let mut games = Vec::new();
    let mut header = lines.next("the first line of a game")?;
    loop {
        games.push(parse_game(header, &mut lines)?);
        match lines.lines.next() {
            Some(next) => header = next,
            None => return Ok(games),
        }
    }
}

/// Writes one game.
pub(crate) fn write(game: &GameRecord) -> Result<String, Unwritable> {
    let ending = check_writable(game)?;
    let mut text = format!(
        "{HEADER}2\ntype {}\n{}\n",
        GameType::of(game).number(),
        board_letters(&cells(&game.start))
    );
    for mv in &game.moves {
        text.push_str(&format!(
            "{}-{}\n",
            write_square(mv.from),
            write_square(mv.to)
        ));
    }
    let tail = match ending {
        Some((code, result)) => format!(" result {code} winner {}", winner(result.outcome, RED)),
        None => UNFINISHED.to_owned(),
    };
    let last = format!(
        "{} vs {}{tail}",
        game.names[Side::Red],
        game.names[Side::Blue]
    );
    // Names are not marked off, so some cannot be told from the words around them.
    match parse_last_line(&last) {
        Ok((names, _)) if names == game.names => {}
        _ => return Err(Unwritable::Name(game.names.0.join(" vs "))),
    }
    text.push_str(&format!("{END}\n{last}\n"));
    Ok(text)
}

/// The lines of a file, and the number of the last one read.
struct Lines<I> {
    lines: I,
    last: usize,
}

impl<'a, I: Iterator<Item = (usize, &'a str)>> Lines<I> {
    /// The next line with its number, or what it should have been.
    fn next(&mut self, expected: &'static str) -> Result<(usize, &'a str), ParseError> {
        let (number, line) = self
            .lines
            .next()
            .ok_or(Cause::Truncated(expected).at(self.last))?;
        self.last = number;
        Ok((number, line))
    }
}

fn parse_game<'a>(
    (header_number, header): (usize, &str),
    lines: &mut Lines<impl Iterator<Item = (usize, &'a str)>>,
) -> Result<GameRecord, ParseError> {
    parse_header(header).map_err(|cause| cause.at(header_number))?;
    let (number, line) = lines.next("the type of the game")?;
    let game_type = parse_type(line).map_err(|cause| cause.at(number))?;
    let (field_number, field) = lines.next("the start field")?;
    if field.trim() == END {
        return Err(Cause::NoField.at(field_number));
    }
    let field = parse_board(field.trim()).map_err(|error| Cause::Board(error).at(field_number))?;
    let mut moves = MoveReader::default();
    loop {
        let (number, line) = lines.next("the line END")?;
        if line.trim() == END {
            break;
        }
        moves
            .push_line(line.trim())
            .map_err(|cause| cause.at(number))?;
    }
    let (number, line) = lines.next("the names and the result")?;
    let (names, ending) = parse_last_line(line).map_err(|cause| cause.at(number))?;
    record(game_type, names, field, moves, ending).map_err(|cause| cause.at(field_number))
}

fn parse_header(line: &str) -> Result<(), Cause> {
    match line.trim().strip_prefix(HEADER) {
        Some(version) if VERSIONS.contains(&version) => Ok(()),
        _ => Err(Cause::Unexpected {
            expected: "'#X38FA11 Stratego-Notation v1' or 'v2'",
            found: line.trim().to_owned(),
        }),
    }
}

fn parse_type(line: &str) -> Result<GameType, Cause> {
    let number = line
        .trim()
        .strip_prefix("type ")
        .ok_or_else(|| Cause::Unexpected {
            expected: "'type' and a number",
            found: line.trim().to_owned(),
        })?;
    GameType::from_number(number.trim())
}

/// Reads `RED vs BLUE result N winner M`.
fn parse_last_line(line: &str) -> Result<(BySide<String>, Option<Ending>), Cause> {
    let unexpected = || Cause::Unexpected {
        expected: "'RED vs BLUE result N winner M'",
        found: line.to_owned(),
    };
    let line = line.trim_end();
    let (names, ending) = match line.strip_suffix(UNFINISHED) {
        Some(names) => (names, None),
        None => {
            let (names, numbers) = line.rsplit_once(" result ").ok_or_else(unexpected)?;
            let (code, winner) = numbers.split_once(" winner ").ok_or_else(unexpected)?;
            (names, Some(Ending::read(code, winner, RED)?))
        }
    };
    let (red, blue) = names.split_once(" vs ").ok_or_else(unexpected)?;
    Ok((
        BySide::new(red.trim().to_owned(), blue.trim().to_owned()),
        ending,
    ))
}

#[cfg(test)]
mod tests {
    use flagfall_core::{GameResult, Termination};

    use super::*;

    const GAME: &str = "\
#X38FA11 Stratego-Notation v2
type 2
MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALWAAAAAAAA__AA__AAAA__AA__AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY
D4-E4
C4-D4
E4-D4
END
alice vs bob result 3 winner 0
";

    #[test]
    fn a_game_is_written_as_it_was_read() {
        let games = parse(GAME).unwrap();
        let [game] = &games[..] else {
            panic!("one game");
        };
        assert_eq!(game.names, BySide::new("alice".into(), "bob".into()));
        assert_eq!(game.rules.to_string(), "isf2007");
        assert_eq!(
            game.result,
            Some(GameResult::win(Side::Red, Termination::Resignation))
        );
        // Blue begins, as the first move tells.
        assert_eq!(game.begin().unwrap().position().to_move(), Side::Blue);
        assert_eq!(write(game).as_deref(), Ok(GAME));
        assert_eq!(parse(&GAME.repeat(2)).unwrap().len(), 2);
    }

    #[test]
    fn carriage_returns_and_version_1_are_read() {
        let text = GAME.replace('\n', "\r\n").replace(" v2", " v1");
        assert_eq!(parse(&text), parse(GAME));
    }

    #[test]
    fn unfinished_games_say_so() {
        let text = GAME.replace(" result 3 winner 0", " unfinished");
        let games = parse(&text).unwrap();
        assert_eq!(games[0].result, None);
        assert_eq!(write(&games[0]), Ok(text));
    }

    #[test]
    fn wrong_files_name_line_and_cause() {
        let message = |from: &str, to: &str| {
            assert!(GAME.contains(from), "{from}");
            parse(&GAME.replacen(from, to, 1)).unwrap_err().to_string()
        };
        assert_eq!(
            message("#X38", "#X39"),
            "line 1: expected '#X38FA11 Stratego-Notation v1' or 'v2', found '#X39FA11 Stratego-Notation v2'"
        );
        assert!(message("type 2", "type 3").starts_with("line 2: games of type ultimate light"));
        assert!(message("type 2", "typo 2").starts_with("line 2: expected 'type'"));
        assert!(message("type 2", "type 0").starts_with("line 3: blue's general on D4 is outside"));
        assert!(message("MAAA", "MAA").starts_with("line 3: a board has 100 letters"));
        assert!(message("C4-D4", "C4-D44").starts_with("line 5: ply 1: in move 'C4-D44'"));
        assert!(message("winner 0", "winner 5").starts_with("line 8: winner '5' is not 0 for"));
        assert!(message(" vs ", " - ").starts_with("line 8: expected 'RED vs BLUE result"));
        assert!(message("END\n", "").starts_with("line 7: ply 3: "));
        assert!(parse("").is_err());
    }

    #[test]
    fn a_game_that_ended_before_both_had_set_up_is_refused() {
        let (head, rest) = GAME.split_at(GAME.find("MAA").unwrap());
        let text = format!("{head}{}", &rest[rest.find("END").unwrap()..]);
        assert_eq!(
            parse(&text).unwrap_err().to_string(),
            "line 3: the game has no start field"
        );
    }

    #[test]
    fn a_truncated_file_is_an_error() {
        let body = GAME.trim_end();
        // Only the winner's number and the line break can be missing unnoticed, and the number has one digit.
        for length in 0..body.len() {
            assert!(parse(&body[..length]).is_err(), "{length}");
        }
        let error = parse(&GAME[..GAME.find("END").unwrap()]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 6: the file ends before the line END"
        );
    }

    #[test]
    fn names_that_would_be_misread_are_not_written() {
        let mut game = parse(GAME).unwrap().remove(0);
        for (red, blue) in [("a vs", "b"), ("a", "b vs c"), ("a\nb", "c"), (" a", "b")] {
            game.names = BySide::new(red.into(), blue.into());
            let is_fine =
                write(&game).is_ok_and(|text| parse(&text).unwrap()[0].names == game.names);
            assert_eq!(is_fine, blue == "b vs c", "{red} {blue}");
        }
        game.names = BySide::default();
        assert_eq!(parse(&write(&game).unwrap()).unwrap()[0].names, game.names);
    }

    #[test]
    fn blue_cannot_begin_a_game_without_moves() {
        let mut game = parse(GAME).unwrap().remove(0);
        game.moves.clear();
        assert_eq!(write(&game), Err(Unwritable::BlueBegins));
    }
}
