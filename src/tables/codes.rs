//! Words that stand for something the rules know: each is kept as a number and spelled when it is written.

use crate::notation::{csa_piece, push_kif_move};
use crate::record::Style;
use crate::shogi::{Color, Move, PieceKind, Square};

/// What the numbers of a column stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// A side: black white.
    Side,
    /// A move in USI.
    Usi,
    /// A move in Japanese, as in KIF.
    Kif,
    /// A piece in the letters of CSA.
    Piece,
    /// The form of an evaluation.
    Style,
}

/// How many numbers stand for moves of pieces on the board; those of drops follow.
const NORMAL: u32 = 81 * 81 * 2;

impl Code {
    /// The number of a side.
    pub(super) const fn of_side(side: Color) -> u32 {
        side as u32
    }

    /// The number of a move in USI, below 2^14.
    pub(super) fn of_usi(mv: Move) -> u32 {
        number(mv, mv.to().index() as u32)
    }

    /// The number of a move in Japanese: of a piece of this kind, `same` when it goes where the one before went.
    pub(super) fn of_kif(mv: Move, kind: PieceKind, same: bool) -> u32 {
        // The square is not told then.
        let to = if same { 0 } else { mv.to().index() as u32 };
        number(mv, to) << 5 | Code::of_piece(kind) << 1 | u32::from(same)
    }

    /// The number of a piece.
    pub(super) const fn of_piece(kind: PieceKind) -> u32 {
        kind as u32
    }

    /// The number of a form.
    pub(super) const fn of_style(style: Style) -> u32 {
        style as u32
    }

    /// Adds the word, which no other number of the column stands for: letters, digits and signs that no form of output
    /// has to quote. Nothing for a number that stands for nothing.
    pub fn spell(self, number: u32, out: &mut String) {
        match self {
            Code::Side => {
                let side = Color::BOTH.into_iter().nth(number as usize);
                out.push_str(side.map_or("", Color::name));
            }
            Code::Usi => {
                if let Some(mv) = mv(number) {
                    mv.push_usi(out);
                }
            }
            Code::Kif => {
                if let (Some(mv), Some(kind)) = (mv(number >> 5), kind(number >> 1 & 15)) {
                    push_kif_move(mv, kind, number & 1 == 1, out);
                }
            }
            Code::Piece => out.push_str(kind(number).map_or("", csa_piece)),
            Code::Style => {
                let style = Style::ALL.get(number as usize);
                out.push_str(style.map_or("", |it| it.name()));
            }
        }
    }
}

/// The number of a move that goes to the square of this number.
fn number(mv: Move, to: u32) -> u32 {
    match mv {
        Move::Normal { from, promote, .. } => {
            (from.index() as u32 * 81 + to) * 2 + u32::from(promote)
        }
        // USI does not tell promoted pieces in hand.
        Move::Drop { kind, .. } => NORMAL + Code::of_piece(kind.base()) * 81 + to,
    }
}

/// The move with this number.
fn mv(number: u32) -> Option<Move> {
    let square = |index: u32| Square::from_index(u8::try_from(index).ok()?);
    Some(match number.checked_sub(NORMAL) {
        None => Move::Normal {
            from: square(number / 2 / 81)?,
            to: square(number / 2 % 81)?,
            promote: number & 1 == 1,
        },
        Some(drop) => Move::Drop {
            kind: kind(drop / 81)?,
            to: square(drop % 81)?,
        },
    })
}

/// The piece with this number.
fn kind(number: u32) -> Option<PieceKind> {
    let mut kinds = PieceKind::ALL.into_iter();
    kinds.find(|&it| Code::of_piece(it) == number)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn spelled(code: Code, number: u32) -> String {
        let mut out = String::new();
        code.spell(number, &mut out);
        out
    }

    fn moves() -> impl Iterator<Item = Move> {
        let normal = Square::all().flat_map(|from| {
            let to = Square::all().flat_map(|to| [(to, false), (to, true)]);
            to.map(move |(to, promote)| Move::Normal { from, to, promote })
        });
        let kinds = PieceKind::ALL.into_iter();
        let drops = kinds.flat_map(|kind| Square::all().map(move |to| Move::Drop { kind, to }));
        normal.chain(drops)
    }

    #[test]
    fn every_move_in_usi_has_one_number_and_is_spelled_from_it() {
        let mut seen = HashMap::new();
        for mv in moves() {
            let number = Code::of_usi(mv);
            assert!(number < 1 << 14);
            assert_eq!(spelled(Code::Usi, number), mv.to_string());
            assert_eq!(*seen.entry(mv.to_string()).or_insert(number), number);
        }
    }

    #[test]
    fn every_japanese_move_has_one_number_and_is_spelled_from_it() {
        let mut seen = HashMap::new();
        for mv in moves() {
            for kind in PieceKind::ALL {
                if matches!(mv, Move::Drop { kind: dropped, .. } if dropped != kind) {
                    continue;
                }
                for same in [false, true] {
                    let mut text = String::new();
                    push_kif_move(mv, kind, same, &mut text);
                    let number = Code::of_kif(mv, kind, same);
                    assert_eq!(spelled(Code::Kif, number), text);
                    // A dictionary must not hold a word twice: pyarrow would mistake all that follow it.
                    assert_eq!(*seen.entry(text).or_insert(number), number);
                }
            }
        }
    }

    #[test]
    fn the_other_words_are_spelled_from_their_numbers() {
        for side in Color::BOTH {
            assert_eq!(spelled(Code::Side, Code::of_side(side)), side.name());
        }
        for kind in PieceKind::ALL {
            assert_eq!(spelled(Code::Piece, Code::of_piece(kind)), csa_piece(kind));
        }
        for style in Style::ALL {
            assert_eq!(spelled(Code::Style, Code::of_style(style)), style.name());
        }
    }

    #[test]
    fn a_number_that_stands_for_nothing_is_no_word() {
        for code in [Code::Side, Code::Usi, Code::Kif, Code::Piece, Code::Style] {
            assert_eq!(spelled(code, u32::MAX), "");
        }
    }
}
