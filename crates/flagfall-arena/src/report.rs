//! What a match between two players came to.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use serde::Serialize;

use crate::plan::Plan;
use crate::results::{PairingTotals, Results};
use crate::stats::{Estimate, Interval, Sprt, SprtReport, SprtState, finite};

/// The report of a match, as people read it (`Display`) and as machines do (`Serialize`).
///
/// What people read holds only what the seed repeats; times are apart in [`times`](MatchReport::times).
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    /// The first player; wins and losses are counted from its side.
    pub first: String,
    /// The second player.
    pub second: String,
    /// The rules.
    pub rules: String,
    /// The seed.
    pub seed: u64,
    /// How many games were played.
    pub games: u64,
    /// Games the first player won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games the first player lost.
    pub losses: u64,
    /// The first player's share of the points.
    pub score: f64,
    /// Plies a game.
    pub mean_plies: f64,
    /// How the games ended.
    pub reasons: BTreeMap<String, u64>,
    /// How many pairs the first player scored 0, 1/2, 1, 3/2 and 2 points in.
    pub pentanomial: [u64; 5],
    /// Elo difference; `null` where it is infinite.
    pub elo: Option<f64>,
    /// The lower end of its 95% interval.
    pub elo_low: Option<f64>,
    /// The upper end.
    pub elo_high: Option<f64>,
    /// Normalized Elo.
    pub nelo: Option<f64>,
    /// Likelihood that the first player is the stronger one.
    pub los: Option<f64>,
    /// The sequential test, if there was one.
    pub sprt: Option<SprtJson>,
    /// Time and forfeits of both players.
    pub players: [PlayerReport; 2],
    /// Why the seed does not repeat these games; empty if it does.
    pub unrepeatable: Vec<String>,
    #[serde(skip)]
    estimate: Option<Estimate>,
}

/// Time and forfeits of one player.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerReport {
    /// Its name.
    pub name: String,
    /// Milliseconds a move on average.
    pub ms_per_move_mean: f64,
    /// Milliseconds of its longest move.
    pub ms_per_move_max: f64,
    /// How many games it lost by misbehaving.
    pub forfeits: u64,
}

/// The sequential test in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct SprtJson {
    /// The hypothesis of no improvement.
    pub elo0: f64,
    /// The hypothesis of an improvement.
    pub elo1: f64,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// H0 is accepted here.
    pub lower: f64,
    /// H1 is accepted here.
    pub upper: f64,
    /// `continue`, `accept-h0` or `accept-h1`.
    pub state: &'static str,
}

impl SprtJson {
    fn new(sprt: Sprt, report: &SprtReport) -> SprtJson {
        let state = match report.state {
            SprtState::Continue => "continue",
            SprtState::AcceptH0 => "accept-h0",
            SprtState::AcceptH1 => "accept-h1",
        };
        SprtJson {
            elo0: sprt.elo0(),
            elo1: sprt.elo1(),
            llr: report.llr,
            lower: report.lower,
            upper: report.upper,
            state,
        }
    }
}

impl MatchReport {
    /// Sums up the first pairing of a plan.
    pub fn new(plan: &Plan, results: &Results, sprt: Option<Sprt>) -> MatchReport {
        let totals = results.pairing(0);
        let names = plan.names();
        let (first, second) = plan.pairings[0];
        // A match without a complete pair has nothing better than its single games.
        let estimate = if totals.pairs.pairs() > 0 {
            Estimate::of(totals.pairs)
        } else {
            Estimate::of(totals.tally)
        };
        let elo =
            |part: fn(&Interval) -> f64| estimate.and_then(|estimate| finite(part(&estimate.elo)));
        MatchReport {
            first: names[first].clone(),
            second: names[second].clone(),
            rules: plan.rules.to_string(),
            seed: plan.seed.0,
            games: totals.tally.games(),
            wins: totals.tally.wins,
            draws: totals.tally.draws,
            losses: totals.tally.losses,
            score: totals.tally.score().unwrap_or(0.5),
            mean_plies: totals.mean_plies(),
            reasons: totals
                .reasons
                .iter()
                .map(|(reason, &count)| (reason.name().to_owned(), count))
                .collect(),
            pentanomial: totals.pairs.0,
            elo: elo(|interval| interval.value),
            elo_low: elo(|interval| interval.low),
            elo_high: elo(|interval| interval.high),
            nelo: estimate.and_then(|estimate| finite(estimate.nelo.value)),
            los: estimate.map(|estimate| estimate.los),
            sprt: sprt.map(|sprt| SprtJson::new(sprt, &sprt.report(totals.pairs))),
            players: player_reports([&names[first], &names[second]], &totals),
            unrepeatable: plan.unrepeatable(),
            estimate,
        }
    }

    /// The times of both players, a line each.
    pub fn times(&self) -> String {
        time_lines(&self.players)
    }
}

pub(crate) fn player_reports(names: [&str; 2], totals: &PairingTotals) -> [PlayerReport; 2] {
    [0, 1].map(|player| PlayerReport {
        name: names[player].to_owned(),
        ms_per_move_mean: totals.times[player].mean_ms(),
        ms_per_move_max: totals.times[player].longest_ms(),
        forfeits: totals.forfeits[player],
    })
}

pub(crate) fn time_lines(players: &[PlayerReport]) -> String {
    let mut text = String::new();
    for player in players {
        let _ = writeln!(
            text,
            "time a move, {}: {:.3} ms mean, {:.3} ms worst",
            player.name, player.ms_per_move_mean, player.ms_per_move_max
        );
    }
    text
}

/// `+12.3`, or `+inf`.
pub(crate) fn signed(value: f64) -> String {
    if value.is_infinite() {
        if value > 0.0 {
            "+inf".to_owned()
        } else {
            "-inf".to_owned()
        }
    } else {
        format!("{value:+.1}")
    }
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: u64 = self.pentanomial.iter().sum();
        writeln!(
            f,
            "{} against {}: {} games ({pairs} pairs), rules {}, seed {}",
            self.first, self.second, self.games, self.rules, self.seed
        )?;
        writeln!(
            f,
            "  won {}, drawn {}, lost {}: {:.1}%",
            self.wins,
            self.draws,
            self.losses,
            100.0 * self.score
        )?;
        if let Some(estimate) = &self.estimate {
            let elo = &estimate.elo;
            writeln!(
                f,
                "  Elo {} (95%: {} to {}), normalized {}, likelihood of superiority {:.1}%",
                signed(elo.value),
                signed(elo.low),
                signed(elo.high),
                signed(estimate.nelo.value),
                100.0 * estimate.los
            )?;
        }
        let [zero, half, one, more, two] = self.pentanomial;
        writeln!(
            f,
            "  pairs by points 0, 1/2, 1, 3/2, 2: {zero}, {half}, {one}, {more}, {two}"
        )?;
        if let Some(sprt) = &self.sprt {
            let verdict = match sprt.state {
                "accept-h0" => format!("Elo {} accepted, no improvement", sprt.elo0),
                "accept-h1" => format!("Elo {} accepted, an improvement", sprt.elo1),
                _ => "undecided".to_owned(),
            };
            writeln!(
                f,
                "  SPRT {},{}: LLR {:.2} ({:.2} to {:.2}), {verdict}",
                sprt.elo0, sprt.elo1, sprt.llr, sprt.lower, sprt.upper
            )?;
        }
        writeln!(
            f,
            "  {:.1} plies a game; ended by {}",
            self.mean_plies,
            reasons_text(&self.reasons)
        )?;
        for player in self.players.iter().filter(|player| player.forfeits > 0) {
            writeln!(f, "  {} forfeited {} games", player.name, player.forfeits)?;
        }
        for why in &self.unrepeatable {
            writeln!(f, "  the seed does not repeat these games: {why}")?;
        }
        Ok(())
    }
}

pub(crate) fn reasons_text(reasons: &BTreeMap<String, u64>) -> String {
    let mut sorted: Vec<_> = reasons.iter().collect();
    sorted.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), (*name).clone()));
    sorted
        .iter()
        .map(|(name, count)| format!("{name} {count}"))
        .collect::<Vec<_>>()
        .join(", ")
}
