//! Small helpers for text that comes from or goes into files.

use crate::error::{Cause, ParseError};

/// The longest message that is shown of what is wrong with a file.
const MAX_MESSAGE: usize = 300;

/// The bytes as text, without a byte order mark.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, ParseError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(error) => {
            let good = &bytes[..error.valid_up_to()];
            let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
            Err(Cause::NotUtf8.at(line))
        }
    }
}

/// The lines that are not blank, with their numbers from 1.
pub(crate) fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| !line.trim().is_empty())
}

/// A message as one line of reasonable length: it may quote anything that stands in a file.
pub(crate) fn one_line(message: &str) -> String {
    let mut line = String::new();
    for (index, letter) in message.chars().enumerate() {
        if index == MAX_MESSAGE {
            line.push_str("...");
            break;
        }
        if letter.is_control() {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_stay_on_one_line() {
        assert_eq!(one_line("a\nb\tc"), "a\\nb\\tc");
        assert_eq!(one_line(&"x".repeat(1000)).len(), MAX_MESSAGE + 3);
    }

    #[test]
    fn bytes_that_are_no_text_name_their_line() {
        assert_eq!(utf8(b"a\nb\n\xff").unwrap_err().line, 3);
        assert_eq!(utf8("\u{feff}a".as_bytes()), Ok("a"));
    }
}
