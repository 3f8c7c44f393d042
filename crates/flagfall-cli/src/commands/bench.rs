//! `flagfall bench`: how fast the engine is on this machine, on one thread.

mod searches;

use std::hint::black_box;
use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use flagfall_bots::{Bot, Budget, GameStart, MonteCarlo, Settings, blind_move};
use flagfall_core::{BySide, Game, GameRng, Move, Position, Rules, Seed, Setup, Side, below};
use flagfall_evolve::generations;
use serde::Serialize;

use searches::SearchFigures;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How long each figure is measured, in seconds
    #[arg(long, default_value_t = 1.0, value_parser = positive)]
    seconds: f64,
    /// The rules: a preset and overrides
    #[arg(long, default_value = "isf")]
    rules: Rules,
    /// The seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("expected a number of seconds above 0".to_owned()),
    }
}

/// The figures, all per second and on one thread.
#[derive(Serialize)]
struct Figures {
    rules: String,
    seed: u64,
    /// The best way to run a random game.
    playout_plies_per_second: f64,
    playout_plies_per_second_by_list: f64,
    playout_plies_per_second_by_pick: f64,
    blind_plies_per_second: f64,
    /// Playouts of ten plies after the move they value, with everything that the bot `monte-carlo` does for them.
    monte_carlo_playouts_per_second: f64,
    make_unmake_per_second: f64,
    clone_and_play_per_second: f64,
    move_lists_per_second: f64,
    views_per_second: f64,
    /// Whole matches of an evolution as the thesis has it, with everything that `flagfall evolve` does for them.
    evolution_games_per_second: f64,
    /// All plies of a fixed number of random games: changes only when the rules or the random picks do.
    signature: u64,
    /// The searching bots on the same positions of games between searching bots.
    searches: Vec<SearchFigures>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let bench = Bench::new(args);
    let by_list = bench.playouts(|position, rng| {
        let moves = position.legal_moves();
        (!moves.is_empty()).then(|| moves[below(rng, moves.len() as u32) as usize])
    });
    let by_pick = bench.playouts(|position, rng| position.random_move(rng));
    let figures = Figures {
        rules: args.rules.to_string(),
        seed: args.seed,
        playout_plies_per_second: by_list.max(by_pick),
        playout_plies_per_second_by_list: by_list,
        playout_plies_per_second_by_pick: by_pick,
        blind_plies_per_second: bench.playouts(|position, rng| {
            // Without a limit on plies, a blind game always ends, because blind players attack what they do not know.
            blind_move(position.board(), || position.legal_moves(), rng)
        }),
        monte_carlo_playouts_per_second: bench.monte_carlo(),
        make_unmake_per_second: bench.over_moves(|position, mv| {
            let undo = position.make(mv);
            black_box(&*position);
            position.unmake(undo);
        }),
        clone_and_play_per_second: {
            let mut copy = bench.starts[0].clone();
            bench.over_moves(|position, mv| {
                copy.clone_from(position);
                copy.advance(mv);
                black_box(&copy);
            })
        },
        move_lists_per_second: bench.over_positions(|game| {
            black_box(game.position().legal_moves());
        }),
        views_per_second: bench.over_positions(|game| {
            black_box(game.view(Side::Red));
        }),
        evolution_games_per_second: bench.evolution()?,
        signature: bench.signature(),
        searches: searches::measure(args.rules, Seed(args.seed))?,
    };
    print(&figures, args.json)
}

struct Bench {
    seed: Seed,
    seconds: f64,
    starts: Vec<Position>,
    games: Vec<Game>,
}

const STARTS: u64 = 100;
/// How many games the signature is made of.
const SIGNATURE_GAMES: usize = 200;

impl Bench {
    fn new(args: &Args) -> Bench {
        let seed = Seed(args.seed);
        let mut games = Vec::new();
        let mut starts = Vec::new();
        for number in 0..STARTS {
            let mut rng = seed.derive(number).rng();
            let setups = BySide::from_fn(|_| Setup::random(args.rules.variant, &mut rng));
            let mut game =
                Game::new(args.rules, setups).expect("the setups are of the rules' variant");
            starts.push(game.position().clone());
            // Positions of all phases of a game.
            for _ in 0..8 * number {
                let Some(mv) = game.position().random_move(&mut rng) else {
                    break;
                };
                game.advance(mv);
            }
            if game.result().is_none() {
                games.push(game);
            }
        }
        Bench {
            seed,
            seconds: args.seconds,
            starts,
            games,
        }
    }

    /// Repeats `work`, which says how much it did, for the time given, and returns how much that is a second.
    fn rate(&self, mut work: impl FnMut() -> u64) -> f64 {
        let started = Instant::now();
        let mut done = 0;
        loop {
            done += work();
            let elapsed = started.elapsed().as_secs_f64();
            if elapsed >= self.seconds {
                return done as f64 / elapsed;
            }
        }
    }

    fn playouts(&self, pick: impl Fn(&Position, &mut GameRng) -> Option<Move>) -> f64 {
        let mut rng = self.seed.rng();
        let mut starts = self.starts.iter().cycle();
        let mut position = self.starts[0].clone();
        self.rate(|| {
            position.clone_from(starts.next().expect("the starts go round and round"));
            while let Some(mv) = pick(&position, &mut rng) {
                position.advance(mv);
            }
            u64::from(position.ply())
        })
    }

    /// Whole turns of the bot with its default settings, over positions of all phases of a game.
    fn monte_carlo(&self) -> f64 {
        let mut bot = MonteCarlo::new(Settings::DEFAULT);
        let mut games = self.games.iter().cycle();
        self.rate(|| {
            let game = games.next().expect("the games go round and round");
            let side = game.position().to_move();
            bot.begin(&GameStart {
                side,
                rules: *game.position().rules(),
                seed: self.seed,
                opponent: String::new(),
                given_setup: None,
            });
            black_box(bot.choose(&game.view(side), &Budget::OWN)).expect("it always has a move");
            let explanation = bot.explain().expect("it has just chosen");
            let playouts: f64 = explanation.moves.iter().map(|one| one.parts[1]).sum();
            playouts as u64
        })
    }

    /// Two generations at a time, on one thread.
    fn evolution(&self) -> Result<f64> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        let mut settings = flagfall_evolve::Settings {
            population: 10,
            seed: self.seed.0,
            ..flagfall_evolve::Settings::default()
        };
        let games = 2 * settings.population as u64 * u64::from(settings.matches);
        Ok(self.rate(|| {
            settings.seed = settings.seed.wrapping_add(1);
            let generations = pool.install(|| generations(&settings, 2));
            black_box(generations).expect("the settings are those of the thesis but for the size");
            games
        }))
    }

    fn over_moves(&self, mut work: impl FnMut(&mut Position, Move)) -> f64 {
        let mut positions: Vec<(Position, _)> = self
            .games
            .iter()
            .map(|game| (game.position().clone(), game.position().legal_moves()))
            .collect();
        self.rate(|| {
            let mut done = 0;
            for (position, moves) in &mut positions {
                for &mv in moves.iter() {
                    work(position, mv);
                    done += 1;
                }
            }
            done
        })
    }

    fn over_positions(&self, mut work: impl FnMut(&Game)) -> f64 {
        self.rate(|| {
            self.games.iter().for_each(&mut work);
            self.games.len() as u64
        })
    }

    fn signature(&self) -> u64 {
        let mut rng = self.seed.rng();
        let mut plies = 0;
        for start in self.starts.iter().cycle().take(SIGNATURE_GAMES) {
            let mut position = start.clone();
            while let Some(mv) = position.random_move(&mut rng) {
                position.advance(mv);
            }
            plies += u64::from(position.ply());
        }
        plies
    }
}

fn print(figures: &Figures, json: bool) -> Result<()> {
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(figures)?)?;
        return Ok(());
    }
    writeln!(
        out,
        "one thread, rules {}, seed {}, millions a second:",
        figures.rules, figures.seed
    )?;
    for (name, rate) in [
        (
            "plies of random games, drawing one move",
            figures.playout_plies_per_second_by_pick,
        ),
        (
            "plies of random games, drawing from a list",
            figures.playout_plies_per_second_by_list,
        ),
        ("plies of blind games", figures.blind_plies_per_second),
        (
            "playouts of ten plies by monte-carlo",
            figures.monte_carlo_playouts_per_second,
        ),
        ("moves made and unmade", figures.make_unmake_per_second),
        (
            "positions copied and a move played",
            figures.clone_and_play_per_second,
        ),
        ("lists of legal moves", figures.move_lists_per_second),
        ("views", figures.views_per_second),
    ] {
        writeln!(out, "{:>8.2}  {name}", rate / 1e6)?;
    }
    writeln!(
        out,
        "{:.0} matches of an evolution a second",
        figures.evolution_games_per_second
    )?;
    writeln!(
        out,
        "signature {} (plies of {SIGNATURE_GAMES} random games)",
        figures.signature
    )?;
    for one in &figures.searches {
        writeln!(
            out,
            "{:>8.2}  nodes of {}; {:.1} ms a move in the median, {:.1} at worst; signature {}",
            one.nodes_per_second / 1e6,
            one.bot,
            one.median_ms,
            one.worst_ms,
            one.nodes
        )?;
    }
    Ok(())
}
