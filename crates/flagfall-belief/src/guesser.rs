//! Guessing ranks (Invincible, chapter 6).
//!
//! For each hidden piece of both sides the probability of each rank, kept so that a piece's probabilities sum to 1 and a
//! rank's to the number of its hidden pieces. Three kinds of evidence multiply probabilities: where people put their ranks
//! and what they put beside pieces that are now known (6.3.1), captures that a piece could have made and did not (6.3.2), and
//! whether it goes towards known pieces or away from them (6.3.3).
//!
//! The guesser uses public events only, so the matrix of our own side is what the enemy could guess of us.
//!
//! Choices where the text is silent:
//! - A missed capture counts once for as long as the two pieces stay side by side: standing there for ten turns is not ten
//!   times the evidence.
//! - A move is forced, and says nothing about others, if it is an attack or if the piece that moved stood next to an enemy. Of that
//!   piece it says that it did not capture: "he doesn't capture him but runs away".
//! - Factors are bounded, so that no single move decides anything.

mod happiness;
mod watch;

use flagfall_core::{
    BattleOutcome, ByRank, BySide, Direction, Event, PieceId, Rank, Side, Square, Variant, View,
};

use self::happiness::{happiness, prospect};
use self::watch::{Watch, trusted_shares};
use crate::material::Material;
use crate::matrix::Matrix;
use crate::placing;
use crate::public::{PublicBoard, PublicPiece};

/// By how much happiness gained speaks for a rank: the exponent for one whole highest piece.
const HAPPINESS_GAIN: f64 = 2.0;
/// The most that one move can speak for or against a rank, as an exponent.
const MOST_BY_ONE_MOVE: f64 = 0.7;
/// What is left of a rank's probability when a capture worth `MISSED_FULL` or more was not made.
const MISSED_FACTOR: f64 = 0.3;
/// As a share of the highest piece's value.
const MISSED_FULL: f64 = 0.2;

/// What both players can guess about each other's pieces.
#[derive(Clone, PartialEq, Debug)]
pub struct Guesser {
    board: PublicBoard,
    material: Material,
    matrices: BySide<Matrix>,
    variant: Variant,
    /// How many events have been taken in.
    seen: usize,
    /// Pairs of a hidden piece and a known enemy beside it for which a missed capture has been counted.
    missed: Vec<(PieceId, PieceId)>,
    /// The evidence that is not in the thesis, for a guesser that heeds it.
    watch: Option<Watch>,
}

impl Guesser {
    /// A guesser that has seen everything that this view's players have seen.
    pub fn new(view: &View<'_>) -> Guesser {
        Guesser::started(view, None)
    }

    /// A guesser that also heeds what is not in the thesis: what standing still tells, and how much a setup is like people's.
    pub fn watchful(view: &View<'_>) -> Guesser {
        Guesser::started(view, Some(Watch::new()))
    }

    fn started(view: &View<'_>, watch: Option<Watch>) -> Guesser {
        let board = PublicBoard::at_start(view);
        let variant = view.rules().variant;
        let matrices = BySide::from_fn(|side| placing::start_matrix(&board, variant, side));
        let mut guesser = Guesser {
            material: Material::new(*board.left()),
            board,
            matrices,
            variant,
            seen: 0,
            missed: Vec::new(),
            watch,
        };
        for side in Side::ALL {
            if let Some(watch) = &guesser.watch {
                let trust = watch.trust(side);
                guesser.trust_setup(side, 1.0, trust);
            }
            guesser.settle(side);
        }
        guesser.follow(view);
        guesser
    }

    /// Takes in what has happened since. The view must be one of the same game.
    pub fn follow(&mut self, view: &View<'_>) {
        for event in view.history().get(self.seen..).unwrap_or_default() {
            self.observe(event);
        }
    }

    /// Takes in one turn.
    pub fn observe(&mut self, event: &Event) {
        self.seen += 1;
        let side = event.side;
        self.note_missed_captures(event);
        if event.battle.is_none() && !event.shows_scout() {
            self.note_direction(event);
        }
        if let Some(watch) = &mut self.watch {
            for (piece, factors) in watch.unmoved(&self.board, event) {
                self.matrices[side].scale(piece, |rank| factors[rank.index()]);
            }
        }
        for (piece, rank) in self.board.play(event) {
            self.note_shown(piece, rank);
        }
        if event.battle.is_some() {
            self.material = Material::new(*self.board.left());
            self.settle(!side);
        }
        self.settle(side);
    }

    /// The probability of each rank of a piece: certain if it has been shown; nothing if there is no such piece.
    pub fn ranks(&self, piece: PieceId) -> ByRank<f64> {
        let mut ranks = ByRank([0.0; 12]);
        let Some(public) = self.board.piece(piece) else {
            return ranks;
        };
        if let Some(rank) = public.known {
            ranks[rank] = 1.0;
            return ranks;
        }
        self.matrices[public.side]
            .row(piece)
            .copied()
            .unwrap_or(ranks)
    }

    /// The probability of one rank of a piece.
    pub fn probability(&self, piece: PieceId, rank: Rank) -> f64 {
        self.ranks(piece)[rank]
    }

    /// The likeliest rank of a piece.
    pub fn likeliest(&self, piece: PieceId) -> Rank {
        let ranks = self.ranks(piece);
        let higher = |best: Rank, rank: Rank| {
            if ranks[rank] > ranks[best] {
                rank
            } else {
                best
            }
        };
        Rank::ALL.into_iter().fold(Rank::Flag, higher)
    }

    /// What is left and what it is worth.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// The board as both players see it.
    pub fn board(&self) -> &PublicBoard {
        &self.board
    }

    /// 6.3.2: those who could have taken a known piece with profit, and did something else without need, are likely not of
    /// a rank that could.
    fn note_missed_captures(&mut self, event: &Event) {
        let side = event.side;
        let beside: Vec<(PieceId, PieceId, Rank)> = self
            .board
            .pieces(side)
            .filter(|(_, piece)| piece.known.is_none())
            .flat_map(|(id, piece)| {
                self.neighbors(piece.square)
                    .filter(move |(_, other)| other.side != side)
                    .filter_map(move |(enemy, other)| Some((id, enemy, other.known?)))
            })
            .collect();
        self.missed
            .retain(|&(id, enemy)| beside.iter().any(|pair| (pair.0, pair.1) == (id, enemy)));
        if event.battle.is_some() {
            return;
        }
        let runs_away = self
            .neighbors(event.mv.from)
            .any(|(_, other)| other.side != side);
        for (id, enemy, enemy_rank) in beside {
            let is_forced = runs_away && id != event.piece;
            if is_forced || self.missed.contains(&(id, enemy)) {
                continue;
            }
            self.missed.push((id, enemy));
            let material = &self.material;
            self.matrices[side].scale(id, |rank| {
                let wins = rank.attacks(enemy_rank) == BattleOutcome::AttackerWins;
                if !rank.is_mobile() || !wins {
                    return 1.0;
                }
                let profit = prospect(material, side, rank, enemy_rank);
                1.0 - (1.0 - MISSED_FACTOR) * (profit / MISSED_FULL).clamp(0.0, 1.0)
            });
        }
    }

    /// 6.3.3: a piece goes where its rank is happier.
    fn note_direction(&mut self, event: &Event) {
        let (board, material) = (&self.board, &self.material);
        let gain = |rank: Rank| {
            let at = |square| happiness(board, material, event.side, rank, square);
            HAPPINESS_GAIN * (at(event.mv.to) - at(event.mv.from))
        };
        let factors = Rank::ALL.map(|rank| {
            if rank.is_mobile() {
                gain(rank).clamp(-MOST_BY_ONE_MOVE, MOST_BY_ONE_MOVE).exp()
            } else {
                0.0
            }
        });
        self.matrices[event.side].scale(event.piece, |rank| factors[rank.index()]);
    }

    /// 6.3.1: a piece that is shown says something about those that started beside it.
    fn note_shown(&mut self, piece: PieceId, rank: Rank) {
        let Some(public) = self.board.piece(piece) else {
            return;
        };
        let (side, has_moved) = (public.side, public.has_moved);
        self.matrices[side].remove(piece);
        let mut trust = 1.0;
        if let Some(watch) = &mut self.watch {
            let before = watch.trust(side);
            watch.shown(self.variant, side, piece, rank, has_moved);
            trust = watch.trust(side);
            self.trust_setup(side, before, trust);
        }
        let matrix = &mut self.matrices[side];
        placing::note_shown(matrix, self.variant, side, piece, rank, trust);
    }

    /// People's setups are trusted more or less than before.
    fn trust_setup(&mut self, side: Side, before: f64, now: f64) {
        let hidden: Vec<PieceId> = self
            .board
            .pieces(side)
            .filter(|(_, public)| public.known.is_none())
            .map(|(id, _)| id)
            .collect();
        for id in hidden {
            let Some(place) = placing::place_of(side, id.start()) else {
                continue;
            };
            let old = trusted_shares(self.variant, place, before);
            let new = trusted_shares(self.variant, place, now);
            self.matrices[side].scale(id, |rank| match old[rank] > 0.0 {
                true => new[rank] / old[rank],
                false => 1.0,
            });
        }
    }

    fn settle(&mut self, side: Side) {
        self.matrices[side].settle_on(&self.board, side);
    }

    fn neighbors(&self, square: Square) -> impl Iterator<Item = (PieceId, &PublicPiece)> {
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| self.board.piece_at(square.step(direction)?))
    }
}

#[cfg(test)]
mod tests;
