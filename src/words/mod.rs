//! Words for people in four languages: one catalogue, looked up by key.
//!
//! A row is one string; translated pieces are never joined into a sentence. How rows are written stands in
//! `docs/languages.md`. The tests hold the tables: no empty cell, no double key, the same placeholders everywhere.

use std::collections::HashMap;
use std::sync::OnceLock;

/// A language of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Lang {
    /// English, the language of machine output.
    #[default]
    En,
    /// Japanese.
    Ja,
    /// French.
    Fr,
    /// Spanish.
    Es,
}

impl Lang {
    /// All of them, in the order of the columns.
    pub const ALL: [Lang; 4] = [Lang::En, Lang::Ja, Lang::Fr, Lang::Es];

    /// The code on the command line.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Ja => "ja",
            Lang::Fr => "fr",
            Lang::Es => "es",
        }
    }

    /// The language of a locale such as `fr_FR.UTF-8`; English where it is none of ours.
    pub fn of_locale(locale: &str) -> Lang {
        Lang::ALL
            .into_iter()
            .find(|lang| locale.starts_with(lang.code()))
            .unwrap_or_default()
    }
}

/// The tables, each with the columns key, en, ja, fr, es.
const TABLES: &[&str] = &[
    include_str!("tables/archive.tsv"),
    include_str!("tables/arguments.tsv"),
    include_str!("tables/board.tsv"),
    include_str!("tables/book.tsv"),
    include_str!("tables/findings.tsv"),
    include_str!("tables/codes.tsv"),
    include_str!("tables/explain.tsv"),
    include_str!("tables/explore.tsv"),
    include_str!("tables/results.tsv"),
    include_str!("tables/select.tsv"),
    include_str!("tables/stats.tsv"),
    include_str!("tables/cli.tsv"),
    include_str!("tables/input.tsv"),
    include_str!("tables/convert.tsv"),
    include_str!("tables/view.tsv"),
    include_str!("tables/rules.tsv"),
    include_str!("tables/worker.tsv"),
];

/// The catalogue, read once.
fn catalogue() -> &'static HashMap<&'static str, [&'static str; 4]> {
    static CATALOGUE: OnceLock<HashMap<&'static str, [&'static str; 4]>> = OnceLock::new();
    CATALOGUE.get_or_init(|| rows().collect())
}

/// Every row of every table.
fn rows() -> impl Iterator<Item = (&'static str, [&'static str; 4])> {
    TABLES
        .iter()
        .flat_map(|table| table.lines().skip(1))
        .map(|line| {
            let mut cells = line.split('\t');
            let mut cell = || cells.next().unwrap_or_default();
            (cell(), [cell(), cell(), cell(), cell()])
        })
}

/// Every key.
pub fn keys() -> impl Iterator<Item = &'static str> {
    rows().map(|(key, _)| key)
}

/// The text of a key, if the catalogue has it.
pub fn find(lang: Lang, key: &str) -> Option<&'static str> {
    catalogue().get(key).map(|texts| texts[lang as usize])
}

/// The text of a key; the key itself where there is none, which the tests do not let happen.
pub fn text(lang: Lang, key: &'static str) -> &'static str {
    find(lang, key).unwrap_or(key)
}

/// Fills the placeholders `{name}` of a text. Unknown names stay as they are.
pub fn fill(template: &str, mut value: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        let Some(len) = rest[open..].find('}') else {
            break;
        };
        out.push_str(&rest[..open]);
        let name = &rest[open + 1..open + len];
        match value(name) {
            Some(text) => out.push_str(&text),
            None => out.push_str(&rest[open..=open + len]),
        }
        rest = &rest[open + len + 1..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placeholders(text: &str) -> Vec<String> {
        let mut names = Vec::new();
        fill(text, |name| {
            names.push(name.to_owned());
            None
        });
        names.sort_unstable();
        names
    }

    #[test]
    fn every_row_is_complete_and_stands_once() {
        let mut keys = std::collections::HashSet::new();
        for (key, texts) in rows() {
            assert!(keys.insert(key), "double key {key}");
            for text in texts {
                assert!(!text.is_empty(), "empty cell in {key}");
                assert_eq!(
                    placeholders(text),
                    placeholders(texts[0]),
                    "placeholders of {key}"
                );
            }
        }
    }

    #[test]
    fn placeholders_are_filled() {
        assert_eq!(
            fill("a {x} b {y}", |name| (name == "x").then(|| "1".into())),
            "a 1 b {y}"
        );
    }
}
