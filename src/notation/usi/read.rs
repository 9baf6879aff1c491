//! Reads one line: `position`, the start, `moves` and the moves, most of which may be missing.

use super::link::{self, Plain};
use super::moves;
use crate::finding::{Code, Fact, FactName, Finding, Findings, Severity};
use crate::notation::csa::read_move as csa_move;
use crate::notation::sfen::fields::{self as sfen, Field};
use crate::notation::shared::faults::unreadable_move;
use crate::record::{Entry, NodeId, Notation, Record, Start};
use crate::shogi::{Color, Handicap, Setup};
use crate::text::Span;

/// Reads the first line of `record.text` that is neither blank nor a comment.
pub(in crate::notation) fn read(record: &mut Record, findings: &mut Findings) {
    let mut text = std::mem::take(&mut record.text);
    if let Some(line) = content(&text[..record.source_len]) {
        let line = without_trailing_text(&text, line, findings);
        match link::plain(&text[line.range()]) {
            None => Line::new(&text, line, None, record, findings).line(),
            Some(plain) => read_link(&mut text, line, &plain, record, findings),
        }
    }
    record.text = text;
}

/// Reads the plain form of a line in the dress of a web address. All of it is found at the place of the line.
fn read_link(
    text: &mut String,
    line: Span,
    plain: &Plain,
    record: &mut Record,
    findings: &mut Findings,
) {
    let made = Span::new(text.len(), text.len() + plain.line.len());
    text.push_str(&plain.line);
    let code = if plain.plus {
        Code::UrlPlus
    } else {
        Code::SfenForm
    };
    findings.push(Finding::new(code, line).severity(Severity::Note));
    if let Some(part) = plain.left_out {
        findings.push(Finding::new(Code::TrailingText, line).found(part, ""));
    }
    let before = findings.list().len();
    Line::new(text, made, Some(line), record, findings).line();
    for finding in findings.list_mut().iter_mut().skip(before) {
        finding.span = line;
    }
    record.start_span = line;
}

/// The first line with contents.
pub(in crate::notation) fn content(text: &str) -> Option<Span> {
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        let end = at + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let line = text[at..end].trim_start_matches(is_blank);
        let start = end - line.len();
        let line = line.trim_end_matches(is_blank);
        if !(line.is_empty() || line.starts_with('#') || line.starts_with("//")) {
            return Some(Span::new(start, start + line.len()));
        }
        at = end + 1;
    }
    None
}

fn is_blank(char: char) -> bool {
    char.is_whitespace() || char == '\u{feff}'
}

/// Cuts off what stands behind a semicolon, or behind a tab and goes on with nothing of USI.
fn without_trailing_text(text: &str, line: Span, findings: &mut Findings) -> Span {
    let bytes = &text.as_bytes()[line.range()];
    let mut from = 0;
    while let Some(found) = memchr::memchr2(b';', b'\t', &bytes[from..]) {
        let at = from + found;
        let start = line.start as usize;
        let next = text[start + at + 1..line.end as usize].trim_start();
        let word = next.split(char::is_whitespace).next().unwrap_or_default();
        if bytes[at] == b';' || !goes_on(word) {
            let rest = Span::new(start + at, line.end as usize);
            findings.push(Finding::new(Code::TrailingText, rest));
            return Span::new(start, start + text[start..start + at].trim_end().len());
        }
        // On to the word, so that runs of tabs are passed over once.
        from = bytes.len() - next.len();
    }
    line
}

/// Whether a word can stand inside a line.
fn goes_on(word: &str) -> bool {
    matches!(word, "" | "position" | "startpos" | "sfen" | "moves")
        || word.contains('/')
        || moves::parse(word.as_bytes()).is_some()
        || moves::ending(word).is_some()
        || word
            .bytes()
            .all(|byte| b"-0123456789PLNSGBRKplnsgbrkw".contains(&byte))
}

/// A line being read.
struct Line<'a> {
    /// The text up to the end of the line.
    text: &'a str,
    /// How far it is read.
    at: usize,
    /// How many words are read.
    number: i64,
    /// Where everything is to be found, when the text is not that of the file.
    place: Option<Span>,
    record: &'a mut Record,
    findings: &'a mut Findings,
}

impl<'a> Line<'a> {
    fn new(
        text: &'a str,
        line: Span,
        place: Option<Span>,
        record: &'a mut Record,
        findings: &'a mut Findings,
    ) -> Line<'a> {
        Line {
            text: &text[..line.end as usize],
            at: line.start as usize,
            number: 0,
            place,
            record,
            findings,
        }
    }

    fn line(mut self) {
        let mut word = self.next();
        self.record.notation = Some(Notation::Usi);
        if word.is_some_and(|it| it.text == "position") {
            word = self.next();
        }
        let Some(first) = word else {
            let place = Span::at(self.at);
            self.findings.push(Finding::new(Code::NotARecord, place));
            return;
        };
        let next = match first.text {
            "startpos" => {
                self.record.start = Start::Handicap(Handicap::Even);
                self.record.start_span = first.span();
                self.next()
            }
            "sfen" => {
                let board = self.next();
                self.position(board)
            }
            "moves" => {
                self.findings
                    .push(Finding::new(Code::UsiMovesWord, first.span()));
                self.moves();
                return;
            }
            text if text.contains('/') => {
                if self.number == 1 {
                    self.record.notation = Some(Notation::Sfen);
                }
                self.position(Some(first))
            }
            _ => Some(first),
        };
        let Some(word) = next else {
            return;
        };
        if word.text != "moves" {
            self.findings
                .push(Finding::new(Code::UsiMovesWord, word.span()));
            self.at = word.at;
            self.number -= 1;
        }
        self.record.notation = Some(Notation::Usi);
        self.moves();
    }

    /// The next word.
    fn next(&mut self) -> Option<Field<'a>> {
        let rest = &self.text[self.at..];
        let word = rest.trim_start_matches(is_blank);
        if word.is_empty() {
            return None;
        }
        let at = self.text.len() - word.len();
        let word = &word[..word.find(is_blank).unwrap_or(word.len())];
        self.at = at + word.len();
        self.number += 1;
        Some(Field { text: word, at })
    }

    /// Reads an SFEN whose board is given and returns the word after it.
    fn position(&mut self, board: Option<Field<'a>>) -> Option<Field<'a>> {
        let mut setup = Setup::empty(Color::Black);
        self.record.start = Start::Unknown;
        let Some(board) = board else {
            let place = Field {
                text: "",
                at: self.at,
            };
            sfen::missing_turn(place, self.findings);
            return None;
        };
        self.record.start_span = board.span();
        let mut good = sfen::read_board(board, &mut setup, self.findings);
        let Some(turn) = self.field(board) else {
            if good {
                sfen::missing_turn(board, self.findings);
            }
            return None;
        };
        if turn.text == "moves" {
            if good {
                sfen::missing_turn(board, self.findings);
            }
            return Some(turn);
        }
        good = good && sfen::read_turn(turn, &mut setup, self.findings);
        let mut last = turn;
        let mut next = self.field(turn);
        match next {
            Some(hands) if hands.text != "moves" => {
                good = good && sfen::read_hands(hands, &mut setup, self.findings);
                last = hands;
                next = self.field(hands);
            }
            _ if good => sfen::missing_hands(Span::at(last.span().end as usize), self.findings),
            _ => {}
        }
        if let Some(number) = next
            && number.text != "moves"
            && moves::parse(number.text.as_bytes()).is_none()
        {
            last = number;
            next = self.next();
            // Shogi Playground counts the moves made and leaves out the word.
            let played = next.is_some_and(|it| moves::parse(it.text.as_bytes()).is_some());
            match number.text.parse::<u32>() {
                Ok(count) if played => setup.ply = count.saturating_add(1),
                _ if good => sfen::read_number(number, &mut setup, self.findings),
                _ => {}
            }
        }
        self.record.start_span = board.span().to(last.span());
        if good {
            self.record.start = Start::Setup(Box::new(setup));
        }
        next
    }

    /// The next field of an SFEN; more than one blank before it is noted.
    fn field(&mut self, before: Field<'a>) -> Option<Field<'a>> {
        let next = self.next()?;
        let end = before.span().end as usize;
        if next.at > end + 1 {
            sfen::wide_blank(Span::new(end, next.at), self.findings);
        }
        Some(next)
    }

    /// Reads moves and endings up to the end of the line.
    fn moves(&mut self) {
        let bytes = self.text.as_bytes();
        let mut last = NodeId::ROOT;
        let mut broken = false;
        loop {
            while bytes.get(self.at) == Some(&b' ') {
                self.at += 1;
            }
            if let Some((mv, len)) = moves::parse(&bytes[self.at..]) {
                let span = Span::new(self.at, self.at + len);
                let span = self.place.unwrap_or(span);
                last = self.record.tree.add(last, Entry::Move(mv), span);
                self.at += len;
                self.number += 1;
                continue;
            }
            let Some(word) = self.next() else {
                return;
            };
            let csa = word.text.as_bytes().try_into().ok();
            let csa = csa.filter(|_| self.place.is_some()).and_then(csa_move);
            let (entry, finding) = match csa {
                // Some sites put the moves of CSA behind a position in SFEN.
                Some(mv) => (Entry::Move(mv), None),
                None => Self::other_word(word),
            };
            let span = self.place.unwrap_or(word.span());
            last = self.record.tree.add(last, entry, span);
            let unreadable = entry == Entry::Unreadable;
            if let Some(finding) = finding.filter(|_| !(unreadable && broken)) {
                let ply = last.index() as u32;
                let finding = finding.with(FactName::Token, Fact::Number(self.number));
                self.findings.push(finding.at(last, ply));
            }
            broken |= unreadable;
        }
    }

    /// What stands where a move is expected but is no move in the form of the standard.
    fn other_word(word: Field<'_>) -> (Entry, Option<Finding>) {
        const MOVE: &str = "7g7f, 8h2b+ or P*5e";
        if let Some(ending) = moves::ending(word.text) {
            let finding = Finding::new(Code::UsiExtension, word.span());
            return (
                Entry::End(ending),
                Some(finding.with(FactName::Text, Fact::Text(word.text.to_owned()))),
            );
        }
        // A drop with a small letter, or a move followed by a blank of another kind.
        let mut upper = [0; 5];
        if let Some(copy) = upper.get_mut(..word.text.len()) {
            copy.copy_from_slice(word.text.as_bytes());
            let small = copy.get(1) == Some(&b'*') && copy[0].is_ascii_lowercase();
            if small {
                copy[0].make_ascii_uppercase();
            }
            if let Some((mv, _)) = moves::parse(copy) {
                let finding = Finding::new(Code::LetterCase, word.span()).found(word.text, "P*5e");
                return (Entry::Move(mv), small.then_some(finding));
            }
        }
        let finding = unreadable_move(word.text, word.span(), MOVE);
        let finding = if moves::is_pass(word.text) {
            finding.note("reason.pass.text")
        } else {
            finding
        };
        (Entry::Unreadable, Some(finding))
    }
}
