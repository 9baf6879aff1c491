//! What stands beside the board: the list of moves with its branches, the facts of the position, the comment.

use ratatui::layout::Rect;
use ratatui::style::{Color as Ink, Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::state::State;
use crate::finding::{Severity, terms};
use crate::shogi::Color;
use crate::text::{is_hidden, shorten, wrap};
use crate::timeline::{Event, Frame, Timeline};
use crate::words::{self, Lang};

/// The width of a move in the list.
const MOVE: usize = 18;

/// Text from a record as a terminal may show it: without what steers a terminal or turns text around.
pub(super) fn clean(text: &str) -> String {
    // More than any screen holds is not worth cleaning.
    let text = text.chars().take(4000);
    text.map(|it| match it {
        '\t' => ' ',
        '\n' => '\n',
        _ if is_hidden(it) => '?',
        _ => it,
    })
    .collect()
}

/// What a frame is called in a list: Japanese moves without the mark of the side, which some terminals draw too wide.
fn label(frame: &Frame, lang: Lang) -> String {
    let label = clean(&frame.label(lang));
    label.trim_start_matches(['▲', '△']).to_owned()
}

/// The list of moves around the one shown; where the line parts, all ways are listed.
pub(super) fn moves(state: &State, area: Rect) -> Vec<Line<'static>> {
    let line = state.line();
    let mut rows = Vec::new();
    let mut here = 0;
    for &index in &line {
        let frame = &state.timeline.frames[index];
        let ways = frame.parent.map(|it| &state.timeline.frames[it].children);
        let others = ways.map_or(0, |it| it.len() - 1);
        if index == state.at {
            here = rows.len();
        }
        rows.push(row(state, index, others));
        if index == state.at && others > 0 {
            let ways = ways.into_iter().flatten();
            rows.extend(ways.filter(|&&it| it != index).map(|&it| branch(state, it)));
        }
    }
    let room = usize::from(area.height.max(1));
    let first = here
        .saturating_sub(room / 2)
        .min(rows.len().saturating_sub(room));
    rows.into_iter().skip(first).take(room).collect()
}

fn row(state: &State, index: usize, others: usize) -> Line<'static> {
    let frame = &state.timeline.frames[index];
    let mut style = Style::new();
    if index == state.at {
        style = style.add_modifier(Modifier::REVERSED);
    }
    let label = shorten(&label(frame, state.lang), MOVE);
    let gap = " ".repeat(MOVE.saturating_sub(label.width()));
    let time = frame.elapsed.map_or(String::new(), short_time);
    let number = if frame.ply == 0 {
        String::new()
    } else {
        frame.ply.to_string()
    };
    let mut spans = vec![
        Span::raw(format!("{number:>4} ")),
        Span::styled(format!("{label}{gap}"), style),
        Span::raw(format!(" {time:>7}")),
    ];
    let worst = frame.findings.iter().map(|it| it.severity).max();
    let marks = [
        (others > 0, '+', Style::new()),
        (!frame.comment.is_empty(), '*', Style::new()),
        (worst.is_some(), '!', severity_style(worst)),
    ];
    for (wanted, mark, style) in marks {
        spans.push(Span::styled(
            if wanted { mark } else { ' ' }.to_string(),
            style,
        ));
    }
    Line::from(spans)
}

/// Another way at the ply shown.
fn branch(state: &State, index: usize) -> Line<'static> {
    let label = shorten(&label(&state.timeline.frames[index], state.lang), MOVE);
    Line::styled(
        format!("     + {label}"),
        Style::new().add_modifier(Modifier::DIM),
    )
}

fn severity_style(severity: Option<Severity>) -> Style {
    match severity {
        Some(Severity::Error) => Style::new().fg(Ink::Red),
        Some(Severity::Warning) => Style::new().fg(Ink::Yellow),
        _ => Style::new(),
    }
}

/// Minutes and seconds, or hours too.
fn short_time(milliseconds: u32) -> String {
    let seconds = milliseconds / 1000;
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// What there is to say of the position: result, evaluation, repetition, points, findings.
pub(super) fn facts(state: &State, width: usize) -> Vec<Line<'static>> {
    let State { timeline, lang, .. } = state;
    let frame = &timeline.frames[state.at];
    let mut lines = Vec::new();
    let mut say = |text: String, style: Style| {
        let text = wrap(&text, width);
        lines.extend(text.into_iter().map(|it| Line::styled(it, style)));
    };
    if let Some(result) = result(timeline, frame, *lang) {
        say(result, Style::new().add_modifier(Modifier::BOLD));
    }
    let mate = frame.mate.map(|mate| {
        let side = if mate > 0 { Color::Black } else { Color::White };
        words::fill(words::text(*lang, "view.mate_in"), |name| {
            Some(match name {
                "side" => terms::side(*lang, side, timeline.handicap).to_owned(),
                _ => mate.unsigned_abs().to_string(),
            })
        })
    });
    if let Some(eval) = mate.or(frame.eval.map(|it| format!("{it:+}"))) {
        let mut text = labelled(*lang, "stats.evaluation", &eval);
        if !frame.expected.is_empty() {
            text = format!("{text}  {}", clean(&frame.expected));
        }
        say(shorten(&text, width * 2), Style::new());
    }
    if frame.occurrence() > 1 {
        let occurrence = frame.occurrence().to_string();
        let text = words::text(*lang, "repetition.occurrence");
        say(
            words::fill(text, |_| Some(occurrence.clone())),
            Style::new().fg(Ink::Yellow),
        );
    }
    if let Some(points) = frame.points() {
        let sides = Color::BOTH.map(|color| {
            let side = terms::side(*lang, color, timeline.handicap);
            format!("{side} {}", points[color])
        });
        say(
            labelled(*lang, "view.points", &sides.join(", ")),
            Style::new(),
        );
    }
    for (severity, message) in frame.messages(*lang, timeline.handicap).into_iter().take(5) {
        say(clean(&message.headline), severity_style(Some(severity)));
    }
    lines
}

fn labelled(lang: Lang, key: &'static str, value: &str) -> String {
    let label = words::text(lang, key);
    words::fill(words::text(lang, "view.labelled"), |name| {
        Some(if name == "label" { label } else { value }.to_owned())
    })
}

/// The words for the end of the game.
fn result(timeline: &Timeline, frame: &Frame, lang: Lang) -> Option<String> {
    let Event::End { kind, winner } = frame.event else {
        return None;
    };
    let ending = crate::timeline::ending(lang, kind);
    let Some(winner) = winner else {
        return Some(ending.to_owned());
    };
    Some(words::fill(words::text(lang, "result.by"), |name| {
        Some(match name {
            "side" => terms::side(lang, winner, timeline.handicap).to_owned(),
            _ => ending.to_owned(),
        })
    }))
}

/// The comment, broken for the room below the board and for the room beside it.
pub(super) struct Comment {
    pub(super) narrow: Vec<Line<'static>>,
    pub(super) wide: Vec<Line<'static>>,
}

pub(super) fn comment(state: &State, narrow: usize, wide: usize) -> Comment {
    let text = clean(&state.timeline.frames[state.at].comment);
    let lines = |width: usize| {
        wrap(&text, width)
            .into_iter()
            .map(Line::raw)
            .collect::<Vec<_>>()
    };
    Comment {
        narrow: lines(narrow),
        wide: lines(wide),
    }
}
