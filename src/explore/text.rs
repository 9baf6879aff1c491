//! The tree as a table for people.

use super::rows::{Row, each};
use super::table::{Line, Table};
use super::{Told, label};
use crate::finding::terms;
use crate::played::{Counts, Game, wilson};
use crate::replay::Winner;
use crate::shogi::Color;
use crate::stats::value_label;
use crate::text::visible;
use crate::words::{self, Lang};

/// The columns.
const HEAD: [&str; 8] = [
    "explore.head.move",
    "explore.head.games",
    "explore.head.share",
    "explore.head.black_wins",
    "explore.head.draw",
    "explore.head.no_result",
    "explore.head.rating",
    "explore.head.last",
];

/// The tree as text: the position, a heading, a row for each move.
pub(crate) fn text(told: &Told<'_>) -> String {
    let mut out = title(told);
    if has_moves(told) {
        out.push_str(&table(told, true).text());
    }
    out
}

/// The same in Markdown.
pub(crate) fn markdown(told: &Told<'_>) -> String {
    let mut out = format!("## {}\n", title(told));
    if has_moves(told) {
        out.push_str(&table(told, false).markdown());
    }
    out
}

fn has_moves(told: &Told<'_>) -> bool {
    let root = told.tree.nodes.first();
    root.is_some_and(|it| !it.branches.is_empty() || !told.by.is_empty())
}

/// The position and its games on one line.
pub(super) fn title(told: &Told<'_>) -> String {
    let Some(root) = told.tree.nodes.first() else {
        return String::new();
    };
    let counts = &root.counts;
    let filled =
        |key, value: String| words::fill(words::text(told.lang, key), |_| Some(value.clone()));
    let mut parts = vec![label::root(&root.position, told.lang)];
    let names = label::names(&root.names, told.lang);
    parts.extend((!names.is_empty()).then_some(names));
    parts.push(filled(
        "explore.games",
        terms::number(told.lang, counts.games),
    ));
    if let Some(rate) = win_rate(counts) {
        parts.push(filled("explore.black_wins", rate));
    }
    if counts.games > 0 {
        parts.push(filled("explore.draw", percent(counts.draws, counts.games)));
    }
    if counts.no_result > 0 {
        parts.push(filled(
            "explore.no_result",
            terms::number(told.lang, counts.no_result),
        ));
    }
    let mut line = parts.join("   ");
    line.push('\n');
    line
}

/// A share with one digit.
pub(super) fn percent(count: u64, of: u64) -> String {
    format!("{:.1} %", 100.0 * count as f64 / of as f64)
}

/// The share of a row, without a digit: nobody compares them more closely.
pub(super) fn share(count: u64, of: u64) -> String {
    match 100.0 * count as f64 / of as f64 {
        small if small > 0.0 && small < 0.5 => "<1 %".to_owned(),
        share => format!("{share:.0} %"),
    }
}

/// Black's wins among the games with a winner, and the 95 % interval.
pub(super) fn win_rate(counts: &Counts) -> Option<String> {
    let (low, high) = wilson(counts.black_wins, counts.decided())?;
    let rate = percent(counts.black_wins, counts.decided());
    Some(format!("{rate} [{:.0}–{:.0}]", low * 100.0, high * 100.0))
}

fn table(told: &Told<'_>, samples: bool) -> Table {
    let mut head = HEAD
        .map(|key| words::text(told.lang, key).to_owned())
        .to_vec();
    head.push(words::text(told.lang, "explore.head.to").to_owned());
    let mut lines = Vec::new();
    each(told.tree, |row, _| {
        let indent = "  ".repeat(row.depth.saturating_sub(1));
        if let Some(branch) = row.branch {
            let mut name = format!(
                "{indent}{}",
                label::mv(&row.node.position, branch.mv, told.lang)
            );
            if branch.transposed {
                name.push_str(" ↑");
            }
            let names = label::names(row.names(), told.lang);
            let of = row.node.counts.games;
            lines.push(Line::Cells(cells(name, row.counts(), of, names, told.lang)));
        }
        push_groups(told, &row, &indent, &mut lines);
        if let Some(branch) = row.branch.filter(|_| samples) {
            let games = branch.samples.iter();
            lines.extend(
                games.map(|it| Line::Free(format!("{indent}     {}", sample(it, told.lang)))),
            );
        }
    });
    Table { head, lines }
}

/// The rows of the groups of a row, below it.
fn push_groups(told: &Told<'_>, row: &Row<'_>, indent: &str, lines: &mut Vec<Line>) {
    if told.by.is_empty() {
        return;
    }
    for (group, counts) in row.groups() {
        let values = told.by.iter().zip(group.iter());
        let values = values.map(|((name, _), value)| match value {
            None => words::text(told.lang, "ending.none").to_owned(),
            Some(value) => match value_label(name, value, told.lang) {
                Some(label) => label,
                None => visible(value).into_owned(),
            },
        });
        let values: Vec<String> = values.collect();
        let name = format!("{indent}    {}", values.join(", "));
        let of = row.counts().games;
        lines.push(Line::Cells(cells(
            name,
            counts,
            of,
            String::new(),
            told.lang,
        )));
    }
}

fn cells(name: String, counts: &Counts, of: u64, names: String, lang: Lang) -> Vec<String> {
    let some = |count: u64, text: String| if count > 0 { text } else { String::new() };
    vec![
        name,
        terms::number(lang, counts.games),
        share(counts.games, of),
        win_rate(counts).unwrap_or_default(),
        percent(counts.draws, counts.games),
        some(counts.no_result, terms::number(lang, counts.no_result)),
        counts
            .rating_mean()
            .map(|it| format!("{it:.0}"))
            .unwrap_or_default(),
        counts
            .year_last()
            .map(|it| it.to_string())
            .unwrap_or_default(),
        names,
    ]
}

/// A game that was counted, on one line.
fn sample(game: &Game, lang: Lang) -> String {
    let parts = [who(game, lang), visible(&game.address()).into_owned()];
    let parts: Vec<String> = parts.into_iter().filter(|it| !it.is_empty()).collect();
    parts.join("  ")
}

/// When a game was played, by whom, and how it ended.
pub(super) fn who(game: &Game, lang: Lang) -> String {
    let name = |side: Color| match &*game.players[side] {
        "" => "?".into(),
        name => visible(name),
    };
    let result = match game.outcome.winner {
        Some(Winner::Side(side)) => words::fill(words::text(lang, "result.side_wins"), |_| {
            Some(terms::side(lang, side, false).to_owned())
        }),
        Some(Winner::Draw) => words::text(lang, "result.draw").to_owned(),
        Some(Winner::None) => words::text(lang, "result.no_contest").to_owned(),
        None => words::text(lang, "result.unknown").to_owned(),
    };
    let date = game.date().unwrap_or_default();
    let nameless = Color::BOTH
        .iter()
        .all(|&side| game.players[side].is_empty());
    let players = match nameless {
        true => String::new(),
        false => format!("{} – {}", name(Color::Black), name(Color::White)),
    };
    let parts = [date, players, result];
    let parts: Vec<String> = parts.into_iter().filter(|it| !it.is_empty()).collect();
    parts.join("  ")
}
