//! Numbers as text: for people, as CSV, JSON and Markdown. Every share says of how many.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::summary::Summary;
use super::tally::{Distribution, Results};
use crate::finding::{Code, terms, title};
use crate::opening;
use crate::played::wilson;
use crate::render::{push_field, push_json};
use crate::shogi::Handicap;
use crate::words::{self, Lang};

/// Forms of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// For people.
    Text,
    /// One row a line.
    Csv,
    /// An array of objects.
    Json,
    /// Tables in Markdown.
    Markdown,
}

/// How much is told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// So many rows of lists that may be long.
    pub top: usize,
    /// Only what has at least so many games.
    pub min_games: u64,
    /// The language of [`Form::Text`] and [`Form::Markdown`].
    pub lang: Lang,
}

/// A number of the report.
#[derive(Clone, Debug)]
struct Line {
    section: &'static str,
    /// For programs.
    name: String,
    /// For people, where that differs.
    label: Option<String>,
    value: Amount,
    /// What the value is a part of; 0 for none.
    of: u64,
    /// Wins, and games with a winner.
    wins: Option<(u64, u64)>,
}

#[derive(Clone, Copy, Debug)]
enum Amount {
    Count(u64),
    Mean(f64),
    Millis(u64),
    MeanMillis(f64),
}

struct Lines<'a> {
    limits: &'a Limits,
    list: Vec<Line>,
}

impl Lines<'_> {
    fn push(&mut self, section: &'static str, name: &str, value: Amount, of: u64) -> &mut Line {
        self.list.push(Line {
            section,
            name: name.to_owned(),
            label: None,
            value,
            of,
            wins: None,
        });
        let last = self.list.len() - 1;
        &mut self.list[last]
    }

    fn words(&self, key: &str) -> Option<String> {
        words::find(self.limits.lang, key).map(str::to_owned)
    }

    /// Counts by name, the largest first; the empty name is what is not told.
    fn counts<'a>(
        &mut self,
        section: &'static str,
        counts: impl Iterator<Item = (&'a str, u64)>,
        of: u64,
        label: impl Fn(Lang, &str) -> Option<String>,
    ) {
        let mut counts: Vec<(&str, u64)> = counts.collect();
        counts.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
        for (name, count) in counts.into_iter().take(self.limits.top) {
            let label = match name {
                "" => self.words("ending.none"),
                name => label(self.limits.lang, name),
            };
            let name = if name.is_empty() { "none_stated" } else { name };
            self.push(section, name, Amount::Count(count), of).label = label;
        }
    }

    /// Results by name, the most games first.
    fn results<'a>(
        &mut self,
        section: &'static str,
        results: impl Iterator<Item = (&'a str, &'a Results)>,
        of: u64,
        label: impl Fn(Lang, &str) -> Option<String>,
    ) {
        let least = self.limits.min_games;
        let mut results: Vec<_> = results.filter(|(_, it)| it.games() >= least).collect();
        results.sort_by_key(|&(name, it)| (std::cmp::Reverse(it.games()), name));
        for (name, results) in results.into_iter().take(self.limits.top) {
            let label = label(self.limits.lang, name);
            let line = self.push(section, name, Amount::Count(results.games()), of);
            line.label = label;
            line.wins = Some((results.wins, results.decided()));
        }
    }

    /// The shape of a distribution of times in milliseconds, or of counts; `of` is how many values there might be.
    fn distribution(&mut self, section: &'static str, values: &Distribution, time: bool, of: u64) {
        let Some((least, most)) = values.range() else {
            return;
        };
        let amount = |value| match time {
            true => Amount::Millis(value),
            false => Amount::Count(value),
        };
        let mean = values.mean().unwrap_or_default();
        let mean = match time {
            true => Amount::MeanMillis(mean),
            false => Amount::Mean(mean),
        };
        let label = self.words(&format!("stats.number.{section}"));
        let number = Amount::Count(values.number());
        self.push(section, "number", number, of).label = label;
        let mut rows = vec![("mean".to_owned(), Some("stats.mean"), mean)];
        for percent in [5, 25, 50, 75, 95] {
            let value = amount(values.percentile(percent).unwrap_or_default());
            let median = (percent == 50).then_some("stats.median");
            rows.push((format!("p{percent}"), median, value));
        }
        rows.push(("min".to_owned(), Some("stats.min"), amount(least)));
        rows.push(("max".to_owned(), Some("stats.max"), amount(most)));
        for (name, key, value) in rows {
            let label = match (key, name.strip_prefix('p')) {
                (Some(key), _) => self.words(key),
                (None, Some(percent)) => {
                    let text = words::text(self.limits.lang, "stats.percentile_n");
                    Some(words::fill(text, |_| Some(percent.to_owned())))
                }
                _ => None,
            };
            self.push(section, &name, value, 0).label = label;
        }
    }
}

/// The report on all games.
pub(crate) fn summary(summary: &Summary, limits: &Limits, form: Form) -> String {
    let mut lines = Lines {
        limits,
        list: Vec::new(),
    };
    let results = &summary.results;
    let games = results.games();
    let label = lines.words("stats.games");
    lines.push("games", "games", Amount::Count(games), 0).label = label;
    for (name, key, count, of) in [
        ("black", "side.black", results.wins, results.decided()),
        ("white", "side.white", results.losses, results.decided()),
        ("draw", "result.draw", results.draws, games),
        ("none", "result.no_contest", results.none, games),
        ("unknown", "result.unknown", results.unknown, games),
    ] {
        let label = lines.words(key);
        let line = lines.push("results", name, Amount::Count(count), of);
        line.label = label;
        if of != games || matches!(name, "black" | "white") {
            line.wins = Some((count, of));
        }
    }
    let own = |map: &'static str| {
        move |lang: Lang, name: &str| words::find(lang, &format!("{map}.{name}")).map(str::to_owned)
    };
    let each = |counts: &std::collections::BTreeMap<&'static str, u64>| {
        counts
            .iter()
            .map(|(name, count)| (*name, *count))
            .collect::<Vec<_>>()
    };
    lines.counts(
        "endings",
        each(&summary.endings).into_iter(),
        games,
        own("ending"),
    );
    let plies = u64::try_from(summary.plies.sum()).unwrap_or(u64::MAX);
    lines.distribution("plies", &summary.plies, false, games);
    lines.distribution("move_times", &summary.move_times, true, plies);
    lines.distribution("side_times", &summary.side_times, true, games * 2);
    let handicaps = each(&summary.handicaps).into_iter();
    let handicaps = handicaps.map(|(name, count)| match name {
        "" => ("even_or_free", count),
        name => (name, count),
    });
    lines.counts("handicaps", handicaps, games, |lang, name| {
        let mut all = Handicap::ALL.into_iter();
        let key = match all.find(|it| it.name() == name) {
            _ if name == "other" => "handicap.other",
            _ if name == "unknown" => "stats.no_start",
            Some(handicap) => terms::handicap_key(handicap),
            None => "stats.even_or_free",
        };
        Some(words::text(lang, key).to_owned())
    });
    let ending = |name: &str| summary.endings.get(name).copied().unwrap_or(0);
    for (name, count) in [
        ("fourfold_repetition", summary.fourfold),
        ("sennichite", ending("sennichite")),
        ("perpetual_check", ending("perpetual_check")),
        ("impasse", ending("impasse")),
        ("declaration", ending("declaration")),
    ] {
        let label = match name {
            "fourfold_repetition" => lines.words("stats.fourfold"),
            name => lines.words(&format!("ending.{name}")),
        };
        lines
            .push("repetition", name, Amount::Count(count), games)
            .label = label;
    }
    let label = lines.words("stats.illegal_games");
    let count = Amount::Count(summary.illegal_games);
    lines.push("illegal", "games", count, games).label = label;
    let reason = |lang: Lang, name: &str| Code::find(name).map(|code| title(lang, code).to_owned());
    lines.counts("illegal", each(&summary.illegal).into_iter(), games, reason);
    lines.counts(
        "events",
        each(&summary.events).into_iter(),
        games,
        own("ending"),
    );
    let plain = |_: Lang, _: &str| None;
    lines.counts("formats", each(&summary.formats).into_iter(), games, plain);
    lines.counts(
        "encodings",
        each(&summary.encodings).into_iter(),
        games,
        plain,
    );
    let players = summary.players.iter().map(|(name, it)| (name.as_str(), it));
    lines.results("players", players, games, plain);
    let first = summary.first_moves.iter();
    let first = first.map(|(name, it)| (name.as_str(), it));
    let begun = summary.first_moves.values().map(Results::games).sum();
    lines.results("first_moves", first, begun, plain);
    let named = summary.openings.values().map(Results::games).sum();
    let openings = summary.openings.iter().map(|(name, it)| (*name, it));
    lines.results("openings", openings, named, |lang, id| {
        opening::opening(id).map(|it| it.names.of(lang).to_owned())
    });
    let sides = summary.castles.values().sum();
    lines.counts(
        "castles",
        each(&summary.castles).into_iter(),
        sides,
        |lang, id| opening::castle(id).map(|it| it.names.of(lang).to_owned()),
    );
    match form {
        Form::Csv => csv(&lines.list),
        Form::Json => json(&lines.list),
        Form::Text => people(&lines.list, limits.lang, false),
        Form::Markdown => people(&lines.list, limits.lang, true),
    }
}

/// A share of one, to four digits.
pub(super) fn share(count: u64, of: u64) -> Option<String> {
    (of > 0).then(|| format!("{:.4}", count as f64 / of as f64))
}

/// The fields of a line for programs: section, name, value, unit, of, share, wins, decided, win_rate, low, high.
fn fields(line: &Line) -> [(&'static str, Option<String>); 9] {
    let (value, unit, count) = match line.value {
        Amount::Count(count) => (count.to_string(), None, Some(count)),
        Amount::Mean(mean) => (format!("{mean:.2}"), None, None),
        Amount::Millis(time) => (time.to_string(), Some("ms".to_owned()), None),
        Amount::MeanMillis(mean) => (format!("{mean:.1}"), Some("ms".to_owned()), None),
    };
    let (wins, decided) = line.wins.unzip();
    let interval = line
        .wins
        .and_then(|(wins, decided)| wilson(wins, decided))
        .unzip();
    let end = |it: Option<f64>| it.map(|it| format!("{it:.4}"));
    let of = (line.of > 0).then_some(line.of);
    [
        ("value", Some(value)),
        ("unit", unit),
        ("of", of.map(|it| it.to_string())),
        ("share", count.and_then(|it| share(it, line.of))),
        ("wins", wins.map(|it| it.to_string())),
        ("decided", decided.map(|it| it.to_string())),
        ("win_rate", line.wins.and_then(|(wins, of)| share(wins, of))),
        ("low", end(interval.0)),
        ("high", end(interval.1)),
    ]
}

fn csv(lines: &[Line]) -> String {
    let mut out = String::from("section,name,value,unit,of,share,wins,decided,win_rate,low,high\n");
    for line in lines {
        let _ = write!(out, "{},", line.section);
        push_field(&mut out, &line.name);
        for (_, field) in fields(line) {
            let _ = write!(out, ",{}", field.unwrap_or_default());
        }
        out.push('\n');
    }
    out
}

fn json(lines: &[Line]) -> String {
    let mut out = String::from("[\n");
    for (at, line) in lines.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { ",\n" });
        let _ = write!(out, "{{\"section\":\"{}\",\"name\":", line.section);
        push_json(&mut out, &line.name);
        for (name, field) in fields(line) {
            match field {
                None => drop(write!(out, ",\"{name}\":null")),
                Some(unit) if name == "unit" => drop(write!(out, ",\"unit\":\"{unit}\"")),
                Some(number) => drop(write!(out, ",\"{name}\":{number}")),
            }
        }
        out.push('}');
    }
    out.push_str("\n]\n");
    out
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// The report for people: sections of rows.
fn people(lines: &[Line], lang: Lang, markdown: bool) -> String {
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
