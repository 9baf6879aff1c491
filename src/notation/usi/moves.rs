//! One USI move: `7g7f`, `8h2b+`, `P*5e`.

use crate::record::{Claim, Ending, EndingKind, Named, Origin, Target, WrittenMove};
use crate::shogi::{PieceKind, Square};

/// Reads a move at the start of `bytes`, followed by a blank or the end; also gives its length.
#[inline]
pub(super) fn parse(bytes: &[u8]) -> Option<(WrittenMove, usize)> {
    let &[a, b, c, d] = bytes.first_chunk()?;
    let to = Target::Square(square(c, d)?);
    let (from, piece) = match square(a, b) {
        Some(from) => (Origin::Square(from), Named::Nothing),
        None if b == b'*' && a.is_ascii_uppercase() => {
            (Origin::Hand, Named::Before(PieceKind::from_letter(a)?))
        }
        None => return None,
    };
    let promotes = bytes.get(4) == Some(&b'+');
    let len = if promotes { 5 } else { 4 };
    if bytes.get(len).is_some_and(|&byte| byte != b' ') {
        return None;
    }
    let promote = (promotes || piece == Named::Nothing).then_some(promotes);
    let mv = WrittenMove {
        side: None,
        to,
        from,
        piece,
        promote,
    };
    Some((mv, len))
}

/// The square of a digit and a letter.
#[inline]
const fn square(file: u8, rank: u8) -> Option<Square> {
    Square::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'a' - 1))
}

/// The words that end a list of moves, none of them in the standard for that place.
pub(super) const ENDINGS: &[(&str, EndingKind, Claim)] = &[
    ("resign", EndingKind::Resignation, Claim::Opponent),
    ("win", EndingKind::Declaration, Claim::Mover),
    ("rep_draw", EndingKind::Sennichite, Claim::Draw),
    ("draw", EndingKind::DeclaredDraw, Claim::Draw),
    ("timeout", EndingKind::TimeUp, Claim::Opponent),
    ("break", EndingKind::Interruption, Claim::Nobody),
];

/// The ending of such a word.
pub(super) fn ending(word: &str) -> Option<Ending> {
    let &(_, kind, claim) = ENDINGS.iter().find(|(text, ..)| *text == word)?;
    Some(Ending {
        kind,
        claim,
        summary: None,
    })
}

/// Whether a word is a pass, which shogi does not have.
pub(super) fn is_pass(word: &str) -> bool {
    matches!(word, "0000" | "null" | "pass")
}
