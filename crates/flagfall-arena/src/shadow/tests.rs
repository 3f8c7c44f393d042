use flagfall_core::Seed;

use super::*;

fn setups(seed: u64) -> BySide<Setup> {
    let mut rng = Seed(seed).rng();
    BySide::from_fn(|_| Setup::random(Variant::Classic, &mut rng))
}

/// Plays a random game and follows it from one side. Returns the number of its plies.
fn follow(rules: Rules, seed: u64, side: Side) -> usize {
    let setups = setups(seed);
    let mut game = Game::new(rules, setups).unwrap();
    let mut shadow = ShadowGame::new(rules, side, setups[side]).unwrap();
    let mut rng = Seed(seed).derive(1).rng();
    while game.result().is_none() {
        let mover = game.position().to_move();
        if mover == side {
            assert_eq!(
                shadow.view(),
                game.view(side),
                "ply {}",
                game.history().len()
            );
        }
        let mv = game.view(mover).random_move(&mut rng).unwrap();
        let event = game.play(mv).unwrap();
        let ranks = event
            .battle
            .map(|battle| (battle.attacker_rank, battle.defender_rank));
        assert_eq!(shadow.record(mv, ranks), Ok(event));
    }
    game.history().len()
}

#[test]
fn the_view_of_a_client_is_the_view_of_the_true_game_over_whole_games() {
    let mut plies = 0;
    for rules in ["free,max_plies=3000", "isf,max_plies=3000"] {
        for seed in 0..40 {
            for side in Side::ALL {
                plies += follow(rules.parse().unwrap(), seed, side);
            }
        }
    }
    assert!(plies > 80_000, "{plies} plies are too few to mean anything");
}

#[test]
fn places_are_the_inverse_of_squares() {
    for side in Side::ALL {
        for place in 0..SETUP_SQUARES {
            assert_eq!(place_of(side, Setup::square(side, place)), place);
        }
    }
}

/// Red's knowledge at the start and a quiet move of each side that is possible in any setup with these ranks in front.
fn shadow() -> ShadowGame {
    let mut places = [None; SETUP_SQUARES];
    for (place, rank) in places.iter_mut().zip(Variant::Classic.pieces()) {
        *place = Some(rank);
    }
    // The eight scouts from the front row's left, so that A4 and B4 are scouts.
    places.swap(39, 2);
    places.swap(38, 3);
    let own = Setup::new(Variant::Classic, places).unwrap();
    ShadowGame::new("free".parse().unwrap(), Side::Red, own).unwrap()
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

#[test]
fn what_cannot_be_true_is_refused_and_not_a_panic() {
    let refused = |text: &str, battle| shadow().record(mv(text), battle).unwrap_err();
    assert!(matches!(
        refused("A5-A6", None),
        Contradiction::Move(IllegalMove::NoPiece(_))
    ));
    assert!(matches!(
        refused("A7-A6", None),
        Contradiction::Move(IllegalMove::NotYourPiece(..))
    ));
    assert!(matches!(
        refused("J1-J2", None),
        Contradiction::MissingBattle(_)
    ));
    assert!(matches!(
        refused("A4-A5", Some((Rank::Scout, Rank::Spy))),
        Contradiction::NeedlessBattle(_)
    ));
    assert_eq!(
        refused("A4-A7", Some((Rank::Miner, Rank::Spy))).to_string(),
        "the piece from A4 was a scout and is now told to be a miner"
    );
}

#[test]
fn an_army_with_too_many_of_a_rank_is_refused() {
    let mut shadow = shadow();
    shadow
        .record(mv("A4-A7"), Some((Rank::Scout, Rank::Marshal)))
        .unwrap();
    shadow.record(mv("B7-B6"), None).unwrap();
    assert_eq!(
        shadow.record(mv("B4-B6"), Some((Rank::Scout, Rank::Marshal))),
        Err(Contradiction::NoArmy)
    );
}

#[test]
fn a_known_piece_keeps_its_rank() {
    let mut shadow = shadow();
    shadow
        .record(mv("A4-A7"), Some((Rank::Scout, Rank::Miner)))
        .unwrap();
    shadow.record(mv("A7-A6"), None).unwrap();
    assert_eq!(
        shadow.record(mv("A3-A4"), None).map(|event| event.mv),
        Ok(mv("A3-A4"))
    );
    assert!(matches!(
        shadow.record(mv("A6-A4"), Some((Rank::Scout, Rank::Spy))),
        Err(Contradiction::Rank {
            before: Rank::Miner,
            now: Rank::Scout,
            ..
        })
    ));
}
