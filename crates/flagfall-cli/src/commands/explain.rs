//! `flagfall explain`: what a bot thinks at one point of a saved game.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use flagfall_bots::{BotSpec, Budget, Explanation, GameStart, build};
use flagfall_core::notation::write_readable_board;
use flagfall_core::{Game, Move, Rank, Seed, Side};
use flagfall_record::read_games;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The games: a .jsonl, .xml or .gsn file
    file: PathBuf,
    /// Which game of the file, counted from 0
    #[arg(long, default_value_t = 0)]
    game: usize,
    /// After how many plies
    #[arg(long, default_value_t = 0)]
    ply: usize,
    /// The bot that is asked, as the side to move
    #[arg(long, default_value = "invincible")]
    bot: BotSpec,
    /// The seed of the bot
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many moves to show, best first
    #[arg(long, default_value_t = 15)]
    moves: usize,
    /// Also show what it believes of each hidden piece of the enemy
    #[arg(long)]
    beliefs: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let games = read_games(&args.file)?;
    let record = games
        .get(args.game)
        .with_context(|| format!("the file has {} games", games.len()))?;
    ensure!(
        args.ply <= record.moves.len(),
        "the game has {} plies",
        record.moves.len()
    );
    let mut game = record.begin()?;
    let mut bot = build(&args.bot)?;
    let side = match (game.position().to_move(), args.ply % 2) {
        (first, 0) => first,
        (first, _) => !first,
    };
    bot.begin(&GameStart {
        side,
        rules: record.rules,
        seed: Seed(args.seed),
        opponent: record.names[!side].clone(),
        given_setup: None,
    });
    for (ply, &mv) in record.moves[..args.ply].iter().enumerate() {
        let event = game.play(mv).with_context(|| format!("ply {ply}"))?;
        bot.observe(&event);
    }
    ensure!(game.result().is_none(), "the game is over");
    bot.choose(&game.view(side), &Budget::OWN)?;
    let explanation = bot.explain().context("this bot does not explain itself")?;
    print(args, &game, side, &explanation)
}

fn print(args: &Args, game: &Game, side: Side, explanation: &Explanation) -> Result<()> {
    let mut out = std::io::stdout().lock();
    write!(out, "{}", write_readable_board(game.view(side).board()))?;
    writeln!(out, "{side} to move")?;
    if let Some(state) = explanation.game_state {
        writeln!(out, "game state {state:.2}")?;
    }
    if let Some(values) = &explanation.piece_values {
        for of in Side::ALL {
            let each = Rank::ALL.map(|rank| format!("{rank} {:.0}", values[of][rank]));
            writeln!(out, "values of {of}: {}", each.join(", "))?;
        }
    }
    if !explanation.line.is_empty() {
        let name = |mv: &Option<Move>| mv.map_or("(nothing)".to_owned(), |mv| mv.to_string());
        let line: Vec<String> = explanation.line.iter().map(name).collect();
        writeln!(out, "expects {}", line.join(", "))?;
    }
    writeln!(out)?;
    // Columns that say nothing of the moves shown would only make the table wide.
    let rows = &explanation.moves[..args.moves.min(explanation.moves.len())];
    let used: Vec<usize> = (0..explanation.columns.len())
        .filter(|&column| rows.iter().any(|row| row.parts[column].abs() >= 0.005))
        .collect();
    write!(out, "{:<8} {:>8}", "move", "total")?;
    for &column in &used {
        write!(out, " {:>8}", explanation.columns[column])?;
    }
    writeln!(out)?;
    for row in rows {
        write!(out, "{:<8} {:>8.2}", row.mv.to_string(), row.value)?;
        for &column in &used {
            write!(out, " {:>8.2}", row.parts[column])?;
        }
        writeln!(out)?;
    }
    if args.beliefs {
        writeln!(out)?;
        write!(out, "{:<6}", "piece")?;
        for rank in Rank::ALL {
            write!(out, " {:>5.5}", rank.name())?;
        }
        writeln!(out)?;
        for belief in &explanation.enemy {
            write!(out, "{:<6}", belief.piece.start().to_string())?;
            for rank in Rank::ALL {
                write!(out, " {:>5.2}", belief.ranks[rank])?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}
