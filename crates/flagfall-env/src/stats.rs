//! Counts over all games of a batch.

use std::ops::AddAssign;

use flagfall_core::{GameResult, Outcome, Side, Termination};

/// Counts since a batch was made, saved and loaded with it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// Games that ended.
    pub games: u64,
    /// Plies played, those of unfinished games included.
    pub plies: u64,
    /// Plies that were attacks.
    pub attacks: u64,
    /// Games red won.
    pub wins_red: u64,
    /// Games blue won.
    pub wins_blue: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Plies of the games that ended.
    pub finished_plies: u64,
    /// Games that ended by capture of the flag.
    pub end_flag: u64,
    /// Games in which the player to move had no legal move.
    pub end_no_moves: u64,
    /// Games in which neither side could ever move again.
    pub end_stuck: u64,
    /// Games drawn after too many plies without attack.
    pub end_quiet: u64,
    /// Games drawn after too many plies in all.
    pub end_plies: u64,
}

impl Stats {
    /// How many counts there are.
    pub const COUNT: usize = 12;

    /// Takes in the end of a game.
    pub fn finish(&mut self, result: GameResult, plies: u32) {
        self.games += 1;
        self.finished_plies += u64::from(plies);
        match result.outcome {
            Outcome::Win(Side::Red) => self.wins_red += 1,
            Outcome::Win(Side::Blue) => self.wins_blue += 1,
            Outcome::Draw => self.draws += 1,
        }
        match result.reason {
            Termination::FlagCaptured => self.end_flag += 1,
            Termination::NoLegalMove => self.end_no_moves += 1,
            Termination::BothImmobile => self.end_stuck += 1,
            Termination::QuietLimit => self.end_quiet += 1,
            Termination::PlyLimit => self.end_plies += 1,
            // The others need a player who resigns, agrees or misbehaves; a batch has none.
            _ => {}
        }
    }

    /// The counts in the order in which they are declared.
    pub fn to_array(self) -> [u64; Stats::COUNT] {
        [
            self.games,
            self.plies,
            self.attacks,
            self.wins_red,
            self.wins_blue,
            self.draws,
            self.finished_plies,
            self.end_flag,
            self.end_no_moves,
            self.end_stuck,
            self.end_quiet,
            self.end_plies,
        ]
    }

    /// The inverse of [`to_array`](Stats::to_array).
    pub fn from_array(counts: [u64; Stats::COUNT]) -> Stats {
        let [
            games,
            plies,
            attacks,
            wins_red,
            wins_blue,
            draws,
            finished_plies,
            rest @ ..,
        ] = counts;
        let [end_flag, end_no_moves, end_stuck, end_quiet, end_plies] = rest;
        Stats {
            games,
            plies,
            attacks,
            wins_red,
            wins_blue,
            draws,
            finished_plies,
            end_flag,
            end_no_moves,
            end_stuck,
            end_quiet,
            end_plies,
        }
    }
}

impl AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        let (mut sum, more) = (self.to_array(), other.to_array());
        for (count, extra) in sum.iter_mut().zip(more) {
            *count += extra;
        }
        *self = Stats::from_array(sum);
    }
}
