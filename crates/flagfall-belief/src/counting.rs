//! What counting alone says: the baseline of every guess.

use flagfall_core::{ByRank, Piece, Rank, View};

/// The probability of each rank of a piece if every arrangement that fits is as likely as any other. The owner's opponent
/// can compute this from what both have seen; for a piece that has been shown it is certain.
pub fn counted_ranks(view: &View<'_>, piece: &Piece) -> ByRank<f64> {
    let mut ranks = ByRank([0.0; 12]);
    if let Some(rank) = piece.rank.filter(|_| piece.is_revealed) {
        ranks[rank] = 1.0;
        return ranks;
    }
    let counts = view.hidden_counts(piece.side);
    let unmoved = view
        .hidden_pieces(piece.side)
        .filter(|(_, other)| !other.has_moved)
        .count()
        .max(1) as f64;
    let is_mobile = |rank: &Rank| rank.is_mobile();
    let mobile: f64 = Rank::ALL
        .into_iter()
        .filter(is_mobile)
        .map(|rank| f64::from(counts[rank]))
        .sum();
    let immobile = f64::from(counts[Rank::Bomb] + counts[Rank::Flag]);
    let can_be_mobile = if piece.has_moved {
        1.0
    } else {
        1.0 - immobile / unmoved
    };
    for rank in Rank::ALL {
        let count = f64::from(counts[rank]);
        ranks[rank] = match (rank.is_mobile(), piece.has_moved) {
            (true, _) => can_be_mobile * count / mobile.max(1.0),
            (false, false) => count / unmoved,
            (false, true) => 0.0,
        };
    }
    ranks
}

#[cfg(test)]
mod tests {
    use flagfall_core::{BySide, Game, PieceId, Rules, Seed, Setup, Side, Variant};

    use super::*;
    use crate::sampling::sample_ranks;

    #[test]
    fn counting_agrees_with_drawing_arrangements() {
        let mut rng = Seed(8).rng();
        let setups = BySide::from_fn(|_| Setup::random(Variant::Classic, &mut rng));
        let mut game = Game::new(Rules::ISF, setups).unwrap();
        for _ in 0..120 {
            let mv = game.view(game.position().to_move()).random_move(&mut rng);
            game.advance(mv.unwrap());
        }
        let view = game.view(Side::Red);
        let draws = 40_000;
        let mut seen = vec![ByRank([0_u32; 12]); 100];
        let mut ranks: Vec<(PieceId, Rank)> = Vec::new();
        for _ in 0..draws {
            sample_ranks(&view, &mut rng, &mut ranks);
            for &(id, rank) in &ranks {
                seen[id.index()][rank] += 1;
            }
        }
        for (_, piece) in view.hidden_pieces(Side::Blue) {
            let counted = counted_ranks(&view, &piece);
            for rank in Rank::ALL {
                let drawn = f64::from(seen[piece.id.index()][rank]) / f64::from(draws);
                assert!((counted[rank] - drawn).abs() < 0.015, "{rank}");
            }
        }
    }
}
