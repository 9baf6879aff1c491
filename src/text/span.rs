//! Stretches of text and where they stand for people: line and column.

/// A stretch of a record's text, in bytes of UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The stretch from `start` up to `end`.
    #[inline]
    pub const fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// The empty stretch at `at`.
    pub const fn at(at: usize) -> Span {
        Span::new(at, at)
    }

    /// Whether nothing is in it.
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// The stretch from the start of this one to the end of the other.
    #[must_use]
    pub const fn to(self, other: Span) -> Span {
        Span {
            start: self.start,
            end: other.end,
        }
    }

    /// As a range to index text with.
    #[inline]
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Where something stands in the original file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The character (Unicode scalar value) of the line, from 1.
    pub column: u32,
    /// The offset in the original file, before decoding, from 0.
    pub byte: u64,
}
