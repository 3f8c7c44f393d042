//! Expected values are of three kinds, said at each: published, worked by hand, or computed from
//! the documented formulas in mpmath with 30 digits, apart from this code.

use super::*;
use crate::stats::{Pentanomial, Tally};

fn assert_close(actual: f64, expected: f64, tolerance: f64) {
    assert!(
        (actual - expected).abs() <= tolerance,
        "{actual} is not {expected} within {tolerance:e}"
    );
}

#[test]
fn elo_and_score_invert_each_other() {
    for elo in [-800.0, -123.4, 0.0, 1.0, 400.0] {
        assert_close(score_to_elo(elo_to_score(elo)), elo, 1e-9);
    }
    // By hand: 400 Elo are odds of 10 to 1.
    assert_close(elo_to_score(400.0), 10.0 / 11.0, 1e-15);
    assert_close(score_to_elo(0.75), 400.0 * 3_f64.log10(), 1e-12);
}

#[test]
fn certain_scores_are_infinite_elo() {
    assert_eq!(score_to_elo(1.0), f64::INFINITY);
    assert_eq!(score_to_elo(0.0), f64::NEG_INFINITY);
    assert_eq!(score_to_elo(1.01), f64::INFINITY);
    assert_eq!(
        (elo_to_score(f64::INFINITY), elo_to_score(f64::NEG_INFINITY)),
        (1.0, 0.0)
    );
}

#[test]
fn the_estimate_matches_a_result_published_by_fishtest() {
    // From the message of Stockfish's commit "Add NNUE evaluation" (August 2020), short time
    // control, quoted from memory:
    //   ELO: 92.77 +-2.1 (95%) LOS: 100.0%
    //   Total: 60000 W: 24193 L: 8543 D: 27264
    //   Ptnml(0-2): 609, 3850, 9708, 10948, 4885
    // The counts vouch for each other: 30000 pairs make 60000 games, and W - L = 2 * (4885 - 609) +
    // 10948 - 3850.
    let pairs = Pentanomial([609, 3850, 9708, 10948, 4885]);
    let tally = Tally {
        wins: 24193,
        draws: 27264,
        losses: 8543,
    };
    assert_eq!(pairs.score(), tally.score());
    let estimate = Estimate::of(pairs).unwrap();
    assert_eq!(
        format!("{:.2} +-{:.1}", estimate.elo.value, estimate.elo.error()),
        "92.77 +-2.1"
    );
    assert_eq!(format!("{:.1}%", 100.0 * estimate.los), "100.0%");
}

#[test]
fn the_estimate_of_pairs_follows_the_formulas() {
    // From mpmath.
    let estimate = Estimate::of(Pentanomial([20, 90, 180, 120, 40])).unwrap();
    assert_close(estimate.score.value, 0.538_888_888_889, 1e-12);
    assert_close(estimate.elo.value, 27.077_456_756, 1e-8);
    assert_close(estimate.elo.low, 11.171_585_381, 1e-8);
    assert_close(estimate.elo.high, 43.097_494_396, 1e-8);
    assert_close(estimate.nelo.value, 38.686_894_607, 1e-8);
    assert_close(estimate.nelo.error(), 22.698_707_819, 1e-8);
    assert_close(estimate.los, 0.999_581_854_075_676, 1e-13);
}

#[test]
fn the_estimate_of_single_games_follows_the_trinomial_formulas() {
    // By hand: m = 1550/3000, v = (1000 + 1100/4)/3000 - m^2 = 0.158056, sqrt(v/n) = 0.0072584, so
    // the score is 0.516667 with an error of 0.014226; the Elo from mpmath.
    let estimate = Estimate::of(Tally {
        wins: 1000,
        draws: 1100,
        losses: 900,
    })
    .unwrap();
    assert_close(estimate.score.value, 0.516_667, 1e-6);
    assert_close(estimate.score.error(), 0.014_226, 1e-6);
    assert_close(estimate.elo.value, 11.585_478_374, 1e-8);
    assert_close(estimate.elo.error(), 9.899_137_279, 1e-8);
    assert_close(estimate.nelo.value, 14.565_257_438, 1e-8);
    assert_close(estimate.nelo.error(), 12.432_594_299, 1e-8);
    assert_close(estimate.los, 0.989_166_987_278, 1e-11);
}

#[test]
fn independent_games_give_the_same_estimate_counted_singly_or_in_pairs() {
    // By hand: losses, draws and wins in shares 1/4, 1/4, 1/2 make pairs in shares 1, 2, 5, 4, 4
    // sixteenths.
    let pairs = Estimate::of(Pentanomial([100, 200, 500, 400, 400])).unwrap();
    let games = Estimate::of(Tally {
        wins: 1600,
        draws: 800,
        losses: 800,
    })
    .unwrap();
    assert_close(pairs.elo.value, games.elo.value, 1e-9);
    assert_close(pairs.elo.error(), games.elo.error(), 1e-9);
    assert_close(pairs.nelo.value, games.nelo.value, 1e-9);
    assert_close(pairs.nelo.error(), games.nelo.error(), 1e-9);
    assert_close(pairs.los, games.los, 1e-12);
}

#[test]
fn the_two_sides_see_opposite_estimates() {
    for counts in [[20, 90, 180, 120, 40], [0, 0, 0, 0, 7], [0, 0, 1, 0, 7]] {
        let pairs = Pentanomial(counts);
        let (ours, theirs) = (
            Estimate::of(pairs).unwrap(),
            Estimate::of(pairs.flipped()).unwrap(),
        );
        assert_close(ours.score.low, 1.0 - theirs.score.high, 1e-12);
        assert_close(ours.elo.low, -theirs.elo.high, 1e-8);
        assert_close(ours.nelo.low, -theirs.nelo.high, 1e-8);
        assert_close(ours.los, 1.0 - theirs.los, 1e-12);
    }
}

#[test]
fn winning_every_pair_is_infinite_elo_with_a_rising_lower_bound() {
    // Lower bounds from mpmath, with two virtual pairs lost and two won.
    let lows = [
        (1, -274.722_098_028),
        (10, 126.052_963_128),
        (100, 528.205_463_020),
        (1000, 928.493_765_059),
    ];
    for (n, low) in lows {
        let estimate = Estimate::of(Pentanomial([0, 0, 0, 0, n])).unwrap();
        assert_eq!((estimate.score.value, estimate.score.high), (1.0, 1.0));
        assert_eq!(
            (estimate.elo.value, estimate.elo.high),
            (f64::INFINITY, f64::INFINITY)
        );
        assert_eq!(
            (estimate.nelo.value, estimate.nelo.high),
            (f64::INFINITY, f64::INFINITY)
        );
        assert_close(estimate.elo.low, low, 1e-7);
        assert!(estimate.nelo.low.is_finite());
    }
    let los = |n| Estimate::of(Pentanomial([0, 0, 0, 0, n])).unwrap().los;
    assert_close(los(1), 0.675_961_565_930, 1e-11);
    assert_close(los(10), 0.999_932_952_340, 1e-11);
}

#[test]
fn a_half_point_lost_does_not_raise_the_lower_bound() {
    for n in [2, 5, 20, 100, 1000] {
        let all = Estimate::of(Pentanomial([0, 0, 0, 0, n])).unwrap();
        let almost = Estimate::of(Pentanomial([0, 0, 0, 1, n - 1])).unwrap();
        assert!(almost.elo.low < all.elo.low, "{n} pairs");
        assert!(almost.elo.value.is_finite() && almost.elo.low < almost.elo.value);
    }
}

#[test]
fn even_pairs_are_zero_elo_with_an_error_that_falls_as_one_over_n() {
    // From mpmath, with two virtual pairs lost and two won.
    for (n, error) in [
        (1, 366.763_450_968),
        (100, 13.101_615_013),
        (1000, 1.356_503_376),
    ] {
        let estimate = Estimate::of(Pentanomial([0, 0, n, 0, 0])).unwrap();
        assert_eq!(
            (estimate.elo.value, estimate.nelo.value, estimate.los),
            (0.0, 0.0, 0.5)
        );
        assert_close(estimate.elo.error(), error, 1e-7);
    }
}

#[test]
fn nothing_is_estimated_before_the_first_pair() {
    assert_eq!(Estimate::of(Pentanomial::default()), None);
    assert_eq!(Estimate::of(Tally::default()), None);
}

#[test]
fn no_small_sample_gives_a_number_that_is_not_one() {
    for code in 1..4_u64.pow(5) {
        let pairs = Pentanomial([0, 1, 2, 3, 4].map(|i| code / 4_u64.pow(i) % 4));
        let Estimate {
            score,
            elo,
            nelo,
            los,
        } = Estimate::of(pairs).unwrap();
        assert!((0.0..=1.0).contains(&los), "{pairs:?}");
        assert!(0.0 <= score.low && score.high <= 1.0, "{pairs:?}");
        for interval in [elo, nelo] {
            // An infinite bound lies on the side of the leader, so that JSON's null can be read.
            assert!(interval.low.is_finite() || score.value < 0.5, "{pairs:?}");
            assert!(interval.high.is_finite() || score.value > 0.5, "{pairs:?}");
        }
        for interval in [score, elo, nelo] {
            assert!(
                interval.low <= interval.value && interval.value <= interval.high,
                "{pairs:?} {interval:?}"
            );
            assert!(interval.low < interval.high, "{pairs:?} {interval:?}");
        }
    }
}
