use flagfall_core::{Game, Move, PositionBuilder, Rules, Seed, Setup};
use flagfall_setups::Method;

use super::*;
use crate::counting::counted_ranks;

fn square(text: &str) -> Square {
    text.parse().expect("a square")
}

fn piece(start: &str) -> PieceId {
    PieceId::started_on(square(start))
}

fn game(rules: Rules, seed: u64) -> Game {
    let mut rng = Seed(seed).rng();
    let setups = BySide::from_fn(|_| Method::SemiRandom.make(rules.variant, &mut rng));
    Game::new(rules, setups).expect("setups of the variant")
}

/// Every option on.
const ALL_OPTIONS: ModelSettings = ModelSettings {
    gamma: 1.0,
    beta: 0.2,
    has_setup_priors: true,
    has_neighbors: true,
    has_bomb_patterns: true,
    bluffing: Bluffing::BySituation,
};

/// Checks that pieces sum to 1 and that no true rank is ruled out; returns how far a rank's sum is from its number at most.
fn check_sums(game: &Game, model: &OpponentModel) -> f64 {
    let mut worst: f64 = 0.0;
    for side in Side::ALL {
        let mut sums = ByRank([0.0; 12]);
        for (_, piece) in game.view(!side).hidden_pieces(side) {
            let ranks = model.ranks(piece.id);
            let total: f64 = ranks.0.iter().sum();
            assert!((total - 1.0).abs() < 1e-9, "{total}");
            let truth = game.position().piece(piece.id).and_then(|known| known.rank);
            assert!(ranks[truth.expect("a position knows")] > 0.0);
            Rank::ALL.iter().for_each(|&rank| sums[rank] += ranks[rank]);
        }
        for rank in Rank::ALL {
            let expected = f64::from(game.position().hidden_counts(side)[rank]);
            worst = worst.max((sums[rank] - expected).abs());
        }
    }
    worst
}

#[test]
fn sums_are_right_and_the_truth_is_never_ruled_out() {
    let barrage: Rules = "isf,barrage".parse().expect("a preset");
    let mut n_turns = 0;
    for seed in 0..40 {
        let rules = if seed % 4 == 3 { barrage } else { Rules::ISF };
        let settings = [ModelSettings::default(), ALL_OPTIONS][seed as usize % 2];
        let mut game = game(rules, seed);
        let mut rng = Seed(seed).derive(1).rng();
        let table = BehaviorTable::shipped();
        let mut model = OpponentModel::with(&game.view(Side::Red), settings, table);
        while game.history().len() < 600 {
            let mover = game.position().to_move();
            let Some(mv) = game.view(mover).random_move(&mut rng) else {
                break;
            };
            let event = game.advance(mv);
            model.observe(&event);
            let worst = check_sums(&game, &model);
            assert!(worst < 1.001e-3, "seed {seed}, ply {n_turns}: {worst}");
            n_turns += 1;
        }
    }
    assert!(n_turns > 10_000, "{n_turns}");
}

#[test]
fn both_players_infer_the_same_because_only_public_knowledge_counts() {
    let mut game = game(Rules::ISF, 3);
    let mut rng = Seed(4).rng();
    let mut following = OpponentModel::new(&game.view(Side::Blue));
    for _ in 0..200 {
        let mover = game.position().to_move();
        let Some(mv) = game.view(mover).random_move(&mut rng) else {
            break;
        };
        game.advance(mv);
        following.follow(&game.view(Side::Blue));
    }
    assert_eq!(OpponentModel::new(&game.view(Side::Red)), following);
}

/// Hidden ranks exchanged among pieces that nobody has seen change nothing.
#[test]
fn hidden_ranks_do_not_matter() {
    let mut rng = Seed(6).rng();
    let mut setups = BySide::from_fn(|_| Setup::random(Variant::Classic, &mut rng));
    let play = |setups: BySide<Setup>| {
        let mut game = Game::new(Rules::ISF, setups).expect("classic setups");
        let moves: Vec<Move> = game.view(Side::Red).legal_moves().into_iter().collect();
        let step = moves
            .into_iter()
            .find(|mv| !mv.is_long() && game.position().check(*mv).is_ok());
        game.advance(step.expect("a short move"));
        OpponentModel::new(&game.view(Side::Red))
    };
    let first = play(setups);
    // Blue has not moved, so any other arrangement of its army looks the same.
    setups[Side::Blue] = Setup::random(Variant::Classic, &mut rng);
    assert_eq!(first, play(setups));
}

#[test]
fn before_any_contact_the_model_says_what_counting_says() {
    let mut game = game(Rules::ISF, 8);
    let mut rng = Seed(9).rng();
    let mut model = OpponentModel::new(&game.view(Side::Red));
    for _ in 0..30 {
        let mover = game.position().to_move();
        let moves = game.view(mover).legal_moves();
        let quiet = |mv: &Move| !mv.is_long() && game.position().piece_at(mv.to).is_none();
        let quiet: Vec<Move> = moves.into_iter().filter(quiet).collect();
        let chosen = quiet[flagfall_core::below(&mut rng, quiet.len() as u32) as usize];
        let event = game.advance(chosen);
        model.observe(&event);
    }
    let view = game.view(Side::Red);
    for (_, piece) in view.hidden_pieces(Side::Blue) {
        let (counted, said) = (counted_ranks(&view, &piece), model.ranks(piece.id));
        for rank in Rank::ALL {
            assert!((counted[rank] - said[rank]).abs() < 2e-3, "{rank}");
        }
    }
}

/// Figure 1: the moved piece, a '9' and a '6' within two squares, a '4' outside and an unknown piece.
fn figure_1() -> (Game, PublicBoard) {
    let mut builder = PositionBuilder::new(Rules::ISF);
    for (at, side, rank) in [
        ("A1", Side::Blue, Rank::Flag),
        ("J10", Side::Red, Rank::Flag),
        ("E7", Side::Red, Rank::Miner),
        ("E4", Side::Blue, Rank::General),
        ("F7", Side::Blue, Rank::Captain),
        ("F6", Side::Blue, Rank::Scout),
        ("E3", Side::Blue, Rank::Sergeant),
        ("I8", Side::Red, Rank::Major),
    ] {
        builder = builder.with(square(at), side, rank);
    }
    let game = Game::from_free(builder).expect("a legal placement");
    let mut board = PublicBoard::at_start(&game.view(Side::Red));
    board.show(piece("E4"), Rank::General);
    board.show(piece("F7"), Rank::Captain);
    board.show(piece("E3"), Rank::Sergeant);
    (game, board)
}

#[test]
fn only_known_pieces_within_two_squares_count() {
    let (mut game, board) = figure_1();
    let event = game.play("E7-E6".parse().expect("a move")).expect("legal");
    let found = observations(&board, None, &event);
    let signal = |near, kind, distance| Signal {
        near,
        kind,
        distance,
    };
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].piece, piece("E7"));
    assert_eq!(
        found[0].signals,
        [
            signal(Rank::General, MoveType::Towards, 2),
            signal(Rank::Captain, MoveType::Away, 2),
        ]
    );
}

#[test]
fn pieces_that_stand_near_a_known_mover_claim_to_be_stronger_unless_blocked() {
    let mut builder = PositionBuilder::new(Rules::ISF);
    for (at, side, rank) in [
        ("A1", Side::Blue, Rank::Flag),
        ("J10", Side::Red, Rank::Flag),
        ("E5", Side::Blue, Rank::Colonel),
        ("E7", Side::Red, Rank::Major),
        ("E8", Side::Red, Rank::Miner),
        ("D8", Side::Red, Rank::Scout),
        ("F8", Side::Red, Rank::Scout),
        ("E9", Side::Red, Rank::Scout),
        ("D7", Side::Red, Rank::Bomb),
        ("F7", Side::Red, Rank::Scout),
        ("I8", Side::Red, Rank::Sergeant),
    ] {
        builder = builder.with(square(at), side, rank);
    }
    builder.to_move = Side::Blue;
    let mut game = Game::from_free(builder).expect("a legal placement");
    let mut board = PublicBoard::at_start(&game.view(Side::Red));
    board.show(piece("E5"), Rank::Colonel);
    let come = game.play("E5-E6".parse().expect("a move")).expect("legal");
    board.play(&come);
    let answer = game.play("I8-I7".parse().expect("a move")).expect("legal");
    let found = observations(&board, Some(&come), &answer);
    let pieces: Vec<PieceId> = found.iter().map(|one| one.piece).collect();
    // E8 is two squares away as well, but friends stand on all sides of it.
    assert_eq!(pieces, ["D7", "E7", "F7"].map(piece));
    assert!(
        found
            .iter()
            .all(|one| one.signals[0].kind == MoveType::Stands && one.signals.len() == 1)
    );
    let distance = |at: usize| found[at].signals[0].distance;
    assert_eq!([0, 1, 2].map(distance), [2, 1, 2]);
    // An attack on the colonel is an answer for all.
    let attack = Event {
        mv: "E7-E6".parse().expect("a move"),
        piece: piece("E7"),
        side: Side::Red,
        battle: Some(flagfall_core::Battle {
            defender: piece("E5"),
            attacker_rank: Rank::Major,
            defender_rank: Rank::Colonel,
        }),
    };
    assert!(observations(&board, Some(&come), &attack).is_empty());
}

/// The claims of a table in which majors go towards generals and miners away from them.
fn small_table() -> Arc<BehaviorTable> {
    let text = "flagfall behavior table 1\ngames 1\nshown 10\nbluffed 1\n\
        towards general honest 0 0 0 0 0 0 0 0 0 0 9 0\n\
        towards general bluff 0 0 0 0 0 0 0 1 0 0 0 0\n";
    Arc::new(BehaviorTable::from_text(text).expect("a table"))
}

#[test]
fn probabilities_go_towards_the_table_by_gamma_and_distance() {
    let mut builder = PositionBuilder::new(Rules::ISF);
    for (at, side, rank) in [
        ("A1", Side::Blue, Rank::Flag),
        ("J10", Side::Red, Rank::Flag),
        ("E4", Side::Blue, Rank::General),
        ("E5", Side::Red, Rank::Scout),
        ("E8", Side::Red, Rank::Major),
        ("I8", Side::Red, Rank::Marshal),
        ("A8", Side::Red, Rank::Miner),
    ] {
        builder = builder.with(square(at), side, rank);
    }
    builder.to_move = Side::Blue;
    let mut game = Game::from_free(builder).expect("a legal placement");
    let moves = ["E4-E5", "A8-A7", "E5-E6", "E8-E7"];
    for mv in moves {
        game.play(mv.parse().expect("a move")).expect("legal");
    }
    let table = small_table();
    let settings = ModelSettings::default();
    let model = OpponentModel::with(&game.view(Side::Blue), settings, Arc::clone(&table));
    let counts = counted_ranks(
        &game.view(Side::Blue),
        &game.position().piece(piece("E8")).expect("it is there"),
    );
    let said = model.ranks(piece("E8"));
    // The table wants marshals; equation 1b takes three quarters of the way and normalization keeps the order.
    assert!(
        said[Rank::Marshal] > 1.5 * counts[Rank::Marshal],
        "{said:?}"
    );
    assert!(said[Rank::Marshal] > said[Rank::Major] && said[Rank::Major] > said[Rank::Miner]);
    let timid = ModelSettings {
        gamma: 0.25,
        ..settings
    };
    let timid = OpponentModel::with(&game.view(Side::Blue), timid, table);
    let marshal = timid.ranks(piece("E8"))[Rank::Marshal];
    assert!(marshal < said[Rank::Marshal] && marshal > counts[Rank::Marshal]);
}

/// A scout that pretends: when it is shown, its owner is thought to bluff more.
#[test]
fn a_bluff_that_is_called_raises_the_probability_of_bluffs() {
    let mut builder = PositionBuilder::new(Rules::ISF);
    for (at, side, rank) in [
        ("A1", Side::Blue, Rank::Flag),
        ("J10", Side::Red, Rank::Flag),
        ("E4", Side::Blue, Rank::General),
        ("E5", Side::Red, Rank::Scout),
        ("E8", Side::Red, Rank::Major),
        ("A8", Side::Red, Rank::Miner),
    ] {
        builder = builder.with(square(at), side, rank);
    }
    builder.to_move = Side::Blue;
    let mut game = Game::from_free(builder).expect("a legal placement");
    let play = |game: &mut Game, mv: &str| {
        game.play(mv.parse().expect("a move")).expect("legal");
    };
    let bluffing = |game: &Game| {
        let view = game.view(Side::Blue);
        OpponentModel::with(&view, ModelSettings::default(), small_table()).bluffing(Side::Red)
    };
    assert!((bluffing(&game) - 0.1).abs() < 1e-12);
    play(&mut game, "E4-E5");
    // The scout had claimed nothing.
    let honest = 0.1 / 1.01;
    assert!((bluffing(&game) - honest).abs() < 1e-12);
    for mv in ["A8-A7", "E5-E6", "E8-E7"] {
        play(&mut game, mv);
    }
    assert!((bluffing(&game) - honest).abs() < 1e-12);
    play(&mut game, "E6-E7");
    let called = (honest + 0.5 * 0.01) / 1.01;
    assert!((bluffing(&game) - called).abs() < 1e-12);
}

#[test]
fn bomb_patterns_look_for_the_flag_beside_bombs() {
    let mut rng = Seed(2).rng();
    let setups = BySide::from_fn(|side| {
        let setup = Setup::random(Variant::Classic, &mut rng);
        let mut places = *setup.places();
        let mut put = |at: &str, rank: Rank| {
            let place = placing::place_of(side, square(at)).expect("a place of the setup");
            let other = places.iter().rposition(|&found| found == Some(rank));
            places.swap(place, other.expect("the army has it"));
        };
        if side == Side::Blue {
            put("E7", Rank::Bomb);
        } else {
            put("E4", Rank::Scout);
        }
        Setup::new(Variant::Classic, places).expect("the same pieces")
    });
    let mut game = Game::new(Rules::ISF, setups).expect("classic setups");
    game.play("E4-E7".parse().expect("a move")).expect("legal");
    let with = |has_bomb_patterns| {
        let settings = ModelSettings {
            has_bomb_patterns,
            ..ModelSettings::default()
        };
        OpponentModel::with(&game.view(Side::Red), settings, BehaviorTable::shipped())
    };
    let (plain, patterns) = (with(false), with(true));
    let flag = |model: &OpponentModel, at| model.ranks(piece(at))[Rank::Flag];
    let bomb = |model: &OpponentModel, at| model.ranks(piece(at))[Rank::Bomb];
    assert!(flag(&patterns, "E8") > 2.0 * flag(&plain, "E8"));
    assert!(flag(&patterns, "A10") < flag(&plain, "A10"));
    assert!(bomb(&patterns, "E9") > bomb(&plain, "E9"));
}
