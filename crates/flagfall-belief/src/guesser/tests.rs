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
    game_of(Rules::ISF, seed)
}

fn game_of(rules: Rules, seed: u64) -> Game {
    let mut rng = Seed(seed).rng();
    let setups = BySide::from_fn(|_| Method::SemiRandom.make(rules.variant, &mut rng));
    Game::new(rules, setups).expect("setups of the variant")
}

#[test]
fn sums_are_right_and_the_truth_is_never_ruled_out() {
    let rules = ["isf", "isf,barrage"].map(|text| text.parse::<Rules>().expect("rules"));
    let kinds = [Guesser::new, Guesser::watchful];
    for seed in 0..12 {
        let [variant, kind] = [seed as usize % 2, seed as usize / 2 % 2];
        let mut game = game_of(rules[variant], seed);
        let mut rng = Seed(seed).derive(1).rng();
        let mut guesser = kinds[kind](&game.view(Side::Red));
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
    for guesser in [Guesser::new, Guesser::watchful] {
        assert_eq!(
            guesser(&game.view(Side::Red)),
            guesser(&game.view(Side::Blue))
        );
    }
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

/// Blue's pieces stand apart, but for the flag behind three others; one of them takes all of blue's turns.
fn with_idle_pieces() -> Game {
    let mut builder = PositionBuilder::new(Rules::ISF);
    for (at, side, rank) in [
        ("A1", Side::Red, Rank::Flag),
        ("J1", Side::Red, Rank::Scout),
        ("E4", Side::Red, Rank::General),
        ("E5", Side::Blue, Rank::Scout),
        ("A10", Side::Blue, Rank::Flag),
        ("A9", Side::Blue, Rank::Captain),
        ("B10", Side::Blue, Rank::Bomb),
        ("E7", Side::Blue, Rank::Bomb),
        ("G7", Side::Blue, Rank::Sergeant),
        ("C8", Side::Blue, Rank::Miner),
        ("J9", Side::Blue, Rank::Marshal),
    ] {
        builder = builder.with(square(at), side, rank);
    }
    Game::from_free(builder).expect("a legal placement")
}

#[test]
fn standing_still_with_room_to_move_speaks_for_a_bomb_and_against_the_flag() {
    let mut game = with_idle_pieces();
    let watcher = |game: &Game| Guesser::watchful(&game.view(Side::Red));
    let before = watcher(&game);
    let odds = |guesser: &Guesser, at: &str| {
        let chance = guesser.probability(piece(at), Rank::Bomb);
        chance / (1.0 - chance)
    };
    for _ in 0..4 {
        play(&mut game, &["J1-J2", "J9-J8", "J2-J1", "J8-J7"]);
        play(&mut game, &["J1-I1", "J7-J8", "I1-J1", "J8-J9"]);
    }
    let after = watcher(&game);
    let gain = |at: &str| odds(&after, at) / odds(&before, at);
    // The front row says most, and a piece without room nothing that the others do not take from it.
    assert!(
        gain("G7") > 1.15 && gain("G7") > 1.2 * gain("C8"),
        "{} {}",
        gain("G7"),
        gain("C8")
    );
    assert!(gain("A10") < gain("C8"), "{} {}", gain("A10"), gain("C8"));
    let flag = |guesser: &Guesser, at: &str| guesser.probability(piece(at), Rank::Flag);
    let (open, hidden) = (
        (flag(&before, "C8"), flag(&after, "C8")),
        (flag(&before, "A10"), flag(&after, "A10")),
    );
    assert!(open.1 < 0.5 * open.0, "{open:?}");
    assert!(hidden.1 > hidden.0, "{hidden:?}");
}

#[test]
fn staying_beside_a_known_general_speaks_against_what_he_takes() {
    let mut game = with_idle_pieces();
    play(&mut game, &["E4-E5", "J9-J8", "E5-E6"]);
    let chance = |guesser: Guesser, rank: Rank| guesser.probability(piece("E7"), rank);
    let watcher = |game: &Game| Guesser::watchful(&game.view(Side::Red));
    let before = |rank| chance(watcher(&game), rank);
    let (bomb, sergeant) = (before(Rank::Bomb), before(Rank::Sergeant));
    play(&mut game, &["J8-J7"]);
    let after = |rank| chance(watcher(&game), rank);
    let (bomb, sergeant) = ((bomb, after(Rank::Bomb)), (sergeant, after(Rank::Sergeant)));
    assert!(sergeant.1 < 0.9 * sergeant.0, "{sergeant:?}");
    assert!(bomb.1 > 1.15 * bomb.0, "{bomb:?}");
}

#[test]
fn with_less_trust_guesses_come_nearer_to_counting() {
    let game = game(3);
    let mut guesser = Guesser::watchful(&game.view(Side::Red));
    let trust = guesser.watch.as_ref().expect("watchful").trust(Side::Blue);
    let marshal = |guesser: &Guesser| guesser.ranks(piece("E10"))[Rank::Marshal];
    // People put the marshal into the back row far more seldom than once in forty times.
    let before = marshal(&guesser);
    guesser.trust_setup(Side::Blue, trust, 0.1);
    guesser.settle(Side::Blue);
    let after = marshal(&guesser);
    assert!(before < after && after < 1.0 / 33.0, "{before} {after}");
}

/// People seldom put the marshal and the general into the back row, and often scouts into the front row's corners.
#[test]
fn a_setup_unlike_peoples_is_trusted_less() {
    let mut watch = Watch::new();
    let first = watch.trust(Side::Blue);
    let show = |watch: &mut Watch, at: &str, rank: Rank| {
        watch.shown(Variant::Classic, Side::Blue, piece(at), rank, true);
    };
    show(&mut watch, "D10", Rank::General);
    show(&mut watch, "G10", Rank::Marshal);
    let doubted = watch.trust(Side::Blue);
    assert!(doubted < first - 0.2, "{first} {doubted}");
    assert!((watch.trust(Side::Red) - first).abs() < 1e-12);
    for at in ["A7", "B7", "I7", "J7"] {
        show(&mut watch, at, Rank::Scout);
    }
    assert!(watch.trust(Side::Blue) > doubted);
    let plain = trusted_shares(Variant::Classic, 0, 0.0);
    assert!((plain[Rank::Bomb] - 0.15).abs() < 1e-12);
}
