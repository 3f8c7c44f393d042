//! Views against the position they come from, and against each other.

use flagfall_core::{Board, Game, PieceId, Side, Square};

use crate::support::walks::for_walks;

/// Everything on a board that both players may know, as text to compare.
fn public_part(board: &Board) -> String {
    let mut text = format!(
        "{} {} {} {} {:#x} {:?}\n",
        board.rules(),
        board.to_move(),
        board.ply(),
        board.quiet_plies(),
        board.key(),
        board.revealed(),
    );
    for side in Side::ALL {
        text += &format!(
            "{side} {:?} {:?} {:?} {:?} {}\n",
            board.occupied_by(side),
            board.hidden_counts(side),
            board.last_move(side),
            board.crossing_run(side),
            board.chase_length(side),
        );
    }
    for start in Square::all() {
        if let Some(mut piece) = board.piece(PieceId::started_on(start)) {
            piece.rank = piece.rank.filter(|_| piece.is_revealed);
            text += &format!("{piece:?}\n");
        }
    }
    for square in Square::all() {
        if let Some(piece) = board.piece_at(square) {
            text += &format!("{square} {:?}\n", piece.id);
        }
    }
    text
}

fn check_views(game: &Game) {
    let position = game.position();
    let public = public_part(position.board());
    for viewer in Side::ALL {
        let view = game.view(viewer);
        assert_eq!(view.viewer(), viewer);
        assert_eq!(public_part(view.board()), public);
        assert_eq!(view.key(), view.recomputed_key());
        assert_eq!(view.history(), game.history());
        assert_eq!(view.result(), position.result());
        for start in Square::all() {
            let id = PieceId::started_on(start);
            let (seen, real) = (view.piece(id), position.piece(id));
            assert_eq!(seen.is_some(), real.is_some());
            let (Some(seen), Some(real)) = (seen, real) else {
                continue;
            };
            let may_know = real.side == viewer || real.is_revealed;
            assert_eq!(seen.rank, real.rank.filter(|_| may_know));
            assert!(!seen.is_captured || seen.rank.is_some());
        }
        assert_eq!(view.mobile(viewer), position.mobile(viewer));
        assert_eq!(view.scouts(viewer), position.scouts(viewer));
        let known_scouts = position.scouts(!viewer) & position.revealed();
        assert_eq!(view.scouts(!viewer), known_scouts);
        check_turn(game, viewer);
    }
}

fn check_turn(game: &Game, viewer: Side) {
    let (view, position) = (game.view(viewer), game.position());
    if position.to_move() == viewer {
        assert_eq!(view.legal_moves(), position.legal_moves());
        for &mv in position.legal_moves().iter() {
            assert_eq!(view.check(mv), Ok(()));
            assert_eq!(view.check(mv.reversed()), position.check(mv.reversed()));
        }
    } else {
        assert!(view.legal_moves().is_empty());
        for &mv in position.legal_moves().iter() {
            assert!(view.check(mv).is_err(), "{mv} is not {viewer}'s");
        }
    }
}

#[test]
fn views_tell_the_truth_and_hide_the_rest() {
    for_walks(250, 100, |walk| {
        let game = walk.each_ply(|game, _| check_views(game));
        check_views(&game);
    });
}

#[test]
fn hidden_pieces_and_hidden_counts_agree() {
    for_walks(250, 100, |walk| {
        let game = walk.play_out();
        for side in Side::ALL {
            let own = game.view(side);
            let mut counts = *own.hidden_counts(side);
            for (square, piece) in own.hidden_pieces(side) {
                assert!(!piece.is_revealed && !piece.is_captured);
                assert_eq!(own.piece_at(square), Some(piece));
                counts[piece.rank.expect("its owner knows it")] -= 1;
            }
            assert_eq!(counts.total(), 0);
            let enemy = game.view(!side);
            let seen: Vec<_> = enemy.hidden_pieces(side).map(|(s, p)| (s, p.id)).collect();
            let owned: Vec<_> = own.hidden_pieces(side).map(|(s, p)| (s, p.id)).collect();
            assert_eq!(seen, owned);
        }
    });
}

#[test]
fn the_history_alone_tells_what_is_captured_and_revealed_and_has_moved() {
    for_walks(250, 150, |walk| {
        let game = walk.play_out();
        let mut captured = Vec::new();
        let mut revealed = Vec::new();
        for event in game.history() {
            if event.shows_scout() {
                revealed.push(event.piece);
            }
            let Some(battle) = event.battle else { continue };
            revealed.extend([event.piece, battle.defender]);
            use flagfall_core::BattleOutcome::*;
            match battle.outcome() {
                AttackerWins => captured.push(battle.defender),
                DefenderWins => captured.push(event.piece),
                BothFall => captured.extend([event.piece, battle.defender]),
            }
        }
        captured.sort();
        revealed.sort();
        revealed.dedup();
        let pieces =
            || Square::all().filter_map(|start| game.position().piece(PieceId::started_on(start)));
        let on_board: Vec<_> = pieces().filter(|p| p.is_captured).map(|p| p.id).collect();
        assert_eq!(captured, on_board);
        let known: Vec<_> = pieces().filter(|p| p.is_revealed).map(|p| p.id).collect();
        assert_eq!(revealed, known);
        let mut movers: Vec<_> = game.history().iter().map(|event| event.piece).collect();
        movers.sort();
        movers.dedup();
        let moved: Vec<_> = pieces().filter(|p| p.has_moved).map(|p| p.id).collect();
        assert_eq!(movers, moved);
    });
}
