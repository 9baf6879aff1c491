//! Moves.

use std::fmt;
use std::str::FromStr;

use super::{PieceKind, Square};

/// A move: a piece from square to square, or a drop. Prints as in USI: `7g7f`, `8h2b+`, `P*5e`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A piece on the board moves.
    Normal {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Whether it promotes.
        promote: bool,
    },
    /// A piece in hand is dropped.
    Drop {
        /// What is dropped.
        kind: PieceKind,
        /// Where it goes.
        to: Square,
    },
}

impl Move {
    /// Where the piece goes.
    #[inline]
    pub const fn to(self) -> Square {
        match self {
            Move::Normal { to, .. } | Move::Drop { to, .. } => to,
        }
    }

    /// Where the piece stood; none for a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        match self {
            Move::Normal { from, .. } => Some(from),
            Move::Drop { .. } => None,
        }
    }

    /// Whether the piece promotes.
    #[inline]
    pub const fn promotes(self) -> bool {
        matches!(self, Move::Normal { promote: true, .. })
    }
}

impl Move {
    /// The move in USI: the bytes, of which so many count.
    #[inline]
    pub const fn usi(self) -> ([u8; 5], usize) {
        const fn file(square: Square) -> u8 {
            b'0' + square.file()
        }
        const fn rank(square: Square) -> u8 {
            b'a' - 1 + square.rank()
        }
        match self {
            Move::Normal { from, to, promote } => (
                [file(from), rank(from), file(to), rank(to), b'+'],
                if promote { 5 } else { 4 },
            ),
            Move::Drop { kind, to } => ([kind.letter() as u8, b'*', file(to), rank(to), b'+'], 4),
        }
    }

    /// Adds the move in USI to a text.
    pub fn push_usi(self, out: &mut String) {
        match self {
            Move::Normal { from, to, promote } => {
                from.push_name(out);
                to.push_name(out);
                if promote {
                    out.push('+');
                }
            }
            Move::Drop { kind, to } => {
                out.push(kind.letter());
                out.push('*');
                to.push_name(out);
            }
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(5);
        self.push_usi(&mut text);
        f.write_str(&text)
    }
}

/// The text is no move in USI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a move: expected 7g7f, 8h2b+ or P*5e")]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let square = |file: u8, rank: u8| match (file, rank) {
            (b'1'..=b'9', b'a'..=b'i') => Square::new(file - b'0', rank - b'a' + 1),
            _ => None,
        };
        let found = match *text.as_bytes() {
            [letter @ b'A'..=b'Z', b'*', file, rank] => PieceKind::from_letter(letter)
                .zip(square(file, rank))
                .map(|(kind, to)| Move::Drop { kind, to }),
            [f1, r1, f2, r2] => square(f1, r1)
                .zip(square(f2, r2))
                .map(|(from, to)| Move::Normal {
                    from,
                    to,
                    promote: false,
                }),
            [f1, r1, f2, r2, b'+'] => {
                square(f1, r1)
                    .zip(square(f2, r2))
                    .map(|(from, to)| Move::Normal {
                        from,
                        to,
                        promote: true,
                    })
            }
            _ => None,
        };
        found.ok_or(ParseMoveError)
    }
}
