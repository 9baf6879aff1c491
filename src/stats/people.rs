//! The report for people: tables as text and Markdown.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::lines::{Amount, Line};
use crate::finding::terms;
use crate::played::wilson;
use crate::words::{self, Lang};

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// The report for people: sections of rows.
pub(super) fn people(lines: &[Line], lang: Lang, markdown: bool) -> String {
    let mut out = String::new();
    for section in lines.chunk_by(|one, two| one.section == two.section) {
        let name = section[0].section;
        let heading = words::find(lang, &format!("stats.section.{name}")).unwrap_or(name);
        let rows: Vec<Vec<String>> = section.iter().map(|line| row(line, lang)).collect();
        let rate = match name {
            "first_moves" | "openings" => "stats.head.black_win_rate",
            _ => "stats.head.win_rate",
        };
        let head = ["", "stats.head.value", "stats.head.share", rate];
        let head = head.map(|key| words::find(lang, key).unwrap_or_default().to_owned());
        push_table(&mut out, heading, &head, &rows, markdown);
    }
    out
}

fn row(line: &Line, lang: Lang) -> Vec<String> {
    let of = |out: String, of: u64| format!("{out} ({})", terms::number(lang, of));
    let value = match line.value {
        Amount::Count(count) => terms::number(lang, count),
        Amount::Mean(mean) => format!("{mean:.1}"),
        Amount::Millis(time) => terms::time(time),
        Amount::MeanMillis(mean) => terms::time(mean.round() as u64),
    };
    let share = match line.value {
        Amount::Count(count) if line.of > 0 => of(percent(count as f64 / line.of as f64), line.of),
        _ => String::new(),
    };
    let rate = line.wins.and_then(|(wins, of)| win_rate(wins, of, lang));
    let label = line.label.clone().unwrap_or_else(|| line.name.clone());
    vec![label, value, share, rate.unwrap_or_default()]
}

/// A win rate with its interval and the number of games with a winner; none without such a game.
pub(super) fn win_rate(wins: u64, decided: u64, lang: Lang) -> Option<String> {
    let (low, high) = wilson(wins, decided)?;
    let rate = percent(wins as f64 / decided as f64);
    let (low, high) = (low * 100.0, high * 100.0);
    let decided = terms::number(lang, decided);
    Some(format!("{rate} [{low:.1}–{high:.1}] ({decided})"))
}

/// Adds a table with its heading; columns without any text are left out.
pub(super) fn push_table(
    out: &mut String,
    heading: &str,
    head: &[String],
    rows: &[Vec<String>],
    markdown: bool,
) {
    let used: Vec<usize> = (0..head.len())
        .filter(|&at| rows.iter().any(|row| !row[at].is_empty()))
        .collect();
    let clean = |text: &str| -> String {
        let plain = text
            .chars()
            .map(|it| if it.is_control() { ' ' } else { it });
        let plain: String = plain.collect();
        if markdown {
            plain.replace('|', "\\|")
        } else {
            plain
        }
    };
    let line =
        |cells: &[String]| -> Vec<String> { used.iter().map(|&at| clean(&cells[at])).collect() };
    let head = line(head);
    let rows: Vec<Vec<String>> = rows.iter().map(|row| line(row)).collect();
    if markdown {
        let _ = write!(out, "## {heading}\n\n| {} |\n|", head.join(" | "));
        out.push_str(&"---|".repeat(head.len()));
        for row in &rows {
            let _ = write!(out, "\n| {} |", row.join(" | "));
        }
        out.push_str("\n\n");
        return;
    }
    let width = |at: usize| rows.iter().chain([&head]).map(|row| row[at].width()).max();
    let widths: Vec<usize> = (0..used.len()).map(|at| width(at).unwrap_or(0)).collect();
    let _ = writeln!(out, "{heading}");
    for row in std::iter::once(&head).chain(&rows) {
        let mut line = String::from(" ");
        for (at, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let gap = " ".repeat(width - cell.width());
            let _ = match at {
                0 => write!(line, " {cell}{gap}"),
                _ => write!(line, "  {gap}{cell}"),
            };
        }
        if !line.trim().is_empty() {
            let _ = writeln!(out, "{}", line.trim_end());
        }
    }
    out.push('\n');
}
