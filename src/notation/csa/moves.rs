//! One CSA move: a sign, two squares, the piece as it is after the move.

use super::names;
use crate::record::{Named, Origin, Target, WrittenMove};
use crate::shogi::{Color, Square};

/// Reads `+7776FU`.
#[inline]
pub(in crate::notation) fn parse(text: [u8; 7]) -> Option<WrittenMove> {
    let [sign, from_file, from_rank, to_file, to_rank, first, second] = text;
    let side = color(sign)?;
    let from = match square(from_file, from_rank) {
        Some(square) => Origin::Square(square),
        None if from_file == b'0' && from_rank == b'0' => Origin::Hand,
        None => return None,
    };
    Some(WrittenMove {
        side: Some(side),
        to: Target::Square(square(to_file, to_rank)?),
        from,
        piece: Named::After(names::kind(first, second)?),
        promote: None,
    })
}

/// What a misread move should have at which byte.
pub(super) fn fault(text: &str) -> (usize, &'static str) {
    const SQUARE: &str = "file 1-9 and rank 1-9";
    let bytes = text.as_bytes();
    let pair = |at: usize| bytes.get(at).copied().zip(bytes.get(at + 1).copied());
    match pair(1) {
        Some((b'0', b'0')) => {}
        Some((file, rank)) if square(file, rank).is_some() => {}
        _ => return (1, "file 1-9 and rank 1-9, or 00"),
    }
    match pair(3) {
        Some((file, rank)) if square(file, rank).is_some() => {}
        _ => return (3, SQUARE),
    }
    match pair(5) {
        Some((first, second)) if names::kind(first, second).is_some() => {}
        _ => return (5, names::LIST),
    }
    (7, "the end of the move")
}

/// The side of a sign.
#[inline]
pub(super) const fn color(sign: u8) -> Option<Color> {
    match sign {
        b'+' => Some(Color::Black),
        b'-' => Some(Color::White),
        _ => None,
    }
}

/// The square of two digits.
#[inline]
pub(super) const fn square(file: u8, rank: u8) -> Option<Square> {
    Square::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'0'))
}
