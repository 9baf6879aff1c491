//! Writes JKF, on one line, with the keys in the order of the schema. Variations are nested in the text, but their
//! writer keeps a stack of its own.

use std::fmt::Write;

use super::presets;
use super::relative::relative;
use crate::notation::csa::{closing, names};
use crate::notation::kif_family::header_lines;
use crate::notation::shared::options::{CsaVersion, WriteOptions};
use crate::record::{Clock, EndingKind, Entry, NodeId, Record, RemarkKind};
use crate::replay::{Clocks, Replay, Step};
use crate::shogi::{Color, Piece, Position, Setup, Square};

/// Appends a record.
pub(in crate::notation) fn write(
    record: &Record,
    replay: &Replay,
    options: &WriteOptions,
    out: &mut String,
) {
    out.push_str("{\"header\":{");
    for (number, (name, value)) in header_lines::jkf(record).lines.iter().enumerate() {
        comma(number > 0, out);
        string(name, out);
        out.push(':');
        string(value, out);
    }
    out.push_str("},\"initial\":");
    initial(record, replay, options, out);
    out.push_str(",\"moves\":[{");
    comments(&remarks(record, NodeId::ROOT), out);
    out.push('}');
    if let Some(start) = replay.start() {
        let writer = Writer {
            record,
            replay,
            options,
            out,
        };
        writer.lines(Place {
            next: record.tree.first_child(NodeId::ROOT),
            position: start.clone(),
            before: record.last_target,
            clocks: Clocks::default(),
            broken: false,
        });
    }
    out.push_str("]}\n");
}

fn initial(record: &Record, replay: &Replay, options: &WriteOptions, out: &mut String) {
    let Some(start) = replay.start() else {
        out.push_str("{\"preset\":\"OTHER\"}");
        return;
    };
    let preset = record.start.handicap().and_then(presets::name);
    let preset = preset.filter(|name| !options.jkf_portable || presets::is_widely_known(name));
    match preset {
        Some(name) => {
            let _ = write!(out, "{{\"preset\":\"{name}\"}}");
        }
        None => data(&start.setup(), out),
    }
}

/// Appends a start by its pieces, file by file.
fn data(setup: &Setup, out: &mut String) {
    let color = setup.turn as u8;
    let _ = write!(
        out,
        "{{\"preset\":\"OTHER\",\"data\":{{\"color\":{color},\"board\":["
    );
    for file in 1..=9 {
        comma(file > 1, out);
        out.push('[');
        for rank in 1..=9 {
            comma(rank > 1, out);
            let piece = Square::new(file, rank).and_then(|square| setup.board[square.index()]);
            match piece {
                None => out.push_str("{}"),
                Some(piece) => {
                    let (color, kind) = (piece.color() as u8, names::name(piece.kind()));
                    let _ = write!(out, "{{\"color\":{color},\"kind\":\"{kind}\"}}");
                }
            }
        }
        out.push(']');
    }
    out.push_str("],\"hands\":[");
    for color in Color::BOTH {
        comma(color == Color::White, out);
        out.push('{');
        for (number, (kind, count)) in setup.hands[color].iter().enumerate() {
            comma(number > 0, out);
            let _ = write!(out, "\"{}\":{count}", names::name(kind));
        }
        out.push('}');
    }
    out.push_str("]}}");
}

/// A place on a line: what comes next there and what it needs to know.
#[derive(Clone)]
struct Place {
    next: Option<NodeId>,
    position: Position,
    /// Where the move before went.
    before: Option<Square>,
    /// The time used by both sides.
    clocks: Clocks,
    /// Whether the move before is illegal.
    broken: bool,
}

/// What is still to be written, the next thing last.
enum Task {
    /// The rest of a line; the first entry of a variation has no comma before it.
    Line(Place, bool),
    /// The variations from this place on, its `next` being the first of them; and whether that is the first of all.
    Variations(Place, bool),
    Close(&'static str),
}

struct Writer<'a> {
    record: &'a Record,
    replay: &'a Replay,
    options: &'a WriteOptions,
    out: &'a mut String,
}

impl Writer<'_> {
    fn lines(mut self, start: Place) {
        let mut tasks = vec![Task::Line(start, false)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close(text) => self.out.push_str(text),
                Task::Variations(place, first) => {
                    self.out.push_str(if first { "[" } else { ",[" });
                    if let Some(next) = place.next.and_then(|it| self.next_sibling(it)) {
                        let next = Some(next);
                        let later = Place {
                            next,
                            ..place.clone()
                        };
                        tasks.push(Task::Variations(later, false));
                    }
                    tasks.push(Task::Close("]"));
                    tasks.push(Task::Line(place, true));
                }
                Task::Line(place, first) => self.line(place, first, &mut tasks),
            }
        }
    }

    /// Writes entries up to the first that has variations beside it.
    fn line(&mut self, mut place: Place, mut first: bool, tasks: &mut Vec<Task>) {
        while let Some(id) = place.next.filter(|&id| self.is_writable(id)) {
            comma(!first, self.out);
            let opens_variation = std::mem::take(&mut first);
            let wanted = !opens_variation && !self.options.main_line;
            let sibling = wanted.then(|| self.next_sibling(id)).flatten();
            let variations = sibling.map(|sibling| Place {
                next: Some(sibling),
                ..place.clone()
            });
            self.entry(id, &mut place);
            let Some(variations) = variations else {
                self.out.push('}');
                continue;
            };
            self.out.push_str(",\"forks\":[");
            tasks.push(Task::Line(place, false));
            tasks.push(Task::Close("]}"));
            tasks.push(Task::Variations(variations, true));
            return;
        }
    }

    /// The next alternative to a node that can be written.
    fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        let tree = &self.record.tree;
        let mut later = std::iter::successors(tree.next_sibling(id), |&it| tree.next_sibling(it));
        later.find(|&it| self.is_writable(it))
    }

    fn is_writable(&self, id: NodeId) -> bool {
        match self.record.tree.node(id).entry {
            Entry::Move(_) => self.replay.step(id).is_some(),
            Entry::End(_) => true,
            Entry::Root | Entry::Unreadable => false,
        }
    }

    /// Writes an entry without its closing brace, and goes to what follows it.
    fn entry(&mut self, id: NodeId, place: &mut Place) {
        let node = self.record.tree.node(id);
        let mover = place.position.turn();
        let mut texts = remarks(self.record, id);
        let closing = match node.entry {
            Entry::End(ending) => {
                let winner = match self.replay.declared().winner {
                    Some(crate::replay::Winner::Side(color)) if self.is_main_end(id) => Some(color),
                    _ => ending.claim.winner(mover),
                };
                let end = closing(ending, mover, winner, place.broken, CsaVersion::V30);
                let written = self.record.str(node.span).trim();
                texts.extend(end.comment(written).map(str::to_owned));
                let is_new = self.options.jkf_schema && ending.kind == EndingKind::MaxMoves;
                Some(if is_new { "HIKIWAKE" } else { end.word })
            }
            _ => None,
        };
        self.out.push('{');
        comments(&texts, self.out);
        let mut written = !texts.is_empty();
        if let Some(step) = self.replay.step(id) {
            comma(std::mem::replace(&mut written, true), self.out);
            self.written_move(step, place);
        }
        self.time(node.clock, mover, place, &mut written);
        if let Some(word) = closing {
            comma(written, self.out);
            let _ = write!(self.out, "\"special\":\"{word}\"");
        }
        match self.replay.step(id) {
            Some(step) => {
                place.before = Some(step.mv.to());
                place.broken = step.broken.is_some();
                step.make(&mut place.position);
                place.next = self.record.tree.first_child(id);
            }
            None => place.next = None,
        }
    }

    /// Whether this is the ending of the main line.
    fn is_main_end(&self, id: NodeId) -> bool {
        let is_end = |it: &NodeId| matches!(self.record.tree.node(*it).entry, Entry::End(_));
        self.record.tree.main_line().find(is_end) == Some(id)
    }

    fn written_move(&mut self, step: &Step, place: &Place) {
        let out = &mut *self.out;
        let (side, kind) = (step.piece.color(), step.piece.kind());
        let _ = write!(out, "\"move\":{{\"color\":{}", side as u8);
        if let Some(from) = step.mv.from() {
            let _ = write!(out, ",\"from\":{}", square(from));
        }
        let to = step.mv.to();
        let _ = write!(
            out,
            ",\"to\":{},\"piece\":\"{}\"",
            square(to),
            names::name(kind)
        );
        if let Some(from) = step.mv.from() {
            if place.before == Some(to) {
                out.push_str(",\"same\":true");
            }
            let promotes = step.mv.promotes();
            let may = kind.promoted().is_some() && (from.in_zone_of(side) || to.in_zone_of(side));
            if promotes || may {
                let _ = write!(out, ",\"promote\":{promotes}");
            }
        }
        if let Some(taken) = step.captured.map(Piece::kind) {
            let _ = write!(out, ",\"capture\":\"{}\"", names::name(taken));
        }
        if let Some(words) = relative(&place.position, step) {
            let _ = write!(out, ",\"relative\":\"{words}\"");
        }
        out.push('}');
    }

    /// Writes the time of an entry and adds it to its side's.
    fn time(&mut self, clock: Clock, mover: Color, place: &mut Place, written: &mut bool) {
        place.clocks.add(mover, clock.in_seconds());
        let Some(elapsed) = clock.elapsed() else {
            return;
        };
        let (now, total) = (elapsed / 1000, place.clocks.written(mover) / 1000);
        comma(std::mem::replace(written, true), self.out);
        let _ = write!(
            self.out,
            "\"time\":{{\"now\":{{\"m\":{},\"s\":{}}},\"total\":{{\"h\":{},\"m\":{},\"s\":{}}}}}",
            now / 60,
            now % 60,
            total / 3600,
            total / 60 % 60,
            total % 60
        );
    }
}

fn square(square: Square) -> String {
    format!("{{\"x\":{},\"y\":{}}}", square.file(), square.rank())
}

/// The comments of a node; an analysis keeps the second star it has in KIF and CSA.
fn remarks(record: &Record, node: NodeId) -> Vec<String> {
    if record.remarks.is_empty() {
        return Vec::new();
    }
    let analysis = record.remarks_on(node, RemarkKind::Analysis);
    let comments = record.remarks_on(node, RemarkKind::Comment);
    analysis
        .map(|text| format!("*{text}"))
        .chain(comments.map(str::to_owned))
        .collect()
}

fn comments(texts: &[String], out: &mut String) {
    if texts.is_empty() {
        return;
    }
    out.push_str("\"comments\":[");
    for (number, text) in texts.iter().enumerate() {
        comma(number > 0, out);
        string(text, out);
    }
    out.push(']');
}

fn comma(wanted: bool, out: &mut String) {
    if wanted {
        out.push(',');
    }
}

/// Appends a JSON string.
fn string(text: &str, out: &mut String) {
    out.push_str(&serde_json::Value::from(text).to_string());
}
