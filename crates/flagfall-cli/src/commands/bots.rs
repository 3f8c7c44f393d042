//! `flagfall bots`: which bots there are.

use std::io::Write;

use anyhow::Result;
use flagfall_bots::BOTS;
use serde::Serialize;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct BotJson {
    name: &'static str,
    summary: &'static str,
    options: Vec<OptionJson>,
}

#[derive(Serialize)]
struct OptionJson {
    key: &'static str,
    default: &'static str,
    meaning: &'static str,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut out = std::io::stdout().lock();
    if args.json {
        let bots: Vec<BotJson> = BOTS
            .iter()
            .map(|bot| BotJson {
                name: bot.name,
                summary: bot.summary,
                options: bot
                    .options
                    .iter()
                    .map(|option| OptionJson {
                        key: option.key,
                        default: option.default,
                        meaning: option.meaning,
                    })
                    .collect(),
            })
            .collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&bots)?)?;
        return Ok(());
    }
    for bot in BOTS {
        writeln!(out, "{}: {}", bot.name, bot.summary)?;
        for option in bot.options {
            writeln!(
                out,
                "    {}={}: {}",
                option.key, option.default, option.meaning
            )?;
        }
    }
    writeln!(out)?;
    writeln!(out, "Write a bot as name or name:key=value,...")?;
    writeln!(
        out,
        "cmd:COMMAND is a program that speaks our line protocol, ucc:COMMAND one for the UCC 2012 manager."
    )?;
    writeln!(
        out,
        "cheating:NAME:key=value,... is a bot that is shown the enemy's ranks, for experiments: cheating:monte-carlo:sprinkle=4."
    )?;
    Ok(())
}
