//! Chapter 4: battles.

use flagfall_core::notation::rank_letter;
use flagfall_core::{BattleOutcome, Game, Outcome, PieceId, Rank, Side, Termination};

use crate::support::{game, sq};

const MOBILE: [Rank; 10] = [
    Rank::Spy,
    Rank::Scout,
    Rank::Miner,
    Rank::Sergeant,
    Rank::Lieutenant,
    Rank::Captain,
    Rank::Major,
    Rank::Colonel,
    Rank::General,
    Rank::Marshal,
];

/// Red's piece on E5 has attacked blue's on E6; both sides have another piece that can move.
fn battle(attacker: Rank, defender: Rank) -> Game {
    let [attack, defense] = [attacker, defender].map(rank_letter);
    let other = if attacker == Rank::Miner || defender == Rank::Miner {
        '4'
    } else {
        '3'
    };
    let flag = if defender == Rank::Flag { "" } else { "J10:bF" };
    let pieces = format!("E5:r{attack} E6:b{defense} A1:rF A2:r{other} {flag} J9:b{other}");
    game("isf", &pieces, "E5-E6")
}

/// Who stands on the attacked square after the battle. The attacker's own square is always empty.
fn survivor(game: &Game) -> Option<Side> {
    assert_eq!(game.position().piece_at(sq("E5")), None);
    game.position().piece_at(sq("E6")).map(|piece| piece.side)
}

fn captured(game: &Game, side: Side) -> Vec<Rank> {
    game.position()
        .captured(side)
        .filter_map(|piece| piece.rank)
        .collect()
}

// Rule 4.1.
#[test]
fn the_higher_rank_wins() {
    for (index, &low) in MOBILE.iter().enumerate() {
        for &high in &MOBILE[index + 1..] {
            let won = battle(high, low);
            assert_eq!(survivor(&won), Some(Side::Red), "{high} attacks {low}");
            assert_eq!(captured(&won, Side::Blue), [low]);
            assert_eq!(captured(&won, Side::Red), []);
            if (low, high) != (Rank::Spy, Rank::Marshal) {
                let lost = battle(low, high);
                assert_eq!(survivor(&lost), Some(Side::Blue), "{low} attacks {high}");
                assert_eq!(captured(&lost, Side::Red), [low]);
                assert_eq!(captured(&lost, Side::Blue), []);
            }
        }
    }
}

// Rule 4.2.
#[test]
fn equal_ranks_both_fall() {
    for rank in MOBILE {
        let game = battle(rank, rank);
        assert_eq!(survivor(&game), None, "{rank}");
        assert_eq!(captured(&game, Side::Red), [rank]);
        assert_eq!(captured(&game, Side::Blue), [rank]);
    }
}

// Rule 4.3.
#[test]
fn the_spy_wins_when_it_attacks_the_marshal_and_only_then() {
    assert_eq!(survivor(&battle(Rank::Spy, Rank::Marshal)), Some(Side::Red));
    assert_eq!(survivor(&battle(Rank::Marshal, Rank::Spy)), Some(Side::Red));
    assert_eq!(
        survivor(&battle(Rank::Spy, Rank::General)),
        Some(Side::Blue)
    );
}

// Rule 4.4.
#[test]
fn a_bomb_beats_every_attacker_but_the_miner_and_stays() {
    for rank in MOBILE {
        let game = battle(rank, Rank::Bomb);
        let expected = if rank == Rank::Miner {
            Side::Red
        } else {
            Side::Blue
        };
        assert_eq!(survivor(&game), Some(expected), "{rank} attacks a bomb");
    }
}

// Rule 4.5.
#[test]
fn every_attacker_takes_the_flag() {
    for rank in MOBILE {
        let game = battle(rank, Rank::Flag);
        assert_eq!(survivor(&game), Some(Side::Red), "{rank}");
        let result = game.result().unwrap();
        assert_eq!(result.outcome, Outcome::Win(Side::Red));
        assert_eq!(result.reason, Termination::FlagCaptured);
    }
}

// Rule 4.6.
#[test]
fn a_winning_attacker_takes_the_square_and_a_winning_defender_stays() {
    let won = battle(Rank::General, Rank::Colonel);
    let piece = won.position().piece_at(sq("E6")).unwrap();
    assert_eq!(piece.id.start(), sq("E5"));
    assert!(piece.has_moved);
    let lost = battle(Rank::Colonel, Rank::General);
    let piece = lost.position().piece_at(sq("E6")).unwrap();
    assert_eq!(piece.id.start(), sq("E6"));
    assert!(!piece.has_moved, "being attacked is not moving");
}

// Rule 4.7.
#[test]
fn both_ranks_become_known_and_a_survivor_stays_known() {
    for (attacker, defender, outcome) in [
        (Rank::Major, Rank::Captain, BattleOutcome::AttackerWins),
        (Rank::Captain, Rank::Major, BattleOutcome::DefenderWins),
        (Rank::Captain, Rank::Captain, BattleOutcome::BothFall),
    ] {
        let game = battle(attacker, defender);
        assert_eq!(game.history()[0].battle.unwrap().outcome(), outcome);
        for viewer in Side::ALL {
            let view = game.view(viewer);
            for (start, rank) in [("E5", attacker), ("E6", defender)] {
                let id = PieceId::started_on(sq(start));
                let piece = view.piece(id).unwrap();
                assert_eq!((piece.rank, piece.is_revealed), (Some(rank), true));
            }
        }
    }
}
