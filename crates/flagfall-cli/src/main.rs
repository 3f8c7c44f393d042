//! The `flagfall` program: one file per subcommand, output for people by default and `--json` for machines.

mod commands;
mod progress;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A Stratego platform: play, bots, arena. Without a command: play.
#[derive(Parser)]
#[command(name = "flagfall", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play in the browser: set up, play, replay, look into a bot's mind
    Play(commands::play::Args),
    /// Play a match between two bots and measure it
    Match(commands::match_::Args),
    /// Play a tournament of several bots
    Tournament(commands::tournament::Args),
    /// Show the cross table of saved games of several matches and tournaments
    Standings(commands::standings::Args),
    /// List the bots and their options
    Bots(commands::bots::Args),
    /// Be one of our bots under the UCC 2012 manager
    Ucc(commands::ucc::Args),
    /// Be one of our bots as a program that speaks our line protocol
    Line(commands::line::Args),
    /// Repeat the experiments of the papers
    Lab(commands::lab::Args),
    /// List the legal moves at every ply of the games in a file
    Legal(commands::legal::Args),
    /// Convert game files between their forms
    Convert(commands::convert::Args),
    /// Count, make and judge setups
    Setup(commands::setup::Args),
    /// Count how ranks behave near known pieces, for the opponent model
    Model(commands::model::Args),
    /// Evolve the parameters of the bot vicki
    Evolve(commands::evolve::Args),
    /// Show what a bot thinks at one point of a saved game
    Explain(commands::explain::Args),
    /// Count the leaves of the tree of legal moves
    Perft(commands::perft::Args),
    /// Measure the speed of the engine
    Bench(commands::bench::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return explain_usage(&error),
    };
    let command = cli
        .command
        .unwrap_or_else(|| Command::Play(commands::play::Args::default()));
    let result = match command {
        Command::Play(args) => commands::play::run(&args),
        Command::Match(args) => commands::match_::run(&args),
        Command::Tournament(args) => commands::tournament::run(&args),
        Command::Standings(args) => commands::standings::run(&args),
        Command::Bots(args) => commands::bots::run(&args),
        Command::Ucc(args) => commands::ucc::run(&args),
        Command::Line(args) => commands::line::run(&args),
        Command::Lab(args) => commands::lab::run(&args),
        Command::Legal(args) => commands::legal::run(&args),
        Command::Convert(args) => commands::convert::run(&args),
        Command::Setup(args) => commands::setup::run(&args),
        Command::Model(args) => commands::model::run(&args),
        Command::Evolve(args) => commands::evolve::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Perft(args) => commands::perft::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has seen enough, such as `head`, is no error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", in_one_line(&format!("{error:#}")));
            ExitCode::from(2)
        }
    }
}

/// A wrong value is told in one line, like every other error; how to call the program at all takes more.
fn explain_usage(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind;
    if matches!(
        error.kind(),
        ErrorKind::ValueValidation | ErrorKind::InvalidValue
    ) {
        let text = error.to_string();
        let (message, _hint) = text.rsplit_once("\n\n").unwrap_or((&text, ""));
        eprintln!("{}", in_one_line(message.trim_end()));
        return ExitCode::from(2);
    }
    // Whether the message could be printed changes nothing about the exit status.
    let _ = error.print();
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

/// What a user wrote comes back in messages; line breaks and other control characters in it are written as in `\n`.
fn in_one_line(text: &str) -> String {
    text.chars()
        .flat_map(|char| {
            let (escaped, plain) = if char.is_control() {
                (Some(char.escape_default()), None)
            } else {
                (None, Some(char))
            };
            escaped.into_iter().flatten().chain(plain)
        })
        .collect()
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kinds = error.chain().filter_map(|cause| {
        let io = cause.downcast_ref::<std::io::Error>();
        let json = cause.downcast_ref::<serde_json::Error>();
        io.map(std::io::Error::kind)
            .or(json.and_then(serde_json::Error::io_error_kind))
    });
    kinds
        .into_iter()
        .any(|kind| kind == std::io::ErrorKind::BrokenPipe)
}
