//! The oracle alone against whole games whose last move the more-squares rule forbids.

mod chase_games;
mod oracle;

use chase_games::{CHASE_RULES, ChaseGame, own_games, shared_games};
use oracle::{Oracle, OracleRules, Side};

#[test]
fn the_oracle_stops_every_own_chase_game_at_its_last_move_and_no_sooner() {
    let games = own_games();
    assert_eq!(games.len(), 10);
    for game in &games {
        assert!(game.moves.len() < 80, "{} is not compact", game.name);
        replay(game);
    }
}

#[test]
fn each_color_is_the_chaser_in_some_own_chase_game() {
    let chasers: Vec<Side> = own_games()
        .iter()
        .map(|game| replay(game).to_move())
        .collect();
    assert!(chasers.contains(&Side::Red));
    assert!(chasers.contains(&Side::Blue));
}

#[test]
fn the_oracle_stops_every_shared_chase_game_at_its_last_move_and_no_sooner() {
    // A plain clone does not have these games; the ten of the repository stand in for them there.
    let Some(games) = shared_games() else { return };
    assert_eq!(games.len(), 99);
    for game in &games {
        replay(game);
    }
}

/// Plays all moves but the last and checks that the last one is forbidden by the more-squares rule.
fn replay(game: &ChaseGame) -> Oracle {
    let rules = OracleRules::preset(CHASE_RULES).expect("the preset exists");
    let mut oracle = Oracle::new(&game.board, game.is_red_first, rules);
    let (last, legal) = game.moves.split_last().expect("a game has moves");
    for (ply, mv) in legal.iter().enumerate() {
        let place = || format!("{}, ply {}, {mv}", game.name, ply + 1);
        assert_eq!(oracle.why_illegal(mv), None, "{}", place());
        oracle.play(mv);
    }
    assert_eq!(oracle.over(), None, "{} ended early", game.name);
    assert_eq!(
        oracle.why_illegal(last),
        Some("more-squares"),
        "{}",
        game.name
    );
    assert!(!oracle.legal_moves().contains(last), "{}", game.name);
    oracle
}
