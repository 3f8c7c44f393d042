//! Games played one after another by the same two players, so that what they keep can be followed.

use flagfall_bots::{Bot, BotSpec, Budget, Choice, GameStart, Options, Perspecto};
use flagfall_core::{BySide, Game, Rules, Seed, Side, Termination, Variant, View};
use flagfall_setups::half_random;

use crate::error::LabError;
use crate::pieces::Piece;

/// How a game ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    /// Which player won, if anybody.
    pub(super) winner: Option<usize>,
    pub(super) is_by_flag: bool,
    pub(super) plies: u32,
}

/// The agent of a spec.
pub(super) fn perspecto(spec: &str) -> Perspecto {
    let spec: BotSpec = spec.parse().expect("a test runs every spec");
    Perspecto::with_options(&mut Options::new(&spec)).expect("the options are those of the bot")
}

/// Plays the games of a piece one after another, with colors that change from game to game; what the players keep they take along.
/// `after` is shown each game's end and the first player.
pub(super) fn play_all<B: Bot>(
    mut first: B,
    mut second: B,
    rules: &str,
    piece: Piece,
    mut after: impl FnMut(Ended, &B),
) -> Result<(), LabError> {
    for game in 0..piece.games {
        let side = Side::ALL[game as usize % 2];
        let rules = rules.parse().expect("a preset, perhaps with a limit");
        let seed = piece.seed.derive(game);
        let ended = play([&mut first, &mut second], side, rules, seed, &mut |_| {})?;
        after(ended, &first);
    }
    Ok(())
}

/// Plays a game between half-random setups; the first player has the given side. `watch` is shown every
/// view before its move.
pub(super) fn play(
    players: [&mut dyn Bot; 2],
    first: Side,
    rules: Rules,
    seed: Seed,
    watch: &mut dyn FnMut(&View<'_>),
) -> Result<Ended, LabError> {
    let mut rng = seed.rng();
    let setups = BySide::from_fn(|_| half_random(Variant::Classic, &mut rng));
    let mut game = Game::new(rules, setups).expect("setups and rules are classic");
    let [one, two] = players;
    let mut seats = if first == Side::Red {
        [one, two]
    } else {
        [two, one]
    };
    for side in Side::ALL {
        seats[side.index()].begin(&GameStart {
            side,
            rules,
            seed: seed.derive(1 + side.index() as u64),
            opponent: "the other".to_owned(),
            given_setup: Some(setups[side]),
        });
    }
    while game.result().is_none() {
        let side = game.position().to_move();
        let view = game.view(side);
        watch(&view);
        let choice = seats[side.index()].choose(&view, &Budget::OWN);
        let mv = match choice.map_err(LabError::Failed)? {
            Choice::Move(mv) | Choice::MoveAndOfferDraw(mv) => mv,
            Choice::Resign => {
                game.resign(side);
                break;
            }
        };
        let event = game.play(mv).expect("our bots move by the rules");
        seats.iter_mut().for_each(|bot| bot.observe(&event));
    }
    let result = game.result().expect("the game has just ended");
    let winner = result.outcome.winner();
    Ok(Ended {
        winner: winner.map(|side| usize::from(side != first)),
        is_by_flag: result.reason == Termination::FlagCaptured,
        plies: game.history().len() as u32,
    })
}
