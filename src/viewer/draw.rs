//! Draws the state of the viewer. Uses no characters of doubtful width but those of names and comments.

use ratatui::Frame as Terminal;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::board::{WIDE, board, fitted};
use super::keys::KEYS;
use super::panel;
use super::state::{Screen, State};
use crate::diagram::{Look, text};
use crate::finding::terms;
use crate::shogi::Color;
use crate::text::shorten;
use crate::words;

/// Its height: names, hands, files, frame, nine ranks.
const BOARD_HIGH: u16 = 16;

/// Draws the whole screen.
pub(crate) fn draw(state: &State, terminal: &mut Terminal<'_>) {
    let [title, body, status] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
    ])
    .areas(terminal.area());
    put(terminal, title, vec![title_line(state, title.width)]);
    put(terminal, status, vec![status_line(state)]);
    match &state.screen {
        Screen::Help => put(terminal, body, help(state)),
        Screen::Records(marked) => put(terminal, body, records(state, *marked, body.height)),
        Screen::Game => game(state, terminal, body),
    }
}

/// Puts lines into an area.
pub(crate) fn put(terminal: &mut Terminal<'_>, area: Rect, lines: Vec<Line<'_>>) {
    terminal.render_widget(Paragraph::new(lines), area);
}

fn game(state: &State, terminal: &mut Terminal<'_>, area: Rect) {
    let [left, _, right] = Layout::horizontal([
        Constraint::Length(WIDE),
        Constraint::Length(2),
        Constraint::Fill(1),
    ])
    .areas(area);
    let [board, below] =
        Layout::vertical([Constraint::Length(BOARD_HIGH), Constraint::Fill(1)]).areas(left);
    put(terminal, board, board_lines(state, board.width));
    let facts = panel::facts(state, usize::from(right.width));
    let comment = panel::comment(state, usize::from(below.width), usize::from(right.width));
    let half = right.height / 2;
    let facts_high = (facts.len() as u16).min(half);
    if below.height >= 4 {
        let [moves, facts_area] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(facts_high)]).areas(right);
        put(terminal, moves, panel::moves(state, moves));
        put(terminal, facts_area, facts);
        put(terminal, below, comment.narrow);
    } else {
        let comment_high = (comment.wide.len() as u16).min(right.height / 3);
        let [moves, facts_area, comment_area] = Layout::vertical([
            Constraint::Fill(1),
            Constraint::Length(facts_high),
            Constraint::Length(comment_high),
        ])
        .areas(right);
        put(terminal, moves, panel::moves(state, moves));
        put(terminal, facts_area, facts);
        put(terminal, comment_area, comment.wide);
    }
}

fn board_lines(state: &State, width: u16) -> Vec<Line<'static>> {
    let look = fitted(state.look, state.ascii);
    let frame = &state.timeline.frames[state.at];
    let mut lines = vec![
        player(state, !look.near(), width),
        hand(state, look, !look.near()),
    ];
    let marked = frame.step().map(|step| step.mv);
    lines.extend(board(&frame.position, marked, look));
    lines.push(hand(state, look, look.near()));
    lines.push(player(state, look.near(), width));
    lines
}

/// A player's name and clock; the side to move is marked.
fn player(state: &State, color: Color, width: u16) -> Line<'static> {
    let frame = &state.timeline.frames[state.at];
    let turn = if frame.position.turn() == color {
        "> "
    } else {
        "  "
    };
    let side = terms::side(state.lang, color, state.timeline.handicap);
    let clock = frame.clocks.used(color).map_or(String::new(), terms::time);
    let name = panel::clean(&state.timeline.players[color]);
    let room = usize::from(width).saturating_sub(clock.len() + 3);
    let left = shorten(&format!("{turn}{side} {name}"), room);
    let gap = room.saturating_sub(unicode_width::UnicodeWidthStr::width(left.as_str()));
    Line::from(vec![
        Span::styled(left, Style::new().add_modifier(Modifier::BOLD)),
        Span::raw(format!("{} {clock}", " ".repeat(gap))),
    ])
}

fn hand(state: &State, look: Look, color: Color) -> Line<'static> {
    let hand = state.timeline.frames[state.at].position.hand(color);
    Line::raw(format!("  {}", text::hand(look.pieces, state.lang, hand)))
}

fn title_line(state: &State, width: u16) -> Line<'static> {
    let mut title = panel::clean(&state.timeline.heading());
    for more in [&state.timeline.event, &state.timeline.file] {
        if !more.is_empty() {
            if !title.is_empty() {
                title.push_str("  ");
            }
            title.push_str(&panel::clean(more));
        }
    }
    let title = shorten(&title, usize::from(width));
    Line::styled(title, Style::new().add_modifier(Modifier::REVERSED))
}

fn status_line(state: &State) -> Line<'static> {
    let text = |key| words::text(state.lang, key);
    if let Some(notice) = &state.notice {
        return Line::raw(panel::clean(notice));
    }
    if let Some(typed) = &state.typed {
        return Line::raw(format!("{}: {typed}_", text("view.goto")));
    }
    let playing = if state.playing {
        "view.play"
    } else {
        "view.pause"
    };
    let speed = f64::from(state.speed()) / 4.0;
    let mut status = format!("{}  x{speed}", text(playing));
    if state.recorded_times {
        status.push_str("  ");
        status.push_str(text("view.real_time"));
    }
    status.push_str("  ");
    status.push_str(state.look.pieces.name());
    Line::from(vec![
        Span::styled(status, Style::new().add_modifier(Modifier::BOLD)),
        Span::raw(format!(
            "  ?: {}  q: {}",
            text("view.help"),
            text("view.quit")
        )),
    ])
}

fn help(state: &State) -> Vec<Line<'static>> {
    let rows = KEYS.iter();
    rows.map(|(_, keys, _, words)| {
        Line::from(vec![
            Span::styled(
                format!("  {keys:<16}"),
                Style::new().add_modifier(Modifier::BOLD),
            ),
            Span::raw(words::text(state.lang, words)),
        ])
    })
    .collect()
}

fn records(state: &State, marked: usize, height: u16) -> Vec<Line<'static>> {
    let room = usize::from(height.max(1));
    let first = marked.saturating_sub(room / 2);
    let shown = state.records.iter().enumerate().skip(first).take(room);
    shown
        .map(|(index, name)| {
            let style = if index == marked {
                Style::new().add_modifier(Modifier::REVERSED)
            } else {
                Style::new()
            };
            Line::styled(format!("  {}", panel::clean(name)), style)
        })
        .collect()
}
