//! How well ranks are guessed (chapter 6). The thesis gives no figures; Stankiewicz (2009) measures his model the same way.

use flagfall_belief::{Guesser, counted_ranks};
use flagfall_bots::{Bot, BotSpec, Budget, Choice, GameStart, build};
use flagfall_core::{ByRank, BySide, Game, Rank, Rules, Seed, Side};

use crate::bench::{Bench, Progress};
use crate::error::LabError;
use crate::experiment::{Experiment, Findings};
use crate::mean::Mean;
use crate::pieces::{self, Piece, Pieces};
use crate::report::{Figure, Unit};
use crate::verdict::Claim;

/// Whose ranks are guessed. Their setups are like people's, or best of fifty.
const OPPONENTS: [&str; 3] = ["heuristic", "flagfall", "invincible"];
const GAMES: u64 = 100;
const GAMES_A_PIECE: u64 = 2;
const MAX_PLIES: u32 = 400;
/// A run that only shows that everything works breaks its games off early.
const MAX_PLIES_OF_A_TRIAL: u32 = 40;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "invincible-6",
    title: "guessing ranks, beside counting",
    source: "de Boer 2007, chapter 6; measured as in Stankiewicz 2009, section 5",
    measure,
};

/// The means of one game over all turns and hidden pieces: the share guessed right and the probability of the true rank, by
/// the guesser and by counting.
type GameMeans = [f64; 4];

const NAMES: [&str; 4] = [
    "guessed right",
    "guessed right by counting",
    "probability of the true rank",
    "probability of the true rank by counting",
];

fn measure(bench: &Bench, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Findings, LabError> {
    let mut findings = Findings::default();
    let max_plies = if bench.is_trial(GAMES) {
        MAX_PLIES_OF_A_TRIAL
    } else {
        MAX_PLIES
    };
    for opponent in OPPONENTS {
        let spec: BotSpec = opponent.parse().expect("a bot of the table");
        let part = format!("ranks of {opponent}");
        let pieces = Pieces {
            id: EXPERIMENT.id,
            part: &part,
            settings: &format!("{opponent} {max_plies}"),
            games: bench.games(GAMES),
            games_a_piece: GAMES_A_PIECE,
        };
        let play = |piece: Piece| {
            let games =
                (0..piece.games).map(|number| play(&spec, max_plies, piece.seed.derive(number)));
            Ok(games.collect::<Vec<GameMeans>>())
        };
        let games = pieces::measure(bench, &pieces, progress, play)?.concat();
        let column = |index: usize| games.iter().map(|game| game[index]).collect::<Vec<f64>>();
        for (index, name) in NAMES.into_iter().enumerate() {
            let unit = if index < 2 {
                Unit::Share
            } else {
                Unit::Decimal
            };
            let mean = Mean::of(&column(index)).interval();
            findings
                .figures
                .push(Figure::new(&part, name, unit, mean, games.len() as u64));
        }
        let ahead: Vec<f64> = games.iter().map(|game| game[0] - game[1]).collect();
        let figure = Figure::new(
            &part,
            "guessed right, less by counting",
            Unit::Share,
            Mean::of(&ahead).interval(),
            games.len() as u64,
        );
        findings.figures.push(figure.claimed(Claim::Above(0.0)));
    }
    findings.notes.push(
        "In each of its turns Invincible's guess for each hidden piece of its opponent is compared with the truth: right is a \
         guess whose likeliest rank is the true one. The thesis claims \"surprisingly accurate guesses\" without figures. For \
         orientation: Stankiewicz measures 40.3% (counting: 17.7%) and a probability of 0.328 (0.152) for his model, of \
         pieces that are just being shown in battle; stankiewicz-2 compares both on the same pieces."
            .to_owned(),
    );
    Ok(findings)
}

/// One game of Invincible against the bot whose ranks are guessed.
fn play(spec: &BotSpec, max_plies: u32, seed: Seed) -> GameMeans {
    let me = if seed.0.is_multiple_of(2) {
        Side::Red
    } else {
        Side::Blue
    };
    let invincible: BotSpec = "invincible".parse().expect("a bot of the table");
    let mut bots: BySide<Box<dyn Bot>> = BySide::from_fn(|side| {
        let spec = if side == me { &invincible } else { spec };
        build(spec).expect("a bot of the table without options")
    });
    for side in Side::ALL {
        bots[side].begin(&GameStart {
            side,
            rules: Rules::ISF,
            seed: seed.derive(side.index() as u64),
            opponent: String::new(),
            given_setup: None,
        });
    }
    let setups = BySide::from_fn(|side| bots[side].setup().expect("our bots have setups"));
    let mut game = Game::new(Rules::ISF, setups).expect("classic setups");
    let mut guesser = Guesser::new(&game.view(me));
    let (mut sums, mut count) = ([0.0; 4], 0.0);
    while game.result().is_none() && game.position().ply() < max_plies {
        let turn = game.position().to_move();
        if turn == me {
            guesser.follow(&game.view(me));
            for (guessed, counted, truth) in guesses(&game, &guesser, me) {
                count += 1.0;
                sums[0] += f64::from(u8::from(likeliest(&guessed) == truth));
                sums[1] += f64::from(u8::from(likeliest(&counted) == truth));
                sums[2] += guessed[truth];
                sums[3] += counted[truth];
            }
        }
        let choice = bots[turn].choose(&game.view(turn), &Budget::OWN);
        let (Choice::Move(mv) | Choice::MoveAndOfferDraw(mv)) = choice.expect("our bots answer")
        else {
            break;
        };
        let event = game.advance(mv);
        for side in Side::ALL {
            bots[side].observe(&event);
        }
    }
    sums.map(|sum| sum / f64::max(count, 1.0))
}

/// For each hidden piece of the enemy the guess, what counting says, and the truth.
fn guesses(game: &Game, guesser: &Guesser, me: Side) -> Vec<(ByRank<f64>, ByRank<f64>, Rank)> {
    let view = game.view(me);
    view.hidden_pieces(!me)
        .filter_map(|(square, piece)| {
            let truth = game.position().rank_at(square)?;
            Some((guesser.ranks(piece.id), counted_ranks(&view, &piece), truth))
        })
        .collect()
}

fn likeliest(ranks: &ByRank<f64>) -> Rank {
    let higher = |best: Rank, rank: Rank| {
        if ranks[rank] > ranks[best] {
            rank
        } else {
            best
        }
    };
    Rank::ALL.into_iter().fold(Rank::Flag, higher)
}
