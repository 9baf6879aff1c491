//! Charts as plain SVG, readable in black and white.

mod bars;
mod course;

use std::fmt::Write;

use bars::{Bar, columns, rows};

use super::course::Course;
use super::summary::Summary;
use crate::finding::terms;
use crate::words::{self, Lang};

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
    /// The evaluations and the times of one game, move by move.
    Game,
}

impl Plot {
    /// All of them.
    pub const ALL: [Plot; 5] = [
        Plot::Plies,
        Plot::Results,
        Plot::Endings,
        Plot::Clocks,
        Plot::Game,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Plot::Plies => "plies",
            Plot::Results => "results",
            Plot::Endings => "endings",
            Plot::Clocks => "clocks",
            Plot::Game => "game",
        }
    }
}

/// The chart of a summary. `course` is that of its game, should it be one game only.
///
/// None when [`Plot::Game`] is asked for and there is no such game, or one with neither evaluations nor times.
pub fn plot(summary: &Summary, course: Option<&Course>, plot: Plot, lang: Lang) -> Option<String> {
    let results = &summary.results;
    let own = |key: &'static str| words::text(lang, key).to_owned();
    // A chart without a number of cases could be of two or of a million.
    let title = |section: &'static str, what: &'static str, number: u64| {
        words::fill(words::text(lang, "stats.chart"), |name| match name {
            "title" => Some(own(section)),
            "what" => Some(own(what)),
            _ => Some(terms::number(lang, number)),
        })
    };
    Some(match plot {
        Plot::Game => course::plot(course.filter(|it| it.is_told())?, lang),
        Plot::Plies => {
            let mut bars: Vec<Bar> = Vec::new();
            for (plies, count) in summary.plies.counted() {
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
            columns(
                &title(
                    "stats.section.plies",
                    "stats.number.plies",
                    summary.plies.number(),
                ),
                &own("stats.axis.plies_by_10"),
                &bars,
            )
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
            for (time, count) in summary.move_times.counted() {
                let at = STEPS.partition_point(|(end, _)| *end <= time / 1000);
                bars[at.min(STEPS.len() - 1)].1 += count;
            }
            columns(
                &title(
                    "stats.section.move_times",
                    "stats.number.move_times",
                    summary.move_times.number(),
                ),
                &own("stats.axis.seconds"),
                &bars,
            )
        }
        Plot::Results => {
            let bars = [
                ("side.black", results.wins),
                ("side.white", results.losses),
                ("result.draw", results.draws),
                ("result.no_contest", results.none),
                ("result.unknown", results.unknown),
            ];
            rows(
                &title("stats.section.results", "stats.games", results.games()),
                &bars.map(|(key, count)| (own(key), count)),
            )
        }
        Plot::Endings => {
            let bars = summary.endings.iter().map(|(name, count)| {
                let name = if name.is_empty() { "none" } else { name };
                let words = words::find(lang, &format!("ending.{name}")).unwrap_or(name);
                (words.to_owned(), *count)
            });
            let mut bars: Vec<Bar> = bars.collect();
            bars.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), name.clone()));
            rows(
                &title("stats.section.endings", "stats.games", results.games()),
                &bars,
            )
        }
    })
}

/// How wide every chart is, in units of its own.
const WIDTH: usize = 720;

/// Begins a picture: its title as text and as a heading, a description for those who cannot see it, a white ground.
/// `title` and `description` are escaped.
fn begin(out: &mut String, title: &str, height: usize, description: &str) {
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n<title>{title}</title>\n\
         <desc>{description}</desc>\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"16\" y=\"24\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n"
    );
}

/// The least round number for the top of an axis of `parts` parts.
fn round_top(most: u64, parts: u64) -> u64 {
    let mut unit = parts;
    loop {
        for factor in [1, 2, 3, 4, 5, 6, 8] {
            if unit.saturating_mul(factor) >= most {
                return unit.saturating_mul(factor);
            }
        }
        unit = unit.saturating_mul(10);
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;
    use crate::record::EndingKind;

    #[test]
    fn the_name_of_every_ending_has_room() {
        // Half the size of a letter and a little more, as sans-serif letters are on the mean.
        const LETTER: f64 = 6.2;
        for lang in Lang::ALL {
            for ending in EndingKind::ALL {
                let words = words::text(lang, ending.word());
                let width = words.width() as f64 * LETTER;
                assert!(width < bars::NAMES as f64, "{words}");
            }
        }
    }

    #[test]
    fn axes_end_a_little_above() {
        for (most, top) in [
            (0, 4),
            (4, 4),
            (5, 8),
            (87, 120),
            (8500, 12_000),
            (121, 160),
        ] {
            assert_eq!(round_top(most, 4), top);
        }
    }
}
