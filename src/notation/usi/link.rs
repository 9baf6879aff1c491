//! Lines that carry a position or a game in the dress of a web address, turned into plain USI.
//!
//! lishogi writes blanks as `_`; the pages of shogi-server `/` as `_`, blanks as `.` and `+` as `@`; shogi-extend blanks
//! as `.`, or all of it in base64; KENTO has a query of its own.

use crate::notation::shared::percent::unescape;

/// A line in plain USI, and what of the original it leaves out.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Plain {
    pub(super) line: String,
    /// Whether plus signs stood for blanks.
    pub(super) plus: bool,
    /// A part that is not read: KENTO's side line.
    pub(super) left_out: Option<&'static str>,
}

/// The plain form of a line in another dress; none when it is plain already.
pub(super) fn plain(line: &str) -> Option<Plain> {
    let word = line.split(char::is_whitespace).next()?;
    let dressed = word
        .bytes()
        .any(|byte| matches!(byte, b'_' | b'%' | b':' | b'.' | b'@' | b'?' | b'='));
    if dressed {
        return Some(undress(line));
    }
    let blanks = plus_for_blanks(word)?;
    let rest = &line[word.len()..];
    Some(Plain {
        line: format!("{blanks}{rest}"),
        plus: true,
        left_out: None,
    })
}

fn undress(line: &str) -> Plain {
    let mut left_out = None;
    let text = if line.contains("://") || line.starts_with('?') || line.contains("xbody=") {
        let (address, query) = line.split_once('?').unwrap_or((line, ""));
        let query = query.split('#').next().unwrap_or_default();
        left_out = parameter(query, "branch").map(|_| "branch");
        of_query(query).unwrap_or_else(|| unescape(of_path(&unescape(address))))
    } else {
        unescape(line)
    };
    let text = text.trim();
    let line = if !text.contains([' ', '.']) && text.contains('/') {
        text.replace('_', " ")
    } else if text.contains('_') && !text.contains([' ', '/']) {
        let text = text.replace('_', "/").replace('.', " ");
        text.replace('@', "+")
    } else if text.contains(' ') {
        text.to_owned()
    } else {
        text.replace('.', " ")
    };
    match plus_for_blanks(&line) {
        Some(line) => Plain {
            line,
            plus: true,
            left_out,
        },
        None => Plain {
            line,
            plus: false,
            left_out,
        },
    }
}

/// The line that the parameters of an address hold.
fn of_query(query: &str) -> Option<String> {
    if let Some(body) = parameter(query, "xbody") {
        return String::from_utf8(base64(body)?).ok();
    }
    let plain = |text: &str| value(text, query);
    if let Some(body) = parameter(query, "body") {
        return Some(plain(body));
    }
    let start = parameter(query, "initpos").or_else(|| parameter(query, "sfen"));
    let start = start.map(plain);
    let start = start.map(|start| plus_for_blanks(&start).unwrap_or(start));
    let moves = parameter(query, "moves").map(plain);
    let Some(moves) = moves.filter(|moves| !moves.is_empty()) else {
        return start;
    };
    let mut line = match start {
        Some(start)
            if ["position ", "sfen ", "startpos"]
                .iter()
                .any(|it| start.starts_with(it)) =>
        {
            start
        }
        Some(start) => format!("sfen {start}"),
        None => "startpos".to_owned(),
    };
    line.push_str(" moves ");
    line.push_str(&spaced(&moves));
    Some(line)
}

/// The value of a parameter. Where the query writes a plus sign `%2B`, or a bare one behind words, a bare one is a blank.
fn value(text: &str, query: &str) -> String {
    let signs = ["%2B", "%2b", "position+", "startpos+", "sfen+", "+moves+"];
    if signs.iter().any(|sign| query.contains(sign)) {
        unescape(text.replace('+', " "))
    } else {
        unescape(text)
    }
}

/// Moves with a blank between them: dots and commas stand there, and nothing between the moves of CSA.
fn spaced(moves: &str) -> String {
    let moves = moves.replace(['.', ','], " ");
    let is_csa = moves.starts_with(['+', '-']);
    if !is_csa {
        return moves;
    }
    let mut spaced = String::with_capacity(moves.len() * 8 / 7);
    for sign in moves.chars() {
        if matches!(sign, '+' | '-') {
            spaced.push(' ');
        }
        spaced.push(sign);
    }
    spaced
}

fn parameter<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// The end of a path that is made of ranks.
fn of_path(address: &str) -> &str {
    let is_rank = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| b"123456789+PLNSGBRKplnsgbrk".contains(&byte))
    };
    let Some((ranks, last)) = address.rsplit_once('/') else {
        return address;
    };
    let mut start = address.len() - last.len();
    for part in ranks.rsplit('/').take_while(|part| is_rank(part)) {
        start -= part.len() + 1;
    }
    &address[start..]
}

/// Puts blanks for plus signs where the last rank is full before the first of them.
fn plus_for_blanks(text: &str) -> Option<String> {
    let rank = text.rfind('/')? + 1;
    let mut squares = 0;
    let mut end = None;
    for (at, byte) in text.bytes().enumerate().skip(rank) {
        match byte {
            b'+' if squares == 9 => {
                end = Some(at);
                break;
            }
            b'+' => {}
            b'1'..=b'9' => squares += u32::from(byte - b'0'),
            _ if byte.is_ascii_alphabetic() => squares += 1,
            _ => return None,
        }
    }
    let (board, rest) = text.split_at(end?);
    Some(format!("{board}{}", rest.replace('+', " ")))
}

/// Decodes base64 in either alphabet, with or without padding.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let mut bits = 0u32;
    let mut count = 0;
    for byte in text.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'-' | b'+' => 62,
            b'_' | b'/' => 63,
            b'=' => break,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_lines_stay() {
        for line in [
            "position startpos moves 7g7f rep_draw",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
            "7g7f 3c3d",
            "",
        ] {
            assert_eq!(plain(line), None, "{line}");
        }
    }

    #[test]
    fn plus_signs_stand_for_blanks_only_behind_a_full_rank() {
        let read = |line: &str| plain(line).map(|it| (it.line, it.plus));
        assert_eq!(
            read("9/9/9/9/9/9/9/9/LN2+p3L+w+Sbgn3p+124"),
            Some(("9/9/9/9/9/9/9/9/LN2+p3L w Sbgn3p 124".into(), true))
        );
        assert_eq!(read("9/9/9/9/9/9/9/9/LN2+p3L"), None);
    }

    #[test]
    fn base64_is_read_with_or_without_padding() {
        assert_eq!(base64("cG9z"), Some(b"pos".to_vec()));
        assert_eq!(base64("cG8="), Some(b"po".to_vec()));
        assert_eq!(base64("c G"), None);
    }

    #[test]
    fn parameters_are_read_in_any_mixture_of_escapes() {
        let board = "4k4/9/9/9/9/9/9/9/4K4";
        let escaped = board.replace('/', "%2F");
        let want = format!("sfen {board} b - 1 moves 5i5h 5a5b+");
        for query in [
            format!("sfen={escaped}%20b%20-%201&moves=5i5h.5a5b%2B"),
            format!("sfen={escaped}+b+-+1&moves=5i5h%205a5b%2b"),
            format!("initpos={board} b - 1&moves=5i5h,5a5b+"),
            format!("sfen=sfen+{escaped}+b+-+1&moves=5i5h+5a5b%2B"),
        ] {
            let line = plain(&format!("https://a.example/x?{query}&turn=3")).map(|it| it.line);
            assert_eq!(line.as_deref(), Some(want.as_str()), "{query}");
        }
        let query = "https://a.example/x?moves=%2B7776FU-3334FU";
        assert_eq!(
            plain(query).map(|it| it.line).as_deref(),
            Some("startpos moves  +7776FU -3334FU")
        );
    }
}
