//! How ranks behave near known pieces: counts of P(rank | own rank, move type, bluff) and of bluffs.
//!
//! The file is text that people can read: a first line that names the form, notes after `#` that say where the games are from,
//! the number of games, how many pieces were shown in battle and how many of these had bluffed, and a row for each move type,
//! known rank and honesty with a count for each rank.

use std::fmt::Write;
use std::sync::{Arc, OnceLock};

use flagfall_core::{ByRank, Rank};

use super::bluff::Honesty;
use super::signals::MoveType;

const FIRST_LINE: &str = "flagfall behavior table 1";

/// What has been counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    pub(super) games: u64,
    /// Pieces shown in battle.
    pub(super) shown: u64,
    /// Those of them that had bluffed.
    pub(super) bluffed: u64,
    /// By move type, rank of the known piece, honesty, and rank of the piece that did it.
    pub(super) rows: [[[ByRank<u64>; 2]; 12]; 3],
}

/// How often pieces of each rank went towards, went away from and stood still near known pieces of each rank.
#[derive(Clone, PartialEq, Debug)]
pub struct BehaviorTable {
    notes: Vec<String>,
    counts: Counts,
    /// The rows as shares of their row; of the row of the other honesty where a row has none.
    shares: [[[Option<ByRank<f64>>; 2]; 12]; 3],
}

/// Why a text is not a table of behavior.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
    /// Another kind of file.
    #[error("line 1: a table of behavior starts with '{FIRST_LINE}'")]
    NotATable,
    /// A line that says nothing known.
    #[error(
        "line {line}: '{text}' is neither a row, a number of games, shown or bluffed pieces, the ranks nor a note"
    )]
    UnknownLine {
        /// Counted from 1.
        line: usize,
        /// How it begins.
        text: String,
    },
    /// The columns are others than those of this form.
    #[error("line {0}: the ranks must be flag to bomb in the order of their strength")]
    Ranks(usize),
    /// Not twelve numbers.
    #[error("line {line}: a row has 12 counts, this one is '{text}'")]
    Row {
        /// Counted from 1.
        line: usize,
        /// The row.
        text: String,
    },
    /// The same row a second time.
    #[error("line {0}: this row is there twice")]
    Twice(usize),
    /// A count that the rules of claims exclude, such as a captain that is no bluff towards a major.
    #[error("line {line}: a {rank} cannot be counted in this row")]
    Contradiction {
        /// Counted from 1.
        line: usize,
        /// The rank.
        rank: Rank,
    },
    /// More pieces than there are.
    #[error("{bluffed} pieces cannot have bluffed of {shown} that were shown")]
    Bluffed {
        /// Pieces that had bluffed.
        bluffed: u64,
        /// Pieces that were shown.
        shown: u64,
    },
    /// There is nothing to learn from it.
    #[error("there is no move near a known piece in it")]
    Empty,
}

impl BehaviorTable {
    /// The table that comes with the program, counted from games of its own bots; the notes in it say which.
    pub fn shipped() -> Arc<BehaviorTable> {
        static TABLE: OnceLock<Arc<BehaviorTable>> = OnceLock::new();
        let text = include_str!("../../../../assets/behavior.txt");
        let table = TABLE.get_or_init(|| {
            Arc::new(BehaviorTable::from_text(text).expect("a test reads this file"))
        });
        Arc::clone(table)
    }

    /// A table of these counts, unless there are none.
    pub(super) fn new(counts: Counts, notes: Vec<String>) -> Result<BehaviorTable, TableError> {
        let mut shares = [[[None; 2]; 12]; 3];
        for (shares, rows) in shares
            .iter_mut()
            .flatten()
            .zip(counts.rows.iter().flatten())
        {
            for index in Honesty::ALL.map(Honesty::index) {
                shares[index] = share(&rows[index]).or_else(|| share(&rows[1 - index]));
            }
        }
        if shares.iter().flatten().flatten().all(Option::is_none) {
            return Err(TableError::Empty);
        }
        if counts.bluffed > counts.shown {
            return Err(TableError::Bluffed {
                bluffed: counts.bluffed,
                shown: counts.shown,
            });
        }
        Ok(BehaviorTable {
            notes,
            counts,
            shares,
        })
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.counts.games
    }

    /// Where they are from.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// How often a piece of this rank did this with respect to a known piece of rank `near`.
    pub fn count(&self, near: Rank, kind: MoveType, rank: Rank) -> u64 {
        let honesty = Honesty::of(rank, near, kind);
        self.counts.rows[kind.index()][near.index()][honesty.index()][rank]
    }

    /// P(rank | near, kind, honesty). Where that never happened, what the other honesty says; `None` if nothing like it was
    /// ever seen.
    pub fn ranks(&self, near: Rank, kind: MoveType, honesty: Honesty) -> Option<&ByRank<f64>> {
        self.shares[kind.index()][near.index()][honesty.index()].as_ref()
    }

    /// P(bluff): the share of pieces shown in battle that had bluffed, which is what equation 4 counts during a game.
    pub fn bluffing(&self) -> f64 {
        self.counts.bluffed as f64 / self.counts.shown.max(1) as f64
    }

    /// P(bluff | near, kind); over all if nothing like it was ever seen.
    pub fn bluffing_when(&self, near: Rank, kind: MoveType) -> f64 {
        let row = &self.counts.rows[kind.index()][near.index()];
        let sum = |honesty: Honesty| row[honesty.index()].0.iter().sum::<u64>() as f64;
        let (honest, bluffs) = (sum(Honesty::Honest), sum(Honesty::Bluff));
        if honest + bluffs == 0.0 {
            return self.bluffing();
        }
        bluffs / (honest + bluffs)
    }

    /// The file's text.
    pub fn to_text(&self) -> String {
        let mut text = format!("{FIRST_LINE}\n");
        for note in &self.notes {
            for line in note.lines() {
                let _ = writeln!(text, "# {line}");
            }
        }
        let Counts {
            games,
            shown,
            bluffed,
            ..
        } = self.counts;
        let _ = writeln!(text, "games {games}\nshown {shown}\nbluffed {bluffed}");
        let _ = writeln!(text, "ranks {}", Rank::ALL.map(Rank::name).join(" "));
        for (kind, near, honesty) in rows() {
            let row = &self.counts.rows[kind.index()][near.index()][honesty.index()];
            let counts = row.0.map(|count| count.to_string()).join(" ");
            let _ = writeln!(text, "{} {near} {} {counts}", kind.name(), honesty.name());
        }
        text
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// Names the line and what is wrong with it.
    pub fn from_text(text: &str) -> Result<BehaviorTable, TableError> {
        let mut lines = (1..).zip(text.lines());
        if lines.next().map(|(_, line)| line.trim_end()) != Some(FIRST_LINE) {
            return Err(TableError::NotATable);
        }
        let mut notes = Vec::new();
        let mut counts = Counts::default();
        let mut seen = Vec::new();
        for (line, content) in lines {
            if let Some(note) = content.strip_prefix('#') {
                notes.push(note.trim().to_owned());
                continue;
            }
            let unknown = || TableError::UnknownLine {
                line,
                text: content.chars().take(60).collect(),
            };
            let words: Vec<&str> = content.split_whitespace().collect();
            match words[..] {
                [] => {}
                ["games", number] => counts.games = parse_count(number).ok_or_else(unknown)?,
                ["shown", number] => counts.shown = parse_count(number).ok_or_else(unknown)?,
                ["bluffed", number] => counts.bluffed = parse_count(number).ok_or_else(unknown)?,
                ["ranks", ref names @ ..] => {
                    if names != Rank::ALL.map(Rank::name) {
                        return Err(TableError::Ranks(line));
                    }
                }
                [kind, near, honesty, ref numbers @ ..] => {
                    let row = rows()
                        .find(|row| {
                            (row.0.name(), row.1.name(), row.2.name()) == (kind, near, honesty)
                        })
                        .ok_or_else(unknown)?;
                    if seen.contains(&row) {
                        return Err(TableError::Twice(line));
                    }
                    seen.push(row);
                    counts.rows[row.0.index()][row.1.index()][row.2.index()] =
                        parse_row(row, numbers, line, content)?;
                }
                _ => return Err(unknown()),
            }
        }
        BehaviorTable::new(counts, notes)
    }
}

type RowName = (MoveType, Rank, Honesty);

fn rows() -> impl Iterator<Item = RowName> {
    MoveType::ALL.into_iter().flat_map(|kind| {
        Rank::ALL
            .into_iter()
            .flat_map(move |near| Honesty::ALL.map(|honesty| (kind, near, honesty)))
    })
}

fn parse_row(
    (kind, near, honesty): RowName,
    numbers: &[&str],
    line: usize,
    content: &str,
) -> Result<ByRank<u64>, TableError> {
    let wrong = || TableError::Row {
        line,
        text: content.chars().take(120).collect(),
    };
    let parsed: Option<Vec<u64>> = numbers.iter().map(|word| parse_count(word)).collect();
    let counts: [u64; 12] = parsed.ok_or_else(wrong)?.try_into().map_err(|_| wrong())?;
    let counts = ByRank(counts);
    let contradicts = |rank: &Rank| counts[*rank] > 0 && Honesty::of(*rank, near, kind) != honesty;
    match Rank::ALL.into_iter().find(contradicts) {
        Some(rank) => Err(TableError::Contradiction { line, rank }),
        None => Ok(counts),
    }
}

/// A count, but none so large that a sum could overflow.
fn parse_count(word: &str) -> Option<u64> {
    word.parse().ok().filter(|&count: &u64| count < 1 << 50)
}

fn share(counts: &ByRank<u64>) -> Option<ByRank<f64>> {
    let sum: u64 = counts.0.iter().sum();
    (sum > 0).then(|| ByRank(counts.0.map(|count| count as f64 / sum as f64)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = "# a note\ngames 3\nshown 4\nbluffed 1\ntowards major honest 0 0 0 0 0 0 0 1 2 1 0 0\n\
        towards major bluff 0 0 3 0 1 0 0 0 0 0 0 0\n";

    fn read(rows: &str) -> Result<BehaviorTable, TableError> {
        BehaviorTable::from_text(&format!("{FIRST_LINE}\n{rows}"))
    }

    #[test]
    fn tables_are_written_as_they_were_read() {
        let table = read(ROWS).unwrap();
        assert_eq!(
            (table.games(), table.notes()),
            (3, &["a note".to_owned()][..])
        );
        assert_eq!(table.bluffing(), 0.25);
        assert_eq!(table.bluffing_when(Rank::Major, MoveType::Towards), 0.5);
        assert_eq!(table.bluffing_when(Rank::Spy, MoveType::Towards), 0.25);
        let honest = table.ranks(Rank::Major, MoveType::Towards, Honesty::Honest);
        assert_eq!(honest.unwrap()[Rank::Colonel], 0.5);
        assert_eq!(table.count(Rank::Major, MoveType::Towards, Rank::Scout), 3);
        assert_eq!(table.ranks(Rank::Spy, MoveType::Away, Honesty::Bluff), None);
        assert_eq!(BehaviorTable::from_text(&table.to_text()).unwrap(), table);
    }

    #[test]
    fn wrong_tables_say_what_is_wrong() {
        let message = |rows: &str| read(rows).unwrap_err().to_string();
        assert_eq!(
            message("games 1\n"),
            "there is no move near a known piece in it"
        );
        assert!(message("towards major honest 1 2\n").starts_with("line 2: a row has 12"));
        assert!(message("sideways major honest 0\n").contains("'sideways major honest 0' is"));
        assert!(message("games many\n").starts_with("line 2: 'games many'"));
        let bluffed = ROWS.replace("bluffed 1", "bluffed 9");
        assert_eq!(
            message(&bluffed),
            "9 pieces cannot have bluffed of 4 that were shown"
        );
        assert!(message("ranks spy flag\n").contains("flag to bomb"));
        let row = "towards major honest 0 0 0 0 0 0 1 0 0 0 0 0\n";
        assert_eq!(
            message(row),
            "line 2: a captain cannot be counted in this row"
        );
        let row = "away spy honest 0 0 0 0 0 0 0 0 0 0 0 0\n";
        assert_eq!(
            message(&format!("{row}{row}")),
            "line 3: this row is there twice"
        );
        let text = BehaviorTable::from_text("{}").unwrap_err().to_string();
        assert!(text.contains(FIRST_LINE), "{text}");
    }

    #[test]
    fn the_shipped_table_has_twenty_thousand_games_and_says_which() {
        let table = BehaviorTable::shipped();
        assert!(table.games() >= 20_000, "{}", table.games());
        assert!(table.notes().iter().any(|note| note.contains("--seed")));
        for near in Rank::ALL.into_iter().filter(|&rank| rank != Rank::Flag) {
            // Nobody stands still before a bomb that comes.
            let comes = |kind: &MoveType| near.is_mobile() || *kind != MoveType::Stands;
            for kind in MoveType::ALL.into_iter().filter(comes) {
                let honest = table.ranks(near, kind, Honesty::Honest);
                assert!(honest.is_some(), "{near} {kind:?}");
            }
        }
    }
}
