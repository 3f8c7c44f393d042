//! A batch as its users see it.

use flagfall_core::{Rules, Seed, Variant};
use flagfall_env::action::N_ACTIONS;
use flagfall_env::observation::{OBS_BYTES, legal_actions};
use flagfall_env::{Batch, BatchError, LoadError, NO_ACTION, Options, Player, SetupPool, Stats};

fn options(variant: Variant, n_games: usize) -> Options {
    let rules = Rules {
        variant,
        max_quiet: Some(100),
        max_plies: Some(400),
        ..Rules::default()
    };
    Options {
        n_games,
        rules,
        auto_reset: true,
        paired: false,
        seed: Seed(9),
    }
}

fn batch(options: Options) -> Batch {
    Batch::new(options, SetupPool::uniform(options.rules.variant)).expect("the options are good")
}

/// Plays with a built-in player; returns the last observations and all outcomes.
fn play(batch: &mut Batch, player: Player, plies: usize) -> (Vec<u8>, Vec<u8>) {
    let n = batch.options().n_games;
    let mut obs = vec![0; n * OBS_BYTES];
    let (mut outcomes, mut all) = (vec![0; n], Vec::new());
    let mut actions = vec![0; n];
    for _ in 0..plies {
        batch
            .player_actions(player, &mut actions)
            .expect("the buffer fits");
        batch
            .step(&actions, &mut obs, &mut outcomes)
            .expect("players make legal moves");
        all.extend_from_slice(&outcomes);
    }
    (obs, all)
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let mut batch = batch(options(Variant::Barrage, 100));
            let played = play(&mut batch, Player::Random, 200);
            (played, *batch.stats())
        })
    };
    let (one, stats) = run(1);
    assert_eq!((one, stats), run(3));
    assert!(stats.games > 50, "{stats:?}");
    assert_eq!(stats.plies, 20_000);
    assert_eq!(stats.games, stats.wins_red + stats.wins_blue + stats.draws);
    let ends = [
        stats.end_flag,
        stats.end_no_moves,
        stats.end_stuck,
        stats.end_quiet,
        stats.end_plies,
    ];
    assert_eq!(stats.games, ends.iter().sum::<u64>());
}

#[test]
fn a_saved_batch_goes_on_as_if_there_had_been_no_break() {
    for variant in [Variant::Classic, Variant::Barrage] {
        let mut whole = batch(options(variant, 20));
        play(&mut whole, Player::Heuristic, 150);
        let saved = whole.save();
        let mut resumed = batch(options(variant, 20));
        resumed.load(&saved).unwrap();
        assert_eq!(resumed.save(), saved);
        assert_eq!(
            play(&mut whole, Player::Heuristic, 150),
            play(&mut resumed, Player::Heuristic, 150)
        );
        assert_eq!(whole.stats(), resumed.stats());
    }
}

#[test]
fn damaged_states_are_refused_and_change_nothing() {
    let mut some = batch(options(Variant::Barrage, 4));
    play(&mut some, Player::Random, 30);
    let saved = some.save();
    let mut other = batch(options(Variant::Barrage, 4));
    let before = other.save();
    assert_eq!(other.load(b"no batch"), Err(LoadError::NotABatch));
    assert_eq!(
        other.load(&saved[..saved.len() - 1]),
        Err(LoadError::WrongLength)
    );
    let mut broken = saved.clone();
    *broken.last_mut().unwrap() = 42;
    assert_eq!(other.load(&broken), Err(LoadError::BadGame(3)));
    assert_eq!(other.save(), before);
    let wrong = batch(options(Variant::Barrage, 5)).load(&saved);
    assert_eq!(
        wrong,
        Err(LoadError::WrongGames {
            found: 4,
            expected: 5
        })
    );
}

#[test]
fn the_mask_of_an_observation_holds_just_the_actions_that_can_be_played() {
    let one = options(Variant::Barrage, 1);
    let mut start = batch(one);
    let (obs, _) = play(&mut start, Player::Random, 3);
    let legal: Vec<usize> = legal_actions(&obs).collect();
    assert!(!legal.is_empty());
    for action in 0..N_ACTIONS {
        let mut copy = start.clone();
        let played = copy.step(&[action as i16], &mut vec![0; OBS_BYTES], &mut [0]);
        assert_eq!(
            played.is_ok(),
            legal.contains(&action),
            "action {action}: {played:?}"
        );
    }
}

#[test]
fn a_game_without_an_action_is_left_as_it_is() {
    let mut two = batch(options(Variant::Classic, 2));
    let before = two.game(1).cloned();
    let (mut obs, mut actions) = (vec![0; 2 * OBS_BYTES], [0; 2]);
    two.player_actions(Player::Random, &mut actions).unwrap();
    actions[1] = NO_ACTION;
    let mut outcomes = [9; 2];
    two.step(&actions, &mut obs, &mut outcomes).unwrap();
    assert_eq!((outcomes, two.stats().plies), ([0; 2], 1));
    assert_eq!(two.game(0).map(|game| game.history().len()), Some(1));
    assert_eq!(two.game(1).cloned(), before);
    assert_eq!((two.serial(1), two.serial(2)), (Some(0), None));
}

#[test]
fn wrong_calls_are_refused_with_a_reason() {
    let mut two = batch(options(Variant::Classic, 2));
    let mut obs = vec![0; 2 * OBS_BYTES];
    let error = two.step(&[0], &mut obs, &mut [0; 2]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the buffer of actions has 1 elements instead of 2"
    );
    let error = two.step(&[-1, 0], &mut obs, &mut [0; 2]).unwrap_err();
    assert!(
        matches!(
            error,
            BatchError::BadAction {
                game: 0,
                action: -1,
                ..
            }
        ),
        "{error}"
    );
    assert!(
        Batch::new(
            options(Variant::Classic, 0),
            SetupPool::uniform(Variant::Classic)
        )
        .is_err()
    );
    assert!(
        Batch::new(
            options(Variant::Classic, 1),
            SetupPool::uniform(Variant::Barrage)
        )
        .is_err()
    );
}

#[test]
fn pairs_begin_alike_and_finished_games_stay_finished() {
    let options = Options {
        auto_reset: false,
        paired: true,
        ..options(Variant::Barrage, 8)
    };
    let mut batch = batch(options);
    let mut obs = vec![0; 8 * OBS_BYTES];
    batch.observe(&mut obs).unwrap();
    for pair in obs.chunks_exact(2 * OBS_BYTES) {
        assert_eq!(pair[..OBS_BYTES], pair[OBS_BYTES..]);
    }
    assert_ne!(obs[..OBS_BYTES], obs[2 * OBS_BYTES..3 * OBS_BYTES]);
    let (obs, outcomes) = play(&mut batch, Player::Random, 400);
    assert!(obs.iter().all(|&byte| byte == 0));
    assert_eq!(outcomes.iter().filter(|&&outcome| outcome > 0).count(), 8);
    let mut running = [1; 8];
    batch.running(&mut running).unwrap();
    assert_eq!(running, [0; 8]);
}

#[test]
fn the_truth_names_each_hidden_enemy_piece() {
    let mut batch = batch(options(Variant::Classic, 3));
    let (obs, _) = play(&mut batch, Player::Heuristic, 60);
    let mut truth = vec![0; 300];
    batch.training_truth(&mut truth).unwrap();
    for (obs, truth) in obs.chunks_exact(OBS_BYTES).zip(truth.chunks_exact(100)) {
        for square in 0..100 {
            assert_eq!(obs[square] == 26, truth[square] < 12);
        }
    }
}

#[test]
fn the_heuristic_beats_random_play() {
    let rules = Rules {
        max_quiet: Some(100),
        max_plies: Some(3000),
        ..Rules::default()
    };
    let options = Options {
        n_games: 60,
        rules,
        auto_reset: false,
        paired: true,
        seed: Seed(3),
    };
    let mut batch = batch(options);
    let mut obs = vec![0; 60 * OBS_BYTES];
    let (mut random, mut heuristic, mut outcomes) = (vec![0; 60], vec![0; 60], vec![0; 60]);
    let mut score = 0.0;
    for ply in 0..3000 {
        batch.player_actions(Player::Random, &mut random).unwrap();
        batch
            .player_actions(Player::Heuristic, &mut heuristic)
            .unwrap();
        // The heuristic is red in even games.
        let is_heuristic = |game: usize| game % 2 == ply % 2;
        let actions: Vec<i16> = (0..60)
            .map(|game| {
                if is_heuristic(game) {
                    heuristic[game]
                } else {
                    random[game]
                }
            })
            .collect();
        batch.step(&actions, &mut obs, &mut outcomes).unwrap();
        for (game, &outcome) in outcomes.iter().enumerate() {
            score += match (outcome, is_heuristic(game)) {
                (1, true) | (3, false) => 1.0,
                (2, _) => 0.5,
                _ => 0.0,
            };
        }
    }
    assert_eq!(batch.stats().games, 60);
    // Random setups leave many flags in the open, where random play finds them too.
    assert!(score / 60.0 > 0.85, "{score} of 60");
}

#[test]
fn counts_survive_the_way_through_an_array() {
    let counts = std::array::from_fn(|index| index as u64 + 1);
    assert_eq!(Stats::from_array(counts).to_array(), counts);
}
