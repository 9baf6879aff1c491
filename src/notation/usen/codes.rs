//! The three base-36 digits of a move: twice the number of origin and destination, and one for a promotion.
//!
//! Squares are numbered rank by rank from the upper right corner, unlike [`Square::index`]; pieces in hand stand for the
//! origins from 81 on.

use crate::shogi::{Move, PieceKind, Square};

/// What pieces in hand add to 81.
const HAND: [(PieceKind, u16); 7] = [
    (PieceKind::Gold, 9),
    (PieceKind::Pawn, 10),
    (PieceKind::Lance, 11),
    (PieceKind::Knight, 12),
    (PieceKind::Silver, 13),
    (PieceKind::Bishop, 14),
    (PieceKind::Rook, 15),
];

/// The move of three small digits.
pub(super) fn decode(digits: [u8; 3]) -> Option<Move> {
    let mut value = 0;
    for digit in digits {
        let digit = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'z' => digit - b'a' + 10,
            _ => return None,
        };
        value = value * 36 + u16::from(digit);
    }
    let promote = value % 2 == 1;
    let (from, to) = (value / 2 / 81, square(value / 2 % 81)?);
    if let Some(from) = square(from) {
        return (from != to).then_some(Move::Normal { from, to, promote });
    }
    let (kind, _) = HAND.iter().find(|(_, id)| 81 + id == from)?;
    let kind = *kind;
    (!promote).then_some(Move::Drop { kind, to })
}

/// Appends the digits of a move.
pub(super) fn push(mv: Move, out: &mut String) {
    let from = match mv {
        Move::Normal { from, .. } => number(from),
        Move::Drop { kind, .. } => {
            let row = HAND.iter().find(|(it, _)| *it == kind);
            81 + row.map_or(0, |(_, id)| *id)
        }
    };
    let value = (from * 81 + number(mv.to())) * 2 + u16::from(mv.promotes());
    for place in [36 * 36, 36, 1] {
        let digit = (value / place % 36) as u8;
        out.push(char::from(match digit {
            0..=9 => b'0' + digit,
            _ => b'a' + digit - 10,
        }));
    }
}

fn square(number: u16) -> Option<Square> {
    if number < 81 {
        Square::new((number % 9 + 1) as u8, (number / 9 + 1) as u8)
    } else {
        None
    }
}

fn number(square: Square) -> u16 {
    u16::from(square.rank() - 1) * 9 + u16::from(square.file() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_their_digits() {
        let rows = [
            ("7g7f", "7ku"),
            ("3c3d", "2jm"),
            ("8h2b+", "8rl"),
            ("3a2b", "09k"),
            ("1a1b", "00i"),
            ("9i9h", "a3y"),
            ("9i1a+", "a01"),
            ("G*5e", "bb8"),
            ("P*5e", "bfq"),
            ("L*5e", "bk8"),
            ("N*5e", "boq"),
            ("S*5e", "bt8"),
            ("B*5e", "bxq"),
            ("R*5e", "c28"),
        ];
        for (mv, digits) in rows {
            let mv: Move = mv.parse().unwrap();
            let mut out = String::new();
            push(mv, &mut out);
            assert_eq!(out, digits);
            assert_eq!(decode(digits.as_bytes().try_into().unwrap()), Some(mv));
        }
    }

    #[test]
    fn every_number_is_a_move_or_refused() {
        let digit = |it: u16| b"0123456789abcdefghijklmnopqrstuvwxyz"[usize::from(it)];
        let mut count = 0;
        for value in 0..36u16.pow(3) {
            let digits = [
                digit(value / 1296),
                digit(value / 36 % 36),
                digit(value % 36),
            ];
            let Some(mv) = decode(digits) else { continue };
            count += 1;
            let mut out = String::new();
            push(mv, &mut out);
            assert_eq!(out.as_bytes(), digits);
        }
        assert_eq!(count, 81 * 80 * 2 + 7 * 81);
        assert_eq!(decode(*b"7KU"), None);
    }
}
