//! What happens in a playout, in points: Mets' table 3 and the refinements he leaves to others.

use flagfall_core::{BattleOutcome, Board, ByRank, Move, Piece, Position, Rank, Side, View};

use super::settings::Settings;

/// One row of table 3.
struct Points {
    rank: Rank,
    /// For the enemy when its attack on the piece fails and makes it known.
    scouted: f64,
    /// For the enemy when the piece is captured.
    captured: f64,
}

const fn row(rank: Rank, scouted: u16, captured: u16) -> Points {
    Points {
        rank,
        scouted: scouted as f64,
        captured: captured as f64,
    }
}

/// Table 3 as printed, a dash being 0. Its third column, against the owner of a piece that moves for the first time, has the same
/// 100 for all ranks that can move: that is the setting `first_move`.
const TABLE_3: [Points; 12] = [
    row(Rank::Bomb, 200, 750),
    row(Rank::Marshal, 100, 500),
    row(Rank::General, 50, 250),
    row(Rank::Colonel, 25, 100),
    row(Rank::Major, 20, 50),
    row(Rank::Captain, 15, 20),
    row(Rank::Lieutenant, 10, 10),
    row(Rank::Sergeant, 5, 5),
    row(Rank::Miner, 20, 50),
    row(Rank::Scout, 0, 2),
    row(Rank::Spy, 0, 100),
    row(Rank::Flag, 0, 1000),
];

/// With `situational=on`: how many times its worth the last miner of an army has, which makes it a marshal's.
const LAST_MINER_FACTOR: f64 = 10.0;

/// With `situational=on`: what capturing a spy is worth when there is no marshal for it to hunt: as much as a scout.
const IDLE_SPY: f64 = 2.0;

/// How likely a hidden enemy piece has each rank, for pieces that have not moved and for those that have.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Chances {
    unmoved: ByRank<f64>,
    moved: ByRank<f64>,
}

impl Chances {
    /// Over all arrangements that fit the view, each as likely as the others. Bombs and flag are on unmoved pieces; the
    /// other ranks are spread over all places that are left.
    pub(super) fn of(view: &View<'_>) -> Chances {
        let enemy = !view.viewer();
        let counts = view.hidden_counts(enemy);
        let unmoved = view
            .hidden_pieces(enemy)
            .filter(|(_, piece)| !piece.has_moved)
            .count() as f64;
        let sum = |is_mobile: bool| {
            let ranks = Rank::ALL.into_iter();
            let ranks = ranks.filter(|rank| rank.is_mobile() == is_mobile);
            ranks.map(|rank| f64::from(counts[rank])).sum::<f64>()
        };
        let (immobile, mobile) = (sum(false), sum(true));
        let mut chances = Chances::default();
        for rank in Rank::ALL {
            let count = f64::from(counts[rank]);
            if count == 0.0 {
                continue;
            }
            if rank.is_mobile() {
                chances.moved[rank] = count / mobile;
                chances.unmoved[rank] = (1.0 - immobile / unmoved.max(1.0)) * count / mobile;
            } else {
                chances.unmoved[rank] = count / unmoved.max(1.0);
            }
        }
        chances
    }

    /// For this hidden piece.
    pub(super) fn of_piece(&self, piece: &Piece) -> &ByRank<f64> {
        if piece.has_moved {
            &self.moved
        } else {
            &self.unmoved
        }
    }
}

/// The points of one turn's playouts.
#[derive(Clone, Debug)]
pub(super) struct Valuation {
    scouted: ByRank<f64>,
    /// By the owner of the piece, because a last miner is worth more than one of five.
    captured: [ByRank<f64>; 2],
    first_move: f64,
    /// Whether a hidden piece that wins its attack counts as scouted by the enemy.
    is_winner_scouted: bool,
    /// Against the capturer for every rank step above the lowest one that would have won, if it was hidden.
    excess_rank: f64,
    /// Whose hidden pieces are only guessed, and how good the guesses are.
    weights: Option<(Side, Chances)>,
}

impl Valuation {
    /// Table 3, with what the settings add to it in this view.
    pub(super) fn new(settings: &Settings, view: &View<'_>) -> Valuation {
        let mut valuation = Valuation {
            scouted: ByRank::default(),
            captured: [ByRank::default(); 2],
            first_move: settings.first_move,
            is_winner_scouted: settings.is_winner_scouted,
            excess_rank: settings.least_rank,
            weights: settings
                .is_weighted
                .then(|| (!view.viewer(), Chances::of(view))),
        };
        for points in TABLE_3 {
            valuation.scouted[points.rank] = points.scouted;
            for captured in &mut valuation.captured {
                captured[points.rank] = points.captured;
            }
        }
        if settings.is_situational {
            for side in Side::ALL {
                valuation.adapt(view.board(), side);
            }
        }
        valuation
    }

    /// Values that depend on the situation (his 8.3.1). How many pieces of a rank are left is public.
    fn adapt(&mut self, board: &Board, side: Side) {
        let left = |side: Side, rank: Rank| {
            let known = board
                .pieces(side)
                .filter(|(_, piece)| piece.is_revealed && piece.rank == Some(rank));
            usize::from(board.hidden_counts(side)[rank]) + known.count()
        };
        let captured = &mut self.captured[side.index()];
        if left(side, Rank::Miner) == 1 {
            captured[Rank::Miner] *= LAST_MINER_FACTOR;
        }
        if left(!side, Rank::Marshal) == 0 {
            captured[Rank::Spy] = IDLE_SPY;
        }
    }

    /// What winning the game is worth, by the flag or by leaving the enemy without a move.
    ///
    /// Mets gives points for the flag only; a win is a win, so the other one gets as many.
    pub(super) fn win(&self) -> f64 {
        self.captured[0][Rank::Flag]
    }

    /// The points that a move makes for the player who makes it, on the board before the move.
    ///
    /// Only the living target of an attack that failed counts as scouted. Pieces that fall do not: the spy and the flag, which
    /// fall to whatever attacks them, have no value there. Nor does an attacker that wins, though the enemy has seen it: "in
    /// scouting a piece is lost" (5.3), and that capturing with a high rank gives more away than with a low one is among
    /// the ideas that he leaves to others (8.3.1), so that his own points cannot have told the two apart.
    #[inline]
    pub(super) fn of_move(&self, position: &Position, mv: Move) -> f64 {
        let Some(mover) = position.piece_at(mv.from) else {
            return 0.0;
        };
        let Some(rank) = mover.rank else { return 0.0 };
        let mut points = if mover.has_moved {
            0.0
        } else {
            -self.first_move
        };
        if let Some(target) = position.piece_at(mv.to)
            && let Some(defender) = target.rank
        {
            points += self.battle(&mover, rank, &target, defender);
        }
        points
    }

    #[inline]
    fn battle(&self, mover: &Piece, attacker: Rank, target: &Piece, defender: Rank) -> f64 {
        let scouted = |piece: &Piece, rank: Rank| {
            if piece.is_revealed {
                0.0
            } else {
                self.scouted[rank]
            }
        };
        let captured = |piece: &Piece, rank: Rank| self.captured[piece.side.index()][rank];
        let points = match attacker.attacks(defender) {
            BattleOutcome::AttackerWins => {
                let shown = if self.is_winner_scouted {
                    scouted(mover, attacker)
                } else {
                    0.0
                };
                captured(target, defender) - shown - self.excess(mover, attacker, defender)
            }
            BattleOutcome::DefenderWins => scouted(target, defender) - captured(mover, attacker),
            BattleOutcome::BothFall => captured(target, defender) - captured(mover, attacker),
        };
        points * self.weight(mover, attacker) * self.weight(target, defender)
    }

    /// What is lost by showing a higher rank than was needed (his 8.3.1).
    #[inline]
    fn excess(&self, mover: &Piece, attacker: Rank, defender: Rank) -> f64 {
        if self.excess_rank == 0.0 || mover.is_revealed || !defender.is_mobile() {
            return 0.0;
        }
        let steps = attacker.index().saturating_sub(defender.index() + 1);
        self.excess_rank * steps as f64
    }

    /// How much a battle of this piece counts (his 8.2): as much as the rank dealt to it is likely. The whole battle, not only what the dealt
    /// piece is worth: he wants "the valuations of battles with unknown pieces" put into proportion, and what one's own piece loses to a
    /// guessed rank is as uncertain as what it gains.
    #[inline]
    fn weight(&self, piece: &Piece, rank: Rank) -> f64 {
        match &self.weights {
            Some((side, chances)) if piece.side == *side && !piece.is_revealed => {
                chances.of_piece(piece)[rank]
            }
            _ => 1.0,
        }
    }
}
