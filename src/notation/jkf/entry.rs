//! One entry of a JKF line: comments, a move or an ending, its time, and the variations that replace it.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::json;
use super::reader::Reader;
use crate::finding::{Code, Finding};
use crate::notation::csa::ending_of;
use crate::notation::kif_family;
use crate::record::{Claim, Clock, Ending, EndingKind, Entry, NodeId, Remark, RemarkKind, Start};
use crate::shogi::{Position, Square};
use crate::text::Span;

/// A line being walked.
#[derive(Debug)]
pub(super) struct Line<'a> {
    entries: std::vec::IntoIter<&'a RawValue>,
    /// The place of the next entry among them.
    index: usize,
    /// The path of the array.
    path: String,
    /// The node that the next entry follows.
    pub(super) node: NodeId,
    /// The position there; none once a move could not be made.
    pub(super) position: Option<Position>,
    /// Where the move before went.
    pub(super) before: Option<Square>,
    /// Whether a move could not be read; only the first is reported.
    pub(super) broken: bool,
}

impl<'a> Line<'a> {
    /// The main line.
    pub(super) fn main(entries: Vec<&'a RawValue>, start: &Start) -> Line<'a> {
        Line {
            entries: entries.into_iter(),
            index: 0,
            path: "$.moves".to_owned(),
            node: NodeId::ROOT,
            position: start.position(),
            before: None,
            broken: false,
        }
    }

    /// The next entry.
    pub(super) fn next(&mut self) -> Option<&'a RawValue> {
        let raw = self.entries.next()?;
        self.index += 1;
        Some(raw)
    }

    /// The path of the entry given last.
    pub(super) fn path(&self) -> String {
        format!("{}[{}]", self.path, self.index - 1)
    }

    /// Whether the entry given last is the start of the record.
    fn at_start(&self) -> bool {
        self.index == 1 && self.path == "$.moves"
    }
}

/// The variations beside an entry, made into lines one after the other.
#[derive(Debug)]
pub(super) struct Forks<'a> {
    arrays: std::vec::IntoIter<&'a RawValue>,
    index: usize,
    path: String,
    /// The place before the entry.
    node: NodeId,
    position: Option<Position>,
    before: Option<Square>,
    broken: bool,
}

impl<'a> Forks<'a> {
    /// The next array and its path.
    pub(super) fn next(&mut self) -> Option<(&'a RawValue, String)> {
        let raw = self.arrays.next()?;
        self.index += 1;
        Some((raw, format!("{}[{}]", self.path, self.index - 1)))
    }

    /// A variation with these entries.
    pub(super) fn line(&self, entries: Vec<&'a RawValue>, path: String) -> Line<'a> {
        Line {
            entries: entries.into_iter(),
            index: 0,
            path,
            node: self.node,
            position: self.position.clone(),
            before: self.before,
            broken: self.broken,
        }
    }
}

/// The parts of an entry.
#[derive(Default)]
struct Parts<'a> {
    comments: Option<&'a RawValue>,
    mv: Option<&'a RawValue>,
    time: Option<&'a RawValue>,
    special: Option<&'a RawValue>,
    forks: Option<&'a RawValue>,
}

impl<'a> Reader<'a> {
    /// Reads an entry, adds its nodes to the line, and returns the variations that hang beside it.
    pub(super) fn entry(&mut self, raw: &'a RawValue, line: &mut Line<'a>) -> Option<Forks<'a>> {
        let parts = self.parts(raw, line)?;
        let forks = self.forks(&parts, line);
        let odd = match (parts.mv, parts.special) {
            (None, None) => !line.at_start(),
            (Some(_), Some(_)) => true,
            _ => line.at_start(),
        };
        if odd {
            self.shape_warning(raw, &line.path(), "move, special");
        }
        if let Some(mv) = parts.mv {
            self.written_move(mv, line);
        }
        if let Some(special) = parts.special {
            self.special(special, line);
        }
        if let Some(time) = parts.time {
            let clock = self.time(time, line);
            if line.node != NodeId::ROOT {
                self.record.tree.node_mut(line.node).clock = clock;
            }
        }
        if let Some(comments) = parts.comments {
            self.comments(comments, line);
        }
        forks
    }

    fn parts(&mut self, raw: &'a RawValue, line: &Line<'a>) -> Option<Parts<'a>> {
        let Some(fields) = json::fields(raw) else {
            self.shape(raw, &line.path(), "an object");
            return None;
        };
        let mut parts = Parts::default();
        for (key, value) in fields {
            if json::is_null(value) {
                continue;
            }
            match key.as_ref() {
                "comments" | "comment" => parts.comments = Some(value),
                "move" => parts.mv = Some(value),
                "time" => parts.time = Some(value),
                "special" => parts.special = Some(value),
                "forks" => parts.forks = Some(value),
                _ => self.extra(value, &format!("{}.{key}", line.path())),
            }
        }
        Some(parts)
    }

    /// The variations beside an entry, which begin at the place before it.
    fn forks(&mut self, parts: &Parts<'a>, line: &Line<'a>) -> Option<Forks<'a>> {
        let raw = parts.forks?;
        let path = format!("{}.forks", line.path());
        let Some(arrays) = json::items(raw) else {
            self.shape(raw, &path, "an array of arrays");
            return None;
        };
        Some(Forks {
            arrays: arrays.into_iter(),
            index: 0,
            path,
            node: line.node,
            position: line.position.clone(),
            before: line.before,
            broken: line.broken,
        })
    }

    /// Reads the word of an ending.
    fn special(&mut self, raw: &'a RawValue, line: &mut Line<'a>) {
        let path = format!("{}.special", line.path());
        let Some(word) = json::text(raw) else {
            self.shape(raw, &path, "a string");
            return;
        };
        let span = match word {
            Cow::Borrowed(_) => self.text_span(&word),
            Cow::Owned(_) => self.span(raw),
        };
        if word == "MATTA" {
            // A take-back ends nothing.
            self.remark(line.node, span);
            return;
        }
        let japanese = || {
            let found = kif_family::closing_word(&word)?;
            Some(Ending {
                kind: found.kind,
                claim: found.claim,
                summary: None,
            })
        };
        let ending = ending_of(&word).or_else(japanese).unwrap_or_else(|| {
            let finding = Finding::new(Code::UnknownEnding, span);
            self.findings.push(finding.found(&word, "TORYO CHUDAN …"));
            Ending {
                kind: EndingKind::Unknown,
                claim: Claim::Nobody,
                summary: None,
            }
        });
        line.node = self.record.tree.add(line.node, Entry::End(ending), span);
    }

    fn comments(&mut self, raw: &'a RawValue, line: &Line<'a>) {
        let path = format!("{}.comments", line.path());
        let texts = match json::items(raw) {
            Some(items) => items,
            None => {
                self.shape_warning(raw, &path, "an array of strings");
                vec![raw]
            }
        };
        for item in texts {
            let Some(text) = json::text(item) else {
                self.shape_warning(item, &path, "a string");
                continue;
            };
            let span = self.text_span(&text);
            // One remark is one line.
            let mut start = span.start as usize;
            for part in text.split('\n') {
                self.remark(line.node, Span::new(start, start + part.len()));
                start += part.len() + 1;
            }
        }
    }

    fn remark(&mut self, node: NodeId, text: Span) {
        self.record.remarks.push(Remark {
            node,
            kind: RemarkKind::Comment,
            text,
        });
    }

    /// Reads `{now, total}`.
    fn time(&mut self, raw: &'a RawValue, line: &Line<'a>) -> Clock {
        let path = format!("{}.time", line.path());
        let Some(fields) = json::fields(raw) else {
            self.say(Code::JkfTime, raw, &path, None);
            return Clock::NONE;
        };
        let (mut now, mut total) = (None, None);
        let mut missing = ["now", "total"].to_vec();
        for (key, value) in fields {
            missing.retain(|it| *it != key);
            let slot = match key.as_ref() {
                "now" => &mut now,
                "total" => &mut total,
                _ => {
                    self.extra(value, &format!("{path}.{key}"));
                    continue;
                }
            };
            *slot = self.duration(value, &format!("{path}.{key}"));
        }
        if !missing.is_empty() {
            self.say(Code::JkfTime, raw, &path, None);
        }
        Clock::new(now, total)
    }

    /// Reads `{h, m, s}` as milliseconds.
    fn duration(&mut self, raw: &'a RawValue, path: &str) -> Option<u32> {
        let mut seconds = 0.0;
        let mut odd = false;
        for (key, value) in json::fields(raw)? {
            let scale = match key.as_ref() {
                "h" => 3600.0,
                "m" => 60.0,
                "s" => 1.0,
                _ => {
                    self.extra(value, &format!("{path}.{key}"));
                    continue;
                }
            };
            let number = match json::number(value) {
                Some(number) => number,
                None if json::is_null(value) => 0.0,
                None => f64::NAN,
            };
            odd |= !(number >= 0.0 && number.fract() == 0.0);
            seconds += number * scale;
        }
        if odd {
            self.say(Code::JkfTime, raw, path, None);
        }
        let millis = seconds.floor() * 1000.0;
        #[expect(clippy::cast_sign_loss, reason = "the range is looked at first")]
        (0.0..f64::from(u32::MAX))
            .contains(&millis)
            .then_some(millis as u32)
    }
}
