//! The data of records for people: one by one, or as a table.

use std::fmt::Write;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::Info;
use crate::examine::Report;
use crate::finding::terms;
use crate::record::{EndingKind, HeaderKey};
use crate::replay::Winner;
use crate::shogi::{Color, Handicap};
use crate::text::visible;
use crate::words::{self, Lang};

/// Why something is no record.
fn no_record(report: &Report<'_>, lang: Lang) -> Option<String> {
    match report.record.notation {
        None => report.first_error(lang),
        Some(_) => None,
    }
}

/// Everything about one record, a line each; why it is none, if it is none.
pub(crate) fn describe(report: &Report<'_>, head_only: bool, language: Lang) -> String {
    let info = Info::of(report, head_only);
    let heading = format!("{}:{}\n", visible(info.file), info.line);
    if let Some(why) = no_record(report, language) {
        return format!("{heading}  {why}\n");
    }
    let word = |key| words::text(language, key);
    let mut lines: Vec<(String, String)> = Vec::new();
    let mut add = |label: &str, value: Option<String>| {
        if let Some(value) = value.filter(|it| !it.is_empty()) {
            lines.push((label.to_owned(), value));
        }
    };
    let notation = match (info.notation, info.dialect) {
        (Some(notation), Some(dialect)) => Some(format!("{} ({dialect})", notation.to_uppercase())),
        (notation, _) => notation.map(str::to_uppercase),
    };
    add(word("cli.format"), notation);
    add(word("cli.encoding"), info.encoding.map(str::to_owned));
    for header in info.headers.iter().flatten() {
        add(header.name, Some(header.value.to_owned()));
    }
    let handicap = report.record.start.handicap();
    add(word("info.start"), start(report, language));
    if !head_only {
        add(word("stats.plies"), info.plies.map(|it| it.to_string()));
        let variations = info.variations.filter(|&it| it > 0);
        add(word("info.variations"), variations.map(|it| it.to_string()));
        add(word("stats.result"), Some(result(report, language)));
        let is_handicap = handicap.is_some_and(|it| it != Handicap::Even);
        for (color, used) in [
            (Color::Black, info.black_time_ms),
            (Color::White, info.white_time_ms),
        ] {
            let side = terms::side(language, color, is_handicap);
            let label = format!("{} ({side})", word("stats.time_used"));
            add(&label, used.map(terms::time));
        }
    }
    let width = lines.iter().map(|(label, _)| label.width()).max();
    let mut out = heading;
    for (label, value) in lines {
        let label = pad(&visible(&label), width.unwrap_or(0).min(30));
        let _ = writeln!(out, "  {label}  {}", visible(&value));
    }
    out
}

/// The start in words: a handicap, or a position.
fn start(report: &Report<'_>, language: Lang) -> Option<String> {
    match report.record.start.handicap() {
        Some(handicap) => Some(words::text(language, terms::handicap_key(handicap)).to_owned()),
        None => report.replay.start().map(ToString::to_string),
    }
}

/// Result and ending in words.
fn result(report: &Report<'_>, language: Lang) -> String {
    let declared = report.replay.declared();
    let handicap = report.record.start.handicap();
    let handicap = handicap.is_some_and(|it| it != Handicap::Even);
    let ending = declared.ending.map(EndingKind::word);
    let ending = words::text(language, ending.unwrap_or("ending.none"));
    let key = match declared.winner {
        Some(Winner::Side(_)) => "result.by",
        Some(Winner::Draw) => {
            return format!("{} ({ending})", words::text(language, "result.draw"));
        }
        Some(Winner::None) | None => return ending.to_owned(),
    };
    words::fill(words::text(language, key), |name| {
        match (name, declared.winner) {
            ("side", Some(Winner::Side(color))) => {
                Some(terms::side(language, color, handicap).to_owned())
            }
            ("ending", _) => Some(ending.to_owned()),
            _ => None,
        }
    })
}

/// A table with a line for each record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    /// The language of headings and words.
    pub lang: Lang,
    /// Whether only headers were read.
    pub head_only: bool,
}

/// The columns: the key of the heading, the width.
const COLUMNS: [(&str, usize); 6] = [
    ("header.date", 10),
    ("color.black", 16),
    ("color.white", 16),
    ("info.start", 12),
    ("stats.plies", 5),
    ("stats.result", 26),
];

impl Table {
    /// The line above the table.
    pub(crate) fn heading(self) -> String {
        let cells = COLUMNS.map(|(key, _)| words::text(self.lang, key).to_owned());
        self.line(&cells, words::text(self.lang, "cli.file"))
    }

    /// The line of a record.
    pub(crate) fn row(self, report: &Report<'_>) -> String {
        let info = Info::of(report, self.head_only);
        let why = no_record(report, self.lang);
        let name = |key| report.record.header(key).unwrap_or("").to_owned();
        let cells = [
            info.date.clone().unwrap_or_default(),
            name(HeaderKey::Black),
            name(HeaderKey::White),
            match report.record.start.handicap() {
                Some(Handicap::Even) => "–".to_owned(),
                Some(_) => start(report, self.lang).unwrap_or_default(),
                None if why.is_some() => String::new(),
                None => words::text(self.lang, "handicap.other").to_owned(),
            },
            info.plies.map_or(String::new(), |it| it.to_string()),
            match why {
                Some(why) => why,
                None if self.head_only => String::new(),
                None => result(report, self.lang),
            },
        ];
        let place = if info.game > 1 {
            format!("{}:{}", info.file, info.line)
        } else {
            info.file.to_owned()
        };
        self.line(&cells, &place)
    }

    fn line(self, cells: &[String; 6], place: &str) -> String {
        let mut out = String::new();
        for (at, (cell, (_, width))) in cells.iter().zip(COLUMNS).enumerate() {
            if self.head_only && at > 3 {
                break;
            }
            let shown = shorten(&visible(cell), width);
            out.push_str(&pad(&shown, width));
            out.push_str("  ");
        }
        out.push_str(&visible(place));
        out.push('\n');
        out
    }
}

/// Fills a text up to a width.
fn pad(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(blanks))
}

/// Cuts a text to a width.
fn shorten(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for sign in text.chars() {
        used += sign.width().unwrap_or(0);
        if used > width {
            break;
        }
        out.push(sign);
    }
    out.push('…');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_and_filled_by_their_width() {
        assert_eq!(pad("歩", 4), "歩  ");
        assert_eq!(shorten("abcdef", 4), "abc…");
        assert_eq!(shorten("羽生善治", 5), "羽生…");
        assert_eq!(shorten("羽生善治", 8), "羽生善治");
    }
}
