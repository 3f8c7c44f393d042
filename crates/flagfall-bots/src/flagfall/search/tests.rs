use flagfall_core::{Move, PositionBuilder, Rank, Rules, Seed, Square, Variant};
use flagfall_env::action::encode;

use super::*;
use crate::networks;

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn small_game() -> Game {
    let builder = PositionBuilder::new(Rules::ISF)
        .with(square("A1"), Side::Red, Rank::Flag)
        .with(square("A2"), Side::Red, Rank::Miner)
        .with(square("B2"), Side::Blue, Rank::Flag)
        .with(square("J9"), Side::Blue, Rank::Marshal);
    Game::from_free(builder).unwrap()
}

fn value(from: &str, to: &str, plies: u32, evaluations: u64) -> Option<f32> {
    let game = small_game();
    let contacts = Contacts::of(&game.view(Side::Red));
    let mut evaluator = Evaluator::new(networks::built_in(Variant::Classic).unwrap());
    let mut rollout = Rollout {
        evaluator: &mut evaluator,
        left: evaluations,
        deadline: None,
        stop: &Stop::NEVER,
        packed: [0; OBS_BYTES],
    };
    let action = encode(Move::new(square(from), square(to)), Side::Red);
    rollout.value(&game, &contacts, action, plies, &mut Seed(1).rng())
}

#[test]
fn a_captured_flag_is_a_win_whatever_the_network_says() {
    assert_eq!(value("A2", "B2", 1, 0), Some(1.0));
    assert_eq!(value("A2", "B2", 3, 0), Some(1.0));
}

#[test]
fn values_are_those_of_the_player_who_chooses() {
    // The enemy is to move after one ply: what he expects counts against us.
    let mut game = small_game();
    game.advance(Move::new(square("A2"), square("A3")));
    let view = game.view(Side::Blue);
    let mut packed = [0; OBS_BYTES];
    pack(&view, &Contacts::of(&view), &mut packed);
    let mut evaluator = Evaluator::new(networks::built_in(Variant::Classic).unwrap());
    let [win, _, loss] = evaluator.evaluate(&packed).win_draw_loss();
    let found = value("A2", "A3", 1, 1).unwrap();
    assert!((found - (loss - win)).abs() < 1e-6);
}

#[test]
fn a_value_that_the_budget_does_not_reach_is_none() {
    assert!(value("A2", "A3", 2, 2).is_some());
    assert_eq!(value("A2", "A3", 2, 1), None);
}

#[test]
fn the_step_multiplies_by_the_exponential_of_the_value() {
    let policy = [(4, 0.5_f32.ln()), (9, 0.1_f32.ln()), (11, 0.4_f32.ln())];
    let candidate = |index: usize, sum: f64| Candidate {
        index,
        action: policy[index].0,
        sum,
        trials: 2,
    };
    let found = improved(&policy, &[candidate(0, 0.4), candidate(2, 0.6)], 10.0);
    let (first, second) = (0.5 * 2.0_f32.exp(), 0.4 * 3.0_f32.exp());
    let expected = [first / (first + second), 0.0, second / (first + second)];
    assert_eq!(found.len(), policy.len());
    for (log_prob, share) in found.iter().zip(expected) {
        assert!((log_prob.exp() - share).abs() < 1e-6);
    }
}

#[test]
fn only_moves_that_are_likely_enough_are_tried() {
    let game = small_game();
    let view = game.view(Side::Red);
    let tried = |shares: &[f32]| -> Vec<usize> {
        let policy: Vec<_> = shares.iter().map(|share| share.ln()).enumerate().collect();
        let turn = Turn {
            view: &view,
            policy: &policy,
            beliefs: &[],
            floor: 0.1,
        };
        let best = turn.candidates(2);
        best.iter().map(|candidate| candidate.index).collect()
    };
    assert_eq!(tried(&[0.2, 0.5, 0.3]), [1, 2]);
    assert_eq!(tried(&[0.05, 0.95]), [1]);
}
