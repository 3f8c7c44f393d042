//! Everything that plans may look at: the board as we see it, what we guess, and what pieces are worth (Invincible 5.2.2).

use flagfall_belief::{Guesser, Material};
use flagfall_core::{
    BattleOutcome, ByRank, Direction, Move, PieceId, Rank, Side, Square, SquareSet, View,
};

use super::information::Information;
use super::lotto;

/// Losing an unknown battle weighs this much more than winning one when the game is even ("of a pessimistic nature",
/// 5.4.1), and the more the further we are ahead.
const CAUTION: f64 = 1.1;
const CAUTION_BY_LEAD: f64 = 0.4;
const CAUTION_LIMITS: (f64, f64) = (0.9, 1.4);
/// How often an enemy attacks a piece that it does not know.
const ATTACKS_UNKNOWN: f64 = 0.5;
/// Taking the last piece that can move wins as surely as taking the flag.
const LAST_MOVER: f64 = 200.0;

/// One of our pieces.
#[derive(Clone, Debug)]
pub(crate) struct Own {
    pub(crate) square: Square,
    pub(crate) id: PieceId,
    pub(crate) rank: Rank,
    pub(crate) has_moved: bool,
    pub(crate) is_revealed: bool,
    /// What it is worth.
    pub(crate) value: f64,
    /// What it costs to show it: nothing if it is known, little if the enemy can guess it.
    pub(crate) exposure: f64,
    /// What the enemy can guess of it.
    pub(crate) seen_as: ByRank<f64>,
}

impl Own {
    /// Whether the enemy may still take it for a bomb.
    pub(crate) fn can_play_bomb(&self) -> bool {
        !self.is_revealed && !self.has_moved
    }
}

/// One of the enemy's pieces.
#[derive(Clone, Debug)]
pub(crate) struct Foe {
    pub(crate) square: Square,
    pub(crate) id: PieceId,
    pub(crate) known: Option<Rank>,
    pub(crate) has_moved: bool,
    pub(crate) ranks: ByRank<f64>,
    /// The chance that it can move at all.
    pub(crate) mobility: f64,
    /// For each of our ranks, the chance that it wins by attacking it.
    pub(crate) threat: ByRank<f64>,
    /// For each of our ranks, the chance that it falls when attacked.
    pub(crate) prey: ByRank<f64>,
    /// What it is worth, on average over what it may be.
    pub(crate) value: f64,
    /// Whether it has attacked unknown unmoved pieces before.
    pub(crate) plays_lotto: bool,
}

#[derive(Clone, Copy, Debug)]
enum Slot {
    Empty,
    Own(u8),
    Foe(u8),
}

/// One turn of ours.
pub(crate) struct Situation<'a> {
    pub(crate) view: &'a View<'a>,
    pub(crate) guesser: &'a Guesser,
    pub(crate) me: Side,
    pub(crate) own: Vec<Own>,
    pub(crate) foes: Vec<Foe>,
    pub(crate) information: Information,
    caution: f64,
    /// What a piece that can move is worth more because it is the last, for us to take and in an exchange.
    last_mover: (f64, f64),
    slots: [Slot; Square::COUNT],
}

impl<'a> Situation<'a> {
    pub(crate) fn new(view: &'a View<'a>, guesser: &'a Guesser) -> Situation<'a> {
        let me = view.viewer();
        let material = guesser.material();
        let information = Information::new(material, me);
        let lotto = lotto::players(view.history(), !me);
        let caution = CAUTION + CAUTION_BY_LEAD * (material.lead(me) - 1.0);
        let own: Vec<Own> = view
            .pieces(me)
            .filter_map(|(square, piece)| {
                let rank = piece.rank?;
                let value = material.value(me, rank);
                let seen_as = guesser.ranks(piece.id);
                Some(Own {
                    square,
                    id: piece.id,
                    rank,
                    has_moved: piece.has_moved,
                    is_revealed: piece.is_revealed,
                    value,
                    exposure: information.cost_of_showing(value, seen_as[rank]),
                    seen_as,
                })
            })
            .collect();
        let foes: Vec<Foe> = view
            .pieces(!me)
            .map(|(square, piece)| {
                let ranks = guesser.ranks(piece.id);
                let values = material.values(!me);
                Foe {
                    square,
                    id: piece.id,
                    known: piece.rank,
                    has_moved: piece.has_moved,
                    mobility: 1.0 - ranks[Rank::Bomb] - ranks[Rank::Flag],
                    threat: threats(&ranks),
                    prey: preys(&ranks),
                    value: Rank::ALL
                        .iter()
                        .map(|&rank| ranks[rank] * values[rank])
                        .sum(),
                    plays_lotto: lotto.contains(&piece.id),
                    ranks,
                }
            })
            .collect();
        let mut slots = [Slot::Empty; Square::COUNT];
        for (index, piece) in own.iter().enumerate() {
            slots[piece.square.index()] = Slot::Own(index as u8);
        }
        for (index, foe) in foes.iter().enumerate() {
            slots[foe.square.index()] = Slot::Foe(index as u8);
        }
        Situation {
            view,
            guesser,
            me,
            own,
            foes,
            information,
            caution: caution.clamp(CAUTION_LIMITS.0, CAUTION_LIMITS.1),
            last_mover: match (material.movers(!me), material.movers(me)) {
                (1, 0 | 1) => (LAST_MOVER, 0.0),
                (1, _) => (LAST_MOVER, LAST_MOVER),
                _ => (0.0, 0.0),
            },
            slots,
        }
    }

    pub(crate) fn material(&self) -> &Material {
        self.guesser.material()
    }

    /// The game state: above 1 if we are ahead.
    pub(crate) fn lead(&self) -> f64 {
        self.material().lead(self.me)
    }

    pub(crate) fn own_at(&self, square: Square) -> Option<&Own> {
        match self.slots[square.index()] {
            Slot::Own(index) => Some(&self.own[usize::from(index)]),
            _ => None,
        }
    }

    pub(crate) fn foe_at(&self, square: Square) -> Option<&Foe> {
        match self.slots[square.index()] {
            Slot::Foe(index) => Some(&self.foes[usize::from(index)]),
            _ => None,
        }
    }

    pub(crate) fn own_piece(&self, id: PieceId) -> Option<&Own> {
        self.own.iter().find(|own| own.id == id)
    }

    pub(crate) fn foe(&self, id: PieceId) -> Option<&Foe> {
        self.foes.iter().find(|foe| foe.id == id)
    }

    pub(crate) fn own_flag(&self) -> Option<&Own> {
        self.own.iter().find(|own| own.rank == Rank::Flag)
    }

    pub(crate) fn own_squares(&self) -> SquareSet {
        self.view.occupied_by(self.me)
    }

    pub(crate) fn foe_squares(&self) -> SquareSet {
        self.view.occupied_by(!self.me)
    }

    /// Our pieces that can never move.
    pub(crate) fn own_immobile(&self) -> SquareSet {
        self.own_squares().difference(self.view.mobile(self.me))
    }

    /// The enemies next to a square.
    pub(crate) fn foes_beside(&self, square: Square) -> impl Iterator<Item = &Foe> {
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| self.foe_at(square.step(direction)?))
    }

    /// What attacking this enemy with this piece is expected to bring (5.4.1).
    pub(crate) fn profit(&self, own: &Own, foe: &Foe) -> f64 {
        let caution = if foe.known.is_some() {
            1.0
        } else {
            self.caution
        };
        let values = self.material().values(!self.me);
        let of = |rank: Rank| {
            let chance = foe.ranks[rank];
            if chance == 0.0 {
                return 0.0;
            }
            let (taken, exchanged) = if rank.is_mobile() {
                self.last_mover
            } else {
                (0.0, 0.0)
            };
            chance
                * match own.rank.attacks(rank) {
                    BattleOutcome::AttackerWins => values[rank] + taken - own.exposure,
                    BattleOutcome::BothFall => values[rank] + exchanged - caution * own.value,
                    BattleOutcome::DefenderWins => {
                        self.information.gain_by_seeing(values[rank], chance) - caution * own.value
                    }
                }
        };
        Rank::ALL.into_iter().map(of).sum()
    }

    /// The chance that this enemy, standing next to this piece, attacks and wins.
    pub(crate) fn risk(&self, own: &Own, foe: &Foe) -> f64 {
        let dares = if own.is_revealed {
            1.0
        } else {
            // A piece that behaves obviously is not unknown any more.
            ATTACKS_UNKNOWN + (1.0 - ATTACKS_UNKNOWN) * own.seen_as[own.rank]
        };
        dares * foe.threat[own.rank]
    }

    /// How many of our last turns were made with this piece and without a battle, of the last `turns`.
    pub(crate) fn recent_moves(&self, piece: PieceId, turns: usize) -> usize {
        self.view
            .history()
            .iter()
            .rev()
            .filter(|event| event.side == self.me)
            .take(turns)
            .take_while(|event| event.battle.is_none())
            .filter(|event| event.piece == piece)
            .count()
    }

    /// How far forward a square is, from our back row (0) to the enemy's (9).
    pub(crate) fn advance(&self, square: Square) -> u8 {
        match self.me {
            Side::Red => square.row(),
            Side::Blue => 9 - square.row(),
        }
    }
}

/// The board after one of our moves, an attack being won.
#[derive(Clone, Copy)]
pub(crate) struct After<'a> {
    pub(crate) situation: &'a Situation<'a>,
    /// `None` for the board as it is.
    pub(crate) mv: Option<Move>,
}

impl<'a> After<'a> {
    pub(crate) fn new(situation: &'a Situation<'a>, mv: Option<Move>) -> After<'a> {
        After { situation, mv }
    }

    /// Whether nothing stands on a square.
    pub(crate) fn is_free(&self, square: Square) -> bool {
        match self.mv {
            Some(mv) if square == mv.from => true,
            Some(mv) if square == mv.to => false,
            _ => matches!(self.situation.slots[square.index()], Slot::Empty),
        }
    }

    /// The enemies that are still there.
    pub(crate) fn foes(&self) -> impl Iterator<Item = &'a Foe> {
        let taken = self.mv.map(|mv| mv.to);
        self.situation
            .foes
            .iter()
            .filter(move |foe| Some(foe.square) != taken)
    }

    /// Our pieces with the squares they are on.
    pub(crate) fn own(&self) -> impl Iterator<Item = (Square, &'a Own)> {
        let mv = self.mv;
        self.situation.own.iter().map(move |own| match mv {
            Some(mv) if mv.from == own.square => (mv.to, own),
            _ => (own.square, own),
        })
    }
}

fn threats(ranks: &ByRank<f64>) -> ByRank<f64> {
    sum_over(|mine| {
        ranks_where(ranks, |theirs| {
            theirs.is_mobile() && theirs.attacks(mine) == BattleOutcome::AttackerWins
        })
    })
}

fn preys(ranks: &ByRank<f64>) -> ByRank<f64> {
    sum_over(|mine| {
        ranks_where(ranks, |theirs| {
            mine.attacks(theirs) == BattleOutcome::AttackerWins
        })
    })
}

fn sum_over(of: impl Fn(Rank) -> f64) -> ByRank<f64> {
    ByRank(Rank::ALL.map(of))
}

fn ranks_where(ranks: &ByRank<f64>, is_wanted: impl Fn(Rank) -> bool) -> f64 {
    Rank::ALL
        .into_iter()
        .filter(|&rank| is_wanted(rank))
        .map(|rank| ranks[rank])
        .sum()
}

/// Steps between two squares.
pub(crate) fn steps(a: Square, b: Square) -> u8 {
    a.row().abs_diff(b.row()) + a.col().abs_diff(b.col())
}
