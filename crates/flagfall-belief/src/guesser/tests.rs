use flagfall_core::{Game, PositionBuilder, Rules, Seed, Setup};
use flagfall_setups::Method;

use super::*;

fn square(text: &str) -> Square {
    text.parse().expect("a square")
}

fn play(game: &mut Game, moves: &[&str]) {
    for mv in moves {
        game.play(mv.parse().expect("a move")).expect("legal");
    }
}

fn piece(start: &str) -> PieceId {
    PieceId::started_on(square(start))
}

fn game(seed: u64) -> Game {
    let mut rng = Seed(seed).rng();
    let setups = BySide::from_fn(|_| Method::SemiRandom.make(Variant::Classic, &mut rng));
    Game::new(Rules::ISF, setups).expect("classic setups")
}

#[test]
fn sums_are_right_and_the_truth_is_never_ruled_out() {
    for seed in 0..6 {
        let mut game = game(seed);
        let mut rng = Seed(seed).derive(1).rng();
        let mut guesser = Guesser::new(&game.view(Side::Red));
        while game.history().len() < 400 {
            let mover = game.position().to_move();
            let Some(mv) = game.view(mover).random_move(&mut rng) else {
                break;
            };
            let event = game.advance(mv);
            guesser.observe(&event);
            for side in Side::ALL {
                let mut sums = ByRank([0.0; 12]);
                for (_, piece) in game.view(!side).hidden_pieces(side) {
                    let ranks = guesser.ranks(piece.id);
                    let total: f64 = ranks.0.iter().sum();
                    assert!((total - 1.0).abs() < 0.02, "{total}");
                    let truth = game.position().piece(piece.id).and_then(|known| known.rank);
                    assert!(ranks[truth.expect("a position knows")] > 0.0);
                    Rank::ALL.iter().for_each(|&rank| sums[rank] += ranks[rank]);
                }
                for rank in Rank::ALL {
                    let expected = f64::from(game.position().hidden_counts(side)[rank]);
                    assert!((sums[rank] - expected).abs() < 0.1, "{rank} {}", sums[rank]);
                }
            }
        }
    }
}

#[test]
fn both_players_guess_the_same_because_only_public_knowledge_counts() {
    let mut game = game(3);
    let mut rng = Seed(4).rng();
    for _ in 0..150 {
        let mover = game.position().to_move();
        let Some(mv) = game.view(mover).random_move(&mut rng) else {
            break;
        };
        game.advance(mv);
    }
    assert_eq!(
        Guesser::new(&game.view(Side::Red)),
        Guesser::new(&game.view(Side::Blue))
    );
}

#[test]
fn a_guesser_that_follows_knows_what_a_new_one_knows() {
    let mut game = game(5);
    let mut rng = Seed(6).rng();
    let mut following = Guesser::new(&game.view(Side::Blue));
    for _ in 0..60 {
        let mv = game.view(game.position().to_move()).random_move(&mut rng);
        game.advance(mv.expect("a move"));
        following.follow(&game.view(Side::Blue));
    }
    assert_eq!(following, Guesser::new(&game.view(Side::Blue)));
}

#[test]
fn back_row_pieces_are_rarely_marshals_and_often_bombs() {
    let game = game(1);
    let guesser = Guesser::new(&game.view(Side::Red));
    let (back, front) = (piece("D10"), piece("D7"));
    assert!(guesser.probability(back, Rank::Marshal) < guesser.probability(front, Rank::Marshal));
    assert!(guesser.probability(back, Rank::Bomb) > guesser.probability(front, Rank::Bomb));
}

/// Red's general is known; blue's pieces stand around it, or come and go.
fn with_known_general() -> Game {
    let mut builder = PositionBuilder::new(Rules::ISF);
    for (at, side, rank) in [
        ("A1", Side::Red, Rank::Flag),
        ("B1", Side::Red, Rank::Miner),
        ("E4", Side::Red, Rank::General),
        ("I4", Side::Red, Rank::Spy),
        ("E5", Side::Blue, Rank::Scout),
        ("A10", Side::Blue, Rank::Flag),
        ("E8", Side::Blue, Rank::Marshal),
        ("A8", Side::Blue, Rank::Major),
        ("J8", Side::Blue, Rank::Captain),
        ("J4", Side::Blue, Rank::Sergeant),
    ] {
        builder = builder.with(square(at), side, rank);
    }
    let mut game = Game::from_free(builder).expect("a legal placement");
    play(&mut game, &["E4-E5"]);
    game
}

#[test]
fn going_towards_a_known_general_speaks_for_the_marshal_and_away_against() {
    let mut towards = with_known_general();
    let before = Guesser::new(&towards.view(Side::Red)).probability(piece("E8"), Rank::Marshal);
    play(&mut towards, &["E8-E7"]);
    let after = Guesser::new(&towards.view(Side::Red)).probability(piece("E8"), Rank::Marshal);
    assert!(after > 1.15 * before, "{before} {after}");
    let mut away = with_known_general();
    play(&mut away, &["E8-E9"]);
    let fled = Guesser::new(&away.view(Side::Red)).probability(piece("E8"), Rank::Marshal);
    assert!(fled < 0.95 * before, "{before} {fled}");
}

#[test]
fn a_missed_capture_speaks_against_the_marshal_unless_the_move_was_forced() {
    let mut game = with_known_general();
    play(&mut game, &["A8-A7", "E5-E6", "A7-A8", "E6-E7"]);
    let marshal =
        |game: &Game| Guesser::new(&game.view(Side::Red)).probability(piece("E8"), Rank::Marshal);
    let before = marshal(&game);
    let after = |mv: &str| {
        let mut game = game.clone();
        play(&mut game, &[mv]);
        marshal(&game)
    };
    let [free, fled, forced] = ["J8-J7", "E8-E9", "J4-J3"].map(after);
    assert!(free < 0.7 * before, "a move without need: {before} {free}");
    assert!(fled < 0.7 * before, "it runs away: {before} {fled}");
    // That the sergeant is now known to be mobile takes something from the others.
    assert!(forced > 0.8 * before, "a forced move: {before} {forced}");
}

#[test]
fn a_shown_general_makes_the_piece_behind_it_a_suspected_spy() {
    let mut rng = Seed(2).rng();
    let mut setups = BySide::from_fn(|_| Setup::random(Variant::Classic, &mut rng));
    // Blue's general stands in front at E7, and red's scout at E4 runs into it.
    let swap = |setup: &Setup, at: Square, side: Side, rank: Rank| {
        let mut places = *setup.places();
        let place = placing::place_of(side, at).expect("a place of the setup");
        let other = places
            .iter()
            .position(|&found| found == Some(rank))
            .expect("the army has it");
        places.swap(place, other);
        Setup::new(Variant::Classic, places).expect("the same pieces")
    };
    setups[Side::Blue] = swap(&setups[Side::Blue], square("E7"), Side::Blue, Rank::General);
    setups[Side::Red] = swap(&setups[Side::Red], square("E4"), Side::Red, Rank::Scout);
    let mut game = Game::new(Rules::ISF, setups).expect("classic setups");
    let before = Guesser::new(&game.view(Side::Red)).probability(piece("E8"), Rank::Spy);
    play(&mut game, &["E4-E7"]);
    let after = Guesser::new(&game.view(Side::Red)).probability(piece("E8"), Rank::Spy);
    assert!(after > 2.0 * before, "{before} {after}");
}
