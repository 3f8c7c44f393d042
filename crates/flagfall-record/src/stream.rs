//! Reading games one after another, for archives that do not fit into memory.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::error::{ParseError, ReadError};
use crate::format::Format;
use crate::record::GameRecord;
use crate::text::utf8;
use crate::{json_lines, text};

/// The games of a file, one at a time. Our JSON lines are read line by line; the other forms, of which an archive has one
/// file a game, are read whole.
///
/// After an error there is nothing more to come. What came before the error has been given out: whoever wants a file whole or
/// not at all must wait for the end.
#[derive(Debug)]
pub struct GameStream {
    path: PathBuf,
    source: Source,
    is_empty: bool,
}

#[derive(Debug)]
enum Source {
    Lines {
        reader: BufReader<File>,
        line: usize,
    },
    Whole(std::vec::IntoIter<GameRecord>),
    Finished,
}

impl GameStream {
    /// Opens a file, whose extension tells its form.
    ///
    /// # Errors
    /// If it cannot be read or, for all forms but JSON lines, is wrong anywhere.
    pub fn open(path: impl AsRef<Path>) -> Result<GameStream, ReadError> {
        let path = path.as_ref().to_path_buf();
        let io = |error| ReadError::Io {
            path: path.clone(),
            error,
        };
        let format = Format::of(&path).ok_or_else(|| ReadError::UnknownExtension(path.clone()))?;
        let source = if format == Format::JsonLines {
            Source::Lines {
                reader: BufReader::new(File::open(&path).map_err(io)?),
                line: 0,
            }
        } else {
            let bytes = fs::read(&path).map_err(io)?;
            let games = format.parse(&bytes).map_err(|error| ReadError::Parse {
                path: path.clone(),
                error,
            })?;
            Source::Whole(games.into_iter())
        };
        Ok(GameStream {
            path,
            source,
            is_empty: true,
        })
    }

    /// The line of the game that was given last; `None` for forms that are not read line by line.
    pub fn line(&self) -> Option<usize> {
        match self.source {
            Source::Lines { line, .. } => Some(line),
            Source::Whole(_) | Source::Finished => None,
        }
    }

    fn advance(&mut self) -> Result<Option<GameRecord>, ReadError> {
        let parse = |error| ReadError::Parse {
            path: self.path.clone(),
            error,
        };
        let found = match &mut self.source {
            Source::Finished => return Ok(None),
            Source::Whole(games) => games.next(),
            Source::Lines { reader, line } => match next_line(reader, line) {
                Err(LineError::Io(error)) => {
                    let path = self.path.clone();
                    return Err(ReadError::Io { path, error });
                }
                Err(LineError::Text(error)) => return Err(parse(error)),
                Ok(None) => None,
                Ok(Some(content)) => {
                    let game = json_lines::parse_line(&content);
                    Some(game.map_err(|cause| parse(cause.at(*line)))?)
                }
            },
        };
        if found.is_none() && self.is_empty {
            return Err(ReadError::NoGames(self.path.clone()));
        }
        Ok(found)
    }
}

impl Iterator for GameStream {
    type Item = Result<GameRecord, ReadError>;

    fn next(&mut self) -> Option<Result<GameRecord, ReadError>> {
        let result = self.advance().transpose();
        self.is_empty = false;
        if !matches!(result, Some(Ok(_))) {
            self.source = Source::Finished;
        }
        result
    }
}

enum LineError {
    Io(io::Error),
    Text(ParseError),
}

/// The next line that is not blank, with `line` set to its number.
fn next_line(reader: &mut BufReader<File>, line: &mut usize) -> Result<Option<String>, LineError> {
    loop {
        let mut bytes = Vec::new();
        if reader
            .read_until(b'\n', &mut bytes)
            .map_err(LineError::Io)?
            == 0
        {
            return Ok(None);
        }
        *line += 1;
        let content = utf8(&bytes).map_err(|error| LineError::Text(error.cause.at(*line)))?;
        if let Some((_, content)) = text::numbered_lines(content).next() {
            return Ok(Some(content.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use flagfall_core::{BySide, Rules, Seed, Setup, Start, Variant};

    use super::*;
    use crate::{read_games, write_games};

    #[test]
    fn a_stream_gives_what_reading_whole_gives() {
        let folder = tempfile::tempdir().unwrap();
        let setups = BySide::from_fn(|_| Setup::random(Variant::Classic, &mut Seed(1).rng()));
        let game = GameRecord::new(Rules::ISF, Start::Setups(setups));
        for name in ["a.jsonl", "a.xml", "a.gsn"] {
            let path = folder.path().join(name);
            write_games(&path, &[game.clone(), game.clone()]).unwrap();
            let streamed: Result<Vec<_>, _> = GameStream::open(&path).unwrap().collect();
            assert_eq!(streamed.unwrap(), read_games(&path).unwrap(), "{name}");
        }
    }

    #[test]
    fn errors_name_the_line_and_end_the_stream() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let good = json_lines::write(&json_lines::tests::sample()).unwrap();
        fs::write(&path, format!("{good}\n{{\"rules\": 3}}\n{good}")).unwrap();
        let mut stream = GameStream::open(&path).unwrap();
        assert!(stream.next().unwrap().is_ok());
        assert_eq!(stream.line(), Some(1));
        let message = stream.next().unwrap().unwrap_err().to_string();
        assert!(message.contains("a.jsonl, line 3: "), "{message}");
        assert!(stream.next().is_none());
        fs::write(&path, "\n\n").unwrap();
        let message = GameStream::open(&path)
            .unwrap()
            .next()
            .unwrap()
            .unwrap_err();
        assert!(message.to_string().ends_with("no games in it"), "{message}");
    }
}
