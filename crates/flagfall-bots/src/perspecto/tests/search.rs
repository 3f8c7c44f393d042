//! The worked examples of the searches, and that what makes them fast changes no value.

use super::*;

#[test]
fn the_marshal_holds_back_from_the_captain_from_an_own_fear_of_0_24() {
    // Figure 16: red's known marshal beside a known captain, behind which an unknown piece has come up. There is no blue
    // marshal, so of the unknown pieces only the spy beats red's: 29 of 30 do not.
    let game = crowded(
        "I3 red marshal, J4 red scout, I4 blue scout, J5 blue captain, J7 blue spy",
        "I3-I4 J5-J4 G3-G4 J7-J6 G4-G3 J6-J5",
    );
    let view = game.view(Side::Red);
    let gain = |own| {
        let fears = Fears {
            own,
            ..Fears::default()
        };
        finding(&view, fears, &plan(Algorithm::PeMinimax, 2), "I4-J4")
            .made
            .own
    };
    assert!((gain(0.0) - (25.0 - 95.0 / 30.0)).abs() < 0.01);
    assert!(
        gain(0.23) > 0.0 && gain(0.24) < 0.0,
        "{} {}",
        gain(0.23),
        gain(0.24)
    );
}

#[test]
fn a_piece_that_came_up_before_the_marshal_was_known_raises_no_fear() {
    let game = crowded(
        "I3 red marshal, J4 red scout, I4 blue scout, J5 blue captain, J7 blue spy",
        "G3-G4 J7-J6 G4-G3 J5-J4 I3-I4 A7-A6 G3-G4 A6-A7",
    );
    let view = game.view(Side::Red);
    let afraid = Fears {
        own: 1.0,
        ..Fears::default()
    };
    let value = finding(&view, afraid, &plan(Algorithm::PeMinimax, 2), "I4-J4")
        .made
        .own;
    assert_eq!(value, 25.0);
}

#[test]
fn only_p_e_minimax_sees_that_the_marshal_walks_into_the_trap_of_figure_14() {
    // Red's known captain steps before blue's known marshal; red's spy, unknown, stands behind it. To blue the spy is one of 31
    // pieces, so he takes the captain; red knows that the spy takes the marshal.
    let game = crowded(
        "I3 red captain, J3 red spy, J5 red scout, I4 blue scout, J6 blue marshal",
        "I3-I4 J6-J5",
    );
    let view = game.view(Side::Red);
    let trap = |algorithm| finding(&view, Fears::default(), &plan(algorithm, 3), "I4-J4");
    let seen = trap(Algorithm::PeMinimax);
    assert!(
        (seen.made.own - (-25.0 + 0.95 * 95.0)).abs() < 0.01,
        "{seen:?}"
    );
    assert!(
        seen.made.opp < -20.0,
        "blue expects to win the captain: {seen:?}"
    );
    assert!(seen.gain() > 60.0);
    // The others take blue to know the spy, so he stays away and the step is worth nothing.
    for algorithm in [Algorithm::Minimax, Algorithm::Expectiminimax] {
        assert!(
            trap(algorithm).gain() < 3.0,
            "{algorithm:?} {:?}",
            trap(algorithm)
        );
    }
}

#[test]
fn an_opponent_with_much_fear_does_not_take_the_bait() {
    // As figure 14, but the unknown piece has come up behind the captain after the marshal was known.
    let game = crowded(
        "I3 red captain, J2 red spy, J5 red scout, I4 blue scout, J6 blue marshal",
        "I3-I4 J6-J5 J2-J3 A7-A6",
    );
    let view = game.view(Side::Red);
    let value = |est_opp| {
        let fears = Fears {
            est_opp,
            ..Fears::default()
        };
        finding(&view, fears, &plan(Algorithm::PeMinimax, 3), "I4-J4")
            .made
            .own
    };
    assert!(value(0.0) > 60.0);
    assert!(value(0.6) < 3.0);
}

#[test]
fn cuts_and_the_table_change_no_value() {
    for seed in 0..6 {
        let game = random_game(seed, 60 * seed as usize);
        let view = game.view(game.position().to_move());
        if view.result().is_some() {
            continue;
        }
        let mut field = Field::new(&view);
        field.note_approaches();
        if seed % 2 == 1 {
            field.let_flee();
        }
        let fears = Fears {
            own: 0.3,
            est_opp: 0.3,
            est_own: 0.3,
        };
        let judge = judge(&view, &field, fears);
        let limit = Limit::nodes(u64::MAX);
        let moves = view.legal_moves();
        let board = Evaluation::Board { noise: 2.0, seed };
        // The last half-move is the opponent's after 2 and the searcher's after 3.
        let (best, near, chance) = (
            Likelihood::Even(0.0),
            Likelihood::Even(3.0),
            Likelihood::Falling(20.0),
        );
        for (algorithm, evaluation, replies, depth) in [
            (Algorithm::Minimax, board, best, 4),
            (Algorithm::Minimax, Evaluation::Captures, near, 2),
            (Algorithm::PeMinimax, board, best, 4),
            (Algorithm::PeMinimax, board, chance, 3),
            (Algorithm::PeMinimax, Evaluation::Captures, near, 2),
            (Algorithm::PeMinimax, Evaluation::Captures, near, 3),
            (Algorithm::PeMinimax, Evaluation::Captures, chance, 2),
            (Algorithm::PeMinimax, Evaluation::Captures, chance, 3),
        ] {
            let plan = Plan {
                evaluation,
                replies,
                ..plan(algorithm, depth)
            };
            let plan = if evaluation == board {
                plan
            } else {
                Plan {
                    widths: Plan::variable(depth),
                    ..plan
                }
            };
            let cut = Frame::new(field.clone(), &judge, &plan, limit.clone())
                .findings(&moves)
                .unwrap();
            let whole = Frame::new(field.clone(), &judge, &plan, limit.clone())
                .without_cuts()
                .findings(&moves)
                .unwrap();
            for (cut, whole) in cut.iter().zip(&whole) {
                // Bounds are moved by the gains on the way, which rounds in other places; the table repeats exactly.
                let slack = if algorithm == Algorithm::Minimax {
                    1e-3
                } else {
                    0.0
                };
                assert!(
                    (cut.made.own - whole.made.own).abs() <= slack,
                    "{cut:?} {whole:?}"
                );
                assert!((cut.passive.own - whole.passive.own).abs() <= slack);
                assert!((cut.made.opp - whole.made.opp).abs() <= slack);
                assert!((cut.passive.opp - whole.passive.opp).abs() <= slack);
            }
        }
    }
}

#[test]
fn the_opponents_half_of_a_board_is_the_same_whatever_a_hidden_piece_is() {
    let plan = Plan {
        evaluation: Evaluation::Board {
            noise: 0.0,
            seed: 0,
        },
        ..plan(Algorithm::PeMinimax, 1)
    };
    let made = |front: &str, back: &str, mv: &str| {
        let pieces = format!("I5 red {front}, J1 red {back}, I6 blue captain");
        let game = crowded(&pieces, "");
        finding(&game.view(Side::Red), Fears::default(), &plan, mv).made
    };
    // One advances or wins and becomes known, the other does not move at all: to the opponent they are the same.
    for mv in ["I5-I6", "I5-I4"] {
        let [marshal, scout] =
            [("marshal", "scout"), ("scout", "marshal")].map(|(front, back)| made(front, back, mv));
        assert_eq!(marshal.opp, scout.opp, "{mv}");
        assert_ne!(marshal.own, scout.own, "{mv}");
    }
    // A row back costs a point, but for a scout; the opponent counts it.
    assert_eq!(made("scout", "marshal", "I5-I4").own, 0.0);
    assert_eq!(made("scout", "marshal", "I5-I4").opp, -1.0);
}

#[test]
fn a_hidden_piece_that_wins_in_the_search_stays_hidden_to_the_opponent_and_is_shown_to_us() {
    // Red's front piece takes the captain and stands beside an unknown piece that may take it.
    let value = |front: &str, back: &str, depth: u8| {
        let pieces = format!("I5 red {front}, J1 red {back}, I6 blue captain, I7 blue scout");
        let game = crowded(&pieces, "");
        let plan = plan(Algorithm::PeMinimax, depth);
        finding(&game.view(Side::Red), Fears::default(), &plan, "I5-I6").made
    };
    for depth in [1, 2, 3, 4] {
        let [marshal, spy] =
            [("marshal", "spy"), ("spy", "marshal")].map(|(front, back)| value(front, back, depth));
        assert_eq!(marshal.opp, spy.opp, "depth {depth}");
        assert_ne!(marshal.own, spy.own, "depth {depth}");
    }

    let game = crowded("I5 red marshal, I6 blue captain, I7 blue scout", "");
    let mut field = Field::new(&game.view(Side::Red));
    let square = |text: &str| text.parse::<flagfall_core::Square>().unwrap().index() as u8;
    let winner = field.unit_at(square("I5")).unwrap();
    let enemy = field.unit_at(square("I7")).unwrap();
    assert!(!Judge::staying(&field, enemy, winner).is_possible());
    let step = Step::new("I5-I6".parse().unwrap()).unwrap();
    field.make_attack(step, Fight::Won);
    // We know that he sees the marshal now and attacks it only with what beats it; he cannot know that before.
    let staying = Judge::staying(&field, enemy, winner);
    assert!(staying.is_possible() && !staying.opp);
}

#[test]
fn an_attack_that_can_fail_is_one_move_and_two_branches() {
    let count = |game: &Game, step: &str, counts_branches| {
        let view = game.view(Side::Red);
        let plan = Plan {
            counts_branches,
            ..plan(Algorithm::PeMinimax, 2)
        };
        let field = Field::new(&view);
        let judge = judge(&view, &field, Fears::default());
        let mut frame = Frame::new(field, &judge, &plan, Limit::nodes(u64::MAX));
        frame.findings(&[step.parse().unwrap()]).unwrap();
        frame.stats
    };
    // Blue's answers are generated after the step and after doing nothing; only after the step can he attack.
    let unknown = crowded("I5 red captain, I7 blue captain", "");
    let counted = count(&unknown, "I5-I6", true);
    assert_eq!(counted.inner, 2);
    assert_eq!(counted.branches, counted.moves + 1);
    let uncounted = count(&unknown, "I5-I6", false);
    assert_eq!((uncounted.moves, uncounted.branches), (counted.moves, 0));
    // Each has taken a scout, so both know both, and blue's attack on I6 is sure to succeed or to fail.
    for (ours, theirs, can_fail) in [("captain", "marshal", 0), ("marshal", "captain", 1)] {
        let pieces = format!("J5 red {ours}, J6 blue scout, I7 blue {theirs}, H7 red scout");
        let game = crowded(&pieces, "J5-J6 I7-H7 J6-J5 H7-I7 J5-I5 A7-A6");
        let counted = count(&game, "I5-I6", true);
        assert_eq!(counted.branches, counted.moves + can_fail, "{ours}");
    }
}
