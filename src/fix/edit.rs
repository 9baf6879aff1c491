//! Repairs of a text as changes of the bytes it was read from.

use std::ops::Range;

use crate::notation::Repair;
use crate::text::{Encoded, Encoding, Places, Unmappable, encode};

/// Bytes of a file, and what is to stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    range: Range<usize>,
    with: Vec<u8>,
}

/// The bytes with every change made. Changes stand in their order; one that reaches into the one before is left out.
pub(super) fn apply(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for edit in edits {
        if edit.range.start < at || edit.range.end < edit.range.start {
            continue;
        }
        out.extend_from_slice(&bytes[at..edit.range.start]);
        out.extend_from_slice(&edit.with);
        at = edit.range.end;
    }
    out.extend_from_slice(&bytes[at..]);
    out
}

/// Turns the repairs of one game into changes of its file.
pub(super) struct EditWriter<'a> {
    /// The file.
    pub(super) bytes: &'a [u8],
    /// The encoding of the game.
    pub(super) encoding: Encoding,
    /// Where the game starts in the file.
    pub(super) offset: usize,
    /// The text of the game.
    pub(super) text: &'a str,
    /// Where the text stands in the bytes of the game.
    pub(super) places: &'a Places<'a>,
}

impl EditWriter<'_> {
    /// The changes that make these repairs, which stand in the order of the text; none where the encoding lacks a sign.
    pub(super) fn edits(&mut self, repairs: &[Repair]) -> Option<Vec<Edit>> {
        if self.encoding == Encoding::Iso2022Jp {
            return self.edits_of_lines(repairs);
        }
        let edit = |repair: &Repair| {
            let range = self.raw(repair.span.start as usize)..self.raw(repair.span.end as usize);
            let with = self.encode(&repair.with)?;
            Some(Edit { range, with })
        };
        repairs.iter().map(edit).collect()
    }

    /// In ISO-2022-JP a byte means what the escape before it says, so that whole lines are written anew.
    fn edits_of_lines(&mut self, repairs: &[Repair]) -> Option<Vec<Edit>> {
        let mut edits = Vec::new();
        let mut rest = repairs;
        while let Some(first) = rest.first() {
            let start = self.line_start(first.span.start as usize);
            let mut end = self.line_end(first.span.end as usize);
            let mut with = String::new();
            let mut at = start;
            while let Some((repair, after)) = rest.split_first() {
                if repair.span.start as usize > end {
                    break;
                }
                with.push_str(&self.text[at..repair.span.start as usize]);
                with.push_str(&repair.with);
                at = repair.span.end as usize;
                end = end.max(self.line_end(at));
                rest = after;
            }
            with.push_str(&self.text[at..end]);
            let raw_end = match self.text.len() == end {
                true => self.raw(end),
                false => self.raw_line_end(end),
            };
            edits.push(Edit {
                range: self.raw(start)..raw_end,
                with: self.encode(&with)?,
            });
        }
        Some(edits)
    }

    fn line_start(&self, at: usize) -> usize {
        let before = memchr::memrchr2(b'\r', b'\n', &self.text.as_bytes()[..at]);
        before.map_or(0, |at| at + 1)
    }

    fn line_end(&self, at: usize) -> usize {
        let after = memchr::memchr2(b'\r', b'\n', &self.text.as_bytes()[at..]);
        after.map_or(self.text.len(), |len| at + len)
    }

    /// Where the line end at `end` of the text begins in the file, behind the escape that closes the line.
    fn raw_line_end(&self, end: usize) -> usize {
        let from = self.raw(end);
        let found = memchr::memchr2(b'\r', b'\n', &self.bytes[from..]);
        found.map_or(self.bytes.len(), |len| from + len)
    }

    fn raw(&self, at: usize) -> usize {
        self.offset + self.places.place(at).byte as usize
    }

    fn encode(&self, text: &str) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let encoded = encode(text, self.encoding, Unmappable::Refuse, &mut bytes);
        (encoded == Encoded::default()).then_some(bytes)
    }
}
