//! The forces of the strategic search.

use super::*;

#[test]
fn the_rules_of_appendix_1_number_21_and_have_names_of_their_own() {
    let mut names: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 21);
    assert!(RULES.iter().all(|rule| !rule.movers.contains(&Rank::Scout)));
}

#[test]
fn a_guarding_captain_goes_back_to_meet_a_miner_near_the_flag() {
    let pieces = "J1 red flag, J2 red bomb, I1 red bomb, E4 red captain, A1 red scout, J6 blue miner, A10 blue flag, \
        I10 blue bomb, B10 blue scout, E9 blue sergeant";
    let game = game(pieces, Side::Red, "E4-E5 J6-J5 A1-A2 J5-J4 A2-A1 J4-J3");
    let view = game.view(Side::Red);
    let chronicle = Chronicle::default();
    let field = Field::new(&view);
    let judge = judge(&view, &field, Fears::default());
    let moves = view.legal_moves();
    let value = |is_guarding: bool, mv: &str| {
        let search = StrategicSearch::new(&view, &field, &judge, &chronicle, Strategy::Full);
        let search = if is_guarding {
            search.guarding()
        } else {
            search
        };
        let index = moves
            .iter()
            .position(|&other| other == mv.parse().unwrap())
            .unwrap();
        search.values(&moves)[index]
    };
    // Forward is where blue's flag may be; the miner is to the right and behind.
    assert!(value(true, "E5-F5") > value(true, "E5-E6"));
    assert!(value(true, "E5-E4") > value(false, "E5-E4"));
    assert!(value(false, "E5-F5") < value(false, "E5-E6"));
}

fn strategic_value(game: &Game, strategy: Strategy, mv: &str) -> f32 {
    let view = game.view(game.position().to_move());
    let mut chronicle = Chronicle::default();
    chronicle.read(&view);
    let field = Field::new(&view);
    let judge = judge(&view, &field, Fears::default());
    let moves = view.legal_moves();
    let search = StrategicSearch::new(&view, &field, &judge, &chronicle, strategy);
    let index = moves
        .iter()
        .position(|&other| other == mv.parse().unwrap())
        .unwrap();
    search.values(&moves)[index]
}

#[test]
fn a_sergeant_advances_at_the_start_with_a_force_of_about_one() {
    // Section 9.2: "the advance of a sergeant at the beginning of the game is valued at about 1".
    for seed in 0..10 {
        let game = random_game(seed, 0);
        let view = game.view(Side::Red);
        let advances: Vec<f32> = view
            .legal_moves()
            .iter()
            .filter(|mv| view.piece_at(mv.from).unwrap().rank == Some(Rank::Sergeant))
            .map(|mv| strategic_value(&game, Strategy::OneMove, &mv.to_string()))
            .collect();
        assert!(
            advances.iter().all(|score| (0.6..1.4).contains(score)),
            "{advances:?}"
        );
    }
}

/// The strategic value of every move of red's under a ceiling.
fn values_below(ceiling: Option<f32>, game: &Game) -> Vec<(String, f32)> {
    let view = game.view(Side::Red);
    let field = Field::new(&view);
    let judge = judge(&view, &field, Fears::default());
    let chronicle = Chronicle::default();
    let moves = view.legal_moves();
    let search =
        StrategicSearch::new(&view, &field, &judge, &chronicle, Strategy::Full).below(ceiling);
    let names = moves.iter().map(Move::to_string);
    names.zip(search.values(&moves)).collect()
}

fn highest(values: &[(String, f32)]) -> f32 {
    values.iter().map(|(_, value)| *value).fold(0.0, f32::max)
}

#[test]
fn an_attack_has_the_score_of_the_best_second_move_and_a_ceiling_scales_all_forces() {
    // Blue's flag is known by counting, so the captain feels a force of 80 towards it; beside it stands a known scout.
    let pieces = "J1 red flag, B5 red captain, E5 red miner, A5 blue scout, B10 blue flag";
    let game = self::game(pieces, Side::Red, "");
    let [bare, low] = [None, Some(4.0)].map(|ceiling| values_below(ceiling, &game));
    let of = |values: &[(String, f32)], mv: &str| {
        let found = values.iter().find(|(name, _)| name == mv);
        found.unwrap().1
    };
    // The miner's step is the best that can follow the capture.
    assert!(of(&bare, "B5-A5") > 10.0);
    let advance = of(&bare, "B5-B6");
    assert!(advance > 20.0, "{advance}");
    let scale = of(&low, "B5-B6") / advance;
    assert!(scale < 0.5, "{scale}");
    for mv in ["B5-B4", "B5-A5", "E5-E6"] {
        let (bare, low) = (of(&bare, mv), of(&low, mv));
        assert!((low - scale * bare).abs() < 1e-4, "{mv}: {low} {bare}");
    }
    assert!((highest(&low) - 4.0).abs() < 1e-4, "{low:?}");
}

#[test]
fn the_ceiling_holds_for_what_follows_an_attack() {
    // From the captured square the captain can go on to the flag, which is known by counting; without a capture it can only go back.
    let pieces = "J1 red flag, A7 red captain, B7 red bomb, A8 blue scout, A10 blue flag";
    let game = self::game(pieces, Side::Red, "");
    let (attack, quiet): (Vec<_>, Vec<_>) = values_below(None, &game)
        .into_iter()
        .partition(|(name, _)| name == "A7-A8");
    assert!(highest(&attack) > 10.0, "{attack:?}");
    assert!(highest(&quiet) < 4.0, "{quiet:?}");
    let most = highest(&values_below(Some(4.0), &game));
    assert!((most - 4.0).abs() < 1e-4, "{most}");
}

#[test]
fn a_miner_six_squares_from_a_bomb_beside_a_likely_flag_feels_a_force_of_about_four() {
    // Section 9.2 again: the flag's chance is 1/8, and there are some twenty enemy pieces left. Here seven pieces of the back
    // row are suspects, one of them twice because the bomb stands beside it. Scouts have revealed the bomb.
    let pieces = "J1 red flag, A3 red miner, B4 red scout, A9 blue bomb, A10 blue flag, B10 blue scout, C10 blue scout, \
        D10 blue scout, E10 blue scout, F10 blue scout, G10 blue scout, H8 blue captain, I8 blue captain, J8 blue captain, \
        G8 blue miner, F8 blue miner, E8 blue miner, D8 blue miner, H7 blue major, I7 blue major, J7 blue major";
    let with_bomb = |moves: &str| self::game(pieces, Side::Red, moves);
    let unknown = strategic_value(&with_bomb("B4-B5 J7-J6"), Strategy::OneMove, "A3-A4");
    let known = strategic_value(
        &with_bomb("B4-B9 J7-J6 B9-A9 J6-J7"),
        Strategy::OneMove,
        "A3-A4",
    );
    let extra = known - unknown;
    assert!((1.0..6.0).contains(&extra), "{extra}");
}
