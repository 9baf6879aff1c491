//! SFEN, USI, USEN and JKF: a record in another than the canonical form is written anew, if nothing of it gets lost.

use super::options::WriteOptions;
use super::repair::{Repair, RepairKind};
use crate::finding::{Code, Findings, Severity};
use crate::record::Record;
use crate::text::Span;

/// The record itself, if its reader had something to say about its form.
pub(in crate::notation) fn repairs(
    record: &Record,
    read: impl Fn(&mut Record, &mut Findings),
    write: impl Fn(&WriteOptions, &mut String, &mut Findings),
) -> Vec<Repair> {
    let source = &record.text[..record.source_len];
    let mut again = Record {
        text: source.to_owned(),
        source_len: source.len(),
        ..Record::default()
    };
    let mut findings = Findings::default();
    read(&mut again, &mut findings);
    // What the notation does not know would be lost.
    if findings.has(Code::JkfExtra) {
        return Vec::new();
    }
    let is_form = |code: Code| matches!(code.digits(), 100..200 | 400..460);
    let mut list = findings.list().iter();
    if !list.any(|it| it.severity > Severity::Note && is_form(it.code)) {
        return Vec::new();
    }
    let options = WriteOptions {
        usi_specials: true,
        ..WriteOptions::default()
    };
    let mut text = String::new();
    let mut lost = Findings::default();
    write(&options, &mut text, &mut lost);
    let anything_lost = lost.list().iter().any(|it| it.code.is_loss());
    let text = text.trim_end();
    let trimmed = source.trim_matches(|sign: char| sign.is_whitespace() || sign == '\u{FEFF}');
    if anything_lost || text.is_empty() || text == trimmed {
        return Vec::new();
    }
    let start = source.find(trimmed).unwrap_or(0);
    vec![Repair {
        span: Span::new(start, start + trimmed.len()),
        with: text.to_owned(),
        kind: RepairKind::Whole,
    }]
}
