//! The lines that KIF, KI2 and BOD share: headers, board, comments, bookmarks, variations, endings.

use super::board;
use super::disguised;
use super::endings::{self, Word};
use super::game::{Game, State};
use super::headers::{self, Subject};
use super::lines::{Kind, Line, classify};
use super::signs::{self, side_word};
use super::start::HandLine;
use crate::finding::{Code, Fact, FactName, Finding, Severity};
use crate::notation::shared::japanese;
use crate::record::{
    Claim, Clock, DateReading, Ending, EndingKind, Entry, GameTime, Header, HeaderKey, NodeId,
    RemarkKind,
};
use crate::shogi::Color;
use crate::text::Span;

/// Whether reading goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// With the next line.
    Line,
    /// Not here: the line belongs to another game.
    Stop,
}

/// How many headers are compared with each other; files with more are no records of games.
const COMPARED_HEADERS: usize = 64;

impl Game<'_> {
    /// Reads a line of any kind but a move; the kinds that hold moves are given back for the notation to read.
    pub(crate) fn line(&mut self, line: Line) -> Result<Next, Kind> {
        if line.is_wrapped && !std::mem::replace(&mut self.wrapped, true) {
            let finding = Finding::new(Code::LineForm, line.span).severity(Severity::Note);
            self.findings.push(finding.note("finding.wrapped.text"));
        }
        let kind = self.unmask(classify(self.text, line.span), line.span);
        if self.draft.is_other_game() && !matches!(kind, Kind::Header(..) | Kind::Comment(..)) {
            // Boards and moves of another game mean nothing here: one finding says why.
            return Ok(Next::Line);
        }
        match kind {
            Kind::Blank | Kind::Flip => {}
            Kind::Program => {
                if self.begun && is_banner(self.str(line.span)) {
                    return Ok(self.another_game(line.span));
                }
            }
            Kind::Comment(text, unusual) => {
                if unusual {
                    self.unusual_line(line.span, "*");
                }
                self.add_remark(RemarkKind::Comment, text);
            }
            Kind::Bookmark(text) => self.add_remark(RemarkKind::Bookmark, text),
            Kind::BoardRow(content) => {
                if self.begun {
                    return Ok(self.another_game(line.span));
                }
                self.recognised = true;
                board::row(self.text, content, &mut self.draft.diagram, self.findings);
            }
            Kind::BoardFrame => {}
            Kind::Ruler => {
                if self.begun {
                    return Ok(self.another_game(line.span));
                }
                self.ruler = true;
                self.recognised = true;
            }
            Kind::PlyLine(rest) => {
                if self.begun {
                    self.unknown_line(line.span);
                } else {
                    self.recognised = true;
                    board::ply_line(self.text, rest, &mut self.draft.diagram, self.findings);
                }
            }
            Kind::Variation(rest) => self.variation(rest, line.span),
            Kind::Summary => self.summary(line.span),
            Kind::Turn(color) => {
                if self.begun {
                    self.unknown_line(line.span);
                } else {
                    self.draft.turn = Some(color);
                }
            }
            Kind::Header(key, value) => return Ok(self.header(key, value, line.span)),
            Kind::Numbered(..)
            | Kind::Marked
            | Kind::Word
            | Kind::Disguised(..)
            | Kind::Unknown => return Err(kind),
        }
        Ok(Next::Line)
    }

    /// The kind of a line once it is known whether a move hides in it. Of the kinds that are no moves:
    ///
    /// - headers, unknown lines, board rows below the ruler and bookmarks of HTML are looked into here;
    /// - a comment (`*`) and a line of a program (`#`) are what they say;
    /// - frames, rulers, `手数＝`, 変化, turn lines and summaries begin with words that no move begins with.
    fn unmask(&self, kind: Kind, line: Span) -> Kind {
        let text = self.str(line);
        let expected = self.begun || self.ruler;
        let known = match kind {
            // Below the ruler a side with a colon may stand before its move.
            Kind::Header(key, _) => {
                !expected && !matches!(headers::subject(self.str(key)), Subject::Custom)
            }
            Kind::Unknown => false,
            Kind::BoardRow(_) | Kind::Bookmark(_) if expected => false,
            _ => true,
        };
        if known {
            return kind;
        }
        let from = |at: usize| Span::new(line.start as usize + at, line.end as usize);
        if let Some(found) = disguised::look(text) {
            let plain = kind == Kind::Unknown;
            let is_marked = signs::side_mark(&text.as_bytes()[found.body..]).is_some();
            if found.number.is_some() && (found.readable || expected)
                || found.number.is_none() && (expected && !plain || is_marked)
            {
                return Kind::Disguised(found.number, from(found.body), found.readable);
            }
        }
        if let (Kind::Header(..), Some(at)) = (kind, disguised::marked_move(text)) {
            return Kind::Disguised(None, from(at), true);
        }
        if self.ruler
            && let Some(found) = disguised::written(text)
            && found.body > 0
        {
            return Kind::Disguised(found.number, from(found.body), found.readable);
        }
        kind
    }

    /// A line in a form that other programs may not read.
    pub(crate) fn unusual_line(&mut self, span: Span, expected: &str) {
        let found = self.str(span);
        self.findings
            .push(Finding::new(Code::LineForm, span).found(found, expected));
    }

    /// A line that is nothing known.
    pub(crate) fn unknown_line(&mut self, span: Span) {
        let found = self.str(span);
        self.findings.push(
            Finding::new(Code::UnknownLine, span).found(found, "a move, a header or a comment"),
        );
    }

    /// A further game begins inside the text of one.
    fn another_game(&mut self, span: Span) -> Next {
        self.findings.push(Finding::new(Code::SeveralGames, span));
        Next::Stop
    }

    fn header(&mut self, key: Span, value: Span, line: Span) -> Next {
        let name = self.str(key);
        let subject = headers::subject(name);
        let data = match subject {
            Subject::Handicap | Subject::Hand(..) if self.begun => {
                return self.another_game(line);
            }
            Subject::Turn if self.begun => {
                self.unknown_line(line);
                return Next::Line;
            }
            Subject::Handicap => {
                self.recognised = true;
                self.draft.handicap = Some((japanese::handicap(self.str(value)), value));
                return Next::Line;
            }
            Subject::Hand(color, labels, usual) => {
                self.recognised = true;
                self.hand(color, labels, usual, key, value);
                return Next::Line;
            }
            Subject::Turn => {
                self.turn_header(key, value);
                return Next::Line;
            }
            Subject::Data(HeaderKey::StartTime) if self.begun && self.is_over() => {
                return self.another_game(line);
            }
            Subject::Data(data) => {
                self.recognised = true;
                data
            }
            Subject::Custom => HeaderKey::Other,
        };
        if self.begun {
            self.findings.push(
                Finding::new(Code::LateHeader, line).with(FactName::Key, Fact::Text(name.into())),
            );
        }
        let compared = self.headers.len().min(COMPARED_HEADERS);
        let text = self.text;
        if self.headers[..compared]
            .iter()
            .any(|it| &text[it.name.range()] == name)
        {
            self.findings.push(
                Finding::new(Code::DuplicateHeader, line)
                    .with(FactName::Key, Fact::Text(name.into())),
            );
        }
        let is_date = matches!(data, HeaderKey::StartTime | HeaderKey::EndTime);
        if is_date {
            self.check_date(value);
        }
        self.headers.push(Header {
            key: data,
            name: key,
            value,
        });
        Next::Line
    }

    /// Dates in unusual forms are understood with a note; others are impossible or not understood.
    fn check_date(&mut self, value: Span) {
        let found = self.str(value);
        let (code, severity) = match GameTime::read(found) {
            DateReading::Usual(..) | DateReading::Absent => return,
            DateReading::Unusual(..) => (Code::DateForm, Severity::Note),
            DateReading::Impossible => (Code::BadDate, Severity::Warning),
            DateReading::Unread => (Code::HeaderValue, Severity::Warning),
        };
        let finding = Finding::new(code, value).found(found, "YYYY/MM/DD");
        self.findings.push(finding.severity(severity));
    }

    fn hand(&mut self, color: Color, labels: bool, usual: bool, key: Span, value: Span) {
        if !usual {
            let found = self.str(key);
            let expected = match (color, labels) {
                (Color::Black, false) => "先手の持駒",
                (Color::White, false) => "後手の持駒",
                (Color::Black, true) => "下手の持駒",
                (Color::White, true) => "上手の持駒",
            };
            self.findings
                .push(Finding::new(Code::HeaderAlias, key).found(found, expected));
        }
        if self.draft.hands[color] != HandLine::Absent {
            let found = self.str(key).to_owned();
            self.findings.push(
                Finding::new(Code::DuplicateHeader, key).with(FactName::Key, Fact::Text(found)),
            );
        }
        self.draft.handicap_labels |= labels;
        let hand = board::hand(self.text, value, self.findings);
        self.draft.hands[color] = hand.map_or(HandLine::Unreadable, HandLine::Read);
    }

    fn turn_header(&mut self, key: Span, value: Span) {
        let found = self.str(value);
        let word = found.strip_suffix('番').unwrap_or(found);
        match side_word(word) {
            Some(color) => self.draft.turn = Some(color),
            None => self.findings.push(
                Finding::new(Code::HeaderValue, value)
                    .found(found, "先手, 後手")
                    .with(FactName::Key, Fact::Text(self.text[key.range()].into())),
            ),
        }
    }

    /// Whether an ending has been read on the present line.
    fn is_over(&self) -> bool {
        matches!(self.state, State::Ended(_))
    }

    /// Reads the closing word in `span`.
    pub(crate) fn closing_word(&mut self, span: Span, clock: Clock) -> Option<NodeId> {
        let text = self.str(span);
        let (kind, claim) = match endings::word(text) {
            Some(Word {
                kind, claim, usual, ..
            }) => {
                let expected = endings::usual_word(kind, claim).filter(|_| !usual);
                if let Some(expected) = expected.filter(|_| self.state == State::Open) {
                    self.findings
                        .push(Finding::new(Code::EndingAlias, span).found(text, expected));
                }
                (kind, claim)
            }
            None => {
                if self.state == State::Open {
                    self.findings
                        .push(Finding::new(Code::UnknownEnding, span).found(text, "投了"));
                }
                (EndingKind::Unknown, Claim::Nobody)
            }
        };
        let ending = Ending {
            kind,
            claim,
            summary: None,
        };
        self.add_ending(ending, span, clock)
    }

    /// Reads a summary line: beside a closing word it names the winner once more, without one it is the ending.
    fn summary(&mut self, span: Span) {
        let text = self.str(span);
        let summary = endings::summary(text);
        self.begin(None);
        let moves_known = self.state != State::Dropped && self.cut_at.is_none();
        let attached = self.pending.is_none();
        if let Some(count) = summary.count
            && moves_known
            && attached
            && i64::from(count) != i64::from(self.ply)
            && i64::from(count) != i64::from(self.ply) + self.offset
        {
            self.findings.push(
                Finding::new(Code::SummaryCount, span)
                    .ply(self.ply + 1)
                    .with(FactName::Found, Fact::Number(i64::from(count)))
                    .with(FactName::Expected, Fact::Number(i64::from(self.ply))),
            );
        }
        if let Some(node) = self.ending_without_summary() {
            if let Entry::End(ending) = &mut self.tree.node_mut(node).entry {
                ending.summary = Some(summary.claim);
            }
            return;
        }
        if self.is_over() {
            self.unknown_line(span);
            return;
        }
        let mover = self.turn();
        // Relative to the side to move, as the words are.
        let claim = match summary.claim {
            Claim::Side(color) if color == mover => Claim::Mover,
            Claim::Side(_) => Claim::Opponent,
            claim => claim,
        };
        let kind = match (summary.kind, claim) {
            (Some(kind), _) => kind,
            (None, Claim::Opponent) => EndingKind::Resignation,
            (None, _) => EndingKind::Other,
        };
        if kind == EndingKind::Unknown {
            self.findings
                .push(Finding::new(Code::UnknownEnding, span).found(text, "まで…手で…の勝ち"));
        }
        let ending = Ending {
            kind,
            claim,
            summary: None,
        };
        // What is said of the end stands last.
        let words = Span::new(span.end as usize - summary.words.len(), span.end as usize);
        if self.add_ending(ending, words, Clock::NONE).is_some() {
            self.summary_was_the_ending();
        }
    }
}

/// Whether a program's remark is the head of a file, which a game has once.
fn is_banner(line: &str) -> bool {
    let rest = line
        .trim_start_matches('#')
        .trim_start_matches(signs::is_blank);
    line.starts_with("#KIF version")
        || line.starts_with("#KI2 version")
        || (rest.starts_with("----") && rest.contains("棋譜ファイル"))
}
