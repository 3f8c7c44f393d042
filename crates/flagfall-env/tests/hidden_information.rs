//! Nothing that a player may not know reaches him: shuffle the enemy's hidden ranks in any way that fits the history, and
//! observation and built-in players stay the same, byte for byte and move for move.

use flagfall_core::{
    BySide, Game, GameRng, PieceId, Rank, Rules, SETUP_SQUARES, Seed, Setup, Side, Start, Variant,
    below, shuffle,
};
use flagfall_env::{Contacts, heuristic, observation};

/// The same game with the hidden ranks of `side` dealt out anew, moved pieces getting ranks that can move.
fn reshuffled(game: &Game, side: Side, rng: &mut GameRng) -> Game {
    let Start::Setups(setups) = game.start() else {
        panic!("the game starts from setups")
    };
    let hidden = |moved: bool| {
        let pieces = game.position().pieces(side);
        pieces
            .filter(move |(_, piece)| !piece.is_revealed && piece.has_moved == moved)
            .map(|(_, piece)| piece)
    };
    let mut ranks: Vec<Rank> = hidden(true)
        .chain(hidden(false))
        .map(|piece| piece.rank.expect("positions know ranks"))
        .collect();
    shuffle(rng, &mut ranks);
    let mut dealt: Vec<(PieceId, Rank)> = Vec::new();
    for piece in hidden(true) {
        let index = ranks
            .iter()
            .position(|rank| rank.is_mobile())
            .expect("as many mobile ranks as before");
        dealt.push((piece.id, ranks.remove(index)));
    }
    dealt.extend(hidden(false).map(|piece| piece.id).zip(ranks));

    let mut places = *setups[side].places();
    for (place, rank) in places.iter_mut().enumerate().take(SETUP_SQUARES) {
        let id = PieceId::started_on(Setup::square(side, place));
        if let Some(&(_, other)) = dealt.iter().find(|(piece, _)| *piece == id) {
            *rank = Some(other);
        }
    }
    let mut setups = *setups;
    setups[side] = Setup::new(game.position().rules().variant, places)
        .expect("the same ranks in another order");
    let mut other = Game::new(*game.position().rules(), setups).expect("the same variant");
    for event in game.history() {
        let seen = other.play(event.mv).expect("what was legal stays legal");
        assert_eq!(seen, *event, "everybody saw the same");
    }
    other
}

fn check_whole_games(variant: Variant, n_games: u64) {
    let rules = Rules {
        variant,
        max_quiet: Some(100),
        ..Rules::default()
    };
    let mut n_different = 0;
    for number in 0..n_games {
        let mut rng = Seed(40).derive(number).rng();
        let setups = BySide::from_fn(|_| Setup::random(variant, &mut rng));
        let mut game = Game::new(rules, setups).expect("the same variant");
        let mut contacts = Contacts::of(&game.view(Side::Red));
        let mut packed = [
            vec![0; observation::OBS_BYTES],
            vec![0; observation::OBS_BYTES],
        ];
        while game.result().is_none() {
            let me = game.position().to_move();
            let view = game.view(me);
            observation::pack(&view, &contacts, &mut packed[0]);
            let turn = Seed(number).derive(u64::from(view.ply()));
            let choice = heuristic::choose(&view, &mut turn.rng());
            assert_eq!(
                Contacts::of(&view),
                contacts,
                "contacts are the same when made from the history"
            );

            let other = reshuffled(&game, !me, &mut rng);
            n_different += u32::from(other != game);
            let other_view = other.view(me);
            observation::pack(&other_view, &Contacts::of(&other_view), &mut packed[1]);
            assert_eq!(packed[0], packed[1], "game {number}, ply {}", view.ply());
            assert_eq!(choice, heuristic::choose(&other_view, &mut turn.rng()));

            // Mostly sensible moves, so that the games are long and have all phases; some random ones for variety.
            let mv = if below(&mut rng, 4) == 0 {
                view.random_move(&mut rng)
            } else {
                choice
            };
            let event = game
                .play(mv.expect("the game goes on"))
                .expect("players make legal moves");
            contacts.observe(&event);
        }
    }
    assert!(
        n_different > 100,
        "the shuffles changed something in {n_different} positions only"
    );
}

#[test]
fn classic_observations_do_not_depend_on_hidden_ranks() {
    check_whole_games(Variant::Classic, 6);
}

#[test]
fn barrage_observations_do_not_depend_on_hidden_ranks() {
    check_whole_games(Variant::Barrage, 40);
}
