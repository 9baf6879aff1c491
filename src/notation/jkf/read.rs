//! Reads a JKF object: header, start, then the entries line by line. Variations wait on a stack of their own, so depth
//! costs no recursion.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::entry::{Forks, Line};
use super::json;
use super::reader::Reader;
use crate::finding::{Code, Finding, Findings};
use crate::notation::kif_family::header_key;
use crate::record::{Header, Record, Start};
use crate::text::Span;

/// Reads the object in `record.text`.
pub(in crate::notation) fn read(record: &mut Record, findings: &mut Findings) {
    // While the reader runs, the record holds only the text that the reader makes.
    let mut text = std::mem::take(&mut record.text);
    let made_at = text.len();
    Reader {
        text: &text[..record.source_len],
        made_at,
        record,
        findings,
    }
    .object();
    text.push_str(&record.text);
    record.text = text;
}

/// What is still to be read.
enum Waiting<'a> {
    /// The rest of a line.
    Line(Line<'a>),
    /// The rest of the variations beside an entry.
    Forks(Forks<'a>),
}

impl<'a> Reader<'a> {
    fn object(mut self) {
        let text = self.text.trim_start_matches('\u{feff}');
        let skipped = self.text.len() - text.len();
        let broken = json::too_deep(text).map_or_else(|| json::parse(text), Err);
        let raw = match broken {
            Ok(raw) => raw,
            Err(at) => {
                self.record.start = Start::Unknown;
                let at = at + skipped;
                let len = self.text[at..].chars().next().map_or(0, char::len_utf8);
                let finding = Finding::new(Code::BadJson, Span::new(at, at + len));
                self.findings.push(finding);
                return;
            }
        };
        let Some(fields) = json::fields(raw) else {
            self.record.start = Start::Unknown;
            self.shape(raw, "$", "an object");
            return;
        };
        let mut moves = None;
        let mut initial = None;
        for (key, value) in fields {
            match key.as_ref() {
                "header" => self.header(value),
                "initial" => initial = Some(value).filter(|raw| !json::is_null(raw)),
                "moves" => moves = Some(value),
                _ => self.extra(value, &format!("$.{key}")),
            }
        }
        let entries = moves.and_then(json::items);
        if let Some(initial) = initial {
            self.initial(initial, entries.as_deref().unwrap_or_default());
        }
        match (entries, moves) {
            (Some(entries), _) => self.lines(entries),
            (None, moves) => self.shape(moves.unwrap_or(raw), "$.moves", "an array"),
        }
    }

    fn header(&mut self, raw: &'a RawValue) {
        let Some(fields) = json::fields(raw) else {
            if !json::is_null(raw) {
                self.shape(raw, "$.header", "an object");
            }
            return;
        };
        for (name, value) in fields {
            let text = match json::text(value) {
                Some(text) => text,
                None if json::is_null(value) => continue,
                None => {
                    self.shape_warning(value, &format!("$.header.{name}"), "a string");
                    Cow::Borrowed(value.get())
                }
            };
            let key = header_key(&name);
            let value = self.text_span(&text);
            let name = self.text_span(&name);
            self.record.headers.push(Header { key, name, value });
        }
    }

    /// Walks the main line and every variation in the order of the file, each from the node it hangs on.
    fn lines(&mut self, entries: Vec<&'a RawValue>) {
        let mut waiting = vec![Waiting::Line(Line::main(entries, &self.record.start))];
        while let Some(next) = waiting.pop() {
            match next {
                Waiting::Line(mut line) => {
                    while let Some(raw) = line.next() {
                        if let Some(forks) = self.entry(raw, &mut line) {
                            waiting.push(Waiting::Line(line));
                            waiting.push(Waiting::Forks(forks));
                            break;
                        }
                    }
                }
                Waiting::Forks(mut forks) => {
                    let Some((raw, path)) = forks.next() else {
                        continue;
                    };
                    let line = match json::items(raw) {
                        Some(entries) => Some(forks.line(entries, path)),
                        None => {
                            self.shape(raw, &path, "an array");
                            None
                        }
                    };
                    waiting.push(Waiting::Forks(forks));
                    waiting.extend(line.map(Waiting::Line));
                }
            }
        }
    }
}
