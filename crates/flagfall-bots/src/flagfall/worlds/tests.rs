use flagfall_core::{PositionBuilder, Rules, Seed, Square, Variant};
use flagfall_env::Contacts;
use flagfall_env::observation::{OBS_BYTES, pack};

use super::*;

fn game_after(plies: usize, seed: Seed) -> Game {
    let mut rng = seed.rng();
    let setups = BySide::from_fn(|_| Setup::random(Variant::Classic, &mut rng));
    let mut game = Game::new(Rules::ISF, setups).unwrap();
    for _ in 0..plies {
        let mv = game.position().random_move(&mut rng).unwrap();
        game.play(mv).unwrap();
    }
    game
}

fn packed(view: &View<'_>) -> [u8; OBS_BYTES] {
    let mut out = [0; OBS_BYTES];
    pack(view, &Contacts::of(view), &mut out);
    out
}

#[test]
fn a_world_looks_to_us_like_the_game_itself() {
    for plies in [0, 1, 60, 151] {
        let game = game_after(plies, Seed(3));
        let view = game.view(game.position().to_move());
        let mut others = 0;
        for seed in 0..20 {
            let world = World::draw(&view, &[], &mut Seed(seed).rng())
                .game(&view)
                .unwrap();
            let seen = world.view(view.viewer());
            assert_eq!(packed(&seen), packed(&view));
            assert_eq!(seen.history(), view.history());
            others += u32::from(world.start() != game.start());
        }
        assert!(others > 10, "worlds differ from the game and each other");
    }
}

#[test]
fn worlds_come_up_as_often_as_is_believed() {
    let game = game_after(0, Seed(5));
    let view = game.view(Side::Red);
    let hidden: Vec<PieceId> = view
        .hidden_pieces(Side::Blue)
        .map(|(_, piece)| piece.id)
        .collect();
    // Against 39 others with odds of 1 each, odds of 39 make one half.
    let favorite = hidden[7];
    let beliefs: Vec<Belief> = hidden
        .iter()
        .map(|&piece| {
            let mut ranks = ByRank([1.0; 12]);
            if piece == favorite {
                ranks[Rank::Marshal] = 39.0;
            }
            Belief { piece, ranks }
        })
        .collect();
    let mut rng = Seed(1).rng();
    let worlds = 600;
    let hits = (0..worlds)
        .filter(|_| {
            let world = World::draw(&view, &beliefs, &mut rng);
            world
                .game(&view)
                .unwrap()
                .position()
                .piece(favorite)
                .unwrap()
                .rank
                == Some(Rank::Marshal)
        })
        .count();
    // Five standard deviations.
    let expected = worlds as f64 / 2.0;
    let error = (worlds as f64 / 4.0).sqrt();
    assert!((hits as f64 - expected).abs() < 5.0 * error, "{hits}");
}

#[test]
fn a_piece_can_be_given_any_rank_that_fits() {
    let game = game_after(60, Seed(3));
    let view = game.view(game.position().to_move());
    let world = World::draw(&view, &[], &mut Seed(1).rng());
    let enemy = !view.viewer();
    for (_, piece) in view.hidden_pieces(enemy) {
        for rank in Rank::ALL {
            let other = world.with_rank(&view, piece.id, rank, &mut Seed(2).rng());
            // A bomb or the flag can only be exchanged between pieces that have not moved, and each is somewhere.
            if !view.possible_ranks(&piece).contains(rank) {
                assert_eq!(other, None, "{piece:?} {rank}");
            } else if let Some(other) = other {
                let game = other.game(&view).unwrap();
                assert_eq!(game.position().piece(piece.id).unwrap().rank, Some(rank));
                assert_eq!(packed(&game.view(view.viewer())), packed(&view));
            } else {
                assert!(rank.is_mobile(), "an unmoved piece can be a bomb");
            }
        }
    }
}

#[test]
fn a_free_start_has_no_worlds() {
    let square = |text: &str| text.parse::<Square>().unwrap();
    let builder = PositionBuilder::new(Rules::ISF)
        .with(square("A1"), Side::Red, Rank::Flag)
        .with(square("A2"), Side::Red, Rank::Marshal)
        .with(square("J10"), Side::Blue, Rank::Flag)
        .with(square("J9"), Side::Blue, Rank::Spy);
    let game = Game::from_free(builder).unwrap();
    let view = game.view(Side::Red);
    let world = World::draw(&view, &[], &mut Seed(1).rng());
    assert!(world.game(&view).is_none());
}
