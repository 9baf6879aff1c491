//! Rows one below the other: shares with their intervals, boxes of a distribution, parts of a whole.

use std::fmt::Write;

use super::figure::{Anchor, Figure, MARGIN, Size, fitted, percent, text_width, ticks};
use crate::finding::terms;
use crate::played::wilson;
use crate::stats::tally::Distribution;
use crate::words::Lang;

/// How far rows lie apart.
const ROW: f64 = 26.0;

/// Where rows stand on a sheet.
#[derive(Debug)]
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    pitch: f64,
    rows: usize,
}

impl Frame {
    /// Makes room for the names on the left and what is said on the right.
    fn new(figure: &Figure, names: &[&str], said: &[String]) -> Frame {
        let widest = names.iter().map(|it| text_width(it)).fold(0.0, f64::max);
        let noted = said.iter().map(|it| text_width(it)).fold(0.0, f64::max);
        let rows = names.len().max(1);
        let top = figure.top + 6.0;
        let pitch = figure
            .height
            .map_or(ROW, |all| ((all - top - 52.0) / rows as f64).max(14.0));
        Frame {
            left: MARGIN + widest.min(figure.width * 0.34) + 8.0,
            right: figure.width - MARGIN - noted - if noted > 0.0 { 8.0 } else { 6.0 },
            top,
            pitch,
            rows,
        }
    }

    fn bottom(&self) -> f64 {
        self.top + self.pitch * self.rows as f64
    }

    /// The middle of a row.
    fn row(&self, at: usize) -> f64 {
        self.top + self.pitch * (at as f64 + 0.5)
    }

    /// Where a value lies.
    fn x(&self, value: f64, range: (f64, f64)) -> f64 {
        self.left + (self.right - self.left) * (value - range.0) / (range.1 - range.0)
    }

    /// Draws the axis, the names and what is said of each row.
    fn draw(
        &self,
        figure: &mut Figure,
        range: (f64, f64),
        values: &[(f64, String)],
        axis: &str,
        rows: &[(&str, String)],
    ) {
        let bottom = self.bottom();
        for (value, label) in values {
            let x = self.x(*value, range);
            figure.line("grid", (x, self.top), (x, bottom));
            figure.text("quiet", (x, bottom + 16.0), Anchor::Middle, label);
        }
        figure.line("axis", (self.left, bottom), (self.right, bottom));
        let half = text_width(axis) / 2.0;
        let most = (figure.width - MARGIN - half).max(MARGIN + half);
        let middle = f64::midpoint(self.left, self.right).clamp(MARGIN + half, most);
        figure.text("quiet", (middle, bottom + 36.0), Anchor::Middle, axis);
        for (at, (name, said)) in rows.iter().enumerate() {
            let y = self.row(at) + 4.0;
            let name = fitted(name, self.left - MARGIN - 6.0);
            figure.text("", (self.left - 8.0, y), Anchor::End, &name);
            let end = figure.width - MARGIN;
            figure.text("quiet", (end, y), Anchor::End, said);
        }
    }
}

/// What is counted, in words, and how often it occurs among how many.
pub(super) type Share = (String, u64, u64);

/// Shares with their intervals of 95 %: as bars from nothing, or as dots where a half is what they are held against.
pub(super) fn shares(
    title: &str,
    axis: &str,
    rows: &[Share],
    against_half: bool,
    size: Size,
    lang: Lang,
) -> String {
    let mut figure = Figure::new(title, size);
    let said = |&(_, count, of): &Share| match of {
        0 => "–".to_owned(),
        _ => {
            let share = percent(lang, count as f64 / of as f64, 1);
            let of = terms::number(lang, of);
            match against_half {
                true => format!("{share} ({of})"),
                false => format!("{} ({share})", terms::number(lang, count)),
            }
        }
    };
    let said: Vec<String> = rows.iter().map(said).collect();
    let names: Vec<&str> = rows.iter().map(|it| it.0.as_str()).collect();
    let frame = Frame::new(&figure, &names, &said);
    let tops = rows
        .iter()
        .filter_map(|it| wilson(it.1, it.2))
        .map(|it| it.1);
    let top = if against_half {
        1.0
    } else {
        (tops.fold(0.05, f64::max) * 1.02).min(1.0)
    };
    let many = ((frame.right - frame.left) / 56.0) as usize;
    let values = ticks(0.0, top * 100.0, many, 1.0).into_iter();
    let values = values.map(|it| (it / 100.0, percent(lang, it / 100.0, 0)));
    let values: Vec<(f64, String)> = values.collect();
    let named: Vec<(&str, String)> = names.into_iter().zip(said.iter().cloned()).collect();
    frame.draw(&mut figure, (0.0, top), &values, axis, &named);
    if against_half {
        let x = frame.x(0.5, (0.0, top));
        figure.line("axis", (x, frame.top), (x, frame.bottom()));
    }
    let mut description = String::new();
    for (at, ((name, count, of), said)) in rows.iter().zip(&said).enumerate() {
        let _ = write!(description, "{name}: {said}; ");
        let Some((low, high)) = wilson(*count, *of) else {
            continue;
        };
        let (x, y) = (
            frame.x(*count as f64 / *of as f64, (0.0, top)),
            frame.row(at),
        );
        let high_of_bar = frame.pitch * 0.62;
        if !against_half {
            figure.rect(
                "bar",
                (frame.left, y - high_of_bar / 2.0),
                (x - frame.left, high_of_bar),
            );
        }
        let (low, high) = (frame.x(low, (0.0, top)), frame.x(high, (0.0, top)));
        let whisker = format!(
            "M{low:.1} {y:.1}H{high:.1}M{low:.1} {:.1}v8M{high:.1} {:.1}v8",
            y - 4.0,
            y - 4.0
        );
        figure.path("line", &whisker);
        if against_half {
            figure.dot("bar halo", (x, y), 5.0);
        }
    }
    figure.finish(frame.bottom() + 50.0, &description, lang)
}

/// Distributions as boxes: the middle half, its median, and lines to the 5th and the 95th of a hundred.
pub(super) fn boxes(
    title: &str,
    axis: &str,
    rows: &[(String, &Distribution)],
    size: Size,
    lang: Lang,
) -> String {
    let mut figure = Figure::new(title, size);
    let said = rows.iter().map(|(_, it)| match it.percentile(50) {
        Some(median) => format!("{median} ({})", terms::number(lang, it.number())),
        None => "–".to_owned(),
    });
    let said: Vec<String> = said.collect();
    let names: Vec<&str> = rows.iter().map(|it| it.0.as_str()).collect();
    let frame = Frame::new(&figure, &names, &said);
    let most = rows.iter().filter_map(|(_, it)| it.percentile(95)).max();
    let range = (0.0, most.unwrap_or(0).max(10) as f64 * 1.04);
    let many = ((frame.right - frame.left) / 56.0) as usize;
    let values = ticks(0.0, range.1, many, 1.0).into_iter();
    let values: Vec<(f64, String)> = values.map(|it| (it, format!("{it}"))).collect();
    let named: Vec<(&str, String)> = names.into_iter().zip(said).collect();
    frame.draw(&mut figure, range, &values, axis, &named);
    let mut description = String::new();
    for (at, (name, it)) in rows.iter().enumerate() {
        let all = [5, 25, 50, 75, 95].map(|percent| it.percentile(percent));
        let [Some(least), Some(low), Some(median), Some(high), Some(most)] = all else {
            continue;
        };
        let _ = write!(
            description,
            "{name}: {least} {low} {median} {high} {most}; "
        );
        let y = frame.row(at);
        let x = |value: u64| frame.x(value as f64, range);
        let half = frame.pitch * 0.3;
        figure.line("axis", (x(least), y), (x(most), y));
        figure.rect(
            "bar",
            (x(low), y - half),
            ((x(high) - x(low)).max(1.0), half * 2.0),
        );
        figure.line("line", (x(median), y - half), (x(median), y + half));
    }
    figure.finish(frame.bottom() + 50.0, &description, lang)
}

/// Wholes with their parts: each row is as long as the others.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    pub(super) title: &'a str,
    pub(super) axis: &'a str,
    /// The class of each part and its words.
    pub(super) legend: Vec<(String, String)>,
    /// Each whole, with the sizes of its parts.
    pub(super) rows: Vec<(String, Vec<u64>)>,
}

pub(super) fn parts(it: &Parts<'_>, size: Size, lang: Lang) -> String {
    let mut figure = Figure::new(it.title, size);
    figure.legend(&it.legend);
    let whole = |parts: &[u64]| parts.iter().sum::<u64>();
    let said = it
        .rows
        .iter()
        .map(|(_, parts)| terms::number(lang, whole(parts)));
    let said: Vec<String> = said.collect();
    let names: Vec<&str> = it.rows.iter().map(|it| it.0.as_str()).collect();
    let frame = Frame::new(&figure, &names, &said);
    let values = [0.0, 0.25, 0.5, 0.75, 1.0].map(|it| (it, percent(lang, it, 0)));
    let named: Vec<(&str, String)> = names.into_iter().zip(said).collect();
    frame.draw(&mut figure, (0.0, 1.0), &values, it.axis, &named);
    let mut description = String::new();
    let high = frame.pitch * 0.7;
    for (at, (name, parts)) in it.rows.iter().enumerate() {
        let _ = write!(description, "{name}: ");
        let whole = whole(parts).max(1) as f64;
        let mut sum = 0.0;
        for (part, (class, words)) in parts.iter().zip(&it.legend) {
            if *part == 0 {
                continue;
            }
            let _ = write!(description, "{words} {part}, ");
            let from = frame.x(sum / whole, (0.0, 1.0));
            sum += *part as f64;
            let to = frame.x(sum / whole, (0.0, 1.0));
            figure.rect(class, (from, frame.row(at) - high / 2.0), (to - from, high));
        }
        description.push_str("; ");
    }
    figure.finish(frame.bottom() + 50.0, &description, lang)
}
