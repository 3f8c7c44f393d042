//! `flagfall legal`: the legal moves at every ply of the games in a file, as JSON lines.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use flagfall_core::notation::write_board;
use flagfall_core::{GameResult, Move, Position};
use flagfall_record::{GameRecord, read_games};
use serde::Serialize;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The games: a .jsonl, .chase.jsonl, .xml or .gsn file
    file: PathBuf,
}

/// The first line of a game.
#[derive(Serialize)]
struct StartLine {
    game: usize,
    board: String,
    to_move: &'static str,
    rules: String,
}

/// A ply whose move is legal.
#[derive(Serialize)]
struct PlyLine {
    game: usize,
    ply: usize,
    to_move: &'static str,
    legal: Vec<String>,
    #[serde(rename = "move")]
    mv: String,
}

/// The last line of a game with an illegal move.
#[derive(Serialize)]
struct IllegalLine {
    game: usize,
    ply: usize,
    illegal: String,
    why: &'static str,
}

/// The last line of any other game.
#[derive(Serialize)]
struct EndLine {
    game: usize,
    result: Option<ResultJson>,
    legal: Vec<String>,
}

#[derive(Serialize)]
struct ResultJson {
    outcome: &'static str,
    reason: &'static str,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    // Everything is read before anything is written: an unreadable file gives no output at all.
    let games = read_games(&args.file)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    for (index, game) in games.iter().enumerate() {
        write_game(&mut out, index, game)?;
    }
    out.flush()?;
    Ok(())
}

fn write_game(out: &mut impl Write, index: usize, record: &GameRecord) -> Result<()> {
    let mut game = record.begin().with_context(|| format!("game {index}"))?;
    write_line(
        out,
        &StartLine {
            game: index,
            board: write_board(game.position().board()),
            to_move: game.position().to_move().name(),
            rules: record.rules.to_string(),
        },
    )?;
    for (ply, &mv) in record.moves.iter().enumerate() {
        let to_move = game.position().to_move().name();
        let legal = sorted_legal(game.position());
        if let Err(error) = game.play(mv) {
            return write_line(
                out,
                &IllegalLine {
                    game: index,
                    ply,
                    illegal: mv.to_string(),
                    why: error.name(),
                },
            );
        }
        write_line(
            out,
            &PlyLine {
                game: index,
                ply,
                to_move,
                legal,
                mv: mv.to_string(),
            },
        )?;
    }
    // The board decides; what the file says counts only where the board leaves it open.
    if let Some(result) = record.result {
        game.end(result);
    }
    write_line(
        out,
        &EndLine {
            game: index,
            result: game.result().map(ResultJson::from),
            legal: sorted_legal(game.position()),
        },
    )
}

fn sorted_legal(position: &Position) -> Vec<String> {
    let mut legal: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
    legal.sort_unstable();
    legal
}

fn write_line(out: &mut impl Write, line: &impl Serialize) -> Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")?;
    Ok(())
}

impl From<GameResult> for ResultJson {
    fn from(result: GameResult) -> ResultJson {
        ResultJson {
            outcome: result.outcome.name(),
            reason: result.reason.name(),
        }
    }
}
