//! Reading KI2: move lines by themselves, everything else as `kif_family` reads it.

use crate::finding::{Code, Fact, FactName, Finding, Findings};
use crate::notation::kif_family::{
    self, Game, Kind, Line, Next, NoMove, SpellingFlags, blanks, side_mark, starts_move, trim,
};
use crate::record::{Clock, Origin, Record};
use crate::text::Span;

/// Reads a record in KI2.
pub(crate) fn read(record: &mut Record, findings: &mut Findings) {
    let mut game = Game::new(record, findings);
    let text = game.text;
    let mut at = 0;
    while at < text.len() {
        let line = Line::at(text, at);
        at = line.next;
        match game.line(line) {
            Ok(Next::Line) => {}
            Ok(Next::Stop) => break,
            Err(Kind::Marked) => read_moves(&mut game, line.span),
            Err(Kind::Disguised(_, body, readable)) => {
                if readable {
                    game.unusual_line(line.span, "▲７六歩");
                }
                read_moves(&mut game, body);
            }
            Err(Kind::Word) if game.has_begun() => {
                game.unusual_line(line.span, "");
                game.closing_word(line.span, Clock::NONE);
            }
            Err(_) if starts_move(text[line.span.range()].as_bytes()) => {
                read_moves(&mut game, line.span);
            }
            Err(Kind::Numbered(_, _, body)) if is_written_move(&text[body.range()]) => {
                game.foreign_move(line.span);
            }
            Err(_) => game.unknown_line(line.span),
        }
    }
    game.finish();
}

/// Whether something begins with a move as KIF has it below a number.
fn is_written_move(body: &str) -> bool {
    kif_family::read(body.as_bytes())
        .is_ok_and(|reading| !matches!(reading.mv.from, Origin::Find(_)))
}

/// Reads the moves of a line, which may stand apart or run together.
fn read_moves(game: &mut Game, line: Span) {
    let end = line.end as usize;
    let mut at = line.start as usize;
    while at < end {
        let rest = &game.text.as_bytes()[at..end];
        let gap = blanks(rest);
        if gap > 0 {
            at += gap;
            continue;
        }
        match kif_family::read(rest) {
            Ok(reading) if is_end_of_move(&rest[reading.len..]) => {
                let span = Span::new(at, at + reading.len);
                at += reading.len;
                let odd = reading.mark.is_none()
                    || matches!(reading.mv.from, Origin::Square(_))
                    || reading.odd.any(&[
                        SpellingFlags::LONG_NAME,
                        SpellingFlags::SQUARE_AND_SAME,
                        SpellingFlags::SYNONYM,
                        SpellingFlags::HINT_FORM,
                        SpellingFlags::ZERO_ORIGIN,
                        SpellingFlags::BLANKS,
                    ]);
                let added = game.add_move(reading.mark, reading.mv, span, Clock::NONE);
                if odd && added.is_some() {
                    let found = game.str(span);
                    game.findings
                        .push(Finding::new(Code::Ki2Form, span).found(found, ""));
                }
            }
            Ok(reading) => {
                let failure = NoMove {
                    at: reading.len,
                    expected: "▲, △",
                };
                return break_off(game, Span::new(at, end), failure);
            }
            Err(failure) => {
                let mark = side_mark(rest).map_or(0, |(_, len)| len);
                let word = kif_family::leading_word(&game.text[at + mark..end]);
                let Some(word) = word else {
                    return break_off(game, Span::new(at, end), failure);
                };
                let span = Span::new(at + mark, at + mark + word.len());
                game.closing_word(span, Clock::NONE);
                at = span.end as usize;
            }
        }
    }
}

/// Whether a move can end before `rest`: at a blank, at the end of the line, before the next move.
fn is_end_of_move(rest: &[u8]) -> bool {
    rest.is_empty() || blanks(rest) > 0 || side_mark(rest).is_some() || starts_move(rest)
}

/// An unreadable move.
fn break_off(game: &mut Game, rest: Span, failure: NoMove) {
    let at = rest.start as usize + failure.at;
    let stop = trim(game.text, at, rest.end as usize);
    let token_end = game.text[rest.range()]
        .find(kif_family::is_blank)
        .map_or(rest.end as usize, |len| rest.start as usize + len);
    let token = Span::new(
        rest.start as usize,
        token_end.max(at).min(rest.end as usize),
    );
    let mut finding = Finding::new(Code::BadSyntax, token)
        .found(game.str(stop), failure.expected)
        .with(FactName::Text, Fact::Text(game.str(token).to_owned()))
        .with(FactName::Format, Fact::Text("KI2".to_owned()));
    if stop.is_empty() {
        finding = finding.note("ki2.line_break.text");
    }
    game.break_off(finding, token);
}
