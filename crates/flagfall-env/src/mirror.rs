//! The same observation with left and right exchanged. The rules do not know left from right, so whoever plays well plays the
//! mirrored move in the mirrored position.

use flagfall_core::{Direction, Square};

use crate::action::{DISTANCES, N_ACTIONS, PER_SQUARE};
use crate::observation::{
    CODE, HIDDEN_ENEMY, HISTORY, LEGAL, N_HISTORY, NO_START, OBS_BYTES, START, legal_actions,
};

const SQUARES: usize = Square::COUNT;

/// A square of the frame, mirrored.
fn mirrored_square(square: usize) -> usize {
    square / 10 * 10 + 9 - square % 10
}

/// An action, mirrored: its source is, and east and west change places.
pub fn mirrored_action(action: usize) -> usize {
    let (source, way) = (action / PER_SQUARE, action % PER_SQUARE);
    let (direction, distance) = (way / DISTANCES, way % DISTANCES);
    let direction = match Direction::ALL[direction] {
        Direction::East => Direction::West,
        Direction::West => Direction::East,
        straight => straight,
    };
    mirrored_square(source) * PER_SQUARE + direction as usize * DISTANCES + distance
}

/// An observation, mirrored.
pub fn mirrored(packed: &[u8; OBS_BYTES]) -> [u8; OBS_BYTES] {
    let mut out = *packed;
    // All planes lie one after another, before the counts, which know no squares.
    for plane in (CODE..HIDDEN_ENEMY).step_by(SQUARES) {
        for square in 0..SQUARES {
            out[plane + mirrored_square(square)] = packed[plane + square];
        }
    }
    for start in &mut out[START..START + SQUARES] {
        if *start != NO_START {
            *start = mirrored_square(usize::from(*start)) as u8;
        }
    }
    let (squares, results) = (2 * N_HISTORY, HISTORY + 2 * N_HISTORY);
    for slot in 0..squares {
        // Turns that were not yet have no result, and zeros for squares.
        if packed[results + slot % N_HISTORY] != 0 {
            let square = usize::from(packed[HISTORY + slot]);
            out[HISTORY + slot] = mirrored_square(square) as u8;
        }
    }
    out[LEGAL..LEGAL + N_ACTIONS / 8].fill(0);
    for action in legal_actions(packed).map(mirrored_action) {
        out[LEGAL + action / 8] |= 1 << (action % 8);
    }
    out
}

#[cfg(test)]
mod tests {
    use flagfall_core::{BySide, Game, GameRng, Move, Rules, Seed, Setup};

    use super::*;
    use crate::action::{decode, encode};
    use crate::contacts::Contacts;
    use crate::observation::pack;

    fn packed(game: &Game) -> [u8; OBS_BYTES] {
        let view = game.view(game.position().to_move());
        let mut out = [0; OBS_BYTES];
        pack(&view, &Contacts::of(&view), &mut out);
        out
    }

    /// A game and its mirror image, played side by side.
    #[test]
    fn observations_of_mirrored_games_are_mirrored() {
        for seed in 0..20 {
            let rules: Rules = ["isf", "isf,barrage"][seed as usize % 2].parse().unwrap();
            let mut rng: GameRng = Seed(seed).rng();
            let setups = BySide::from_fn(|_| Setup::random(rules.variant, &mut rng));
            let other = BySide::from_fn(|side| setups[side].mirrored());
            let mut game = Game::new(rules, setups).unwrap();
            let mut image = Game::new(rules, other).unwrap();
            for _ in 0..300 {
                let here = packed(&game);
                assert_eq!(mirrored(&here), packed(&image));
                assert_eq!(mirrored(&mirrored(&here)), here);
                let Some(mv) = game.position().random_move(&mut rng) else {
                    break;
                };
                let side = game.position().to_move();
                let reflected: Move = decode(mirrored_action(encode(mv, side)), side).unwrap();
                game.play(mv).unwrap();
                image.play(reflected).unwrap();
                if game.result().is_some() {
                    break;
                }
            }
        }
    }
}
