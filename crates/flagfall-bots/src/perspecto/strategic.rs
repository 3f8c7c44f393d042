//! The strategic search (section 9.2 and appendix 1): forces that draw pieces across the board.
//!
//! A rule draws pieces of some ranks towards enemy pieces of some kind with a force. At a distance of `L` steps (at least 4)
//! the force is divided by the square root of `L^t`, where `t` is a tenth of the number of the enemy's pieces and at least 1;
//! all forces on a piece are split into their two components and summed, and a move is worth the component along it. To that the best
//! score of a second own move is added, so that pieces make way for others. Scouts' long attacks on unknown pieces, which
//! the local search does not see, have scores of their own.
//!
//! Where the thesis contradicts itself: **the ceiling**. "The strategic points are considerably lower than those from the minimax
//! search": an advance is worth 1 at the start and a strong pull on a miner 4, so the strategic search "matters only where no
//! good tactical moves are found"; and a capture that can wait is worth only the 5% by which it decays more than waiting. His formula
//! does not keep to that: once flag suspicion draws, and the more so as pieces fall and `t` goes down, it makes moves worth more than
//! most captures. Here the forces keep their proportions and their size follows the statement: where the best quiet move is worth more
//! than 4, all forces are scaled down until it is worth 4, and no move is worth more. His 4 is the force of one step, without the second move
//! that is added to it, so 8 could be read as well; 4 was the better of the two in matches. `ceiling=none` is the bare formula
//! (docs/results/perspecto-matches.md).
//!
//! Choices where the thesis is silent:
//! - Steps are counted along rows and columns, without regard to lakes and pieces; components are those of the straight
//!   line between the two squares.
//! - A rule about enemy ranks also holds for an unknown piece all of whose possible ranks fit: this is how "new strategic rules
//!   come into play" when a piece has become superior (comment on move 46 of his game against Peter).
//! - Higher and lower ranks are those of pieces that can move; bombs and flag are neither.
//! - `fO` and `fX` both are any unknown piece: the appendix describes them with the same words.
//! - A suspect stands open if some neighboring square is neither lake nor held by an enemy piece that has not moved.
//! - A known flag is a suspect with certainty.
//! - An attack has no score of its own ("moves that take pieces are sorted out of the strategic search"), but for the long ones of
//!   scouts; to either that of the best second move is added, like every other move: the figure makes each move as `make(win)` and looks for the next. Late in a game
//!   the best second move has a score of 20 or more. Without it attacks would stand that much below every quiet move,
//!   and captures would be left undone, against "the strategic search matters only where no good tactical moves are found".

use flagfall_core::{Direction, Move, PieceId, Rank, Square, View};

use super::chronicle::Chronicle;
use super::field::{Field, Owner, certain, steps_between};
use super::judge::Judge;

/// What a rule draws towards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// Known pieces of these ranks.
    Ranks(&'static [Rank]),
    /// Unknown pieces.
    Unknown,
    /// Unknown pieces, as far as they may be a bomb.
    MaybeBomb,
    /// Unknown pieces, as far as they are suspected to be the flag.
    MaybeFlag,
    /// The same, if they stand open.
    MaybeOpenFlag,
}

/// A rule of appendix 1: `[mover, target, force]`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rule {
    /// Its name here.
    pub(crate) name: &'static str,
    /// Which pieces it draws.
    pub(crate) movers: &'static [Rank],
    /// Towards which.
    pub(crate) target: Target,
    /// How much; below zero it drives away.
    pub(crate) force: f32,
}

const BELOW_MAJOR: &[Rank] = &[
    Rank::Spy,
    Rank::Scout,
    Rank::Miner,
    Rank::Sergeant,
    Rank::Lieutenant,
    Rank::Captain,
];
const ABOVE_CAPTAIN: &[Rank] = &[Rank::Major, Rank::Colonel, Rank::General, Rank::Marshal];
const ABOVE_MINER: &[Rank] = &[
    Rank::Sergeant,
    Rank::Lieutenant,
    Rank::Captain,
    Rank::Major,
    Rank::Colonel,
    Rank::General,
    Rank::Marshal,
];

const fn rule(name: &'static str, movers: &'static [Rank], target: Target, force: f32) -> Rule {
    Rule {
        name,
        movers,
        target,
        force,
    }
}

/// All 21 rules of appendix 1, in its order.
pub(crate) const RULES: [Rule; 21] = [
    rule(
        "spy hunts marshal",
        &[Rank::Spy],
        Target::Ranks(&[Rank::Marshal]),
        40.0,
    ),
    rule(
        "miner seeks bomb",
        &[Rank::Miner],
        Target::Ranks(&[Rank::Bomb]),
        16.0,
    ),
    rule(
        "miner seeks likely bomb",
        &[Rank::Miner],
        Target::MaybeBomb,
        16.0,
    ),
    rule("miner shuns unknown", &[Rank::Miner], Target::Unknown, -2.0),
    rule("miner seeks flag", &[Rank::Miner], Target::MaybeFlag, 80.0),
    rule("sergeant explores", &[Rank::Sergeant], Target::Unknown, 1.0),
    rule(
        "lieutenant explores",
        &[Rank::Lieutenant],
        Target::Unknown,
        1.0,
    ),
    rule("captain explores", &[Rank::Captain], Target::Unknown, 0.5),
    rule(
        "captain shuns higher",
        &[Rank::Captain],
        Target::Ranks(ABOVE_CAPTAIN),
        -6.0,
    ),
    rule(
        "major hunts lower",
        &[Rank::Major],
        Target::Ranks(BELOW_MAJOR),
        8.0,
    ),
    rule(
        "major shuns higher",
        &[Rank::Major],
        Target::Ranks(&[Rank::Colonel, Rank::General, Rank::Marshal]),
        -10.0,
    ),
    rule(
        "colonel hunts lower",
        &[Rank::Colonel],
        Target::Ranks(BELOW_MAJOR),
        8.0,
    ),
    rule(
        "colonel hunts major",
        &[Rank::Colonel],
        Target::Ranks(&[Rank::Major]),
        16.0,
    ),
    rule(
        "colonel shuns higher",
        &[Rank::Colonel],
        Target::Ranks(&[Rank::General, Rank::Marshal]),
        -16.0,
    ),
    rule(
        "general hunts lower",
        &[Rank::General],
        Target::Ranks(BELOW_MAJOR),
        4.0,
    ),
    rule(
        "general hunts major and colonel",
        &[Rank::General],
        Target::Ranks(&[Rank::Major, Rank::Colonel]),
        16.0,
    ),
    rule(
        "general shuns marshal",
        &[Rank::General],
        Target::Ranks(&[Rank::Marshal]),
        -20.0,
    ),
    rule(
        "marshal hunts lower",
        &[Rank::Marshal],
        Target::Ranks(BELOW_MAJOR),
        4.0,
    ),
    rule(
        "marshal hunts major and colonel",
        &[Rank::Marshal],
        Target::Ranks(&[Rank::Major, Rank::Colonel]),
        16.0,
    ),
    rule(
        "marshal hunts general",
        &[Rank::Marshal],
        Target::Ranks(&[Rank::General]),
        32.0,
    ),
    rule(
        "open flag draws all above miner",
        ABOVE_MINER,
        Target::MaybeOpenFlag,
        80.0,
    ),
];

/// Which parts of the strategic search are in use: the variants of section 10.3.2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// All of it.
    Full,
    /// Without the miners' rules; miners want to go forward instead.
    NoMiners,
    /// Without the scouts' long attacks.
    NoScouts,
    /// Without the second own move.
    OneMove,
    /// Every piece but the scouts wants to go forward, by a point a row (table 5).
    Forward,
    /// None.
    Off,
}

/// How near an enemy piece that can move must come to the own flag to be an intruder.
const GUARDED: u8 = 6;
/// What an intruder beside the flag draws a piece with that is sure to beat it.
const GUARD_FORCE: f32 = 160.0;

/// The nearest distance that counts.
const NEAREST: u8 = 4;
/// The longest distance on the board, plus one.
const DISTANCES: usize = 19;

/// What draws a rank towards one enemy piece.
#[derive(Clone, Copy, Debug)]
struct Pull {
    square: Square,
    force: f32,
}

/// The strategic search of one move of the game.
#[derive(Debug)]
pub(crate) struct StrategicSearch<'a> {
    view: &'a View<'a>,
    field: &'a Field,
    judge: &'a Judge,
    chronicle: &'a Chronicle,
    strategy: Strategy,
    is_guarding: bool,
    ceiling: Option<f32>,
    pulls: Vec<Vec<Pull>>,
    fading: [f32; DISTANCES],
}

impl<'a> StrategicSearch<'a> {
    pub(crate) fn new(
        view: &'a View<'a>,
        field: &'a Field,
        judge: &'a Judge,
        chronicle: &'a Chronicle,
        strategy: Strategy,
    ) -> StrategicSearch<'a> {
        let n_enemies = field.held_by(Owner::Theirs).len() as f32;
        let t = (n_enemies / 10.0).max(1.0);
        let fading = std::array::from_fn(|steps| {
            let steps = (steps as u8).max(NEAREST);
            f32::from(steps).powf(-t / 2.0)
        });
        let mut search = StrategicSearch {
            view,
            field,
            judge,
            chronicle,
            strategy,
            is_guarding: false,
            ceiling: None,
            pulls: Vec::new(),
            fading,
        };
        search.pull_all();
        search
    }

    /// The same search with an analysis of the own flag's safety (section 11.2): enemies that come near it draw the pieces
    /// that are likely to beat them.
    #[must_use]
    pub(crate) fn guarding(mut self) -> StrategicSearch<'a> {
        self.is_guarding = true;
        self.pull_all();
        self
    }

    fn pull_all(&mut self) {
        self.pulls = Rank::ALL.iter().map(|&rank| self.pulls_on(rank)).collect();
    }

    /// The same search in which no move is worth more than this.
    #[must_use]
    pub(crate) fn below(mut self, ceiling: Option<f32>) -> StrategicSearch<'a> {
        self.ceiling = ceiling;
        self
    }

    /// The strategic value of each legal move: its score and that of the best second move.
    pub(crate) fn values(&self, moves: &[Move]) -> Vec<f32> {
        let top = moves
            .iter()
            .filter(|mv| !self.is_attack(**mv))
            .map(|&mv| self.value(mv, moves, 1.0))
            .fold(0.0, f32::max);
        let scale = match self.ceiling {
            Some(ceiling) if top > ceiling => ceiling / top,
            _ => 1.0,
        };
        // What can follow an attack may pull harder than any quiet move of now, and scouts' long attacks are no forces.
        let most = self.ceiling.unwrap_or(f32::INFINITY);
        moves
            .iter()
            .map(|&mv| self.value(mv, moves, scale).min(most))
            .collect()
    }

    fn is_attack(&self, mv: Move) -> bool {
        self.view.piece_at(mv.to).is_some()
    }

    /// The value of a move when all forces are multiplied with `scale`.
    fn value(&self, mv: Move, moves: &[Move], scale: f32) -> f32 {
        if self.strategy == Strategy::Off {
            return 0.0;
        }
        let score = if self.is_attack(mv) {
            self.long_attack(mv).unwrap_or(0.0)
        } else {
            scale * self.score(mv.from, mv)
        };
        match self.strategy {
            Strategy::OneMove | Strategy::Forward => score,
            _ => score + (scale * self.best_after(mv, moves)).max(score),
        }
    }

    /// The best score of an own move after this one.
    fn best_after(&self, first: Move, moves: &[Move]) -> f32 {
        let me = self.view.viewer();
        let mut best = f32::NEG_INFINITY;
        let is_free = |square: Square| {
            square == first.from || (square != first.to && self.view.piece_at(square).is_none())
        };
        // Moves of others that were legal before stay so, unless the square is taken now; the piece moved and those beside
        // its old square have new ones.
        for mv in moves.iter().filter(|mv| mv.from != first.from) {
            if is_free(mv.to) {
                best = best.max(self.score(mv.from, *mv));
            }
        }
        for direction in Direction::ALL {
            if let Some(to) = first.to.step(direction).filter(|&to| is_free(to)) {
                best = best.max(self.score(first.from, Move::new(first.to, to)));
            }
            if let Some(from) = first.from.step(direction)
                && from != first.to
                && self.view.mobile(me).contains(from)
            {
                best = best.max(self.score(from, Move::new(from, first.from)));
            }
        }
        best
    }

    /// The score of a move by the piece that now stands on a square.
    fn score(&self, stands: Square, mv: Move) -> f32 {
        let (Some(piece), Some((direction, _))) =
            (self.view.piece_at(stands), mv.direction_and_distance())
        else {
            return 0.0;
        };
        let Some(rank) = piece.rank else { return 0.0 };
        let goes_forward = self.strategy == Strategy::Forward && rank != Rank::Scout
            || self.strategy == Strategy::NoMiners && rank == Rank::Miner;
        if goes_forward {
            let ahead = self.field.forward[Owner::Mine as usize];
            return match direction {
                direction if direction == ahead => 1.0,
                Direction::North | Direction::South => -1.0,
                _ => 0.0,
            };
        }
        if self.strategy == Strategy::Forward {
            return 0.0;
        }
        let factor = if piece.has_moved {
            moved_factor(rank)
        } else {
            1.0
        };
        factor * self.component(rank, mv.from, direction)
    }

    /// The sum of all forces on a rank at a square, along a direction.
    fn component(&self, rank: Rank, at: Square, direction: Direction) -> f32 {
        let mut sum = 0.0;
        for pull in &self.pulls[rank.index()] {
            let rows = f32::from(pull.square.row()) - f32::from(at.row());
            let cols = f32::from(pull.square.col()) - f32::from(at.col());
            let along = match direction {
                Direction::North => rows,
                Direction::South => -rows,
                Direction::East => cols,
                Direction::West => -cols,
            };
            let length = (rows * rows + cols * cols).sqrt();
            if length > 0.0 {
                let fading = self.fading
                    [usize::from(steps_between(at.index() as u8, pull.square.index() as u8))];
                sum += pull.force * fading * along / length;
            }
        }
        sum
    }

    fn pulls_on(&self, rank: Rank) -> Vec<Pull> {
        let mut pulls = Vec::new();
        for (index, _) in self.field.of(Owner::Theirs) {
            let Some(square) = Square::from_index(self.field.square_of(index)) else {
                continue;
            };
            let force: f32 = RULES
                .iter()
                .filter(|rule| rule.movers.contains(&rank))
                .map(|rule| rule.force * self.fit(rule.target, index, square))
                .sum::<f32>()
                + self.guard_force(rank, index);
            if force != 0.0 {
                pulls.push(Pull { square, force });
            }
        }
        pulls
    }

    /// What draws a rank towards an intruder. Miners, scouts and the spy have other work.
    fn guard_force(&self, rank: Rank, index: u8) -> f32 {
        let intruder = self.field.unit(index);
        if !self.is_guarding || rank < Rank::Sergeant || !rank.is_mobile() || !intruder.has_moved()
        {
            return 0.0;
        }
        let flag = self
            .field
            .of(Owner::Mine)
            .find(|(_, unit)| unit.rank() == Some(Rank::Flag));
        let Some((flag, _)) = flag else { return 0.0 };
        let steps = steps_between(self.field.square_of(flag), self.field.square_of(index));
        if steps > GUARDED {
            return 0.0;
        }
        let chance = match intruder.rank() {
            Some(other) => certain(rank, other),
            None => self.judge.odds.known_on_unknown(rank, Owner::Theirs, true),
        };
        let nearness = f32::from(GUARDED + 1 - steps) / f32::from(GUARDED);
        GUARD_FORCE * nearness * (2.0 * chance - 1.0).max(0.0)
    }

    /// How well an enemy piece fits a target: 1 or 0, or the chance that it does.
    fn fit(&self, target: Target, index: u8, square: Square) -> f32 {
        let unit = self.field.unit(index);
        let Some(piece) = self.view.piece_at(square) else {
            return 0.0;
        };
        let flag = || self.judge.values.flag_chance(Owner::Theirs, index);
        match target {
            Target::Ranks(ranks) => {
                let possible = self.view.possible_ranks(&piece);
                let fits = possible.iter().all(|rank| ranks.contains(&rank));
                f32::from(u8::from(fits && !possible.is_empty()))
            }
            Target::Unknown => f32::from(u8::from(!unit.is_known())),
            Target::MaybeBomb if unit.is_known() || unit.has_moved() => 0.0,
            Target::MaybeBomb => {
                let hidden = &self.field.hidden[Owner::Theirs as usize];
                f32::from(hidden.counts[Rank::Bomb]) / hidden.n_unmoved().max(1.0)
            }
            Target::MaybeFlag => flag(),
            Target::MaybeOpenFlag if self.stands_open(square) => flag(),
            Target::MaybeOpenFlag => 0.0,
        }
    }

    fn stands_open(&self, square: Square) -> bool {
        Direction::ALL
            .into_iter()
            .filter_map(|direction| square.step(direction))
            .any(|beside| {
                self.view
                    .piece_at(beside)
                    .is_none_or(|piece| piece.side == self.view.viewer() || piece.has_moved)
            })
    }

    /// The score of a scout's long attack on an unknown piece: a point for each suspicion that it is the flag, or a tenth for
    /// each step that it has taken, and a tenth for each square on the way. `None` for every other attack.
    pub(crate) fn long_attack(&self, mv: Move) -> Option<f32> {
        let target = self.view.piece_at(mv.to)?;
        let index = self.field.unit_at(mv.to.index() as u8)?;
        if !mv.is_long() || self.field.unit(index).is_known() {
            return None;
        }
        if !matches!(
            self.strategy,
            Strategy::Full | Strategy::NoMiners | Strategy::OneMove
        ) {
            return None;
        }
        let (_, squares) = mv.direction_and_distance()?;
        let interest = match self.judge.values.suspicions(index) {
            0 => 0.1 * f32::from(self.steps_of(target.id)),
            suspicions => f32::from(suspicions),
        };
        Some(interest + 0.1 * f32::from(squares))
    }

    fn steps_of(&self, id: PieceId) -> u16 {
        self.chronicle.n_steps(id)
    }
}

/// Appendix 1: what all forces on a piece that has moved are multiplied with.
pub(crate) fn moved_factor(rank: Rank) -> f32 {
    match rank {
        Rank::Miner | Rank::Spy | Rank::Colonel | Rank::General | Rank::Marshal => 2.0,
        _ => 1.0,
    }
}
