//! Columns side by side: how often each value occurs.

use std::fmt::Write;

use super::figure::{Anchor, Figure, MARGIN, Size, text_width, ticks};
use crate::finding::terms;
use crate::words::Lang;

/// What a chart of columns shows.
#[derive(Debug)]
pub(super) struct Columns<'a> {
    pub(super) title: &'a str,
    /// What the columns count, and what stands below them.
    pub(super) axes: [&'a str; 2],
    /// Where each column begins, in words, and its height.
    pub(super) bars: &'a [(String, u64)],
    /// A value to be marked, in columns from the left, and its words.
    pub(super) mark: Option<(f64, String)>,
    /// Whether names stand below the edges of the columns, as numbers do, or below their middles.
    pub(super) edges: bool,
}

pub(super) fn columns(it: &Columns<'_>, size: Size, lang: Lang) -> String {
    let mut figure = Figure::new(it.title, size);
    let most = it.bars.iter().map(|(_, count)| *count).max().unwrap_or(0);
    let most = most.max(1) as f64 * 1.05;
    figure.text(
        "quiet",
        (MARGIN, figure.top + 8.0),
        Anchor::Start,
        it.axes[0],
    );
    let top = figure.top + if it.mark.is_some() { 38.0 } else { 22.0 };
    let height = figure
        .height
        .map_or(220.0, |all| (all - top - 52.0).max(40.0));
    let bottom = top + height;
    let values = ticks(0.0, most, (height / 40.0) as usize, 1.0);
    let label = |value: f64| terms::number(lang, value as u64);
    let widest = values.iter().map(|value| text_width(&label(*value)));
    let left = MARGIN + widest.fold(0.0, f64::max) + 8.0;
    let right = figure.width - MARGIN;
    for value in values {
        let y = bottom - height * value / most;
        figure.line("grid", (left, y), (right, y));
        figure.text("quiet", (left - 6.0, y + 4.0), Anchor::End, &label(value));
    }
    let step = (right - left) / it.bars.len().max(1) as f64;
    let gap = if it.edges { 0.5 } else { step * 0.1 };
    for (at, (_, count)) in it.bars.iter().enumerate().filter(|(_, it)| it.1 > 0) {
        let high = height * *count as f64 / most;
        figure.rect(
            "bar",
            (left + step * at as f64 + gap, bottom - high),
            ((step - 2.0 * gap).max(0.5), high),
        );
    }
    figure.line("axis", (left, bottom), (right, bottom));
    let widest = it.bars.iter().map(|(name, _)| text_width(name));
    let every = every((widest.fold(0.0, f64::max) + 14.0) / step);
    for (at, (name, _)) in it.bars.iter().enumerate().step_by(every) {
        let x = left + step * (at as f64 + if it.edges { 0.0 } else { 0.5 });
        if it.edges {
            figure.line("axis", (x, bottom), (x, bottom + 4.0));
        }
        figure.text("quiet", (x, bottom + 17.0), Anchor::Middle, name);
    }
    if let Some((at, words)) = &it.mark {
        let x = left + step * at;
        figure.line("line", (x, top - 4.0), (x, bottom));
        let half = text_width(words) / 2.0;
        let middle = x.clamp(left + half, (right - half).max(left + half));
        figure.text("", (middle, top - 9.0), Anchor::Middle, words);
    }
    let middle = f64::midpoint(left, right);
    figure.text("quiet", (middle, bottom + 37.0), Anchor::Middle, it.axes[1]);
    let mut description = String::new();
    for (name, count) in it.bars {
        let _ = write!(description, "{name}: {count}; ");
    }
    figure.finish(bottom + 52.0, &description, lang)
}

/// How many columns one name stands for, so that names do not touch: 1, 2, 5, 10 …
fn every(least: f64) -> usize {
    let mut unit = 1;
    loop {
        for factor in [1, 2, 5] {
            if (unit * factor) as f64 >= least {
                return unit * factor;
            }
        }
        unit *= 10;
    }
}
