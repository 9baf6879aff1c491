//! What lines of KIF and KI2 look like, before anything is known of the file.

use super::endings::{is_summary, leading_word};
use super::headers::is_known_key;
use super::signs::side_mark;

/// Whether a line is `   1 ７六歩(77)` or `   2 投了`.
pub(in crate::notation) fn is_numbered_move(line: &str) -> bool {
    let is_digit = |it: char| matches!(it, '0'..='9' | '０'..='９');
    let rest = line.trim_start_matches(is_digit);
    let digits = line.len() - rest.len();
    if digits == 0 {
        return false;
    }
    let after = rest
        .strip_prefix("手目")
        .or(rest.strip_prefix('.'))
        .unwrap_or(rest);
    let body = after.trim_start_matches([' ', '\t', '\u{3000}']);
    if body.len() == after.len() {
        // Without a blank the full-width file follows directly: `1７六歩`.
        let number = line.trim_start_matches(|it: char| it.is_ascii_digit());
        return number.len() < line.len() && is_move(number);
    }
    is_move(body) || is_marked_move(body) || is_closing(body) || body.starts_with("パス")
}

/// Whether a line is `▲７六歩` or `△投了`.
pub(in crate::notation) fn is_marked_move(line: &str) -> bool {
    side_mark(line.as_bytes()).is_some_and(|(_, len)| {
        let rest = &line[len..];
        is_move(rest) || is_closing(rest)
    })
}

/// Whether a line starts with a destination and a piece, as `７六歩` or `同　銀`.
pub(in crate::notation) fn is_move(line: &str) -> bool {
    const PIECES: &str = "歩香桂銀金角飛玉王と成全圭杏馬龍竜同";
    let mut signs = line.chars();
    let mut next = signs.next();
    if next == Some('同') {
        next = signs.find(|it| !matches!(it, ' ' | '\t' | '\u{3000}'));
    } else {
        let is_square = |sign: Option<char>| {
            sign.is_some_and(|it| {
                matches!(it, '1'..='9' | '１'..='９') || "一二三四五六七八九".contains(it)
            })
        };
        if !is_square(next) || !is_square(signs.next()) {
            return false;
        }
        next = signs.next();
    }
    next.is_some_and(|piece| PIECES.contains(piece))
}

/// Whether a line is the ruler above the moves.
pub(in crate::notation) fn is_ruler(line: &str) -> bool {
    line.strip_prefix("手数")
        .is_some_and(|rest| rest.starts_with(['-', '―', 'ー', '－', '─']))
}

/// Whether a line begins with a word that ends games, or with a summary.
pub(in crate::notation) fn is_closing(line: &str) -> bool {
    is_summary(line) || leading_word(line).is_some()
}

/// Whether a line is a header that only records have.
pub(in crate::notation) fn is_header(line: &str) -> bool {
    let Some(colon) = line.find(['：', ':', '＝']) else {
        return matches!(line, "先手番" | "後手番" | "下手番" | "上手番");
    };
    is_known_key(line[..colon].trim_end_matches([' ', '\u{3000}']))
}
