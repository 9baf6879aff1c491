//! Tells the notation of a file from its content. The ending of the name only decides where the content does not.

use std::borrow::Cow;

use super::csa::detect::is_csa_line;
use super::kif_family::detect::{
    is_closing, is_header, is_marked_move, is_move, is_numbered_move, is_ruler,
};
use super::shared::list;
use super::shared::wrapped::{may_be_wrapped, unwrapped};
use crate::record::Notation;
use crate::text::{Decision, Encoding, LineEnds, decode, is_utf32};

/// The notation of a file that begins with `bytes`; none when it holds no record. `promised` is what the ending of
/// its name says.
pub fn detect(bytes: &[u8], decision: &Decision, promised: Option<Notation>) -> Option<Notation> {
    if is_utf32(bytes) && !decision.forced {
        return None;
    }
    // Most files show what they are in their first lines.
    for size in [512, 2048] {
        if bytes.len() < size + size / 2 {
            break;
        }
        let glance = &bytes[..size];
        let end = glance.iter().rposition(|&it| it == b'\n');
        let glance = &glance[..end.map_or(size, |at| at + 1)];
        if let Some(notation) = Evidence::of(&text(glance, decision), promised).certain() {
            return Some(notation);
        }
    }
    let text = text(bytes, decision);
    let evidence = Evidence::of(&text, promised);
    evidence.certain().or_else(|| evidence.likely(promised))
}

fn text<'a>(bytes: &'a [u8], decision: &Decision) -> Cow<'a, str> {
    let body = &bytes[decision.bom.min(bytes.len())..];
    if matches!(decision.encoding, Encoding::Ascii | Encoding::Utf8) && !decision.damaged {
        return match std::str::from_utf8(body) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(body),
        };
    }
    let mut text = String::new();
    decode(bytes, decision, &mut text, &mut Vec::new());
    Cow::Owned(text)
}

/// What the lines of a file show.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent observations")]
struct Evidence {
    /// What the first line with content decides alone.
    first: Option<Notation>,
    /// A numbered Japanese move.
    numbered: bool,
    /// A Japanese move with a side mark.
    marked: bool,
    /// A Japanese move with neither.
    bare: bool,
    /// A line only CSA has, among the first fifty or, if the name promises CSA, anywhere.
    csa: bool,
    /// A line of a list of positions and games, beyond the first.
    list: Option<Notation>,
    ruler: bool,
    board: bool,
    /// A header that records have, a closing word or a summary, or the label of KIF.
    header: bool,
    label_ki2: bool,
    /// An opening book or other data: positions, but no record.
    data: bool,
    text: bool,
}

impl Evidence {
    fn of(text: &str, promised: Option<Notation>) -> Evidence {
        let mut seen = Evidence::default();
        // Those with content.
        let mut lines = 0;
        let ascii = text.is_ascii();
        for line in text.split(['\n', '\r']) {
            let line = line.trim_matches(|it: char| it.is_whitespace() || it == '\u{FEFF}');
            let line = match may_be_wrapped(line.as_bytes()) {
                true => &line[unwrapped(line)],
                false => line,
            };
            if line.is_empty() {
                continue;
            }
            let is_first = !seen.text;
            if line.starts_with("#YANEURAOU-DB") {
                seen.data = true;
                return seen;
            }
            let remark = is_remark(line.as_bytes());
            lines += u32::from(!remark);
            if is_first && !remark {
                seen.first = first_line(line, text);
                // What is JSON is no list, whatever it quotes.
                seen.data = seen.first.is_none() && is_json(line);
            }
            seen.text |= !remark;
            if seen.first.is_some() || seen.data {
                return seen;
            }
            if (lines <= 50 || promised == Some(Notation::Csa)) && is_csa_line(line) {
                seen.csa = true;
                if ascii {
                    return seen;
                }
            }
            seen.look_at_japanese(line);
            if seen.numbered {
                return seen;
            }
            if lines <= 50 && seen.list.is_none() && !remark && starts_ascii(line) {
                seen.list = list::format_of_line(line.as_bytes());
            }
        }
        seen
    }

    fn look_at_japanese(&mut self, line: &str) {
        match line.as_bytes() {
            [b'*' | b'&', ..] => return,
            [b'#', ..] => {
                self.header |= line.starts_with("#KIF") || line.contains("棋譜ファイル");
                self.label_ki2 |= line.starts_with("#KI2");
                return;
            }
            [b'|', ..] => {
                self.board |= line.len() > 10;
                return;
            }
            _ => {}
        }
        self.numbered |= is_numbered_move(line);
        self.marked |= is_marked_move(line);
        self.bare |= is_move(line);
        self.ruler |= is_ruler(line);
        self.board |= line.starts_with('｜') || line.starts_with("+---------");
        self.header = self.header || is_header(line) || is_closing(line);
    }

    /// What is beyond doubt.
    fn certain(&self) -> Option<Notation> {
        if self.data {
            return None;
        }
        let first = self.first;
        first
            .or(self.numbered.then_some(Notation::Kif))
            .or((self.csa && !self.ruler && !self.marked).then_some(Notation::Csa))
            .or(self.marked.then_some(Notation::Ki2))
    }

    /// What is left when everything has been read.
    fn likely(&self, promised: Option<Notation>) -> Option<Notation> {
        if self.data || !self.text {
            return None;
        }
        let japanese = promised.filter(|it| matches!(it, Notation::Kif | Notation::Ki2));
        if self.ruler {
            return Some(Notation::Kif);
        }
        if self.bare && self.list.is_none() {
            return Some(Notation::Ki2);
        }
        if self.board {
            return Some(japanese.unwrap_or(Notation::Bod));
        }
        if self.label_ki2 {
            return Some(Notation::Ki2);
        }
        if self.header {
            return Some(japanese.unwrap_or(Notation::Kif));
        }
        if self.csa {
            return Some(Notation::Csa);
        }
        self.list.or(promised.filter(|it| it.is_line_based()))
    }
}

/// Where the blank lines and remarks at the start of `bytes` end, and whether anything else follows. A remark that goes
/// on beyond the bytes is not passed.
pub(super) fn skip_remarks(bytes: &[u8], encoding: Encoding) -> (usize, bool) {
    let mut at = 0;
    let mut text = String::new();
    let mut lines = LineEnds::new(bytes, encoding);
    loop {
        let end = lines.next();
        let line = &bytes[at..end.as_ref().map_or(bytes.len(), |end| end.start)];
        let line = if encoding.is_utf16() {
            text.clear();
            let beginning = &line[..line.len().min(1 << 10)];
            decode(
                beginning,
                &Decision::plain(encoding),
                &mut text,
                &mut Vec::new(),
            );
            text.as_bytes()
        } else {
            line
        };
        let line = line.trim_ascii_start();
        let met = !line.is_empty() && !is_remark(line);
        match end {
            Some(end) if !met => at = end.end,
            _ => return (at, met),
        }
    }
}

/// Whether a line is a remark in one of the notations.
fn is_remark(line: &[u8]) -> bool {
    line.starts_with(b"//") || matches!(line, [b'#' | b'*' | b'&' | b'\'', ..])
}

fn first_line(line: &str, text: &str) -> Option<Notation> {
    if line.starts_with(['{', '[']) {
        return text.contains("\"moves\"").then_some(Notation::Jkf);
    }
    starts_ascii(line)
        .then(|| list::format_of_first_line(line.as_bytes()))
        .flatten()
}

/// Whether a first line begins a value of JSON.
fn is_json(line: &str) -> bool {
    let inside = line.strip_prefix(['{', '[']).map(str::trim_start);
    inside.is_some_and(|it| it.is_empty() || it.starts_with(['{', '[', '"']))
}

/// Lines of lists do, and most lines of Japanese records do not.
fn starts_ascii(line: &str) -> bool {
    line.as_bytes().first().is_some_and(u8::is_ascii)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::promised;
    use crate::text::detect as detect_encoding;

    fn of(text: &str, name: &str) -> Option<Notation> {
        let bytes = text.as_bytes();
        detect(bytes, &detect_encoding(bytes, true), promised(name))
    }

    #[test]
    fn content_decides_and_names_only_break_ties() {
        let board =
            "後手の持駒：なし\n+---------------------------+\n| ・ ・ ・ ・ ・ ・ ・v玉v香|一\n";
        let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
        let url = even.replace('/', "_");
        let cases = [
            (
                "手合割：平手\n   1 ７六歩(77)\n".to_string(),
                "a.txt",
                Some(Notation::Kif),
            ),
            ("   1 投了\n".into(), "", Some(Notation::Kif)),
            ("1７六歩(77)\n".into(), "", Some(Notation::Kif)),
            (
                "手合割：平手\n\n▲７六歩 △３四歩\n".into(),
                "a.kif",
                Some(Notation::Ki2),
            ),
            ("▲76歩△34歩\n".into(), "", Some(Notation::Ki2)),
            ("７六歩 ３四歩\n".into(), "", Some(Notation::Ki2)),
            (
                "手合割：平手\n手数----指手--\n".into(),
                "",
                Some(Notation::Kif),
            ),
            (board.into(), "", Some(Notation::Bod)),
            (board.into(), "a.kif", Some(Notation::Kif)),
            (
                "手合割：平手\n先手：A\n".into(),
                "a.ki2",
                Some(Notation::Ki2),
            ),
            (
                "V2.2\nPI\n+\n+7776FU\n".into(),
                "a.kif",
                Some(Notation::Csa),
            ),
            ("'羽生\nN+A\n+\n+7776FU\n".into(), "", Some(Notation::Csa)),
            ("position startpos\n".into(), "a.kif", Some(Notation::Usi)),
            (
                "# list\n\nstartpos moves 7g7f\n".into(),
                "",
                Some(Notation::Usi),
            ),
            ("7g7f 3c3d\n".into(), "", Some(Notation::Usi)),
            ("startposmoves\n".into(), "a.usi", Some(Notation::Usi)),
            (format!("sfen {even} b - 1\n"), "", Some(Notation::Usi)),
            (format!("{even} b - 1\n"), "a.txt", Some(Notation::Sfen)),
            (
                format!("{even} b - 1 moves 7g7f\n"),
                "",
                Some(Notation::Usi),
            ),
            (format!("{even}_b_-_1\n"), "", Some(Notation::Sfen)),
            (format!("{url}.b.-.1\n"), "", Some(Notation::Sfen)),
            (
                format!("https://lishogi.org/analysis/{even}_b_-_1\n"),
                "",
                Some(Notation::Sfen),
            ),
            (
                format!("position.sfen.{even}.b.-.1.moves.7g7f\n"),
                "",
                Some(Notation::Usi),
            ),
            ("rnbqk/5/5/5/KQBNR w - 1\n".into(), "", Some(Notation::Sfen)),
            ("~0.7ku2jm.\n".into(), "", Some(Notation::Usen)),
            (format!("{url}.w.-~0.0rs.\n"), "", Some(Notation::Usen)),
            (
                "{\"header\":{},\"moves\":[{}]}\n".into(),
                "a.txt",
                Some(Notation::Jkf),
            ),
            ("bad line\n".into(), "a.sfen", Some(Notation::Sfen)),
        ];
        for (text, name, expected) in cases {
            assert_eq!(of(&text, name), expected, "{text:?} {name}");
        }
    }

    #[test]
    fn utf32_is_no_record_whatever_its_name() {
        let bytes = b"\xFF\xFE\0\0s\0\0\0";
        let decision = detect_encoding(bytes, true);
        assert_eq!(detect(bytes, &decision, Some(Notation::Usi)), None);
    }

    #[test]
    fn what_is_no_record_is_none() {
        for text in [
            "",
            "\n\n",
            "hello\n",
            "[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n",
            "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n2g2f 8c8d 0 32 1\n",
            "<html><body>key: value</body></html>\n",
            "{\"a\":1}\n",
            "[\n{\"sfen\": \"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\"}\n]\n",
            "3 12月\n",
        ] {
            assert_eq!(of(text, "a.txt"), None, "{text:?}");
            assert_eq!(of(text, "a.kif"), None, "{text:?}");
        }
    }
}
