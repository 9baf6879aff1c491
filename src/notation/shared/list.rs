//! Lines of lists: which line-based notation a line is in, and which lines are no records at all.

use super::percent::unescape;
use crate::record::Notation;

/// Whether a line of a list is skipped: blank, or a remark behind `#` or `//`.
pub(in crate::notation) fn is_skipped(line: &[u8]) -> bool {
    line.trim_ascii_start().is_empty() || is_remark(line)
}

/// Whether a line of a list is a remark.
pub(in crate::notation) fn is_remark(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.starts_with(b"#") || line.starts_with(b"//")
}

/// The notation of the first line of a file, if it is a list: its first word decides.
pub(in crate::notation) fn format_of_first_line(line: &[u8]) -> Option<Notation> {
    let word = first_word(line);
    match word {
        b"position" | b"startpos" | b"sfen" | b"moves" => Some(Notation::Usi),
        _ => format_of_line(line),
    }
}

/// The notation of a line of a list; none when it looks like nothing known.
pub(in crate::notation) fn format_of_line(line: &[u8]) -> Option<Notation> {
    let line = line.trim_ascii();
    // The two forms that long lists are in, told first because it is quick.
    if line.starts_with(b"position ") {
        return Some(Notation::Usi);
    }
    if is_plain_sfen(line) {
        return Some(Notation::Sfen);
    }
    let word = first_word(line);
    if is_usen(line) {
        return Some(Notation::Usen);
    }
    let rest = line[word.len()..].trim_ascii_start();
    match word {
        b"position" => return Some(Notation::Usi),
        b"startpos" if rest.is_empty() || !rest[0].is_ascii_alphabetic() => {
            return Some(Notation::Usi);
        }
        b"startpos" if rest.starts_with(b"moves") => return Some(Notation::Usi),
        b"sfen" if rest.contains(&b'/') || rest.contains(&b'_') => return Some(Notation::Usi),
        b"moves" if is_usi_move(first_word(rest)) => return Some(Notation::Usi),
        _ if is_usi_move(word) => return Some(Notation::Usi),
        _ => {}
    }
    if has(line, b"initpos=") || has(line, b"moves=") {
        return Some(Notation::Usi);
    }
    if !has_board(line) {
        // In an address the slashes of the board may be escaped.
        let plain = memchr::memchr(b'%', line).map(|_| unescape(String::from_utf8_lossy(line)));
        let plain =
            plain.filter(|plain| plain.as_bytes() != line && has_board(plain.as_bytes()))?;
        return format_of_line(plain.as_bytes());
    }
    let has_moves = has(line, b"moves") || words(line).nth(4).is_some_and(is_usi_move);
    Some(if has_moves || has(line, b"position") {
        Notation::Usi
    } else {
        Notation::Sfen
    })
}

/// A board of nine ranks, a side, hands and a number, with nothing else.
fn is_plain_sfen(line: &[u8]) -> bool {
    let mut rest = line;
    let mut word = || {
        let end = memchr::memchr(b' ', rest).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after.get(1..).unwrap_or_default();
        word
    };
    let (board, side, hands, number) = (word(), word(), word(), word());
    let more = rest;
    memchr::memchr_iter(b'/', board).count() == 8
        && matches!(side, b"b" | b"w")
        && !hands.is_empty()
        && number.iter().all(u8::is_ascii_digit)
        && more.is_empty()
}

/// The word at the start of a line; the dialects of URLs put a dot or another sign where others put a blank.
fn first_word(line: &[u8]) -> &[u8] {
    let end = line
        .iter()
        .position(|it| it.is_ascii_whitespace() || b"._%".contains(it));
    &line[..end.unwrap_or(line.len())]
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
}

fn has(line: &[u8], what: &[u8]) -> bool {
    memchr::memmem::find(line, what).is_some()
}

/// `7g7f`, `8h2b+`, `P*5e`.
fn is_usi_move(word: &[u8]) -> bool {
    let is_square = |file: u8, rank: u8| matches!(file, b'1'..=b'9') && matches!(rank, b'a'..=b'i');
    match *word {
        [a, b, c, d] | [a, b, c, d, b'+'] => {
            is_square(c, d) && (is_square(a, b) || (a.is_ascii_alphabetic() && b == b'*'))
        }
        _ => false,
    }
}

/// Whether a line holds nine ranks of a board, with slashes or, in URLs, underscores between them. A first word of
/// fewer ranks before a side letter is a board too, of another game.
fn has_board(line: &[u8]) -> bool {
    for separator in [b'/', b'_'] {
        let is_part = |it: &u8| {
            *it == separator || it.is_ascii_digit() || b"+@zPLNSGBRKplnsgbrk".contains(it)
        };
        let mut runs = line.split(|it| !is_part(it));
        if runs.any(|run| {
            let mut ranks = run.split(|it| *it == separator);
            let full = ranks
                .by_ref()
                .filter(|rank| !rank.is_empty())
                .take(9)
                .count();
            full == 9
        }) {
            return true;
        }
    }
    let mut words = words(line);
    let (board, side) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    let is_small = board
        .iter()
        .all(|it| *it == b'/' || *it == b'+' || it.is_ascii_alphanumeric())
        && memchr::memchr_iter(b'/', board).count() >= 3;
    is_small && matches!(side, b"b" | b"w")
}

/// `~0.7ku2jm.` after an optional start position; in a URL the tilde may be `%7E`.
fn is_usen(line: &[u8]) -> bool {
    let line = match memchr::memmem::find(line, b"usen=") {
        Some(at) => &line[at + 5..],
        None => line,
    };
    let head = line
        .iter()
        .take_while(|it| it.is_ascii_alphanumeric() || b"-_.".contains(it))
        .count();
    let rest = &line[head..];
    let Some(rest) = rest
        .strip_prefix(b"~")
        .or(rest.strip_prefix(b"%7E"))
        .or(rest.strip_prefix(b"%7e"))
    else {
        return false;
    };
    let digits = rest.iter().take_while(|it| it.is_ascii_digit()).count();
    digits > 0 && rest.get(digits) == Some(&b'.')
}
