//! What stands on the pieces of each set.
//!
//! A piece is drawn around its middle, facing up, in a room of about 50 by 58 units.

use std::fmt::Write;

use super::glyph::{glyph, width};
use super::look::PieceSet;
use crate::finding::terms::piece_key;
use crate::shogi::PieceKind;
use crate::words::{self, Lang};

/// The outline of the largest piece.
pub(super) const BODY: &str = "M0,-29.5L18,-22.5L25.5,28.5L-25.5,28.5L-18,-22.5Z";

/// How large a piece is, as real ones differ.
pub(super) const fn scale(kind: PieceKind) -> f32 {
    match kind.base() {
        PieceKind::King => 1.0,
        PieceKind::Rook | PieceKind::Bishop => 0.98,
        PieceKind::Gold | PieceKind::Silver => 0.94,
        PieceKind::Knight => 0.91,
        PieceKind::Lance => 0.89,
        _ => 0.87,
    }
}

/// The part of an identifier that names a kind: `P`, and `pP` for the promoted pawn.
pub(super) fn id(kind: PieceKind) -> String {
    format!(
        "{}{}",
        if kind.is_promoted() { "p" } else { "" },
        kind.letter()
    )
}

/// The markup of a piece's face, to be filled with the colour of the ink.
pub(super) fn face(set: PieceSet, kind: PieceKind) -> String {
    let mut out = String::new();
    match set {
        PieceSet::Kanji => {
            let mut kanji = two_kanji(kind).chars();
            let (upper, lower) = (kanji.next(), kanji.next());
            put(&mut out, upper, (0.0, -7.6), (26.0, 22.5));
            put(&mut out, lower, (0.0, 15.6), (26.0, 22.5));
        }
        PieceSet::Kanji1 => put(&mut out, one_kanji(kind), (0.0, 4.5), (37.0, 39.0)),
        PieceSet::French => named(&mut out, Lang::Fr, kind),
        PieceSet::Spanish => named(&mut out, Lang::Es, kind),
        PieceSet::Letters => {
            let letter = words::find(Lang::En, &format!("{}.letter", piece_key(kind)));
            let size = if kind.is_promoted() { 34.0 } else { 42.0 };
            line(&mut out, letter.unwrap_or_default(), 4.0, size, 42.0);
        }
        PieceSet::Western => figure(&mut out, kind),
    }
    out
}

/// What a piece shows in one character of its own: 玉, 龍, 全.
pub(super) fn one_kanji(kind: PieceKind) -> Option<char> {
    let letter = words::find(Lang::Ja, &format!("{}.letter", piece_key(kind)));
    letter.and_then(|it| it.chars().next())
}

const fn two_kanji(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "歩兵",
        PieceKind::Lance => "香車",
        PieceKind::Knight => "桂馬",
        PieceKind::Silver => "銀将",
        PieceKind::Gold => "金将",
        PieceKind::Bishop => "角行",
        PieceKind::Rook => "飛車",
        PieceKind::King => "玉将",
        PieceKind::ProPawn => "と金",
        PieceKind::ProLance => "成香",
        PieceKind::ProKnight => "成桂",
        PieceKind::ProSilver => "成銀",
        PieceKind::Horse => "龍馬",
        PieceKind::Dragon => "龍王",
    }
}

/// A letter with the name of the piece below it.
fn named(out: &mut String, lang: Lang, kind: PieceKind) {
    let word =
        |part: &str| words::find(lang, &format!("{}.{part}", piece_key(kind))).unwrap_or_default();
    let size = if kind.is_promoted() { 29.0 } else { 33.0 };
    line(out, word("letter"), -3.5, size, 38.0);
    line(out, word("label"), 20.5, 13.0, 42.0);
}

/// A figure of western chess; generals show where they may go instead, for chess has none.
fn figure(out: &mut String, kind: PieceKind) {
    let figure = match kind.base() {
        PieceKind::King => '♔',
        PieceKind::Rook => '♖',
        PieceKind::Bishop => '♗',
        PieceKind::Knight => '♘',
        PieceKind::Lance => '↑',
        PieceKind::Pawn => '♙',
        PieceKind::Silver => '✕',
        _ => '✶',
    };
    match kind {
        PieceKind::Gold | PieceKind::Silver => {
            put(out, Some(figure), (0.0, 3.5), (42.0, 44.0));
            line(out, kind.letter().encode_utf8(&mut [0; 4]), 3.5, 19.0, 20.0);
        }
        PieceKind::Horse | PieceKind::Dragon => {
            put(out, Some(figure), (-3.0, 6.0), (32.0, 36.0));
            line_at(out, "+", (15.0, -8.0), 24.0);
        }
        _ if kind.is_promoted() => {
            put(out, Some('✶'), (0.0, 3.5), (42.0, 44.0));
            match kind.base() {
                PieceKind::Silver => line(out, "S", 3.5, 19.0, 20.0),
                _ => put(out, Some(figure), (0.0, 3.5), (18.0, 19.0)),
            }
        }
        _ => put(out, Some(figure), (0.0, 4.0), (36.0, 38.0)),
    }
}

/// One glyph, stretched to a size, around a point.
fn put(out: &mut String, character: Option<char>, (x, y): (f32, f32), (wide, high): (f32, f32)) {
    let Some(glyph) = character.and_then(glyph) else {
        return;
    };
    let _ = write!(
        out,
        r#"<path transform="translate({:.2} {:.2}) scale({:.3} {:.3})" d="{}"/>"#,
        x - wide / 2.0,
        y - high / 2.0,
        wide / 100.0,
        high / 100.0,
        glyph.path
    );
}

/// A word around the middle line, made smaller where it would be wider than `most`.
fn line(out: &mut String, word: &str, y: f32, size: f32, most: f32) {
    let fitting = most * 100.0 / width(word).max(1.0);
    line_at(out, word, (0.0, y), size.min(fitting));
}

fn line_at(out: &mut String, word: &str, (x, y): (f32, f32), size: f32) {
    let scale = size / 100.0;
    let mut left = x - width(word) * scale / 2.0;
    for character in word.chars() {
        if let Some(glyph) = glyph(character) {
            let _ = write!(
                out,
                r#"<path transform="translate({left:.2} {:.2}) scale({scale:.3})" d="{}"/>"#,
                y - size / 2.0,
                glyph.path
            );
            left += glyph.advance * scale;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_on_a_piece_is_drawn() {
        for kind in PieceKind::ALL {
            for character in two_kanji(kind).chars().chain(one_kanji(kind)) {
                assert!(glyph(character).is_some(), "{character}");
            }
            for lang in [Lang::En, Lang::Fr, Lang::Es] {
                for part in ["letter", "label"] {
                    let word = words::find(lang, &format!("{}.{part}", piece_key(kind))).unwrap();
                    assert!(word.chars().all(|it| glyph(it).is_some()), "{word}");
                }
            }
            for set in PieceSet::ALL {
                assert!(face(set, kind).contains("<path"), "{set:?} {kind:?}");
            }
        }
    }
}
