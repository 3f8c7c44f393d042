//! The psychological variables of section 9.3.
//!
//! Where an unknown piece has moved towards a known one, the known one is less likely to win than counting says:
//! `Py = P - P * fear`. Which fear that is depends on whose piece is known and on whose perspective it is: `ownFear` for
//! the searcher's known piece, `estOwnFear` for the same in the opponent's imagined perspective, `estOppFear` for the
//! opponent's known piece.
//!
//! Choices where the thesis is silent:
//! - A known piece that no unknown enemy piece can beat has no fear. The comments on his test games say so for the colonel
//!   and the majors that have become superior.
//! - `ownFear` is drawn uniformly; `estOwnFear` is the mean of the other two.
//! - An unknown piece has "moved towards" a known one by a step that brings it within two squares of it, and nearer than it was.
//!   The thesis names no distance; counting steps from further away too brings it no nearer to his games
//!   (docs/results/perspecto-matches.md).
//! - An approach may also happen within the search: his bluff of move 33 needs that.
//! - His mind reader (figure 27) "always knows the values of Perspecto's variables". `ownFear` is drawn anew for each move, so a
//!   player that is read draws its next one in advance, from dice of its own: what is known is what the next move will be chosen
//!   with, and it depends on nothing else that the player does.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use flagfall_core::{GameRng, Seed};
use flagfall_setups::uniform;

use super::chronicle::Sign;

/// The three variables while one move is chosen.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Fears {
    /// How cautious the searcher is.
    pub(crate) own: f32,
    /// How cautious it thinks the opponent is.
    pub(crate) est_opp: f32,
    /// How cautious it thinks the opponent thinks it is.
    pub(crate) est_own: f32,
}

/// How the variables are set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Temper {
    /// The range from which `ownFear` is drawn for each move.
    pub(crate) own: (f64, f64),
    /// The first value of `estOppFear`.
    pub(crate) est_opp: f64,
    /// A fixed `estOwnFear`, in place of the mean of the other two.
    pub(crate) est_own: Option<f64>,
    /// What the changes of `estOppFear` are multiplied with; at 0 it never changes.
    pub(crate) rate: f64,
    /// Whether `estOppFear` is kept for the next game with the same opponent.
    pub(crate) keeps: bool,
}

impl Temper {
    /// As in his games against Peter and The General.
    pub(crate) const STANDARD: Temper = Temper {
        own: (0.2, 0.5),
        est_opp: 0.3,
        est_own: None,
        rate: 1.0,
        keeps: false,
    };

    fn draw_own(&self, rng: &mut GameRng) -> f64 {
        let (low, high) = self.own;
        low + (high - low) * uniform(rng)
    }
}

/// The variables of a player that lets another one read them, for the laboratory's figure 27.
///
/// It holds two numbers that come from dice and from the moves that both have seen, nothing of the player's pieces. No spec can
/// name it, so no match, server or protocol has such a player.
#[derive(Clone, Debug)]
pub struct OpenMind(Arc<Mutex<Thoughts>>);

/// What can be read.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Thoughts {
    /// The `ownFear` of the next move.
    pub(crate) own: f64,
    /// `estOppFear` as it is now.
    pub(crate) est_opp: f64,
}

impl OpenMind {
    pub(crate) fn thoughts(&self) -> Thoughts {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self, thoughts: Thoughts) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = thoughts;
    }
}

/// What a player shows to others.
#[derive(Clone, Debug)]
struct Shown {
    mind: OpenMind,
    /// The player's other dice are thrown as often as its pieces have equal moves, which is not for others to know.
    rng: GameRng,
}

/// What is thought of the opponent, and kept.
#[derive(Clone, Debug)]
pub(crate) struct Psychology {
    temper: Temper,
    est_opp: f64,
    opponent: String,
    remembered: BTreeMap<String, f64>,
    shown: Option<Shown>,
    /// The opponent's mind, if it can be read.
    read: Option<OpenMind>,
}

impl Psychology {
    pub(crate) fn new(temper: Temper) -> Psychology {
        Psychology {
            temper,
            est_opp: temper.est_opp,
            opponent: String::new(),
            remembered: BTreeMap::new(),
            shown: None,
            read: None,
        }
    }

    /// Lets others read what this player thinks, from the next game on.
    pub(crate) fn open(&mut self) -> OpenMind {
        let mind = OpenMind(Arc::default());
        self.shown = Some(Shown {
            mind: mind.clone(),
            rng: Seed(0).rng(),
        });
        mind
    }

    /// Reads in the opponent's mind from now on.
    pub(crate) fn read(&mut self, mind: OpenMind) {
        self.read = Some(mind);
    }

    /// A game against this opponent begins, with dice for what others may read.
    pub(crate) fn meet(&mut self, opponent: &str, dice: Seed) {
        self.opponent = opponent.to_owned();
        self.est_opp = self.temper.est_opp;
        if self.temper.keeps
            && let Some(&kept) = self.remembered.get(opponent)
        {
            self.est_opp = kept;
        }
        if let Some(shown) = &mut self.shown {
            shown.rng = dice.rng();
        }
        self.show_next();
    }

    /// Learns from the signs in the opponent's behavior.
    pub(crate) fn learn(&mut self, signs: &[Sign]) {
        for sign in signs {
            let change = match sign {
                Sign::TookChance => -0.04,
                Sign::WeCameFromTheDark => -0.02,
                Sign::LetChancePass => 0.04,
            };
            self.est_opp = (self.est_opp + change * self.temper.rate).clamp(0.0, 1.0);
        }
        if self.temper.keeps {
            self.remembered.insert(self.opponent.clone(), self.est_opp);
        }
    }

    /// What `estOppFear` is now.
    pub(crate) fn est_opp(&self) -> f64 {
        self.est_opp
    }

    /// The variables for one move.
    pub(crate) fn draw(&self, rng: &mut GameRng) -> Fears {
        let own = match &self.shown {
            Some(shown) => shown.mind.thoughts().own,
            None => self.temper.draw_own(rng),
        };
        let (est_opp, est_own) = match &self.read {
            Some(mind) => {
                let theirs = mind.thoughts();
                (theirs.own, theirs.est_opp)
            }
            None => {
                let between = (own + self.est_opp) / 2.0;
                (self.est_opp, self.temper.est_own.unwrap_or(between))
            }
        };
        Fears {
            own: own as f32,
            est_opp: est_opp as f32,
            est_own: est_own as f32,
        }
    }

    /// Shows those who may read it what the next move will be chosen with.
    pub(crate) fn show_next(&mut self) {
        if let Some(Shown { mind, rng }) = &mut self.shown {
            mind.show(Thoughts {
                own: self.temper.draw_own(rng),
                est_opp: self.est_opp,
            });
        }
    }
}
