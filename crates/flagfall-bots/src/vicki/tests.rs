use flagfall_core::{Game, PositionBuilder, Rank, Side, Square, Variant};

use super::*;
use crate::conformance::{Effort, check};
use crate::placed::start;
use crate::registry::build;

const WITH_BELIEF: Columns = Columns {
    belief: true,
    approach: false,
};

/// Distinct powers of two for one rank, so that every sum tells what it is made of.
fn telling(rank: Rank) -> Parameters {
    let shape = Shape::default();
    let mut values = vec![0.0; shape.n_values()];
    let row = shape.rows_of(rank).start;
    for (index, value) in values[row * N_OF_THESIS..][..N_OF_THESIS]
        .iter_mut()
        .enumerate()
    {
        *value = f64::from(1u32 << index);
    }
    // The random part would hide the others.
    values[row * N_OF_THESIS + Parameter::RandomInfluence as usize] = 0.0;
    Parameters::new(shape, values).unwrap()
}

/// A player with nothing but these values.
fn player(shape: Shape, values: &[(Rank, Parameter, f64)]) -> Player {
    let mut all = vec![0.0; shape.n_values()];
    for &(rank, parameter, value) in values {
        for row in shape.rows_of(rank) {
            all[row * shape.n_columns() + shape.column(parameter)] = value;
        }
    }
    Player {
        scouts: Scouts::Any,
        ..Player::of_thesis(Parameters::new(shape, all).unwrap())
    }
}

/// Everything that a player weighs for the player to move, with its parts.
fn weighed(player: &Player, game: &Game) -> Vec<(String, [f64; N_PARTS])> {
    let view = game.view(game.position().to_move());
    let mut found = Vec::new();
    let mut mind = Mind::new(player.clone());
    mind.choose(
        &view,
        &view.legal_moves(),
        &mut Seed(1).rng(),
        |mv, parts| {
            found.push((mv.to_string(), parts));
        },
    );
    found
}

/// The parts of one move.
fn parts_of(player: &Player, game: &Game, mv: &str) -> [f64; N_PARTS] {
    let all = weighed(player, game);
    all.iter().find(|(name, _)| name == mv).unwrap().1
}

fn play(game: &mut Game, moves: &[&str]) {
    for mv in moves {
        game.play(flagfall_core::notation::parse_move(mv).unwrap())
            .unwrap();
    }
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// A free position: red's pieces, then blue's; red is to move.
fn game(red: &[(&str, Rank)], blue: &[(&str, Rank)]) -> Game {
    let mut builder = PositionBuilder::new("vicki".parse().unwrap());
    for (side, pieces) in [(Side::Red, red), (Side::Blue, blue)] {
        for &(name, rank) in pieces {
            builder.pieces[square(name).index()] = Some((side, rank));
        }
    }
    Game::from_free(builder).unwrap()
}

/// The sum for each move of red's pieces of one rank.
fn values(game: &Game, rank: Rank) -> Vec<(String, f64)> {
    let player = Player {
        scouts: Scouts::Any,
        ..Player::of_thesis(telling(rank))
    };
    let mut found: Vec<(String, f64)> = weighed(&player, game)
        .into_iter()
        .map(|(mv, parts)| (mv, parts.iter().sum()))
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

fn weight(parameters: &[(Parameter, f64)]) -> f64 {
    parameters
        .iter()
        .map(|&(parameter, times)| f64::from(1u32 << parameter as usize) * times)
        .sum()
}

#[test]
fn each_parameter_applies_where_the_thesis_says() {
    use Parameter::*;
    let game = game(
        &[("A1", Rank::Flag), ("B6", Rank::Major)],
        &[
            ("J10", Rank::Flag),
            ("C7", Rank::Captain),
            ("A6", Rank::Bomb),
        ],
    );
    let value = |mv: &str| {
        let all = values(&game, Rank::Major);
        all.iter().find(|(name, _)| name == mv).unwrap().1
    };
    let corner = weight(&[(FirstMove, 1.0), (BiasForward, 1.0), (WaterCorner, 1.0)]);
    assert_eq!(value("B6-B7"), corner);
    assert_eq!(value("B6-B5"), weight(&[(FirstMove, 1.0), (BiasBack, 1.0)]));
    let still = [
        (FirstMove, 1.0),
        (BiasLeft, 1.0),
        (ValleyEdge, 1.0),
        (StillOpponent, 1.0),
    ];
    assert_eq!(value("B6-A6"), weight(&still));
}

#[test]
fn known_and_moved_opponents_are_told_apart() {
    use Parameter::*;
    let mut game = game(
        &[("A1", Rank::Flag), ("B6", Rank::Major), ("E4", Rank::Scout)],
        &[
            ("J10", Rank::Flag),
            ("B8", Rank::Captain),
            ("E8", Rank::Captain),
        ],
    );
    for mv in ["E4-E8", "B8-B7"] {
        game.play(flagfall_core::notation::parse_move(mv).unwrap())
            .unwrap();
    }
    // The captain at B7 has moved and is unknown; nothing is known to lose yet but the captain at E8.
    let unknown = weight(&[
        (FirstMove, 1.0),
        (BiasForward, 1.0),
        (WaterCorner, 1.0),
        (ExplorationRate, 1.0),
    ]);
    assert!(values(&game, Rank::Major).contains(&("B6-B7".to_owned(), unknown)));

    let mut game = self::game(
        &[("A1", Rank::Flag), ("E7", Rank::Major), ("D8", Rank::Scout)],
        &[
            ("J10", Rank::Flag),
            ("E8", Rank::Captain),
            ("J9", Rank::Spy),
        ],
    );
    for mv in ["D8-E8", "J9-J8"] {
        game.play(flagfall_core::notation::parse_move(mv).unwrap())
            .unwrap();
    }
    // Now the captain (6) is known to lose. It has still not moved.
    let sure = weight(&[
        (FirstMove, 1.0),
        (BiasForward, 1.0),
        (StillOpponent, 1.0),
        (BeatOpponent, 6.0),
    ]);
    assert!(values(&game, Rank::Major).contains(&("E7-E8".to_owned(), sure)));
}

#[test]
fn blue_sees_the_board_from_its_own_side() {
    use Parameter::*;
    let mut game = game(
        &[("A1", Rank::Flag), ("J1", Rank::Major)],
        &[("J10", Rank::Flag), ("B5", Rank::Major)],
    );
    game.play(flagfall_core::notation::parse_move("J1-J2").unwrap())
        .unwrap();
    let all = values(&game, Rank::Major);
    let corner = weight(&[(FirstMove, 1.0), (BiasForward, 1.0), (WaterCorner, 1.0)]);
    assert!(all.contains(&("B5-B4".to_owned(), corner)), "{all:?}");
    let edge = weight(&[(FirstMove, 1.0), (BiasRight, 1.0), (ValleyEdge, 1.0)]);
    assert!(all.contains(&("B5-A5".to_owned(), edge)), "{all:?}");
}

#[test]
fn scouts_go_one_square_unless_they_are_let() {
    let game = game(
        &[("A1", Rank::Flag), ("B3", Rank::Scout)],
        &[("J10", Rank::Flag), ("J9", Rank::Spy)],
    );
    let legal = game.view(Side::Red).legal_moves();
    let count = |scouts| {
        let player = Player {
            scouts,
            ..Player::of_thesis(telling(Rank::Scout))
        };
        weighed(&player, &game).len()
    };
    assert_eq!(count(Scouts::One), 4);
    assert_eq!(count(Scouts::Any), legal.len());
}

#[test]
fn parameters_round_trip_and_broken_files_say_where() {
    let mut rng = Seed(5).rng();
    let shapes = [Rows::Ranks, Rows::Pieces].map(|rows| {
        [(false, false), (true, false), (false, true), (true, true)]
            .map(|(belief, approach)| Shape::new(rows, Columns { belief, approach }))
    });
    let mut random = |shape: Shape| {
        let draw = |_| f64::from(flagfall_core::below(&mut rng, u32::MAX)) / 3.0 - 7e8;
        Parameters::new(shape, (0..shape.n_values()).map(draw).collect()).unwrap()
    };
    for shape in shapes.into_iter().flatten() {
        let parameters = random(shape);
        assert_eq!(
            parameters.to_string().parse::<Parameters>().unwrap(),
            parameters
        );
    }
    let parameters = random(Shape::default());
    let text = format!("# a comment\n\n{parameters}");
    assert_eq!(text.parse::<Parameters>().unwrap(), parameters);
    let says = |text: &str, expected: &str| {
        let error = text.parse::<Parameters>().unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    says("", "line 1: expected vicki 1, found 'the end of the file'");
    says(
        &text.replace("vicki 1", "vicki 2"),
        "line 3: expected vicki 1",
    );
    says(
        &text.replace("valley", "hill"),
        "line 4: expected rank first_move",
    );
    says(
        &text.replace("\ngeneral", "\ncolonel"),
        "line 6: expected general",
    );
    let line = text.lines().nth(5).unwrap().to_owned();
    says(
        &text.replace(&line, "general 1 2 NaN"),
        "line 6: expected a number, found 'NaN'",
    );
    says(
        &text.replace(&line, "general 1 2 3"),
        "found 'the end of the line'",
    );
    says(
        &text.replace(&line, &format!("{line} 1")),
        "line 6: expected the end of the line",
    );
    says(
        &format!("{text}more"),
        "expected the end of the file, found 'more'",
    );
}

#[test]
fn a_player_says_how_its_scouts_go_and_how_it_sets_up() {
    let player = Player {
        scouts: Scouts::Any,
        ..Player::of_thesis(telling(Rank::Spy))
    };
    let text = player.to_string();
    assert_eq!(text.parse::<Player>().unwrap(), player);
    let shape = Shape::new(Rows::Pieces, WITH_BELIEF);
    let setup = Setups::Varied.make(Variant::Classic, &mut Seed(6).rng());
    let wishful = Player {
        setups: Setups::Own(setup),
        look_ahead: 2,
        belief: Belief::Guessed,
        ..self::player(shape, &[(Rank::Scout, Parameter::LikelyWeaker, 0.5)])
    };
    assert_eq!(wishful.to_string().parse::<Player>().unwrap(), wishful);
    let says = |text: &str, expected: &str| {
        let error = text.parse::<Player>().unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    says(
        &text.replace("any", "two"),
        "line 1: expected scouts one or scouts any",
    );
    says(
        &text.replace("setup fixed", "setup MBB"),
        "line 2: expected setup fixed, setup varied or",
    );
    says(
        &wishful.to_string().replace("look_ahead 2", "look_ahead 3"),
        "line 3: expected look_ahead 0, 1 or 2",
    );
    says(
        &wishful.to_string().replace("belief guessed", "belief no"),
        "line 4: expected belief counted",
    );
    says(
        &text.replace("setup fixed\n", ""),
        "a line 'setup fixed|varied' before",
    );
    says(
        &text.replace("vicki 1", "vicki"),
        "line 3: expected vicki 1",
    );
    assert_eq!(BEST.parse::<Player>().unwrap().scouts, Scouts::Any);
    // Nothing that the thesis only wishes for is on in its player.
    let thesis: Player = THESIS.parse().unwrap();
    assert_eq!(
        thesis,
        Player::of_thesis(thesis.parameters.clone()),
        "{thesis}"
    );
    assert_eq!(thesis.parameters.shape(), Shape::default());
}

#[test]
fn vicki_conforms_in_both_variants() {
    for rules in ["vicki", "isf,barrage"] {
        for spec in [
            "vicki",
            "vicki:file=thesis",
            "vicki:scouts=one,setup=fixed",
            "vicki:look_ahead=2,belief=guessed",
            "vicki:file=thesis,look_ahead=1",
        ] {
            let make = || build(&spec.parse().unwrap()).unwrap();
            check(&make, rules.parse().unwrap(), &Effort::default()).unwrap();
        }
    }
}

#[test]
fn the_explanation_adds_up_and_puts_the_played_move_first() {
    let mut bot = build(&"vicki".parse().unwrap()).unwrap();
    assert!(bot.explain().is_none());
    let rules: Rules = "vicki".parse().unwrap();
    bot.begin(&start(Side::Red, rules, 3));
    let setup = bot.setup().unwrap();
    let game = Game::new(rules, flagfall_core::BySide::new(setup, setup)).unwrap();
    let choice = bot.choose(&game.view(Side::Red), &Budget::OWN).unwrap();
    let explanation = bot.explain().unwrap();
    assert_eq!(choice, Choice::Move(explanation.moves[0].mv));
    for row in &explanation.moves {
        assert_eq!(row.parts.len(), explanation.columns.len());
        assert!((row.value - row.parts.iter().sum::<f64>()).abs() < 1e-9);
    }
}

/// A player with one value and its threshold for attacks that may be won, and one for those that may be lost.
fn with_thresholds(weaker: f64, stronger: f64) -> Player {
    player(
        Shape::new(Rows::Ranks, WITH_BELIEF),
        &[
            (Rank::Major, Parameter::LikelyWeaker, 1.0),
            (Rank::Major, Parameter::WeakerThreshold, weaker - 0.5),
            (Rank::Major, Parameter::LikelyStronger, -2.0),
            (Rank::Major, Parameter::StrongerThreshold, stronger - 0.5),
        ],
    )
}

#[test]
fn thresholds_ask_how_likely_an_attack_wins_or_loses() {
    // Of three hidden pieces that may be at B7 one is the flag, one a captain, one a bomb: the major wins with 2/3.
    let game = game(
        &[("A1", Rank::Flag), ("B6", Rank::Major)],
        &[
            ("J10", Rank::Flag),
            ("B7", Rank::Captain),
            ("J9", Rank::Bomb),
        ],
    );
    let value = |weaker, stronger| -> f64 {
        let player = with_thresholds(weaker, stronger);
        parts_of(&player, &game, "B6-B7").iter().sum()
    };
    assert_eq!(value(0.6, 0.5), 1.0);
    assert_eq!(value(0.7, 0.5), 0.0);
    assert_eq!(value(0.6, 0.3), -1.0);
    assert_eq!(value(0.7, 0.3), -2.0);
}

#[test]
fn a_threshold_above_one_half_knows_pieces_that_have_been_shown() {
    let mut game = game(
        &[("A1", Rank::Flag), ("B6", Rank::Major), ("C7", Rank::Scout)],
        &[
            ("J10", Rank::Flag),
            ("B7", Rank::General),
            ("J9", Rank::Spy),
        ],
    );
    play(&mut game, &["C7-B7", "J9-J8"]);
    let parts = parts_of(&with_thresholds(1.0, 1.0), &game, "B6-B7");
    assert_eq!(parts.iter().sum::<f64>(), -2.0);
}

#[test]
fn one_ply_ahead_sees_what_the_enemy_can_take_and_two_what_can_be_taken_back() {
    // The known general at B7 beats the major if that comes to B6; the marshal at A6 takes it back.
    let mut game = game(
        &[
            ("A1", Rank::Flag),
            ("B5", Rank::Major),
            ("A6", Rank::Marshal),
            ("C7", Rank::Scout),
        ],
        &[
            ("J10", Rank::Flag),
            ("B7", Rank::General),
            ("J9", Rank::Spy),
        ],
    );
    play(&mut game, &["C7-B7", "J9-J8"]);
    let after = |look_ahead, of_marshal, mv: &str| -> [f64; 2] {
        let beats = [
            (Rank::General, Parameter::BeatOpponent, 1.0),
            (Rank::Marshal, Parameter::BeatOpponent, of_marshal),
        ];
        let player = Player {
            look_ahead,
            ..player(Shape::default(), &beats)
        };
        let parts = parts_of(&player, &game, mv);
        [parts[N_PARAMETERS], parts[N_PARAMETERS + 1]]
    };
    // The major is worth 7, the general 9, and half of that later.
    assert_eq!(after(0, 1.0, "B5-B6"), [0.0, 0.0]);
    assert_eq!(after(1, 1.0, "B5-B6"), [-7.0, 0.0]);
    assert_eq!(after(2, 1.0, "B5-B6"), [-7.0, 4.5]);
    // If the marshal values the general at twice that, the general had better not come.
    assert_eq!(after(2, 2.0, "B5-B6"), [0.0, 0.0]);
    assert_eq!(after(1, 1.0, "B5-A5"), [0.0, 0.0]);
    // From A7 the marshal attacks the general.
    assert_eq!(after(2, 1.0, "A6-A7"), [0.0, 4.5]);
}

#[test]
fn each_piece_has_its_own_values_counted_from_the_wing_of_the_flag() {
    let shape = Shape::new(Rows::Pieces, Columns::THESIS);
    assert_eq!(shape.n_rows(), 33);
    let mut values = vec![0.0; shape.n_values()];
    for (number, row) in shape.rows_of(Rank::Scout).enumerate() {
        values[row * N_OF_THESIS + Parameter::BiasForward as usize] = (number + 1) as f64;
    }
    let player = Player::of_thesis(Parameters::new(shape, values).unwrap());
    let scouts = [
        ("B2", Rank::Scout),
        ("E2", Rank::Scout),
        ("J2", Rank::Scout),
    ];
    let value = |flag: &str, mv: &str| -> f64 {
        let red = [scouts.as_slice(), &[(flag, Rank::Flag)]].concat();
        let game = game(&red, &[("J10", Rank::Flag), ("J9", Rank::Spy)]);
        parts_of(&player, &game, mv).iter().sum()
    };
    for (mv, from_left, from_right) in [
        ("B2-B3", 1.0, 3.0),
        ("E2-E3", 2.0, 2.0),
        ("J2-J3", 3.0, 1.0),
    ] {
        assert_eq!(value("A1", mv), from_left);
        assert_eq!(value("I1", mv), from_right);
    }
}

#[test]
fn an_own_setup_is_played_or_mirrored_and_other_armies_vary() {
    let setup = Setup::random(Variant::Classic, &mut Seed(9).rng());
    let mut rng = Seed(2).rng();
    let made: Vec<Setup> = (0..50)
        .map(|_| Setups::Own(setup).make(Variant::Classic, &mut rng))
        .collect();
    assert!(made.contains(&setup) && made.contains(&setup.mirrored()));
    assert!(
        made.iter()
            .all(|one| [setup, setup.mirrored()].contains(one))
    );
    let barrage = Setups::Own(setup).make(Variant::Barrage, &mut rng);
    assert_eq!(barrage.variant(), Variant::Barrage);
}

#[test]
fn it_keeps_the_two_squares_rule_where_nobody_enforces_it() {
    let rules: Rules = "free".parse().unwrap();
    let forward = |limit: &str| {
        // A general that wants to go forward and, once there, has to go back: nothing else can move.
        let mut builder = PositionBuilder::new(rules);
        for (name, side, rank) in [
            ("A1", Side::Red, Rank::Flag),
            ("E2", Side::Red, Rank::General),
            ("J10", Side::Blue, Rank::Flag),
            ("J9", Side::Blue, Rank::Scout),
        ] {
            builder.pieces[square(name).index()] = Some((side, rank));
        }
        let mut game = Game::from_free(builder).unwrap();
        play(
            &mut game,
            &["E2-E3", "J9-J8", "E3-E2", "J8-J9", "E2-E3", "J9-J8"],
        );
        let mut bot = Vicki {
            two_squares: limit.parse::<Limit>().unwrap().0,
            ..Vicki::new(player(
                Shape::default(),
                &[(Rank::General, Parameter::BiasBack, 1.0)],
            ))
        };
        bot.choose(&game.view(Side::Red), &Budget::OWN).unwrap()
    };
    let back = flagfall_core::notation::parse_move("E3-E2").unwrap();
    assert_eq!(forward("4"), Choice::Move(back));
    assert_ne!(forward("3"), Choice::Move(back));
    assert!("0".parse::<Limit>().is_err() && "16".parse::<Limit>().is_err());
}

#[test]
fn approaches_ask_whether_the_nearest_piece_of_a_kind_comes_nearer() {
    let mut game = game(
        &[
            ("A1", Rank::Flag),
            ("E4", Rank::Major),
            ("B7", Rank::Scout),
            ("I7", Rank::Scout),
        ],
        &[
            ("J10", Rank::Flag),
            ("B8", Rank::Captain),
            ("I8", Rank::General),
            ("E10", Rank::Spy),
            ("A10", Rank::Scout),
        ],
    );
    // Shows the captain and the general; the scout at A10 has moved and is unknown.
    play(&mut game, &["B7-B8", "A10-A9", "I7-I8", "A9-A10"]);
    use Parameter::*;
    let kinds = [
        ApproachWeaker,
        ApproachStronger,
        ApproachMoved,
        ApproachStill,
    ];
    for belief in [false, true] {
        let columns = Columns {
            belief,
            approach: true,
        };
        let values: Vec<_> = kinds.map(|kind| (Rank::Major, kind, 1.0)).into();
        let player = player(Shape::new(Rows::Ranks, columns), &values);
        let nearer = |mv: &str| kinds.map(|kind| parts_of(&player, &game, mv)[kind as usize]);
        // Captain B8, general I8, scout A10, the nearest unmoved one E10.
        assert_eq!(nearer("E4-D4"), [1.0, -1.0, 1.0, -1.0]);
        assert_eq!(nearer("E4-F4"), [-1.0, 1.0, -1.0, -1.0]);
        assert_eq!(nearer("E4-E5"), [1.0, 1.0, 1.0, 1.0]);
    }
}
