//! CSA headers: `N+`, `N-`, `$KEYWORD:value`, and whether the values are in the form of the standard.

use super::read::Reader;
use crate::finding::{Code, Finding, Severity};
use crate::record::{DateReading, GameTime, Header, HeaderKey, TimeControl};
use crate::shogi::jishogi::DeclarationRule;
use crate::text::Span;

/// A keyword after the $: its meaning and the edition that introduced it, as its number times ten.
const KEYWORDS: &[(&str, HeaderKey, u8)] = &[
    ("EVENT", HeaderKey::Event, 20),
    ("SITE", HeaderKey::Site, 20),
    ("START_TIME", HeaderKey::StartTime, 20),
    ("END_TIME", HeaderKey::EndTime, 20),
    ("TIME_LIMIT", HeaderKey::TimeLimit, 20),
    ("TIME", HeaderKey::TimeLimit, 30),
    ("TIME+", HeaderKey::BlackTimeLimit, 30),
    ("TIMET+", HeaderKey::BlackTimeLimit, 30),
    ("TIME-", HeaderKey::WhiteTimeLimit, 30),
    ("TIMET-", HeaderKey::WhiteTimeLimit, 30),
    ("OPENING", HeaderKey::Opening, 20),
    ("MAX_MOVES", HeaderKey::MaxMoves, 30),
    ("JISHOGI", HeaderKey::ImpasseRule, 30),
    ("NOTE", HeaderKey::Note, 30),
];

impl Reader<'_> {
    /// Reads `N+name` or `N-name`; false when the line is neither.
    pub(super) fn player(&mut self, line: Span) -> bool {
        let key = match self.text.as_bytes()[line.range()] {
            [b'N', b'+', ..] => HeaderKey::Black,
            [b'N', b'-', ..] => HeaderKey::White,
            _ => return false,
        };
        let start = line.start as usize;
        let name = Span::new(start, start + 2);
        self.header(key, name, Span::new(start + 2, line.end as usize));
        true
    }

    /// Reads `$KEYWORD:value`; false when there is no colon.
    pub(super) fn keyword(&mut self, line: Span) -> bool {
        let start = line.start as usize;
        let Some(colon) = self.text[line.range()].find(':') else {
            return false;
        };
        let name = Span::new(start, start + colon);
        let value = Span::new(start + colon + 1, line.end as usize);
        let row = KEYWORDS
            .iter()
            .find(|(word, ..)| *word == &self.text[start + 1..start + colon]);
        let (key, since) = row.map_or((HeaderKey::Other, 20), |row| (row.1, row.2));
        self.newer(since, name);
        let value = self.check_value(key, name, value);
        self.header(key, name, value);
        true
    }

    /// Adds a header; an empty value counts as none.
    pub(super) fn header(&mut self, key: HeaderKey, name: Span, value: Span) {
        let value = self.trimmed(value);
        if value.is_empty() {
            return;
        }
        // Among other keys only the first ones are compared, so that a hostile file cannot make this slow.
        let double = if key == HeaderKey::Other {
            let others = self.record.headers.iter().take(100);
            others
                .filter(|header| header.key == key)
                .any(|header| self.str(header.name) == self.str(name))
        } else {
            self.seen & 1 << key as u32 != 0
        };
        self.seen |= 1 << key as u32;
        if double {
            self.findings
                .push(Finding::new(Code::DuplicateHeader, name.to(value)));
        }
        if self.begun && key != HeaderKey::Other && !self.in_comment(name) {
            let finding = Finding::new(Code::LateHeader, name.to(value));
            self.findings.push(finding.severity(Severity::Note));
        }
        self.record.headers.push(Header { key, name, value });
    }

    /// Whether a header's name stands in a comment, as floodgate writes some.
    fn in_comment(&self, name: Span) -> bool {
        self.str(name).starts_with('\'')
    }

    /// Reports a value of another form than the standard's; unescapes a note.
    pub(super) fn check_value(&mut self, key: HeaderKey, name: Span, value: Span) -> Span {
        let trimmed = self.trimmed(value);
        let text = self.str(trimmed);
        if text.is_empty() {
            return value;
        }
        let fault = match key {
            HeaderKey::StartTime | HeaderKey::EndTime => match GameTime::read(text) {
                DateReading::Usual(time, _) | DateReading::Unusual(time, _) => {
                    let unusual = time.csa() != text;
                    unusual.then_some((Code::DateForm, "YYYY/MM/DD HH:MM:SS"))
                }
                DateReading::Unread | DateReading::Absent | DateReading::Impossible => {
                    Some((Code::BadDate, "YYYY/MM/DD HH:MM:SS"))
                }
            },
            HeaderKey::TimeLimit if self.str(name) == "$TIME_LIMIT" => {
                let bad = TimeControl::of_limit(text).is_none();
                bad.then_some((Code::HeaderValue, "HH:MM+SS"))
            }
            HeaderKey::TimeLimit | HeaderKey::BlackTimeLimit | HeaderKey::WhiteTimeLimit => {
                let bad = TimeControl::of_time(text).is_none();
                bad.then_some((Code::HeaderValue, "base+byoyomi+increment"))
            }
            HeaderKey::MaxMoves => {
                let bad = text.parse::<u32>().is_ok_and(|limit| limit > 0);
                (!bad).then_some((Code::HeaderValue, "1 2 3 …"))
            }
            HeaderKey::ImpasseRule => {
                let known = DeclarationRule::named(text);
                known.is_none().then_some((Code::HeaderValue, "24, 27"))
            }
            HeaderKey::Note => return self.unescape(trimmed),
            _ => None,
        };
        if let Some((code, expected)) = fault {
            let finding = Finding::new(code, trimmed).found(self.str(trimmed), expected);
            self.findings.push(finding);
        }
        trimmed
    }

    /// Turns `\n` into a line break and `\\` into one backslash.
    fn unescape(&mut self, value: Span) -> Span {
        let text = self.text;
        let text = &text[value.range()];
        if !text.contains('\\') {
            return value;
        }
        let mut note = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            note.push_str(&rest[..at]);
            rest = match rest.as_bytes().get(at + 1) {
                Some(b'n') => {
                    note.push('\n');
                    &rest[at + 2..]
                }
                Some(b'\\') => {
                    note.push('\\');
                    &rest[at + 2..]
                }
                _ => {
                    let place = value.start as usize + text.len() - rest.len() + at;
                    let finding = Finding::new(Code::UnknownEscape, Span::new(place, place + 1));
                    self.findings.push(finding.found(&rest[at..], "\\n \\\\"));
                    note.push('\\');
                    &rest[at + 1..]
                }
            };
        }
        note.push_str(rest);
        self.made_text(&note)
    }
}
