//! The terms of the game in the reader's language: pieces, sides, squares, times, lists of plies.

use super::Fact;
use crate::shogi::{Color, Handicap, PieceKind, Square};
use crate::words::{self, Lang};

/// The part of a piece's keys in the catalogue that names the kind: `piece.tokin`, `piece.tokin.inline`.
pub const fn piece_key(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "piece.pawn",
        PieceKind::Lance => "piece.lance",
        PieceKind::Knight => "piece.knight",
        PieceKind::Silver => "piece.silver",
        PieceKind::Gold => "piece.gold",
        PieceKind::Bishop => "piece.bishop",
        PieceKind::Rook => "piece.rook",
        PieceKind::King => "piece.king",
        PieceKind::ProPawn => "piece.tokin",
        PieceKind::ProLance => "piece.promoted_lance",
        PieceKind::ProKnight => "piece.promoted_knight",
        PieceKind::ProSilver => "piece.promoted_silver",
        PieceKind::Horse => "piece.horse",
        PieceKind::Dragon => "piece.dragon",
    }
}

/// The key of a handicap's name in the catalogue.
pub const fn handicap_key(handicap: Handicap) -> &'static str {
    match handicap {
        Handicap::Even => "handicap.hirate",
        Handicap::Lance => "handicap.lance",
        Handicap::RightLance => "handicap.right_lance",
        Handicap::Bishop => "handicap.bishop",
        Handicap::Rook => "handicap.rook",
        Handicap::RookLance => "handicap.rook_lance",
        Handicap::Two => "handicap.2p",
        Handicap::Three => "handicap.3p",
        Handicap::Four => "handicap.4p",
        Handicap::Five => "handicap.5p",
        Handicap::LeftFive => "handicap.5p_left",
        Handicap::Six => "handicap.6p",
        Handicap::LeftSeven => "handicap.7p_left",
        Handicap::RightSeven => "handicap.7p_right",
        Handicap::Eight => "handicap.8p",
        Handicap::Ten => "handicap.10p",
        Handicap::BothLances => "handicap.both_lances",
        Handicap::ThreePawns => "handicap.three_pawns",
        Handicap::BareKing => "handicap.bare_king",
    }
}

/// A piece inside a sentence.
pub fn piece(lang: Lang, kind: PieceKind) -> &'static str {
    words::find(lang, &format!("{}.inline", piece_key(kind))).unwrap_or_default()
}

/// A side inside a sentence; in a handicap game the sides have other names in most languages.
pub fn side(lang: Lang, color: Color, handicap: bool) -> &'static str {
    let key = match (color, handicap) {
        (Color::Black, false) => "side.black",
        (Color::White, false) => "side.white",
        (Color::Black, true) => "side.black.handicap",
        (Color::White, true) => "side.white.handicap",
    };
    words::text(lang, key)
}

/// A square: ７六 in Japanese, 7f elsewhere.
pub fn square(lang: Lang, square: Square) -> String {
    match lang {
        Lang::Ja => {
            let rank = "一二三四五六七八九".chars().nth(square.rank() as usize - 1);
            full_width(square.file()).into_iter().chain(rank).collect()
        }
        _ => square.to_string(),
    }
}

/// A file: a full-width digit in Japanese.
pub fn file(lang: Lang, file: u8) -> String {
    match lang {
        Lang::Ja => full_width(file).into_iter().collect(),
        _ => file.to_string(),
    }
}

/// A digit as Japanese text has it.
fn full_width(digit: u8) -> Option<char> {
    "０１２３４５６７８９".chars().nth(digit as usize)
}

/// A whole number; from 10,000 on with the separators of the language.
pub fn number(lang: Lang, value: u64) -> String {
    let digits = value.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let separator = match lang {
        Lang::En | Lang::Ja => ',',
        Lang::Fr | Lang::Es => '\u{a0}',
    };
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(separator);
        }
        out.push(digit);
    }
    out
}

/// Milliseconds as h:mm:ss, with the fraction where there is one.
pub fn time(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let clock = format!(
        "{}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    );
    match milliseconds % 1000 {
        0 => clock,
        rest => format!("{clock}.{rest:03}"),
    }
}

/// A fact as it stands in a sentence.
pub fn fact(lang: Lang, fact: &Fact, handicap: bool) -> String {
    match fact {
        Fact::Number(value) => value.to_string(),
        Fact::Plies(plies) => {
            let plies: Vec<String> = plies.iter().map(u32::to_string).collect();
            plies.join(if lang == Lang::Ja { "、" } else { ", " })
        }
        Fact::Square(it) => square(lang, *it),
        Fact::File(it) => file(lang, *it),
        Fact::Piece(it) => piece(lang, *it).to_owned(),
        Fact::Side(it) => side(lang, *it, handicap).to_owned(),
        Fact::Move(mv) => mv.to_string(),
        Fact::Time(it) => time(*it),
        Fact::Text(text) => text.clone(),
        Fact::Word(key) => words::text(lang, key).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_follow_the_language() {
        let it = "7f".parse().unwrap();
        assert_eq!(square(Lang::Ja, it), "７六");
        assert_eq!(square(Lang::Fr, it), "7f");
        assert_eq!(file(Lang::Ja, 3), "３");
    }

    #[test]
    fn every_piece_has_its_word() {
        for kind in PieceKind::ALL {
            for lang in Lang::ALL {
                assert!(!piece(lang, kind).is_empty(), "{kind:?}");
                assert!(words::find(lang, piece_key(kind)).is_some(), "{kind:?}");
            }
        }
    }

    #[test]
    fn numbers_are_grouped_from_ten_thousand_on() {
        assert_eq!(number(Lang::En, 9999), "9999");
        assert_eq!(number(Lang::En, 12_345), "12,345");
        assert_eq!(number(Lang::Fr, 1_234_567), "1\u{a0}234\u{a0}567");
    }

    #[test]
    fn times_are_hours_minutes_seconds() {
        assert_eq!(time(3_725_000), "1:02:05");
        assert_eq!(time(61_250), "0:01:01.250");
    }
}
