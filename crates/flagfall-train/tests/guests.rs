//! Guests play in their own turns, and a batch that was saved and loaded goes on with them as if there had been no break.
#![expect(clippy::unwrap_used, reason = "a helper of a test fails with the test")]

use flagfall_bots::{build, setup_by};
use flagfall_core::{Rules, Seed, Setup, Side, Start, Variant};
use flagfall_env::{
    Batch, BatchError, Options, Player, SetupPool, guest_side, observation::OBS_BYTES,
};
use flagfall_train::{GuestError, Guests};

const GAMES: usize = 6;
const GUESTS: &str = "2 monte-carlo:playouts=40\n1 blind\n1 invincible\n";

fn batch() -> Batch {
    let rules = Rules {
        max_plies: Some(80),
        ..Rules::ISF
    };
    let options = Options {
        n_games: GAMES,
        rules,
        auto_reset: true,
        paired: false,
        seed: Seed(4),
    };
    Batch::new(options, SetupPool::uniform(Variant::Classic)).unwrap()
}

/// Plays some plies; returns the actions of all games in all of them.
fn play(batch: &mut Batch, guests: &mut Guests, plies: usize) -> Vec<[i16; GAMES]> {
    let mut obs = vec![0; GAMES * OBS_BYTES];
    let mut outcomes = [0; GAMES];
    let mut theirs = [0; GAMES];
    let mut played = Vec::new();
    for _ in 0..plies {
        let mut actions = [0; GAMES];
        batch.player_actions(Player::Random, &mut actions).unwrap();
        guests.choose(batch, &mut actions, &mut theirs).unwrap();
        assert_eq!(theirs[4..], [0, 0], "two games have no guest");
        batch.step(&actions, &mut obs, &mut outcomes).unwrap();
        played.push(actions);
    }
    played
}

#[test]
fn a_loaded_batch_goes_on_as_if_there_had_been_no_break() {
    let (mut whole, mut guests) = (batch(), Guests::invite(GUESTS, Seed(9)).unwrap());
    let before = play(&mut whole, &mut guests, 130);
    assert!(whole.stats().games > 0, "some games have ended by then");
    let saved = whole.save();
    let unbroken = play(&mut whole, &mut guests, 60);

    let mut loaded = batch();
    loaded.load(&saved).unwrap();
    let mut newcomers = Guests::invite(GUESTS, Seed(9)).unwrap();
    assert_eq!(play(&mut loaded, &mut newcomers, 60), unbroken);

    let mut others = Guests::invite(GUESTS, Seed(10)).unwrap();
    assert_ne!(
        play(&mut batch(), &mut others, 130),
        before,
        "the seed matters"
    );
}

/// The one setup that vicki plays.
fn setup_of_vicki(rules: Rules) -> Setup {
    let mut vicki = build(&"vicki:setup=fixed".parse().unwrap()).unwrap();
    setup_by(&mut *vicki, rules, Seed(1), "nobody").unwrap()
}

#[test]
fn a_guest_with_its_own_setups_plays_them_on_its_side_only() {
    let (mut batch, mut guests) = (
        batch(),
        Guests::invite("2 vicki:setup=fixed", Seed(9)).unwrap(),
    );
    let own = setup_of_vicki(batch.options().rules);
    guests.bring_setups(&mut batch).unwrap();
    for round in 0..5 {
        for index in 0..GAMES {
            let (game, serial) = (batch.game(index).unwrap(), batch.serial(index).unwrap());
            assert_eq!(serial > 0, round > 0, "the first game is over by then");
            let Start::Setups(setups) = game.start() else {
                panic!("games of a batch start from setups");
            };
            for side in Side::ALL {
                let is_own = [own, own.mirrored()].contains(&setups[side]);
                assert_eq!(is_own, index < 2 && side == guest_side(index, serial));
            }
        }
        play(&mut batch, &mut guests, 80);
    }
}

#[test]
fn a_game_under_way_keeps_its_setups_when_a_guest_comes() {
    let (mut batch, mut guests) = (
        batch(),
        Guests::invite("2 vicki:setup=fixed", Seed(9)).unwrap(),
    );
    play(&mut batch, &mut guests, 10);
    let before = batch.game(0).unwrap().clone();
    guests.bring_setups(&mut batch).unwrap();
    let after = batch.game(0).unwrap();
    assert_eq!(after.start(), before.start());
    assert_eq!(after.history(), before.history());
}

#[test]
fn what_cannot_be_seated_is_said() {
    let invite = |text| Guests::invite(text, Seed(1)).err().unwrap().to_string();
    assert!(invite("many blind").contains("\"many blind\""));
    assert!(invite("2 nobody").contains("nobody"));

    let mut guests = Guests::invite("7 blind", Seed(1)).unwrap();
    let error = guests.choose(&batch(), &mut [0; GAMES], &mut [0; GAMES]);
    assert_eq!(
        error,
        Err(GuestError::Seat(BatchError::TooManyGuests {
            guests: 7,
            games: GAMES
        }))
    );
    let error = guests.bring_setups(&mut batch()).unwrap_err();
    assert_eq!(error.to_string(), "7 guests have no room in 6 games");
    let mut guests = Guests::invite("1 blind", Seed(1)).unwrap();
    let error = guests.choose(&batch(), &mut [0; GAMES], &mut [0; 2]);
    assert_eq!(
        error.unwrap_err().to_string(),
        "the buffer of flags has 2 elements instead of 6"
    );
}
