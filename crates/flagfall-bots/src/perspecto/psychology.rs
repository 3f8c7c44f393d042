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

use std::collections::BTreeMap;

use flagfall_core::GameRng;
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
}

/// What is thought of the opponent, and kept.
#[derive(Clone, Debug)]
pub(crate) struct Psychology {
    temper: Temper,
    est_opp: f64,
    opponent: String,
    remembered: BTreeMap<String, f64>,
}

impl Psychology {
    pub(crate) fn new(temper: Temper) -> Psychology {
        Psychology {
            temper,
            est_opp: temper.est_opp,
            opponent: String::new(),
            remembered: BTreeMap::new(),
        }
    }

    /// A game against this opponent begins.
    pub(crate) fn meet(&mut self, opponent: &str) {
        self.opponent = opponent.to_owned();
        self.est_opp = self.temper.est_opp;
        if self.temper.keeps
            && let Some(&kept) = self.remembered.get(opponent)
        {
            self.est_opp = kept;
        }
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
        let (low, high) = self.temper.own;
        let own = low + (high - low) * uniform(rng);
        let est_own = self.temper.est_own.unwrap_or((own + self.est_opp) / 2.0);
        Fears {
            own: own as f32,
            est_opp: self.est_opp as f32,
            est_own: est_own as f32,
        }
    }
}
