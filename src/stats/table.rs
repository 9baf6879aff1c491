//! Groups of games as a table: for people, as CSV, JSON and Markdown.

use std::fmt::Write;

use super::group::{Group, Groups};
use super::lines::{Form, Limits};
use super::people::{push_table, win_rate};
use super::programs::share;
use crate::finding::terms;
use crate::opening;
use crate::played::wilson;
use crate::render::{push_field, push_json};
use crate::select::GameColumn;
use crate::words::{self, Lang};

/// A column with the name it was asked for by.
pub(crate) type NamedColumn = (String, GameColumn);

/// The groups as a table, the most games first; people read years and days in their order.
pub(crate) fn groups(groups: &Groups, by: &[NamedColumn], limits: &Limits, form: Form) -> String {
    let mut list: Vec<_> = groups.groups.iter().collect();
    list.retain(|(_, group)| group.results.games() >= limits.min_games);
    list.sort_by_key(|&(key, group)| (std::cmp::Reverse(group.results.games()), key));
    list.truncate(limits.top);
    match form {
        Form::Csv => csv(&list, by),
        Form::Json => json(&list, by),
        Form::Text | Form::Markdown => {
            if by.first().is_some_and(|(_, column)| column.is_of_time()) {
                // What bears no date comes last.
                list.sort_by_key(|&(key, _)| (key.first().is_none_or(Option::is_none), key));
            }
            people(&list, by, limits.lang, form == Form::Markdown)
        }
    }
}

/// A group with the values that its games share.
type Row<'a> = (&'a Vec<Option<String>>, &'a Group);

fn is_of_player(by: &[NamedColumn]) -> bool {
    by.iter().any(|(_, column)| *column == GameColumn::Player)
}

/// The numbers of a group for programs.
fn numbers(group: &Group, of_player: bool) -> Vec<(&'static str, Option<String>)> {
    let it = &group.results;
    let interval = wilson(it.wins, it.decided());
    let number = |it: u64| Some(it.to_string());
    let [wins, losses] = match of_player {
        true => ["wins", "losses"],
        false => ["black_wins", "white_wins"],
    };
    let mut numbers = vec![
        ("games", number(it.games())),
        (wins, number(it.wins)),
        (losses, number(it.losses)),
        ("draws", number(it.draws)),
        ("no_result", number(it.none)),
        ("unknown", number(it.unknown)),
        ("win_rate", share(it.wins, it.decided())),
        ("low", interval.map(|(low, _)| format!("{low:.4}"))),
        ("high", interval.map(|(_, high)| format!("{high:.4}"))),
        (
            "plies_mean",
            group.plies.mean().map(|mean| format!("{mean:.2}")),
        ),
        (
            "plies_median",
            group.plies.percentile(50).map(|it| it.to_string()),
        ),
    ];
    if of_player {
        numbers.push(("as_black", number(group.as_black)));
    }
    numbers
}

fn csv(rows: &[Row<'_>], by: &[NamedColumn]) -> String {
    let of_player = is_of_player(by);
    let names = numbers(&Group::default(), of_player);
    let names = names.into_iter().map(|(name, _)| name);
    let by = by.iter().map(|(name, _)| name.as_str());
    let head: Vec<&str> = by.chain(names).collect();
    let mut out = head.join(",");
    out.push('\n');
    for (key, group) in rows {
        for (at, value) in key.iter().enumerate() {
            out.push_str(if at == 0 { "" } else { "," });
            push_field(&mut out, value.as_deref().unwrap_or_default());
        }
        for (_, number) in numbers(group, of_player) {
            let _ = write!(out, ",{}", number.unwrap_or_default());
        }
        out.push('\n');
    }
    out
}

fn json(rows: &[Row<'_>], by: &[NamedColumn]) -> String {
    let mut out = String::from("[\n");
    for (line, (key, group)) in rows.iter().enumerate() {
        out.push_str(if line == 0 { "{" } else { ",\n{" });
        for (at, ((name, column), value)) in by.iter().zip(key.iter()).enumerate() {
            let _ = write!(out, "{}\"{name}\":", if at == 0 { "" } else { "," });
            match value {
                None => out.push_str("null"),
                Some(text) if column.is_bare() => out.push_str(text),
                Some(text) => push_json(&mut out, text),
            }
        }
        for (name, number) in numbers(group, is_of_player(by)) {
            let _ = write!(out, ",\"{name}\":{}", number.as_deref().unwrap_or("null"));
        }
        out.push('}');
    }
    out.push_str("\n]\n");
    out
}

fn people(rows: &[Row<'_>], by: &[NamedColumn], lang: Lang, markdown: bool) -> String {
    let of_player = is_of_player(by);
    let words = |key: &'static str| words::text(lang, key).to_owned();
    let wins_of = |side: &'static str| {
        words::fill(words::text(lang, "result.side_wins"), |_| Some(words(side)))
    };
    let [wins, losses, rate] = match of_player {
        true => [
            words("stats.wins"),
            words("stats.losses"),
            words("stats.head.win_rate"),
        ],
        false => [
            wins_of("side.black"),
            wins_of("side.white"),
            words("stats.head.black_win_rate"),
        ],
    };
    let names: Vec<String> = by.iter().map(|(name, _)| name.clone()).collect();
    let heading = names.join(", ");
    let mut head = names;
    head.extend([
        words("stats.games"),
        wins,
        losses,
        words("stats.draws"),
        words("result.no_contest"),
        words("result.unknown"),
        rate,
        words("stats.head.plies_mean"),
        words("stats.head.plies_median"),
    ]);
    if of_player {
        head.push(words("stats.head.as_black"));
    }
    let number = |it: u64| terms::number(lang, it);
    let rows = rows.iter().map(|(key, group)| {
        let it = &group.results;
        let values = by.iter().zip(key.iter());
        let mut row: Vec<String> = values
            .map(|((name, _), value)| match value {
                None => words("ending.none"),
                Some(value) => label(name, value, lang).unwrap_or_else(|| value.clone()),
            })
            .collect();
        row.extend(
            [
                it.games(),
                it.wins,
                it.losses,
                it.draws,
                it.none,
                it.unknown,
            ]
            .map(number),
        );
        row.push(win_rate(it.wins, it.decided(), lang).unwrap_or_default());
        let mean = group.plies.mean().map(|mean| format!("{mean:.1}"));
        row.push(mean.unwrap_or_default());
        row.push(group.plies.percentile(50).map(number).unwrap_or_default());
        if of_player {
            row.push(number(group.as_black));
        }
        row
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let mut out = String::new();
    push_table(&mut out, &heading, &head, &rows, markdown);
    out
}

/// What people call a value, where that differs from what programs are given.
pub(crate) fn label(column: &str, value: &str, lang: Lang) -> Option<String> {
    let found = |key: String| words::find(lang, &key).map(str::to_owned);
    match column {
        "ending" | "detected_event" => found(format!("ending.{value}")),
        "winner" => match value {
            "none" => found("result.no_contest".to_owned()),
            "draw" => found("result.draw".to_owned()),
            side => found(format!("side.{side}")),
        },
        "black_castle" | "white_castle" => {
            opening::castle(value).map(|it| it.names.of(lang).to_owned())
        }
        _ if column == "opening" || column.starts_with("opening:") => {
            opening::opening(value).map(|it| it.names.of(lang).to_owned())
        }
        _ => None,
    }
}
