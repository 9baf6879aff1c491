//! The one door to the terminal: whatever a record or a file name holds, nothing but text and colours gets through.

use std::io::{self, Write};

use crate::text::{is_hidden, push_visible};

/// A writer before a stream. Where that is a terminal, characters that steer it or hide text are written out; line ends,
/// tabs and colours pass.
#[derive(Debug)]
pub(super) struct Door<W> {
    inner: W,
    is_terminal: bool,
    /// A character or colour that has not come in whole.
    begun: Vec<u8>,
}

impl<W: Write> Door<W> {
    pub(super) fn new(inner: W, is_terminal: bool) -> Door<W> {
        Door {
            inner,
            is_terminal,
            begun: Vec::new(),
        }
    }

    /// Writes what may pass, and keeps back a character or colour that is cut off.
    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut out = String::with_capacity(bytes.len());
        let mut rest = bytes;
        while !rest.is_empty() {
            match start(rest) {
                Start::Colour(len) => {
                    out.extend(rest[..len].iter().map(|it| char::from(*it)));
                    rest = &rest[len..];
                    continue;
                }
                Start::Unknown => break,
                Start::Text => {}
            }
            let (valid, bad) = match std::str::from_utf8(rest) {
                Ok(text) => (text, 0),
                Err(error) => {
                    let valid = std::str::from_utf8(&rest[..error.valid_up_to()]);
                    (
                        valid.unwrap_or_default(),
                        error.error_len().unwrap_or(usize::MAX),
                    )
                }
            };
            // The next escape may begin a colour.
            let text = match valid[usize::from(valid.starts_with('\x1B'))..].find('\x1B') {
                Some(at) => &valid[..at + usize::from(valid.starts_with('\x1B'))],
                None => valid,
            };
            for character in text.chars() {
                match character {
                    '\n' | '\t' => out.push(character),
                    _ if is_hidden(character) => push_visible(&mut out, character),
                    _ => out.push(character),
                }
            }
            rest = &rest[text.len()..];
            if text.len() == valid.len() && bad > 0 {
                if bad == usize::MAX {
                    break;
                }
                out.push(char::REPLACEMENT_CHARACTER);
                rest = &rest[bad..];
            }
        }
        self.begun = rest.to_vec();
        self.inner.write_all(out.as_bytes())
    }
}

/// What bytes begin with.
enum Start {
    /// A colour of so many bytes: `ESC [ 1 ; 31 m`.
    Colour(usize),
    /// What may become a colour when more comes in.
    Unknown,
    /// Anything else.
    Text,
}

fn start(bytes: &[u8]) -> Start {
    const LONGEST: usize = 24;
    match bytes {
        [0x1B] => return Start::Unknown,
        [0x1B, b'[', ..] => {}
        _ => return Start::Text,
    }
    let parameters = bytes[2..].iter().take(LONGEST);
    let len = parameters
        .take_while(|it| matches!(it, b'0'..=b'9' | b';'))
        .count();
    match bytes.get(2 + len) {
        Some(b'm') => Start::Colour(len + 3),
        None if len < LONGEST => Start::Unknown,
        _ => Start::Text,
    }
}

impl<W: Write> Write for Door<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return self.inner.write(bytes);
        }
        if self.begun.is_empty() {
            self.pass(bytes)?;
        } else {
            let mut whole = std::mem::take(&mut self.begun);
            whole.extend_from_slice(bytes);
            self.pass(&whole)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(text: &[u8], step: usize, is_terminal: bool) -> String {
        let mut door = Door::new(Vec::new(), is_terminal);
        for part in text.chunks(step) {
            door.write_all(part).expect("written");
        }
        String::from_utf8_lossy(&door.inner).into_owned()
    }

    #[test]
    fn colours_and_text_pass_and_nothing_else() {
        let text = "a\u{1b}[1;31m七六\u{1b}[0m\t\u{1b}]0;owned\u{7}\u{202e}\r\u{1b}[2J\n\u{9b}x";
        let shown =
            "a\u{1b}[1;31m七六\u{1b}[0m\t\\u{1b}]0;owned\\u{7}\\u{202e}\\r\\u{1b}[2J\n\\u{9b}x";
        for step in [1, 2, 3, 5, 100] {
            assert_eq!(
                through(text.as_bytes(), step, true),
                shown,
                "steps of {step}"
            );
            assert_eq!(through(text.as_bytes(), step, false), text);
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_shown_as_such() {
        for step in [1, 100] {
            assert_eq!(
                through(b"a\xFFb\x1B\x1B[m\n", step, true),
                "a\u{fffd}b\\u{1b}\u{1b}[m\n"
            );
        }
    }
}
