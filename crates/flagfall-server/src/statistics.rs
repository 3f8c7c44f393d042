//! Wins, draws and losses against each bot.

use serde::Serialize;

use crate::store::{Filter, Kind, Store, StoreError, Summary};

/// A person's record against one bot.
#[derive(Clone, PartialEq, Debug, Serialize, Default)]
pub struct Record {
    /// The bot.
    pub bot: String,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// How many games in a row have been won (above 0) or lost (below 0) up to now.
    pub streak: i32,
    /// The longest row of wins.
    pub best_streak: u32,
    /// Plies a game on average.
    pub mean_plies: f64,
    /// Points over time: for each game in order 1, 0.5 or 0.
    pub points: Vec<f64>,
}

impl Record {
    fn add(&mut self, game: &Summary) {
        let games = f64::from(self.wins + self.draws + self.losses);
        self.mean_plies = (self.mean_plies * games + f64::from(game.n_plies)) / (games + 1.0);
        match game.outcome.as_deref() {
            Some("draw") | None => {
                self.draws += 1;
                self.streak = 0;
                self.points.push(0.5);
            }
            outcome if outcome == game.human => {
                self.wins += 1;
                self.streak = self.streak.max(0) + 1;
                self.best_streak = self.best_streak.max(self.streak.unsigned_abs());
                self.points.push(1.0);
            }
            _ => {
                self.losses += 1;
                self.streak = self.streak.min(0) - 1;
                self.points.push(0.0);
            }
        }
    }
}

/// The record against every bot that has been played, by name.
///
/// # Errors
/// If the database fails.
pub async fn records(store: &Store) -> Result<Vec<Record>, StoreError> {
    let mut games = Vec::new();
    loop {
        let filter = Filter {
            kind: Some(Kind::Play),
            offset: games.len() as u32,
            limit: 500,
            ..Filter::default()
        };
        let (mut page, total) = store.library(filter).await?;
        let is_last = page.is_empty();
        games.append(&mut page);
        if is_last || games.len() >= total as usize {
            break;
        }
    }
    // The library has the latest first.
    games.reverse();
    Ok(tally(&games))
}

fn tally(games: &[Summary]) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    for game in games {
        let bot = match game.human {
            Some("red") => &game.blue,
            _ => &game.red,
        };
        let record = match records.iter_mut().position(|record| record.bot == *bot) {
            Some(index) => &mut records[index],
            None => {
                records.push(Record {
                    bot: bot.clone(),
                    ..Record::default()
                });
                records.last_mut().expect("one was just added")
            }
        };
        record.add(game);
    }
    records.sort_by(|a, b| a.bot.cmp(&b.bot));
    records
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::GameId;

    fn game(human: &'static str, outcome: &str, n_plies: u32) -> Summary {
        let (red, blue) = match human {
            "red" => ("human", "blind"),
            _ => ("blind", "human"),
        };
        Summary {
            id: GameId::random(),
            kind: Kind::Play,
            human: Some(human),
            red: red.to_owned(),
            blue: blue.to_owned(),
            outcome: Some(outcome.to_owned()),
            reason: None,
            n_plies,
            ended_ms: 0,
        }
    }

    #[test]
    fn streaks_break_and_plies_are_averaged() {
        let games = [
            game("red", "red", 100),
            game("blue", "blue", 200),
            game("red", "draw", 300),
            game("red", "blue", 400),
            game("blue", "red", 500),
        ];
        let records = tally(&games);
        assert_eq!(records.len(), 1);
        let record = &records[0];
        assert_eq!((record.wins, record.draws, record.losses), (2, 1, 2));
        assert_eq!((record.streak, record.best_streak), (-2, 2));
        assert_eq!(record.points, [1.0, 1.0, 0.5, 0.0, 0.0]);
        assert!((record.mean_plies - 300.0).abs() < 1e-9);
    }
}
