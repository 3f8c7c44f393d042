//! What a move is worth to a VICKI player: the sum of what applies.

use flagfall_core::{BattleOutcome, Board, Direction, GameRng, Move, Rank, Side, Square, unit};

use super::odds::Odds;
use super::parameters::{N_PARAMETERS, Parameter, Shape};

/// What there is to know about a position beside the board, for those parameters that ask for it.
#[derive(Debug)]
pub(super) struct Knowledge<'a> {
    /// Which parameters there are.
    pub(super) shape: Shape,
    /// For the thresholds.
    pub(super) odds: Option<&'a Odds<'a>>,
    /// For the approaches.
    pub(super) targets: Option<&'a Targets>,
}

/// What each parameter contributes to the value of a legal move of the player to move. `values` are those of the piece that
/// moves.
#[inline]
pub(super) fn contributions(
    values: &[f64],
    board: &Board,
    mv: Move,
    knowledge: &Knowledge<'_>,
    rng: &mut GameRng,
) -> [f64; N_PARAMETERS] {
    let side = board.to_move();
    let mover = board.piece_at(mv.from).expect("a legal move moves a piece");
    let rank = mover.rank.expect("a player knows its own pieces");
    let mut parts = [0.0; N_PARAMETERS];
    let mut apply = |parameter: Parameter, times: f64| {
        parts[parameter as usize] = values[knowledge.shape.column(parameter)] * times;
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
        if let Some(odds) = knowledge.odds {
            let chances = odds.of_attack(rank, &target);
            let threshold = |parameter: Parameter| 0.5 + values[knowledge.shape.column(parameter)];
            if chances.wins >= threshold(Parameter::WeakerThreshold) {
                apply(Parameter::LikelyWeaker, 1.0);
            }
            if chances.loses >= threshold(Parameter::StrongerThreshold) {
                apply(Parameter::LikelyStronger, 1.0);
            }
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
    if let Some(targets) = knowledge.targets {
        for (parameter, nearer) in targets.approaches(rank, mv) {
            apply(parameter, nearer);
        }
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
pub(super) fn seen_by(square: Square, side: Side) -> (u8, u8) {
    let square = match side {
        Side::Red => square,
        Side::Blue => square.rotated(),
    };
    (square.row(), square.col())
}

/// Where the enemy's pieces are, by what is known of them.
#[derive(Debug, Default)]
pub(super) struct Targets {
    known: Vec<(Square, Rank)>,
    moved: Vec<Square>,
    still: Vec<Square>,
}

impl Targets {
    pub(super) fn new(board: &Board) -> Targets {
        let mut targets = Targets::default();
        for (square, piece) in board.pieces(!board.to_move()) {
            match piece.rank {
                Some(rank) => targets.known.push((square, rank)),
                None if piece.has_moved => targets.moved.push(square),
                None => targets.still.push(square),
            }
        }
        targets
    }

    /// For each kind of target, whether a move of a piece of this rank comes nearer to the nearest one (1), goes away from it (-1), or
    /// neither. Distances are counted in rows and columns; a capture is as near as can be.
    fn approaches(&self, rank: Rank, mv: Move) -> [(Parameter, f64); 4] {
        let known = |outcome| {
            let is_meant = move |one: &&(Square, Rank)| rank.attacks(one.1) == outcome;
            nearer(mv, self.known.iter().filter(is_meant).map(|one| one.0))
        };
        [
            (
                Parameter::ApproachWeaker,
                known(BattleOutcome::AttackerWins),
            ),
            (
                Parameter::ApproachStronger,
                known(BattleOutcome::DefenderWins),
            ),
            (
                Parameter::ApproachMoved,
                nearer(mv, self.moved.iter().copied()),
            ),
            (
                Parameter::ApproachStill,
                nearer(mv, self.still.iter().copied()),
            ),
        ]
    }
}

fn nearer(mv: Move, targets: impl Iterator<Item = Square>) -> f64 {
    let distance =
        |from: Square, to: Square| from.row().abs_diff(to.row()) + from.col().abs_diff(to.col());
    let (mut before, mut after) = (u8::MAX, u8::MAX);
    for target in targets {
        before = before.min(distance(mv.from, target));
        after = after.min(distance(mv.to, target));
    }
    f64::from((i16::from(before) - i16::from(after)).signum())
}
