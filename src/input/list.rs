//! A list of paths, as editors, `find` and other programs write them: any of the usual encodings, any line end, or NUL
//! between the paths.

use std::io::{self, BufRead, Read};
use std::path::PathBuf;

use super::InputFault;
use crate::text::{Decision, Encoding, decode};

/// The longest path of a list, in bytes. Systems allow far less; what is longer is no list.
const LONGEST: u64 = 1 << 16;

/// What stands between the paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Separator {
    /// A line end.
    #[default]
    Line,
    /// A NUL, so that a path may hold a line end.
    Nul,
}

/// The paths of a list, one after the other. Blank lines are passed over; the iteration ends with the first error.
pub(crate) struct PathList {
    list: Box<dyn BufRead + Send>,
    separator: Separator,
    /// How the list is encoded, if a byte order mark says so.
    marked: Option<Encoding>,
    is_begun: bool,
    is_over: bool,
}

impl std::fmt::Debug for PathList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PathList")
            .field("separator", &self.separator)
            .finish_non_exhaustive()
    }
}

impl PathList {
    /// The paths that stand in `list`.
    pub(crate) fn new(list: Box<dyn BufRead + Send>, separator: Separator) -> PathList {
        PathList {
            list,
            separator,
            marked: None,
            is_begun: false,
            is_over: false,
        }
    }

    /// The bytes up to the next separator, without it; none at the end.
    fn entry(&mut self) -> io::Result<Option<Vec<u8>>> {
        if !std::mem::replace(&mut self.is_begun, true) {
            self.read_mark()?;
        }
        let mut bytes = Vec::new();
        let (unit, end): (usize, &[u8]) = match (self.separator, self.marked) {
            (Separator::Nul, _) => (1, b"\0"),
            (Separator::Line, Some(Encoding::Utf16Le)) => (2, b"\n\0"),
            (Separator::Line, Some(Encoding::Utf16Be)) => (2, b"\0\n"),
            (Separator::Line, _) => (1, b"\n"),
        };
        loop {
            let before = bytes.len();
            let room = (LONGEST + 1).saturating_sub(before as u64);
            let last = end[end.len() - 1];
            self.list.by_ref().take(room).read_until(last, &mut bytes)?;
            if bytes.len() as u64 > LONGEST {
                return Err(InputFault::LongLine.into());
            }
            if bytes.len() == before {
                return Ok((!bytes.is_empty()).then_some(bytes));
            }
            if bytes.len() % unit == 0 && bytes.ends_with(end) {
                bytes.truncate(bytes.len() - unit);
                return Ok(Some(bytes));
            }
        }
    }

    /// Passes over a byte order mark.
    fn read_mark(&mut self) -> io::Result<()> {
        let head = self.list.fill_buf()?;
        let marks = [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be];
        self.marked = marks.into_iter().find(|it| head.starts_with(it.bom()));
        self.list
            .consume(self.marked.map_or(0, |it| it.bom().len()));
        Ok(())
    }

    /// The path that these bytes are.
    pub(crate) fn path_of_bytes(bytes: Vec<u8>) -> PathBuf {
        path_of_bytes(bytes)
    }

    fn path(&self, bytes: Vec<u8>) -> PathBuf {
        let text = |encoding| {
            let mut text = String::new();
            let mut problems = Vec::new();
            decode(&bytes, &Decision::plain(encoding), &mut text, &mut problems);
            PathBuf::from(text)
        };
        if let Some(encoding @ (Encoding::Utf16Le | Encoding::Utf16Be)) = self.marked {
            return text(encoding);
        }
        if std::str::from_utf8(&bytes).is_ok() {
            return path_of_bytes(bytes);
        }
        // Bytes that are no UTF-8 name a file as they are, or they were written on Windows in Japan.
        let written = path_of_bytes(bytes.clone());
        let decoded = text(Encoding::ShiftJis);
        match !written.exists() && decoded.exists() {
            true => decoded,
            false => written,
        }
    }
}

impl Iterator for PathList {
    type Item = io::Result<PathBuf>;

    fn next(&mut self) -> Option<io::Result<PathBuf>> {
        while !self.is_over {
            let mut bytes = match self.entry() {
                Ok(Some(bytes)) => bytes,
                Ok(None) => {
                    self.is_over = true;
                    return None;
                }
                Err(error) => {
                    self.is_over = true;
                    return Some(Err(error));
                }
            };
            let cr: &[u8] = match self.marked {
                Some(Encoding::Utf16Le) => b"\r\0",
                Some(Encoding::Utf16Be) => b"\0\r",
                _ => b"\r",
            };
            while self.separator == Separator::Line && bytes.ends_with(cr) {
                bytes.truncate(bytes.len() - cr.len());
            }
            if !bytes.is_empty() {
                return Some(Ok(self.path(bytes)));
            }
        }
        None
    }
}

#[cfg(unix)]
fn path_of_bytes(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn path_of_bytes(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(bytes: &[u8], separator: Separator) -> Vec<String> {
        let list = PathList::new(Box::new(io::Cursor::new(bytes.to_vec())), separator);
        list.map(|path| path.expect("a path").display().to_string())
            .collect()
    }

    #[test]
    fn lists_are_read_in_every_encoding() {
        let text = "棋譜Ċ一.kif\r\n\r\nb.kif\nc.kif";
        let expected = ["棋譜Ċ一.kif", "b.kif", "c.kif"];
        assert_eq!(paths(text.as_bytes(), Separator::Line), expected);
        let marked = [Encoding::Utf8.bom(), text.as_bytes()].concat();
        assert_eq!(paths(&marked, Separator::Line), expected);
        for (encoding, bytes) in [
            (
                Encoding::Utf16Le,
                text.encode_utf16()
                    .flat_map(u16::to_le_bytes)
                    .collect::<Vec<_>>(),
            ),
            (
                Encoding::Utf16Be,
                text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            ),
        ] {
            let bytes = [encoding.bom(), &bytes].concat();
            assert_eq!(paths(&bytes, Separator::Line), expected, "{encoding:?}");
        }
        assert_eq!(paths(b"a\nb.kif\0c\0", Separator::Nul), ["a\nb.kif", "c"]);
    }

    #[test]
    fn a_line_without_an_end_is_told() {
        let mut list = PathList::new(
            Box::new(io::BufReader::new(io::repeat(b'x'))),
            Separator::Line,
        );
        assert!(list.next().expect("something").is_err());
        assert!(list.next().is_none());
    }
}
