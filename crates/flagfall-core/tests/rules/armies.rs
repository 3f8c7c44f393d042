//! Chapter 2: armies and start.

use flagfall_core::{
    ByRank, BySide, Game, Position, PositionProblem, Rank, Rules, Seed, Setup, SetupError, Side,
    Variant,
};

use crate::support::{all_moves, blue_first, game, placement, rules, sq};

fn army(counts: &[(Rank, u8)]) -> ByRank<u8> {
    let mut army = ByRank::default();
    for &(rank, count) in counts {
        army[rank] = count;
    }
    army
}

fn random_setups(variant: Variant) -> BySide<Setup> {
    let mut rng = Seed(21).rng();
    BySide::from_fn(|_| Setup::random(variant, &mut rng))
}

// Rule 2.1.
#[test]
fn a_classic_army_has_forty_pieces() {
    let classic = army(&[
        (Rank::Marshal, 1),
        (Rank::General, 1),
        (Rank::Colonel, 2),
        (Rank::Major, 3),
        (Rank::Captain, 4),
        (Rank::Lieutenant, 4),
        (Rank::Sergeant, 4),
        (Rank::Miner, 5),
        (Rank::Scout, 8),
        (Rank::Spy, 1),
        (Rank::Bomb, 6),
        (Rank::Flag, 1),
    ]);
    assert_eq!(Variant::Classic.army(), classic);
    assert_eq!(classic.total(), 40);
    assert_eq!(Variant::Classic.army_size(), 40);
}

// Rule 2.2.
#[test]
fn a_barrage_army_has_eight_pieces_on_the_same_forty_squares() {
    let barrage = army(&[
        (Rank::Marshal, 1),
        (Rank::General, 1),
        (Rank::Miner, 1),
        (Rank::Scout, 2),
        (Rank::Spy, 1),
        (Rank::Bomb, 1),
        (Rank::Flag, 1),
    ]);
    assert_eq!(Variant::Barrage.army(), barrage);
    assert_eq!(Variant::Barrage.army_size(), 8);
    let setup = random_setups(Variant::Barrage)[Side::Red];
    assert_eq!(setup.places().len(), 40);
    assert_eq!(setup.pieces(Side::Red).count(), 8);
}

// Rules 2.1, 2.2.
#[test]
fn a_setup_has_exactly_the_army_of_its_variant() {
    let mut places = *random_setups(Variant::Barrage)[Side::Red].places();
    assert!(matches!(
        Setup::new(Variant::Classic, places),
        Err(SetupError::WrongCounts { .. })
    ));
    let bomb = places.iter().position(|&rank| rank == Some(Rank::Bomb));
    places[bomb.unwrap()] = None;
    assert!(matches!(
        Setup::new(Variant::Barrage, places),
        Err(SetupError::WrongCounts { .. })
    ));
}

// Rule 2.3.
#[test]
fn red_sets_up_on_rows_1_to_4_and_blue_on_rows_7_to_10_and_red_moves_first() {
    for variant in [Variant::Classic, Variant::Barrage] {
        let rules = Rules {
            variant,
            ..Rules::ISF
        };
        let position = Position::from_setups(rules, &random_setups(variant)).unwrap();
        assert_eq!(position.to_move(), Side::Red);
        for (side, rows) in [(Side::Red, 0..4), (Side::Blue, 6..10)] {
            let pieces: Vec<_> = position.pieces(side).collect();
            assert_eq!(pieces.len(), variant.army_size());
            assert!(
                pieces
                    .iter()
                    .all(|(square, _)| rows.contains(&square.row()))
            );
        }
    }
    let mixed = Position::from_setups(rules("isf,barrage"), &random_setups(Variant::Classic));
    assert_eq!(
        mixed.unwrap_err().to_string(),
        "red's setup is a classic army in a barrage game"
    );
}

// Rule 2.3.
#[test]
fn neither_side_sees_the_ranks_of_the_other_at_the_start() {
    let game = Game::new(Rules::ISF, random_setups(Variant::Classic)).unwrap();
    for viewer in Side::ALL {
        let view = game.view(viewer);
        assert!(view.pieces(viewer).all(|(_, piece)| piece.rank.is_some()));
        assert!(view.pieces(!viewer).all(|(_, piece)| piece.rank.is_none()));
    }
}

// Rule 2.4.
#[test]
fn a_free_position_may_have_any_land_squares_and_either_side_to_move() {
    let game = blue_first("isf", "A10:r6 E5:r2 A1:b6 F6:b3", "");
    assert_eq!(game.position().to_move(), Side::Blue);
    assert_eq!(game.result(), None, "a side may lack a flag");
    assert_eq!(
        all_moves(&game),
        ["A1-A2", "A1-B1", "F6-E6", "F6-F5", "F6-F7"]
    );
}

// Rule 2.4.
#[test]
fn a_free_position_has_no_more_of_a_rank_than_the_army() {
    let builder = placement("isf,barrage", "A1:rB A2:rB A3:r6 J10:bF");
    let too_many = |rank, found, allowed| PositionProblem::TooMany {
        side: Side::Red,
        rank,
        found,
        allowed,
    };
    assert_eq!(
        builder.build().unwrap_err().0,
        [too_many(Rank::Captain, 1, 0), too_many(Rank::Bomb, 2, 1)]
    );
}

// Rule 2.4.
#[test]
fn both_sides_know_which_ranks_a_free_position_has_but_not_where() {
    let game = game("isf", "A1:rF A2:rB A3:rX J10:bF J9:b6 J8:b2", "");
    for viewer in Side::ALL {
        let view = game.view(viewer);
        let known = army(&[(Rank::Flag, 1), (Rank::Captain, 1), (Rank::Scout, 1)]);
        assert_eq!(*view.hidden_counts(Side::Blue), known);
        assert_eq!(view.captured(Side::Blue).count(), 0);
    }
    let piece = game.position().piece_at(sq("A3")).unwrap();
    assert!(!piece.has_moved && !piece.is_revealed);
    assert_eq!(game.view(Side::Blue).piece_at(sq("A3")).unwrap().rank, None);
}
