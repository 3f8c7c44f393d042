//! The UCC manager's side of a finished game, written a second time and in another way than the library does it.

use flagfall_core::{
    Event, Game, GameResult, Outcome, Rank, Setup, Side, Square, Start, Termination,
};

/// A line, and who wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Manager(String),
    Bot(String),
}

/// Everything that passes between the manager and the bot of one side. `quirks` makes the opponent write its moves as
/// careless bots do.
pub(crate) fn transcript(game: &Game, side: Side, names: [&str; 2], quirks: bool) -> Vec<Line> {
    let [own_name, enemy_name] = names;
    let Start::Setups(setups) = game.start() else {
        panic!("a game from setups")
    };
    let word = if side == Side::Red { "RED" } else { "BLUE" };
    let mut lines = vec![Line::Manager(format!("{word} {enemy_name} 10 10"))];
    let mut board: [[char; 10]; 10] = std::array::from_fn(|_| ['.'; 10]);
    for y in [4, 5] {
        for x in [2, 3, 6, 7] {
            board[y][x] = '+';
        }
    }
    for of in Side::ALL {
        place_army(&mut board, &setups[of], of, side);
    }
    let own_rows = if side == Side::Red { 0..4 } else { 6..10 };
    lines.extend(
        board[own_rows]
            .iter()
            .map(|row| Line::Bot(row.iter().collect())),
    );

    let mut values = [148, 148];
    let mut report = "START".to_owned();
    let events = game.history();
    for (ply, event) in events.iter().enumerate() {
        let is_own = event.side == side;
        if is_own {
            lines.push(Line::Manager(report.clone()));
            lines.extend(board.iter().map(|row| Line::Manager(row.iter().collect())));
        }
        let quirk = if quirks && !is_own { ply % 3 } else { 0 };
        let move_line = move_line(event, quirk);
        make(&mut board, event);
        lose(&mut values, event);
        if is_own {
            lines.push(Line::Bot(move_line.clone()));
        }
        let is_last = ply + 1 == events.len();
        report = format!("{move_line} {}", outcome(event));
        let result = game.result().filter(|_| is_last);
        let quit = result.and_then(|result| quit_word(result, side));
        if is_own && !(is_last && ends_by_move(game)) {
            lines.push(Line::Manager(report.clone()));
        }
        if let (true, Some((how, is_next_turn))) = (is_own, quit) {
            let turn = (ply + if is_next_turn { 3 } else { 2 }) / 2;
            let [red, blue] = values;
            lines.push(Line::Manager(format!(
                "QUIT {own_name} {word} {how} {turn} {red} {blue}"
            )));
        }
    }
    lines
}

fn ends_by_move(game: &Game) -> bool {
    let last = game.history().last().unwrap();
    let mobile_left = game
        .position()
        .pieces(!last.side)
        .any(|(_, piece)| piece.rank.unwrap().is_mobile());
    game.result().unwrap().reason == Termination::FlagCaptured || !mobile_left
}

fn quit_word(result: GameResult, side: Side) -> Option<(&'static str, bool)> {
    match (result.outcome, result.reason) {
        (Outcome::Win(winner), _) => (winner == side).then_some(("VICTORY", false)),
        (Outcome::Draw, Termination::BothImmobile) => Some(("DRAW", false)),
        (Outcome::Draw, _) => Some(("DRAW_DEFAULT", true)),
    }
}

fn xy(square: Square) -> (usize, usize) {
    (9 - usize::from(square.col()), usize::from(square.row()))
}

fn letter(rank: Rank) -> char {
    ['F', 's', '9', '8', '7', '6', '5', '4', '3', '2', '1', 'B'][rank.index()]
}

fn place_army(board: &mut [[char; 10]; 10], setup: &Setup, of: Side, side: Side) {
    for (square, rank) in setup.pieces(of) {
        let (x, y) = xy(square);
        board[y][x] = if of == side { letter(rank) } else { '#' };
    }
}

fn move_line(event: &Event, quirk: usize) -> String {
    let ((x, y), (to_x, to_y)) = (xy(event.mv.from), xy(event.mv.to));
    let (word, n) = if to_y > y {
        ("DOWN", to_y - y)
    } else if to_y < y {
        ("UP", y - to_y)
    } else if to_x > x {
        ("RIGHT", to_x - x)
    } else {
        ("LEFT", x - to_x)
    };
    match (quirk, n) {
        (0, 1) => format!("{x} {y} {word}"),
        (2, 1) => format!("{x}  {y} {word}  1 "),
        _ => format!("{x} {y} {word} {n}"),
    }
}

fn outcome(event: &Event) -> String {
    let Some(battle) = event.battle else {
        return "OK".to_owned();
    };
    let (a, d) = (battle.attacker_rank, battle.defender_rank);
    let wins = a > d || (a, d) == (Rank::Spy, Rank::Marshal) || (a, d) == (Rank::Miner, Rank::Bomb);
    let word = if a == d {
        "BOTHDIE"
    } else if wins {
        "KILLS"
    } else {
        "DIES"
    };
    format!("{word} {} {}", letter(a), letter(d))
}

fn make(board: &mut [[char; 10]; 10], event: &Event) {
    let ((x, y), (to_x, to_y)) = (xy(event.mv.from), xy(event.mv.to));
    let mover = std::mem::replace(&mut board[y][x], '.');
    match outcome(event).as_bytes()[0] {
        b'D' => {}
        b'B' => board[to_y][to_x] = '.',
        _ => board[to_y][to_x] = mover,
    }
}

fn lose(values: &mut [usize; 2], event: &Event) {
    let Some(battle) = event.battle else { return };
    let value = |rank: Rank| if rank.is_mobile() { rank.index() } else { 0 };
    let word = outcome(event);
    if !word.starts_with('K') {
        values[event.side.index()] -= value(battle.attacker_rank);
    }
    if !word.starts_with('D') {
        values[(!event.side).index()] -= value(battle.defender_rank);
    }
}
