//! Our statistics beside what fastchess printed for the same pairs of games, as its users published it.
//!
//! fastchess rounds to two digits, so agreement is asked for to within one unit of the last.

use flagfall_arena::stats::{EloModel, Estimate, Pentanomial, Sprt};

/// A printed result: where it was published, the pairs, Elo and its error, normalized Elo and its error.
type Printed = (&'static str, [u64; 5], [f64; 2], [f64; 2]);

const ESTIMATES: [Printed; 6] = [
    (
        "fastchess issue 807",
        [30, 6, 18, 0, 6],
        [-168.40, 73.37],
        [-170.08, 62.16],
    ),
    (
        "fastchess issue 1007, rank 1",
        [5, 5, 36, 22, 22],
        [101.21, 42.63],
        [128.22, 50.76],
    ),
    (
        "fastchess issue 1007, rank 2",
        [1, 3, 4, 1, 4],
        [53.88, 134.87],
        [57.12, 133.55],
    ),
    (
        "fastchess pull request 720",
        [0, 2, 9, 4, 0],
        [23.20, 55.06],
        [52.98, 124.33],
    ),
    (
        "Lynx pull request 1899",
        [235, 1384, 2521, 1341, 239],
        [-1.06, 4.05],
        [-1.67, 6.37],
    ),
    (
        "Zeno, SPRT results",
        [352, 579, 1264, 743, 464],
        [19.83, 6.77],
        [24.25, 8.26],
    ),
];

#[test]
fn elo_and_its_error_are_those_that_fastchess_printed() {
    for (source, pairs, [elo, elo_error], [nelo, nelo_error]) in ESTIMATES {
        let estimate = Estimate::of(Pentanomial(pairs)).unwrap();
        let close = |ours: f64, printed: f64, what: &str| {
            assert!(
                (ours - printed).abs() < 0.0101,
                "{source}, {what}: {ours} instead of {printed}"
            );
        };
        close(estimate.elo.value, elo, "Elo");
        close(estimate.elo.error(), elo_error, "error of Elo");
        close(estimate.nelo.value, nelo, "normalized Elo");
        close(estimate.nelo.error(), nelo_error, "error of normalized Elo");
    }
}

#[test]
fn the_likelihood_of_superiority_is_the_one_that_fastchess_printed() {
    let los = |pairs| 100.0 * Estimate::of(Pentanomial(pairs)).unwrap().los;
    assert!((los([235, 1384, 2521, 1341, 239]) - 30.33).abs() < 0.0101);
    assert!((los([34, 49, 128, 62, 27]) - 47.88).abs() < 0.0101);
    assert!((los([790, 1759, 3256, 1780, 807]) - 70.95).abs() < 0.0101);
}

#[test]
fn the_log_likelihood_ratio_is_the_one_that_fastchess_printed() {
    use EloModel::{Logistic, Normalized};
    let printed = [
        (
            "Lynx pull request 1899",
            Logistic,
            "-5,0",
            [235, 1384, 2521, 1341, 239],
            1.69,
        ),
        (
            "an Elo history",
            Normalized,
            "0,10",
            [13, 34, 232, 71, 29],
            2.95,
        ),
        (
            "Zeno, SPRT results",
            Normalized,
            "9,16",
            [352, 579, 1264, 743, 464],
            4.60,
        ),
        (
            "a run without verdict",
            Normalized,
            "0,5",
            [790, 1759, 3256, 1780, 807],
            -0.71,
        ),
    ];
    for (source, model, hypotheses, pairs, llr) in printed {
        let sprt: Sprt = hypotheses.parse().unwrap();
        let ours = sprt.with_model(model).unwrap().llr(Pentanomial(pairs));
        assert!(
            (ours - llr).abs() < 0.0101,
            "{source}: {ours} instead of {llr}"
        );
    }
}
