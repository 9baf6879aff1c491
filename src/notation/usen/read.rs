//! Reads a USEN string. Variations hang on the main line only; one that begins like another one shares its moves with
//! it, which is how variations of variations are written.

use std::collections::HashMap;

use super::codes;
use crate::finding::{Code, Fact, FactName, Finding, Findings, Severity};
use crate::notation::shared::faults::unreadable_move;
use crate::notation::shared::percent::unescape;
use crate::notation::usi::content;
use crate::record::{
    Claim, Ending, EndingKind, Entry, Named, NodeId, Origin, Record, Start, Target, WrittenMove,
};
use crate::shogi::{Handicap, Move, Setup};
use crate::text::Span;

/// Reads the first line of `record.text` with contents.
pub(in crate::notation) fn read(record: &mut Record, findings: &mut Findings) {
    let mut text = std::mem::take(&mut record.text);
    if let Some(line) = content(&text[..record.source_len]) {
        let shown = &text[line.range()];
        let parameter = shown.find("usen=").map(|at| at + "usen=".len());
        if parameter.is_some() || shown.contains('%') {
            // In an address: everything is found at the place of the whole.
            let value = &shown[parameter.unwrap_or(0)..];
            let plain = unescape(value.split(['&', '#']).next().unwrap_or_default());
            let made = Span::new(text.len(), text.len() + plain.len());
            text.push_str(&plain);
            let before = findings.list().len();
            Reader::new(&text, Some(line), record, findings).string(made);
            for finding in findings.list_mut().iter_mut().skip(before) {
                finding.span = line;
            }
            record.start_span = line;
        } else {
            Reader::new(&text, None, record, findings).string(line);
        }
    }
    record.text = text;
}

struct Reader<'a> {
    text: &'a str,
    /// Where everything is to be found, when the text is not that of the file.
    place: Option<Span>,
    record: &'a mut Record,
    findings: &'a mut Findings,
    /// The nodes of the main line, the start first.
    main: Vec<NodeId>,
    /// How many plies lie before the start.
    before: usize,
    /// The nodes that follow a node, by their move.
    children: HashMap<(NodeId, Move), NodeId>,
    broken: bool,
}

impl<'a> Reader<'a> {
    fn new(
        text: &'a str,
        place: Option<Span>,
        record: &'a mut Record,
        findings: &'a mut Findings,
    ) -> Reader<'a> {
        Reader {
            text,
            place,
            record,
            findings,
            main: vec![NodeId::ROOT],
            before: 0,
            children: HashMap::new(),
            broken: false,
        }
    }

    /// Reads the start and every line.
    fn string(mut self, whole: Span) {
        let mut at = whole.start as usize;
        let mut first = None;
        for (number, part) in self.text[whole.range()].split('~').enumerate() {
            let span = Span::new(at, at + part.len());
            at += part.len() + 1;
            match number {
                0 => self.head(span),
                _ if part.is_empty() => {
                    let finding = Finding::new(Code::UsenLine, span);
                    self.findings.push(finding.severity(Severity::Warning));
                }
                _ => {
                    self.line(span, first.is_none());
                    first = Some(number);
                }
            }
        }
        if first.is_none() {
            let finding = Finding::new(Code::UsenLine, whole);
            self.findings.push(finding.found("", "~0.7ku2jm."));
        }
    }

    /// Reads the start: nothing for the even game, or an SFEN without a number and in other clothes.
    fn head(&mut self, span: Span) {
        let text = &self.text[span.range()];
        if text.is_empty() {
            self.record.start = Start::Handicap(Handicap::Even);
            return;
        }
        self.record.start_span = span;
        let sfen = text.replace('_', "/").replace('.', " ").replace('z', "+");
        match sfen.parse::<Setup>() {
            Ok(setup) => self.record.start = Start::Setup(Box::new(setup)),
            Err(_) => {
                self.record.start = Start::Unknown;
                let finding = Finding::new(Code::UsenHead, span);
                self.findings.push(finding.found(text, "board.turn.hands"));
            }
        }
    }

    /// Reads `offset.moves.final`.
    fn line(&mut self, span: Span, main: bool) {
        let text = &self.text[span.range()];
        let start = span.start as usize;
        let mut parts = text.splitn(3, '.');
        let offset = parts.next().unwrap_or_default();
        let (moves, last) = (parts.next(), parts.next());
        if last.is_none() {
            let finding = Finding::new(Code::UsenLine, span);
            self.findings.push(finding.found(text, "0.7ku2jm."));
        }
        let offset_span = Span::new(start, start + offset.len());
        let Some(mut node) = self.branch(offset, offset_span, main) else {
            return;
        };
        let moves = moves.unwrap_or_default();
        let at = start + offset.len() + 1;
        node = self.moves(node, moves, at, main);
        let at = at + moves.len() + 1;
        self.ending(node, last.unwrap_or_default(), at);
    }

    /// The node on which a line hangs.
    fn branch(&mut self, offset: &str, span: Span, main: bool) -> Option<NodeId> {
        let number = offset.parse::<usize>().ok();
        if main {
            match number {
                Some(0) => {}
                Some(number) if number < 100_000 => {
                    self.before = number;
                    self.number_start(number as u32 + 1);
                }
                _ => self.wrong_offset(offset, span),
            }
            return Some(NodeId::ROOT);
        }
        let node = number
            .and_then(|number| number.checked_sub(self.before))
            .and_then(|number| self.main.get(number));
        let Some(&node) = node else {
            self.wrong_offset(offset, span);
            return None;
        };
        Some(node)
    }

    fn wrong_offset(&mut self, offset: &str, span: Span) {
        let most = self.before + self.main.len() - 1;
        let range = format!("{}-{most}", self.before);
        self.findings
            .push(Finding::new(Code::UsenOffset, span).found(offset, &range));
    }

    /// Gives the start position the number of its next move.
    fn number_start(&mut self, number: u32) {
        let mut setup = match &self.record.start {
            Start::Setup(setup) => setup.clone(),
            Start::Handicap(handicap) => Box::new(handicap.setup()),
            Start::Unstated | Start::Unknown => return,
        };
        setup.ply = number;
        self.record.start = Start::Setup(setup);
    }

    /// Reads moves of three digits each and returns the last node.
    fn moves(&mut self, mut node: NodeId, text: &str, at: usize, main: bool) -> NodeId {
        let mut rest = text;
        while !rest.is_empty() {
            let start = at + text.len() - rest.len();
            let len = rest
                .char_indices()
                .nth(3)
                .map_or(rest.len(), |(end, _)| end);
            let digits = &rest[..len];
            rest = &rest[len..];
            node = self.one_move(node, digits, Span::new(start, start + len));
            if main {
                self.main.push(node);
            }
        }
        node
    }

    fn one_move(&mut self, parent: NodeId, text: &str, span: Span) -> NodeId {
        let place = self.place.unwrap_or(span);
        let digits = <[u8; 3]>::try_from(text.as_bytes()).ok();
        let mut mv = digits.and_then(codes::decode);
        if mv.is_none() {
            mv = digits.and_then(|digits| codes::decode(digits.map(|it| it.to_ascii_lowercase())));
            if mv.is_some() {
                let finding = Finding::new(Code::LetterCase, span);
                let small = text.to_ascii_lowercase();
                self.findings.push(finding.found(text, &small));
            }
        }
        let Some(mv) = mv else {
            let node = self.record.tree.add(parent, Entry::Unreadable, place);
            if !self.broken {
                self.broken = true;
                let ply = self.record.tree.depth(node);
                let finding = unreadable_move(text, span, "7ku 2jm 8rl");
                self.findings.push(finding.at(node, ply));
            }
            return node;
        };
        if let Some(&node) = self.children.get(&(parent, mv)) {
            return node;
        }
        let node = self
            .record
            .tree
            .add(parent, Entry::Move(written(mv)), place);
        self.children.insert((parent, mv), node);
        node
    }

    /// Reads what stands behind the second dot.
    fn ending(&mut self, node: NodeId, text: &str, at: usize) {
        let span = Span::new(at, at + text.len());
        let (kind, claim) = match text.as_bytes() {
            [] => return,
            b"r" => (EndingKind::Resignation, Claim::Opponent),
            b"t" => (EndingKind::TimeUp, Claim::Opponent),
            b"p" => (EndingKind::Interruption, Claim::Nobody),
            b"j" => {
                // Written for a declaration that wins, for an impasse and for other draws.
                self.findings.push(Finding::new(Code::UsenEnding, span));
                (EndingKind::Impasse, Claim::Nobody)
            }
            [b'i', _, ..] => {
                let digits = Span::new(at + 1, at + text.len());
                let node = self.one_move(node, &text[1..], digits);
                self.end(
                    node,
                    EndingKind::IllegalMove,
                    Claim::Mover,
                    Span::new(at, at + 1),
                );
                return;
            }
            _ => {
                let finding = Finding::new(Code::UnknownEnding, span).found(text, "r t p j i");
                self.findings
                    .push(finding.with(FactName::Text, Fact::Text(text.into())));
                (EndingKind::Unknown, Claim::Nobody)
            }
        };
        self.end(node, kind, claim, span);
    }

    fn end(&mut self, node: NodeId, kind: EndingKind, claim: Claim, span: Span) {
        let ending = Ending {
            kind,
            claim,
            summary: None,
        };
        let place = self.place.unwrap_or(span);
        self.record.tree.add(node, Entry::End(ending), place);
    }
}

fn written(mv: Move) -> WrittenMove {
    let (from, piece, promote) = match mv {
        Move::Normal { from, promote, .. } => (Origin::Square(from), Named::Nothing, Some(promote)),
        Move::Drop { kind, .. } => (Origin::Hand, Named::Before(kind), None),
    };
    WrittenMove {
        side: None,
        to: Target::Square(mv.to()),
        from,
        piece,
        promote,
    }
}
