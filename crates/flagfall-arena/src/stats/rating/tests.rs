use super::*;
use crate::stats::Estimate;

/// Results in single games, without complete pairs.
fn games(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Pairing {
    let games = Tally {
        wins,
        draws,
        losses,
    };
    Pairing {
        first,
        second,
        games,
        pairs: Pentanomial::default(),
    }
}

/// Results in complete pairs, whose middle cell is taken to hold pairs with a win each.
fn paired(first: usize, second: usize, counts: [u64; 5]) -> Pairing {
    let [ll, ld, wl, wd, ww] = counts;
    let games = Tally {
        wins: 2 * ww + wd + wl,
        draws: wd + ld,
        losses: 2 * ll + ld + wl,
    };
    Pairing {
        first,
        second,
        games,
        pairs: Pentanomial(counts),
    }
}

fn assert_close(actual: f64, expected: f64, tolerance: f64) {
    assert!(
        (actual - expected).abs() <= tolerance,
        "{actual} is not {expected} within {tolerance}"
    );
}

#[test]
fn two_players_differ_by_the_elo_of_their_score() {
    // By hand: 64% is 99.95 Elo, of which the virtual draws take less than 1 after 100 games, as
    // the module says.
    for (n, tolerance) in [(1, 1.0), (10_000, 0.0001)] {
        let ratings = rate(2, &[games(0, 1, 60 * n, 8 * n, 32 * n)], Anchor::Mean).unwrap();
        assert_close(ratings[0].elo - ratings[1].elo, 99.95, tolerance + 0.01);
        assert_close(ratings[0].elo + ratings[1].elo, 0.0, 1e-9);
    }
}

#[test]
fn three_players_whose_scores_fit_exactly_get_the_elo_of_those_scores() {
    // By hand: strengths in the ratio 4 : 2 : 1 make scores of 2/3, 2/3 and 4/5, so steps of 400
    // log10(2) = 120.412.
    let n = 1_000_000;
    let table = [
        games(0, 1, 20 * n, 0, 10 * n),
        games(1, 2, 20 * n, 0, 10 * n),
        games(0, 2, 24 * n, 0, 6 * n),
    ];
    let ratings = rate(3, &table, Anchor::Mean).unwrap();
    for (rating, elo) in ratings.iter().zip([120.412, 0.0, -120.412]) {
        assert_close(rating.elo, elo, 1e-3);
    }
}

#[test]
fn without_pairs_the_error_is_that_of_the_information() {
    // By hand for two even players with n games: the information about their difference is n/4,
    // plus 1/8 from the two virtual draws (1/4 each, in series), so the difference has the error
    // 1.96 * 173.718 / sqrt(n/4 + 1/8).
    let table = [games(0, 1, 200, 0, 200)];
    let expected = Z95 * ELO_PER_STRENGTH / (100.0_f64 + 0.125).sqrt();
    let anchored = rate(2, &table, Anchor::Player(1)).unwrap();
    assert_close(anchored[0].error, expected, 1e-9);
    assert_eq!((anchored[1].elo, anchored[1].error), (0.0, 0.0));
    // Relative to the mean each player has half the difference and half its error.
    let centered = rate(2, &table, Anchor::Mean).unwrap();
    assert_close(centered[0].error, expected / 2.0, 1e-9);
    assert_close(centered[1].error, expected / 2.0, 1e-9);
}

#[test]
fn with_pairs_the_error_is_that_of_the_match() {
    for counts in [
        [100, 400, 800, 500, 200],
        [20, 100, 1600, 200, 80],
        [900, 10, 50, 10, 1030],
    ] {
        let pairing = paired(0, 1, counts);
        let ratings = rate(2, &[pairing], Anchor::Player(1)).unwrap();
        let estimate = Estimate::of(pairing.pairs).unwrap();
        assert_close(ratings[0].elo, estimate.elo.value, 0.02);
        assert_close(ratings[0].error / estimate.elo.error(), 1.0, 0.002);
    }
}

#[test]
fn constant_or_few_pairs_keep_the_models_error() {
    for counts in [[0, 0, 400, 0, 0], [1, 0, 7, 0, 1]] {
        let pairing = paired(0, 1, counts);
        let alone = Pairing {
            pairs: Pentanomial::default(),
            ..pairing
        };
        assert_eq!(
            rate(2, &[pairing], Anchor::Mean),
            rate(2, &[alone], Anchor::Mean)
        );
    }
}

#[test]
fn a_player_that_won_everything_is_rated_finitely_and_first() {
    let table = [
        games(0, 1, 50, 0, 0),
        games(0, 2, 50, 0, 0),
        games(1, 2, 30, 0, 20),
    ];
    let ratings = rate(3, &table, Anchor::Mean).unwrap();
    assert!(ratings[0].elo > ratings[1].elo && ratings[1].elo > ratings[2].elo);
    assert!(ratings[0].elo.is_finite() && ratings[0].error.is_finite());
    // How far ahead it is nobody can tell, so it is the least certain of the three.
    assert!(ratings[0].error > ratings[1].error && ratings[0].error > ratings[2].error);
    // More games won put the winner higher: about half a point is withheld from it, whatever the
    // number of games.
    let longer = rate(
        3,
        &[
            games(0, 1, 500, 0, 0),
            games(0, 2, 500, 0, 0),
            games(1, 2, 30, 0, 20),
        ],
        Anchor::Mean,
    );
    assert!(longer.unwrap()[0].elo > ratings[0].elo + 100.0);
}

#[test]
fn a_chain_of_clean_sweeps_is_rated_in_its_order() {
    let table: Vec<Pairing> = (0..9).map(|i| games(i, i + 1, 1000, 0, 0)).collect();
    let ratings = rate(10, &table, Anchor::Mean).unwrap();
    assert!(
        ratings
            .windows(2)
            .all(|pair| pair[0].elo > pair[1].elo && pair[0].elo.is_finite())
    );
    assert_close(ratings.iter().map(|rating| rating.elo).sum(), 0.0, 1e-6);
}

#[test]
fn groups_that_never_met_are_compared_with_a_large_error() {
    let table = [games(0, 1, 300, 0, 100), games(2, 3, 300, 0, 100)];
    let ratings = rate(4, &table, Anchor::Player(0)).unwrap();
    assert!(ratings[1].error < 50.0, "{ratings:?}");
    assert!(ratings[2].error > 300.0, "{ratings:?}");
}

#[test]
fn the_order_of_players_within_a_pairing_does_not_matter() {
    let one = rate(
        3,
        &[games(0, 1, 13, 4, 7), games(1, 2, 9, 2, 9)],
        Anchor::Mean,
    )
    .unwrap();
    let other = rate(
        3,
        &[games(1, 0, 7, 4, 13), games(1, 2, 9, 2, 9)],
        Anchor::Mean,
    )
    .unwrap();
    for (a, b) in one.iter().zip(other) {
        assert_close(a.elo, b.elo, 1e-9);
        assert_close(a.error, b.error, 1e-9);
        assert_eq!((a.points, a.games), (b.points, b.games));
    }
}

#[test]
fn a_split_pairing_is_rated_like_its_sum() {
    let whole = rate(2, &[games(0, 1, 13, 4, 7)], Anchor::Mean).unwrap();
    let split = rate(
        2,
        &[games(0, 1, 10, 1, 2), games(1, 0, 5, 3, 3)],
        Anchor::Mean,
    )
    .unwrap();
    assert_close(whole[0].elo, split[0].elo, 1e-9);
    assert_close(whole[0].error, split[0].error, 1e-9);
}

#[test]
fn points_and_games_are_totals() {
    let ratings = rate(
        3,
        &[games(0, 1, 3, 2, 1), games(2, 0, 1, 0, 1)],
        Anchor::Mean,
    )
    .unwrap();
    let totals: Vec<(f64, u64)> = ratings
        .iter()
        .map(|rating| (rating.points, rating.games))
        .collect();
    assert_eq!(totals, [(5.0, 8), (2.0, 6), (1.0, 2)]);
}

#[test]
fn the_same_table_gives_the_same_bits() {
    let table = [
        paired(0, 1, [3, 4, 5, 6, 7]),
        paired(1, 2, [1, 0, 9, 0, 2]),
        games(0, 2, 9, 9, 1),
    ];
    assert_eq!(rate(3, &table, Anchor::Mean), rate(3, &table, Anchor::Mean));
}

#[test]
fn wrong_tables_are_refused() {
    let missing = RatingError::NoSuchPlayer {
        index: 2,
        n_players: 2,
    };
    assert_eq!(
        rate(2, &[games(0, 2, 1, 0, 0)], Anchor::Mean),
        Err(missing.clone())
    );
    assert_eq!(rate(2, &[], Anchor::Player(2)), Err(missing));
    assert_eq!(
        rate(2, &[games(1, 1, 1, 0, 0)], Anchor::Mean),
        Err(RatingError::SelfPairing(1))
    );
}

#[test]
fn an_unplayed_tournament_rates_all_players_zero() {
    assert_eq!(rate(0, &[], Anchor::Mean), Ok(vec![]));
    let ratings = rate(3, &[], Anchor::Mean).unwrap();
    assert!(
        ratings
            .iter()
            .all(|rating| rating.elo == 0.0 && rating.error > 300.0)
    );
}
