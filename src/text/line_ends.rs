//! Where lines end, in text and in undecoded bytes: at LF, at a lone CR and at up to [`MOST_CRS`] CR before an LF.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2};

use super::Encoding;

/// The line ends of some bytes, as ranges of the bytes that make them.
#[derive(Debug)]
pub struct LineEnds<'a> {
    bytes: &'a [u8],
    encoding: Encoding,
    at: usize,
}

/// How many CR before an LF belong to its line end. Text that was translated for Windows more than once has two or
/// three; with a bound, no run of CR is looked through again and again.
const MOST_CRS: usize = 4;

/// The length of the line end with which `bytes` begin, whose first byte is a CR or an LF.
pub(crate) fn line_end_len(bytes: &[u8]) -> usize {
    let crs = bytes.iter().take(MOST_CRS).take_while(|it| **it == b'\r');
    let crs = crs.count();
    match bytes.get(crs) {
        Some(b'\n') => crs + 1,
        _ => 1,
    }
}

impl<'a> LineEnds<'a> {
    /// The line ends of bytes in an encoding. CR and LF are never a part of another character but in UTF-16.
    pub fn new(bytes: &'a [u8], encoding: Encoding) -> LineEnds<'a> {
        LineEnds {
            bytes,
            encoding,
            at: 0,
        }
    }

    #[inline]
    fn width(&self) -> usize {
        if self.encoding.is_utf16() { 2 } else { 1 }
    }

    /// The unit at a place; 0 after the end.
    fn unit(&self, at: usize) -> u16 {
        match (self.encoding, self.bytes.get(at..at + self.width())) {
            (Encoding::Utf16Le, Some(&[low, high])) => u16::from_le_bytes([low, high]),
            (Encoding::Utf16Be, Some(&[high, low])) => u16::from_be_bytes([high, low]),
            (_, Some(&[byte])) => u16::from(byte),
            _ => 0,
        }
    }

    /// The next CR or LF.
    #[inline]
    fn next_break(&self) -> Option<usize> {
        if self.width() == 1 {
            let rest = self.bytes.get(self.at..)?;
            return memchr2(CR as u8, LF as u8, rest).map(|at| self.at + at);
        }
        (self.at..self.bytes.len())
            .step_by(2)
            .find(|&at| matches!(self.unit(at), CR | LF))
    }
}

const CR: u16 = b'\r' as u16;
const LF: u16 = b'\n' as u16;

impl Iterator for LineEnds<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.next_break()?;
        let width = self.width();
        if width == 1 && self.bytes[start] == LF as u8 {
            self.at = start + 1;
            return Some(start..self.at);
        }
        if width == 1 {
            self.at = start + line_end_len(&self.bytes[start..]);
            return Some(start..self.at);
        }
        let mut end = start;
        while self.unit(end) == CR && end < start + MOST_CRS * width {
            end += width;
        }
        if self.unit(end) != LF {
            end = start;
        }
        self.at = end + width;
        Some(start..self.at)
    }
}

/// The lines of some bytes, each with its end.
#[derive(Debug)]
pub struct RawLines<'a> {
    bytes: &'a [u8],
    ends: LineEnds<'a>,
    at: usize,
}

impl<'a> RawLines<'a> {
    /// The lines of bytes in an encoding.
    pub fn new(bytes: &'a [u8], encoding: Encoding) -> RawLines<'a> {
        RawLines {
            bytes,
            ends: LineEnds::new(bytes, encoding),
            at: 0,
        }
    }
}

impl<'a> Iterator for RawLines<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let start = self.at;
        if start >= self.bytes.len() {
            return None;
        }
        self.at = self.ends.next().map_or(self.bytes.len(), |end| end.end);
        Some(&self.bytes[start..self.at])
    }
}

/// How many line ends there are.
pub fn count_lines(bytes: &[u8], encoding: Encoding) -> usize {
    if encoding.is_utf16() || (memchr(CR as u8, bytes).is_some() && !all_crlf(bytes)) {
        return LineEnds::new(bytes, encoding).count();
    }
    memchr_iter(LF as u8, bytes).count()
}

/// Where the line ends of a text first differ in kind from the ones before.
pub(super) fn mixed_line_end(text: &[u8]) -> Option<Range<usize>> {
    memchr(CR as u8, text)?;
    if all_crlf(text) {
        return None;
    }
    let kind = |end: &Range<usize>| (text[end.end - 1], end.len().min(3));
    let mut ends = LineEnds::new(text, Encoding::Utf8);
    let first = kind(&ends.next()?);
    ends.find(|end| kind(end) != first)
}

/// Counted in three fast passes, since most files with a CR are of this kind.
fn all_crlf(text: &[u8]) -> bool {
    let count = |byte: u16| memchr_iter(byte as u8, text).count();
    let pairs = count_pairs(text);
    count(CR) == pairs && count(LF) == pairs
}

/// How often an LF follows a CR. Blocks whose count fits a byte let the compiler use wide registers.
fn count_pairs(text: &[u8]) -> usize {
    let next = text.get(1..).unwrap_or_default();
    let blocks = text.chunks(255).zip(next.chunks(255));
    blocks
        .map(|(these, next)| {
            let pairs = these.iter().zip(next);
            let count: u8 = pairs
                .map(|(&a, &b)| u8::from(a == b'\r') & u8::from(b == b'\n'))
                .sum();
            usize::from(count)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(text: &str) -> Vec<Range<usize>> {
        LineEnds::new(text.as_bytes(), Encoding::Utf8).collect()
    }

    #[test]
    fn four_kinds_of_line_end_are_one_end_each() {
        assert_eq!(ends("a\nb\r\nc\rd\r\r\ne"), [1..2, 3..5, 6..7, 8..11]);
        assert_eq!(ends("\r\r\ra\n"), [0..1, 1..2, 2..3, 4..5]);
        assert_eq!(ends("\r\r"), [0..1, 1..2]);
        assert_eq!(ends("\r\r\r\r\r\r\n"), [0..1, 1..2, 2..7]);
        assert!(ends("").is_empty());
    }

    #[test]
    fn utf16_lines_end_at_whole_units() {
        let bytes: Vec<u8> = "a\r\n\u{0A0D}b\n"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        let lines: Vec<_> = RawLines::new(&bytes, Encoding::Utf16Be)
            .map(<[u8]>::len)
            .collect();
        assert_eq!(lines, [6, 6]);
    }

    #[test]
    fn the_first_line_end_of_a_second_kind_is_found() {
        assert_eq!(mixed_line_end(b"a\r\nb\r\n"), None);
        assert_eq!(mixed_line_end(b"a\rb\r"), None);
        assert_eq!(mixed_line_end(b"a\nb\n"), None);
        assert_eq!(mixed_line_end(b"a\r\nb\nc\n"), Some(4..5));
        assert_eq!(mixed_line_end(b"a\r\nb\r\r\n"), Some(4..7));
        assert_eq!(count_pairs("x\r\n".repeat(1000).as_bytes()), 1000);
    }
}
