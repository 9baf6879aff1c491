//! The rules of shogi for a newcomer, in every language, with boards as plain text. The words stand in the catalogue.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use crate::diagram::{Look, PieceSet, text};
use crate::finding::terms;
use crate::shogi::{Color, Piece, PieceKind, Position, Setup, Square, jishogi::Count};
use crate::text::wrap;
use crate::words::{self, Lang};

/// How wide the text is set.
const COLUMNS: usize = 78;

/// A pawn dropped on 1b would mate: the king has no way out and nothing can take the pawn.
const UCHIFUZUME: &str = "7nk/9/7G1/9/9/9/9/9/4K4 b P 1";
/// Both kings have entered; neither side can hope to mate.
const IMPASSE: &str = "9/6K2/4+P+P+P2/9/9/9/2+p+p+p4/2k6/9 b RB2G2S2N2L6Prb2g2s2n2l6p 1";

/// A part of the page.
enum Block {
    Heading(&'static str),
    Text(&'static str),
    /// A board, by its SFEN.
    Board(&'static str),
    /// How some kinds move, side by side.
    Moves(&'static [PieceKind]),
}

use Block::{Board, Heading, Moves, Text};

const PAGE: &[Block] = &[
    Heading("rules.board.title"),
    Text("rules.board.text"),
    Board("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"),
    Heading("rules.moves.title"),
    Text("rules.moves.text"),
    Moves(&[
        PieceKind::King,
        PieceKind::Gold,
        PieceKind::Silver,
        PieceKind::Pawn,
    ]),
    Moves(&[
        PieceKind::Rook,
        PieceKind::Bishop,
        PieceKind::Lance,
        PieceKind::Knight,
    ]),
    Text("rules.legend"),
    Text("rules.captured.text"),
    Heading("rules.promotion.title"),
    Text("rules.promotion.text"),
    Text("rules.promotion.moves.text"),
    Moves(&[
        PieceKind::Dragon,
        PieceKind::Horse,
        PieceKind::ProSilver,
        PieceKind::ProPawn,
    ]),
    Text("rules.promotion.forced.text"),
    Heading("rules.drop.title"),
    Text("rules.drop.text"),
    Text("rules.drop.nifu.text"),
    Text("rules.drop.dead_end.text"),
    Text("rules.drop.uchifuzume.text"),
    Board(UCHIFUZUME),
    Heading("rules.end.title"),
    Text("rules.end.text"),
    Heading("rules.sennichite.title"),
    Text("rules.sennichite.text"),
    Text("rules.sennichite.check.text"),
    Heading("rules.jishogi.title"),
    Text("rules.jishogi.text"),
    Text("rules.jishogi.result.text"),
    Board(IMPASSE),
    Text("impasse.refusal.text"),
    Text("rules.more.text"),
];

/// The whole page.
pub(crate) fn page(lang: Lang, set: PieceSet) -> String {
    let look = Look {
        pieces: set,
        ..Look::default()
    };
    let mut out = String::new();
    let mut first_board = true;
    let _ = writeln!(out, "{}", heading(words::text(lang, "rules.title")));
    for block in PAGE {
        out.push('\n');
        match *block {
            Heading(key) => {
                let words = heading(words::text(lang, key));
                let rule = "-".repeat(words.width());
                let _ = writeln!(out, "{words}\n{rule}");
            }
            Text(key) => {
                for line in wrap(&filled(lang, key), COLUMNS) {
                    let _ = writeln!(out, "{line}");
                }
            }
            Board(sfen) => {
                if let Ok(position) = sfen.parse::<Position>() {
                    indented(&mut out, &text::text(&position, look, lang, false));
                }
                if std::mem::take(&mut first_board) {
                    let key = if set.is_japanese() {
                        "rules.reading.kanji.text"
                    } else {
                        "rules.reading.letters.text"
                    };
                    out.push('\n');
                    for line in wrap(words::text(lang, key), COLUMNS) {
                        let _ = writeln!(out, "{line}");
                    }
                }
            }
            Moves(kinds) => indented(&mut out, &moves(lang, set, kinds)),
        }
    }
    out
}

/// A text, with the points of the board it speaks of.
fn filled(lang: Lang, key: &'static str) -> String {
    let count = IMPASSE.parse().ok().map(|position| Count::of(&position));
    words::fill(words::text(lang, key), |name| {
        let side = match name {
            "black_points" => Color::Black,
            "white_points" => Color::White,
            _ => return None,
        };
        Some(count.as_ref()?.sides[side].total.to_string())
    })
}

/// A heading begins with a capital where the language has them.
fn heading(words: &str) -> String {
    let mut rest = words.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    first.chain(rest).collect()
}

fn indented(out: &mut String, lines: &str) {
    for line in lines.lines() {
        let _ = writeln!(out, "{}", format!("  {line}").trim_end());
    }
}

/// Fragments of a board, five by five, that show where pieces may go from the middle.
fn moves(lang: Lang, set: PieceSet, kinds: &[PieceKind]) -> String {
    const WIDE: usize = 5 * text::CELL + 4;
    let mut out = String::new();
    let padded = |words: &str| {
        let room = WIDE.saturating_sub(words.width());
        format!("{words}{}", " ".repeat(room))
    };
    for &kind in kinds {
        let name = words::find(lang, terms::piece_key(kind)).unwrap_or_default();
        out.push_str(&padded(name));
    }
    for row in 0..5 {
        out.push('\n');
        for &kind in kinds {
            out.push_str(&padded(&moves_row(set, kind, row)));
        }
    }
    out
}

fn moves_row(set: PieceSet, kind: PieceKind, row: u8) -> String {
    let mut setup = Setup::empty(Color::Black);
    let Some(middle) = Square::new(5, 5) else {
        return String::new();
    };
    let piece = Piece::new(Color::Black, kind);
    setup.board[middle.index()] = Some(piece);
    let position = Position::from_setup(&setup);
    let mut line = String::new();
    for column in 0..5_u8 {
        let Some(square) = Square::new(7 - column, row + 3) else {
            continue;
        };
        if square == middle {
            line.push_str(&text::cell(set, Some(piece)));
        } else if position.reaches(middle, square) {
            let _ = write!(line, " {} ", mark(&position, middle, (column, row)));
        } else {
            line.push_str(&text::cell(set, None));
        }
    }
    line
}

/// A line where the piece may go on in this direction, an o where it makes one step.
fn mark(position: &Position, middle: Square, (column, row): (u8, u8)) -> char {
    let (across, down) = (column.cast_signed() - 2, row.cast_signed() - 2);
    let farther = || {
        let file = 5 - across.signum() * 3;
        let rank = 5 + down.signum() * 3;
        Square::new(file.cast_unsigned(), rank.cast_unsigned())
    };
    let slides = (across == 0 || down == 0 || across.abs() == down.abs())
        && farther().is_some_and(|far| position.reaches(middle, far));
    match (slides, across.signum() * down.signum()) {
        (false, _) => 'o',
        (true, 1) => '\\',
        (true, -1) => '/',
        (true, _) if across == 0 => '|',
        (true, _) => '-',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Reason;

    #[test]
    fn the_boards_show_what_the_text_says() {
        let pawn: Position = UCHIFUZUME.parse().unwrap();
        let reason = pawn.judge("P*1b".parse().unwrap()).unwrap_err().reason;
        assert_eq!(reason, Reason::Uchifuzume);
        let count = Count::of(&IMPASSE.parse().unwrap());
        assert_eq!(count.sides.black.total, 27);
        assert_eq!(count.sides.white.total, 27);
    }

    #[test]
    fn the_page_is_the_same_in_every_language() {
        insta::assert_snapshot!("rules_en", page(Lang::En, PieceSet::Letters));
        insta::assert_snapshot!("rules_ja", page(Lang::Ja, PieceSet::Kanji));
        for lang in Lang::ALL {
            let page = page(lang, PieceSet::Kanji);
            assert!(!page.contains("rules.") && !page.contains('{'), "{page}");
        }
    }
}
