//! Log-likelihood ratios marked "mpmath" solve all of Lagrange's equations at once with 30 digits,
//! apart from this code.

use super::*;
use crate::stats::{Pentanomial, Tally};

fn sprt(text: &str) -> Sprt {
    text.parse().unwrap()
}

fn assert_close(actual: f64, expected: f64) {
    assert!(
        (actual - expected).abs() < 1e-8 * expected.abs().max(1.0),
        "{actual} is not {expected}"
    );
}

#[test]
fn bounds_are_walds() {
    // By hand: ln(0.95/0.05) = ln 19 = 2.944, the "(-2.94,2.94)" that fishtest and fastchess print.
    let even = sprt("0,5");
    assert_close(even.upper(), 19_f64.ln());
    assert_close(even.lower(), -(19_f64.ln()));
    assert_eq!(
        format!("({:.2},{:.2})", even.lower(), even.upper()),
        "(-2.94,2.94)"
    );
    // By hand: ln(0.9/0.01) and ln(0.1/0.99).
    let uneven = sprt("0,5,0.01,0.1");
    assert_close(uneven.upper(), 90_f64.ln());
    assert_close(uneven.lower(), -(9.9_f64.ln()));
}

#[test]
fn logistic_ratios_match_an_independent_solution() {
    // mpmath.
    assert_close(
        sprt("0,10").llr(Pentanomial([20, 90, 180, 120, 40])),
        3.311_924_127_127,
    );
    assert_close(
        sprt("0,10").llr(Pentanomial([40, 120, 180, 90, 20])),
        -4.749_482_127_983,
    );
    assert_close(
        sprt("0,5").llr(Pentanomial([609, 3850, 9708, 10948, 4885])),
        346.474_457_440_9,
    );
    assert_close(
        sprt("0,5").llr(Tally {
            wins: 1000,
            draws: 1100,
            losses: 900,
        }),
        1.782_111_602_924,
    );
    assert_close(
        sprt("-5,20").llr(Pentanomial([0, 3, 10, 8, 0])),
        1.138_599_867_227,
    );
}

#[test]
fn normalized_ratios_match_an_independent_solution() {
    // mpmath.
    let normalized = |text| sprt(text).with_model(EloModel::Normalized).unwrap();
    assert_close(
        normalized("0,10").llr(Pentanomial([20, 90, 180, 120, 40])),
        2.484_287_925_862,
    );
    assert_close(
        normalized("0,10").llr(Pentanomial([40, 120, 180, 90, 20])),
        -3.222_248_339_886,
    );
    assert_close(
        normalized("0,5").llr(Pentanomial([609, 3850, 9708, 10948, 4885])),
        276.121_155_299_6,
    );
    assert_close(
        normalized("0,5").llr(Tally {
            wins: 1000,
            draws: 1100,
            losses: 900,
        }),
        1.497_737_011_692,
    );
    assert_close(
        normalized("-5,20").llr(Pentanomial([0, 3, 10, 8, 0])),
        0.638_292_722_923_8,
    );
}

#[test]
fn close_to_the_hypotheses_the_ratio_is_that_of_a_normal_mean() {
    // Van den Bergh's approximation is N (s1 - s0)(2m - s0 - s1) / (2v). By hand for 1000 pairs
    // with m = 0.5375, v = 0.353125 - 0.5375^2 = 0.064219, s0 = 0.5 and s1 = 0.514387: 1000 *
    // 0.014387 * 0.060613 / 0.128438 = 6.790.
    let llr = sprt("0,10").llr(Pentanomial([50, 200, 400, 250, 100]));
    assert!((llr / 6.790 - 1.0).abs() < 0.02, "{llr}");
}

#[test]
fn pairs_won_outright_count_like_binomial_trials() {
    // By hand: with all cells but one nearly empty, the rest of the probability goes to the
    // opposite end, as in a binomial, so 10 pairs won give about 10 ln(s1/s0) = 10 ln(0.640065/0.5)
    // = 2.470.
    let llr = sprt("0,100").llr(Pentanomial([0, 0, 0, 0, 10]));
    assert!((llr - 2.470).abs() < 0.02, "{llr}");
}

#[test]
fn the_state_follows_the_bounds() {
    let test = sprt("0,10");
    assert_eq!(
        test.report(Pentanomial([20, 90, 180, 120, 40])).state,
        SprtState::AcceptH1
    );
    assert_eq!(
        test.report(Pentanomial([40, 120, 180, 90, 20])).state,
        SprtState::AcceptH0
    );
    assert_eq!(
        test.report(Pentanomial([10, 45, 90, 60, 20])).state,
        SprtState::Continue
    );
    let fresh = test.report(Pentanomial::default());
    assert_eq!((fresh.llr, fresh.state), (0.0, SprtState::Continue));
    assert_eq!((fresh.lower, fresh.upper), (test.lower(), test.upper()));
}

#[test]
fn swapping_players_and_hypotheses_negates_the_ratio() {
    for model in [EloModel::Logistic, EloModel::Normalized] {
        for counts in [[20, 90, 180, 120, 40], [0, 3, 10, 8, 0], [0, 0, 0, 0, 5]] {
            let pairs = Pentanomial(counts);
            let ours = sprt("-3,8").with_model(model).unwrap().llr(pairs);
            let theirs = sprt("-8,3").with_model(model).unwrap().llr(pairs.flipped());
            assert_close(ours, -theirs);
        }
    }
}

#[test]
fn no_small_sample_gives_a_ratio_that_is_not_a_number() {
    let widest = [
        sprt("-1000,1000"),
        sprt("-200,200").with_model(EloModel::Normalized).unwrap(),
    ];
    for test in widest {
        for code in 0..3_u64.pow(5) {
            let pairs = Pentanomial([0, 1, 2, 3, 4].map(|i| code / 3_u64.pow(i) % 3));
            assert!(test.llr(pairs).is_finite(), "{pairs:?} under {test:?}");
        }
    }
}

#[test]
fn two_and_four_fields_are_read() {
    let short = sprt(" -1.5, 4 ");
    assert_eq!(
        (short.elo0(), short.elo1(), short.alpha(), short.beta()),
        (-1.5, 4.0, 0.05, 0.05)
    );
    assert_eq!(short.model(), EloModel::Logistic);
    let long = sprt("0,5,0.01,0.1");
    assert_eq!(
        (long.elo0(), long.elo1(), long.alpha(), long.beta()),
        (0.0, 5.0, 0.01, 0.1)
    );
}

#[test]
fn what_cannot_be_read_is_explained() {
    let message = |text: &str| text.parse::<Sprt>().unwrap_err().to_string();
    assert_eq!(
        message("5"),
        "expected elo0,elo1 or elo0,elo1,alpha,beta, found 1 field(s) in \"5\""
    );
    assert_eq!(
        message("0,5,0.1"),
        "expected elo0,elo1 or elo0,elo1,alpha,beta, found 3 field(s) in \"0,5,0.1\""
    );
    assert_eq!(message("0,five"), "elo1 is not a number: \"five\"");
    assert_eq!(message("0,"), "elo1 is not a number: \"\"");
    assert_eq!(message("0,5,x,0.1"), "alpha is not a number: \"x\"");
    assert_eq!(
        message("5,0"),
        "elo0 must be below elo1, but 5 is not below 0"
    );
    assert_eq!(
        message("5,5"),
        "elo0 must be below elo1, but 5 is not below 5"
    );
    assert_eq!(
        message("0,2000"),
        "elo1 must lie between -1000 and 1000, not 2000"
    );
    assert_eq!(
        message("nan,5"),
        "elo0 must lie between -1000 and 1000, not NaN"
    );
    assert_eq!(
        message("0,5,0,0.1"),
        "alpha and beta must be above 0 and together below 1, not 0 and 0.1"
    );
    assert_eq!(
        message("0,5,0.5,0.5"),
        "alpha and beta must be above 0 and together below 1, not 0.5 and 0.5"
    );
}

#[test]
fn the_normalized_model_has_a_smaller_range() {
    let error = sprt("0,500").with_model(EloModel::Normalized).unwrap_err();
    assert_eq!(
        error.to_string(),
        "elo1 must lie between -200 and 200, not 500"
    );
}
