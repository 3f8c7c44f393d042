//! Files of setups, one a line.

use std::fs;
use std::path::Path;

use flagfall_core::notation::{parse_setup, write_setup};
use flagfall_core::{SETUP_SQUARES, Setup, SetupError, Side};

use crate::atomic;
use crate::error::{Cause, ParseError, ReadError, WriteError};
use crate::text::{numbered_lines, utf8};

/// In which order a line's 40 letters go over the owner's squares. The letters themselves are the same in both, so a file
/// does not tell its form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetupForm {
    /// The front row first, each row from left to right as the owner sees it.
    FrontRowFirst,
    /// StraDoS2: the back row first, each row from the owner's right.
    StraDoS2,
}

impl SetupForm {
    /// Reads one setup.
    ///
    /// # Errors
    /// If it is not 40 letters of one side that make an army.
    pub fn parse(self, text: &str) -> Result<Setup, SetupError> {
        match self {
            SetupForm::StraDoS2 => parse_setup(text),
            // The two orders are each other's reverse.
            SetupForm::FrontRowFirst => {
                parse_setup(&text.chars().rev().collect::<String>()).map_err(from_the_other_end)
            }
        }
    }

    /// Writes one setup in red's letters.
    pub fn write(self, setup: &Setup) -> String {
        let text = write_setup(setup, Side::Red);
        match self {
            SetupForm::StraDoS2 => text,
            SetupForm::FrontRowFirst => text.chars().rev().collect(),
        }
    }
}

/// The same error with places counted from the other end.
fn from_the_other_end(error: SetupError) -> SetupError {
    match error {
        SetupError::UnknownLetter { letter, place } => SetupError::UnknownLetter {
            letter,
            place: SETUP_SQUARES + 1 - place,
        },
        SetupError::MixedSides { letter, place } => SetupError::MixedSides {
            letter,
            place: SETUP_SQUARES + 1 - place,
        },
        other => other,
    }
}

/// Reads setups, one a line. Blank lines and lines that start with `#` are passed over.
///
/// # Errors
/// Names the line and the cause; no setup is returned then.
pub fn parse_setups(bytes: &[u8], form: SetupForm) -> Result<Vec<Setup>, ParseError> {
    numbered_lines(utf8(bytes)?)
        .map(|(number, line)| (number, line.trim()))
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(number, line)| {
            form.parse(line)
                .map_err(|error| Cause::BareSetup(error).at(number))
        })
        .collect()
}

/// Reads a file of setups.
///
/// # Errors
/// Names the file, the line and the cause; no setup is returned then.
pub fn read_setups(path: impl AsRef<Path>, form: SetupForm) -> Result<Vec<Setup>, ReadError> {
    let path = path.as_ref().to_path_buf();
    match fs::read(&path) {
        Ok(bytes) => parse_setups(&bytes, form).map_err(|error| ReadError::Parse { path, error }),
        Err(error) => Err(ReadError::Io { path, error }),
    }
}

/// Writes a file of setups, whole or not at all.
///
/// # Errors
/// If the file cannot be written.
pub fn write_setups(
    path: impl AsRef<Path>,
    setups: &[Setup],
    form: SetupForm,
) -> Result<(), WriteError> {
    let text: String = setups
        .iter()
        .map(|setup| form.write(setup) + "\n")
        .collect();
    let path = path.as_ref();
    atomic::write(path, text.as_bytes()).map_err(|error| WriteError::Io {
        path: path.to_path_buf(),
        error,
    })
}

#[cfg(test)]
mod tests {
    use flagfall_core::notation::write_readable_setup;
    use flagfall_core::{Seed, Variant};

    use super::*;

    const FRONT_FIRST: &str = "LKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBBM";

    #[test]
    fn setups_round_trip_in_both_forms() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("setups.txt");
        let mut rng = Seed(6).rng();
        let setups: Vec<Setup> = [Variant::Classic, Variant::Barrage]
            .map(|variant| Setup::random(variant, &mut rng))
            .to_vec();
        for form in [SetupForm::FrontRowFirst, SetupForm::StraDoS2] {
            write_setups(&path, &setups, form).unwrap();
            assert_eq!(read_setups(&path, form).unwrap(), setups);
        }
    }

    #[test]
    fn the_front_row_stands_first_from_the_owners_left() {
        let setup = SetupForm::FrontRowFirst.parse(FRONT_FIRST).unwrap();
        assert_eq!(
            write_readable_setup(&setup),
            "X988777666\n6555544443\n3333222222\n22SBBBBBBF\n"
        );
    }

    #[test]
    fn comments_are_passed_over_and_errors_name_the_line() {
        let file = format!("# setups\n\n{FRONT_FIRST}\r\n  {FRONT_FIRST}\n{FRONT_FIRST}B\n");
        let parse = |text: &str| parse_setups(text.as_bytes(), SetupForm::FrontRowFirst);
        assert_eq!(
            parse(&file).unwrap_err().to_string(),
            "line 5: a setup has 40 letters, this one has 41"
        );
        assert_eq!(parse(file.trim_end_matches("B\n")).unwrap().len(), 3);
        assert_eq!(
            parse(&FRONT_FIRST.replace("LK", "LZ"))
                .unwrap_err()
                .to_string(),
            "line 1: 'Z' at place 2 is no piece letter"
        );
    }
}
