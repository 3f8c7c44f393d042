//! The plain text format of the perft suites.
//!
//! ```text
//! # where the position comes from and what it is for
//! board AAAA...       100 StraDoS2 letters
//! to_move red         who moves first on that board
//! rules isf           a preset's name
//! moves A4-A5 A7-A6   optional, may be given several times: played from the board before counting starts
//! perft 1 25          how many sequences of one legal move there are, and so on for deeper ones
//! perft 2 601
//! ```
//!
//! Positions are separated by blank lines. The comment lines right above a position belong to it; a block of comment
//! lines that stands alone is the header of the file.

/// One position of a suite with its expected counts.
#[derive(Clone, Debug)]
pub(crate) struct PerftCase {
    /// The comment lines above the position, joined by spaces.
    pub(crate) comment: String,
    pub(crate) board: String,
    pub(crate) is_red_first: bool,
    pub(crate) rules: String,
    pub(crate) moves: Vec<String>,
    /// Depth and number of move sequences, as listed.
    pub(crate) counts: Vec<(u32, u64)>,
}

/// Reads a suite.
///
/// # Errors
///
/// Names the line and the cause if the text is not in the format.
pub(crate) fn parse_suite(text: &str) -> Result<Vec<PerftCase>, String> {
    let mut cases = Vec::new();
    let mut draft = Draft::default();
    for (index, line) in text.lines().enumerate() {
        let at_line = |cause: String| format!("line {}: {cause}", index + 1);
        let line = line.trim();
        if line.is_empty() {
            cases.extend(draft.finish().map_err(at_line)?);
            draft = Draft::default();
        } else {
            draft.read(line).map_err(at_line)?;
        }
    }
    let at_end = |cause: String| format!("end of file: {cause}");
    cases.extend(draft.finish().map_err(at_end)?);
    Ok(cases)
}

/// A block of lines of which nothing is known to be complete yet.
#[derive(Default)]
struct Draft {
    comment: Vec<String>,
    board: Option<String>,
    is_red_first: Option<bool>,
    rules: Option<String>,
    moves: Vec<String>,
    counts: Vec<(u32, u64)>,
}

impl Draft {
    fn read(&mut self, line: &str) -> Result<(), String> {
        if let Some(comment) = line.strip_prefix('#') {
            self.comment.push(comment.trim().to_owned());
            return Ok(());
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "board" if rest.len() == 100 => set(&mut self.board, rest.to_owned(), word),
            "board" => Err(format!("a board has 100 letters, not {}", rest.len())),
            "to_move" => match rest {
                "red" => set(&mut self.is_red_first, true, word),
                "blue" => set(&mut self.is_red_first, false, word),
                _ => Err(format!("`{rest}` is neither red nor blue")),
            },
            "rules" => set(&mut self.rules, rest.to_owned(), word),
            "moves" => {
                self.moves
                    .extend(rest.split_whitespace().map(str::to_owned));
                Ok(())
            }
            "perft" => {
                let numbers = rest.split_once(' ').and_then(|(depth, count)| {
                    Some((depth.parse().ok()?, count.trim().parse().ok()?))
                });
                let numbers =
                    numbers.ok_or_else(|| format!("`{rest}` is not a depth and a count"))?;
                self.counts.push(numbers);
                Ok(())
            }
            _ => Err(format!("unknown word `{word}`")),
        }
    }

    /// The case these lines describe, or `None` if they are only comments.
    fn finish(self) -> Result<Option<PerftCase>, String> {
        let is_bare = self.board.is_none()
            && self.is_red_first.is_none()
            && self.rules.is_none()
            && self.moves.is_empty()
            && self.counts.is_empty();
        if is_bare {
            return Ok(None);
        }
        if self.counts.is_empty() {
            return Err("position without a perft line".to_owned());
        }
        Ok(Some(PerftCase {
            comment: self.comment.join(" "),
            board: self.board.ok_or("position without a board")?,
            is_red_first: self.is_red_first.ok_or("position without to_move")?,
            rules: self.rules.ok_or("position without rules")?,
            moves: self.moves,
            counts: self.counts,
        }))
    }
}

fn set<T>(slot: &mut Option<T>, value: T, word: &str) -> Result<(), String> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("`{word}` is given twice")),
    }
}
