use flagfall_core::{BySide, Game, Rank};

use super::*;
use crate::conformance::{Effort, check};
use crate::placed;
use crate::registry::build;

/// A small random network for each variant.
fn spec(variant: Variant, options: &str) -> String {
    let name = match variant {
        Variant::Classic => "conv",
        Variant::Barrage => "encoder",
    };
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../flagfall-net/tests/data");
    format!("flagfall:net={data}/{name}.f16{options}")
}

fn bot(spec: &str) -> Result<Box<dyn Bot>, SpecError> {
    build(&spec.parse().unwrap())
}

fn start(rules: Rules, side: Side) -> GameStart {
    placed::start(side, rules, 4)
}

/// A classic game with random setups.
fn fresh_game(rng: &mut GameRng) -> Game {
    let setups = BySide::from_fn(|_| Setup::random(Variant::Classic, rng));
    Game::new(Rules::ISF, setups).unwrap()
}

#[test]
fn flagfall_conforms_in_both_variants() {
    for rules in ["isf", "isf,barrage"] {
        let rules: Rules = rules.parse().unwrap();
        for options in [
            ",temperature=1,floor=0",
            ",temperature=0",
            ",mirror=off",
            ",search=20,candidates=3,plies=2",
        ] {
            let spec = spec(rules.variant, options);
            let effort = Effort {
                games: 2,
                max_plies: 200,
                ..Effort::default()
            };
            check(&|| bot(&spec).unwrap(), rules, &effort).unwrap();
        }
    }
}

#[test]
fn the_networks_of_the_program_play_both_variants() {
    for rules in ["isf", "isf,barrage"].map(|rules| rules.parse::<Rules>().unwrap()) {
        let mut bot = bot("flagfall").unwrap();
        bot.begin(&start(rules, Side::Red));
        assert_eq!(bot.setup().unwrap().variant(), rules.variant);
    }
}

#[test]
fn wrong_options_say_what_is_wrong() {
    let says = |spec: &str, expected: &str| {
        let error = bot(spec).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    };
    says("flagfall:net=no-such-file.f16", "cannot read no-such-file");
    says(&spec(Variant::Classic, ",temperature=-1"), "from 0 to 10");
    says(&spec(Variant::Classic, ",temperature=nan"), "from 0 to 10");
    says(&spec(Variant::Classic, ",floor=2"), "from 0 to 1");
    says(&spec(Variant::Classic, ",setups=0"), "from 1 to 1000");
    says(&spec(Variant::Classic, ",setups=1001"), "from 1 to 1000");
    says(&spec(Variant::Classic, ",search=-1"), "from 0 to 100000");
    says(&spec(Variant::Classic, ",candidates=1"), "from 2 to 40");
    says(&spec(Variant::Classic, ",plies=0"), "from 1 to 40");
    says(&spec(Variant::Classic, ",step=101"), "from 0 to 100");
    says(&spec(Variant::Classic, ",depth=2"), "no option 'depth'");
}

#[test]
fn a_network_plays_no_other_variant() {
    let mut bot = bot(&spec(Variant::Barrage, "")).unwrap();
    bot.begin(&start(Rules::ISF, Side::Red));
    let fault = bot.setup().unwrap_err();
    assert!(fault.detail.contains("learned barrage"), "{fault}");
    // It recovers in a game that it can play.
    bot.begin(&start("isf,barrage".parse().unwrap(), Side::Red));
    assert!(bot.setup().is_ok());
}

#[test]
fn of_several_setups_the_most_valued_is_played() {
    for variant in [Variant::Classic, Variant::Barrage] {
        let rules = Rules {
            variant,
            ..Rules::ISF
        };
        let mut evaluator = Evaluator::new(networks::built_in(variant).unwrap());
        let mut rng = Seed(7).rng();
        let enemies: Vec<Setup> = (0..6)
            .map(|_| SetupStats::of(variant).draw(&mut rng))
            .collect();
        // Against enemies that the bot has not seen; the mean over several games, for which the first setups of many are those of few.
        let mut value = |setups: u32| -> f32 {
            let of_seed = |seed| {
                let mut bot = bot(&format!("flagfall:setups={setups}")).unwrap();
                bot.begin(&GameStart {
                    seed: Seed(seed),
                    ..start(rules, Side::Blue)
                });
                bot.setup().unwrap()
            };
            let made: Vec<Setup> = (0..4).map(of_seed).collect();
            let pairs = made
                .iter()
                .flat_map(|setup| enemies.iter().map(move |enemy| (setup, enemy)));
            let values = pairs.map(|(setup, enemy)| value_of(setup, enemy, rules, &mut evaluator));
            values.sum::<f32>() / (made.len() * enemies.len()) as f32
        };
        let values = [1, 4, 16].map(&mut value);
        assert!(values.is_sorted(), "{variant:?} {values:?}");
        assert!(values[0] + 0.05 < values[2], "{variant:?} {values:?}");
    }
}

type Policy = fn(&mut Evaluator, &[u8; OBS_BYTES]) -> Vec<(usize, f32)>;

#[test]
fn with_a_mirror_left_and_right_are_the_same() {
    let network = networks::built_in(Variant::Classic).unwrap();
    let mut evaluator = Evaluator::new(network);
    let game = fresh_game(&mut Seed(3).rng());
    let view = game.view(Side::Red);
    let mut here = [0; OBS_BYTES];
    pack(&view, &Contacts::of(&view), &mut here);
    let there = mirrored(&here);
    let mut difference = |policy: Policy| {
        let there = policy(&mut evaluator, &there);
        policy(&mut evaluator, &here)
            .into_iter()
            .map(|(action, log_prob)| {
                let (_, reflected) = there
                    .iter()
                    .find(|(other, _)| *other == mirrored_action(action))
                    .unwrap();
                (log_prob.exp() - reflected.exp()).abs()
            })
            .fold(0.0_f32, f32::max)
    };
    assert!(difference(policy_of) > 1e-3);
    assert!(difference(policy_of_both_sides) < 1e-5);
}

#[test]
fn improbable_moves_are_not_played() {
    let log_probs = [0.5_f32, 0.3, 0.16, 0.04].map(f32::ln);
    let shares = |temperature, floor| Sampling { temperature, floor }.shares(&log_probs);
    let close = |found: Vec<f64>, expected: [f64; 4]| {
        let all = found.iter().zip(&expected);
        assert!(all.clone().all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
    };
    close(shares(1.0, 0.0), [0.5, 0.3, 0.16, 0.04]);
    close(shares(1.0, 0.1), [0.5 / 0.96, 0.3 / 0.96, 0.16 / 0.96, 0.0]);
    close(shares(0.5, 0.5), [0.25 / 0.34, 0.09 / 0.34, 0.0, 0.0]);
    close(shares(0.0, 0.1), [1.0, 0.0, 0.0, 0.0]);
    close(shares(1.0, 1.0), [1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn explanations_tell_policy_belief_and_value() {
    let mut rng = Seed(8).rng();
    let mut game = fresh_game(&mut rng);
    for _ in 0..41 {
        let mv = game.position().random_move(&mut rng).unwrap();
        game.play(mv).unwrap();
    }
    let side = game.position().to_move();
    assert_eq!(side, Side::Blue, "the side for which the board is turned");
    let view = game.view(side);
    let mut bot = bot(&spec(Variant::Classic, ",temperature=0")).unwrap();
    bot.begin(&start(Rules::ISF, side));
    assert_eq!(bot.explain(), None);
    let choice = bot.choose(&view, &Budget::OWN).unwrap();
    let explanation = bot.explain().unwrap();

    assert_eq!(Choice::Move(explanation.moves[0].mv), choice);
    assert_eq!(explanation.moves.len(), view.legal_moves().len());
    assert!(
        explanation
            .moves
            .iter()
            .all(|entry| view.check(entry.mv).is_ok())
    );
    let sum: f64 = explanation.moves.iter().map(|entry| entry.value).sum();
    assert!((sum - 1.0).abs() < 1e-4);
    assert!(explanation.value.unwrap().abs() <= 1.0);

    let hidden: Vec<_> = view.hidden_pieces(!side).map(|(_, piece)| piece).collect();
    assert_eq!(explanation.enemy.len(), hidden.len());
    for (belief, piece) in explanation.enemy.iter().zip(&hidden) {
        assert_eq!(belief.piece, piece.id);
        assert!((belief.ranks.0.iter().sum::<f64>() - 1.0).abs() < 1e-4);
        for rank in Rank::ALL {
            let is_possible = view.possible_ranks(piece).contains(rank);
            assert!(is_possible || belief.ranks[rank] < 1e-4, "{piece:?} {rank}");
        }
    }
}

#[test]
fn a_search_is_part_of_the_explanation() {
    let game = fresh_game(&mut Seed(8).rng());
    let view = game.view(Side::Red);
    let explained = |options: &str| {
        let mut bot = bot(&spec(Variant::Classic, options)).unwrap();
        bot.begin(&start(Rules::ISF, Side::Red));
        bot.choose(&view, &Budget::OWN).unwrap();
        bot.explain().unwrap()
    };
    let plain = explained(",temperature=1");
    let searched = explained(",temperature=1,search=100,candidates=3");
    assert_eq!(searched.value, plain.value, "the network's own value");
    assert_eq!(searched.enemy, plain.enemy);
    assert_eq!(searched.columns, ["policy", "played", "gain"]);
    let tried: Vec<_> = searched
        .moves
        .iter()
        .filter(|entry| entry.parts[2] != 0.0)
        .collect();
    assert_eq!(tried.len(), 3);
    let played: f64 = tried.iter().map(|entry| entry.parts[1]).sum();
    assert!((played - 1.0).abs() < 1e-6, "only moves that were tried");
    let gains: f64 = tried.iter().map(|entry| entry.parts[2]).sum();
    assert!(gains.abs() < 1e-6, "gains are over the mean");
}

#[test]
fn a_search_ends_with_its_budget() {
    let game = fresh_game(&mut Seed(8).rng());
    let view = game.view(Side::Red);
    let has_searched = |budget: Budget| {
        let options = ",search=100000,candidates=3,temperature=1";
        let mut bot = bot(&spec(Variant::Classic, options)).unwrap();
        bot.begin(&start(Rules::ISF, Side::Red));
        bot.choose(&view, &budget).unwrap();
        bot.explain().unwrap().columns.len() == 3
    };
    let nodes = |nodes| Budget {
        nodes: Some(nodes),
        ..Budget::OWN
    };
    assert!(has_searched(nodes(100)));
    assert!(!has_searched(nodes(2)), "not enough for one rotation");
    let stop = crate::stop::Stop::new();
    stop.raise();
    let stopped = Budget {
        stop,
        ..Budget::OWN
    };
    assert!(!has_searched(stopped));
    let late = Budget {
        time: Some(std::time::Duration::ZERO),
        ..Budget::OWN
    };
    assert!(!has_searched(late));
}
