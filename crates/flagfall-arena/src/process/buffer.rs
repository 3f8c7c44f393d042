//! What a program has written and nobody has read yet.

/// The longest line a program may write. The longest sensible one has 50 letters.
pub(super) const MAX_LINE: usize = 4 * 1024;
/// The most that may wait to be read. A pipe holds 64 KiB, so a program that has filled it is seen to have done so.
pub(super) const MAX_UNREAD: usize = 32 * 1024;
/// How much of the standard error output is kept.
const MAX_TAIL: usize = 4 * 1024;

/// Bytes that are taken out line by line.
#[derive(Debug, Default)]
pub(super) struct LineBuffer {
    bytes: Vec<u8>,
    /// Where the first line that has not been taken starts.
    start: usize,
}

/// More than a program that answers questions can have to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Excess {
    /// One line is too long.
    Line,
    /// Too many lines wait.
    Unread,
}

impl LineBuffer {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.start == self.bytes.len() {
            self.bytes.clear();
            self.start = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Whether there is too much in it.
    pub(super) fn excess(&self) -> Option<Excess> {
        let unread = self.unread();
        let line = self.line_length().unwrap_or(unread.len());
        if line > MAX_LINE {
            Some(Excess::Line)
        } else if unread.len() > MAX_UNREAD {
            Some(Excess::Unread)
        } else {
            None
        }
    }

    /// Takes the first line, without its line break.
    pub(super) fn take_line(&mut self) -> Option<Vec<u8>> {
        let length = self.line_length()?;
        let line = self.unread()[..length].to_vec();
        self.start += length + 1;
        if self.start > MAX_UNREAD {
            self.bytes.drain(..self.start);
            self.start = 0;
        }
        Some(line)
    }

    pub(super) fn has_line(&self) -> bool {
        self.line_length().is_some()
    }

    /// All that has not been taken.
    pub(super) fn unread(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    fn line_length(&self) -> Option<usize> {
        self.unread().iter().position(|&byte| byte == b'\n')
    }
}

/// The last bytes of an output that nobody else reads.
#[derive(Debug, Default)]
pub(super) struct Tail(Vec<u8>);

impl Tail {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
        let excess = self.0.len().saturating_sub(MAX_TAIL);
        self.0.drain(..excess);
    }

    /// The last line with something in it, for a message of one line.
    pub(super) fn last_line(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.0);
        let line = text.lines().map(str::trim).rfind(|line| !line.is_empty())?;
        Some(excerpt(line))
    }
}

/// The beginning of a text, printable and on one line.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 120;
    let printable = |letter: char| if letter.is_control() { '?' } else { letter };
    let mut short: String = text.chars().take(LONGEST).map(printable).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_out_however_the_bytes_came_in() {
        let mut buffer = LineBuffer::default();
        let mut lines = Vec::new();
        for part in ["a", "b\nc", "\n\nd", "", "ef\ng"] {
            buffer.push(part.as_bytes());
            while let Some(line) = buffer.take_line() {
                lines.push(String::from_utf8(line).unwrap());
            }
        }
        assert_eq!(lines, ["ab", "c", "", "def"]);
        assert_eq!(buffer.unread(), b"g");
    }

    #[test]
    fn a_long_line_is_too_much_with_or_without_a_line_break() {
        let mut buffer = LineBuffer::default();
        buffer.push(&[b'x'; MAX_LINE]);
        assert_eq!(buffer.excess(), None);
        buffer.push(b"x");
        assert_eq!(buffer.excess(), Some(Excess::Line));
        buffer.push(b"\n");
        assert_eq!(buffer.excess(), Some(Excess::Line));
    }

    #[test]
    fn many_short_lines_are_too_much() {
        let mut buffer = LineBuffer::default();
        buffer.push(&b"y\n".repeat(MAX_UNREAD / 2));
        assert_eq!(buffer.excess(), None);
        buffer.push(b"y\n");
        assert_eq!(buffer.excess(), Some(Excess::Unread));
    }

    #[test]
    fn only_the_end_of_the_error_output_is_kept() {
        let mut tail = Tail::default();
        tail.push(&[b'x'; 3 * MAX_TAIL]);
        tail.push(b"\nthe cause\n\n");
        assert!(tail.0.len() <= MAX_TAIL);
        assert_eq!(tail.last_line().as_deref(), Some("the cause"));
    }
}
