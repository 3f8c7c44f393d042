use flagfall_core::Seed;
use flagfall_core::notation::parse_readable_setup;

use super::*;

const SETUP: &str = "X988777666 6555544443 3333222222 22SBBBBBBF";

#[test]
fn the_shipped_statistics_are_whole() {
    for variant in [Variant::Classic, Variant::Barrage] {
        let stats = SetupStats::of(variant);
        let army = variant.army();
        assert_eq!(stats.variant(), variant);
        for rank in Rank::ALL {
            let sum: f64 = (0..SETUP_SQUARES).map(|at| stats.share(at, rank)).sum();
            assert!((sum - f64::from(army[rank])).abs() < 1e-3, "{rank}: {sum}");
        }
    }
}

#[test]
fn statistics_survive_being_written() {
    let setup = parse_readable_setup(SETUP).unwrap();
    let stats = SetupStats::count(&[setup], Mirroring::Off).unwrap();
    let again = SetupStats::from_json(&stats.to_json()).unwrap();
    assert_eq!(again.to_json(), stats.to_json());
    assert!(SetupStats::from_json("{}").is_err());
}

#[test]
fn equal_setups_count_once() {
    let setup = parse_readable_setup(SETUP).unwrap();
    let other = Setup::random(Variant::Classic, &mut Seed(1).rng());
    let once = SetupStats::count(&[setup, other], Mirroring::Off).unwrap();
    let often = SetupStats::count(&[setup, setup, setup, other], Mirroring::Off).unwrap();
    assert_eq!(once, often);
    assert_eq!(once.setups(), 2);
}

#[test]
fn mirroring_makes_left_and_right_alike() {
    let setup = parse_readable_setup(SETUP).unwrap();
    let stats = SetupStats::count(&[setup], Mirroring::On).unwrap();
    for place in 0..SETUP_SQUARES {
        let mirrored = place / 10 * 10 + 9 - place % 10;
        for rank in Rank::ALL {
            assert_eq!(stats.share(place, rank), stats.share(mirrored, rank));
        }
    }
}

#[test]
fn a_factor_is_observed_over_expected() {
    let setup = parse_readable_setup(SETUP).unwrap();
    let stats = SetupStats::count(&[setup], Mirroring::Off).unwrap();
    // The flag has one neighbor at its side, a bomb; 6 of the 39 other pieces are bombs.
    let expected = 6.0 / 39.0;
    let factor = stats.factor(Relation::NextTo, Rank::Flag, Rank::Bomb);
    assert!((factor - 1.0 / expected).abs() < 1e-12);
    // Nothing stands behind the flag, so nothing was expected.
    assert_eq!(stats.factor(Relation::Behind, Rank::Flag, Rank::Bomb), 0.0);
}

#[test]
fn shuffled_setups_have_factors_near_one() {
    let mut rng = Seed(2).rng();
    let setups: Vec<Setup> = (0..20_000)
        .map(|_| Setup::random(Variant::Classic, &mut rng))
        .collect();
    let stats = SetupStats::count(&setups, Mirroring::Off).unwrap();
    for relation in Relation::ALL {
        for given in [Rank::Scout, Rank::Bomb, Rank::Miner] {
            let factor = stats.factor(relation, given, Rank::Captain);
            assert!((factor - 1.0).abs() < 0.05, "{relation:?} {given} {factor}");
        }
    }
}

/// Section 4.3.2 orders by hand: flag, bombs, marshal, general, spy, then the lower pieces. The statistics name the same
/// five first.
#[test]
fn flag_bombs_spy_and_the_highest_are_placed_first() {
    let order = SetupStats::of(Variant::Classic).placing_order();
    assert_eq!(order.len(), 12);
    assert_eq!(order[0], Rank::Flag);
    for rank in [Rank::Bomb, Rank::Marshal, Rank::General, Rank::Spy] {
        assert!(order[1..5].contains(&rank), "{order:?}");
    }
}

/// Table 4.1 of the thesis, counted from nearly 20,000 other setups: every entry beside ours. Most are within a
/// third; the flag's relations, which depend on how many flags stood in corners, within a half.
#[test]
fn next_to_factors_are_near_those_of_table_4_1() {
    use Rank::{Bomb, Colonel, Flag, General, Marshal, Sergeant, Spy};
    let ranks = [Marshal, General, Colonel, Sergeant, Spy, Flag, Bomb];
    let table = [
        [0.0, 1.8, 1.8, 0.6, 1.3, 0.2, 0.4],
        [1.7, 0.0, 1.2, 0.7, 2.5, 0.1, 0.5],
        [1.6, 1.0, 0.2, 0.5, 2.8, 0.3, 0.8],
        [0.8, 0.9, 0.8, 0.6, 0.6, 0.9, 1.8],
        [1.1, 2.3, 2.7, 0.4, 0.0, 0.3, 0.9],
        [0.4, 0.2, 0.5, 1.1, 0.5, 0.0, 5.6],
        [0.4, 0.5, 0.8, 1.3, 0.9, 3.4, 0.6],
    ];
    let stats = SetupStats::of(Variant::Classic);
    let mut near = 0;
    for (&given, row) in ranks.iter().zip(table) {
        for (&other, his) in ranks.iter().zip(row) {
            let ours = stats.factor(Relation::NextTo, given, other);
            near += u32::from((ours - his).abs() <= (his / 3.0).max(0.2));
            // Nobody's preference turns into its opposite.
            assert!(
                !(his > 1.25 && ours < 1.0 || his < 0.75 && ours > 1.0),
                "{given} {other}: {ours} instead of {his}"
            );
        }
    }
    assert!(near >= 44, "{near} of 49 are near");
}
