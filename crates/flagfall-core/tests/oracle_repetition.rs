//! The oracle alone against hand-made cases: the two repetition rules, one sentence of the rules each.

mod oracle;

use oracle::{Oracle, OracleResult, OracleRules, Side, board_of};

const ISF: OracleRules = OracleRules {
    two_squares: 3,
    more_squares: true,
};

fn game(pieces: &str, rules: OracleRules, moves: &str) -> Oracle {
    let mut oracle = Oracle::new(&board_of(pieces), true, rules);
    moves.split_whitespace().for_each(|mv| oracle.play(mv));
    oracle
}

fn moves_of(oracle: &Oracle, square: &str) -> Vec<String> {
    let start = format!("{square}-");
    let all = oracle.legal_moves();
    all.into_iter()
        .filter(|mv| mv.starts_with(&start))
        .collect()
}

mod two_squares {
    use super::*;

    #[test]
    fn a_piece_crosses_a_border_in_three_turns_and_not_in_a_fourth() {
        let oracle = game(
            "A4L A1M J10Y F9S",
            ISF,
            "A4-A5 F9-F8 A5-A4 F8-F7 A4-A5 F7-F8",
        );
        assert_eq!(oracle.why_illegal("A5-A4"), Some("two-squares"));
        assert_eq!(moves_of(&oracle, "A5"), ["A5-A6", "A5-B5"]);
    }

    #[test]
    fn the_limit_is_a_setting_and_zero_turns_the_rule_off() {
        let shuffle = "A4-A5 F9-F8 A5-A4 F8-F7 A4-A5 F7-F6 A5-A4 F6-F5 A4-A5 F5-F4";
        for (limit, verdict) in [(5, Some("two-squares")), (6, None), (0, None)] {
            let rules = OracleRules {
                two_squares: limit,
                more_squares: true,
            };
            let oracle = game("A4L A1M J10Y F9S", rules, shuffle);
            assert_eq!(oracle.why_illegal("A5-A4"), verdict, "limit {limit}");
        }
    }

    #[test]
    fn an_attack_across_an_exhausted_border_is_forbidden_too() {
        // Blue's scout lands behind the marshal right after its third crossing.
        let oracle = game(
            "A4L A1M J10Y J4P",
            ISF,
            "A4-A5 J4-J3 A5-A4 J3-J4 A4-A5 J4-A4",
        );
        assert_eq!(oracle.why_illegal("A5-A4"), Some("two-squares"));
    }

    #[test]
    fn a_turn_with_another_piece_starts_the_count_anew() {
        let between = "A4-A5 F9-F8 A5-A4 F8-F7 A4-A5 F7-F8 J1-J2 F8-F9";
        let oracle = game("A4L J1F A1M J10Y F9S", ISF, between);
        assert_eq!(oracle.why_illegal("A5-A4"), None);
    }

    #[test]
    fn a_turn_of_the_same_piece_across_another_border_starts_the_count_anew() {
        let detour = "A4-A5 F9-F8 A5-A4 F8-F7 A4-A5 F7-F8 A5-A6 F8-F9 A6-A5 F9-F8";
        let oracle = game("A4L A1M J10Y F9S", ISF, detour);
        assert_eq!(oracle.why_illegal("A5-A4"), None);
    }

    #[test]
    fn another_individual_of_the_same_rank_counts_for_itself() {
        // The border between A4 and A5 was crossed in three consecutive turns, but only twice by the second scout.
        let oracle = game(
            "A4D A3D A1M J10Y F9S",
            ISF,
            "A4-A6 F9-F8 A3-A5 F8-F7 A5-A4 F7-F8",
        );
        assert_eq!(oracle.why_illegal("A4-A5"), None);
    }

    #[test]
    fn a_scout_uses_up_every_border_on_its_way() {
        let oracle = game(
            "B1D A1M J10Y F9S",
            ISF,
            "B1-B5 F9-F8 B5-B3 F8-F7 B3-B6 F7-F8",
        );
        assert_eq!(oracle.why_illegal("B6-B4"), Some("two-squares"));
        assert_eq!(oracle.why_illegal("B6-B1"), Some("two-squares"));
    }

    #[test]
    fn a_shorter_scout_move_that_stops_before_the_exhausted_border_stays_legal() {
        let oracle = game(
            "B1D A1M J10Y F9S",
            ISF,
            "B1-B5 F9-F8 B5-B3 F8-F7 B3-B6 F7-F8",
        );
        assert_eq!(oracle.why_illegal("B6-B5"), None);
        assert_eq!(oracle.why_illegal("B6-B10"), None);
    }

    #[test]
    fn scout_moves_that_overlap_without_a_common_border_forbid_nothing() {
        // Borders crossed: rows 1-5, then 4-5, then 4-5 and on to 7, then only 5-7.
        let moves = "B1-B5 F9-F8 B5-B4 F8-F7 B4-B7 F7-F8 B7-B5 F8-F9";
        let oracle = game("B1D A1M J10Y F9S", ISF, moves);
        assert_eq!(oracle.why_illegal("B5-B4"), None);
        assert_eq!(oracle.why_illegal("B5-B7"), None);
    }

    #[test]
    fn a_player_whose_every_move_is_forbidden_loses() {
        let oracle = game(
            "A1L B1B B2B A3B J1M J10Y F9S",
            ISF,
            "A1-A2 F9-F8 A2-A1 F8-F7 A1-A2 F7-F6",
        );
        assert_eq!(oracle.why_illegal("A2-A1"), Some("two-squares"));
        assert_eq!(
            oracle.over(),
            Some(OracleResult::NoMove { winner: Side::Blue })
        );
        assert_eq!(oracle.perft(1), 0);
    }
}

mod more_squares {
    use super::*;

    /// Red's marshal drives the general once around a block of four squares and could now repeat the first position.
    const ROUND: &str = "A3-A4 B4-B5 A4-B4 B5-A5 B4-B5 A5-A4 B5-A5 A4-B4";

    #[test]
    fn a_chaser_may_not_recreate_a_position_of_his_chase() {
        let oracle = game("A3L B4W A1M J10Y", ISF, ROUND);
        assert_eq!(oracle.why_illegal("A5-A4"), Some("more-squares"));
        let without = OracleRules {
            more_squares: false,
            ..ISF
        };
        let oracle = game("A3L B4W A1M J10Y", without, ROUND);
        assert_eq!(oracle.why_illegal("A5-A4"), None);
    }

    #[test]
    fn going_straight_back_is_exempt() {
        let oracle = game(
            "A3L B4W A1M J10Y",
            ISF,
            "A3-A4 B4-B5 A4-A5 B5-B4 A5-A4 B4-B5",
        );
        assert_eq!(oracle.why_illegal("A4-A5"), None);
    }

    #[test]
    fn going_straight_back_is_bound_by_the_two_squares_rule() {
        let moves = "A3-A4 B4-B5 A4-A5 B5-B4 A5-A4 B4-B5 A4-A5 B5-B6";
        let oracle = game("A3L B4W A1M J10Y", ISF, moves);
        assert_eq!(oracle.why_illegal("A5-A4"), Some("two-squares"));
    }

    #[test]
    fn going_back_farther_than_the_last_leg_is_not_exempt() {
        let two_legs = "A2-A4 B4-B6 A4-A6 B6-B8 A6-A8 B8-B4";
        let oracle = game("A2D B4P A1M J10Y", ISF, two_legs);
        assert_eq!(oracle.why_illegal("A8-A4"), Some("more-squares"));
        assert_eq!(oracle.why_illegal("A8-A6"), None);
    }

    #[test]
    fn a_reply_from_elsewhere_frees_the_chaser() {
        let with_quiet_reply =
            "A3-A4 B4-B5 A4-B4 J8-J9 B4-A4 J9-J8 A4-B4 B5-A5 B4-B5 A5-A4 B5-A5 A4-B4";
        let oracle = game("A3L B4W J8S A1M J10Y", ISF, with_quiet_reply);
        assert_eq!(oracle.why_illegal("A5-A4"), None);
    }

    #[test]
    fn a_capture_is_never_a_repetition() {
        let oracle = game(
            "A3L B4W A1M J10Y",
            ISF,
            "A3-A4 B4-B5 A4-B4 B5-A5 B4-B5 A5-A4",
        );
        assert_eq!(oracle.why_illegal("B5-B4"), None);
        let oracle = game("A3L B4W A1M J10Y", ISF, ROUND);
        assert_eq!(oracle.why_illegal("A5-B5"), None);
    }

    #[test]
    fn the_position_after_a_capture_begins_the_new_list() {
        let round = "A3-A4 B4-B5 A4-B4 B5-A5 B4-B5 A5-A4 B5-A5 A4-B4";
        let oracle = game("A3L A4P B4W A1M J10Y", ISF, round);
        assert_eq!(oracle.why_illegal("A5-A4"), Some("more-squares"));
    }

    #[test]
    fn the_start_position_belongs_to_nobody() {
        let mut oracle = Oracle::new(&board_of("A4L B4W A1M J10Y"), false, ISF);
        for mv in "B4-B5 A4-B4 B5-A5 B4-B5 A5-A4 B5-A5 A4-B4".split(' ') {
            oracle.play(mv);
        }
        assert_eq!(oracle.why_illegal("A5-A4"), None);
    }
}
