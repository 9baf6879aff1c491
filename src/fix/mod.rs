//! A file of records put into canonical form by single repairs: whatever they do not touch stays byte for byte, and the
//! moves stay the same.

mod backup;
mod diff;

pub use backup::replace;
pub use diff::unified;

use crate::examine::Examiner;
use crate::finding::Severity;
use crate::notation::{self, Game, RepairContext, RepairKind, Section, Splitter, promised};
use crate::record::{Claim, Entry, Format, NodeId, Record};
use crate::replay::{Replay, ReplayOptions};
use crate::shogi::{Color, Position};
use crate::text::{self, Decision, Encoding, LineEnds, Places, Unmappable, encode};

/// A repair that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The line of the file, from 1.
    pub line: u32,
    /// The character of the line, from 1.
    pub column: u32,
    /// What it is about.
    pub kind: RepairKind,
    /// What stood there.
    pub before: String,
    /// What stands there now.
    pub after: String,
    /// The bytes of the original file.
    range: std::ops::Range<usize>,
}

/// Why a file is left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It holds no record.
    NoRecord,
    /// Its lines are in several encodings, or its bytes are damaged.
    Damaged,
    /// The moves, the start or the result would not be the same.
    Changed {
        /// The game of which this is so.
        game: u32,
    },
}

impl Refusal {
    /// The key of its words in the catalogue.
    pub const fn word(self) -> &'static str {
        match self {
            Refusal::NoRecord => "fix.no_record",
            Refusal::Damaged => "fix.damaged",
            Refusal::Changed { .. } => "fix.changed",
        }
    }
}

/// A file in canonical form.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What was repaired, in the order of the file.
    pub done: Vec<Done>,
    /// The text before and after, for whoever wants to compare.
    pub text: (String, String),
    /// How many of its records still have an error.
    pub errors: u32,
}

/// How to read a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// In this notation.
    pub format: Option<Format>,
    /// In this encoding.
    pub encoding: Option<Encoding>,
}

/// Repairs a file.
///
/// # Errors
/// Why it must stay as it is.
pub fn fix(name: &str, bytes: &[u8], reading: Reading) -> Result<Fixed, Refusal> {
    let decision = decide(bytes, reading);
    let mut examiner = Examiner::default();
    let games = games(name, bytes, decision, reading);
    let line_end = usual_line_end(bytes, decision.encoding);
    let mut done = Vec::new();
    let mut before = Vec::new();
    for (at, section) in games.iter().enumerate() {
        let game = game(name, bytes, section);
        let report = examiner.examine(&game, EVERYTHING);
        if report.decision.damaged {
            return Err(Refusal::Damaged);
        }
        if game.format.is_none() {
            return Err(Refusal::NoRecord);
        }
        let around = RepairContext {
            decision: report.decision,
            line_end,
            first: at == 0,
        };
        let places = report.places();
        for repair in notation::repairs(report.record, report.replay, &around) {
            done.push(placed(&repair, report.record, &places, section));
        }
        before.push(picture(report.record, report.replay));
    }
    let fixed = apply(bytes, &done, decision.encoding);
    let new_decision = decide(&fixed, reading);
    let again = self::games(name, &fixed, new_decision, reading);
    let changed = |game: usize| Refusal::Changed {
        game: game as u32 + 1,
    };
    if again.len() != before.len() {
        return Err(changed(again.len().min(before.len())));
    }
    let mut errors = 0;
    for (at, section) in again.iter().enumerate() {
        let game = game(name, &fixed, section);
        let report = examiner.examine(&game, EVERYTHING);
        errors += u32::from(report.worst() == Some(Severity::Error));
        if picture(report.record, report.replay) != before[at] {
            return Err(changed(at));
        }
    }
    let text = (decoded(bytes, decision), decoded(&fixed, new_decision));
    Ok(Fixed {
        bytes: fixed,
        done,
        text,
        errors,
    })
}

const EVERYTHING: ReplayOptions = ReplayOptions {
    variations: true,
    rules: crate::replay::Rules::Jsa,
};

fn decide(bytes: &[u8], reading: Reading) -> Decision {
    match reading.encoding {
        Some(encoding) => Decision::forced(encoding, bytes),
        None => text::detect(bytes, true),
    }
}

fn games(name: &str, bytes: &[u8], decision: Decision, reading: Reading) -> Vec<Section> {
    let format = reading
        .format
        .or_else(|| notation::detect(bytes, &decision, promised(name)));
    let mut splitter = Splitter::new(format, &decision);
    std::iter::from_fn(|| splitter.next(bytes, true)).collect()
}

fn game<'a>(name: &'a str, bytes: &'a [u8], section: &Section) -> Game<'a> {
    Game {
        file: name,
        index: section.index,
        line: section.line,
        byte: section.byte,
        bytes: &bytes[section.range.clone()],
        decision: section.decision,
        format: section.format,
    }
}

/// The line end that most lines of a file have.
fn usual_line_end(bytes: &[u8], encoding: Encoding) -> &'static str {
    let unit = if encoding.is_utf16() { 2 } else { 1 };
    let mut counts = [0u64; 3];
    for end in LineEnds::new(bytes, encoding) {
        let is_lf = |byte: &u8| *byte == b'\n';
        let place = match (end.len() / unit, bytes[end.clone()].iter().any(is_lf)) {
            (1, true) => 0,
            (1, false) => 2,
            _ => 1,
        };
        counts[place] += 1;
    }
    let names = ["\n", "\r\n", "\r"];
    let most = (0..3).rev().max_by_key(|&place| counts[place]);
    names[most.unwrap_or(0)]
}

fn placed(
    repair: &notation::Repair,
    record: &Record,
    places: &Places<'_>,
    section: &Section,
) -> Done {
    let start = places.place(repair.span.start as usize);
    let end = places.place(repair.span.end as usize);
    let from = section.range.start;
    // The start of the text lies behind a byte order mark.
    Done {
        line: start.line + section.line - 1,
        column: start.column,
        kind: repair.kind,
        before: record.str(repair.span).to_owned(),
        after: repair.with.clone(),
        range: from + start.byte as usize..from + end.byte as usize,
    }
}

/// The bytes with every repair made.
fn apply(bytes: &[u8], done: &[Done], encoding: Encoding) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for repair in done {
        if repair.range.start < at || repair.range.end < repair.range.start {
            continue;
        }
        out.extend_from_slice(&bytes[at..repair.range.start]);
        let encoding = match encoding {
            Encoding::Ascii => Encoding::Utf8,
            other => other,
        };
        // The words of canonical forms exist in every encoding of records.
        let _ = encode(&repair.after, encoding, Unmappable::Geta, &mut out);
        at = repair.range.end;
    }
    out.extend_from_slice(&bytes[at..]);
    out
}

fn decoded(bytes: &[u8], decision: Decision) -> String {
    let mut text = String::new();
    text::decode(bytes, &decision, &mut text, &mut Vec::new());
    text
}

/// What must stay the same: start, moves, endings, times of moves, comments.
fn picture(record: &Record, replay: &Replay) -> String {
    use std::fmt::Write;
    let mut out = String::new();
    if let Some(start) = replay.start() {
        let _ = writeln!(out, "{start}");
    }
    let _ = writeln!(out, "{:?}", replay.declared());
    let turn = replay.start().map_or(Color::Black, Position::turn);
    let mut waiting = vec![(NodeId::ROOT, !turn)];
    while let Some((id, mover)) = waiting.pop() {
        let node = record.tree.node(id);
        let children: Vec<_> = record.tree.children(id).collect();
        let _ = write!(out, "{} ", children.len());
        match (node.entry, replay.step(id)) {
            (Entry::Move(_), Some(step)) => {
                let _ = write!(out, "{} {:?}", step.mv, step.broken);
            }
            (Entry::End(ending), _) => {
                // A word and a summary say the same in different ways.
                let claim = ending.summary.unwrap_or(ending.claim);
                let winner = match claim {
                    Claim::Draw => "draw",
                    claim => claim.winner(mover).map_or("nobody", Color::name),
                };
                let _ = write!(out, "{:?} {winner}", ending.kind);
            }
            (entry, _) => {
                let _ = write!(out, "{entry:?}");
            }
        }
        let _ = write!(out, " {:?}", node.clock.elapsed());
        for remark in record.remarks.iter().filter(|it| it.node == id) {
            let _ = write!(out, " {:?} {}", remark.kind, record.str(remark.text));
        }
        out.push('\n');
        waiting.extend(children.into_iter().rev().map(|child| (child, !mover)));
    }
    out
}
