//! Physical lines and what kind of line each is. What a kind means is left to the readers.

use super::endings;
use super::signs::{blanks, is_blank, side_mark};
use crate::notation::shared::japanese::{self, Script};
use crate::notation::shared::wrapped::{may_be_wrapped, unwrapped};
use crate::shogi::Color;
use crate::text::{Span, line_end_len};

/// A physical line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// Its text without line end and without blanks around it.
    pub(crate) span: Span,
    /// Where the next line starts.
    pub(crate) next: usize,
    /// Whether it stands between quote marks or tags.
    pub(crate) is_wrapped: bool,
}

impl Line {
    /// The line that starts at `at`.
    pub(crate) fn at(text: &str, at: usize) -> Line {
        let bytes = text.as_bytes();
        let len = memchr::memchr2(b'\r', b'\n', &bytes[at..]);
        let end = len.map_or(bytes.len(), |len| at + len);
        let (span, is_wrapped) = unwrap(text, trim(text, at, end));
        Line {
            span,
            next: len.map_or(end, |_| end + line_end_len(&bytes[end..])),
            is_wrapped,
        }
    }
}

/// The stretch of text from `start` to `end` without blanks around it.
pub(crate) fn trim(text: &str, start: usize, end: usize) -> Span {
    let inner = text[start..end].trim_start_matches(is_blank);
    let start = end - inner.len();
    Span::new(start, start + inner.trim_end_matches(is_blank).len())
}

/// A line without what mail or a page puts around it, and whether there is such a thing.
fn unwrap(text: &str, line: Span) -> (Span, bool) {
    if !may_be_wrapped(&text.as_bytes()[line.range()]) {
        return (line, false);
    }
    let inner = unwrapped(&text[line.range()]);
    let start = line.start as usize;
    let span = Span::new(start + inner.start, start + inner.end);
    (span, span != line)
}

/// What a line is. Spans are stretches of the text that matter for the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing.
    Blank,
    /// `#`: a remark of a program.
    Program,
    /// `*`: the text after one star, and whether the star was full-width.
    Comment(Span, bool),
    /// `&`: the text after it.
    Bookmark(Span),
    /// `|`: what stands after the bar.
    BoardRow(Span),
    /// The frame or the file numbers of a board.
    BoardFrame,
    /// `手数----指手`: the ruler above the moves.
    Ruler,
    /// `手数＝N`: what stands after the sign.
    PlyLine(Span),
    /// `変化：`: what stands after the colon.
    Variation(Span),
    /// `まで…`: the whole line.
    Summary,
    /// `後手番`
    Turn(Color),
    /// `盤面回転`: only for the view.
    Flip,
    /// A number: it, whether it is unusually written, and what follows.
    Numbered(u32, bool, Span),
    /// A side mark and what follows.
    Marked,
    /// Key and value.
    Header(Span, Span),
    /// A closing word by itself.
    Word,
    /// A move in other clothes: its number, where it begins, and whether it can be read.
    Disguised(Option<u32>, Span, bool),
    /// Anything else.
    Unknown,
}

/// Whether `bytes` start like a move: a destination, or 同.
pub(crate) fn starts_move(bytes: &[u8]) -> bool {
    match japanese::digit(bytes) {
        Some((1..=9, len, script)) => {
            let second = japanese::digit(&bytes[len..]);
            second.is_some_and(|(rank, _, other)| {
                rank > 0 && (script != Script::Kanji || other == Script::Kanji)
            })
        }
        Some(_) => false,
        None => bytes.starts_with("同".as_bytes()),
    }
}

/// Says what the line `span` is. The order of the questions matters: several kinds begin alike.
pub(crate) fn classify(text: &str, span: Span) -> Kind {
    let line = &text[span.range()];
    let bytes = line.as_bytes();
    let start = span.start as usize;
    let rest = |at: usize| trim(text, start + at, span.end as usize);
    match bytes {
        [] => return Kind::Blank,
        [b'#', ..] => return Kind::Program,
        [b'*', ..] => return Kind::Comment(Span::new(start + 1, span.end as usize), false),
        [b'&', ..] => return Kind::Bookmark(rest(1)),
        [b'|', ..] => return Kind::BoardRow(Span::new(start + 1, span.end as usize)),
        [b'+', b'-', b'-', b'-', ..] => return Kind::BoardFrame,
        _ => {}
    }
    if let Some(comment) = line.strip_prefix('＊') {
        let from = span.end as usize - comment.len();
        return Kind::Comment(Span::new(from, span.end as usize), true);
    }
    if let Some(row) = line.strip_prefix('｜') {
        let from = span.end as usize - row.len();
        return Kind::BoardRow(Span::new(from, span.end as usize));
    }
    if line.starts_with("＋－") || is_file_legend(line) {
        return Kind::BoardFrame;
    }
    if let Some(after) = line.strip_prefix("手数") {
        match after.chars().next() {
            Some('-' | '―' | 'ー' | '－' | '─') => return Kind::Ruler,
            Some('＝' | '=') => return Kind::PlyLine(rest(after_sign(line, "手数"))),
            _ => {}
        }
    }
    if let Some(after) = line.strip_prefix("変化")
        && after.starts_with(['：', ':'])
    {
        return Kind::Variation(rest(after_sign(line, "変化")));
    }
    if endings::is_summary(line) {
        return Kind::Summary;
    }
    if let Some(color) = line.strip_suffix("手番").and_then(turn_word) {
        return Kind::Turn(color);
    }
    if line == "盤面回転" || line == "盤面反転" {
        return Kind::Flip;
    }
    if let Some(kind) = numbered(text, span) {
        return kind;
    }
    let mark = side_mark(bytes).map(|(_, len)| &line[len..]);
    if mark.is_some_and(|after| {
        starts_move(after.as_bytes()) || endings::leading_word(after).is_some()
    }) {
        return Kind::Marked;
    }
    if let Some(colon) = line.find([':', '：'])
        && let key = trim(text, start, start + colon)
        && !key.is_empty()
        && !line.starts_with(['<', '{', '[', '"', '\'', '/'])
    {
        let sign = line[colon..].chars().next().map_or(1, char::len_utf8);
        return Kind::Header(key, rest(colon + sign));
    }
    if endings::word(line).is_some() {
        Kind::Word
    } else if mark.is_some() {
        Kind::Marked
    } else {
        Kind::Unknown
    }
}

/// The length of `word` and the one character after it.
fn after_sign(line: &str, word: &str) -> usize {
    let sign = line[word.len()..].chars().next();
    word.len() + sign.map_or(0, char::len_utf8)
}

fn turn_word(text: &str) -> Option<Color> {
    match text {
        "先" | "下" => Some(Color::Black),
        "後" | "上" => Some(Color::White),
        _ => None,
    }
}

/// The numbers of the files above a board: ９ ８ ７ …
fn is_file_legend(line: &str) -> bool {
    line.starts_with(['９', '9'])
        && line.contains(['８', '8'])
        && line.contains(['１', '1'])
        && line.contains(is_blank)
        && line
            .chars()
            .all(|ch| is_blank(ch) || ch.is_ascii_digit() || ('０'..='９').contains(&ch))
}

/// A line that starts with a move number.
fn numbered(text: &str, span: Span) -> Option<Kind> {
    let bytes = text[span.range()].as_bytes();
    let (_, _, script) = japanese::digit(bytes)?;
    if script == Script::Kanji {
        return None;
    }
    let mut number = 0u32;
    let mut at = 0;
    while let Some((digit, len, it)) = japanese::digit(&bytes[at..])
        && it == script
    {
        number = number.saturating_mul(10).saturating_add(u32::from(digit));
        at += len;
    }
    let mut unusual = script != Script::Ascii;
    for sign in [".", "．", "手目"] {
        if bytes[at..].starts_with(sign.as_bytes()) {
            at += sign.len();
            unusual = true;
            break;
        }
    }
    let gap = blanks(&bytes[at..]);
    let body = &bytes[at + gap..];
    let directly = matches!(japanese::digit(body), Some((_, _, Script::Wide)))
        || body.starts_with("同".as_bytes())
        || side_mark(body).is_some();
    if body.is_empty() || (gap == 0 && !directly) {
        return None;
    }
    let from = span.start as usize + at + gap;
    let body = Span::new(from, span.end as usize);
    Some(Kind::Numbered(number, unusual || gap == 0, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(line: &str) -> Kind {
        classify(line, Line::at(line, 0).span)
    }

    #[test]
    fn lines_that_look_alike_are_told_apart() {
        assert!(matches!(kind("手数：59"), Kind::Header(..)));
        assert!(matches!(kind("手数＝59"), Kind::PlyLine(_)));
        assert_eq!(kind("手数----指手--"), Kind::Ruler);
        assert_eq!(kind("手数――指手――"), Kind::Ruler);
        assert_eq!(kind("先手番"), Kind::Turn(Color::Black));
        assert!(matches!(kind("先手：A"), Kind::Header(..)));
        assert!(matches!(kind("*先手：A"), Kind::Comment(..)));
        assert!(matches!(kind("変化：3手"), Kind::Variation(_)));
        assert_eq!(kind("まで3手で詰"), Kind::Summary);
        assert_eq!(kind("までの手順"), Kind::Unknown);
        assert_eq!(kind("  ９ ８ ７ ６ ５ ４ ３ ２ １"), Kind::BoardFrame);
        assert!(matches!(
            kind("   1 ７六歩(77)"),
            Kind::Numbered(1, false, _)
        ));
        assert!(matches!(kind("1７六歩(77)"), Kind::Numbered(1, true, _)));
        assert!(matches!(kind("12手目 同　歩"), Kind::Numbered(12, true, _)));
        assert_eq!(kind("投了"), Kind::Word);
        assert_eq!(kind("76歩"), Kind::Unknown);
    }

    #[test]
    fn line_ends_of_every_kind_are_found() {
        let text = "a\r\r\nb\rc\nd";
        let mut at = 0;
        let mut found = Vec::new();
        while at < text.len() {
            let line = Line::at(text, at);
            found.push(&text[line.span.range()]);
            at = line.next;
        }
        assert_eq!(found, ["a", "b", "c", "d"]);
    }
}
