//! The engine against the slow oracle in `oracle`: leaf counts, and every ply of whole games.

mod chase_games;
mod oracle;
mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use chase_games::{CHASE_RULES, ChaseGame, own_games, shared_games};
use flagfall_core::notation::{parse_board, write_board};
use flagfall_core::{
    Game, GameResult, IllegalMove, Move, PositionBuilder, Repetition, Rules, Seed, Side, Square,
    Termination, Variant, below, perft,
};
use oracle::{Oracle, OracleResult, OracleRules, parse_suite};
use support::walks::{Kind, Walk, choose};
use support::{play, rules, why};

#[test]
fn the_engine_counts_what_the_suites_say() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut lines = 0;
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("a readable entry").path();
        let text = fs::read_to_string(&path).expect("a text file");
        for case in parse_suite(&text).expect("the suite is well formed") {
            let start = begin(&case.board, case.is_red_first, rules(&case.rules));
            let game = play(start, &case.moves.join(" "));
            for (depth, count) in case.counts {
                let mut position = game.position().clone();
                assert_eq!(
                    perft(&mut position, depth),
                    count,
                    "{}: {}, depth {depth}",
                    path.display(),
                    case.comment
                );
                lines += 1;
            }
        }
    }
    assert!(lines > 100, "{lines} lines");
}

#[test]
fn the_engine_stops_every_own_chase_game_at_its_last_move_and_no_sooner() {
    let games = own_games();
    assert_eq!(games.len(), 10);
    games.iter().for_each(replay);
}

#[test]
fn the_engine_stops_every_shared_chase_game_at_its_last_move_and_no_sooner() {
    // A plain clone does not have these games; the ten of the repository stand in for them there.
    let Some(games) = shared_games() else { return };
    assert_eq!(games.len(), 99);
    games.iter().for_each(replay);
}

#[test]
fn whole_classic_games_agree_with_the_oracle_at_every_ply() {
    let mut seen = Forbidden::default();
    compare_games(Kind::Setups(Variant::Classic), 6, 600, &mut seen);
    assert!(seen.two_squares > 100, "{seen:?}");
}

#[test]
fn whole_barrage_games_agree_with_the_oracle_at_every_ply() {
    let mut seen = Forbidden::default();
    compare_games(Kind::Setups(Variant::Barrage), 12, 600, &mut seen);
    assert!(seen.two_squares > 100, "{seen:?}");
}

#[test]
fn small_endings_agree_with_the_oracle_at_every_ply() {
    let mut seen = Forbidden::default();
    for variant in [Variant::Classic, Variant::Barrage] {
        compare_games(Kind::Ending(variant), 60, 400, &mut seen);
        compare_games(Kind::Free(variant), 20, 400, &mut seen);
    }
    assert!(seen.two_squares > 1000, "{seen:?}");
    assert!(seen.more_squares > 100, "{seen:?}");
}

#[test]
fn chases_in_a_pen_agree_with_the_oracle_at_every_ply() {
    let mut seen = Forbidden::default();
    compare_games(Kind::Pen, 400, 400, &mut seen);
    assert!(seen.two_squares > 1000, "{seen:?}");
    assert!(seen.more_squares > 1000, "{seen:?}");
    assert!(seen.lost_games > 20, "{seen:?}");
}

/// How often each repetition rule forbade a move, and how often they left a player none.
#[derive(Default, Debug)]
struct Forbidden {
    two_squares: u32,
    more_squares: u32,
    lost_games: u32,
}

/// Plays games of one kind under both limits and with the more-squares rule alone.
fn compare_games(kind: Kind, games: u64, plies: usize, seen: &mut Forbidden) {
    for rules_text in ["isf", "isf2007", "free,more_squares=on"] {
        for index in 0..games {
            let seed = Seed(1908).derive(index);
            let mut rng = seed.derive(1).rng();
            let walk = Walk {
                kind,
                seed: seed.0,
                rules: Rules {
                    variant: kind.variant(),
                    ..rules(rules_text)
                },
                picks: (0..plies).map(|_| below(&mut rng, u32::MAX)).collect(),
            };
            compare_game(&walk, seen);
        }
    }
}

fn compare_game(walk: &Walk, seen: &mut Forbidden) {
    let mut game = walk.start();
    let mut oracle = Oracle::new(
        &write_board(game.position().board()),
        game.position().to_move() == Side::Red,
        OracleRules {
            two_squares: usize::from(walk.rules.two_squares),
            more_squares: walk.rules.more_squares,
        },
    );
    for &pick in &walk.picks {
        compare_position(&game, &oracle, seen);
        let Some(mv) = choose(game.position(), pick) else {
            return;
        };
        game.advance(mv);
        oracle.play(&mv.to_string());
    }
    compare_position(&game, &oracle, seen);
}

fn compare_position(game: &Game, oracle: &Oracle, seen: &mut Forbidden) {
    let position = game.position();
    let place = || format!("ply {} of {:?}", position.ply(), game.history());
    let moves: Vec<String> = position
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    let legal: BTreeSet<String> = moves.iter().cloned().collect();
    assert_eq!(legal.len(), moves.len(), "{}", place());
    assert_eq!(legal, oracle.legal_moves(), "{}", place());
    assert_eq!(write_board(position.board()), oracle.board_string());
    let result = game.result();
    assert_eq!(result, oracle.over().map(result_of), "{}", place());

    if result.is_some() {
        let forbidden = count_forbidden_at_end(game, oracle);
        seen.lost_games += u32::from(forbidden > 0);
        return;
    }
    for mv in lines_of_own_pieces(game) {
        let Err(error) = position.check(mv) else {
            continue;
        };
        let expected = match error {
            IllegalMove::TwoSquares(..) => {
                seen.two_squares += 1;
                error.name()
            }
            IllegalMove::MoreSquares(_) => {
                seen.more_squares += 1;
                error.name()
            }
            // These are many, and the lists have been compared: now and then is enough.
            _ if !position.ply().is_multiple_of(16) => continue,
            _ => "impossible",
        };
        let answer = oracle.why_illegal(&mv.to_string());
        assert_eq!(answer, Some(expected), "{mv}, {}", place());
    }
}

/// A finished game has no moves to check, but the repetition rules can still be asked which of the moves that the last player
/// would have had they forbid. Says how many.
fn count_forbidden_at_end(game: &Game, oracle: &Oracle) -> usize {
    let forbidden = lines_of_own_pieces(game).into_iter().filter(|&mv| {
        let answer = oracle.why_illegal(&mv.to_string());
        let Some(rule @ ("two-squares" | "more-squares")) = answer else {
            return false;
        };
        let expected = match game.position().repetition_forbids(mv) {
            Some(Repetition::TwoSquares) => "two-squares",
            Some(Repetition::MoreSquares) => "more-squares",
            None => "nothing",
        };
        assert_eq!(rule, expected, "{mv} after {:?}", game.history());
        true
    });
    forbidden.count()
}

/// All moves of the player to move along rows and columns, possible or not.
fn lines_of_own_pieces(game: &Game) -> Vec<Move> {
    let own = game.position().occupied_by(game.position().to_move());
    own.iter()
        .flat_map(|from| Square::all().map(move |to| Move::new(from, to)))
        .filter(|mv| mv.direction_and_distance().is_some())
        .collect()
}

fn result_of(result: OracleResult) -> GameResult {
    let side = |side| match side {
        oracle::Side::Red => Side::Red,
        oracle::Side::Blue => Side::Blue,
    };
    match result {
        OracleResult::FlagTaken { winner } => {
            GameResult::win(side(winner), Termination::FlagCaptured)
        }
        OracleResult::NoMove { winner } => GameResult::win(side(winner), Termination::NoLegalMove),
        OracleResult::Draw => GameResult::draw(Termination::BothImmobile),
    }
}

/// Plays all moves but the last and checks that the last one is forbidden by the more-squares rule.
fn replay(game: &ChaseGame) {
    let (last, legal) = game.moves.split_last().expect("a game has moves");
    let start = begin(&game.board, game.is_red_first, rules(CHASE_RULES));
    let end = play(start, &legal.join(" "));
    assert_eq!(end.result(), None, "{} ended early", game.name);
    assert_eq!(why(&end, last), Some("more-squares"), "{}", game.name);
    let last: Move = last.parse().expect("a move");
    assert!(
        !end.position().legal_moves().contains(&last),
        "{}",
        game.name
    );
}

fn begin(board: &str, is_red_first: bool, rules: Rules) -> Game {
    let builder = PositionBuilder {
        rules,
        to_move: if is_red_first { Side::Red } else { Side::Blue },
        pieces: parse_board(board).expect("a board of 100 letters"),
    };
    Game::from_free(builder).expect("a legal placement")
}
