//! The forms of game files, and the one place that maps an extension to a form.

use std::fs;
use std::path::Path;

use crate::atomic;
use crate::error::{ParseError, ReadError, Unwritable, WriteError};
use crate::gravon::{gsn, xml};
use crate::record::GameRecord;
use crate::text::utf8;
use crate::{chase, json_lines};

/// A form of game files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Our own: one JSON object a line.
    JsonLines,
    /// Games whose last move the more-squares rule forbids, one JSON object a line; only read.
    Chase,
    /// Gravon's XML.
    GravonXml,
    /// Gravon's older text form.
    Gsn,
}

/// The forms by extension. A longer extension stands before a shorter one that it ends in.
const EXTENSIONS: [(&str, Format); 4] = [
    (".chase.jsonl", Format::Chase),
    (".jsonl", Format::JsonLines),
    (".xml", Format::GravonXml),
    (".gsn", Format::Gsn),
];

impl Format {
    /// The form that a file of this name has, unless its extension is unknown.
    pub fn of(path: &Path) -> Option<Format> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        EXTENSIONS
            .into_iter()
            .find(|(extension, _)| name.ends_with(extension))
            .map(|(_, format)| format)
    }

    /// Reads all games of a file of this form. Their moves need not be legal.
    ///
    /// # Errors
    /// Names the line and the cause; no game is returned then.
    pub fn parse(self, bytes: &[u8]) -> Result<Vec<GameRecord>, ParseError> {
        let text = utf8(bytes)?;
        match self {
            Format::JsonLines => {
                let games = json_lines::parse(text)?;
                Ok(games.into_iter().map(|(_, game)| game).collect())
            }
            Format::Chase => chase::parse(text),
            Format::GravonXml => xml::parse(text),
            Format::Gsn => gsn::parse(text),
        }
    }

    /// Writes games in this form.
    ///
    /// # Errors
    /// Gives the first game that this form cannot hold, counted from 0, and why.
    pub fn write(self, games: &[GameRecord]) -> Result<String, (usize, Unwritable)> {
        let write_one = |game: &GameRecord| match self {
            Format::JsonLines => json_lines::write(game),
            Format::Chase => Err(Unwritable::ChaseForm),
            Format::GravonXml => xml::write(game),
            Format::Gsn => gsn::write(game),
        };
        let mut text = String::new();
        for (index, game) in games.iter().enumerate() {
            text.push_str(&write_one(game).map_err(|problem| (index, problem))?);
        }
        Ok(match self {
            Format::GravonXml => xml::document(&text),
            _ => text,
        })
    }
}

/// Reads all games of a file, in the form that its extension tells.
///
/// # Errors
/// Names the file, the line and the cause; no game is returned then.
pub fn read_games(path: impl AsRef<Path>) -> Result<Vec<GameRecord>, ReadError> {
    let path = path.as_ref();
    let format = Format::of(path).ok_or_else(|| ReadError::UnknownExtension(path.to_path_buf()))?;
    let bytes = fs::read(path).map_err(|error| ReadError::Io {
        path: path.to_path_buf(),
        error,
    })?;
    let games = format.parse(&bytes).map_err(|error| ReadError::Parse {
        path: path.to_path_buf(),
        error,
    })?;
    if games.is_empty() {
        return Err(ReadError::NoGames(path.to_path_buf()));
    }
    Ok(games)
}

/// Writes games to a file, in the form that its extension tells. A file of that name is replaced when the new one is
/// complete, and not before.
///
/// # Errors
/// If the form cannot hold a game, or the file cannot be written.
pub fn write_games(path: impl AsRef<Path>, games: &[GameRecord]) -> Result<(), WriteError> {
    let path = path.as_ref();
    let format =
        Format::of(path).ok_or_else(|| WriteError::UnknownExtension(path.to_path_buf()))?;
    let text = format
        .write(games)
        .map_err(|(game, problem)| WriteError::Unwritable {
            path: path.to_path_buf(),
            game,
            problem,
        })?;
    atomic::write(path, text.as_bytes()).map_err(|error| WriteError::Io {
        path: path.to_path_buf(),
        error,
    })
}

/// Reads JSON lines like [`Format::parse`], each game with the number of its line: lines may be blank.
///
/// # Errors
/// Names the line and the cause; no game is returned then.
pub fn parse_json_lines(bytes: &[u8]) -> Result<Vec<(usize, GameRecord)>, ParseError> {
    json_lines::parse(utf8(bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_tells_the_form() {
        let of = |name: &str| Format::of(Path::new(name));
        assert_eq!(of("a/b.jsonl"), Some(Format::JsonLines));
        assert_eq!(of("b.chase.jsonl"), Some(Format::Chase));
        assert_eq!(of("classic-2005.6-1.XML"), Some(Format::GravonXml));
        assert_eq!(of("b.gsn"), Some(Format::Gsn));
        assert_eq!(of("b.json"), None);
        assert_eq!(of("jsonl"), None);
    }

    #[test]
    fn errors_name_file_line_and_cause() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bad.jsonl");
        fs::write(&path, "\n{\"rules\": 3}\n").unwrap();
        let message = read_games(&path).unwrap_err().to_string();
        assert!(message.contains("bad.jsonl, line 2: "), "{message}");
        assert!(message.contains("expected a string"), "{message}");
        let message = read_games("no-such-file.gsn").unwrap_err().to_string();
        assert!(
            message.starts_with("cannot read no-such-file.gsn: "),
            "{message}"
        );
        let message = read_games("games.pgn").unwrap_err().to_string();
        assert!(
            message.starts_with("games.pgn: unknown extension"),
            "{message}"
        );
    }

    #[test]
    fn chase_files_are_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.chase.jsonl");
        let record = crate::json_lines::tests::sample();
        let message = write_games(&path, &[record]).unwrap_err().to_string();
        assert!(message.contains("only read"), "{message}");
        assert!(!path.exists());
    }
}
