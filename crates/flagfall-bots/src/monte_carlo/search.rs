//! Rotations of one playout for every move.

use std::time::{Duration, Instant};

use flagfall_belief::sample_ranks;
use flagfall_core::{GameRng, Move, PieceId, Position, Rank, View, shuffle};

use super::playout::playout;
use super::settings::{Pruning, Settings, Sprinkle};
use super::valuation::Valuation;
use crate::bot::Budget;
use crate::stop::Stop;

/// A legal move and its playouts so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) playouts: u32,
    sum: f64,
    sum_of_squares: f64,
    is_pruned: bool,
}

impl Candidate {
    fn new(mv: Move) -> Candidate {
        Candidate {
            mv,
            playouts: 0,
            sum: 0.0,
            sum_of_squares: 0.0,
            is_pruned: false,
        }
    }

    fn add(&mut self, points: f64) {
        self.playouts += 1;
        self.sum += points;
        self.sum_of_squares += points * points;
    }

    /// The mean of its playouts.
    pub(super) fn mean(&self) -> f64 {
        self.sum / f64::from(self.playouts.max(1))
    }

    /// The variance of its playouts, without bias; 0 before the second.
    pub(super) fn variance(&self) -> f64 {
        let n = f64::from(self.playouts);
        if n < 2.0 {
            return 0.0;
        }
        ((self.sum_of_squares - self.sum * self.sum / n) / (n - 1.0)).max(0.0)
    }
}

/// How long to go on.
#[derive(Clone, Debug)]
pub(super) struct Limit {
    playouts: Option<u64>,
    deadline: Option<Instant>,
    stop: Stop,
}

impl Limit {
    /// When neither the bot's own options nor its caller says how long to think.
    const FALLBACK: Duration = Duration::from_secs(1);

    /// So many playouts, and no longer than the budget says.
    pub(super) fn new(playouts: Option<u64>, budget: Budget) -> Limit {
        let is_endless = playouts.is_none() && budget.time.is_none();
        let time = budget.time.or(is_endless.then_some(Limit::FALLBACK));
        Limit {
            playouts,
            deadline: time.map(|time| Instant::now() + time),
            stop: budget.stop,
        }
    }

    fn is_reached(&self, playouts: u64) -> bool {
        self.playouts.is_some_and(|most| playouts >= most)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Where the enemy's ranks come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Deal<'a> {
    /// Drawn from what the view allows.
    Sprinkled(Sprinkle),
    /// The truth.
    True(&'a Position),
}

/// The memory of the search, used again in every turn: a playout allocates nothing.
#[derive(Debug, Default)]
pub(super) struct Search {
    pub(super) candidates: Vec<Candidate>,
    ranks: Vec<(PieceId, Rank)>,
    boards: Option<Box<Boards>>,
}

/// The position that playouts start from, and the one they are played on.
#[derive(Debug)]
struct Boards {
    root: Position,
    scratch: Position,
}

impl Search {
    /// The best of the moves of this view, in which there is at least one.
    pub(super) fn best_move(
        &mut self,
        view: &View<'_>,
        deal: Deal<'_>,
        settings: &Settings,
        limit: Limit,
        rng: &mut GameRng,
    ) -> Option<Move> {
        let valuation = Valuation::new(settings, view);
        self.candidates.clear();
        let moves = view.legal_moves();
        self.candidates
            .extend(moves.iter().map(|&mv| Candidate::new(mv)));
        // The first of equal moves is played, and the last rotation may be cut short: neither should favor a corner.
        shuffle(rng, &mut self.candidates);
        self.set_out(view, deal, rng);
        let side = view.viewer();
        let mut done = 0;
        for rotation in 0u32.. {
            if rotation > 0 && matches!(deal, Deal::Sprinkled(Sprinkle::Rotation)) {
                self.set_out(view, deal, rng);
            }
            for index in 0..self.candidates.len() {
                if self.candidates[index].is_pruned {
                    continue;
                }
                // Every move has at least one playout, however short the time; only who is stopped does without.
                if limit.stop.is_raised() || rotation > 0 && limit.is_reached(done) {
                    return self.best().map(|best| best.mv);
                }
                if done > 0 && matches!(deal, Deal::Sprinkled(Sprinkle::Playout)) {
                    self.set_out(view, deal, rng);
                }
                let Boards { root, scratch } = self.boards.as_deref_mut()?;
                scratch.clone_from(root);
                let mv = self.candidates[index].mv;
                let points = playout(scratch, mv, side, settings, &valuation, rng);
                self.candidates[index].add(points);
                done += 1;
            }
            if let Some(pruning) = &settings.pruning
                && rotation + 1 >= pruning.warmup
            {
                self.prune(pruning);
            }
        }
        None
    }

    /// Deals the enemy's ranks.
    fn set_out(&mut self, view: &View<'_>, deal: Deal<'_>, rng: &mut GameRng) {
        let fits = "the ranks drawn are those that the view leaves open";
        match deal {
            Deal::True(truth) => match self.boards.as_deref_mut() {
                Some(boards) => boards.root.clone_from(truth),
                None => self.boards = Some(Boards::from(truth.clone())),
            },
            Deal::Sprinkled(_) => {
                sample_ranks(view, rng, &mut self.ranks);
                match self.boards.as_deref_mut() {
                    Some(boards) => view
                        .hypothetical_into(&self.ranks, &mut boards.root)
                        .expect(fits),
                    None => {
                        let root = view.hypothetical(&self.ranks).expect(fits);
                        self.boards = Some(Boards::from(root));
                    }
                }
            }
        }
    }

    fn best(&self) -> Option<&Candidate> {
        let open = self.candidates.iter().filter(|one| !one.is_pruned);
        // A search that was cut short in its first rotation knows nothing of the moves that it has not come to.
        let rank = |one: &Candidate| (one.playouts > 0, one.mean());
        open.reduce(|best, one| if rank(one) > rank(best) { one } else { best })
    }

    /// Gives up the weakest move if its interval lies below that of the best: one in a rotation, as he writes where he tells how it is played,
    /// though before that "every other move" whose interval lies below goes.
    fn prune(&mut self, pruning: &Pruning) {
        let half = |one: &Candidate| pruning.sigma * pruning.a / f64::from(one.playouts).sqrt();
        let Some(lower) = self.best().map(|best| best.mean() - half(best)) else {
            return;
        };
        let open = self.candidates.iter_mut().filter(|one| !one.is_pruned);
        let weakest = open.min_by(|a, b| a.mean().total_cmp(&b.mean()));
        if let Some(weakest) = weakest
            && weakest.mean() + half(weakest) < lower
        {
            weakest.is_pruned = true;
        }
    }
}

impl Boards {
    fn from(root: Position) -> Box<Boards> {
        let scratch = root.clone();
        Box::new(Boards { root, scratch })
    }
}
