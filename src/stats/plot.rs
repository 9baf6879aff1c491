//! Charts as plain SVG, readable in black and white.

use std::fmt::Write;

use super::summary::Summary;

/// A chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plot {
    /// How long games are.
    Plies,
    /// Who wins.
    Results,
    /// How games end.
    Endings,
    /// The time for a move.
    Clocks,
}

impl Plot {
    /// All of them.
    pub const ALL: [Plot; 4] = [Plot::Plies, Plot::Results, Plot::Endings, Plot::Clocks];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Plot::Plies => "plies",
            Plot::Results => "results",
            Plot::Endings => "endings",
            Plot::Clocks => "clocks",
        }
    }
}

/// A bar: its name and its height.
type Bar = (String, u64);

/// The chart of a summary.
pub fn plot(summary: &Summary, plot: Plot) -> String {
    let results = &summary.results;
    match plot {
        Plot::Plies => {
            let mut bars: Vec<Bar> = Vec::new();
            for (plies, count) in summary.plies.iter() {
                let step = (plies / 10).min(49) as usize;
                while bars.len() <= step {
                    let from = bars.len() * 10;
                    bars.push((from.to_string(), 0));
                }
                bars[step].1 += count;
            }
            if let Some(last) = bars.get_mut(49) {
                last.0.push('+');
            }
            columns("Plies", "plies, in steps of 10", &bars)
        }
        Plot::Clocks => {
            const STEPS: [(u64, &str); 10] = [
                (1, "0"),
                (2, "1"),
                (5, "2"),
                (10, "5"),
                (20, "10"),
                (60, "20"),
                (180, "60"),
                (600, "180"),
                (1800, "600"),
                (u64::MAX, "1800+"),
            ];
            let mut bars: Vec<Bar> = STEPS
                .iter()
                .map(|(_, name)| ((*name).to_owned(), 0))
                .collect();
            for (time, count) in summary.move_times.iter() {
                let at = STEPS.partition_point(|(end, _)| *end <= time / 1000);
                bars[at.min(STEPS.len() - 1)].1 += count;
            }
            columns("Time for a move", "seconds, from", &bars)
        }
        Plot::Results => {
            let bars = [
                ("black", results.wins),
                ("white", results.losses),
                ("draw", results.draws),
                ("no result", results.none),
                ("unknown", results.unknown),
            ];
            rows(
                "Results",
                &bars.map(|(name, count)| (name.to_owned(), count)),
            )
        }
        Plot::Endings => {
            let bars = summary.endings.iter().map(|(name, count)| match *name {
                "" => ("none stated".to_owned(), *count),
                name => (name.replace('_', " "), *count),
            });
            let mut bars: Vec<Bar> = bars.collect();
            bars.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), name.clone()));
            rows("Endings", &bars)
        }
    }
}

const WIDTH: usize = 720;

fn begin(out: &mut String, title: &str, height: usize, bars: &[Bar]) {
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n<title>{title}</title>\n<desc>"
    );
    for (name, count) in bars {
        let _ = write!(out, "{name}: {count}; ");
    }
    let _ = write!(
        out,
        "</desc>\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"16\" y=\"24\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n"
    );
}

/// Columns side by side, for values in order.
fn columns(title: &str, axis: &str, bars: &[Bar]) -> String {
    const TOP: usize = 44;
    const BOTTOM: usize = 290;
    let mut out = String::new();
    begin(&mut out, title, 340, bars);
    let top = round_top(bars.iter().map(|(_, count)| *count).max().unwrap_or(0));
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

/// The least round number for the top of an axis of four parts.
fn round_top(most: u64) -> u64 {
    let mut unit = 4_u64;
    loop {
        for factor in [1, 2, 5] {
            if unit.saturating_mul(factor) >= most {
                return unit.saturating_mul(factor);
            }
        }
        unit = unit.saturating_mul(10);
    }
}

/// Bars one below the other, for names.
fn rows(title: &str, bars: &[Bar]) -> String {
    let mut out = String::new();
    begin(&mut out, title, 56 + bars.len() * 26, bars);
    let most = bars
        .iter()
        .map(|(_, count)| *count)
        .max()
        .unwrap_or(0)
        .max(1);
    let total: u64 = bars.iter().map(|(_, count)| count).sum();
    for (at, (name, count)) in bars.iter().enumerate() {
        let y = 42 + at * 26;
        let width = (WIDTH - 330) as f64 * *count as f64 / most as f64;
        let share = 100.0 * *count as f64 / total.max(1) as f64;
        let _ = writeln!(
            out,
            "<text x=\"150\" y=\"{0}\" text-anchor=\"end\">{name}</text>\
             <rect x=\"158\" y=\"{y}\" width=\"{width:.1}\" height=\"18\" fill=\"#555\"/>\
             <text x=\"{1:.1}\" y=\"{0}\">{count} ({share:.1} %)</text>",
            y + 13,
            166.0 + width
        );
    }
    out.push_str("</svg>\n");
    out
}
