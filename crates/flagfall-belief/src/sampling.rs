//! Drawing arrangements of the hidden ranks.

use flagfall_core::{PieceId, Rank, View, shuffle};
use rand::Rng;

/// Draws ranks for the enemy's hidden pieces, every arrangement that fits the view as likely as any other, ready for
/// [`View::hypothetical`]. `ranks` is emptied first, so that its memory can be used again.
///
/// An arrangement fits when it uses up the hidden ranks and gives no bomb or flag to a piece that has moved. Any placing of
/// the bombs and the flag on unmoved pieces leaves the same number of ways to arrange the rest, so placing these first and
/// the rest after, each without preference, prefers no arrangement.
pub fn sample_ranks(view: &View<'_>, rng: &mut impl Rng, ranks: &mut Vec<(PieceId, Rank)>) {
    let enemy = !view.viewer();
    let counts = view.hidden_counts(enemy);
    let of = |is_mobile: bool| {
        Rank::ALL
            .into_iter()
            .filter(move |rank| rank.is_mobile() == is_mobile)
            .flat_map(|rank| std::iter::repeat_n(rank, usize::from(counts[rank])))
    };
    ranks.clear();
    // Rank::Flag only holds the place until a rank is drawn.
    ranks.extend(
        view.hidden_pieces(enemy)
            .map(|(_, piece)| (piece.id, Rank::Flag)),
    );
    let has_moved = |id: PieceId| view.piece(id).is_some_and(|piece| piece.has_moved);
    ranks.sort_unstable_by_key(|&(id, _)| (has_moved(id), id));
    let unmoved = ranks.iter().take_while(|&&(id, _)| !has_moved(id)).count();
    shuffle(rng, &mut ranks[..unmoved]);
    let immobile = of(false).count();
    let (fixed, rest) = ranks.split_at_mut(immobile.min(unmoved));
    shuffle(rng, rest);
    for (slot, rank) in fixed.iter_mut().zip(of(false)) {
        slot.1 = rank;
    }
    for (slot, rank) in rest.iter_mut().zip(of(true)) {
        slot.1 = rank;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use flagfall_core::{Game, PositionBuilder, Rules, Seed, Side, Square};

    use super::*;

    fn square(text: &str) -> Square {
        text.parse().expect("a square")
    }

    /// Blue has a moved captain and, unmoved, a flag, a bomb, a scout and a miner: the moved piece is one of three ranks,
    /// and the rest are in any order, which makes 3 * 4! arrangements.
    fn small_game() -> Game {
        let builder = PositionBuilder::new(Rules::ISF)
            .with(square("A1"), Side::Red, Rank::Marshal)
            .with(square("A10"), Side::Blue, Rank::Captain)
            .with(square("J10"), Side::Blue, Rank::Flag)
            .with(square("J9"), Side::Blue, Rank::Bomb)
            .with(square("J8"), Side::Blue, Rank::Scout)
            .with(square("J7"), Side::Blue, Rank::Miner);
        let mut game = Game::from_free(builder).expect("a legal placement");
        for mv in ["A1-A2", "A10-A9"] {
            game.play(mv.parse().expect("a move"))
                .expect("a legal move");
        }
        game
    }

    #[test]
    fn every_fitting_arrangement_is_equally_likely() {
        let game = small_game();
        let view = game.view(Side::Red);
        let mut rng = Seed(5).rng();
        let mut seen: HashMap<Vec<(PieceId, Rank)>, u32> = HashMap::new();
        let mut ranks = Vec::new();
        let draws = 72_000;
        for _ in 0..draws {
            sample_ranks(&view, &mut rng, &mut ranks);
            assert!(view.hypothetical(&ranks).is_ok());
            ranks.sort_unstable();
            *seen.entry(ranks.clone()).or_default() += 1;
        }
        assert_eq!(seen.len(), 72);
        let expected = f64::from(draws) / 72.0;
        let chi_square: f64 = seen
            .values()
            .map(|&n| (f64::from(n) - expected).powi(2) / expected)
            .sum();
        // The 99.9% point of chi-square with 71 degrees of freedom is 112.3.
        assert!(chi_square < 112.3, "{chi_square}");
    }
}
