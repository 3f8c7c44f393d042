//! Where a player's probabilities come from.

use flagfall_core::{ByRank, Piece, PieceId, Side, View};

use crate::counting::counted_ranks;
use crate::guesser::Guesser;

/// Something that says how likely each rank of a piece is, so that a search can be played with one or the other.
///
/// It must know nothing but what has been told to it by [`follow`](RankSource::follow), and say of a piece whose rank has been
/// shown that it is certain. The probabilities of a piece on the board sum to 1.
pub trait RankSource: Send {
    /// Takes in what has happened since the last call. The view must be one of the same game and the same viewer.
    fn follow(&mut self, view: &View<'_>);

    /// The probability of each rank of a piece as its owner's opponent sees it; all zero if no such piece is on the board.
    fn ranks(&self, piece: PieceId) -> ByRank<f64>;
}

/// Plain counting, kept for every piece on the board: all arrangements that fit are equally likely.
#[derive(Clone, PartialEq, Debug)]
pub struct Counts {
    ranks: Vec<(PieceId, ByRank<f64>)>,
}

impl Counts {
    /// What counting says of this view.
    pub fn new(view: &View<'_>) -> Counts {
        let mut counts = Counts { ranks: Vec::new() };
        counts.follow(view);
        counts
    }
}

impl RankSource for Counts {
    fn follow(&mut self, view: &View<'_>) {
        self.ranks.clear();
        for side in Side::ALL {
            let shown = view.occupied_by(side) & view.revealed();
            let shown = shown.iter().filter_map(|square| view.piece_at(square));
            let hidden = view.hidden_pieces(side).map(|(_, piece)| piece);
            let with_ranks = |piece: Piece| (piece.id, counted_ranks(view, &piece));
            self.ranks.extend(shown.chain(hidden).map(with_ranks));
        }
    }

    fn ranks(&self, piece: PieceId) -> ByRank<f64> {
        self.ranks
            .iter()
            .find(|(id, _)| *id == piece)
            .map_or(ByRank([0.0; 12]), |(_, ranks)| *ranks)
    }
}

impl RankSource for Guesser {
    fn follow(&mut self, view: &View<'_>) {
        Guesser::follow(self, view);
    }

    fn ranks(&self, piece: PieceId) -> ByRank<f64> {
        Guesser::ranks(self, piece)
    }
}

#[cfg(test)]
mod tests {
    use flagfall_core::{BySide, Game, Rank, Rules, Seed, Setup, Variant};

    use super::*;
    use crate::model::OpponentModel;

    /// Every source, after every turn of a game, knows what has been shown and sums to 1 for each piece on the board.
    #[test]
    fn sources_are_certain_of_what_was_shown_and_sum_to_one() {
        let mut rng = Seed(21).rng();
        let setups = BySide::from_fn(|_| Setup::random(Variant::Classic, &mut rng));
        let mut game = Game::new(Rules::ISF, setups).unwrap();
        let start = game.view(Side::Red);
        let mut sources: Vec<Box<dyn RankSource>> = vec![
            Box::new(Counts::new(&start)),
            Box::new(Guesser::new(&start)),
            Box::new(Guesser::watchful(&start)),
            Box::new(OpponentModel::new(&start)),
        ];
        let mut n_shown = 0;
        for _ in 0..300 {
            let mover = game.position().to_move();
            let Some(mv) = game.view(mover).random_move(&mut rng) else {
                break;
            };
            game.advance(mv);
            let view = game.view(Side::Red);
            for source in &mut sources {
                source.follow(&view);
                for square in (view.occupied_by(Side::Red) | view.occupied_by(Side::Blue)).iter() {
                    let piece = view.piece_at(square).unwrap();
                    let ranks = source.ranks(piece.id);
                    let sum: f64 = Rank::ALL.into_iter().map(|rank| ranks[rank]).sum();
                    assert!((sum - 1.0).abs() < 1e-3, "{square}: {sum}");
                    if let Some(rank) = piece.rank.filter(|_| piece.is_revealed) {
                        assert_eq!(ranks[rank], 1.0);
                        n_shown += 1;
                    }
                }
            }
        }
        assert!(n_shown > 100);
    }
}
