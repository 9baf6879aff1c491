//! Reads one CSA game: lines, statements joined with commas, what each of them is.
//!
//! Ordinary lines with a move or a time are read in [`Reader::plain_lines`] without looking for the line's end first;
//! everything else goes statement by statement.

use super::clock::{self, Time};
use super::detect::is_page_string;
use super::start::Placing;
use super::{endings, moves};
use crate::finding::{Code, Fact, FactName, Finding, Findings, Severity};
use crate::notation::shared::faults::no_record;
use crate::notation::shared::wrapped::{may_be_wrapped, unwrapped};
use crate::record::{
    Claim, Clock, Ending, EndingKind, Entry, HeaderKey, NodeId, Record, RemarkKind, Start,
    WrittenMove,
};
use crate::shogi::Color;
use crate::text::Span;

/// Reads the game in `record.text`.
pub(in crate::notation) fn read(record: &mut Record, findings: &mut Findings) {
    // While the reader runs, the record holds only the text that the reader makes.
    let mut text = std::mem::take(&mut record.text);
    Reader::new(&text[..record.source_len], text.len(), record, findings).game();
    text.push_str(&record.text);
    record.text = text;
}

/// A game being read.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    /// The text of the file.
    pub(super) text: &'a str,
    /// Where in the record's text that begins which the reader makes.
    made_at: usize,
    pub(super) record: &'a mut Record,
    pub(super) findings: &'a mut Findings,
    pub(super) placing: Placing,
    /// The edition: ten times the number of the version line; the first had none.
    version: u8,
    /// Whether a line says so.
    versioned: bool,
    /// The side to move at the start and the line that says so.
    pub(super) turn: Option<(Color, Span)>,
    /// Whether the start position is settled: a move or an ending was seen.
    pub(super) begun: bool,
    /// The node on which times and comments hang.
    pub(super) last: NodeId,
    /// The ending, once there is one.
    pub(super) ended: Option<NodeId>,
    /// Whether a line between quote marks or tags has been told.
    wrapped: bool,
    /// Whether a move could not be read; only the first is reported.
    broken: bool,
    /// A %MATTA that the next move will explain.
    take_back: Option<Span>,
    /// The headers seen, by the bit of their key.
    pub(super) seen: u32,
    /// Whether the game stands in the string of a page, which has neither position nor side to move.
    pub(super) page: bool,
    /// The place among the remarks of the last analysis.
    pub(super) analysis_at: Option<usize>,
}

impl<'a> Reader<'a> {
    fn new(
        text: &'a str,
        made_at: usize,
        record: &'a mut Record,
        findings: &'a mut Findings,
    ) -> Reader<'a> {
        Reader {
            text,
            made_at,
            placing: Placing::new(),
            // V3.0 names its version only at the head of the file.
            version: if record.continued { 30 } else { 10 },
            versioned: false,
            turn: None,
            begun: false,
            last: NodeId::ROOT,
            ended: None,
            wrapped: false,
            broken: false,
            take_back: None,
            seen: 0,
            page: false,
            analysis_at: None,
            record,
            findings,
        }
    }

    /// Reads every line.
    fn game(mut self) {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if self.begun && self.take_back.is_none() {
                at = self.plain_lines(at);
            }
            let end = memchr::memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |it| at + it);
            if self.line(at, end) {
                break;
            }
            at = end + 1;
        }
        if self.is_record() {
            self.begin(None, None);
        } else {
            self.findings.push(no_record(self.text));
            self.record.start = Start::Unknown;
        }
    }

    /// Whether anything shows that this is a record.
    fn is_record(&self) -> bool {
        self.begun
            || self.versioned
            || self.turn.is_some()
            || self.placing.span.is_some()
            || !self.record.headers.is_empty()
    }

    /// Reads moves, times and analysis of the plainest form, one a line, and stops at the first other line.
    fn plain_lines(&mut self, mut at: usize) -> usize {
        let bytes = self.text.as_bytes();
        loop {
            let rest = &bytes[at..];
            match rest.first_chunk::<8>() {
                Some(&[text @ .., end]) if matches!(text[0], b'+' | b'-') => {
                    let len = match end {
                        b'\n' => 8,
                        b'\r' if rest.get(8) == Some(&b'\n') => 9,
                        _ => return at,
                    };
                    let Some(mv) = moves::parse(text) else {
                        return at;
                    };
                    self.add(Entry::Move(mv), Span::new(at, at + 7));
                    at += len;
                }
                _ if rest.first() == Some(&b'T') => {
                    let Some((seconds, len)) = plain_time(&rest[1..]) else {
                        return at;
                    };
                    let node = self.record.tree.node_mut(self.last);
                    if self.last == NodeId::ROOT || node.clock.elapsed().is_some() {
                        return at;
                    }
                    node.clock = Clock::new(Some(seconds * 1000), None);
                    at += 1 + len;
                }
                _ if rest.starts_with(b"'**") => {
                    let len = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
                    self.analysis(Span::new(at + 2, at + len));
                    // A CR and its LF are an empty line to whoever reads the next one.
                    at += len + usize::from(rest.get(len) == Some(&b'\n'));
                    if rest.get(len) != Some(&b'\n') {
                        return at;
                    }
                }
                _ => return at,
            }
        }
    }

    /// Reads one line; true when the game ends there.
    fn line(&mut self, start: usize, end: usize) -> bool {
        let whole = &self.text[start..end];
        let mut left = whole.trim_start_matches(BLANKS);
        let mut start = end - left.len();
        let mut end = end;
        let mut whole = whole;
        if may_be_wrapped(left.as_bytes()) {
            let inner = unwrapped(left);
            if inner != (0..left.len()) && !std::mem::replace(&mut self.wrapped, true) {
                let finding = Finding::new(Code::LineForm, Span::new(start, end));
                let finding = finding.severity(Severity::Note);
                self.findings.push(finding.note("finding.wrapped.text"));
            }
            left = &left[inner.clone()];
            (start, end) = (start + inner.start, start + inner.end);
            whole = left;
        }
        match left.as_bytes().first() {
            None => return false,
            // Blanks at the end of a comment or of a row belong to it.
            Some(b'\'') => {
                self.comment(Span::new(start, end));
                return false;
            }
            Some(b'P') if !self.begun && !left.contains(',') && is_row(left) => {
                self.placing.line(left, start, self.findings);
                return false;
            }
            Some(_) => {}
        }
        let text = left.trim_end_matches(BLANKS);
        if text.len() < whole.len() && whole.trim_matches('\u{feff}') != text {
            self.findings.push(Finding::new(
                Code::StraySpace,
                Span::new(end - whole.len(), end),
            ));
        }
        let line = Span::new(start, start + text.len());
        match text.as_bytes()[0] {
            b'/' if text == "/" => {
                if !self.begun && self.record.headers.is_empty() && self.placing.span.is_none() {
                    return false;
                }
                self.findings.push(Finding::new(Code::SeveralGames, line));
                return true;
            }
            b'N' if self.player(line) => {}
            b'$' if self.keyword(line) => {}
            b'N' | b'$' => self.bad(line),
            _ if is_page_string(text) => {
                self.page = true;
                self.page_string(line);
            }
            _ if !text.contains(',') => {
                if !self.statement(line) {
                    self.bad(line);
                }
            }
            _ => self.joined(line),
        }
        false
    }

    /// Reads statements joined with commas.
    fn joined(&mut self, line: Span) {
        let (mut at, end) = (line.start as usize, line.end as usize);
        let mut first = true;
        while at < end {
            let rest = &self.text[at..end];
            let trimmed = rest.trim_start_matches(BLANKS);
            if !first && trimmed.starts_with(['\'', 'N', '$']) {
                let rest = Span::new(end - trimmed.len(), end);
                let read = match trimmed.as_bytes()[0] {
                    b'N' => self.player(rest),
                    b'$' => self.keyword(rest),
                    _ => {
                        self.comment(rest);
                        true
                    }
                };
                if read {
                    return;
                }
            }
            let len = memchr::memchr(b',', rest.as_bytes()).unwrap_or(rest.len());
            let raw = Span::new(at, at + len);
            let part = self.trimmed(raw);
            if part.is_empty() {
                self.findings.push(Finding::new(Code::EmptyStatement, raw));
            } else if !self.statement(part) {
                // A line that begins with something unknown is unknown as a whole.
                if first {
                    return self.bad(line);
                }
                self.bad(part);
            }
            at += len + 1;
            first = false;
        }
        if self.text[..end].ends_with(',') {
            self.findings
                .push(Finding::new(Code::EmptyStatement, Span::new(end - 1, end)));
        }
    }

    /// Reads one statement; false when it is none.
    fn statement(&mut self, part: Span) -> bool {
        let text = &self.text[part.range()];
        match text.as_bytes() {
            [b'+' | b'-'] => self.turn_line(part),
            [b'+' | b'-', b'0'..=b'9', ..] => self.move_statement(part),
            [b'T', b'0'..=b'9' | b'.' | b'-' | b'+' | b'=' | b':', ..] => self.time(part),
            [b'%', _, ..] => self.special(part),
            [b'#', ..] => return self.protocol_word(part),
            [b'P', ..] if !self.begun => {
                return self.placing.line(text, part.start as usize, self.findings);
            }
            [b'V', b'0'..=b'9', ..] if !self.begun => self.version_line(part),
            _ => return false,
        }
        true
    }

    /// Keeps what is nothing known as a comment, and says so.
    pub(super) fn bad(&mut self, span: Span) {
        const EXPECTED: &str = "N+ N- $ V P + - T % '";
        let finding = Finding::new(Code::BadStatement, span).found(self.str(span), EXPECTED);
        self.findings.push(finding);
        self.remark(RemarkKind::Comment, span);
    }

    fn version_line(&mut self, part: Span) {
        self.versioned = true;
        self.version = match self.str(part) {
            "V2" => 20,
            "V2.1" => 21,
            "V2.2" => 22,
            "V3.0" | "V3" => 30,
            other => {
                let finding = Finding::new(Code::UnknownVersion, part);
                self.findings
                    .push(finding.found(other, "V2 V2.1 V2.2 V3.0"));
                30
            }
        };
    }

    /// Notes something that came with a later edition than the file's.
    pub(super) fn newer(&mut self, since: u8, span: Span) {
        if since > self.version {
            let version = format!("V{}.{}", since / 10, since % 10);
            let finding =
                Finding::new(Code::NewerFeature, span).with(FactName::Version, Fact::Text(version));
            self.findings.push(finding);
        }
    }

    fn turn_line(&mut self, part: Span) {
        if self.begun {
            self.bad(part);
            return;
        }
        if self.turn.is_some() {
            self.findings.push(Finding::new(Code::DuplicateTurn, part));
        }
        let sign = self.str(part).as_bytes()[0];
        self.turn = moves::color(sign).map(|color| (color, part));
    }

    pub(super) fn move_statement(&mut self, part: Span) {
        let text = &self.text[part.range()];
        let bytes = text.as_bytes();
        let mv = <[u8; 7]>::try_from(bytes).ok().and_then(moves::parse);
        let side = moves::color(bytes[0]).expect("a sign");
        self.begin(Some(side), mv.as_ref());
        if let Some(span) = self.take_back.take() {
            self.resolve_take_back(side, span);
        }
        let entry = mv.map_or(Entry::Unreadable, Entry::Move);
        let node = self.add(entry, part);
        if mv.is_none() && !self.broken {
            self.broken = true;
            let (at, expected) = moves::fault(text);
            let place = part.start as usize + at.min(text.len());
            let found = Span::new(place, part.end as usize);
            let finding = crate::notation::shared::faults::unreadable_move(text, found, expected);
            self.findings.push(finding.at(node, node.index() as u32));
        }
    }

    /// Adds a node to the line.
    #[inline]
    fn add(&mut self, entry: Entry, span: Span) -> NodeId {
        self.last = self.record.tree.add(self.last, entry, span);
        self.last
    }

    fn time(&mut self, part: Span) {
        let text = &self.str(part)[1..];
        let time = match clock::parse(text) {
            Time::Plain(time, fraction) => {
                if fraction {
                    self.newer(30, part);
                }
                Some(time)
            }
            Time::Odd(time) => {
                let finding = Finding::new(Code::TimeForm, part).found(text, TIME);
                self.findings.push(finding);
                if !time.is_multiple_of(1000) {
                    self.newer(30, part);
                }
                Some(time)
            }
            Time::Bad => {
                let finding = Finding::new(Code::BadTime, part).found(text, TIME);
                self.findings.push(finding);
                None
            }
            Time::Overflow => {
                let finding = Finding::new(Code::BadTime, part).found(text, TIME);
                self.findings.push(finding.severity(Severity::Error));
                None
            }
        };
        if self.last == NodeId::ROOT || self.take_back.is_some() {
            self.findings.push(Finding::new(Code::OrphanTime, part));
            return;
        }
        let ply = self.last.index() as u32;
        let node = self.record.tree.node_mut(self.last);
        if time.is_some() && node.clock.elapsed().is_some() {
            self.findings
                .push(Finding::new(Code::DuplicateTime, part).at(self.last, ply));
        }
        if time.is_some() {
            node.clock = Clock::new(time, None);
        }
    }

    /// Reads a word after a %.
    fn special(&mut self, part: Span) {
        let text = self.str(part);
        // A word ends at the first blank.
        let len = text.find(BLANKS).unwrap_or(text.len());
        let word = Span::new(part.start as usize, part.start as usize + len);
        let name = &self.text[word.range()][1..];
        let rest = self.trimmed(Span::new(word.end as usize, part.end as usize));
        self.begin(None, None);
        if name == "MATTA" {
            self.take_back = Some(word);
            self.remark(RemarkKind::Comment, word);
        } else if let Some(node) = self.ended {
            // Floodgate writes %KACHI twice.
            if self.str(self.record.tree.node(node).span) != self.str(word) {
                self.bad(word);
            }
        } else {
            let ending = if let Some((ending, since)) = endings::find(name) {
                self.newer(since, word);
                ending
            } else {
                let finding = Finding::new(Code::UnknownEnding, word).found(name, endings::LIST);
                self.findings.push(finding);
                UNKNOWN
            };
            self.end(ending, word);
        }
        if !rest.is_empty() {
            self.bad(rest);
        }
    }

    /// Reads a word of the server's protocol, such as `#RESIGN`.
    fn protocol_word(&mut self, part: Span) -> bool {
        let Some(ending) = endings::protocol(&self.str(part)[1..]) else {
            return false;
        };
        if self.ended.is_some() {
            return false;
        }
        self.begin(None, None);
        let node = self.end(ending, part);
        self.findings
            .push(Finding::new(Code::EndingAlias, part).at(node, node.index() as u32));
        true
    }

    /// Adds the ending.
    pub(super) fn end(&mut self, ending: Ending, span: Span) -> NodeId {
        let node = self.add(Entry::End(ending), span);
        self.ended = Some(node);
        node
    }

    /// The side to move at a node of the line.
    pub(super) fn mover(&self, node: NodeId) -> Color {
        let before = self.record.tree.parent(node);
        match before.map(|it| self.record.tree.node(it).entry) {
            Some(Entry::Move(WrittenMove {
                side: Some(side), ..
            })) => !side,
            _ => self.turn.map_or(Color::Black, |(turn, _)| turn),
        }
    }

    /// Undoes a move when the side that made it moves again.
    fn resolve_take_back(&mut self, side: Color, span: Span) {
        let mover = match self.record.tree.node(self.last).entry {
            Entry::Move(mv) => mv.side,
            _ => None,
        };
        if mover != Some(side) {
            return;
        }
        let gone = self.last;
        let ply = gone.index() as u32;
        self.last = self.record.tree.take_back();
        for remark in self.record.remarks.iter_mut().rev() {
            if remark.node != gone {
                break;
            }
            remark.node = self.last;
        }
        self.findings
            .push(Finding::new(Code::TakeBack, span).ply(ply));
    }

    /// The text of a span, of the file or made.
    pub(super) fn str(&self, span: Span) -> &str {
        match (span.start as usize).checked_sub(self.made_at) {
            Some(start) => &self.record.text[start..span.end as usize - self.made_at],
            None => &self.text[span.range()],
        }
    }

    /// Adds text that does not stand in the file as it is.
    pub(super) fn made_text(&mut self, text: &str) -> Span {
        let start = self.made_at + self.record.text.len();
        self.record.text.push_str(text);
        Span::new(start, start + text.len())
    }

    /// A span without the blanks around it.
    pub(super) fn trimmed(&self, span: Span) -> Span {
        let text = self.str(span);
        let left = text.trim_start_matches(BLANKS);
        let start = span.end as usize - left.len();
        Span::new(start, start + left.trim_end_matches(BLANKS).len())
    }

    /// The value of a header, as in [`Record::header`].
    pub(super) fn header_value(&self, key: HeaderKey) -> Option<&str> {
        let header = self.record.headers.iter().rev().find(|it| it.key == key)?;
        Some(self.str(header.value))
    }
}

const BLANKS: [char; 4] = [' ', '\t', '\u{3000}', '\u{feff}'];

/// What a time looks like, for messages.
const TIME: &str = "T + seconds, at most 3 decimals";

const UNKNOWN: Ending = Ending {
    kind: EndingKind::Unknown,
    claim: Claim::Nobody,
    summary: None,
};

/// Whole seconds up to a line end: the number and how many bytes were read.
#[inline]
fn plain_time(bytes: &[u8]) -> Option<(u32, usize)> {
    let mut seconds = 0;
    let mut at = 0;
    loop {
        match bytes.get(at)? {
            digit @ b'0'..=b'9' if at < 6 => seconds = seconds * 10 + u32::from(digit - b'0'),
            b'\n' if at > 0 => return Some((seconds, at + 1)),
            b'\r' if at > 0 && bytes.get(at + 1) == Some(&b'\n') => return Some((seconds, at + 2)),
            _ => return None,
        }
        at += 1;
    }
}

/// Whether a line is one of P1 to P9.
fn is_row(line: &str) -> bool {
    matches!(line.as_bytes(), [b'P', b'1'..=b'9', ..])
}
