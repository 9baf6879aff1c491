//! Hands a record to the reader, the writer and the repairs of its notation.

use super::shared::options::WriteOptions;
use super::shared::repair::{Repair, RepairContext, RepairKind};
use super::shared::rewrite;
use super::{bod, csa, jkf, ki2, kif, kif_family, losses, sfen, usen, usi};
use crate::finding::Findings;
use crate::record::{Notation, Record};
use crate::replay::Replay;
use crate::text::{Encoding, LineEnds, Span};

/// Reads `record.text[..record.source_len]`, one game, in a notation. Never fails: what is wrong becomes findings,
/// and what can be understood becomes the record.
pub fn read(notation: Notation, record: &mut Record, findings: &mut Findings) {
    record.notation = Some(notation);
    match notation {
        Notation::Kif | Notation::Bod => kif::read(record, findings),
        Notation::Ki2 => ki2::read(record, findings),
        Notation::Csa => csa::read(record, findings),
        Notation::Sfen | Notation::Usi => usi::read(record, findings),
        Notation::Usen => usen::read(record, findings),
        Notation::Jkf => jkf::read(record, findings),
    }
    record.order_remarks();
}

/// Appends a record to `out` in a notation, with LF at the end of each line. What is not kept becomes findings.
///
/// A replay with [`variations`](crate::replay::ReplayOptions::variations) is needed for the notations that have them;
/// without a start position nothing but the headers can be written.
pub fn write(
    notation: Notation,
    record: &Record,
    replay: &Replay,
    options: &WriteOptions,
    out: &mut String,
    findings: &mut Findings,
) {
    losses::report(notation, record, replay, options, findings);
    match notation {
        Notation::Sfen => sfen::write(record, replay, options, out),
        Notation::Usi => usi::write(record, replay, options, out),
        Notation::Kif => kif::write(record, replay, options, out, findings),
        Notation::Ki2 => ki2::write(record, replay, options, out, findings),
        Notation::Bod => bod::write(record, replay, options, out),
        Notation::Csa => csa::write(record, replay, options, out),
        Notation::Usen => usen::write(record, replay, options, out, findings),
        Notation::Jkf => jkf::write(record, replay, options, out),
    }
}

/// The repairs of a record, in the order of its text, none over another.
pub fn repairs(record: &Record, replay: &Replay, around: &RepairContext) -> Vec<Repair> {
    let mut repairs = match record.notation {
        Some(Notation::Kif | Notation::Bod) => kif_family::repairs(record, replay, around, None),
        Some(Notation::Ki2) => kif_family::repairs(record, replay, around, Some(ki2::push_move)),
        Some(Notation::Csa) => csa::repairs(record, replay, around),
        Some(notation @ (Notation::Sfen | Notation::Usi | Notation::Usen | Notation::Jkf)) => {
            let again =
                |record: &mut Record, findings: &mut Findings| read(notation, record, findings);
            rewrite::repairs(record, again, |options, out, lost| {
                write(notation, record, replay, options, out, lost);
            })
        }
        None => Vec::new(),
    };
    text_repairs(record, around, &mut repairs);
    repairs.sort_by_key(|repair| (repair.span.start, repair.span.end));
    let mut end = 0;
    repairs.retain(|repair| {
        let fits = repair.span.start >= end;
        if fits {
            end = end.max(repair.span.end);
        }
        fits
    });
    repairs
}

/// Repairs that any text may need: line ends of other kinds, byte order marks inside.
fn text_repairs(record: &Record, around: &RepairContext, repairs: &mut Vec<Repair>) {
    let text = &record.text[..record.source_len];
    for end in LineEnds::new(text.as_bytes(), Encoding::Utf8) {
        if &text[end.clone()] != around.line_end {
            repairs.push(Repair {
                span: Span::new(end.start, end.end),
                with: around.line_end.to_owned(),
                kind: RepairKind::LineEnd,
            });
        }
    }
    for (at, mark) in text.match_indices('\u{FEFF}') {
        if at == 0 || text[..at].ends_with(['\n', '\r']) {
            repairs.push(Repair {
                span: Span::new(at, at + mark.len()),
                with: String::new(),
                kind: RepairKind::StrayMark,
            });
        }
    }
}
