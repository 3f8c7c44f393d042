//! How happy a rank would be on a square (Invincible 6.3.3).
//!
//! A piece is glad to be near known enemies it can take with profit and unhappy near those that can take it; the further
//! away, the less, but there is always some effect. Being in one line with the other counts for more both ways: that is how
//! attackers approach, and what those who flee avoid, because of the two-squares rule.

use flagfall_core::{BattleOutcome, Rank, Side, Square};

use crate::material::Material;
use crate::public::PublicBoard;

/// How much more it counts to be in line.
const IN_LINE: f64 = 1.5;
/// What showing a piece costs, as a share of its value: the initial reveal penalty of 3.2.2.
pub(super) const REVEAL: f64 = 0.33;
const POINTS: f64 = 100.0;

/// The happiness of a piece of this side and rank on a square.
pub(super) fn happiness(
    board: &PublicBoard,
    material: &Material,
    side: Side,
    rank: Rank,
    square: Square,
) -> f64 {
    let known = board
        .pieces(!side)
        .filter_map(|(_, piece)| Some((piece.square, piece.known?)));
    known
        .map(|(at, enemy)| {
            let distance =
                f64::from(at.row().abs_diff(square.row()) + at.col().abs_diff(square.col()));
            let is_in_line = at.row() == square.row() || at.col() == square.col();
            let line = if is_in_line { IN_LINE } else { 1.0 };
            prospect(material, side, rank, enemy) * line / distance.max(1.0)
        })
        .sum()
}

/// What a piece can hope for from a known enemy, or has to fear, as a share of the highest piece's value.
pub(super) fn prospect(material: &Material, side: Side, rank: Rank, enemy: Rank) -> f64 {
    let points = match rank.attacks(enemy) {
        // A marshal does not run away from a scout that is not worth showing him for.
        BattleOutcome::AttackerWins => {
            (material.value(!side, enemy) - REVEAL * material.value(side, rank)).max(0.0)
        }
        BattleOutcome::DefenderWins if enemy.is_mobile() => -material.value(side, rank),
        // Bombs hunt nobody, and equal pieces have nothing to win.
        BattleOutcome::DefenderWins | BattleOutcome::BothFall => 0.0,
    };
    points / POINTS
}
