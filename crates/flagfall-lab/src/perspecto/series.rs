//! Games played one after another by the same two players, so that what they keep can be followed.

use flagfall_bots::{Bot, Budget, Choice, GameStart};
use flagfall_core::{BySide, Game, Rules, Seed, Side, Variant, View};
use flagfall_setups::half_random;

use crate::error::LabError;

/// Plays a game between half-random setups; the first player has the given side. `watch` is shown every
/// view before its move. Returns who won, if anybody.
pub(super) fn play(
    players: [&mut dyn Bot; 2],
    first: Side,
    rules: Rules,
    seed: Seed,
    watch: &mut dyn FnMut(&View<'_>),
) -> Result<Option<usize>, LabError> {
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
    let winner = game.result().and_then(|result| result.outcome.winner());
    Ok(winner.map(|side| usize::from(side != first)))
}
