//! Charts of bars: counts by name or by value.

use std::fmt::Write;

use super::{WIDTH, begin, round_top};

/// A bar: its name, which is free of markup, and its height.
pub(super) type Bar = (String, u64);

/// All bars in words.
fn description(bars: &[Bar]) -> String {
    let mut out = String::new();
    for (name, count) in bars {
        let _ = write!(out, "{name}: {count}; ");
    }
    out
}

/// Columns side by side, for values in order.
pub(super) fn columns(title: &str, axis: &str, bars: &[Bar]) -> String {
    const TOP: usize = 44;
    const BOTTOM: usize = 290;
    let mut out = String::new();
    begin(&mut out, title, 340, &description(bars));
    let top = round_top(bars.iter().map(|(_, count)| *count).max().unwrap_or(0), 4);
    let step = (WIDTH - 90) as f64 / bars.len().max(1) as f64;
    for quarter in 0..=4_u64 {
        let y = BOTTOM as f64 - (BOTTOM - TOP) as f64 * quarter as f64 / 4.0;
        let value = top / 4 * quarter;
        let _ = writeln!(
            out,
            "<path d=\"M70 {y:.1}H{}\" stroke=\"#bbb\"/><text x=\"64\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
            WIDTH - 20,
            y + 4.0
        );
    }
    let every = bars.len().div_ceil(16).max(1);
    for (at, (name, count)) in bars.iter().enumerate() {
        let x = 70.0 + step * at as f64;
        let height = (BOTTOM - TOP) as f64 * *count as f64 / top as f64;
        let _ = writeln!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"#555\"/>",
            x + step * 0.1,
            BOTTOM as f64 - height,
            step * 0.8
        );
        if at % every == 0 {
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{name}</text>",
                x + step / 2.0,
                BOTTOM + 16
            );
        }
    }
    let _ = write!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{axis}</text>\n</svg>\n",
        WIDTH / 2,
        BOTTOM + 38
    );
    out
}

/// Where the names of bars end: the longest ending in words has room before it.
pub(super) const NAMES: usize = 222;

/// Bars one below the other, for names.
pub(super) fn rows(title: &str, bars: &[Bar]) -> String {
    let mut out = String::new();
    begin(&mut out, title, 56 + bars.len() * 26, &description(bars));
    let most = bars
        .iter()
        .map(|(_, count)| *count)
        .max()
        .unwrap_or(0)
        .max(1);
    let total: u64 = bars.iter().map(|(_, count)| count).sum();
    for (at, (name, count)) in bars.iter().enumerate() {
        let y = 42 + at * 26;
        let width = (WIDTH - NAMES - 150) as f64 * *count as f64 / most as f64;
        let share = 100.0 * *count as f64 / total.max(1) as f64;
        let _ = writeln!(
            out,
            "<text x=\"{NAMES}\" y=\"{0}\" text-anchor=\"end\">{name}</text>\
             <rect x=\"{2}\" y=\"{y}\" width=\"{width:.1}\" height=\"18\" fill=\"#555\"/>\
             <text x=\"{1:.1}\" y=\"{0}\">{count} ({share:.1} %)</text>",
            y + 13,
            (NAMES + 16) as f64 + width,
            NAMES + 8
        );
    }
    out.push_str("</svg>\n");
    out
}
