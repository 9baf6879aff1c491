//! Squares of the board.

use std::fmt;
use std::str::FromStr;

use super::Color;

/// A square, stored file by file: `(file - 1) * 9 + (rank - 1)`, so that a step along a file is ±1.
///
/// Files run from 1 at Black's right to 9, ranks from 1 (a, White's back rank) to 9 (i). Prints as in USI: `7g`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 81;

    /// The square on `file` and `rank`, each from 1 to 9.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file.wrapping_sub(1) < 9 && rank.wrapping_sub(1) < 9 {
            Some(Square((file - 1) * 9 + rank - 1))
        } else {
            None
        }
    }

    /// The square with this index (0 to 80, file by file).
    #[inline]
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < 81 {
            Some(Square(index))
        } else {
            None
        }
    }

    /// All squares, file by file.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..81).map(Square)
    }

    /// 0 to 80, file by file.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 1 to 9 from Black's right.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// 1 to 9 from White's back rank.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// The rank as `color` sees it: 1 is the far end, 1 to 3 are the enemy camp.
    #[inline]
    pub const fn rank_for(self, color: Color) -> u8 {
        match color {
            Color::Black => self.rank(),
            Color::White => 10 - self.rank(),
        }
    }

    /// Whether the square lies in the promotion zone of `color`: the three farthest ranks, the enemy camp.
    #[inline]
    pub const fn in_zone_of(self, color: Color) -> bool {
        self.rank_for(color) <= 3
    }

    /// Adds the name of the square as in USI to a text.
    #[inline]
    pub fn push_name(self, out: &mut String) {
        out.push((b'0' + self.file()) as char);
        out.push((b'a' + self.rank() - 1) as char);
    }

    /// The same square seen from the other side of the board.
    #[inline]
    #[must_use]
    pub const fn flipped(self) -> Square {
        Square(80 - self.0)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), (b'a' + self.rank() - 1) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is no square of the form `7g`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a square: expected a file 1-9 and a rank a-i")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match *text.as_bytes() {
            [file @ b'1'..=b'9', rank @ b'a'..=b'i'] => {
                Square::new(file - b'0', rank - b'a' + 1).ok_or(ParseSquareError)
            }
            _ => Err(ParseSquareError),
        }
    }
}
