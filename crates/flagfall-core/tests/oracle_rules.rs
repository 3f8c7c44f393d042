//! The oracle alone against hand-made cases: moves, battles and the ends of games, one sentence of the rules each.

mod oracle;

use oracle::{Oracle, OracleResult, OracleRules, Side, board_of};

const ISF: OracleRules = OracleRules {
    two_squares: 3,
    more_squares: true,
};
const FREE: OracleRules = OracleRules {
    two_squares: 0,
    more_squares: false,
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

mod moves_and_battles {
    use super::*;

    #[test]
    fn an_ordinary_piece_goes_one_step_and_neither_into_a_lake_nor_onto_its_own() {
        let oracle = game("C4L C3F A1M J10Y", FREE, "");
        assert_eq!(moves_of(&oracle, "C4"), ["C4-B4", "C4-D4"]);
    }

    #[test]
    fn a_scout_slides_and_may_attack_at_the_end_but_jumps_over_nothing() {
        let oracle = game("B4D B2F E4W A4V A1M J10Y", FREE, "");
        let expected = "B4-A4 B4-B10 B4-B3 B4-B5 B4-B6 B4-B7 B4-B8 B4-B9 B4-C4 B4-D4 B4-E4";
        let expected: Vec<&str> = expected.split(' ').collect();
        assert_eq!(moves_of(&oracle, "B4"), expected);
    }

    #[test]
    fn bombs_and_flags_never_move() {
        let oracle = game("E5B F5M A1L J10Y", FREE, "");
        let expected: Vec<String> = oracle.legal_moves().into_iter().collect();
        assert_eq!(expected, ["A1-A2", "A1-B1"]);
    }

    #[test]
    fn battles_leave_on_the_attacked_square_what_the_table_says() {
        let cases = [
            // Red attacker, blue defender, what stands on the attacked square afterwards.
            ('L', 'W', 'L'),
            ('K', 'X', 'X'),
            ('H', 'T', 'A'),
            ('C', 'X', 'C'),
            ('L', 'O', 'L'),
            ('C', 'O', 'A'),
            ('C', 'W', 'W'),
            ('E', 'N', 'E'),
            ('L', 'N', 'N'),
            ('C', 'N', 'N'),
            ('D', 'Y', 'D'),
        ];
        for (attacker, defender, left) in cases {
            let pieces = format!("E5{attacker} E6{defender} A1M J1F J10Y J9S");
            let after = game(&pieces, FREE, "E5-E6").board_string();
            let squares: Vec<char> = after.chars().collect();
            assert_eq!(
                (squares[44], squares[54]),
                ('A', left),
                "{attacker}x{defender}"
            );
        }
    }

    #[test]
    fn a_board_reads_back_as_it_was_given() {
        let letters = board_of("A1M B1C E5D J10Y J9N C7X");
        assert_eq!(Oracle::new(&letters, false, ISF).board_string(), letters);
    }

    #[test]
    fn illegal_moves_are_told_apart() {
        let oracle = game("C4L A1M J10Y E9S", ISF, "");
        assert_eq!(oracle.why_illegal("C4-C3"), None);
        assert_eq!(oracle.why_illegal("C4-C5"), Some("impossible"));
        assert_eq!(oracle.why_illegal("E9-E8"), Some("impossible"));
        assert_eq!(oracle.why_illegal("C4-C11"), Some("not a move"));
        assert_eq!(oracle.why_illegal("C4xC3"), Some("not a move"));
    }
}

mod ends {
    use super::*;

    #[test]
    fn taking_the_flag_ends_the_game_at_once() {
        let oracle = game("E9L A1M E10Y F9S", ISF, "E9-E10");
        assert_eq!(
            oracle.over(),
            Some(OracleResult::FlagTaken { winner: Side::Red })
        );
        assert_eq!(oracle.why_illegal("F9-F8"), Some("game over"));
        assert!(oracle.legal_moves().is_empty());
        assert_eq!(
            (oracle.perft(0), oracle.perft(1), oracle.perft(2)),
            (1, 0, 0)
        );
    }

    #[test]
    fn a_player_to_move_without_a_movable_piece_loses() {
        let oracle = game("E5L E6W A1M J10Y", ISF, "E5-E6");
        assert_eq!(
            oracle.over(),
            Some(OracleResult::NoMove { winner: Side::Red })
        );
    }

    #[test]
    fn a_mutual_capture_after_which_neither_can_move_is_a_draw() {
        let oracle = game("E5L E6X A1M J10Y", ISF, "E5-E6");
        assert_eq!(oracle.over(), Some(OracleResult::Draw));
        assert!(oracle.legal_moves().is_empty());
    }

    #[test]
    fn a_mutual_capture_that_leaves_one_side_a_move_is_no_draw() {
        let oracle = game("E5L E6X A1M J1F J10Y", ISF, "E5-E6");
        assert_eq!(
            oracle.over(),
            Some(OracleResult::NoMove { winner: Side::Red })
        );
        let oracle = game("E5L E6X A1M J10Y J9S", ISF, "E5-E6");
        assert_eq!(oracle.over(), None);
    }

    #[test]
    fn neither_side_able_to_move_without_a_mutual_capture_is_a_loss_for_the_player_to_move() {
        // The captain falls by a bomb; blue has nothing that moves either.
        let oracle = game("E5H E6N A1M J10Y", ISF, "E5-E6");
        assert_eq!(
            oracle.over(),
            Some(OracleResult::NoMove { winner: Side::Red })
        );
    }
}
