//! The words of the protocol.

use std::fmt::Write as _;

use flagfall_core::{
    BattleOutcome, Board, Direction, Event, Move, Rank, SETUP_SQUARES, Setup, SetupError, Side,
    Square, Variant,
};

/// The colour as the manager writes it.
pub(super) const fn colour(side: Side) -> &'static str {
    match side {
        Side::Red => "RED",
        Side::Blue => "BLUE",
    }
}

/// The letter of a rank: 1 for the marshal to 9 for the scouts, a lower-case s for the spy.
pub(super) fn letter(rank: Rank) -> char {
    match rank {
        Rank::Flag => 'F',
        Rank::Bomb => 'B',
        Rank::Spy => 's',
        _ => char::from(b'0' + 11 - rank.index() as u8),
    }
}

/// The rank of a letter.
pub(super) fn rank(text: char) -> Option<Rank> {
    Rank::ALL.into_iter().find(|&rank| letter(rank) == text)
}

/// The square at these coordinates.
fn square(x: u8, y: u8) -> Option<Square> {
    Square::new(y, 9u8.checked_sub(x)?)
}

/// The square's x and y.
fn coordinates(square: Square) -> (u8, u8) {
    (9 - square.col(), square.row())
}

const DIRECTIONS: [(&str, Direction); 4] = [
    ("UP", Direction::South),
    ("DOWN", Direction::North),
    ("LEFT", Direction::East),
    ("RIGHT", Direction::West),
];

/// A move as a bot writes it, with a distance only where there must be one.
pub(super) fn write_move(mv: Move) -> String {
    let (x, y) = coordinates(mv.from);
    let (direction, distance) = mv
        .direction_and_distance()
        .expect("moves that have been played are straight");
    let word = DIRECTIONS
        .iter()
        .find(|(_, other)| *other == direction)
        .map_or("", |(word, _)| word);
    match distance {
        1 => format!("{x} {y} {word}"),
        _ => format!("{x} {y} {word} {distance}"),
    }
}

/// The outcome that the manager writes behind a move.
pub(super) fn write_outcome(event: &Event) -> String {
    let Some(battle) = event.battle else {
        return "OK".to_owned();
    };
    let word = outcome_word(battle.outcome());
    format!(
        "{word} {} {}",
        letter(battle.attacker_rank),
        letter(battle.defender_rank)
    )
}

const fn outcome_word(outcome: BattleOutcome) -> &'static str {
    match outcome {
        BattleOutcome::AttackerWins => "KILLS",
        BattleOutcome::DefenderWins => "DIES",
        BattleOutcome::BothFall => "BOTHDIE",
    }
}

/// The ten rows of the board as this side is shown them: every enemy is `#`, even a known one.
pub(super) fn write_rows(board: &Board, side: Side) -> String {
    let mut rows = String::with_capacity(110);
    for y in 0..10 {
        for x in 0..10 {
            rows.push(match square(x, y) {
                None => '+',
                Some(square) => match board.piece_at(square) {
                    None => '.',
                    Some(piece) if piece.side != side => '#',
                    Some(piece) => piece.rank.map_or('#', letter),
                },
            });
        }
        rows.push('\n');
    }
    rows
}

/// The four lines of a set-up, top row first.
pub(super) fn write_setup(setup: &Setup, side: Side) -> String {
    let mut letters: Vec<char> = setup
        .places()
        .iter()
        .map(|rank| rank.map_or('.', letter))
        .collect();
    if side == Side::Blue {
        letters.reverse();
    }
    let mut text = String::with_capacity(44);
    for row in letters.chunks(10) {
        text.extend(row);
        text.push('\n');
    }
    text
}

/// Reads one line of a set-up. Nothing is forgiven: neither a carriage return nor a capital S.
pub(super) fn parse_setup_row(row: &str) -> Result<[Rank; 10], String> {
    let ranks = row.chars().map(|text| {
        rank(text).ok_or_else(|| format!("{text:?} in the set-up row {row:?} is no piece"))
    });
    let ranks: Vec<Rank> = ranks.collect::<Result<_, _>>()?;
    ranks
        .try_into()
        .map_err(|_| format!("the set-up row {row:?} has not ten pieces"))
}

/// Puts the four lines of a set-up together.
pub(super) fn setup_of(rows: [[Rank; 10]; 4], side: Side) -> Result<Setup, SetupError> {
    let mut places = [None; SETUP_SQUARES];
    for (place, &rank) in places.iter_mut().zip(rows.as_flattened()) {
        *place = Some(rank);
    }
    if side == Side::Blue {
        places.reverse();
    }
    Setup::new(Variant::Classic, places)
}

/// A bot's answer in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    Move(Move),
    Surrender,
}

/// What is wrong with an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum BadAnswer {
    /// It has not the form of a move.
    Unreadable(String),
    /// It has, but no piece can ever move so.
    Impossible(String),
}

/// Reads `x y UP|DOWN|LEFT|RIGHT [n]`. Like the manager it does not mind more blanks, nor words behind the move.
pub(super) fn parse_answer(line: &str) -> Result<Answer, BadAnswer> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words == ["SURRENDER"] {
        return Ok(Answer::Surrender);
    }
    let unreadable = || {
        let expected = "x y UP|DOWN|LEFT|RIGHT [n]";
        BadAnswer::Unreadable(format!("{line:?} is not {expected}"))
    };
    let impossible = |why: &str| BadAnswer::Impossible(format!("{line:?} {why}"));
    let [x, y, direction, rest @ ..] = words.as_slice() else {
        return Err(unreadable());
    };
    let number = |word: &str| word.parse::<i64>().map_err(|_| unreadable());
    let (x, y) = (number(x)?, number(y)?);
    let (_, direction) = *DIRECTIONS
        .iter()
        .find(|(word, _)| word == direction)
        .ok_or_else(unreadable)?;
    // All numbers beyond the board are alike, also those too long for a machine.
    let distance = match rest.first() {
        Some(n) if n.bytes().all(|byte| byte.is_ascii_digit()) => n.parse().unwrap_or(10).min(10),
        Some(n) => n.parse::<i64>().map_or(1, |n| n.min(10)),
        None => 1,
    };
    if distance < 1 {
        return Err(impossible("goes nowhere"));
    }
    let from = u8::try_from(x).ok().zip(u8::try_from(y).ok());
    let from = from
        .and_then(|(x, y)| square(x, y))
        .ok_or_else(|| impossible("does not start on a square of the board"))?;
    let shift = i64::from(direction.delta()) * distance;
    let row_ends = match direction {
        Direction::North | Direction::South => true,
        Direction::East => i64::from(from.col()) + distance < 10,
        Direction::West => i64::from(from.col()) - distance >= 0,
    };
    let to = u8::try_from(shift + from.index() as i64).ok();
    to.filter(|_| row_ends)
        .and_then(Square::from_index)
        .map(|to| Answer::Move(Move::new(from, to)))
        .ok_or_else(|| impossible("does not end on a square of the board"))
}

/// A move as the manager tells it to the bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Report {
    /// It was made; with both ranks if it was an attack.
    Made(Move, Option<(Rank, Rank)>),
    /// It was refused, which ends the game.
    Illegal,
}

/// Reads a bot's line with the outcome behind it. The line is repeated as the bot wrote it, so the outcome is the first word
/// behind the direction that is not a whole number.
pub(super) fn parse_report(line: &str) -> Option<Report> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let outcome_at = (3..words.len()).find(|&at| words[at].parse::<i64>().is_err())?;
    let outcome = &words[outcome_at..];
    if outcome[0] == "ILLEGAL" {
        return Some(Report::Illegal);
    }
    let Ok(Answer::Move(mv)) = parse_answer(&words[..outcome_at].join(" ")) else {
        return None;
    };
    if outcome[0] == "OK" {
        return Some(Report::Made(mv, None));
    }
    let one_rank = |at: usize| {
        let mut letters = outcome.get(at)?.chars();
        let found = rank(letters.next()?)?;
        letters.next().is_none().then_some(found)
    };
    let (attacker, defender) = (one_rank(1)?, one_rank(2)?);
    (outcome_word(attacker.attacks(defender)) == outcome[0])
        .then_some(Report::Made(mv, Some((attacker, defender))))
}

/// The line that ends a game.
pub(super) fn write_quit(name: &str, side: Side, how: &str, turn: u32, values: [u32; 2]) -> String {
    let mut line = String::new();
    let [red, blue] = values;
    // Writing to a string cannot fail.
    let _ = writeln!(
        line,
        "QUIT {name} {} {how} {turn} {red} {blue}",
        colour(side)
    );
    line
}

#[cfg(test)]
mod tests;
