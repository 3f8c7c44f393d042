use std::time::Instant;

use flagfall_core::{BySide, Game, PositionBuilder, Rank, Side, Square};

use super::valuation::Valuation;
use super::*;
use crate::cheating::build_cheating;
use crate::conformance::{Effort, check};
use crate::placed;
use crate::registry::build;

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

/// Red to move with these pieces; red's are listed first, and the second flag is the first of blue's.
fn free_game(pieces: &[(&str, Rank)]) -> Game {
    let mut builder = PositionBuilder::new("mets".parse().unwrap());
    let mut flags = 0;
    for &(place, rank) in pieces {
        flags += u32::from(rank == Rank::Flag);
        let side = if flags < 2 { Side::Red } else { Side::Blue };
        builder = builder.with(square(place), side, rank);
    }
    Game::from_free(builder).unwrap()
}

fn start(seed: u64) -> GameStart {
    placed::start(Side::Red, "mets".parse().unwrap(), seed)
}

fn chosen(spec: &str, game: &Game, seed: u64) -> String {
    let mut bot = build(&spec.parse().unwrap()).unwrap();
    bot.begin(&start(seed));
    match bot.choose(&game.view(Side::Red), &Budget::OWN).unwrap() {
        Choice::Move(mv) => mv.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn monte_carlo_conforms_with_every_option() {
    let effort = Effort {
        games: 1,
        max_plies: 80,
        ..Effort::default()
    };
    for (rules, options) in [
        ("mets", "playouts=50"),
        ("isf", "playouts=40,sprinkle=2,pruning=on,setup=human"),
        ("isf,barrage", "playouts=40,sprinkle=3,weighted=on"),
        (
            "mets",
            "playouts=40,annealing=200,least_rank=5,situational=on",
        ),
        (
            "mets",
            "playouts=40,sacrifices=allowed,scouts=step,winner_scouted=on",
        ),
        ("mets,barrage", "playouts=20,lookahead=end"),
        ("isf,max_plies=60", "playouts=20,lookahead=100"),
    ] {
        let spec = format!("monte-carlo:{options}").parse().unwrap();
        let checked = check(&|| build(&spec).unwrap(), rules.parse().unwrap(), &effort);
        checked.unwrap_or_else(|violation| panic!("{rules} {options}: {violation}"));
    }
}

#[test]
fn monte_carlo_keeps_a_time_budget() {
    let setups = BySide::from_fn(|_| Setup::random(Rules::ISF.variant, &mut Seed(3).rng()));
    let game = Game::new(Rules::ISF, setups).unwrap();
    let mut bot = build(&"monte-carlo:ms=3600000".parse().unwrap()).unwrap();
    bot.begin(&start(1));
    let started = Instant::now();
    let budget = Budget {
        time: Some(std::time::Duration::from_millis(20)),
        ..Budget::OWN
    };
    bot.choose(&game.view(Side::Red), &budget).unwrap();
    assert!(started.elapsed().as_millis() < 300);
}

#[test]
fn monte_carlo_takes_a_known_weaker_piece() {
    let mut game = free_game(&[
        ("A1", Rank::Flag),
        ("E4", Rank::General),
        ("F4", Rank::Sergeant),
        ("J10", Rank::Flag),
        ("E6", Rank::Colonel),
        ("J8", Rank::Miner),
    ]);
    // The sergeant falls to the colonel, which is then known beside the general.
    for mv in ["F4-F5", "E6-E5", "F5-E5", "J8-J7"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    for seed in 0..10 {
        assert_eq!(
            chosen("monte-carlo:playouts=500", &game, seed),
            "E4-E5",
            "seed {seed}"
        );
    }
}

#[test]
fn a_first_move_costs_what_the_setting_says() {
    let mut game = free_game(&[
        ("A1", Rank::Flag),
        ("E4", Rank::Sergeant),
        ("J4", Rank::Major),
        ("J10", Rank::Flag),
        ("A10", Rank::Miner),
    ]);
    for mv in ["E4-E5", "A10-A9"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let points = |settings: Settings, mv: &str| {
        let valuation = Valuation::new(&settings, &game.view(Side::Red));
        valuation.of_move(game.position(), mv.parse().unwrap())
    };
    let free = Settings {
        first_move: 0.0,
        ..Settings::DEFAULT
    };
    assert_eq!(points(Settings::DEFAULT, "J4-J5"), -100.0);
    assert_eq!(points(Settings::DEFAULT, "E5-E6"), 0.0);
    assert_eq!(points(free, "J4-J5"), 0.0);
}

#[test]
fn a_hidden_piece_is_scouted_by_the_attack_that_fails_on_it() {
    let game = free_game(&[
        ("A1", Rank::Flag),
        ("E5", Rank::General),
        ("F5", Rank::Sergeant),
        ("J10", Rank::Flag),
        ("E6", Rank::Colonel),
        ("F6", Rank::Marshal),
    ]);
    let points = |settings: Settings, mv: &str| {
        let settings = Settings {
            first_move: 0.0,
            ..settings
        };
        let valuation = Valuation::new(&settings, &game.view(Side::Red));
        valuation.of_move(game.position(), mv.parse().unwrap())
    };
    // The sergeant falls and has seen the marshal; the general wins, and its showing costs only with the option.
    assert_eq!(points(Settings::DEFAULT, "F5-F6"), 100.0 - 5.0);
    assert_eq!(points(Settings::DEFAULT, "E5-E6"), 100.0);
    let shown = Settings {
        is_winner_scouted: true,
        ..Settings::DEFAULT
    };
    assert_eq!(points(shown, "E5-E6"), 100.0 - 50.0);
}

#[test]
fn monte_carlo_leaves_a_known_bomb() {
    let mut game = free_game(&[
        ("A1", Rank::Flag),
        ("E5", Rank::General),
        ("F6", Rank::Sergeant),
        ("J10", Rank::Flag),
        ("E6", Rank::Bomb),
        ("J8", Rank::Miner),
    ]);
    for mv in ["F6-E6", "J8-J7"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    for seed in 0..10 {
        assert_ne!(
            chosen("monte-carlo:playouts=500", &game, seed),
            "E5-E6",
            "seed {seed}"
        );
    }
}

#[test]
fn a_piece_that_can_only_be_the_flag_is_taken() {
    let mut game = free_game(&[
        ("A1", Rank::Flag),
        ("E4", Rank::Scout),
        ("E10", Rank::Flag),
        ("J10", Rank::Major),
    ]);
    for mv in ["E4-F4", "J10-J9", "F4-E4", "J9-J10"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    assert_eq!(chosen("monte-carlo", &game, 1), "E4-E10");
}

#[test]
fn the_explanation_has_every_move_with_mean_playouts_and_interval() {
    let setups = BySide::from_fn(|_| Setup::random(Rules::ISF.variant, &mut Seed(3).rng()));
    let game = Game::new(Rules::ISF, setups).unwrap();
    let view = game.view(Side::Red);
    let mut bot = MonteCarlo::new(Settings::DEFAULT);
    assert_eq!(bot.explain(), None);
    bot.begin(&start(2));
    let Ok(Choice::Move(mv)) = bot.choose(&view, &Budget::OWN) else {
        panic!("it moves")
    };
    let explanation = bot.explain().unwrap();
    assert_eq!(explanation.moves.len(), view.legal_moves().len());
    assert_eq!(explanation.moves[0].mv, mv);
    let playouts: f64 = explanation.moves.iter().map(|one| one.parts[1]).sum();
    assert_eq!(playouts, 330.0);
    assert_eq!(explanation.enemy.len(), 40);
    for belief in &explanation.enemy {
        let sum: f64 = belief.ranks.0.iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }
}

#[test]
fn pruning_moves_playouts_to_the_better_moves() {
    let setups = BySide::from_fn(|_| Setup::random(Rules::ISF.variant, &mut Seed(3).rng()));
    let game = Game::new(Rules::ISF, setups).unwrap();
    let spread = |pruning| {
        let mut bot = MonteCarlo::new(Settings {
            playouts: Some(3000),
            pruning,
            ..Settings::DEFAULT
        });
        bot.begin(&start(2));
        bot.choose(&game.view(Side::Red), &Budget::OWN).unwrap();
        let moves = bot.explain().unwrap().moves;
        let counts = moves.iter().map(|one| one.parts[1] as i64);
        (counts.clone().max().unwrap() - counts.min().unwrap(), moves)
    };
    assert!(spread(None).0 <= 1);
    let tight = Pruning {
        sigma: 50.0,
        ..Pruning::DEFAULT
    };
    let (difference, moves) = spread(Some(tight));
    assert!(difference > 10, "{difference}");
    assert!(moves[0].parts[1] > moves[moves.len() - 1].parts[1]);
}

/// The deviation within one move of ten-ply playouts from positions of the open layout's games.
#[test]
fn playouts_deviate_as_the_default_sigma_says() {
    let mut rng = Seed(8).rng();
    let (mut sum, mut count) = (0.0, 0.0);
    for _ in 0..20 {
        let setups = BySide::from_fn(|_| Setup::random(Rules::ISF.variant, &mut rng));
        let mut game = Game::new("mets".parse().unwrap(), setups).unwrap();
        for _ in 0..2 * flagfall_core::below(&mut rng, 150) {
            let Some(mv) = game.position().random_move(&mut rng) else {
                break;
            };
            game.advance(mv);
        }
        if game.result().is_some() {
            continue;
        }
        let mut bot = MonteCarlo::new(Settings {
            playouts: Some(3000),
            ..Settings::DEFAULT
        });
        bot.begin(&start(2));
        bot.choose(&game.view(Side::Red), &Budget::OWN).unwrap();
        for one in &bot.search.candidates {
            sum += one.variance();
            count += 1.0;
        }
    }
    let sigma = f64::sqrt(sum / count);
    let default = Pruning::DEFAULT.sigma;
    assert!((sigma - default).abs() < 0.15 * default, "{sigma}");
}

#[test]
fn cheating_has_a_door_of_its_own() {
    let refused = build(&"monte-carlo:sprinkle=4".parse().unwrap());
    let message = refused.err().unwrap().to_string();
    assert!(message.contains("cheating:monte-carlo"), "{message}");
    for spec in ["blind", "monte-carlo", "monte-carlo:sprinkle=2"] {
        assert!(build_cheating(&spec.parse().unwrap()).is_err(), "{spec}");
    }
}

#[test]
fn the_cheater_uses_what_it_is_shown_and_never_an_old_truth() {
    // To the honest player the two blue pieces are the same; the cheater sees which one is the flag.
    let mut game = free_game(&[
        ("A1", Rank::Flag),
        ("E4", Rank::Marshal),
        ("E7", Rank::Flag),
        ("D7", Rank::Bomb),
        ("F7", Rank::Bomb),
        ("J10", Rank::Scout),
    ]);
    for mv in ["E4-E5", "J10-J9", "E5-E6", "J9-J10"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let mut bot = build_cheating(&"monte-carlo:sprinkle=4".parse().unwrap()).unwrap();
    bot.begin(&start(1));
    let view = game.view(Side::Red);
    assert!(bot.choose(&view, &Budget::OWN).is_err());
    bot.see_everything(game.position());
    let choice = bot.choose(&view, &Budget::OWN).unwrap();
    assert_eq!(choice, Choice::Move("E6-E7".parse().unwrap()));
    assert!(bot.choose(&view, &Budget::OWN).is_err());
}

#[test]
fn wrong_options_say_what_is_expected() {
    for (spec, expected) in [
        ("monte-carlo:playouts=0", "from 1 to 3600000"),
        ("monte-carlo:lookahead=0", "or end"),
        ("monte-carlo:sprinkle=5", "1, 2, 3 or 4"),
        ("monte-carlo:pruning=yes", "on or off"),
        ("monte-carlo:sigma=-1", "from 0"),
        ("monte-carlo:depth=3", "no option 'depth'"),
    ] {
        let message = build(&spec.parse().unwrap()).err().unwrap().to_string();
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn options_shown_to_users_are_the_real_defaults() {
    let written: Vec<String> = OPTIONS
        .iter()
        .map(|option| format!("{}={}", option.key, option.default))
        .filter(|pair| pair != "ms=none")
        .collect();
    let spec = format!("monte-carlo:{}", written.join(","))
        .parse()
        .unwrap();
    let mut options = Options::new(&spec);
    let (settings, is_cheating) = Settings::take(&mut options).unwrap();
    options.finish().unwrap();
    assert!(!is_cheating);
    assert_eq!(settings, Settings::DEFAULT);
    // What pruning would be is not in the settings while it is off.
    let spec = "monte-carlo:pruning=on".parse().unwrap();
    let pruned = Settings::take(&mut Options::new(&spec)).unwrap().0.pruning;
    let shown = |key: &str| OPTIONS.iter().find(|one| one.key == key).unwrap().default;
    let Pruning { sigma, a, warmup } = pruned.unwrap();
    assert_eq!(shown("sigma"), sigma.to_string());
    assert_eq!(shown("a"), a.to_string());
    assert_eq!(shown("warmup"), warmup.to_string());
}
