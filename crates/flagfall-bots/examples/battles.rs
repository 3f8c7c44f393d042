//! Where two bots win and lose material against each other, by what was known of the two pieces in a battle:
//! `cargo run --release -p flagfall-bots --example battles FIRST SECOND GAMES SEED`.
//!
//! Setups are half-random and rules those of `perspecto`; games come in pairs with colors swapped. Pieces are worth what table 4
//! of Stengård (2006) has for them, without the flag, and both count where both fall.

use std::error::Error;

use flagfall_bots::{BotSpec, Budget, Choice, GameStart, build};
use flagfall_core::{BattleOutcome, BySide, Game, Rank, Rules, Seed, Side, View};
use flagfall_setups::half_random;

/// Table 4 by rank, the flag first; rank and special value together.
const WORTH: [f64; 12] = [0., 40., 17., 30., 15., 20., 25., 35., 55., 85., 95., 25.];

/// Attacks of one player on pieces of one kind.
#[derive(Clone, Copy, Default)]
struct Tally {
    n: u32,
    n_won: u32,
    gain: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut next = || args.next().ok_or("usage: battles FIRST SECOND GAMES SEED");
    let names = [next()?, next()?];
    let specs: [BotSpec; 2] = [names[0].parse()?, names[1].parse()?];
    let n_games: u64 = next()?.parse()?;
    let base = Seed(next()?.parse()?);
    let rules: Rules = "perspecto".parse()?;
    let mut outcomes = [0; 3];
    // By player and kind.
    let mut tallies = [[Tally::default(); KINDS.len()]; 2];
    for number in 0..n_games {
        let seed = base.derive(number / 2);
        let seat = |side: Side| usize::from((number % 2 == 0) != (side == Side::Red));
        let setups = BySide::from_fn(|side| {
            half_random(
                rules.variant,
                &mut seed.derive(2 + side.index() as u64).rng(),
            )
        });
        let mut bots = [build(&specs[0])?, build(&specs[1])?];
        for side in Side::ALL {
            bots[seat(side)].begin(&GameStart {
                side,
                rules,
                seed: seed.derive(side.index() as u64),
                opponent: "the other".to_owned(),
                given_setup: Some(setups[side]),
            });
        }
        let mut game = Game::new(rules, setups)?;
        while game.result().is_none() {
            let side = game.position().to_move();
            let view = game.view(side);
            let mv = match bots[seat(side)].choose(&view, &Budget::OWN)? {
                Choice::Move(mv) | Choice::MoveAndOfferDraw(mv) => mv,
                Choice::Resign => {
                    game.resign(side);
                    break;
                }
            };
            let kind = kind(&view, mv);
            let event = game.play(mv)?;
            if let (Some(kind), Some(battle)) = (kind, event.battle) {
                let worth = |rank: Rank| WORTH[rank.index()];
                let (won, lost) = (worth(battle.defender_rank), worth(battle.attacker_rank));
                let tally = &mut tallies[seat(side)][kind];
                tally.n += 1;
                match battle.outcome() {
                    BattleOutcome::AttackerWins => {
                        tally.n_won += 1;
                        tally.gain += won;
                    }
                    BattleOutcome::DefenderWins => tally.gain -= lost,
                    BattleOutcome::BothFall => tally.gain += won - lost,
                }
            }
            bots.iter_mut().for_each(|bot| bot.observe(&event));
        }
        let winner = game.result().and_then(|result| result.outcome.winner());
        outcomes[winner.map_or(1, |side| 2 * seat(side))] += 1;
    }
    let [won, drawn, lost] = outcomes;
    eprintln!(
        "{} - {}: {won} won, {drawn} drawn, {lost} lost",
        names[0], names[1]
    );
    for (name, tallies) in names.iter().zip(&tallies) {
        for (kind, tally) in KINDS.iter().zip(tallies) {
            let n_games = n_games as f64;
            eprintln!(
                "{name}, {kind}: {:.1} attacks a game, {:.0}% won, {:+.1} points a game",
                f64::from(tally.n) / n_games,
                100.0 * f64::from(tally.n_won) / f64::from(tally.n.max(1)),
                tally.gain / n_games
            );
        }
    }
    Ok(())
}

const KINDS: [&str; 6] = [
    "known on known",
    "known on unknown",
    "known on unmoved",
    "unknown on known",
    "unknown on unknown",
    "unknown on unmoved",
];

/// What is publicly known of the two pieces before a move; an unmoved piece is an unknown one that has not moved.
fn kind(view: &View<'_>, mv: flagfall_core::Move) -> Option<usize> {
    let (attacker, defender) = (view.piece_at(mv.from)?, view.piece_at(mv.to)?);
    let defence = match (defender.is_revealed, defender.has_moved) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    };
    Some(if attacker.is_revealed { 0 } else { 3 } + defence)
}
