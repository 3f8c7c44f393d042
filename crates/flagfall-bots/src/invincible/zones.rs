//! Where a hunter endangers its prey: the zones of figures 5.4 to 5.6.
//!
//! ```text
//! figure 5.4: in line       figure 5.5: beside the line        figure 5.6: one way out
//! . . D . .                 . . D d .                          # # #
//! . . D . .                 . . D d .                          # 7 L    L: lost; dangerous too is every
//! D D 7 D D                 D D 7 # .  (# cannot be entered)   # # #       square one step from an L
//! ```
//!
//! - **D**: in line with the prey and nothing in between. The prey has to step aside first, so it is also the first that the
//!   two-squares rule forbids to step back.
//! - **d**: one step from such a line, where the prey cannot answer by stepping to the line that the hunter came from.
//! - **L**: the prey has a single way out. With the hunter on it or next to it, it is lost; one step further, it must go now.

use flagfall_core::{Direction, Square};

use super::situation::{After, steps};

/// How a hunter stands to its prey.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Zone {
    /// Side by side.
    Beside,
    /// D, at this distance.
    Line(u8),
    /// d, at this distance from the square from which it will be in line.
    NextToLine(u8),
    /// L: next to or on the only way out.
    Lost,
    /// One step from L.
    NextToLost,
    /// None of these.
    Outside,
}

impl Zone {
    /// Of a hunter and a prey on these squares.
    pub(crate) fn of(after: &After<'_>, hunter: Square, prey: Square) -> Zone {
        if hunter.is_next_to(prey) {
            return Zone::Beside;
        }
        if let Some(way_out) = only_way_out(after, prey) {
            match steps(hunter, way_out) {
                0 | 1 => return Zone::Lost,
                2 => return Zone::NextToLost,
                _ => {}
            }
        }
        if is_clear_line(after, hunter, prey) {
            return Zone::Line(steps(hunter, prey));
        }
        next_to_line(after, hunter, prey)
    }
}

/// The squares that a piece can step to.
pub(crate) fn ways_out(after: &After<'_>, square: Square) -> impl Iterator<Item = Square> {
    let after = *after;
    Direction::ALL
        .into_iter()
        .filter_map(move |direction| square.step(direction))
        .filter(move |&to| after.is_free(to))
}

fn only_way_out(after: &After<'_>, square: Square) -> Option<Square> {
    let mut ways = ways_out(after, square);
    let first = ways.next()?;
    ways.next().is_none().then_some(first)
}

/// Whether two squares are in line with nothing but free squares in between.
pub(crate) fn is_clear_line(after: &After<'_>, a: Square, b: Square) -> bool {
    let direction = match (a.row().cmp(&b.row()), a.col().cmp(&b.col())) {
        (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Direction::North,
        (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Direction::South,
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Direction::East,
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Direction::West,
        _ => return false,
    };
    let mut square = a;
    while let Some(next) = square.step(direction) {
        if next == b {
            return true;
        }
        if !after.is_free(next) {
            return false;
        }
        square = next;
    }
    false
}

/// Figure 5.5, for both ways of stepping into line.
fn next_to_line(after: &After<'_>, hunter: Square, prey: Square) -> Zone {
    // The square where the hunter would be in line, and the one beside the prey on the line that the hunter leaves.
    let candidates = [
        (
            prey.col().abs_diff(hunter.col()) == 1,
            Square::new(hunter.row(), prey.col()),
            Square::new(prey.row(), hunter.col()),
        ),
        (
            prey.row().abs_diff(hunter.row()) == 1,
            Square::new(prey.row(), hunter.col()),
            Square::new(hunter.row(), prey.col()),
        ),
    ];
    for (is_adjacent_line, in_line, answer) in candidates {
        let Some(in_line) = in_line.filter(|_| is_adjacent_line) else {
            continue;
        };
        let can_answer = answer.is_some_and(|answer| after.is_free(answer));
        let sees = in_line.is_next_to(prey) || is_clear_line(after, in_line, prey);
        if !can_answer && after.is_free(in_line) && sees {
            return Zone::NextToLine(steps(in_line, prey));
        }
    }
    Zone::Outside
}

#[cfg(test)]
mod tests {
    use flagfall_belief::Guesser;
    use flagfall_core::{Game, PositionBuilder, Rank, Rules, Side};

    use super::*;
    use crate::invincible::situation::Situation;

    /// The zone of a hunter for a prey, both of which stand where the pieces do.
    fn zone(hunter: &str, prey: &str, others: &[&str]) -> Zone {
        let square = |text: &str| text.parse::<Square>().expect("a square");
        let mut builder = PositionBuilder::new(Rules::ISF)
            .with(square("J1"), Side::Red, Rank::Flag)
            .with(square("J10"), Side::Blue, Rank::Flag)
            .with(square(hunter), Side::Red, Rank::Colonel)
            .with(square(prey), Side::Blue, Rank::Major);
        for other in others {
            builder = builder.with(square(other), Side::Blue, Rank::Bomb);
        }
        let game = Game::from_free(builder).expect("a legal placement");
        let view = game.view(Side::Red);
        let guesser = Guesser::new(&view);
        let situation = Situation::new(&view, &guesser);
        let after = After::new(&situation, None);
        Zone::of(&after, square(hunter), square(prey))
    }

    #[test]
    fn a_hunter_in_line_with_nothing_between_is_in_zone_d() {
        assert_eq!(zone("E4", "E7", &[]), Zone::Line(3));
        assert_eq!(zone("A7", "E7", &[]), Zone::Line(4));
        assert_ne!(zone("A7", "E7", &["C7"]), Zone::Line(4));
        assert_eq!(zone("E6", "E7", &[]), Zone::Beside);
    }

    #[test]
    fn a_hunter_at_the_only_way_out_has_won() {
        // The corner is left by A9 alone.
        assert_eq!(zone("A8", "A10", &["B10"]), Zone::Lost);
        assert_eq!(zone("B9", "A10", &["B10"]), Zone::Lost);
        assert_eq!(zone("C9", "A10", &["B10"]), Zone::NextToLost);
        assert_eq!(zone("E8", "A10", &["B10"]), Zone::Outside);
    }
}
