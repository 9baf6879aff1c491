//! From a place in the decoded text back to line, column and original byte. Worked out only when someone asks.

use super::decode::{encoding_of_line, stray_marks};
use super::encoding::Decision;
use super::line_ends::RawLines;
use super::{Encoding, LineIndex, Place};

/// Finds places of one text in the bytes it was decoded from.
#[derive(Debug)]
pub struct Places<'a> {
    bytes: &'a [u8],
    /// What [`decode`](super::decode) returned.
    decision: Decision,
    text: &'a str,
    lines: LineIndex,
    /// Where each line starts in the bytes, after the byte order mark.
    raw: Vec<usize>,
}

impl<'a> Places<'a> {
    /// `decision` is what [`decode`](super::decode) returned for these bytes, `text` what it made of them.
    pub fn new(bytes: &'a [u8], decision: &Decision, text: &'a str) -> Places<'a> {
        let body = &bytes[decision.bom.min(bytes.len())..];
        let mut raw = vec![decision.bom.min(bytes.len())];
        for line in RawLines::new(body, decision.encoding) {
            raw.push(raw[raw.len() - 1] + line.len());
        }
        Places {
            bytes,
            decision: *decision,
            text,
            lines: LineIndex::new(text),
            raw,
        }
    }

    /// Where the character at `offset` of the text stands: line and column from 1, byte from 0 in the bytes.
    pub fn place(&self, offset: usize) -> Place {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let (line, start) = self.lines.line_of(offset as u32);
        let before = &self.text[start as usize..offset];
        let column = before.chars().count() + 1;
        Place {
            line: line as u32 + 1,
            column: column as u32,
            byte: self.byte(line, before.len()) as u64,
        }
    }

    /// The lines of the text.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// The byte behind so many bytes of the line's text.
    fn byte(&self, line: usize, behind: usize) -> usize {
        let start = self.raw[line.min(self.raw.len() - 1)];
        let end = self.raw.get(line + 1).map_or(self.bytes.len(), |it| *it);
        let raw = &self.bytes[start..end.max(start)];
        let main = self.decision.encoding;
        let (mark, encoding) = if self.decision.damaged {
            let (mark, fits) = encoding_of_line(raw, &self.decision);
            (mark, fits.unwrap_or(main))
        } else {
            (stray_marks(main, raw), main)
        };
        start + mark + raw_length(encoding, &raw[mark..], behind)
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
