//! How a bot fares against strange setups and strange manners: `cargo run --release -p flagfall-bots --example sparring BOT GAMES SEED`.
//!
//! First `heuristic` plays it from setups that nobody would choose, then one opponent after the other plays in a manner of its own from a
//! half-random setup. The bot makes its own setup and has each color in turn. Rules are those of the federation with a draw after 200 plies
//! without a battle, or 4,000 in all. A game counts as decided once the bot's pieces that can move are worth twice the enemy's and at least 150
//! points more, by table 4 of Stengård (2006); the last column says how many of these it did not win.

use std::error::Error;

use flagfall_bots::{Bot, BotSpec, Budget, Choice, GameStart, build};
use flagfall_core::{
    BattleOutcome, BySide, Direction, Game, GameRng, Move, Piece, Rank, Rules, SETUP_SQUARES, Seed,
    Setup, Side, Square, Variant, View, below, shuffle,
};
use flagfall_setups::half_random;

const RULES: &str = "isf,max_quiet=200,max_plies=4000";

/// Rank and special value by rank, the flag first; flags and bombs do not count here.
const WORTH: [f64; 12] = [0., 40., 17., 30., 15., 20., 25., 35., 55., 85., 95., 0.];

/// Columns of the front row that open on a lane between or beside the lakes.
const LANES: [usize; 6] = [0, 1, 4, 5, 8, 9];

/// The place of a square of the front row.
fn front(column: usize) -> usize {
    SETUP_SQUARES - 10 + column
}

/// A setup as an opponent may have it.
#[derive(Clone, Copy)]
enum Layout {
    Random,
    BombsInFront,
    FlagInFront,
    TwoLanesBlocked,
}

impl Layout {
    const ALL: [(&'static str, Layout); 4] = [
        ("all pieces at random", Layout::Random),
        ("all bombs in front", Layout::BombsInFront),
        ("flag in front", Layout::FlagInFront),
        ("two lanes blocked by bombs", Layout::TwoLanesBlocked),
    ];

    /// One of these in which something can move.
    fn draw(self, rng: &mut GameRng) -> Setup {
        loop {
            let setup = self.draw_any(rng);
            let is_mobile =
                |column: &usize| setup.places()[front(*column)].is_some_and(Rank::is_mobile);
            if LANES.iter().any(is_mobile) {
                return setup;
            }
        }
    }

    /// One of these, the rest at random.
    fn draw_any(self, rng: &mut GameRng) -> Setup {
        let mut fixed: Vec<(usize, Rank)> = Vec::new();
        match self {
            Layout::Random => {}
            Layout::BombsInFront => {
                let mut columns: Vec<usize> = (0..10).collect();
                shuffle(rng, &mut columns);
                fixed.extend(
                    columns[..6]
                        .iter()
                        .map(|&column| (front(column), Rank::Bomb)),
                );
            }
            Layout::FlagInFront => fixed.push((front(below(rng, 10) as usize), Rank::Flag)),
            Layout::TwoLanesBlocked => {
                let open = below(rng, 3) as usize;
                let closed = LANES
                    .chunks(2)
                    .enumerate()
                    .filter(|(lane, _)| *lane != open);
                fixed.extend(
                    closed
                        .flat_map(|(_, lane)| lane)
                        .map(|&column| (front(column), Rank::Bomb)),
                );
            }
        }
        let mut rest: Vec<Rank> = Variant::Classic.pieces().collect();
        for (_, rank) in &fixed {
            let at = rest.iter().position(|other| other == rank);
            rest.swap_remove(at.expect("an army has a flag and six bombs"));
        }
        shuffle(rng, &mut rest);
        let mut places = [None; SETUP_SQUARES];
        for (place, rank) in fixed {
            places[place] = Some(rank);
        }
        let empty = places.iter_mut().filter(|place| place.is_none());
        for (place, rank) in empty.zip(rest) {
            *place = Some(rank);
        }
        Setup::new(Variant::Classic, places).expect("every piece once")
    }
}

/// A way to play. Whoever does not attack does so all the same when no other move is left.
#[derive(Clone, Copy)]
enum Manner {
    Shuffle,
    Chase,
    Peace,
    Assault,
}

impl Manner {
    const ALL: [(&'static str, Manner); 4] = [
        ("moves back and forth", Manner::Shuffle),
        ("chases", Manner::Chase),
        ("never attacks", Manner::Peace),
        ("attacks everything", Manner::Assault),
    ];

    fn choose(self, view: &View<'_>, rng: &mut GameRng) -> Option<Move> {
        let moves = view.legal_moves();
        let is_attack = |mv: &&Move| view.piece_at(mv.to).is_some();
        let quiet: Vec<Move> = moves.iter().filter(|mv| !is_attack(mv)).copied().collect();
        let attacks: Vec<Move> = moves.iter().filter(is_attack).copied().collect();
        match self {
            Manner::Shuffle => {
                let last = view.history().iter().rev().nth(1).map(|event| event.mv);
                let back = last.map(|mv| Move::new(mv.to, mv.from));
                back.filter(|mv| quiet.contains(mv))
                    .or_else(|| pick(&quiet, rng))
            }
            Manner::Chase => {
                let is_promising = |mv: &&Move| {
                    view.piece_at(mv.to)
                        .is_some_and(|prey| would_chase(view, **mv, &prey))
                };
                let captures: Vec<Move> = attacks.iter().filter(is_promising).copied().collect();
                pick(&captures, rng).or_else(|| {
                    let nearest = quiet
                        .iter()
                        .filter_map(|&mv| steps_to_prey(view, mv))
                        .min()?;
                    let is_nearest = |mv: &&Move| steps_to_prey(view, **mv) == Some(nearest);
                    let nearer: Vec<Move> = quiet.iter().filter(is_nearest).copied().collect();
                    pick(&nearer, rng)
                })
            }
            Manner::Peace => pick(&quiet, rng),
            Manner::Assault => pick(&attacks, rng).or_else(|| {
                let ahead = match view.viewer() {
                    Side::Red => Direction::North,
                    Side::Blue => Direction::South,
                };
                let is_ahead = |mv: &&Move| {
                    mv.direction_and_distance()
                        .is_some_and(|(direction, _)| direction == ahead)
                };
                let forward: Vec<Move> = quiet.iter().filter(is_ahead).copied().collect();
                pick(&forward, rng)
            }),
        }
        .or_else(|| pick(&moves, rng))
    }
}

/// Whether the piece that makes a move goes after another: one that it is known to beat, or, from a major on, any that has moved.
fn would_chase(view: &View<'_>, mv: Move, prey: &Piece) -> bool {
    let Some(rank) = view.piece_at(mv.from).and_then(|piece| piece.rank) else {
        return false;
    };
    match prey.rank {
        Some(other) => rank.attacks(other) == BattleOutcome::AttackerWins,
        None => rank >= Rank::Major && prey.has_moved,
    }
}

/// Steps that are left to the nearest piece that the mover goes after; `None` if there is none.
fn steps_to_prey(view: &View<'_>, mv: Move) -> Option<u8> {
    let steps =
        |square: Square| square.row().abs_diff(mv.to.row()) + square.col().abs_diff(mv.to.col());
    let prey = view
        .pieces(!view.viewer())
        .filter(|(_, piece)| would_chase(view, mv, piece));
    prey.map(|(square, _)| steps(square)).min()
}

fn pick(moves: &[Move], rng: &mut GameRng) -> Option<Move> {
    (!moves.is_empty()).then(|| moves[below(rng, moves.len() as u32) as usize])
}

/// What is strange about an opponent.
#[derive(Clone, Copy)]
enum Oddity {
    Layout(Layout),
    Manner(Manner),
}

/// Who sits opposite.
enum Opponent {
    Bot(Box<dyn Bot>),
    Manner(Manner),
}

/// What came of one game.
struct Ending {
    winner: Option<Side>,
    plies: usize,
    was_decided: bool,
}

/// What came of the games against one opponent.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    plies: usize,
    n_decided: u32,
    n_wasted: u32,
}

impl Tally {
    fn count(&mut self, me: Side, ending: &Ending) {
        let has_won = ending.winner == Some(me);
        self.won += u32::from(has_won);
        self.drawn += u32::from(ending.winner.is_none());
        self.lost += u32::from(ending.winner == Some(!me));
        self.plies += ending.plies;
        self.n_decided += u32::from(ending.was_decided);
        self.n_wasted += u32::from(ending.was_decided && !has_won);
    }
}

/// Plays one game.
fn play(
    bot: &mut dyn Bot,
    opponent: &mut Opponent,
    theirs: Setup,
    me: Side,
    seed: Seed,
) -> Result<Ending, Box<dyn Error>> {
    let rules: Rules = RULES.parse()?;
    let start = |side: Side, given_setup| GameStart {
        side,
        rules,
        seed: seed.derive(side.index() as u64),
        opponent: "the other".to_owned(),
        given_setup,
    };
    bot.begin(&start(me, None));
    if let Opponent::Bot(other) = opponent {
        other.begin(&start(!me, Some(theirs)));
    }
    let mine = bot.setup()?;
    let setups = BySide::from_fn(|side| if side == me { mine } else { theirs });
    let mut game = Game::new(rules, setups)?;
    let mut rng = seed.derive(2).rng();
    let mut was_decided = false;
    while game.result().is_none() {
        let side = game.position().to_move();
        let view = game.view(side);
        let choice = match opponent {
            _ if side == me => bot.choose(&view, &Budget::OWN)?,
            Opponent::Bot(other) => other.choose(&view, &Budget::OWN)?,
            Opponent::Manner(manner) => Choice::Move(
                manner
                    .choose(&view, &mut rng)
                    .ok_or("a game that goes on has a move")?,
            ),
        };
        let mv = match choice {
            Choice::Move(mv) | Choice::MoveAndOfferDraw(mv) => mv,
            Choice::Resign => {
                game.resign(side);
                break;
            }
        };
        let event = game.play(mv)?;
        bot.observe(&event);
        if let Opponent::Bot(other) = opponent {
            other.observe(&event);
        }
        was_decided |= is_decided(&game, me);
    }
    Ok(Ending {
        winner: game.result().and_then(|result| result.outcome.winner()),
        plies: game.history().len(),
        was_decided,
    })
}

fn is_decided(game: &Game, me: Side) -> bool {
    let worth = |side: Side| -> f64 {
        let ranks = game
            .position()
            .pieces(side)
            .filter_map(|(_, piece)| piece.rank);
        ranks.map(|rank| WORTH[rank.index()]).sum()
    };
    let (ours, theirs) = (worth(me), worth(!me));
    ours >= 2.0 * theirs && ours >= theirs + 150.0
}

#[expect(clippy::print_stdout, reason = "it is a program")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut next = || args.next().ok_or("usage: sparring BOT GAMES SEED");
    let spec: BotSpec = next()?.parse()?;
    let n_games: u64 = next()?.parse()?;
    let base = Seed(next()?.parse()?);
    if n_games == 0 {
        return Err("GAMES is at least 1".into());
    }
    println!("| opponent | won | drawn | lost | plies a game | decided | of these not won |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    let layouts = Layout::ALL.map(|(name, layout)| (name, Oddity::Layout(layout)));
    let manners = Manner::ALL.map(|(name, manner)| (name, Oddity::Manner(manner)));
    for (row, (name, oddity)) in layouts.into_iter().chain(manners).enumerate() {
        let mut tally = Tally::default();
        for number in 0..n_games {
            let seed = base.derive(row as u64).derive(number);
            let mut bot = build(&spec)?;
            let mut rng = seed.derive(3).rng();
            let (theirs, mut opponent) = match oddity {
                Oddity::Layout(layout) => {
                    let heuristic = build(&"heuristic".parse()?)?;
                    (layout.draw(&mut rng), Opponent::Bot(heuristic))
                }
                Oddity::Manner(manner) => {
                    let setup = half_random(Variant::Classic, &mut rng);
                    (setup, Opponent::Manner(manner))
                }
            };
            let me = if number % 2 == 0 {
                Side::Red
            } else {
                Side::Blue
            };
            tally.count(me, &play(bot.as_mut(), &mut opponent, theirs, me, seed)?);
        }
        println!(
            "| {name} | {} | {} | {} | {:.0} | {} | {} |",
            tally.won,
            tally.drawn,
            tally.lost,
            tally.plies as f64 / n_games as f64,
            tally.n_decided,
            tally.n_wasted
        );
    }
    Ok(())
}
