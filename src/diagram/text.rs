//! Boards as plain text, for terminals: in kanji as Kifu for Windows copies them, or in letters for terminals without.

use std::fmt::Write;

use super::look::{Look, PieceSet};
use super::piece::one_kanji;
use crate::finding::terms::{self, piece_key};
use crate::notation::japanese::kanji_number;
use crate::shogi::{Color, Hand, Piece, PieceKind, Position, Square};
use crate::words::{self, Lang};

/// The width of a square in a terminal.
pub const CELL: usize = 3;

/// What stands on a square, [`CELL`] columns wide. A kanji takes two columns, White's are marked with a `v`; letters are
/// large for Black and small for White.
pub fn cell(set: PieceSet, piece: Option<Piece>) -> String {
    match (set.is_japanese(), piece) {
        (true, None) => " ・".to_owned(),
        (false, None) => " . ".to_owned(),
        (true, Some(piece)) => {
            let mark = if piece.color() == Color::Black {
                ' '
            } else {
                'v'
            };
            one_kanji(piece.kind()).map_or_else(String::new, |kanji| format!("{mark}{kanji}"))
        }
        (false, Some(piece)) => {
            let letter = letter(set, piece.kind());
            let letter = match piece.color() {
                Color::Black => letter.to_owned(),
                Color::White => letter.to_lowercase(),
            };
            format!("{letter:>2} ")
        }
    }
}

/// The letter of a kind, with a plus when it is promoted.
fn letter(set: PieceSet, kind: PieceKind) -> &'static str {
    let lang = match set {
        PieceSet::French => Lang::Fr,
        PieceSet::Spanish => Lang::Es,
        _ => Lang::En,
    };
    words::find(lang, &format!("{}.letter", piece_key(kind))).unwrap_or_default()
}

/// The pieces in a hand: `飛 歩十八`, `R 18P`, or the word for none.
pub fn hand(set: PieceSet, lang: Lang, hand: Hand) -> String {
    if hand.is_empty() {
        return words::text(lang, "board.hand_empty").to_owned();
    }
    let items = hand.iter().map(|(kind, count)| {
        if set.is_japanese() {
            let mut item = String::from_iter(one_kanji(kind));
            if count > 1 {
                item.push_str(&kanji_number(count));
            }
            item
        } else if count > 1 {
            format!("{count}{}", letter(set, kind))
        } else {
            letter(set, kind).to_owned()
        }
    });
    items.collect::<Vec<String>>().join(" ")
}

/// The files above a board, from the left.
pub fn files(look: Look) -> String {
    let mut line = String::new();
    for column in 0..9_u8 {
        let file = if look.flip { column + 1 } else { 9 - column };
        if look.pieces.is_japanese() {
            let _ = write!(line, " {}", terms::file(Lang::Ja, file));
        } else {
            let _ = write!(line, " {file} ");
        }
    }
    line
}

/// The name of a rank beside a board.
pub fn rank(set: PieceSet, rank: u8) -> String {
    if set.is_japanese() {
        kanji_number(rank)
    } else {
        char::from(b'a' + rank.clamp(1, 9) - 1).to_string()
    }
}

/// The square in a column and a row of the board as it is shown.
pub fn square_at(look: Look, column: u8, row: u8) -> Option<Square> {
    let square = Square::new(9_u8.checked_sub(column)?, row + 1)?;
    Some(if look.flip { square.flipped() } else { square })
}

/// The board with both hands, the far side first. In Japanese and kanji it is a diagram that other programs read.
pub fn text(position: &Position, look: Look, lang: Lang, handicap: bool) -> String {
    let mut out = String::new();
    let line = |color| {
        let items = hand(look.pieces, lang, position.hand(color));
        filled(lang, "view.hand_line", color, handicap, &items)
    };
    let edge = "-".repeat(9 * CELL);
    let _ = writeln!(out, "{}", line(!look.near()));
    let _ = writeln!(out, " {}", files(look).trim_end());
    let _ = writeln!(out, "+{edge}+");
    for row in 0..9 {
        out.push('|');
        let mut name = String::new();
        for column in 0..9 {
            if let Some(square) = square_at(look, column, row) {
                out.push_str(&cell(look.pieces, position.piece_at(square)));
                name = rank(look.pieces, square.rank());
            }
        }
        let _ = writeln!(out, "|{name}");
    }
    let _ = writeln!(out, "+{edge}+");
    let _ = writeln!(out, "{}", line(look.near()));
    out
}

/// The position in words, for those who do not see the board.
pub fn describe(position: &Position, lang: Lang, handicap: bool) -> String {
    let mut out = String::new();
    for color in Color::BOTH {
        let mut items = Vec::new();
        for kind in PieceKind::ALL.into_iter().rev() {
            for square in Square::all() {
                if position.piece_at(square) == Some(Piece::new(color, kind)) {
                    let square = terms::square(lang, square);
                    let piece = terms::piece(lang, kind);
                    items.push(match lang {
                        Lang::Ja => format!("{square}{piece}"),
                        _ => format!("{piece} {square}"),
                    });
                }
            }
        }
        let comma = if lang == Lang::Ja { "、" } else { ", " };
        let _ = writeln!(
            out,
            "{}",
            filled(
                lang,
                "view.side_pieces",
                color,
                handicap,
                &items.join(comma)
            )
        );
        let hand: Vec<String> = position
            .hand(color)
            .iter()
            .map(|(kind, count)| match (lang, count) {
                (_, 1) => terms::piece(lang, kind).to_owned(),
                (Lang::Ja, _) => format!("{}{count}枚", terms::piece(lang, kind)),
                _ => format!("{} × {count}", terms::piece(lang, kind)),
            })
            .collect();
        let hand = if hand.is_empty() {
            words::text(lang, "board.hand_empty").to_owned()
        } else {
            hand.join(comma)
        };
        let _ = writeln!(
            out,
            "{}",
            filled(lang, "view.hand_line", color, handicap, &hand)
        );
    }
    out.push_str(&filled(
        lang,
        "role.to_move.line",
        position.turn(),
        handicap,
        "",
    ));
    out
}

/// A row of the catalogue about one side and what it has.
pub fn filled(lang: Lang, key: &'static str, color: Color, handicap: bool, items: &str) -> String {
    words::fill(words::text(lang, key), |name| match name {
        "side" => Some(terms::side(lang, color, handicap).to_owned()),
        "items" => Some(items.to_owned()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr;

    fn middle_game() -> Position {
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
            .parse()
            .unwrap()
    }

    #[test]
    fn every_square_is_three_columns_wide() {
        for set in PieceSet::ALL {
            for kind in PieceKind::ALL {
                for color in Color::BOTH {
                    let cell = cell(set, Some(Piece::new(color, kind)));
                    assert_eq!(cell.width(), CELL, "{cell:?}");
                }
            }
            assert_eq!(cell(set, None).width(), CELL);
        }
    }

    #[test]
    fn kanji_boards_are_the_diagrams_of_other_programs() {
        let text = text(&middle_game(), Look::default(), Lang::Ja, false);
        let wanted = "後手の持駒：金 銀 桂 歩五
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香 ・ ・ ・ ・ ・ ・v桂v香|一
| ・ ・ ・ ・ ・ と ・v金v玉|二
| ・ ・v桂v歩 ・ 銀 ・ ・ ・|三
|v歩 ・v歩 ・ ・ ・ ・ 歩v歩|四
| ・ ・ ・ 歩 ・ ・ 銀v歩 ・|五
| ・ 歩 歩v角 ・ ・ 歩 ・ 歩|六
| 歩 ・ ・ ・ ・ ・ 金 銀 ・|七
| 飛 ・ ・ ・ ・ ・ ・ ・ ・|八
| 香 桂 ・ ・ ・ ・v角 玉 香|九
+---------------------------+
先手の持駒：飛 金
";
        assert_eq!(text, wanted);
    }

    #[test]
    fn hands_no_game_can_have_are_counted_all_the_same() {
        let position: Position = "9/9/9/9/9/9/9/9/9 b 120P99l 1".parse().unwrap();
        let black = position.hand(Color::Black);
        assert_eq!(hand(PieceSet::Kanji, Lang::Ja, black), "歩百二十");
        let white = position.hand(Color::White);
        assert_eq!(hand(PieceSet::Kanji, Lang::Ja, white), "香九十九");
        assert_eq!(hand(PieceSet::Letters, Lang::En, black), "120P");
    }

    #[test]
    fn a_board_in_letters_needs_nothing_but_ascii() {
        let look = Look {
            pieces: PieceSet::French,
            flip: true,
            ..Look::default()
        };
        let text = text(&middle_game(), look, Lang::En, false);
        assert!(text.is_ascii());
        let wanted = "Black in hand: T O
  1  2  3  4  5  6  7  8  9
+---------------------------+
| L  R  f  .  .  .  .  C  L |i
";
        assert!(text.starts_with(wanted), "{text}");
    }
}
