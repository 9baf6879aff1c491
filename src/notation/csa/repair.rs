//! CSA: one statement a line, without blanks around it; the turn and position lines that are missing; dates and times in
//! the form of the standard; an encoding line that tells the truth.

use crate::notation::shared::repair::{Repair, RepairContext, RepairKind, label_name};
use crate::record::{Entry, GameTime, NodeId, Record};
use crate::replay::Replay;
use crate::shogi::Color;
use crate::text::Span;

/// Repairs while the lines go by.
struct Canonicalizer<'a> {
    text: &'a str,
    around: &'a RepairContext,
    repairs: Vec<Repair>,
}

impl Canonicalizer<'_> {
    fn replace(&mut self, span: Span, with: &str, kind: RepairKind) {
        if &self.text[span.range()] != with {
            self.repairs.push(Repair {
                span,
                with: with.to_owned(),
                kind,
            });
        }
    }

    fn insert(&mut self, at: usize, line: &str, kind: RepairKind) {
        let with = format!("{line}{}", self.around.line_end);
        self.replace(Span::at(at), &with, kind);
    }
}

pub(in crate::notation) fn repairs(
    record: &Record,
    replay: &Replay,
    around: &RepairContext,
) -> Vec<Repair> {
    let text = &record.text[..record.source_len];
    let mut canon = Canonicalizer {
        text,
        around,
        repairs: Vec::new(),
    };
    label(&mut canon);
    let turn = replay.start().map(crate::shogi::Position::turn);
    // Where nothing is said and the moves fit, the even start is meant.
    let is_even = record.start.handicap().is_some();
    let first = first_ply(record);
    let first = first.map(|at| text[..at].rfind(['\n', '\r']).map_or(0, |it| it + 1));
    let mut turn_line = None;
    let mut has_position = false;
    let mut at = 0;
    while at < text.len() {
        let end = text[at..]
            .find(['\n', '\r'])
            .map_or(text.len(), |len| at + len);
        let line = Span::new(at, end);
        if first.is_none_or(|first| at < first) {
            let words = text[line.range()].trim();
            has_position |= words.starts_with('P');
            if matches!(words, "+" | "-") {
                turn_line = Some(line);
            }
            has_position |= words.split(',').any(|it| it.starts_with("PI"));
            if words.split(',').any(|it| matches!(it, "+" | "-")) && turn_line.is_none() {
                turn_line = Some(Span::at(at));
            }
        }
        statement_line(&mut canon, line);
        at = end + 1;
    }
    if let (Some(turn), Some(first)) = (turn, first) {
        let sign = match turn {
            Color::Black => "+",
            Color::White => "-",
        };
        match turn_line {
            None => {
                if !has_position && is_even {
                    canon.insert(first, "PI", RepairKind::Board);
                }
                canon.insert(first, sign, RepairKind::Turn);
            }
            Some(line) if !line.is_empty() => {
                let words = text[line.range()].trim();
                if words != sign {
                    canon.replace(line, sign, RepairKind::Turn);
                }
                if !has_position && is_even {
                    canon.insert(line.start as usize, "PI", RepairKind::Board);
                }
            }
            Some(_) => {}
        }
    }
    canon.repairs
}

/// Where the first move or ending stands.
fn first_ply(record: &Record) -> Option<usize> {
    let first = record.tree.first_child(NodeId::ROOT)?;
    let node = record.tree.node(first);
    let in_file = node.span.end as usize <= record.source_len && !node.span.is_empty();
    (in_file && node.entry != Entry::Root).then_some(node.span.start as usize)
}

/// An encoding line that lies.
fn label(canon: &mut Canonicalizer<'_>) {
    let decision = canon.around.decision;
    let lies = decision.label.is_some_and(|it| it != decision.encoding);
    if !canon.around.first || !lies || decision.encoding == crate::text::Encoding::Ascii {
        return;
    }
    let end = canon.text.find(['\n', '\r']).unwrap_or(canon.text.len());
    if let Some(sign) = canon.text[..end].find('=') {
        let name = label_name(decision.encoding);
        let name = if canon.text[..sign].contains("CSA") {
            name.to_uppercase()
        } else {
            name
        };
        canon.replace(Span::new(sign + 1, end), &name, RepairKind::Label);
    }
}

/// One physical line.
fn statement_line(canon: &mut Canonicalizer<'_>, line: Span) {
    let text = canon.text;
    let raw = &text[line.range()];
    let is_row = |words: &str| {
        let mut bytes = words.bytes();
        bytes.next() == Some(b'P') && bytes.next().is_some_and(|it| it.is_ascii_digit())
    };
    let blank = |sign: char| matches!(sign, ' ' | '\t' | '\u{3000}');
    let start = line.start as usize + (raw.len() - raw.trim_start_matches(blank).len());
    let words = raw.trim_matches(blank);
    match words.as_bytes() {
        [] | [b'\'', ..] => return,
        _ => {}
    }
    if start > line.start as usize {
        canon.replace(
            Span::new(line.start as usize, start),
            "",
            RepairKind::LineForm,
        );
    }
    if is_row(words) {
        return;
    }
    let end = start + words.len();
    if end < line.end as usize {
        canon.replace(Span::new(end, line.end as usize), "", RepairKind::LineForm);
    }
    if words.starts_with(['N', '$']) {
        header(canon, start, words);
        return;
    }
    let mut at = start;
    loop {
        let rest = &text[at..end];
        // What begins like this takes the rest of the line.
        if rest.starts_with(['\'', 'N', '$']) {
            return;
        }
        let comma = rest.find(',');
        let statement = &rest[..comma.unwrap_or(rest.len())];
        let inner = statement.trim_matches(blank);
        let from = at + (statement.len() - statement.trim_start_matches(blank).len());
        let behind = Span::new(from + inner.len(), at + statement.len());
        if !inner.is_empty() {
            canon.replace(Span::new(at, from), "", RepairKind::LineForm);
            one_statement(canon, from, inner);
        }
        let Some(comma) = comma else {
            canon.replace(behind, "", RepairKind::LineForm);
            return;
        };
        canon.replace(behind, "", RepairKind::LineForm);
        let place = Span::new(at + comma, at + comma + 1);
        let more = !text[place.end as usize..end].starts_with(',') && (place.end as usize) < end;
        // Only the last of several commas becomes a line end.
        let with = if more && (at > start || !statement.is_empty()) {
            canon.around.line_end
        } else {
            ""
        };
        canon.replace(place, with, RepairKind::LineForm);
        at = place.end as usize;
    }
}

fn one_statement(canon: &mut Canonicalizer<'_>, at: usize, statement: &str) {
    match statement.as_bytes() {
        [b'T', value @ ..] if !value.is_empty() => {
            let value = &statement[1..];
            if let Some(time) = crate::notation::csa::canonical_time(value) {
                let span = Span::new(at + 1, at + statement.len());
                canon.replace(span, &time, RepairKind::Clock);
            }
        }
        [b'P', b'+' | b'-', pieces @ ..] if pieces.len().is_multiple_of(4) => {
            for (place, piece) in (0..).step_by(4).zip(pieces.chunks_exact(4)) {
                if piece.starts_with(b"OO") {
                    let from = at + 2 + place;
                    canon.replace(Span::new(from, from + 2), "00", RepairKind::Board);
                }
            }
        }
        _ => {}
    }
}

/// A date in the form of the standard.
fn header(canon: &mut Canonicalizer<'_>, start: usize, words: &str) {
    let Some((name, value)) = words.split_once(':') else {
        return;
    };
    if !matches!(name, "$START_TIME" | "$END_TIME") {
        return;
    }
    if let Some((time, rest)) = GameTime::parse(value)
        && rest.trim().is_empty()
    {
        let from = start + name.len() + 1;
        let span = Span::new(from, from + value.len());
        canon.replace(span, &time.csa(), RepairKind::Header);
    }
}
