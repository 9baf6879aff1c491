//! Signs that lines are made of: blanks, the marks and the words of the sides.

use crate::shogi::Color;

/// U+3000, which counts as a blank in these notations.
pub(crate) const IDEOGRAPHIC_SPACE: &str = "\u{3000}";
const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// Whether a character is a blank here; a stray byte order mark counts as one.
pub(crate) fn is_blank(ch: char) -> bool {
    matches!(ch, ' ' | '\t' | '\u{3000}' | '\u{FEFF}')
}

/// The length of the blanks at the start of `bytes`.
pub(crate) fn blanks(bytes: &[u8]) -> usize {
    let mut at = 0;
    loop {
        match &bytes[at..] {
            [b' ' | b'\t', ..] => at += 1,
            rest if rest.starts_with(IDEOGRAPHIC_SPACE.as_bytes()) => at += 3,
            rest if rest.starts_with(BYTE_ORDER_MARK.as_bytes()) => at += 3,
            _ => return at,
        }
    }
}

/// The side that a mark before a move stands for, with the length of the mark.
pub(crate) fn side_mark(bytes: &[u8]) -> Option<(Color, usize)> {
    const MARKS: [(&str, Color); 8] = [
        ("▲", Color::Black),
        ("△", Color::White),
        ("☗", Color::Black),
        ("☖", Color::White),
        ("▼", Color::Black),
        ("▽", Color::White),
        ("⛊", Color::Black),
        ("⛉", Color::White),
    ];
    let found = MARKS
        .iter()
        .find(|(mark, _)| bytes.starts_with(mark.as_bytes()))?;
    Some((found.1, found.0.len()))
}

/// The side that a word names: 先手 and 下手 are Black.
pub(crate) fn side_word(text: &str) -> Option<Color> {
    match text {
        "先手" | "下手" => Some(Color::Black),
        "後手" | "上手" => Some(Color::White),
        _ => None,
    }
}
