//! Groups made ready for a chart: at most so many, the rest together, in an order that a reader expects.

use crate::stats::group::{Group, Groups};
use crate::stats::table::{NamedColumn, label};
use crate::words::{self, Lang};

/// How many groups a chart shows by name.
const MOST: usize = 12;

/// The groups of a chart by their names. Numbers and dates stand in their own order, all else by games.
pub(super) fn chosen(
    groups: &Groups,
    by: &[NamedColumn],
    min_games: u64,
    lang: Lang,
) -> Vec<(String, Group)> {
    let mut all: Vec<_> = groups.groups.iter().collect();
    all.retain(|(_, group)| group.results.games() >= min_games);
    all.sort_by_key(|&(key, group)| (std::cmp::Reverse(group.results.games()), key));
    let mut shown: Vec<_> = all.iter().take(MOST).copied().collect();
    if shown.iter().all(|(key, _)| is_ordered(key)) {
        shown.sort_by_key(|(key, _)| order(key));
    }
    let named = shown.into_iter().map(|(key, group)| {
        let values = by.iter().zip(key).map(|((column, _), value)| match value {
            None => words::text(lang, "ending.none").to_owned(),
            Some(value) => label(column, value, lang).unwrap_or_else(|| value.clone()),
        });
        let values: Vec<String> = values.collect();
        (values.join(", "), group.clone())
    });
    let mut named: Vec<(String, Group)> = named.collect();
    if all.len() > MOST {
        let mut rest = Group::default();
        for (_, group) in &all[MOST..] {
            rest.merge(group);
        }
        let number = (all.len() - MOST).to_string();
        let name = words::fill(words::text(lang, "stats.others"), |_| Some(number.clone()));
        named.push((name, rest));
    }
    named
}

/// Whether the first value is a number or a date, or missing.
fn is_ordered(key: &[Option<String>]) -> bool {
    let first = key.first().and_then(Option::as_deref);
    first.is_none_or(|it| {
        it.chars()
            .all(|it| it.is_ascii_digit() || "-/.".contains(it))
    })
}

/// Numbers by size, dates as they stand, missing values last.
fn order(key: &[Option<String>]) -> (bool, i64, Vec<Option<String>>) {
    let first = key.first().and_then(Option::as_deref);
    let number = first.and_then(|it| it.parse::<i64>().ok());
    (first.is_none(), number.unwrap_or(0), key.to_vec())
}
