//! The lines of a report, before they are text. Every share says of how many.

use super::tally::{Distribution, Results};
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
pub(super) struct Line {
    pub section: &'static str,
    /// For programs.
    pub name: String,
    /// For people, where that differs.
    pub label: Option<String>,
    pub value: Amount,
    /// What the value is a part of; 0 for none.
    pub of: u64,
    /// Wins, and games with a winner.
    pub wins: Option<(u64, u64)>,
}

/// What a line says of a number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Amount {
    Count(u64),
    Mean(f64),
    Millis(u64),
    MeanMillis(f64),
}

/// Lines in the making.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    pub limits: &'a Limits,
    pub list: Vec<Line>,
}

impl Lines<'_> {
    /// Adds a line with this number.
    pub(super) fn push(
        &mut self,
        section: &'static str,
        name: &str,
        value: Amount,
        of: u64,
    ) -> &mut Line {
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

    /// A name for people, where there is one.
    pub(super) fn words(&self, key: &str) -> Option<String> {
        words::find(self.limits.lang, key).map(str::to_owned)
    }

    /// Counts by name, the largest first; the empty name is what is not told.
    pub(super) fn counts<'a>(
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
    pub(super) fn results<'a>(
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
    pub(super) fn distribution(
        &mut self,
        section: &'static str,
        values: &Distribution,
        time: bool,
        of: u64,
    ) {
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
