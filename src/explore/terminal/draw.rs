//! Draws the explorer in the terminal. Uses no characters of doubtful width but those of names.

use ratatui::Frame as Terminal;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color as Ink, Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::state::{Explorer, Side, pick};
use super::{label, share, who, win_rate};
use crate::diagram::text;
use crate::finding::terms;
use crate::played::{Branch, Counts};
use crate::shogi::Color;
use crate::text::{shorten, visible};
use crate::viewer::{BOARD_WIDE, board, fitted, put};
use crate::words;

/// The keys, and the rows of the catalogue that say what they do.
const KEYS: [(&str, &str); 14] = [
    ("up, down, j, k", "explore.next_move"),
    ("enter, right", "explore.play"),
    ("backspace, left", "explore.back"),
    ("home", "explore.start"),
    ("/", "explore.search"),
    ("n", "explore.search_on"),
    ("g, tab", "explore.sample_games"),
    ("s", "explore.sort"),
    ("f", "view.flip"),
    ("p", "view.pieces"),
    ("l", "view.language"),
    ("a", "view.ascii"),
    ("?, h", "view.help"),
    ("q", "view.quit"),
];

const REVERSED: Style = Style::new().add_modifier(Modifier::REVERSED);
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// Draws the whole screen.
pub(super) fn draw(state: &Explorer, terminal: &mut Terminal<'_>) {
    let [title, body, status] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
    ])
    .areas(terminal.area());
    put(terminal, title, vec![title_line(state, title.width)]);
    put(terminal, status, vec![status_line(state, status.width)]);
    if state.side == Side::Help {
        put(terminal, body, help(state));
        return;
    }
    let [left, _, right] = Layout::horizontal([
        Constraint::Length(BOARD_WIDE),
        Constraint::Length(2),
        Constraint::Fill(1),
    ])
    .areas(body);
    put(terminal, left, board_lines(state));
    let [facts, list] = Layout::vertical([Constraint::Length(4), Constraint::Fill(1)]).areas(right);
    put(terminal, facts, fact_lines(state, right.width));
    match state.side {
        Side::Games(at) => put(terminal, list, games(state, at, list)),
        _ => put(terminal, list, moves(state, list)),
    }
}

fn text_of(state: &Explorer, key: &'static str) -> &'static str {
    words::text(state.lang, key)
}

/// The line of moves from the root; its end, where it is long.
fn title_line(state: &Explorer, width: u16) -> Line<'static> {
    let mut names = vec![label::root(&state.way[0].node.position, state.lang)];
    for place in &state.way[1..] {
        if let Some((_, via)) = &place.via {
            names.push(pick(state.lang, via).to_owned());
        }
    }
    let room = usize::from(width);
    while names.len() > 2 && names.join("  ").width() > room {
        names.remove(1);
        "...".clone_into(&mut names[0]);
    }
    Line::styled(shorten(&names.join("  "), room), REVERSED)
}

fn status_line(state: &Explorer, width: u16) -> Line<'static> {
    if let Some(notice) = &state.notice {
        return Line::raw(visible(notice).into_owned());
    }
    if let Some(typed) = &state.typed {
        return Line::raw(format!("/{}_", visible(typed)));
    }
    let keys = [
        ("enter", "explore.play"),
        ("backspace", "explore.back"),
        ("/", "explore.search"),
        ("g", "explore.sample_games"),
        ("?", "view.help"),
        ("q", "view.quit"),
    ];
    let parts = keys.map(|(key, words)| format!("{key}: {}", text_of(state, words)));
    let mut line = parts.join("  ");
    if line.width() > usize::from(width) {
        line = parts[3..].join("  ");
    }
    Line::raw(line)
}

fn help(state: &Explorer) -> Vec<Line<'static>> {
    let rows = KEYS.iter();
    rows.map(|(keys, words)| {
        Line::from(vec![
            Span::styled(format!("  {keys:<16}"), BOLD),
            Span::raw(text_of(state, words)),
        ])
    })
    .collect()
}

fn board_lines(state: &Explorer) -> Vec<Line<'static>> {
    let look = fitted(state.look, state.ascii);
    let place = state.place();
    let position = &place.node.position;
    let player = |side: Color| {
        let turn = if position.turn() == side { "> " } else { "  " };
        let name = terms::side(state.lang, side, false);
        let hand = text::hand(look.pieces, state.lang, position.hand(side));
        vec![
            Line::styled(format!("{turn}{name}"), BOLD),
            Line::raw(format!("  {hand}")),
        ]
    };
    let marked = state.marked().map(|it| it.mv);
    let mut lines = player(!look.near());
    lines.extend(board(position, marked, look));
    lines.extend(player(look.near()).into_iter().rev());
    lines
}

/// The position: its name, its games, how they ended.
fn fact_lines(state: &Explorer, width: u16) -> Vec<Line<'static>> {
    let node = &state.place().node;
    let counts = &node.counts;
    let filled = |key, value: String| words::fill(text_of(state, key), |_| Some(value.clone()));
    let mut parts = vec![filled(
        "explore.games",
        terms::number(state.lang, counts.games),
    )];
    parts.extend(win_rate(counts).map(|it| filled("explore.black_wins", it)));
    if counts.no_result > 0 {
        let number = terms::number(state.lang, counts.no_result);
        parts.push(filled("explore.no_result", number));
    }
    let room = usize::from(width);
    vec![
        Line::styled(shorten(&label::names(&node.names, state.lang), room), BOLD),
        Line::raw(shorten(&parts.join("  "), room)),
        bar(counts, room.min(60)),
        Line::raw(""),
    ]
}

/// Results as a bar: Black's wins, draws, White's wins.
fn bar(counts: &Counts, width: usize) -> Line<'static> {
    let all = counts.decided() + counts.draws;
    if all == 0 {
        return Line::raw(" ".repeat(width));
    }
    // Rounded at the bounds, so that the parts fill the bar.
    let upto = |count: u64| ((2 * count * width as u64 + all) / (2 * all)) as usize;
    let black = upto(counts.black_wins);
    let draws = upto(counts.black_wins + counts.draws) - black;
    Line::from(vec![
        Span::styled("#".repeat(black), Style::new().fg(Ink::Blue)),
        Span::styled("=".repeat(draws), Style::new().fg(Ink::DarkGray)),
        Span::styled(
            ".".repeat(width - black - draws),
            Style::new().fg(Ink::Yellow),
        ),
    ])
}

/// The part of a list that is on the screen, with the marked row in the middle.
fn window(rows: usize, marked: usize, height: u16) -> std::ops::Range<usize> {
    let room = usize::from(height.max(1));
    let first = marked
        .saturating_sub(room / 2)
        .min(rows.saturating_sub(room));
    first..(first + room).min(rows)
}

fn moves(state: &Explorer, area: Rect) -> Vec<Line<'static>> {
    let place = state.place();
    let branches = &place.node.branches;
    if branches.is_empty() {
        return vec![Line::raw(text_of(state, "explore.no_move"))];
    }
    let width = usize::from(area.width);
    window(branches.len(), place.marked, area.height)
        .map(|at| {
            let branch = &branches[at];
            let name = shorten(&state.name(branch.mv), 10);
            let gap = " ".repeat(11_usize.saturating_sub(name.width()));
            let style = if at == place.marked {
                REVERSED
            } else {
                Style::new()
            };
            let mut spans = vec![
                Span::styled(format!("{name}{gap}"), style),
                Span::raw(numbers(state, branch)),
            ];
            spans.extend(bar(&branch.counts, if width < 60 { 10 } else { 20 }).spans);
            let mut told: Vec<String> = Vec::new();
            let rate = win_rate(&branch.counts).unwrap_or_default();
            // In a narrow list the interval is left out.
            let short = rate.split(" [").next().unwrap_or_default().to_owned();
            told.push(if width < 60 {
                format!("{short:>8}")
            } else {
                format!("{rate:>17}")
            });
            if width >= 60 {
                let rating = branch.counts.rating_mean().map(|it| format!("{it:.0}"));
                told.push(format!("{:>5}", rating.unwrap_or_default()));
                let last = branch.counts.year_last().map(|it| it.to_string());
                told.push(format!("{:>4}", last.unwrap_or_default()));
                told.push(label::names(&branch.names, state.lang));
            }
            spans.push(Span::raw(format!(" {}", told.join("  "))));
            Line::from(spans)
        })
        .collect()
}

/// Games and share.
fn numbers(state: &Explorer, branch: &Branch) -> String {
    let games = terms::number(state.lang, branch.counts.games);
    let share = share(branch.counts.games, state.place().node.counts.games.max(1));
    format!("{games:>8} {share:>6} ")
}

fn games(state: &Explorer, marked: usize, area: Rect) -> Vec<Line<'static>> {
    let Some(branch) = state.marked() else {
        return Vec::new();
    };
    let samples = &branch.samples;
    let width = usize::from(area.width);
    // Each game takes two lines: who, and where.
    window(samples.len(), marked, area.height / 2)
        .flat_map(|at| {
            let style = if at == marked { REVERSED } else { Style::new() };
            let game = &samples[at];
            let address = format!("  {}", visible(&game.address()));
            [
                Line::styled(shorten(&who(game, state.lang), width), style),
                Line::raw(shorten(&address, width)),
            ]
        })
        .collect()
}
