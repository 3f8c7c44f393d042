//! Whether `perspecto` would play as Stengård's agent did in the two games that his thesis prints (2006, sections 10.1 and 10.2):
//! `cargo run --release -p flagfall-bots --example his_games SPEC SEEDS [list]`.
//!
//! Before each of the agent's moves the bot says what it thinks of all moves there. Printed is, for quiet moves and for
//! attacks, how often the agent's move is the best in the bot's eyes, or among its best three, and how many moves it likes better
//! on average; then how often the bot wants a quiet move in which its search sees a gain of more than 8 points, and
//! how often a piece of each rank is moved. `list` prints every move. First comes how many moves there were in a turn.
//!
//! In the text of the diagrams bombs, spies, flags and miners are hard to tell apart; the moves tell them, but for
//! one miner of the agent's against Peter (H10 or F9) and its spy against The General (A2 or E3). Misprints are mended so
//! that the moves are legal: before move 25 against Peter a pair of moves is added, because a lieutenant is on B5 without having
//! gone there, and D3-E3 at move 26 is another move; in the other game I4-J5 is I4-J4, J2oJ10 is I1oI10 and
//! B7xoB1 is B8xoB1.

use std::error::Error;

use flagfall_bots::{BotSpec, Budget, GameStart, MoveValue, build};
use flagfall_core::{BySide, Game, Move, Rank, Rules, SETUP_SQUARES, Seed, Setup, Side, Variant};

/// A printed game.
struct Record {
    name: &'static str,
    /// The rows from the tenth to the seventh and from the fourth to the first, in his notation of ranks.
    rows: [&'static str; 8],
    agent: Side,
    moves: &'static str,
}

const GAMES: [Record; 2] = [
    Record {
        name: "Peter",
        rows: [
            "99BFB99889",
            "4S8B7B3659",
            "2B583198B4",
            "5764769567",
            "568867886B",
            "3145S256B7",
            "9458349B7B",
            "999999B7BF",
        ],
        agent: Side::Blue,
        moves: "E4-E5 J7-J6 F4-F5 B7-B6 F5-F6 F7-F6 E5-E6 F6-F5 E6-E7 D7-E7 B4-B5 B6-B5 A4-A5 F5-F4 F3-F4 F8-F7 B5-B6 A7-A6 B6-B7 \
            A6-A5 B7-B8 F7-F6 A3-A4 F6-F5 F4-F3 F5-F4 A4-A5 F4-F3 E3-F3 I7-I6 E2-E3 J6-J5 E3-E4 J5-J4 E4-E5 I6-I5 E5-E6 E7-D7 \
            E6-E7 E8-E7 E1-E9 I5-I4 A5-A6 A8-A7 A6-A7 C7-B7 F3-F4 B7-B6 D3-E3 B6-B5 B3-A3 H7-I7 F2-E2 H8-H7 E3-E4 I7-I6 F4-F5 \
            H7-I7 C3-B3 I7-J7 B3-B4 B5-B4 A3-A4 J7-J6 A4-A5 J6-J5 A5-A6 A9-A8 A6-A5 J5-J4 J3-J4 I6-I5 B4-B5 I5-I4 J4-J5 I4-I3 \
            B5-B6 H9-H8 A5-B5 H8-H7 B6-B7 A7-B7 A2-A8 H7-I7 B5-B6 C8-C7 B6-B7 C7-C8 B7-A7 A8-A9 A7-A8 I7-I6 A8-A9 B9-A9 A1-A9 \
            I6-I5 J5-J6 I5-I4 J6-J7 J8-J7 F5-F6 I4-H4 H3-H4 G8-F8 F6-F7 F8-F7 G4-F4 G9-G8 A9-B9 C9-B9 B2-B3 G8-F8 B3-B4 F7-F4 \
            B4-B5 F8-F7 B5-B6 F7-F6 F4-F5 F6-F5 E4-E3 F5-F4 B6-B7 D7-C7 B7-A7 C7-B7 A7-A8 B7-A7 A8-A9 A7-A8 A9-B9 A8-A7 B9-C9 \
            C8-C7 C9-C8 C7-D7 C8-C7 D7-E7 C7-B7 A7-A6 B7-B6 A6-A5 B6-B5 A5-A4 B5-B4 A4-A3 B4-B3 A3-A2 C4-B4 E7-E6 B4-B5 E6-E5 \
            B5-B6 F4-F3 E3-E4 E5-E4 B6-B7 J7-I7 B7-B8 D8-C8 B8-B9 C8-C9 B9-B10 J9-J2 B10-C10 C9-C10 D4-C4 I9-H9 C4-B4 I10-I9 B4-B5 \
            I9-J9 B5-B6 J9-J8 B6-B7 J8-J7 B7-B8 A10-A8 B8-B9 A8-A9 B9-B10 J7-J6 B10-C10 J6-J5 C10-D10",
    },
    Record {
        name: "The General",
        rows: [
            "69587B86BF",
            "9895B7695B",
            "S939659394",
            "2487BB7841",
            "5654747897",
            "8314B3B825",
            "S56B898B67",
            "99BFB96999",
        ],
        agent: Side::Red,
        moves: "B4-B5 A7-A6 B3-B4 A6-A5 E4-E5 A5-B5 B4-B3 B5-B4 J4-J5 B4-B3 C3-B3 J7-J6 J5-J6 I7-I6 A4-A5 I6-I5 A5-A6 B7-A7 A6-A7 \
            I5-J5 E5-E6 I8-I4 E6-E7 J5-J4 J3-J4 J6-J5 F4-E4 J4-I4 I3-I4 J5-I5 I4-J4 A7-A6 G4-F4 A6-A5 F4-F5 A5-A4 F5-F6 I5-J5 \
            J4-I4 J5-I5 I4-J4 J8-J7 F6-F7 I5-J5 J4-I4 J7-J6 H4-G4 I9-I8 G4-F4 J5-J4 I4-I5 J6-J5 F4-F5 I8-I7 F5-F6 A4-A5 F6-F7 \
            G7-F7 J2-J3 J4-I4 I5-J5 F7-F6 J5-J6 I4-I3 J3-J4 I3-I2 J4-J5 I2-I1 J6-J7 I7-I6 J5-I5 F6-F5 I5-I6 F5-F4 E4-F4 I1-I2 \
            J7-I7 I2-I3 I7-I6 I3-J3 B3-B4 G8-G7 B2-B3 G7-F7 F4-E4 F7-F3 B4-A4 A5-B5 B3-B4 H8-G8 I6-I7 G8-G7 F3-F4 G7-F7 F4-F5 \
            F7-F6 F5-F6 H9-H8 H3-H4 J3-J2 H4-G4 H8-G8 G4-F4 G8-J8 F4-F5 G9-G8 F5-F6 G8-G7 F6-E6 G7-F7 F2-F7 H7-G7 E4-E5 B5-B4 \
            A4-B4 H10-H9 I7-H7 G7-G8 H7-G7 J2-J3 G7-G8 J3-J4 G8-G7 F7-F6 E6-E7 D7-E7 G7-F7 J4-J5 F7-E7 H9-H8 E5-F5 J5-J4 F5-F6 \
            J4-J3 J1-I1 J8-J4 I1-I10 J4-D4 F6-E6 F9-G9 F1-F8 G9-H9 E7-F7 J3-J2 F7-F8 D8-D7 F8-F7 H9-I9 F7-E7 J2-J1 E7-D7 I9-I8 \
            B4-A4 B8-B1 C4-B4 I8-I7 B4-B5 I7-I6 B5-B6 I6-I5 B6-B7 I5-I4 B7-C7 I4-H4 C7-C8 H4-G4 A1-B1 G4-G3 B1-B9 G10-H10 D7-D8 \
            C8-C7 D8-C8 C7-D7 E6-F6 D7-E7 C8-B8 E7-F7 F6-F5 F7-F6 F5-F4 F6-F5 F4-G4 F5-F4 G4-H4 F4-E4 D4-C4 D9-D8 B8-B9 H10-G10 \
            H4-I4 G10-G9 I4-I5 G9-F9 I5-I6 F9-F8 I6-I7 F8-F7 I7-H7 H8-I8 H7-G7 F7-F6 G7-G8 F6-F5 G8-G9 F5-F4 G9-F9 F4-G4 F9-F10 \
            G4-G3 C2-B2 G3-G2 B2-B3 C9-C7 B9-B8 C7-F7 B3-B4 F7-F2 E2-F2 I8-I7 B4-B5 I7-I6 B5-B6 I6-I5 B6-B7 I5-I4 B7-A7 I4-I3 \
            A7-A8 I3-H3 A8-A9 H3-H2 A9-A10 B10-A10 B8-B9 E8-F8 C4-B4 F8-G8 B4-B5 G8-F8 B5-B6 F8-F7 B6-B7 F7-F6 B7-B8 F6-F5 B8-A8 \
            F5-F4 F2-G2 F4-F3 A8-A9 F3-F2 G2-G3 F2-G2 G3-G4 G2-G1 A9-A10 D8-E8 A10-B10 D10-D9 B9-C9 D9-D8 C9-D9 E8-E7 D9-D8 E7-F7 \
            B10-C10 F7-F6 C10-D10 F6-F5 D10-E10 F5-F4 G4-H4 F4-G4 H4-I4 G4-G3 I4-I5 G3-G2 I5-I6 G2-G1 I6-I7 G1-H1 I7-I8 H1-I1 \
            I8-I9 E4-D4 I9-I10 D4-C4 I10-J10",
    },
];

/// His letters in the order of our ranks.
const LETTERS: &str = "FS987654321B";
/// What a quiet move must gain in the search to count as one that is made for its sake.
const GAIN: f64 = 8.0;

impl Record {
    fn setup(&self, side: Side) -> Result<Setup, Box<dyn Error>> {
        let mut places = [None; SETUP_SQUARES];
        for (place, piece) in places.iter_mut().enumerate() {
            let square = Setup::square(side, place);
            let row = usize::from(square.row());
            let line = self.rows[if row >= 6 { 9 - row } else { 7 - row }];
            let letter = line.chars().nth(usize::from(square.col()));
            *piece = letter
                .and_then(|letter| LETTERS.find(letter))
                .and_then(Rank::from_index);
        }
        Ok(Setup::new(Variant::Classic, places)?)
    }
}

/// How the bot's opinion of the agent's moves of one kind adds up.
#[derive(Default)]
struct Tally {
    n: u32,
    n_best: u32,
    n_best_three: u32,
    n_better: usize,
}

impl Tally {
    fn add(&mut self, n_better: usize) {
        self.n += 1;
        self.n_best += u32::from(n_better == 0);
        self.n_best_three += u32::from(n_better < 3);
        self.n_better += n_better;
    }

    fn print(&self, name: &str) {
        let share = |part: u32| 100.0 * f64::from(part) / f64::from(self.n.max(1));
        eprintln!(
            "{name}: {} moves, {:.1}% best, {:.1}% among the best three, {:.2} better on average",
            self.n,
            share(self.n_best),
            share(self.n_best_three),
            self.n_better as f64 / f64::from(self.n.max(1))
        );
    }
}

/// Prints how many moves there were in a turn of a printed game, for tables 1 and 3.
fn print_mobility(record: &Record, mut game: Game) -> Result<(), Box<dyn Error>> {
    let (mut steps, mut all, mut turns) = (0, 0, 0_u32);
    for text in record.moves.split_whitespace() {
        let moves = game.view(game.position().to_move()).legal_moves();
        steps += moves.iter().filter(|mv| !mv.is_long()).count();
        all += moves.len();
        turns += 1;
        game.play(text.parse()?)?;
    }
    eprintln!(
        "{}: {:.1} steps a turn, {:.1} moves with scouts' long ones, in {turns} turns",
        record.name,
        steps as f64 / f64::from(turns),
        all as f64 / f64::from(turns)
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut next = || args.next().ok_or("usage: his_games SPEC SEEDS [list]");
    let spec: BotSpec = next()?.parse()?;
    let n_seeds: u64 = next()?.parse()?;
    let lists = args.next().is_some_and(|word| word == "list");
    let rules: Rules = "free".parse()?;
    let [mut quiet, mut attacks] = [Tally::default(), Tally::default()];
    let mut n_tempted = 0;
    let mut n_moves_by_rank = [[0u32; 2]; Rank::ALL.len()];
    for record in &GAMES {
        let setups = BySide([record.setup(Side::Red)?, record.setup(Side::Blue)?]);
        print_mobility(record, Game::new(rules, setups)?)?;
        for seed in 0..n_seeds {
            let mut game = Game::new(rules, setups)?;
            for (ply, text) in record.moves.split_whitespace().enumerate() {
                let mv: Move = text.parse()?;
                let side = game.position().to_move();
                if side == record.agent {
                    let mut bot = build(&spec)?;
                    bot.begin(&GameStart {
                        side,
                        rules,
                        seed: Seed(seed).derive(ply as u64),
                        opponent: record.name.to_owned(),
                        given_setup: Some(setups[side]),
                    });
                    let view = game.view(side);
                    bot.choose(&view, &Budget::OWN)?;
                    let moves = bot.explain().ok_or("the bot explains nothing")?.moves;
                    let rank = |mv: Move| view.piece_at(mv.from).and_then(|piece| piece.rank);
                    let is_attack = |mv: Move| view.piece_at(mv.to).is_some();
                    let best = &moves[0];
                    // A scout's move of middle length is legal, but the bot does not consider it.
                    if let Some(his) = moves.iter().find(|other| other.mv == mv) {
                        let n_better = moves.iter().filter(|other| is_better(other, his)).count();
                        let tally = if is_attack(mv) {
                            &mut attacks
                        } else {
                            &mut quiet
                        };
                        tally.add(n_better);
                        n_tempted += u32::from(!is_attack(best.mv) && best.parts[0] > GAIN);
                        for (column, mv) in [best.mv, mv].into_iter().enumerate() {
                            let rank = rank(mv).ok_or("every own piece has a rank")?;
                            n_moves_by_rank[rank.index()][column] += 1;
                        }
                        if lists && seed == 0 {
                            eprintln!(
                                "{} {}: his {}, {n_better} better, best {}",
                                record.name,
                                ply / 2 + 1,
                                told(his),
                                told(best)
                            );
                        }
                    }
                }
                game.play(mv)?;
            }
        }
    }
    quiet.print("quiet");
    attacks.print("attacks");
    let n = quiet.n + attacks.n;
    eprintln!(
        "tempted: {:.1}% of {n}",
        100.0 * f64::from(n_tempted) / f64::from(n.max(1))
    );
    for (rank, [bot, his]) in Rank::ALL.iter().zip(n_moves_by_rank) {
        let per_seed = |count: u32| f64::from(count) / n_seeds.max(1) as f64;
        eprintln!("{rank:?}: {:.1}, his {:.1}", per_seed(bot), per_seed(his));
    }
    Ok(())
}

fn is_better(one: &MoveValue, other: &MoveValue) -> bool {
    one.value > other.value + 1e-4
}

/// A move with the tactical and the strategic part of its value.
fn told(value: &MoveValue) -> String {
    let [tactical, strategic] = [value.parts[0], value.parts[1]];
    format!("{} {tactical:+.1} {strategic:+.1}", value.mv)
}
