//! What a tournament came to: a cross table sorted by rating.

use std::collections::BTreeMap;
use std::fmt;

use flagfall_core::Rules;
use serde::Serialize;

use crate::plan::Plan;
use crate::play::TimeUse;
use crate::report::{PlayerReport, reasons_text, time_lines};
use crate::results::Results;
use crate::stats::{Anchor, Pairing, Rating, Tally, rate};

/// The standings of a tournament, as people read them (`Display`, [`markdown`](Standings::markdown)) and as machines do
/// (`Serialize`). What people read holds only what the seeds repeat.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// The rules.
    pub rules: String,
    /// The seed, or all of them where games of several competitions are summed up together.
    pub seeds: Vec<u64>,
    /// How many games were played in all.
    pub games: u64,
    /// Plies a game.
    pub mean_plies: f64,
    /// How the games ended.
    pub reasons: BTreeMap<String, u64>,
    /// The players, best first.
    pub rows: Vec<Row>,
    /// How many groups of players there are of which none has met one of another; ratings compare players of one group.
    pub groups: usize,
    /// Why the seed does not repeat these games; empty if it does.
    pub unrepeatable: Vec<String>,
}

/// One player of a tournament.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Elo; the mean of all players is 0.
    pub elo: f64,
    /// Half of the 95% interval.
    pub elo_error: f64,
    /// How many games it played.
    pub games: u64,
    /// How many points it made, a draw being half a point.
    pub points: f64,
    /// Its points against each player in the order of the rows, with the number of games; `null` where they did not meet.
    pub against: Vec<Option<(f64, u64)>>,
    /// Milliseconds a move on average.
    pub ms_per_move_mean: f64,
    /// Milliseconds of its longest move.
    pub ms_per_move_max: f64,
    /// How many games it lost by misbehaving.
    pub forfeits: u64,
}

impl Row {
    fn score(&self) -> f64 {
        if self.games == 0 {
            0.0
        } else {
            100.0 * self.points / self.games as f64
        }
    }
}

impl Standings {
    /// Sums up all pairings of a plan.
    pub fn new(plan: &Plan, results: &Results) -> Standings {
        Standings {
            unrepeatable: plan.unrepeatable(),
            ..Standings::of(
                &plan.names(),
                &plan.pairings,
                results,
                plan.rules,
                vec![plan.seed.0],
            )
        }
    }

    /// Sums up the games of pairings, given as indices of names.
    pub(crate) fn of(
        names: &[String],
        meetings: &[(usize, usize)],
        results: &Results,
        rules: Rules,
        seeds: Vec<u64>,
    ) -> Standings {
        let mut pairings = Vec::new();
        let mut met: BTreeMap<(usize, usize), Tally> = BTreeMap::new();
        let mut times = vec![TimeUse::default(); names.len()];
        let mut forfeits = vec![0; names.len()];
        let mut reasons = BTreeMap::new();
        let (mut games, mut plies) = (0, 0);
        for (index, &(first, second)) in meetings.iter().enumerate() {
            let totals = results.pairing(index);
            pairings.push(Pairing {
                first,
                second,
                games: totals.tally,
                pairs: totals.pairs,
            });
            *met.entry((first, second)).or_default() += totals.tally;
            *met.entry((second, first)).or_default() += totals.tally.flipped();
            for (slot, player) in [first, second].into_iter().enumerate() {
                times[player].merge(&totals.times[slot]);
                forfeits[player] += totals.forfeits[slot];
            }
            for (reason, count) in &totals.reasons {
                *reasons.entry(reason.name().to_owned()).or_default() += count;
            }
            games += totals.tally.games();
            plies += totals.plies;
        }
        let ratings =
            rate(names.len(), &pairings, Anchor::Mean).expect("pairings are of these players");
        let order = best_first(&ratings);
        let rows = order
            .iter()
            .map(|&player| Row {
                name: names[player].clone(),
                elo: ratings[player].elo,
                elo_error: ratings[player].error,
                games: ratings[player].games,
                points: ratings[player].points,
                against: order
                    .iter()
                    .map(|&other| {
                        met.get(&(player, other))
                            .map(|tally| (tally.points(), tally.games()))
                    })
                    .collect(),
                ms_per_move_mean: times[player].mean_ms(),
                ms_per_move_max: times[player].longest_ms(),
                forfeits: forfeits[player],
            })
            .collect();
        Standings {
            rules: rules.to_string(),
            seeds,
            games,
            mean_plies: plies as f64 / (games as f64).max(1.0),
            reasons,
            rows,
            groups: count_groups(names.len(), meetings),
            unrepeatable: Vec::new(),
        }
    }

    /// The cross table in Markdown.
    pub fn markdown(&self) -> String {
        let table = self.table();
        let mut text = String::new();
        for (index, cells) in table.iter().enumerate() {
            // A command line may have a pipe in it.
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            text.push_str(&format!("| {} |\n", cells.join(" | ")));
            if index == 0 {
                let rule: Vec<&str> = (0..cells.len())
                    .map(|column| if column == 1 { "---" } else { "---:" })
                    .collect();
                text.push_str(&format!("|{}|\n", rule.join("|")));
            }
        }
        text
    }

    /// The times of all players, a line each.
    pub fn times(&self) -> String {
        let reports: Vec<PlayerReport> = self
            .rows
            .iter()
            .map(|row| PlayerReport {
                name: row.name.clone(),
                ms_per_move_mean: row.ms_per_move_mean,
                ms_per_move_max: row.ms_per_move_max,
                forfeits: row.forfeits,
            })
            .collect();
        time_lines(&reports)
    }

    /// The cross table as cells, the heading first.
    fn table(&self) -> Vec<Vec<String>> {
        let mut heading: Vec<String> = ["#", "player", "Elo", "+/-", "games", "score"]
            .map(str::to_owned)
            .to_vec();
        heading.extend((1..=self.rows.len()).map(|place| place.to_string()));
        let mut table = vec![heading];
        for (place, row) in self.rows.iter().enumerate() {
            let mut cells = vec![
                (place + 1).to_string(),
                row.name.clone(),
                format!("{:+.1}", row.elo),
                format!("{:.1}", row.elo_error),
                row.games.to_string(),
                format!("{:.1}%", row.score()),
            ];
            cells.extend(
                row.against
                    .iter()
                    .enumerate()
                    .map(|(other, met)| match met {
                        _ if other == place => "x".to_owned(),
                        None => String::new(),
                        Some((_, 0)) => "-".to_owned(),
                        Some((points, games)) => format!("{:.1}%", 100.0 * points / *games as f64),
                    }),
            );
            table.push(cells);
        }
        table
    }
}

/// Players by rating; equal ones in the order in which they were named, so that the table is always the same.
fn best_first(ratings: &[Rating]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
    order
}

/// Into how many groups the players fall of which none has met one of another.
fn count_groups(players: usize, meetings: &[(usize, usize)]) -> usize {
    let mut group_of: Vec<usize> = (0..players).collect();
    for &(first, second) in meetings {
        let (from, to) = (group_of[first], group_of[second]);
        for group in &mut group_of {
            if *group == from {
                *group = to;
            }
        }
    }
    group_of.sort_unstable();
    group_of.dedup();
    group_of.len()
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seeds: Vec<String> = self.seeds.iter().map(u64::to_string).collect();
        let seeds_text = match &seeds[..] {
            [] => String::new(),
            [seed] => format!(", seed {seed}"),
            several => format!(", seeds {}", several.join(", ")),
        };
        writeln!(f, "{} games, rules {}{seeds_text}", self.games, self.rules)?;
        let table = self.table();
        let width = |column: usize| {
            table
                .iter()
                .map(|cells| cells[column].chars().count())
                .max()
                .unwrap_or(0)
        };
        for cells in &table {
            let line: Vec<String> = cells
                .iter()
                .enumerate()
                .map(|(column, cell)| match column {
                    1 => format!("{cell:<width$}", width = width(column)),
                    _ => format!("{cell:>width$}", width = width(column)),
                })
                .collect();
            writeln!(f, "{}", line.join("  ").trim_end())?;
        }
        writeln!(
            f,
            "{:.1} plies a game; ended by {}",
            self.mean_plies,
            reasons_text(&self.reasons)
        )?;
        for row in self.rows.iter().filter(|row| row.forfeits > 0) {
            writeln!(f, "{} forfeited {} games", row.name, row.forfeits)?;
        }
        if self.groups > 1 {
            writeln!(
                f,
                "the players fall into {} groups that have not met; ratings compare players of one group only",
                self.groups
            )?;
        }
        for why in &self.unrepeatable {
            writeln!(f, "the seed does not repeat these games: {why}")?;
        }
        Ok(())
    }
}
