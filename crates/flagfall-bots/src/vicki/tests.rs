use flagfall_core::{Game, PositionBuilder, Rank, Side, Square};

use super::*;
use crate::conformance::{Effort, check};
use crate::registry::build;

/// Distinct powers of two for one rank, so that every sum tells what it is made of.
fn telling(rank: Rank) -> Parameters {
    let mut values = [0.0; N_VALUES];
    let row = RANKS.iter().position(|&other| other == rank).unwrap();
    for (index, value) in values[row * N_PARAMETERS..][..N_PARAMETERS]
        .iter_mut()
        .enumerate()
    {
        *value = f64::from(1u32 << index);
    }
    // The random part would hide the others.
    values[row * N_PARAMETERS + Parameter::RandomInfluence as usize] = 0.0;
    Parameters(values)
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
    let view = game.view(game.position().to_move());
    let mut found = Vec::new();
    let mut rng = Seed(1).rng();
    let legal = view.legal_moves();
    Vicki::best_move(
        &telling(rank),
        Scouts::Any,
        &view,
        &legal,
        &mut rng,
        |mv, parts| {
            found.push((mv.to_string(), parts.iter().sum()));
        },
    );
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
    let view = game.view(Side::Red);
    let legal = view.legal_moves();
    let count = |scouts| {
        let mut weighed = 0;
        let mut rng = Seed(1).rng();
        Vicki::best_move(
            &telling(Rank::Scout),
            scouts,
            &view,
            &legal,
            &mut rng,
            |_, _| weighed += 1,
        );
        weighed
    };
    assert_eq!(count(Scouts::One), 4);
    assert_eq!(count(Scouts::Any), legal.len());
}

#[test]
fn parameters_round_trip_and_broken_files_say_where() {
    let mut rng = Seed(5).rng();
    let mut values = [0.0; N_VALUES];
    for value in &mut values {
        *value = f64::from(flagfall_core::below(&mut rng, u32::MAX)) / 3.0 - 7e8;
    }
    let parameters = Parameters(values);
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
        parameters: telling(Rank::Spy),
        scouts: Scouts::Any,
        setups: Setups::Fixed,
    };
    let text = player.to_string();
    assert_eq!(text.parse::<Player>().unwrap(), player);
    let says = |text: &str, expected: &str| {
        let error = text.parse::<Player>().unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    says(
        &text.replace("any", "two"),
        "line 1: expected scouts one or scouts any",
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
    let thesis: Player = THESIS.parse().unwrap();
    assert_eq!((thesis.scouts, thesis.setups), (Scouts::One, Setups::Fixed));
}

#[test]
fn vicki_conforms_in_both_variants() {
    for rules in ["vicki", "isf,barrage"] {
        for spec in ["vicki", "vicki:file=thesis", "vicki:scouts=one,setup=fixed"] {
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
    bot.begin(&GameStart {
        side: Side::Red,
        rules,
        seed: Seed(3),
        opponent: "nobody".to_owned(),
        given_setup: None,
    });
    let setup = bot.setup().unwrap();
    let game = Game::new(rules, flagfall_core::BySide::new(setup, setup)).unwrap();
    let choice = bot.choose(&game.view(Side::Red), &Budget::OWN).unwrap();
    let explanation = bot.explain().unwrap();
    assert_eq!(choice, Choice::Move(explanation.moves[0].mv));
    assert_eq!(explanation.columns.len(), N_PARAMETERS);
    for row in &explanation.moves {
        assert_eq!(row.value, row.parts.iter().sum::<f64>());
    }
}
