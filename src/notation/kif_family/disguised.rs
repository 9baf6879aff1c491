//! Move lines in other clothes: behind bullets, quote and diff marks, numbers and separators of other kinds. They look
//! like headers (a clock has a colon) or like remarks, and a move must never become one.

use super::clock::times;
use super::endings::leading_word;
use super::lines::starts_move;
use super::moves::read;
use super::signs::{side_mark, side_word};
use crate::notation::shared::{japanese, western};
use crate::record::Origin;

/// A line that holds, or must have held, a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Disguised {
    /// The number before it.
    pub(crate) number: Option<u32>,
    /// Where the move or the closing word begins, or what stands for it.
    pub(crate) body: usize,
    /// Whether what stands there can be read.
    pub(crate) readable: bool,
}

/// What may stand before a number: quotation, bullets, marks of a diff.
const BEFORE: &[char] = &[
    '>', '＞', '・', '•', '-', '－', '+', '＋', '(', '（', '[', '|', '｜', '第', '.', '"',
];
/// What may stand between a number and its move.
const BETWEEN: &[char] = &[
    '手', '目', '、', '，', ',', '．', '.', '。', '：', ':', '；', ';', ')', '）', ']', '|', '｜',
    '/', '／', '-', '－', '→', '=', '＝', '"',
];

fn is_gap(ch: char) -> bool {
    // The zero-width space is a blank in all but name.
    ch.is_whitespace() || matches!(ch, '\u{200b}' | '\u{feff}')
}

/// The number at the start of a text, with its length: digits of any width, or one of the circled numbers up to 50.
fn number(text: &str) -> Option<(u32, usize)> {
    if let Some(found) = japanese::number(text.as_bytes()) {
        return Some(found);
    }
    let sign = text.chars().next()?;
    let value = match u32::from(sign) {
        code @ 0x2460..=0x2473 => code - 0x2460 + 1,
        code @ 0x3251..=0x325F => code - 0x3251 + 21,
        code @ 0x32B1..=0x32BF => code - 0x32B1 + 36,
        _ => return None,
    };
    Some((value, sign.len_utf8()))
}

/// Looks for a move in a line that is none in its plain form.
pub(crate) fn look(line: &str) -> Option<Disguised> {
    let start = line.trim_start_matches(|ch| is_gap(ch) || BEFORE.contains(&ch));
    let start = entities(start);
    let at = |rest: &str| line.len() - rest.len();
    let found = |number, rest: &str, readable| {
        Some(Disguised {
            number,
            body: at(rest),
            readable,
        })
    };
    let bare = body(start);
    if read(bare.as_bytes()).is_ok() {
        return found(None, bare, true);
    }
    let (value, len) = number(start)?;
    let after = start[len..].trim_start_matches(|ch| is_gap(ch) || BETWEEN.contains(&ch));
    let is_apart = after.len() < start.len() - len
        || !start.starts_with(|ch: char| ch.is_ascii_digit())
        || japanese::digit(after.as_bytes()).is_some()
        || side_mark(after.as_bytes()).is_some();
    if !is_apart {
        // Letters behind a number are no move of these notations, but entities are.
        let rest = entities(after);
        if rest.len() == after.len() {
            return None;
        }
    }
    let rest = entities(after);
    let inner = body(rest);
    let readable = read(inner.as_bytes()).is_ok() || leading_word(inner).is_some();
    // Two ordinary digits may be anything: a time, a date.
    let is_square = starts_move(inner.as_bytes()) && !inner.starts_with(|ch: char| ch.is_ascii());
    if readable || is_square {
        return found(Some(value), inner, readable);
    }
    if holds_move(rest) || looks_western(rest) {
        return found(Some(value), rest, western::read(rest.as_bytes()).is_some());
    }
    None
}

/// A text without the blanks that HTML writes as entities at its start.
fn entities(text: &str) -> &str {
    const BLANKS: [&str; 7] = [
        "&nbsp;", "&#160;", "&#32;", "&emsp;", "&ensp;", "&#12288;", "&#x3000;",
    ];
    let mut rest = text;
    loop {
        let before = rest.len();
        rest = rest.trim_start_matches(is_gap);
        for blank in BLANKS {
            rest = rest.strip_prefix(blank).unwrap_or(rest);
        }
        if rest.len() == before {
            return rest;
        }
    }
}

/// What follows a clock and the word of a side, where they stand before the move.
fn body(text: &str) -> &str {
    let mut rest = text;
    if let Some(times) = times(rest.as_bytes()) {
        rest = entities(&rest[times.len..]);
    }
    if let Some((end, _)) = rest.char_indices().nth(2)
        && side_word(&rest[..end]).is_some()
    {
        let after = rest[end..].trim_start_matches(|ch| is_gap(ch) || matches!(ch, ':' | '：'));
        if after.len() < rest.len() - end || read(after.as_bytes()).is_ok() {
            rest = after;
        }
    }
    rest
}

/// Whether a square with a piece stands anywhere in a text.
pub(crate) fn holds_move(text: &str) -> bool {
    let places = text.char_indices().map(|(at, _)| &text.as_bytes()[at..]);
    places
        .filter(|rest| starts_move(rest))
        .any(|rest| read(rest).is_ok())
}

/// How many characters before a move may be thought of as a number and signs around it.
const CLUTTER: usize = 12;

/// The move that a line below the ruler must hold, whatever stands before it: a move with its origin, which nothing but
/// a move line has, or a drop behind signs and numbers alone. A long text before it is not passed over.
pub(crate) fn written(line: &str) -> Option<Disguised> {
    // Looked for once, so that a line costs what it is long.
    let letter = line.find(char::is_alphabetic);
    let places = line.char_indices().map(|(at, _)| at);
    let body = places
        .filter(|at| starts_move(&line.as_bytes()[*at..]))
        .find(|at| {
            let after_letters = letter.is_some_and(|letter| letter < *at);
            is_written(&line.as_bytes()[*at..], after_letters)
        })?;
    let before = &line[..body];
    Some(Disguised {
        number: last_number(before),
        body,
        readable: before.chars().count() <= CLUTTER,
    })
}

fn is_written(rest: &[u8], after_letters: bool) -> bool {
    let Ok(reading) = read(rest) else {
        return false;
    };
    match reading.mv.from {
        Origin::Square(_) => true,
        Origin::Hand => !after_letters,
        Origin::Find(_) => false,
    }
}

/// The digits that stand last in a text, as a number.
fn last_number(text: &str) -> Option<u32> {
    let end = text.rfind(|ch: char| ch.is_ascii_digit())? + 1;
    let before = text[..end].trim_end_matches(|ch: char| ch.is_ascii_digit());
    text[before.len()..end].parse().ok()
}

/// Where the first move with a side mark begins.
pub(crate) fn marked_move(text: &str) -> Option<usize> {
    let places = text.char_indices().map(|(at, _)| at);
    places
        .filter(|at| side_mark(&text.as_bytes()[*at..]).is_some())
        .find(|at| read(&text.as_bytes()[*at..]).is_ok())
}

/// Whether a text begins with a move in western letters or in those of USI or CSA: `P-7f`, `Px3d`, `7g7f`, `7776FU`.
pub(crate) fn looks_western(text: &str) -> bool {
    let word = text
        .split(|ch: char| is_gap(ch) || matches!(ch, '(' | '（'))
        .next()
        .unwrap_or_default();
    let bytes = word.as_bytes();
    let is_file = |byte: &u8| matches!(byte, b'1'..=b'9');
    let is_rank = |byte: &u8| matches!(byte, b'a'..=b'i' | b'1'..=b'9');
    let is_piece = |byte: &u8| {
        matches!(
            byte.to_ascii_uppercase(),
            b'P' | b'L' | b'N' | b'S' | b'G' | b'B' | b'R' | b'K'
        )
    };
    let unsigned = match bytes {
        [b'+' | b'-', rest @ ..] => rest,
        _ => bytes,
    };
    if let [file, rank, to_file, to_rank, after @ ..] = unsigned
        && is_file(file)
        && is_rank(rank)
        && is_file(to_file)
        && is_rank(to_rank)
    {
        let usi = rank.is_ascii_lowercase() && to_rank.is_ascii_lowercase();
        return usi || after.first().is_some_and(u8::is_ascii_uppercase);
    }
    // Damaged ones too: a piece, what there is of an origin, a sign and a square of any kind.
    let Some((piece, rest)) = unsigned.split_first() else {
        return false;
    };
    let is_sign = |byte: &u8| matches!(byte, b'-' | b'x' | b'*' | b'\'');
    let origin = rest.iter().take_while(|it| is_rank(it)).count();
    let square = rest.get(origin + 1..).unwrap_or_default();
    let captured = usize::from(square.first().is_some_and(u8::is_ascii_uppercase));
    is_piece(piece)
        && origin <= 2
        && rest.get(origin).is_some_and(is_sign)
        && square.get(captured).is_some_and(is_rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_behind_marks_numbers_and_separators() {
        for line in [
            "1、７六歩(77)   ( 0:01/00:00:01)",
            "1.７六歩(77)",
            "1）７六歩(77)",
            "(1) ７六歩(77)",
            "１：７六歩(77)   ( 0:01/00:00:01)",
            "1|７六歩(77)",
            "1,７六歩(77),( 0:01/00:00:01)",
            "①７六歩(77)",
            "・1 ７六歩(77)",
            "> 1 ７六歩(77)",
            "+   1 ７六歩(77)",
            "- 1 ７六歩(77)",
            "第1手 ７六歩(77)",
            "第1手目：７六歩(77)",
            "1\u{a0}７六歩(77)",
            "1&nbsp;７六歩(77)&nbsp;( 0:01/00:00:01)",
            "1  ( 0:01/00:00:01) ７六歩(77)",
            "1 先手 ７六歩(77)",
        ] {
            let found = look(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!((found.number, found.readable), (Some(1), true), "{line}");
            assert!(line[found.body..].starts_with("７六歩"), "{line}");
        }
        let found = look("先手 ７六歩(77)   ( 0:01/00:00:01)").expect("a move");
        assert_eq!((found.number, found.readable), (None, true));
        assert!(look("3、投了").expect("an ending").readable);
    }

    #[test]
    fn what_must_have_been_a_move_is_known_as_such() {
        for line in [
            "1、７六",
            "2 P-7k   ( 0:01/00:00:01)",
            "3: Px3k",
            "4 7g7f",
            "5 +7776FU",
            "6、×７六歩(77)",
        ] {
            assert!(
                !look(line).unwrap_or_else(|| panic!("{line}")).readable,
                "{line}"
            );
        }
    }

    #[test]
    fn a_move_with_its_origin_is_found_behind_anything() {
        for (line, number, readable) in [
            ("No.12 ７六歩(77)", Some(12), true),
            ("<li>3 ７六歩(77)</li>", Some(3), true),
            ("先手 ７六歩(77)", None, true),
            ("●5 ７六角打", Some(5), true),
            ("そのあとの長い説明の中にある ７六歩(77)", None, false),
        ] {
            let found = written(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!((found.number, found.readable), (number, readable), "{line}");
            assert!(line[found.body..].starts_with("７六"), "{line}");
        }
        for line in ["ここで７六角打が好手", "７六歩もある", "先手：山田"] {
            assert_eq!(written(line), None, "{line}");
        }
    }

    #[test]
    fn headers_are_no_moves() {
        for line in [
            "先手：山田",
            "持ち時間：10分",
            "開始日時：2026/01/02 10:00",
            "戦型：四間飛車",
            "12:34",
            "10秒",
            "3日目：晴れ",
            "場所：2階",
        ] {
            assert_eq!(look(line), None, "{line}");
        }
    }
}
