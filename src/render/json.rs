//! The record that `check` prints as JSON: one object a game. The order of its fields is fixed; nothing is translated.

use std::fmt::Write;

use super::{Judged, Located};
use crate::record::{EndingKind, Notation};
use crate::replay::Winner;
use crate::shogi::{Handicap, Move, Position};
use crate::text::Encoding;
use crate::words::Lang;

/// Adds the object of one game, without a line end.
pub fn push_record(out: &mut String, judged: &Judged<'_>) {
    let report = &judged.report;
    let (game, record, replay) = (report.game, report.record, report.replay);
    out.push_str("{\"file\":");
    push_str(out, game.file);
    out.push_str(",\"game\":");
    push_number(out, game.index.into());
    out.push_str(",\"line\":");
    push_number(out, game.line.into());
    out.push_str(",\"format\":");
    push_name(out, record.notation.map(Notation::name));
    out.push_str(",\"encoding\":");
    push_name(out, report.encoding().map(Encoding::name));
    out.push_str(",\"status\":");
    push_name(out, Some(judged.status_name()));
    out.push_str(",\"start_sfen\":");
    push_position(out, replay.start());
    out.push_str(",\"handicap\":");
    let handicap = record.start.handicap().filter(|&it| it != Handicap::Even);
    push_name(out, handicap.map(Handicap::name));
    out.push_str(",\"plies\":");
    push_number(out, replay.plies().into());
    out.push_str(",\"legal_plies\":");
    push_number(out, replay.legal_plies().into());
    out.push_str(",\"moves\":[");
    push_moves(out, replay.main_line(record).map(|step| step.mv));
    out.push_str("],\"final_sfen\":");
    push_position(out, replay.legal_end());
    out.push_str(",\"in_check\":");
    match replay.legal_end() {
        None => out.push_str("null"),
        Some(end) => out.push_str(if end.in_check() { "true" } else { "false" }),
    }
    out.push_str(",\"lines\":");
    push_number(out, lines(judged));
    let declared = replay.declared();
    out.push_str(",\"declared\":{\"ending\":");
    push_name(out, declared.ending.map(EndingKind::name));
    out.push_str(",\"winner\":");
    push_name(out, declared.winner.map(Winner::name));
    out.push_str("},\"detected\":");
    match replay.detected() {
        None => out.push_str("null"),
        Some(detected) => {
            out.push_str("{\"event\":");
            push_name(out, Some(detected.event.name()));
            out.push_str(",\"ply\":");
            push_number(out, detected.ply.into());
            out.push_str(",\"winner\":");
            push_name(out, Some(detected.winner.name()));
            out.push('}');
        }
    }
    out.push_str(",\"agreement\":");
    push_name(out, Some(replay.agreement().name()));
    out.push_str(",\"diagnostics\":[");
    for (at, located) in judged.located().enumerate() {
        if at > 0 {
            out.push(',');
        }
        push_finding(out, judged, &located);
    }
    out.push_str("]}");
}

/// Moves in quotation marks, with commas between them. Gathered before they are added, for they are most of the text.
fn push_moves(out: &mut String, moves: impl Iterator<Item = Move>) {
    let mut gathered = [0; 1024];
    let mut len = 0;
    let mut add = |gathered: &[u8]| out.push_str(str::from_utf8(gathered).unwrap_or_default());
    for (at, mv) in moves.enumerate() {
        if len + 8 > gathered.len() {
            add(&gathered[..len]);
            len = 0;
        }
        let (usi, letters) = mv.usi();
        if at > 0 {
            gathered[len] = b',';
            len += 1;
        }
        gathered[len] = b'"';
        gathered[len + 1..len + 6].copy_from_slice(&usi);
        gathered[len + 1 + letters] = b'"';
        len += letters + 2;
    }
    add(&gathered[..len]);
}

/// How many lines the tree of moves has.
fn lines(judged: &Judged<'_>) -> u64 {
    let tree = &judged.report.record.tree;
    if judged.report.record.notation.is_none() {
        return 0;
    }
    tree.count_leaves() as u64
}

fn push_finding(out: &mut String, judged: &Judged<'_>, located: &Located<'_>) {
    let Located {
        finding,
        place,
        quoted,
    } = located;
    out.push_str("{\"code\":\"");
    out.push(finding.severity.letter());
    push_number(out, finding.code.digits().into());
    out.push_str("\",\"name\":");
    push_name(out, Some(finding.code.name()));
    out.push_str(",\"severity\":");
    push_name(out, Some(finding.severity.name()));
    out.push_str(",\"line\":");
    push_number(out, place.line.into());
    out.push_str(",\"column\":");
    push_number(out, place.column.into());
    out.push_str(",\"byte\":");
    push_number(out, place.byte);
    out.push_str(",\"ply\":");
    push_optional(out, finding.ply);
    out.push_str(",\"variation\":");
    push_optional(out, finding.variation);
    out.push_str(",\"text\":");
    if finding.span.is_empty() {
        out.push_str("null");
    } else {
        push_str(out, quoted);
    }
    out.push_str(",\"message\":");
    push_str(out, &located.headline(judged, Lang::En));
    out.push('}');
}

fn push_position(out: &mut String, position: Option<&Position>) {
    match position {
        None => out.push_str("null"),
        Some(position) => {
            out.push('"');
            position.push_sfen(out);
            out.push('"');
        }
    }
}

/// A word of our own, which needs no escapes.
fn push_name(out: &mut String, name: Option<&'static str>) {
    match name {
        None => out.push_str("null"),
        Some(name) => {
            out.push('"');
            out.push_str(name);
            out.push('"');
        }
    }
}

fn push_optional(out: &mut String, number: Option<u32>) {
    match number {
        None => out.push_str("null"),
        Some(number) => push_number(out, number.into()),
    }
}

fn push_number(out: &mut String, number: u64) {
    if number < 10 {
        out.push((b'0' + number as u8) as char);
    } else {
        let _ = write!(out, "{number}");
    }
}

/// Text as a JSON string.
pub(crate) fn push_str(out: &mut String, text: &str) {
    out.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' && byte != 0x7f {
            continue;
        }
        out.push_str(&text[plain..at]);
        plain = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            _ => {
                let _ = write!(out, "\\u{byte:04x}");
            }
        }
    }
    out.push_str(&text[plain..]);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        for text in ["a\"b\\c\n\r\t\u{1}\u{7f}▲７六歩", "", "\u{1b}[31m"] {
            let mut out = String::new();
            push_str(&mut out, text);
            assert!(!out.contains('\u{1b}'));
            let back: String = serde_json::from_str(&out).unwrap();
            assert_eq!(back, text);
        }
    }
}
