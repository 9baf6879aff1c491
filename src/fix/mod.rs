//! A file of records put into canonical form by single repairs: whatever they do not touch stays byte for byte, and the
//! moves stay the same.

mod backup;
mod diff;
mod edit;

pub(crate) use backup::replace;
pub(crate) use diff::unified;

use crate::examine::Examiner;
use crate::finding::{Code, Severity};
use crate::notation::{self, Game, RepairContext, RepairKind, Section, Splitter, promised};
use crate::record::{Claim, Entry, NodeId, Notation, Record};
use crate::replay::{Replay, ReplayOptions};
use crate::shogi::{Color, Position};
use crate::text::{self, Decision, Encoding, LineEnds, Places};
use edit::{Edit, EditWriter, apply};

/// A repair that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Done {
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
}

/// Why a file is left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// It holds no record.
    NoRecord,
    /// Its lines are in several encodings, or its bytes are damaged.
    Damaged,
    /// The moves, the start or the result would not be the same.
    Changed {
        /// The game of which this is so.
        game: u32,
    },
    /// There would be findings that are not there now.
    Worse {
        /// The game of which this is so.
        game: u32,
    },
    /// Repairs would call for each other without end.
    Unsettled,
}

impl Refusal {
    /// The key of its words in the catalogue.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Refusal::NoRecord => "fix.no_record",
            Refusal::Damaged => "fix.damaged",
            Refusal::Changed { .. } => "fix.changed",
            Refusal::Worse { .. } | Refusal::Unsettled => "fix.worse",
        }
    }
}

/// A file in canonical form.
#[derive(Clone, Debug)]
pub(crate) struct Fixed {
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
pub(crate) struct Reading {
    /// In this notation.
    pub notation: Option<Notation>,
    /// In this encoding.
    pub encoding: Option<Encoding>,
}

/// Repairs a file. Repairing what comes out changes nothing more, and no finding is new in it.
///
/// # Errors
/// Why it must stay as it is.
pub(crate) fn fix(name: &str, bytes: &[u8], reading: Reading) -> Result<Fixed, Refusal> {
    let first = Look::at(name, bytes, reading)?;
    let mut done = first.done.clone();
    let mut fixed = bytes.to_vec();
    let mut look = first.clone();
    let mut rounds = 0;
    while !look.edits.is_empty() {
        rounds += 1;
        if rounds > ROUNDS {
            return Err(Refusal::Unsettled);
        }
        fixed = apply(&fixed, &look.edits);
        let worse = |_| Refusal::Worse { game: 1 };
        look = Look::at(name, &fixed, reading).map_err(worse)?;
        first.compare(&look)?;
        done.extend_from_slice(&look.done);
    }
    let text = (
        decoded(bytes, first.decision),
        decoded(&fixed, look.decision),
    );
    Ok(Fixed {
        bytes: fixed,
        done,
        text,
        errors: look.errors,
    })
}

/// One repair may make room for another; more rounds than that show that two undo each other.
const ROUNDS: usize = 4;

/// What a file holds, and what there is to be repaired.
#[derive(Clone, Debug)]
struct Look {
    decision: Decision,
    games: Vec<GameLook>,
    done: Vec<Done>,
    edits: Vec<Edit>,
    /// How many records have an error.
    errors: u32,
}

/// What a repair must not change.
#[derive(Clone, Debug)]
struct GameLook {
    picture: String,
    counts: Vec<(Code, u32)>,
}

impl Look {
    fn at(name: &str, bytes: &[u8], reading: Reading) -> Result<Look, Refusal> {
        let mut look = Look {
            decision: decide(bytes, reading),
            games: Vec::new(),
            done: Vec::new(),
            edits: Vec::new(),
            errors: 0,
        };
        let line_end = usual_line_end(bytes, look.decision.encoding);
        let mut examiner = Examiner::default();
        for section in games(name, bytes, look.decision, reading) {
            let game = game(name, bytes, &section);
            let report = examiner.examine(&game, EVERYTHING);
            if report.decision.damaged {
                return Err(Refusal::Damaged);
            }
            if game.notation.is_none() {
                return Err(Refusal::NoRecord);
            }
            let around = RepairContext {
                decision: report.decision,
                line_end,
                first: look.games.is_empty(),
            };
            let repairs = notation::repairs(report.record, report.replay, &around);
            let places = report.places();
            for repair in &repairs {
                look.done
                    .push(placed(repair, report.record, &places, &section));
            }
            let mut writer = EditWriter {
                bytes,
                encoding: encoding_of(report.decision.encoding, look.decision.encoding),
                offset: section.range.start,
                text: &report.record.text[..report.record.source_len],
                places: &places,
            };
            let number = look.games.len() as u32 + 1;
            let edits = writer.edits(&repairs);
            look.edits
                .extend(edits.ok_or(Refusal::Changed { game: number })?);
            look.errors += u32::from(report.worst() == Some(Severity::Error));
            look.games.push(GameLook {
                picture: picture(report.record, report.replay),
                counts: report.counts.to_vec(),
            });
        }
        Ok(look)
    }

    /// Whether another look at the same file, after repairs, shows the same games with nothing new to find.
    fn compare(&self, after: &Look) -> Result<(), Refusal> {
        if self.games.len() != after.games.len() {
            let game = self.games.len().min(after.games.len()) as u32 + 1;
            return Err(Refusal::Changed { game });
        }
        for (at, (old, new)) in self.games.iter().zip(&after.games).enumerate() {
            let game = at as u32 + 1;
            if old.picture != new.picture {
                return Err(Refusal::Changed { game });
            }
            let count = |code| {
                old.counts
                    .iter()
                    .find(|(it, _)| *it == code)
                    .map_or(0, |it| it.1)
            };
            if new.counts.iter().any(|&(code, now)| now > count(code)) {
                return Err(Refusal::Worse { game });
            }
        }
        Ok(())
    }
}

/// The encoding in which repairs of a game are written: its own, or that of its file where it has none to speak of.
fn encoding_of(game: Encoding, file: Encoding) -> Encoding {
    match (game, file) {
        (Encoding::Ascii, Encoding::Ascii) => Encoding::Utf8,
        (Encoding::Ascii, file) => file,
        (game, _) => game,
    }
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
    let notation = reading
        .notation
        .or_else(|| notation::detect(bytes, &decision, promised(name)));
    let mut splitter = Splitter::new(notation, &decision);
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
        notation: section.notation,
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
    Done {
        line: start.line + section.line - 1,
        column: start.column,
        kind: repair.kind,
        before: record.str(repair.span).to_owned(),
        after: repair.with.clone(),
    }
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
    let mut remarks: Vec<_> = record.remarks.iter().collect();
    remarks.sort_by_key(|it| it.node);
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
        let from = remarks.partition_point(|it| it.node < id);
        for remark in remarks[from..].iter().take_while(|it| it.node == id) {
            let _ = write!(out, " {:?} {}", remark.kind, record.str(remark.text));
        }
        out.push('\n');
        waiting.extend(children.into_iter().rev().map(|child| (child, !mover)));
    }
    out
}

#[cfg(test)]
mod tests;
