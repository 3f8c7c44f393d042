//! What one side may know, as plain data.

use flagfall_core::notation::write_move;
use flagfall_core::{BattleOutcome, Event, GameResult, Move, Piece, Rank, Side, Square, View};
use serde_json::{Map, Value, json};

/// A view as data. Made from the view and from nothing else, so there is no hidden rank in it.
pub(crate) fn view_json(view: &View<'_>) -> Value {
    let captured = |side| view.captured(side).map(captured_json);
    json!({
        "viewer": view.viewer().name(),
        "to_move": view.to_move().name(),
        "rules": view.rules().to_string(),
        "ply": view.ply(),
        "quiet_plies": view.quiet_plies(),
        "result": result_json(view.result()),
        "pieces": pieces_json(view),
        "captured": captured(Side::Red).chain(captured(Side::Blue)).collect::<Vec<_>>(),
        "hidden_counts": {
            "red": counts_json(view, Side::Red),
            "blue": counts_json(view, Side::Blue),
        },
        "legal_moves": view.legal_moves().iter().map(Move::to_string).collect::<Vec<_>>(),
        "history": history_json(view.history()),
    })
}

/// How a game ended, or null.
pub(crate) fn result_json(result: Option<GameResult>) -> Value {
    result.map_or(
        Value::Null,
        |result| json!({"outcome": result.outcome.name(), "reason": result.reason.name()}),
    )
}

/// Every turn as both players saw it.
pub(crate) fn history_json(history: &[Event]) -> Value {
    history.iter().map(event_json).collect()
}

/// One turn as both players saw it.
pub(crate) fn event_json(event: &Event) -> Value {
    let battle = event.battle.map(|battle| {
        let outcome = match battle.outcome() {
            BattleOutcome::AttackerWins => "attacker-wins",
            BattleOutcome::DefenderWins => "defender-wins",
            BattleOutcome::BothFall => "both-fall",
        };
        json!({
            "attacker": battle.attacker_rank.name(),
            "defender": battle.defender_rank.name(),
            "defender_start": battle.defender.start().to_string(),
            "outcome": outcome,
        })
    });
    json!({
        "side": event.side.name(),
        "start": event.piece.start().to_string(),
        "move": write_move(event),
        "from": event.mv.from.to_string(),
        "to": event.mv.to.to_string(),
        "battle": battle,
    })
}

fn pieces_json(view: &View<'_>) -> Value {
    let of_side = |side| view.pieces(side).map(piece_json);
    of_side(Side::Red).chain(of_side(Side::Blue)).collect()
}

fn piece_json((square, piece): (Square, Piece)) -> Value {
    json!({
        "square": square.to_string(),
        "side": piece.side.name(),
        "rank": piece.rank.map(Rank::name),
        "start": piece.id.start().to_string(),
        "has_moved": piece.has_moved,
        "is_revealed": piece.is_revealed,
    })
}

fn captured_json(piece: Piece) -> Value {
    json!({
        "side": piece.side.name(),
        "rank": piece.rank.map(Rank::name),
        "start": piece.id.start().to_string(),
    })
}

/// How many pieces of each rank a side still hides from its opponent: both players can count that.
fn counts_json(view: &View<'_>, side: Side) -> Value {
    let counts = view.hidden_counts(side);
    let count = |rank: Rank| (rank.name().to_owned(), Value::from(counts[rank]));
    Value::Object(Rank::ALL.into_iter().map(count).collect::<Map<_, _>>())
}
