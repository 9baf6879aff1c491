//! Reading KIF: move lines by themselves, everything else as `kif_family` reads it. BOD is KIF without moves.

use super::{numbers, plain};
use crate::finding::{Code, Fact, FactName, Finding, Findings};
use crate::notation::kif_family::{
    self, Game, Kind, Line, Next, NoMove, PASS, Reading, SpellingFlags, blanks, side_mark,
    starts_move, trim,
};
use crate::notation::shared::japanese::{self, Script};
use crate::notation::shared::western;
use crate::record::{Clock, Origin, Record};
use crate::text::Span;

/// Reads a record in KIF or BOD.
pub(crate) fn read(record: &mut Record, findings: &mut Findings) {
    let mut game = Game::new(record, findings);
    let text = game.text;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if game.is_plain()
            && let Some(line) = plain::read(bytes, at)
            && i64::from(line.number) == game.expected()
        {
            game.push_plain(line.mv, line.span, line.clock);
            at = line.next;
            continue;
        }
        let line = Line::at(text, at);
        at = line.next;
        match game.line(line) {
            Ok(Next::Line) => {}
            Ok(Next::Stop) => break,
            Err(kind) => read_move_line(&mut game, kind, line),
        }
    }
    game.finish();
}

fn read_move_line(game: &mut Game, kind: Kind, line: Line) {
    match kind {
        Kind::Numbered(number, unusual, body) => {
            let bytes = game.str(body).as_bytes();
            let is_move = starts_move(bytes)
                || side_mark(bytes).is_some_and(|(_, len)| starts_move(&bytes[len..]))
                || matches!(
                    japanese::digit(bytes),
                    Some((_, _, Script::Ascii | Script::Wide))
                );
            if is_move {
                read_move(game, number, unusual, body);
            } else if let Some(found) = kif_family::look(game.str(line.span))
                && found.number == Some(number)
                && !kif_family::is_closing(&game.str(line.span)[found.body..])
            {
                let from = line.span.start as usize + found.body;
                let body = Span::new(from, line.span.end as usize);
                read_disguised(game, Some(number), body, found.readable, line);
            } else {
                read_word(game, number, body, line);
            }
        }
        Kind::Disguised(number, body, readable) => {
            read_disguised(game, number, body, readable, line);
        }
        Kind::Word if game.has_begun() => {
            game.unusual_line(line.span, "");
            game.closing_word(line.span, Clock::NONE);
        }
        Kind::Marked | Kind::Unknown if is_bare_move(game.str(line.span)) => {
            game.unusual_line(line.span, "");
            let number = u32::try_from(game.expected()).unwrap_or(0);
            read_move(game, number, false, line.span);
        }
        Kind::Marked | Kind::Unknown if is_unnumbered_move(game.str(line.span)) => {
            game.foreign_move(line.span);
        }
        _ => game.unknown_line(line.span),
    }
}

/// A move or closing word behind something that does not belong there, or what must have been one.
fn read_disguised(game: &mut Game, number: Option<u32>, body: Span, readable: bool, line: Line) {
    let number = number.unwrap_or_else(|| u32::try_from(game.expected()).unwrap_or(0));
    if !readable {
        let failure = NoMove {
            at: 0,
            expected: "７六歩(77)",
        };
        return break_off(game, body, failure);
    }
    game.unusual_line(line.span, "   1 ７六歩(77)");
    if kif_family::is_closing(game.str(body)) {
        read_word(game, number, body, line);
    } else {
        read_move(game, number, false, body);
    }
}

/// Whether a line begins with a move as KI2 has it.
fn is_unnumbered_move(line: &str) -> bool {
    kif_family::read(line.as_bytes()).is_ok()
}

/// Whether a line without a number is one whole move with its origin.
fn is_bare_move(line: &str) -> bool {
    kif_family::read(line.as_bytes()).is_ok_and(|reading| {
        let rest = &line.as_bytes()[reading.len..];
        let rest = &rest[blanks(rest)..];
        let written = !matches!(reading.mv.from, Origin::Find(_));
        written && (rest.is_empty() || kif_family::times(rest).is_some())
    })
}

/// What follows a move on its line.
struct Tail {
    clock: Clock,
    unusual_clock: Option<Span>,
    plus: Option<Span>,
    /// Text that is nothing known.
    rest: Option<Span>,
}

fn read_tail(text: &str, start: usize, end: usize) -> Tail {
    let bytes = &text.as_bytes()[..end];
    let mut tail = Tail {
        clock: Clock::NONE,
        unusual_clock: None,
        plus: None,
        rest: None,
    };
    let mut at = start;
    let mut groups = 0;
    loop {
        at += blanks(&bytes[at..]);
        if let Some(times) = kif_family::times(&bytes[at..]) {
            let span = Span::new(at, at + times.len);
            groups += 1;
            if groups == 1 {
                tail.clock = times.clock;
            }
            if times.unusual || groups > 1 {
                tail.unusual_clock = tail.unusual_clock.or(Some(span));
            }
            at += times.len;
        } else if bytes[at..] == *b"+" || bytes[at..] == *"＋".as_bytes() {
            tail.plus = Some(Span::new(at, end));
            return tail;
        } else if at < end {
            tail.rest = Some(trim(text, at, end));
            return tail;
        } else {
            return tail;
        }
    }
}

fn read_move(game: &mut Game, number: u32, unusual_number: bool, body: Span) {
    let start = body.start as usize;
    let bytes = game.str(body).as_bytes();
    let reading = match kif_family::read(bytes) {
        Ok(reading) => reading,
        Err(failure) => match western::read(bytes) {
            Some((mv, len)) => Reading {
                mark: None,
                mv,
                odd: SpellingFlags::default(),
                len,
            },
            None => return break_off(game, body, failure),
        },
    };
    let move_end = start + reading.len;
    let span = Span::new(start, move_end);
    let tail = read_tail(game.text, move_end, body.end as usize);
    if let Some(rest) = tail.rest
        && matches!(reading.mv.from, Origin::Find(_))
        && rest.start as usize == move_end
    {
        let failure = NoMove {
            at: reading.len,
            expected: "(77), 打",
        };
        return break_off(game, body, failure);
    }
    let number_differs = game.pending_number().filter(|&it| it != number);
    numbers::check(game, number, reading.mv, span);
    let Some(node) = game.add_move(reading.mark, reading.mv, span, tail.clock) else {
        return;
    };
    if let Some(announced) = number_differs {
        game.slip_by(i64::from(number) - i64::from(announced));
        game.findings.push(
            Finding::new(Code::VariationNumber, span)
                .with(FactName::Expected, Fact::Number(i64::from(announced)))
                .with(FactName::Found, Fact::Number(i64::from(number))),
        );
    }
    report_form(game, &reading, unusual_number, span, &tail);
    if let Some(plus) = tail.plus {
        game.mark_alternative(node, plus);
    }
}

/// Reports what is unusual about a move line, once.
fn report_form(game: &mut Game, reading: &Reading, unusual_number: bool, span: Span, tail: &Tail) {
    let odd = reading.odd != SpellingFlags::default() || matches!(reading.mv.from, Origin::Find(_));
    if odd || unusual_number || tail.rest.is_some() {
        let place = tail.rest.unwrap_or(span);
        let found = game.str(place);
        game.findings
            .push(Finding::new(Code::MoveForm, place).found(found, ""));
    }
    if let Some(place) = tail.unusual_clock {
        let found = game.str(place);
        game.findings
            .push(Finding::new(Code::TimeForm, place).found(found, "( 0:00/00:00:00)"));
    }
}

/// An unreadable move.
fn break_off(game: &mut Game, body: Span, failure: NoMove) {
    let at = body.start as usize + failure.at;
    let rest = trim(game.text, at, body.end as usize);
    let finding = Finding::new(Code::BadSyntax, body)
        .found(game.str(rest), failure.expected)
        .with(FactName::Text, Fact::Text(game.str(body).to_owned()))
        .with(FactName::Format, Fact::Text("KIF".to_owned()));
    game.break_off(finding, body);
}

/// A numbered line that does not hold a move: a closing word, known or not.
fn read_word(game: &mut Game, number: u32, body: Span, line: Line) {
    let text = game.str(body);
    let mark = side_mark(text.as_bytes()).map_or(0, |(_, len)| len);
    let start = body.start as usize + mark;
    let len = text[mark..]
        .find(|ch: char| kif_family::is_blank(ch) || matches!(ch, '(' | '（' | '+'))
        .unwrap_or(text.len() - mark);
    let word = Span::new(start, start + len);
    if game.str(word) == PASS {
        let finding =
            Finding::new(Code::PassMove, word).with(FactName::Text, Fact::Text(PASS.to_owned()));
        game.break_off(finding, word);
        return;
    }
    if text[mark..].starts_with(char::REPLACEMENT_CHARACTER) {
        // Whatever stood there, it may have been a move.
        let failure = NoMove {
            at: mark,
            expected: "a square",
        };
        return break_off(game, body, failure);
    }
    let said = game.str(word);
    let lost = kif_family::closing_word(said).is_none()
        && (kif_family::looks_western(said)
            || kif_family::holds_move(&text[mark..])
            || goes_on(game.text, line.next, number));
    if lost && game.is_counting() {
        // The game goes on below, or this is how another notation writes a move.
        let failure = NoMove {
            at: mark,
            expected: "７六歩(77)",
        };
        return break_off(game, body, failure);
    }
    let tail = read_tail(game.text, start + len, body.end as usize);
    if game.can_be_resumed(word) && resumes(game.text, line.next, number) {
        game.resume(word);
        return;
    }
    if game.closing_word(word, tail.clock).is_none() {
        return;
    }
    if let Some(place) = tail.unusual_clock {
        let found = game.str(place);
        game.findings
            .push(Finding::new(Code::TimeForm, place).found(found, "( 0:00/00:00:00)"));
    }
}

/// Whether the next line that is no comment is a move of the next number.
fn goes_on(text: &str, at: usize, number: u32) -> bool {
    resumes(text, at, number.saturating_add(1))
}

/// Whether the next line that is no comment is a move of this number.
fn resumes(text: &str, mut at: usize, number: u32) -> bool {
    while at < text.len() {
        let line = Line::at(text, at);
        at = line.next;
        match kif_family::classify(text, line.span) {
            Kind::Blank | Kind::Comment(..) | Kind::Bookmark(_) | Kind::Program => {}
            Kind::Numbered(it, _, body) => {
                return it == number && kif_family::read(text[body.range()].as_bytes()).is_ok();
            }
            _ => return false,
        }
    }
    false
}
