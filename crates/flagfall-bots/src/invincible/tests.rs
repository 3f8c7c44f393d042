//! Positions of the thesis, and what every bot must keep to.

use std::collections::BTreeSet;

use flagfall_core::{
    Game, Move, Position, PositionBuilder, Rank, SETUP_SQUARES, Square, Termination, Variant,
};

use super::*;
use crate::conformance::{Effort, check};
use crate::placed::start;

fn square(text: &str) -> Square {
    text.parse().expect("a square")
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

/// A game from pieces written as in `rX E4`, after some moves.
fn game(rules: &str, pieces: &str, moves: &[&str]) -> Game {
    let mut builder = PositionBuilder::new(rules.parse().expect("rules"));
    let words: Vec<&str> = pieces.split_whitespace().collect();
    for pair in words.chunks(2) {
        let side = if pair[0].starts_with('r') {
            Side::Red
        } else {
            Side::Blue
        };
        let rank = match &pair[0][1..] {
            "F" => Rank::Flag,
            "B" => Rank::Bomb,
            "S" => Rank::Spy,
            "X" => Rank::Marshal,
            digit => Rank::from_index(digit.parse().expect("a rank")).expect("a rank"),
        };
        builder = builder.with(square(pair[1]), side, rank);
    }
    let mut game = Game::from_free(builder).expect("a legal placement");
    for text in moves {
        game.play(mv(text)).expect("a legal move");
    }
    game
}

fn begin(side: Side, rules: Rules) -> Invincible {
    let mut bot = Invincible::new();
    bot.begin(&start(side, rules, 1));
    bot
}

fn table(game: &Game) -> PlanTable {
    let side = game.position().to_move();
    let mut bot = begin(side, *game.position().rules());
    bot.think(&game.view(side)).table.clone()
}

fn chosen(game: &Game) -> Move {
    table(game).rows[0].0
}

/// What the plans whose names begin like this say of a move.
fn plan_value(game: &Game, plan: &str, text: &str) -> f64 {
    let table = table(game);
    let row = table.rows.iter().find(|row| row.0 == mv(text));
    let parts = &row.expect("a legal move").2;
    let columns = table.columns.iter().zip(parts);
    columns
        .filter(|(name, _)| name.starts_with(plan))
        .map(|(_, value)| value)
        .sum()
}

/// Red's major is known, on the back row with a bomb to its right; only B1 is open to it. Blue's colonel is at `colonel`.
fn cornered_major(colonel: &str) -> Game {
    let pieces =
        format!("r7 B1 rB D1 rB A1 rF J1 r2 J3 b3 C1 b8 {colonel} bF J10 b6 H9 bB I10 bB J9");
    // Two quiet moves, so that the major's last move does not count as a first crossing.
    game("isf", &pieces, &["B1xC1", "H9-H8", "J3-J4"])
}

/// Figure A1: the same step into the major's column wins it when it comes from the side of the bomb, and not when it comes
/// from the column to which the major can answer.
#[test]
fn figure_a1_tactical_attack_comes_from_the_side_that_cannot_be_answered() {
    let from_the_right = plan_value(&cornered_major("D2"), "TAtt B1", "D2-C2");
    let from_the_left = plan_value(&cornered_major("B2"), "TAtt B1", "B2-C2");
    assert!(from_the_right > 3.0, "{from_the_right}");
    assert!(from_the_left < from_the_right / 2.0, "{from_the_left}");
}

/// Figures A1 and A2: the chase is played out against a major that always steps aside while it may.
#[test]
fn figures_a1_and_a2_the_two_squares_rule_wins_the_major() {
    for (rules, colonel) in [("isf", "D2"), ("isf", "C4"), ("isf2007", "C4")] {
        let pieces =
            format!("r7 B1 rB D1 rB A1 rF J1 r2 J3 b3 C1 b8 {colonel} bF J10 b6 H9 bB I10 bB J9");
        let mut game = game(rules, &pieces, &["B1xC1"]);
        let mut bot = begin(Side::Blue, *game.position().rules());
        let major = flagfall_core::PieceId::started_on(square("B1"));
        let is_gone = |game: &Game| {
            let piece = game.position().piece(major);
            piece.is_some_and(|piece| piece.is_captured)
        };
        while !is_gone(&game) && game.position().ply() < 80 && game.result().is_none() {
            let turn = game.position().to_move();
            let mv = if turn == Side::Blue {
                match bot.choose(&game.view(turn), &Budget::OWN).expect("a move") {
                    Choice::Move(mv) | Choice::MoveAndOfferDraw(mv) => mv,
                    Choice::Resign => panic!("it is winning"),
                }
            } else {
                evade(&game, major)
            };
            game.play(mv).expect("legal");
        }
        assert!(is_gone(&game), "{rules} {colonel}: the major got away");
    }
}

/// The major steps aside if it may and an enemy is in its column or beside it; otherwise the scout goes to and fro.
fn evade(game: &Game, major: flagfall_core::PieceId) -> Move {
    let view = game.view(Side::Red);
    let at = view
        .pieces(Side::Red)
        .find(|(_, piece)| piece.id == major)
        .map(|(at, _)| at)
        .expect("it is there");
    let hunted = view
        .pieces(Side::Blue)
        .any(|(enemy, _)| enemy.col() == at.col() || enemy.is_next_to(at));
    let moves = view.legal_moves();
    let aside = moves.iter().find(|mv| {
        mv.from == at
            && mv.to.row() == at.row()
            && !view
                .pieces(Side::Blue)
                .any(|(enemy, _)| enemy.is_next_to(mv.to))
    });
    let scout = moves.iter().find(|mv| mv.from != at && !mv.is_long());
    match aside.filter(|_| hunted) {
        Some(mv) => *mv,
        None => *scout.or(moves.first()).expect("red can move"),
    }
}

/// Red's known major on E1 with a bomb to its right, and blue's colonel, known because it has just taken a scout on row 4
/// of this column.
fn hunted_major(column: char) -> Game {
    let pieces = format!(
        "r7 E2 rB F1 rF J1 rB J2 rB I1 r6 H1 r2 {column}4 b3 E1 b8 {column}5 bF J10 bB J9 bB I10 b6 H9"
    );
    game("isf", &pieces, &["E2xE1", &format!("{column}5x{column}4")])
}

/// Figure A2: in line with the colonel the major is lost if it waits.
#[test]
fn figure_a2_tactical_defense_leaves_the_line_of_the_hunter() {
    let game = hunted_major('E');
    assert_eq!(game.position().rank_at(square("E4")), Some(Rank::Colonel));
    let aside = plan_value(&game, "TDef E2", "E1-D1");
    assert!(aside > 1.0, "{aside}");
    assert_eq!(chosen(&game), mv("E1-D1"));
}

/// Figures A1 and 5.5: the colonel is about to step into line from where the major cannot answer.
#[test]
fn figure_a1_tactical_defense_moves_before_the_hunter_is_in_line() {
    let game = hunted_major('F');
    let aside = plan_value(&game, "TDef E2", "E1-D1");
    let still = plan_value(&game, "TDef E2", "H1-H2");
    assert!(aside > 0.3 && still <= 0.0, "{aside} {still}");
    assert_eq!(chosen(&game), mv("E1-D1"));
}

#[test]
fn a_miner_walks_an_open_path_to_a_known_flag() {
    // The lieutenant has moved, so what has not is the flag.
    let mut game = game(
        "isf",
        "r3 J5 rF A1 r4 B1 b5 A10 bF J10",
        &["B1-B2", "A10-A9"],
    );
    let mut bot = begin(Side::Red, Rules::ISF);
    while game.result().is_none() && game.position().ply() < 24 {
        let turn = game.position().to_move();
        let mv = if turn == Side::Red {
            match bot.choose(&game.view(turn), &Budget::OWN).expect("a move") {
                Choice::Move(mv) | Choice::MoveAndOfferDraw(mv) => mv,
                Choice::Resign => panic!("it is winning"),
            }
        } else {
            game.view(turn)
                .legal_moves()
                .into_iter()
                .find(|mv| mv.to.row() >= 8)
                .expect("the lieutenant stays behind")
        };
        game.play(mv).expect("legal");
    }
    let result = game.result().expect("the flag is taken");
    assert_eq!(result.reason, Termination::FlagCaptured);
    assert_eq!(result.outcome.winner(), Some(Side::Red));
}

/// Two whole armies, in which the piece on a square is exchanged for one of the wanted rank.
fn armies(wanted: &[(&str, Rank)]) -> Game {
    let mut rng = Seed(3).rng();
    let setups = BySide::from_fn(|side| {
        let mut places = *Setup::random(Variant::Classic, &mut rng).places();
        let mut fixed = Vec::new();
        for &(at, rank) in wanted {
            let place = (0..SETUP_SQUARES).find(|&place| Setup::square(side, place) == square(at));
            let Some(place) = place else {
                continue;
            };
            let other = (0..SETUP_SQUARES)
                .find(|other| places[*other] == Some(rank) && !fixed.contains(other));
            places.swap(place, other.expect("the army has it"));
            fixed.push(place);
        }
        Setup::new(Variant::Classic, places).expect("the same pieces")
    });
    Game::new(Rules::ISF, setups).expect("classic setups")
}

#[test]
fn an_unknown_marshal_is_not_spent_on_a_scout() {
    let mut game = armies(&[
        ("E4", Rank::Marshal),
        ("A4", Rank::Sergeant),
        ("E7", Rank::Scout),
    ]);
    game.play(mv("A4-A5")).expect("legal");
    game.play(mv("E7-E5")).expect("legal");
    let profit = plan_value(&game, "ICap", "E4-E5");
    assert!(profit < -5.0, "{profit}");
    assert_ne!(chosen(&game), mv("E4-E5"));
}

#[test]
fn the_marshal_does_not_step_next_to_a_likely_spy() {
    // Blue has a spy that has moved and, unmoved, a flag and a bomb.
    let game = game(
        "isf",
        "rX E4 rF A1 r4 B1 bS E8 bF J10 bB I10",
        &["E4-E5", "E8-E7"],
    );
    let value = plan_value(&game, "dMfS", "E5-E6");
    assert!(value < -20.0, "{value}");
    let to = chosen(&game).to;
    assert!(!to.is_next_to(square("E7")), "{to}");
}

#[test]
fn lotto_defense_takes_the_gambler() {
    // Blue's lieutenant has taken an unmoved sergeant and stands between two miners and a general that nobody knows.
    let mut game = armies(&[
        ("E4", Rank::Sergeant),
        ("D4", Rank::Miner),
        ("F4", Rank::Miner),
        ("E3", Rank::General),
        ("A4", Rank::Scout),
        ("E7", Rank::Lieutenant),
    ]);
    for text in ["A4-A5", "E7-E6", "A5-A4", "E6-E5", "A4-A5", "E5xE4"] {
        game.play(mv(text)).expect("legal");
    }
    let relief = plan_value(&game, "Lotto", "E3-E4");
    assert!(relief > 5.0, "{relief}");
    assert_eq!(chosen(&game).to, square("E4"));
}

/// He has 18 types and 173 instances.
#[test]
fn there_are_some_twenty_types_of_plans_and_some_170_instances() {
    let game = armies(&[]);
    let view = game.view(Side::Red);
    let guesser = Guesser::new(&view);
    let planner = Planner::new(&view, &guesser, Seed(1));
    assert!((165..=185).contains(&planner.len()), "{}", planner.len());
    let kinds: BTreeSet<String> = planner
        .names()
        .map(|name| name.split(' ').next().unwrap_or_default().to_owned())
        .collect();
    assert!(kinds.len() >= 17, "{kinds:?}");
}

#[test]
fn the_explanation_is_the_table_of_plans_with_beliefs_values_and_game_state() {
    let game = armies(&[]);
    let mut bot = begin(Side::Red, Rules::ISF);
    assert_eq!(bot.explain(), None);
    let choice = bot
        .choose(&game.view(Side::Red), &Budget::OWN)
        .expect("a move");
    let explanation = bot.explain().expect("it has thought");
    assert_eq!(choice, Choice::Move(explanation.moves[0].mv));
    for row in &explanation.moves {
        assert_eq!(row.parts.len(), explanation.columns.len());
        assert!((row.parts.iter().sum::<f64>() - row.value).abs() < 1e-9);
    }
    assert!(explanation.columns.contains(&"SAtt".to_owned()));
    assert_eq!((explanation.enemy.len(), explanation.own.len()), (40, 40));
    let values = explanation.piece_values.expect("it has values");
    assert!(values[Side::Red][Rank::Marshal] > values[Side::Red][Rank::Scout]);
    assert_eq!(explanation.game_state, Some(1.0));
}

fn is_draw_agreed(pieces: &str, quiet: u32) -> bool {
    let mut game = game("free", pieces, &[]);
    for turn in 0..quiet {
        let text = match turn % 4 {
            0 => "A2-A3",
            1 => "J9-J8",
            2 => "A3-A2",
            _ => "J8-J9",
        };
        game.play(mv(text)).expect("legal");
    }
    begin(Side::Red, Rules::ISF).accepts_draw(&game.view(Side::Red))
}

#[test]
fn draws_are_agreed_to_when_behind_or_when_nothing_happens() {
    assert!(is_draw_agreed("rF A1 r5 A2 bF J10 b9 J9 b8 I9 b7 H9", 4));
    assert!(!is_draw_agreed("rF A1 r9 A2 r8 B2 r7 C2 bF J10 b5 J9", 204));
    let even = "rF A1 r5 A2 bF J10 b5 J9";
    assert!(!is_draw_agreed(even, 4) && is_draw_agreed(even, 204));
}

#[test]
fn a_lost_game_is_given_up_and_no_other() {
    let hopeless = game(
        "isf",
        "rF A1 rS B1 bF J10 bX J9 b9 I9 b8 H9 b8 G9 b7 F9 b7 E9 b7 D9 b6 C9 b6 B9 b6 A9 b6 A8 b5 B8 b5 C8 b5 D8 b5 E8 b4 F8 b4 G8 b4 H8 b3 I8 b3 J8 b3 A7 b3 B7 b3 C7 b2 D7",
        &[],
    );
    let mut bot = begin(Side::Red, Rules::ISF);
    let choice = bot.choose(&hopeless.view(Side::Red), &Budget::OWN);
    assert_eq!(choice, Ok(Choice::Resign));
    let poor = game("isf", "rF A1 r5 B1 r4 C1 bF J10 bX J9 b9 I9", &[]);
    let mut bot = begin(Side::Red, Rules::ISF);
    let choice = bot.choose(&poor.view(Side::Red), &Budget::OWN);
    assert!(matches!(choice, Ok(Choice::Move(_))));
}

#[test]
fn invincible_conforms_in_both_variants() {
    for rules in ["isf", "isf,barrage"] {
        let rules = rules.parse().expect("rules");
        check(&|| Box::new(Invincible::new()), rules, &Effort::default())
            .unwrap_or_else(|violation| panic!("{violation}"));
    }
}

/// Positions can be anything; the plans must cope.
#[test]
fn odd_free_positions_are_played() {
    for pieces in [
        "r2 A1 b2 J10",
        "rF A1 r2 E5 bF J10",
        "rS A1 rF B1 bX A2 bF J10",
    ] {
        let game = game("isf", pieces, &[]);
        let position: &Position = game.position();
        assert!(position.check(chosen(&game)).is_ok());
    }
}
