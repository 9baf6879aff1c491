//! KIF, KI2 and BOD: labels, headers, boards, the turn line, numbers, moves, clocks, variations and results in the form in
//! which Kifu for Windows writes them.

use super::board::{Diagram, hand, row as board_row};
use super::clock::times;
use super::endings::summary;
use super::headers::{Subject, subject};
use super::lines::{Kind, Line, classify};
use super::plan::{MoveWriter, Plan, places, plans};
use super::write::{hand_value, row_text};
use crate::finding::Findings;
use crate::notation::shared::japanese::{self, HandicapName};
use crate::notation::shared::repair::{Repair, RepairContext, RepairKind, label_name};
use crate::record::{Entry, NodeId, Notation, Record, Start};
use crate::replay::Replay;
use crate::shogi::{Color, Handicap, Setup};
use crate::text::{Encoding, Span};

/// The repairs of a record. A notation that writes moves by the position brings its own `write_move`; KIF does not.
pub(in crate::notation) fn repairs(
    record: &Record,
    replay: &Replay,
    around: &RepairContext,
    write_move: Option<MoveWriter>,
) -> Vec<Repair> {
    let mut canon = Canonicalizer {
        record,
        text: &record.text[..record.source_len],
        around,
        plans: plans(record, replay, write_move),
        places: places(record),
        repairs: Vec::new(),
        begun: false,
        variation: None,
        ending: None,
        head_end: None,
        turn_line: false,
        rows: 0,
        is_board: false,
    };
    canon.label();
    let mut at = 0;
    while at < canon.text.len() {
        let line = Line::at(canon.text, at);
        canon.line(at, line);
        at = line.next;
    }
    canon.turn(replay);
    canon.repairs
}

struct Canonicalizer<'a> {
    record: &'a Record,
    text: &'a str,
    around: &'a RepairContext,
    plans: Vec<Option<Plan>>,
    places: Vec<(u32, NodeId)>,
    repairs: Vec<Repair>,
    /// Whether a move or an ending was met.
    begun: bool,
    /// The number of a variation whose first move is still to come: its place and its text.
    variation: Option<Span>,
    /// The ending of the present line.
    ending: Option<NodeId>,
    /// Where the lines end that give the start position.
    head_end: Option<usize>,
    turn_line: bool,
    /// How many rows of the board were met.
    rows: u8,
    is_board: bool,
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

    /// The label of the encoding: true, and there where UTF-8 is known only by it.
    fn label(&mut self) {
        let decision = self.around.decision;
        if !self.around.first || decision.encoding == Encoding::Ascii {
            return;
        }
        let end = self.text.find(['\n', '\r']).unwrap_or(self.text.len());
        let first = &self.text[..end];
        if let (Some(said), Some(sign)) = (decision.label, first.find("encoding=")) {
            if said != decision.encoding {
                let from = sign + "encoding=".len();
                let name = label_name(decision.encoding);
                self.replace(Span::new(from, end), &name, RepairKind::Label);
            }
            return;
        }
        let Some(label) = self
            .record
            .notation
            .and_then(|notation| notation.info().label)
        else {
            return;
        };
        let word = label.split(' ').next().unwrap_or(label);
        if decision.encoding == Encoding::Utf8 && !first.starts_with(word) {
            let line = format!("{label}UTF-8{}", self.around.line_end);
            let at = usize::from(first.starts_with('\u{FEFF}')) * '\u{FEFF}'.len_utf8();
            self.replace(Span::at(at), &line, RepairKind::Label);
        }
    }

    fn line(&mut self, at: usize, line: Line) {
        match classify(self.text, line.span) {
            Kind::Numbered(number, unusual, body) => {
                let Some(node) = self.node_in(body) else {
                    // A move that another line has already; its number says nothing.
                    self.variation = None;
                    return;
                };
                self.begin_variation(node);
                self.numbered(at, number, unusual, body, node);
                self.clock(node, body);
            }
            Kind::Marked | Kind::Unknown if self.record.notation == Some(Notation::Ki2) => {
                self.marked(line.span);
            }
            Kind::Comment(_, true) => {
                let sign = Span::new(
                    line.span.start as usize,
                    line.span.start as usize + '＊'.len_utf8(),
                );
                self.replace(sign, "*", RepairKind::LineForm);
            }
            Kind::Variation(rest) if self.begun => {
                self.ending = None;
                self.variation = Some(rest);
                let whole = line.span;
                let sign = Span::new(whole.start as usize + "変化".len(), rest.start as usize);
                let gap = self.text[sign.range()]
                    .trim_start_matches(['：', ':'])
                    .to_owned();
                self.replace(sign, &format!("：{gap}"), RepairKind::LineForm);
            }
            Kind::Summary => self.summary(at, line.span),
            Kind::Header(key, value) if !self.begun => self.header(line, key, value),
            Kind::Turn(_) => {
                self.turn_line = true;
                self.head_end = Some(line.next);
            }
            Kind::BoardRow(content) if !self.begun => {
                self.row(content);
                self.head_end = Some(line.next);
            }
            Kind::BoardFrame | Kind::PlyLine(_) if !self.begun => self.head_end = Some(line.next),
            Kind::Word => {
                if let Some(node) = self.node_in(line.span) {
                    self.begin_variation(node);
                    self.ending = Some(node);
                    let plan = self.plans[node.index()].clone().unwrap_or_default();
                    if let Some(word) = plan.text {
                        let with = format!("{:>4} {word}", plan.number);
                        let span = self.record.tree.node(node).span;
                        self.replace(span, &with, RepairKind::Result);
                    }
                }
            }
            _ => {}
        }
    }

    /// The first node that stands within a stretch.
    fn node_in(&self, span: Span) -> Option<NodeId> {
        let at = self
            .places
            .partition_point(|(start, _)| *start < span.start);
        let (start, node) = self.places.get(at)?;
        (*start < span.end).then_some(*node)
    }

    /// The first node of a line: the number above it must be its own.
    fn begin_variation(&mut self, node: NodeId) {
        self.begun = true;
        let Some(rest) = self.variation.take() else {
            return;
        };
        let Some(plan) = &self.plans[node.index()] else {
            return;
        };
        let number = plan.number;
        let text = self.text[rest.range()].trim_start_matches([' ', '\u{3000}', '\t']);
        let skipped = rest.end as usize - text.len();
        let digits = japanese::number(text.as_bytes());
        let good = digits.is_some_and(|(found, len)| found == number && &text[len..] == "手");
        if !good {
            let span = Span::new(skipped, rest.end as usize);
            self.replace(span, &format!("{number}手"), RepairKind::Variation);
        }
    }

    /// A line with a number: the number, then the move or the word.
    fn numbered(&mut self, at: usize, number: u32, unusual: bool, body: Span, node: NodeId) {
        let Some(plan) = self.plans[node.index()].clone() else {
            return;
        };
        if number != plan.number || unusual {
            let prefix = Span::new(at, body.start as usize);
            self.replace(prefix, &format!("{:>4} ", plan.number), RepairKind::Number);
        }
        let (span, kind) = match self.record.tree.node(node).entry {
            Entry::End(_) => {
                self.ending = Some(node);
                (self.record.tree.node(node).span, RepairKind::Result)
            }
            _ => (self.record.tree.node(node).span, RepairKind::Move),
        };
        if let Some(text) = &plan.text {
            self.rewrite(span, text, body.end as usize, kind);
        }
    }

    /// A move in other words; what follows it keeps its column if it can.
    fn rewrite(&mut self, span: Span, with: &str, end: usize, kind: RepairKind) {
        let old = &self.text[span.range()];
        if old == with {
            return;
        }
        let rest = &self.text[span.end as usize..end];
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        if blanks == 0 || blanks == rest.len() {
            self.replace(span, with, kind);
            return;
        }
        let room = columns(old) + blanks;
        let blanks_after = room.saturating_sub(columns(with)).max(1);
        let whole = Span::new(span.start as usize, span.end as usize + blanks);
        let with = format!("{with}{}", " ".repeat(blanks_after));
        self.replace(whole, &with, kind);
    }

    /// The moves of a KI2 line.
    fn marked(&mut self, line: Span) {
        let from = self
            .places
            .partition_point(|(start, _)| *start < line.start);
        let nodes: Vec<NodeId> = self.places[from..]
            .iter()
            .take_while(|(start, _)| *start < line.end)
            .map(|(_, node)| *node)
            .collect();
        for (at, &node) in nodes.iter().enumerate() {
            self.begin_variation(node);
            let span = self.record.tree.node(node).span;
            if matches!(self.record.tree.node(node).entry, Entry::End(_)) {
                self.ending = Some(node);
                continue;
            }
            let Some(text) = self.plans[node.index()].clone().and_then(|it| it.text) else {
                continue;
            };
            let next = nodes
                .get(at + 1)
                .map(|&it| self.record.tree.node(it).span.start);
            let end = next.map_or(line.end, |it| it) as usize;
            self.rewrite(span, &text, end, RepairKind::Move);
        }
    }

    /// The times beside a move.
    fn clock(&mut self, node: NodeId, body: Span) {
        let it = self.record.tree.node(node);
        let Some(plan) = &self.plans[node.index()] else {
            return;
        };
        let rest = &self.text[it.span.end as usize..body.end as usize];
        let Some(open) = rest.find(['(', '（']) else {
            return;
        };
        let Some(found) = times(&rest.as_bytes()[open..]) else {
            return;
        };
        let (Some(elapsed), false) = (found.clock.elapsed(), found.fraction) else {
            return;
        };
        let written = found.clock.total().map(|it| u64::from(it) / 1000);
        let total = plan.total.or(written);
        let wrong = plan.total.is_some() && written != plan.total;
        let from = it.span.end as usize + open;
        let mut end = from + found.len;
        // Only the first of two groups counts.
        let after = self.text[end..body.end as usize].trim_start_matches([' ', '\u{3000}']);
        let second = times(after.as_bytes()).map(|it| it.len);
        if let Some(len) = second {
            end = body.end as usize - after.len() + len;
        }
        if let Some(total) = total
            && (found.unusual || wrong || second.is_some())
        {
            let elapsed = u64::from(elapsed) / 1000;
            let with = format!(
                "({:2}:{:02}/{:02}:{:02}:{:02})",
                elapsed / 60,
                elapsed % 60,
                total / 3600,
                total / 60 % 60,
                total % 60
            );
            self.replace(Span::new(from, end), &with, RepairKind::Clock);
        }
    }

    /// A summary: what it counts and says must be so, and the closing word must stand above it.
    fn summary(&mut self, at: usize, line: Span) {
        let own = self.node_in(line);
        let Some(node) = own.or(self.ending) else {
            return;
        };
        self.begin_variation(node);
        self.ending = None;
        let Some(plan) = self.plans[node.index()].clone() else {
            return;
        };
        if let (Some(_), Some(word), Some(Notation::Kif)) = (own, &plan.text, self.record.notation)
        {
            let with = format!("{:>4} {word}{}", plan.number, self.around.line_end);
            self.replace(Span::at(at), &with, RepairKind::Result);
        }
        if let Some(wanted) = &plan.summary {
            let (found, wanted_words) = (summary(&self.text[line.range()]), summary(wanted));
            let same = (found.count, found.kind) == (wanted_words.count, wanted_words.kind);
            // Where word and summary contradict each other nobody knows which is right.
            if !same && found.claim == wanted_words.claim {
                self.replace(line, wanted, RepairKind::Result);
            }
        }
    }

    fn header(&mut self, line: Line, key: Span, value: Span) {
        let sign_at = key.end as usize;
        let between = &self.text[sign_at..value.start as usize];
        if let Some(sign) = between.find(':') {
            let place = Span::new(sign_at + sign, sign_at + sign + 1);
            self.replace(place, "：", RepairKind::Header);
        }
        match subject(&self.text[key.range()]) {
            Subject::Handicap => {
                let name = japanese::handicap(&self.text[value.range()]);
                if let HandicapName::Alias(handicap) = name
                    && let Some(name) = japanese::handicap_name(handicap)
                {
                    self.replace(value, name, RepairKind::Header);
                }
                self.head_end = Some(line.next);
            }
            Subject::Hand(color, labels, usual) => {
                if !usual {
                    let side = match (color, labels) {
                        (Color::Black, false) => "先手",
                        (Color::White, false) => "後手",
                        (Color::Black, true) => "下手",
                        (Color::White, true) => "上手",
                    };
                    self.replace(key, &format!("{side}の持駒"), RepairKind::Header);
                }
                let mut findings = Findings::default();
                let hand = hand(self.text, value, &mut findings);
                if let (Some(hand), false) = (hand, findings.list().is_empty()) {
                    self.replace(value, hand_value(hand).trim_end(), RepairKind::Board);
                }
                self.head_end = Some(line.next);
            }
            _ => {}
        }
    }

    /// A row of the board in signs that every program reads.
    fn row(&mut self, content: Span) {
        self.rows += 1;
        self.is_board = true;
        let (Start::Setup(setup), 1..=9) = (&self.record.start, self.rows) else {
            return;
        };
        let mut findings = Findings::default();
        let mut diagram = Diagram {
            rows: self.rows - 1,
            ..Diagram::default()
        };
        board_row(self.text, content, &mut diagram, &mut findings);
        let odd = !findings.list().is_empty() || !diagram.other_names.is_empty();
        if odd && diagram.bad_cells.is_empty() {
            let row = row_text(setup, self.rows);
            let bar = content.start as usize
                - self.text[..content.start as usize]
                    .chars()
                    .next_back()
                    .map_or(0, char::len_utf8);
            self.replace(
                Span::new(bar, content.end as usize),
                &row,
                RepairKind::Board,
            );
        }
    }

    /// The line of the side to move, where readers would have to guess.
    fn turn(&mut self, replay: &Replay) {
        let Some(start) = replay.start() else { return };
        let setup: &Setup = match &self.record.start {
            Start::Setup(setup) if self.is_board && !self.turn_line => setup,
            _ => return,
        };
        let doubtful = setup.ply > 1 && setup.ply.is_multiple_of(2);
        let named = Handicap::of(setup).is_some_and(|it| it != Handicap::Even);
        if start.turn() == Color::White || doubtful || named {
            let word = match start.turn() {
                Color::Black => "先手番",
                Color::White => "後手番",
            };
            if let Some(at) = self.head_end {
                let with = format!("{word}{}", self.around.line_end);
                self.replace(Span::at(at), &with, RepairKind::Turn);
            }
        }
    }
}

/// The columns of a text, where signs outside ASCII take two.
fn columns(text: &str) -> usize {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    ascii + (text.len() - ascii) / 3 * 2
}
