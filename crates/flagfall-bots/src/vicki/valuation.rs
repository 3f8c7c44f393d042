//! What a move is worth to a VICKI player: the sum of what applies.

use flagfall_core::{BattleOutcome, Board, Direction, GameRng, Move, Side, Square, unit};

use super::parameters::{N_PARAMETERS, Parameter, Parameters};

/// What each parameter contributes to the value of a legal move of the player to move.
#[inline]
pub(super) fn contributions(
    parameters: &Parameters,
    board: &Board,
    mv: Move,
    rng: &mut GameRng,
) -> [f64; N_PARAMETERS] {
    let side = board.to_move();
    let mover = board.piece_at(mv.from).expect("a legal move moves a piece");
    let rank = mover.rank.expect("a player knows its own pieces");
    let values = parameters.of_rank(rank);
    let mut parts = [0.0; N_PARAMETERS];
    let mut apply = |parameter: Parameter, times: f64| {
        parts[parameter as usize] = values[parameter as usize] * times;
    };
    if !mover.has_moved {
        apply(Parameter::FirstMove, 1.0);
    }
    if let Some(target) = board.piece_at(mv.to) {
        if !target.has_moved {
            apply(Parameter::StillOpponent, 1.0);
        }
        match target.rank {
            Some(defender) if rank.attacks(defender) == BattleOutcome::AttackerWins => {
                apply(Parameter::BeatOpponent, defender.index() as f64);
            }
            None if target.has_moved => apply(Parameter::ExplorationRate, 1.0),
            _ => {}
        }
    }
    apply(bias(mv, side), 1.0);
    let (from_own_side, col) = seen_by(mv.to, side);
    if from_own_side == 6 && [1, 4, 5, 8].contains(&col) {
        apply(Parameter::WaterCorner, 1.0);
    }
    if [4, 5].contains(&from_own_side) && [0, 9].contains(&col) {
        apply(Parameter::ValleyEdge, 1.0);
    }
    apply(Parameter::RandomInfluence, 2.0 * unit(rng) - 1.0);
    parts
}

fn bias(mv: Move, side: Side) -> Parameter {
    let mv = match side {
        Side::Red => mv,
        Side::Blue => mv.rotated(),
    };
    let (direction, _) = mv
        .direction_and_distance()
        .expect("a legal move goes along a row or a column");
    match direction {
        Direction::North => Parameter::BiasForward,
        Direction::South => Parameter::BiasBack,
        Direction::East => Parameter::BiasRight,
        Direction::West => Parameter::BiasLeft,
    }
}

/// Row and column, both from 0, as the player sees them from its own left corner.
fn seen_by(square: Square, side: Side) -> (u8, u8) {
    let square = match side {
        Side::Red => square,
        Side::Blue => square.rotated(),
    };
    (square.row(), square.col())
}
