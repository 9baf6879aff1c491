//! The lines of a text book.

use std::io::{self, BufRead, Read};

use crate::book::Advice;
use crate::shogi::{Move, Position};

/// No line of a book is longer, in bytes.
const LONGEST: u64 = 1 << 16;

/// A line of a book.
#[derive(Debug)]
pub(in crate::book) struct Line<'a> {
    /// Its number, from 1.
    pub(in crate::book) number: u64,
    /// Where it begins, in bytes.
    pub(in crate::book) start: u64,
    /// The line itself, as far as it is text.
    pub(in crate::book) text: &'a str,
    /// What it says.
    pub(in crate::book) content: Content,
}

/// What a line of a book says.
#[derive(Debug)]
pub(in crate::book) enum Content {
    /// Nothing that counts: a blank line, a comment.
    Comment,
    /// A position, whose moves follow.
    Position(Box<Position>),
    /// A move in the position before it.
    Move(BookMove),
    /// A line that begins as that of a position and has none.
    BadPosition,
    /// Anything else.
    Unread,
}

/// A move of a text book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::book) struct BookMove {
    /// The move.
    pub(in crate::book) mv: Move,
    /// What is said of it; none where all of it is unknown.
    pub(in crate::book) advice: Option<Advice>,
    /// How often it was played: 1 where nothing is said.
    pub(in crate::book) count: u64,
    /// Whether more stands on the line.
    pub(in crate::book) has_comment: bool,
}

/// Reads a book line by line.
#[derive(Debug)]
pub(in crate::book) struct Lines<R> {
    input: R,
    bytes: Vec<u8>,
    number: u64,
    /// Where the next line begins.
    end: u64,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a stream.
    pub(in crate::book) fn new(input: R) -> Lines<R> {
        Lines {
            input,
            bytes: Vec::new(),
            number: 0,
            end: 0,
        }
    }

    /// Goes on at another place of the stream, which is to be the start of a line.
    pub(in crate::book) fn seek(&mut self, start: u64) -> io::Result<()>
    where
        R: io::Seek,
    {
        self.input.seek(io::SeekFrom::Start(start))?;
        self.end = start;
        Ok(())
    }

    /// Reads the next line.
    ///
    /// # Errors
    /// When the stream cannot be read.
    pub(in crate::book) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.bytes.clear();
        let start = self.end;
        let mut limited = (&mut self.input).take(LONGEST);
        let mut read = limited.read_until(b'\n', &mut self.bytes)? as u64;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        let is_whole = self.bytes.ends_with(b"\n") || read < LONGEST;
        if !is_whole {
            read += self.input.skip_until(b'\n')? as u64;
        }
        self.end += read;
        let mut bytes = &self.bytes[..];
        if start == 0 {
            bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        }
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let text = str::from_utf8(bytes);
        let content = match text {
            Ok(text) if is_whole => content(text),
            // A comment may be in any encoding.
            _ if is_whole && (bytes.starts_with(b"#") || bytes.starts_with(b"//")) => {
                Content::Comment
            }
            _ => Content::Unread,
        };
        Ok(Some(Line {
            number: self.number,
            start,
            text: text.unwrap_or_default(),
            content,
        }))
    }
}

fn content(text: &str) -> Content {
    if text.trim_ascii().is_empty() || text.starts_with('#') || text.starts_with("//") {
        return Content::Comment;
    }
    if let Some(position) = text.strip_prefix("sfen ") {
        return match read_position(position) {
            Some(position) => Content::Position(Box::new(position)),
            None => Content::BadPosition,
        };
    }
    match read_move(text) {
        Some(it) => Content::Move(it),
        None => Content::Unread,
    }
}

/// Reads a position; blanks around its parts do not matter.
fn read_position(text: &str) -> Option<Position> {
    let text = text.trim_ascii();
    if let Ok(position) = text.parse() {
        return Some(position);
    }
    let parts: Vec<&str> = text.split_ascii_whitespace().collect();
    parts.join(" ").parse().ok()
}

fn read_move(text: &str) -> Option<BookMove> {
    // Two blanks are an empty field, as some program has written it.
    let mut fields = text.trim_ascii().split([' ', '\t']);
    let mv = fields.next()?.parse().ok()?;
    let ponder = match fields.next() {
        None | Some("" | "none" | "None" | "resign") => None,
        Some(ponder) => Some(ponder.parse().ok()?),
    };
    // What is no number is not known.
    let score = fields.next().and_then(|it| it.parse().ok());
    let depth = fields.next().and_then(|it| it.parse().ok());
    let count = fields.next().and_then(|it| it.parse().ok());
    let advice = Advice {
        ponder,
        score,
        depth,
    };
    let is_known = ponder.is_some() || score.is_some() || depth.is_some();
    Some(BookMove {
        mv,
        advice: is_known.then_some(advice),
        count: count.unwrap_or(1),
        has_comment: fields.any(|it| !it.is_empty()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(text);
        let mut found = Vec::new();
        while let Some(line) = lines.next().expect("readable") {
            let content = match line.content {
                Content::Position(it) => format!("position {it}"),
                Content::Move(it) => format!("{it:?}"),
                other => format!("{other:?}"),
            };
            found.push(format!("{} {content}", line.number));
        }
        found
    }

    #[test]
    fn lines_are_told_apart() {
        let text = "\u{feff}#YANEURAOU-DB2016 1.00\r\n# NOE:2\r\n\
            sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL  b  -  1\r\n// theirs\r\n\
            7g7f 3c3d 52 20 1234\r\nP*5e none none none none\r\n2g2f\r\n8h2b+  -5 x 2 their comment\r\n\
            7g7f 3c3x\r\nsfen 9/9 b - 1\r\nresign\r\n";
        let position = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        let found = all(text.as_bytes());
        assert_eq!(found.len(), 11, "{found:#?}");
        assert_eq!(found[2], format!("3 position {position}"));
        for (at, part) in [
            (
                4,
                "score: Some(52), depth: Some(20) }), count: 1234, has_comment: false",
            ),
            (5, "advice: None, count: 1,"),
            (6, "advice: None, count: 1,"),
            (
                7,
                "ponder: None, score: Some(-5), depth: None }), count: 2, has_comment: true",
            ),
            (8, "9 Unread"),
            (9, "10 BadPosition"),
            (10, "11 Unread"),
        ] {
            assert!(found[at].contains(part), "{}", found[at]);
        }
    }

    #[test]
    fn overlong_lines_and_bytes_that_are_no_text_are_passed_over() {
        let mut text = b"# \xFF comment\n7g7f\xFF\n7g7f none ".to_vec();
        text.extend(vec![b' '; 200_000]);
        text.extend(b"\n2g2f");
        let found = all(&text);
        assert_eq!(found[..3], ["1 Comment", "2 Unread", "3 Unread"]);
        assert!(found[3].starts_with("4 BookMove"));
    }
}
