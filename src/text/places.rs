//! From a place in the decoded text back to line, column and original byte. Worked out only when someone asks.

use std::cell::Cell;

use super::decode::{encoding_of_line, stray_marks};
use super::encoding::Decision;
use super::line_ends::{LineEnds, count_lines};
use super::{Encoding, Place};

/// Finds places of one text in the bytes it was decoded from. Asked in the order of the text it reads it once.
#[derive(Debug)]
pub struct Places<'a> {
    bytes: &'a [u8],
    /// What [`decode`](super::decode) returned.
    decision: Decision,
    text: &'a str,
    /// The line that was asked for last.
    last: Cell<Line>,
}

/// Where a line starts.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Its number, from 0.
    number: u32,
    /// In the text.
    text: usize,
    /// In the bytes.
    raw: usize,
}

impl<'a> Places<'a> {
    /// `decision` is what [`decode`](super::decode) returned for these bytes, `text` what it made of them.
    pub fn new(bytes: &'a [u8], decision: &Decision, text: &'a str) -> Places<'a> {
        let places = Places {
            bytes,
            decision: *decision,
            text,
            last: Cell::new(Line {
                number: 0,
                text: 0,
                raw: 0,
            }),
        };
        places.last.set(places.first_line());
        places
    }

    fn first_line(&self) -> Line {
        Line {
            number: 0,
            text: 0,
            raw: self.decision.bom.min(self.bytes.len()),
        }
    }

    /// Where the character at `offset` of the text stands: line and column from 1, byte from 0 in the bytes.
    pub fn place(&self, offset: usize) -> Place {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_of(offset);
        self.last.set(line);
        let before = &self.text[line.text..offset];
        Place {
            line: line.number + 1,
            column: before.chars().count() as u32 + 1,
            byte: self.byte(line, before.len()) as u64,
        }
    }

    /// The line that holds the character at `offset`.
    fn line_of(&self, offset: usize) -> Line {
        let last = self.last.get();
        let from = if last.text <= offset {
            last
        } else {
            self.first_line()
        };
        let text = self.text.as_bytes();
        let is_end = |at: usize| matches!(text.get(at), Some(b'\r' | b'\n'));
        let (lines, start) = if is_end(offset) {
            // A CR before it may be a part of the same line end.
            let ends = LineEnds::new(&text[from.text..], Encoding::Utf8);
            let before = ends.take_while(|end| from.text + end.end <= offset);
            before.fold((0, from.text), |(lines, _), end| {
                (lines + 1, from.text + end.end)
            })
        } else {
            let before = &text[from.text..offset];
            let start = memchr::memrchr2(b'\r', b'\n', before);
            (
                count_lines(before, Encoding::Utf8),
                start.map_or(from.text, |at| from.text + at + 1),
            )
        };
        Line {
            number: from.number + lines as u32,
            text: start,
            raw: self.raw_start(from, lines, start),
        }
    }

    /// Where the line starts in the bytes that comes so many lines after `from`, and starts at `start` in the text.
    fn raw_start(&self, from: Line, lines: usize, start: usize) -> usize {
        if lines == 0 {
            return from.raw;
        }
        if self.text.len() + self.decision.bom == self.bytes.len()
            && matches!(self.decision.encoding, Encoding::Ascii | Encoding::Utf8)
            && !self.decision.damaged
        {
            return self.decision.bom + start;
        }
        let rest = &self.bytes[from.raw..];
        let end = LineEnds::new(rest, self.decision.encoding).nth(lines - 1);
        end.map_or(self.bytes.len(), |end| from.raw + end.end)
    }

    /// The byte behind so many bytes of the line's text.
    fn byte(&self, line: Line, behind: usize) -> usize {
        let main = self.decision.encoding;
        let rest = &self.bytes[line.raw..];
        if !self.decision.damaged {
            let mark = stray_marks(main, rest);
            return line.raw + mark + raw_length(main, &rest[mark..], behind);
        }
        let end = LineEnds::new(rest, main).next();
        let raw = &rest[..end.map_or(rest.len(), |end| end.end)];
        let (mark, fits) = encoding_of_line(raw, &self.decision);
        line.raw + mark + raw_length(fits.unwrap_or(main), &raw[mark..], behind)
    }
}

/// How many bytes of a line make the first `behind` bytes of its text.
fn raw_length(encoding: Encoding, raw: &[u8], behind: usize) -> usize {
    if encoding == Encoding::Ascii {
        return behind;
    }
    let mut at = 0;
    let mut decoder = encoding.codec().new_decoder_without_bom_handling();
    let mut scratch = [0u8; 4096];
    let mut behind = behind;
    while behind > 0 && at < raw.len() {
        // No byte makes more than three of text, so this many cannot reach too far.
        let chunk = (behind / 4)
            .saturating_sub(1)
            .clamp(1, 1024)
            .min(raw.len() - at);
        let (_, read, written, _) =
            decoder.decode_to_utf8(&raw[at..at + chunk], &mut scratch, at + chunk == raw.len());
        at += read;
        behind = behind.saturating_sub(written);
    }
    at
}
