//! Paper and measurement side by side.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use flagfall_arena::stats::{Interval, Z95};
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::plot;
use crate::verdict::{Claim, Verdict};

/// What kind of number a figure is, which decides how it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A share of all, shown in percent.
    Share,
    /// A number of which the digits after the point do not matter.
    Whole,
    /// A number with three digits after the point.
    Decimal,
}

impl Unit {
    fn show(self, value: f64) -> String {
        match self {
            Unit::Share => format!("{:.1}%", value * 100.0),
            Unit::Whole => format!("{value:.0}"),
            Unit::Decimal => format!("{value:.3}"),
        }
    }
}

/// A figure of a paper.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct PaperFigure {
    /// The value.
    pub value: f64,
    /// How many games it comes from.
    pub games: u64,
}

/// One figure: what was measured, and what the paper has for it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figure {
    /// Which measurement of the experiment it belongs to.
    pub part: String,
    /// What it is, such as `wins of the first`.
    pub name: String,
    /// What kind of number it is.
    pub unit: Unit,
    /// The paper's.
    pub paper: Option<PaperFigure>,
    /// Our value.
    pub measured: f64,
    /// The lower bound of its 95% interval.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// How many games ours comes from.
    pub games: u64,
    /// What the paper says about it, in words, and whether that was borne out; figures without a claim are only shown.
    pub claim: Option<(String, Verdict)>,
}

impl Figure {
    /// A figure that is only shown.
    pub fn new(part: &str, name: &str, unit: Unit, measured: Interval, games: u64) -> Figure {
        Figure {
            part: part.to_owned(),
            name: name.to_owned(),
            unit,
            paper: None,
            measured: measured.value,
            low: measured.low,
            high: measured.high,
            games,
            claim: None,
        }
    }

    /// The figure with the paper's value for it, and from how many games that comes.
    #[must_use]
    pub fn with_paper(mut self, value: f64, games: u64) -> Figure {
        self.paper = Some(PaperFigure { value, games });
        self
    }

    /// The figure with what the paper says about it.
    #[must_use]
    pub fn claimed(mut self, claim: Claim) -> Figure {
        let interval = Interval {
            value: self.measured,
            low: self.low,
            high: self.high,
        };
        let words = claim.words(|value| self.unit.show(value));
        self.claim = Some((words, claim.judge(interval)));
        self
    }

    /// Whether a share differs from the paper's by no more than chance makes two such samples differ in 95 of 100 cases.
    pub fn agrees(&self) -> Option<bool> {
        let paper = self.paper.filter(|_| self.unit == Unit::Share)?;
        let (ours, theirs) = (self.games as f64, paper.games as f64);
        let pooled = (self.measured * ours + paper.value * theirs) / (ours + theirs);
        let error = (pooled * (1.0 - pooled) * (1.0 / ours + 1.0 / theirs)).sqrt();
        Some((self.measured - paper.value).abs() <= Z95 * error)
    }
}

/// What an experiment found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The experiment.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// Where the paper has it.
    pub source: String,
    /// The command that repeats it.
    pub command: String,
    /// The seed.
    pub seed: u64,
    /// The share of the paper's games.
    pub scale: f64,
    /// All figures.
    pub figures: Vec<Figure>,
    /// What a reader has to know besides.
    pub notes: Vec<String>,
}

impl Report {
    /// How many claims have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        let claims = self.figures.iter().filter_map(|one| one.claim.as_ref());
        claims.filter(|(_, found)| *found == verdict).count()
    }

    /// How many claims were borne out, in words.
    pub fn score(&self) -> String {
        let claims = self
            .figures
            .iter()
            .filter(|one| one.claim.is_some())
            .count();
        let mut words = format!("{} of {claims} reproduced", self.count(Verdict::Reproduced));
        for verdict in [Verdict::Undecided, Verdict::NotReproduced] {
            if self.count(verdict) > 0 {
                let _ = write!(words, ", {} {verdict}", self.count(verdict));
            }
        }
        words
    }

    /// The report for people.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}: {}\n\n", self.id, self.title);
        let _ = writeln!(text, "Source: {}. Claims: {}.\n", self.source, self.score());
        let _ = writeln!(text, "Repeat with `{}`.\n", self.command);
        text.push_str(
            "| measurement | figure | paper | measured | 95% interval | games | within chance of the paper's | the paper says | verdict |\n\
             |---|---|---:|---:|---|---:|---|---|---|\n",
        );
        for one in &self.figures {
            let paper = one.paper.map(|paper| one.unit.show(paper.value));
            let agrees = one.agrees().map(|agrees| if agrees { "yes" } else { "no" });
            let (claim, verdict) = match &one.claim {
                Some((claim, verdict)) => (claim.as_str(), verdict.to_string()),
                None => ("", String::new()),
            };
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} to {} | {} | {} | {claim} | {verdict} |",
                one.part,
                one.name,
                paper.unwrap_or_default(),
                one.unit.show(one.measured),
                one.unit.show(one.low),
                one.unit.show(one.high),
                one.games,
                agrees.unwrap_or_default(),
            );
        }
        if !self.notes.is_empty() {
            text.push('\n');
        }
        for note in &self.notes {
            let _ = writeln!(text, "{note}");
        }
        if plot::has_shares(self) {
            let _ = write!(text, "\n![paper and measurement]({}.svg)\n", self.id);
        }
        text
    }

    /// Writes `ID.md`, `ID.json` and, if there are shares of the paper to draw, `ID.svg` into the folder, which is made if it is not there.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<PathBuf, LabError> {
        fs::create_dir_all(folder).map_err(LabError::io(folder))?;
        let json = serde_json::to_string_pretty(self).expect("a report can always be written");
        let markdown = folder.join(format!("{}.md", self.id));
        write_whole(&markdown, &self.markdown())?;
        write_whole(&folder.join(format!("{}.json", self.id)), &(json + "\n"))?;
        if plot::has_shares(self) {
            write_whole(
                &folder.join(format!("{}.svg", self.id)),
                &plot::shares(self),
            )?;
        }
        Ok(markdown)
    }

    /// The report of an experiment in a folder, if there is one.
    ///
    /// # Errors
    /// If its file cannot be read or is no report.
    pub fn read(folder: &Path, id: &str) -> Result<Option<Report>, LabError> {
        let path = folder.join(format!("{id}.json"));
        let content = match fs::read_to_string(&path) {
            Ok(content) => content,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(LabError::io(path)(error)),
        };
        let report = serde_json::from_str(&content).map_err(|error| LabError::Parse {
            line: error.line(),
            path,
            error,
        })?;
        Ok(Some(report))
    }
}

/// Writes a file so that it is never seen half-written.
fn write_whole(path: &Path, content: &str) -> Result<(), LabError> {
    let part = path.with_extension("part");
    fs::write(&part, content).map_err(LabError::io(&part))?;
    fs::rename(&part, path).map_err(LabError::io(path))
}

/// A table of all reports in a folder.
///
/// # Errors
/// If a report cannot be read, or there is none.
pub fn summary(folder: &Path) -> Result<String, LabError> {
    let mut text =
        "| experiment | what | scale | seed | claims |\n|---|---|---:|---:|---|\n".to_owned();
    let mut is_empty = true;
    for experiment in crate::EXPERIMENTS {
        let Some(report) = Report::read(folder, experiment.id)? else {
            continue;
        };
        is_empty = false;
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            report.id,
            report.title,
            report.scale,
            report.seed,
            report.score()
        );
    }
    if is_empty {
        return Err(LabError::NoReports {
            folder: folder.to_path_buf(),
        });
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let interval = Interval {
            value: 0.6,
            low: 0.5,
            high: 0.7,
        };
        let wins = Figure::new("a", "wins", Unit::Share, interval, 100);
        let length = Interval {
            value: 353.4,
            low: 340.0,
            high: 360.0,
        };
        Report {
            id: "test-1".to_owned(),
            title: "a < b".to_owned(),
            source: "nowhere".to_owned(),
            command: "flagfall lab run test-1".to_owned(),
            seed: 1,
            scale: 1.0,
            figures: vec![
                wins.with_paper(0.9, 100).claimed(Claim::Above(0.4)),
                Figure::new("a", "length", Unit::Whole, length, 100),
            ],
            notes: vec!["- a note".to_owned()],
        }
    }

    #[test]
    fn markdown_has_paper_and_measurement_side_by_side() {
        let text = report().markdown();
        let row =
            "| a | wins | 90.0% | 60.0% | 50.0% to 70.0% | 100 | no | above 40.0% | reproduced |";
        assert!(text.contains(row), "{text}");
        assert!(
            text.contains("| a | length |  | 353 | 340 to 360 | 100 |  |  |  |"),
            "{text}"
        );
        assert!(text.contains("Claims: 1 of 1 reproduced."), "{text}");
        assert!(text.contains("(test-1.svg)"), "{text}");
    }

    #[test]
    fn shares_agree_when_chance_explains_the_difference() {
        let agrees = |paper, games| {
            report().figures[0]
                .clone()
                .with_paper(paper, games)
                .agrees()
        };
        // Two samples of 100 around 0.55 differ by 1.96 * sqrt(0.2475 * 2 / 100) = 0.138 at most.
        assert_eq!(agrees(0.5, 100), Some(true));
        assert_eq!(agrees(0.45, 100), Some(false));
        assert_eq!(report().figures[1].agrees(), None);
    }

    #[test]
    fn written_reports_are_read_again_and_pictures_are_well_formed() {
        let folder = tempfile::tempdir().unwrap();
        report().write(folder.path()).unwrap();
        let json = fs::read_to_string(folder.path().join("test-1.json")).unwrap();
        assert_eq!(serde_json::from_str::<Report>(&json).unwrap(), report());
        let svg = fs::read_to_string(folder.path().join("test-1.svg")).unwrap();
        assert!(svg.contains("a &lt; b") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("<circle").count(), 1);
    }
}
