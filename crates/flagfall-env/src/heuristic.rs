//! A one-ply player: rates each legal move by what it wins or risks at once, and plays the best.
//!
//! A permanent sparring partner for learned players: cheap, deterministic for a given generator, and never changed once
//! results have been published against it.

use flagfall_core::{
    BattleOutcome, ByRank, Direction, GameRng, Move, Piece, Rank, Side, Square, View, below,
};

/// What a piece is worth, by [`Rank::index`]: flag, spy, scout, miner, 4 to 10, bomb.
const VALUE: ByRank<f32> = ByRank([
    1000.0, 30.0, 10.0, 30.0, 15.0, 25.0, 40.0, 60.0, 90.0, 140.0, 200.0, 40.0,
]);
/// What it is worth to learn a rank, as a share of its value.
const INFORMATION: f32 = 0.12;
/// What it costs to show a hidden rank, as a share of its value.
const EXPOSURE: f32 = 0.08;
/// How much of a piece's value is feared for next to a known stronger enemy, and next to an unknown one that could win.
const FEAR_KNOWN: f32 = 0.8;
const FEAR_UNKNOWN: f32 = 0.25;
/// How much of an enemy's value it is worth to stand next to it when it cannot win.
const CHASE: f32 = 0.15;
/// A step closer to prey at distance d is worth this share of its value over d.
const APPROACH: f32 = 0.2;
/// A step forward, for pieces of low value; going straight back costs more than that.
const ADVANCE: f32 = 1.5;
const GO_BACK: f32 = 4.0;
/// Random part of every rating, so that equal moves are chosen at random.
const NOISE: f32 = 1.0;

/// The move with the highest rating; `None` when there is no legal move.
pub fn choose(view: &View<'_>, rng: &mut GameRng) -> Option<Move> {
    let rater = Rater::new(view);
    let mut best: Option<(f32, Move)> = None;
    for mv in view.legal_moves() {
        let noise = NOISE * below(rng, 1 << 16) as f32 / 65536.0;
        let rating = rater.rate(mv) + noise;
        if best.is_none_or(|(highest, _)| rating > highest) {
            best = Some((rating, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// A move with what it is chosen by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rated {
    /// The move.
    pub mv: Move,
    /// What it wins or risks at once.
    pub rating: f32,
    /// The random part.
    pub chance: f32,
}

impl Rated {
    /// What moves are compared by.
    pub fn total(&self) -> f32 {
        self.rating + self.chance
    }
}

/// What [`choose`] goes by: every legal move with its rating and its random part, drawn as `choose` draws it.
pub fn rated(view: &View<'_>, rng: &mut GameRng) -> Vec<Rated> {
    let rater = Rater::new(view);
    let rate = |mv| Rated {
        mv,
        rating: rater.rate(mv),
        chance: NOISE * below(rng, 1 << 16) as f32 / 65536.0,
    };
    view.legal_moves().into_iter().map(rate).collect()
}

/// The probability of each rank for the enemy's hidden pieces that have moved, and for those that have not.
pub fn rank_odds(view: &View<'_>) -> (ByRank<f32>, ByRank<f32>) {
    let rater = Rater::new(view);
    (rater.moved, rater.unmoved)
}

/// What a piece of each rank is worth.
pub fn piece_values() -> ByRank<f32> {
    VALUE
}

struct Rater<'a> {
    view: &'a View<'a>,
    me: Side,
    /// Probability of each rank for hidden enemy pieces that have moved, and for those that have not.
    moved: ByRank<f32>,
    unmoved: ByRank<f32>,
    /// Known enemy pieces.
    known: Vec<(Square, Rank)>,
    /// Hidden enemy pieces that never moved: bombs and the flag are among them.
    sitting: Vec<Square>,
}

impl<'a> Rater<'a> {
    fn new(view: &'a View<'a>) -> Rater<'a> {
        let me = view.viewer();
        let mut known = Vec::new();
        let mut sitting = Vec::new();
        for (square, piece) in view.pieces(!me) {
            match piece.rank {
                Some(rank) => known.push((square, rank)),
                None if !piece.has_moved => sitting.push(square),
                None => {}
            }
        }
        let (moved, unmoved) = count_probabilities(view.hidden_counts(!me), sitting.len());
        Rater {
            view,
            me,
            moved,
            unmoved,
            known,
            sitting,
        }
    }

    fn rate(&self, mv: Move) -> f32 {
        let Some(rank) = self.view.piece_at(mv.from).and_then(|piece| piece.rank) else {
            return 0.0;
        };
        match self.view.piece_at(mv.to) {
            Some(target) => self.rate_attack(mv, rank, &target),
            None => self.rate_quiet(mv, rank),
        }
    }

    fn rate_attack(&self, mv: Move, rank: Rank, target: &Piece) -> f32 {
        let hidden = self
            .view
            .piece_at(mv.from)
            .is_some_and(|piece| !piece.is_revealed);
        let exposure = if hidden { EXPOSURE * VALUE[rank] } else { 0.0 };
        // Attacking also ends whatever threat the piece was under, and takes it to the target's neighbors.
        let flight = self.fear(mv.from, rank) - self.fear(mv.to, rank);
        let gain: f32 = match target.rank {
            Some(enemy) => battle_gain(rank, enemy),
            None => {
                let odds = if target.has_moved {
                    &self.moved
                } else {
                    &self.unmoved
                };
                Rank::ALL
                    .into_iter()
                    .map(|enemy| {
                        odds[enemy]
                            * (battle_gain(rank, enemy) + INFORMATION * VALUE[enemy].min(200.0))
                    })
                    .sum()
            }
        };
        gain - exposure + 0.3 * flight
    }

    fn rate_quiet(&self, mv: Move, rank: Rank) -> f32 {
        let mut rating = self.fear(mv.from, rank) - self.fear(mv.to, rank);
        rating += self.chase(mv.to, rank) + self.approach(mv, rank);
        let forward = match self.me {
            Side::Red => i16::from(mv.to.row()) - i16::from(mv.from.row()),
            Side::Blue => i16::from(mv.from.row()) - i16::from(mv.to.row()),
        };
        // Valuable pieces wait for prey; the others go and look for it.
        let eagerness = if VALUE[rank] < 70.0 && rank != Rank::Spy && rank != Rank::Miner {
            1.0
        } else {
            0.2
        };
        rating += ADVANCE * eagerness * f32::from(forward.signum());
        if mv.is_long() {
            rating -= 2.0 * EXPOSURE * VALUE[rank];
        }
        if self.view.last_move(self.me) == Some(mv.reversed()) {
            rating -= GO_BACK;
        }
        rating
    }

    /// The value at risk for a piece of this rank on a square.
    fn fear(&self, square: Square, rank: Rank) -> f32 {
        let mut worst: f32 = 0.0;
        for enemy in self.enemies_next_to(square) {
            let risk = match enemy.rank {
                Some(attacker) => FEAR_KNOWN * loss_if_attacked(attacker, rank),
                None if enemy.has_moved => {
                    let expected: f32 = Rank::ALL
                        .into_iter()
                        .map(|attacker| self.moved[attacker] * loss_if_attacked(attacker, rank))
                        .sum();
                    FEAR_UNKNOWN * expected
                }
                None => 0.0,
            };
            worst = worst.max(risk);
        }
        worst
    }

    /// What it is worth to stand next to known enemies that this rank beats.
    fn chase(&self, square: Square, rank: Rank) -> f32 {
        self.enemies_next_to(square)
            .filter_map(|enemy| enemy.rank)
            .filter(|&enemy| beats(rank, enemy))
            .map(|enemy| CHASE * VALUE[enemy].min(200.0))
            .fold(0.0, f32::max)
    }

    /// What it is worth to come closer to known enemies that this rank beats, or, for miners, to what may be a bomb or flag.
    fn approach(&self, mv: Move, rank: Rank) -> f32 {
        let closer = |target: Square, value: f32| {
            let (before, after) = (distance(mv.from, target), distance(mv.to, target));
            APPROACH * value * (before - after) / before.max(1.0)
        };
        let prey = self.known.iter().filter(|(_, enemy)| beats(rank, *enemy));
        let mut best = prey
            .map(|&(square, enemy)| closer(square, VALUE[enemy].min(200.0)))
            .fold(0.0, f32::max);
        if rank == Rank::Miner || VALUE[rank] < 30.0 {
            let flag = self.unmoved[Rank::Flag] * 100.0;
            best = self
                .sitting
                .iter()
                .map(|&square| closer(square, flag))
                .fold(best, f32::max);
        }
        best
    }

    fn enemies_next_to(&self, square: Square) -> impl Iterator<Item = Piece> {
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| self.view.piece_at(square.step(direction)?))
            .filter(|piece| piece.side != self.me)
    }
}

/// The chance of each rank for hidden pieces that moved and for those that did not, by counting alone.
fn count_probabilities(hidden: &ByRank<u8>, n_unmoved: usize) -> (ByRank<f32>, ByRank<f32>) {
    let mobile: u32 = Rank::ALL
        .into_iter()
        .filter(|rank| rank.is_mobile())
        .map(|rank| u32::from(hidden[rank]))
        .sum();
    let immobile = f32::from(hidden[Rank::Bomb] + hidden[Rank::Flag]);
    let n_unmoved = n_unmoved.max(1) as f32;
    let (mut moved, mut unmoved) = (ByRank([0.0; 12]), ByRank([0.0; 12]));
    for rank in Rank::ALL {
        let count = f32::from(hidden[rank]);
        if rank.is_mobile() {
            moved[rank] = count / mobile.max(1) as f32;
            unmoved[rank] = moved[rank] * (1.0 - immobile / n_unmoved).max(0.0);
        } else {
            unmoved[rank] = count / n_unmoved;
        }
    }
    (moved, unmoved)
}

fn battle_gain(attacker: Rank, defender: Rank) -> f32 {
    match attacker.attacks(defender) {
        BattleOutcome::AttackerWins => VALUE[defender],
        BattleOutcome::DefenderWins => -VALUE[attacker],
        BattleOutcome::BothFall => VALUE[defender] - VALUE[attacker],
    }
}

fn loss_if_attacked(attacker: Rank, me: Rank) -> f32 {
    if !attacker.is_mobile() {
        return 0.0;
    }
    match attacker.attacks(me) {
        BattleOutcome::AttackerWins => VALUE[me],
        BattleOutcome::DefenderWins | BattleOutcome::BothFall => 0.0,
    }
}

fn beats(attacker: Rank, defender: Rank) -> bool {
    attacker.attacks(defender) == BattleOutcome::AttackerWins
}

fn distance(a: Square, b: Square) -> f32 {
    f32::from(a.row().abs_diff(b.row()) + a.col().abs_diff(b.col()))
}
