//! Moves in western letters: `P-7f`, `Rx2d+`, `S6-5e`, `G6i-5h`, `P*5e`, `S-4c=`, as George Hodges wrote them.

use crate::record::{Hint, Named, Origin, Part, Target, WrittenMove};
use crate::shogi::{PieceKind, Square};

/// Reads the move at the start of `bytes` and gives its length.
pub(in crate::notation) fn read(bytes: &[u8]) -> Option<(WrittenMove, usize)> {
    let mut signs = Signs { bytes, at: 0 };
    let kind = signs.piece()?;
    let origin = signs.square();
    let part = match origin {
        Some(_) => None,
        None => signs.part(),
    };
    let sign = signs.next()?;
    let from = match sign {
        b'*' | b'\'' if origin.is_none() && part.is_none() && !kind.is_promoted() => Origin::Hand,
        b'-' | b'x' => origin.map_or(
            Origin::Find(Hint {
                part,
                ..Hint::default()
            }),
            Origin::Square,
        ),
        _ => return None,
    };
    if sign == b'x' {
        // Some name the piece that is taken as well.
        signs.piece();
    }
    let to = signs.square()?;
    let promote = match signs.peek() {
        _ if from == Origin::Hand => None,
        Some(b'+') => Some(true),
        Some(b'=') => Some(false),
        _ => None,
    };
    signs.at += usize::from(promote.is_some());
    // More of a word than a move is none.
    if signs
        .peek()
        .is_some_and(|it| it.is_ascii_alphanumeric() || matches!(it, b'*' | b'-'))
    {
        return None;
    }
    let mv = WrittenMove {
        side: None,
        to: Target::Square(to),
        from,
        piece: Named::Before(kind),
        promote,
    };
    Some((mv, signs.at))
}

struct Signs<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Signs<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let sign = self.peek()?;
        self.at += 1;
        Some(sign)
    }

    /// `P`, `+R`
    fn piece(&mut self) -> Option<PieceKind> {
        let promoted = self.peek() == Some(b'+');
        let letter = *self.bytes.get(self.at + usize::from(promoted))?;
        let kind = PieceKind::from_letter(letter).filter(|_| letter.is_ascii_uppercase())?;
        let kind = if promoted { kind.promoted()? } else { kind };
        self.at += 1 + usize::from(promoted);
        Some(kind)
    }

    /// `7f`, `76`
    fn square(&mut self) -> Option<Square> {
        let [file, rank] = *self.bytes.get(self.at..)?.first_chunk()?;
        let square = Square::new(file.wrapping_sub(b'0'), rank_of(rank)?)?;
        self.at += 2;
        Some(square)
    }

    /// The file or the rank of an origin.
    fn part(&mut self) -> Option<Part> {
        let part = match self.peek()? {
            file @ b'1'..=b'9' => Part::File(file - b'0'),
            rank @ b'a'..=b'i' => Part::Rank(rank - b'a' + 1),
            _ => return None,
        };
        self.at += 1;
        Some(part)
    }
}

const fn rank_of(sign: u8) -> Option<u8> {
    match sign {
        b'1'..=b'9' => Some(sign - b'0'),
        b'a'..=b'i' => Some(sign - b'a' + 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_hodges_is_read() {
        let from = |text: &str| read(text.as_bytes()).map(|(mv, _)| mv.from);
        let find = |part| {
            Some(Origin::Find(Hint {
                part,
                ..Hint::default()
            }))
        };
        assert_eq!(from("P-7f"), find(None));
        assert_eq!(from("Px7f"), find(None));
        assert_eq!(from("P*5e"), Some(Origin::Hand));
        assert_eq!(from("S6-5e"), find(Some(Part::File(6))));
        assert_eq!(from("Gi-5h"), find(Some(Part::Rank(9))));
        assert_eq!(from("G6i-5h"), Square::new(6, 9).map(Origin::Square));
        let whole = |text: &str| {
            let (mv, len) = read(text.as_bytes()).expect("a move");
            assert_eq!(len, text.len(), "{text}");
            (mv.piece, mv.promote)
        };
        assert_eq!(
            whole("B-2b+"),
            (Named::Before(PieceKind::Bishop), Some(true))
        );
        assert_eq!(
            whole("S-4c="),
            (Named::Before(PieceKind::Silver), Some(false))
        );
        assert_eq!(whole("+Rx28"), (Named::Before(PieceKind::Dragon), None));
        assert_eq!(whole("BxB22+").1, Some(true));
    }

    #[test]
    fn other_words_are_no_moves() {
        for text in [
            "P", "P-", "P-7", "P-7k", "P-7fx", "p-7f", "Q-7f", "N-1st", "+G-5h", "P7*6f",
        ] {
            assert!(read(text.as_bytes()).is_none(), "{text}");
        }
    }
}
