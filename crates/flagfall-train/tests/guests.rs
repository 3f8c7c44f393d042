//! Guests play in their own turns, and a batch that was saved and loaded goes on with them as if there had been no break.
#![expect(clippy::unwrap_used, reason = "a helper of a test fails with the test")]

use flagfall_core::{Rules, Seed, Variant};
use flagfall_env::{Batch, Options, Player, SetupPool, observation::OBS_BYTES};
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

#[test]
fn what_cannot_be_seated_is_said() {
    let invite = |text| Guests::invite(text, Seed(1)).err().unwrap().to_string();
    assert!(invite("many blind").contains("\"many blind\""));
    assert!(invite("2 nobody").contains("nobody"));

    let mut guests = Guests::invite("7 blind", Seed(1)).unwrap();
    let error = guests.choose(&batch(), &mut [0; GAMES], &mut [0; GAMES]);
    assert_eq!(
        error,
        Err(GuestError::TooMany {
            guests: 7,
            games: GAMES
        })
    );
    let mut guests = Guests::invite("1 blind", Seed(1)).unwrap();
    let error = guests.choose(&batch(), &mut [0; GAMES], &mut [0; 2]);
    assert_eq!(
        error.unwrap_err().to_string(),
        "the buffer of flags has 2 elements instead of 6"
    );
}
