//! Charts as SVG: for light and dark grounds, for every eye, with every number also in words.

mod columns;
mod course;
mod figure;
mod groups;
mod rows;

pub(crate) use figure::Size;

use columns::{Columns, columns};
use rows::{Parts, Share, boxes, parts, shares};

use super::course::Course;
use super::group::{Group, Groups, TIMES};
use super::summary::Summary;
use super::table::NamedColumn;
use super::tally::Distribution;
use crate::finding::terms;
use crate::words::{self, Lang};

/// A chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plot {
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
    pub(crate) const ALL: [Plot; 5] = [
        Plot::Plies,
        Plot::Results,
        Plot::Endings,
        Plot::Clocks,
        Plot::Game,
    ];

    /// The name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Plot::Plies => "plies",
            Plot::Results => "results",
            Plot::Endings => "endings",
            Plot::Clocks => "clocks",
            Plot::Game => "game",
        }
    }
}

/// What charts are drawn from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawn<'a> {
    /// All games together.
    pub summary: &'a Summary,
    /// The course of the game, should it be one only.
    pub course: Option<&'a Course>,
    /// The games in groups.
    pub groups: &'a Groups,
    /// What they are grouped by; empty for no groups.
    pub by: &'a [NamedColumn],
    /// Only groups with at least so many games.
    pub min_games: u64,
}

/// The chart of games.
///
/// None when [`Plot::Game`] is asked for and there is no such game, or one with neither evaluations nor times.
pub(crate) fn plot(drawn: &Drawn<'_>, plot: Plot, size: Size, lang: Lang) -> Option<String> {
    let course = drawn.course.filter(|it| it.is_told());
    Some(match plot {
        Plot::Game => course::plot(course?, size, lang),
        _ if drawn.by.is_empty() => together(drawn.summary, plot, size, lang),
        _ => apart(drawn, plot, size, lang),
    })
}

fn text(lang: Lang, key: &'static str) -> &'static str {
    words::text(lang, key)
}

/// The heading. A chart without a number of cases could be of two or of a million.
fn title(plot: Plot, summary: &Summary, by: &[NamedColumn], lang: Lang) -> String {
    let results = summary.results.games();
    let (section, what, number) = match plot {
        Plot::Plies => (
            "stats.section.plies",
            "stats.number.plies",
            summary.plies.number(),
        ),
        Plot::Clocks => (
            "stats.section.move_times",
            "stats.number.move_times",
            summary.move_times.number(),
        ),
        Plot::Endings => ("stats.section.endings", "stats.games", results),
        Plot::Results | Plot::Game => ("stats.section.results", "stats.games", results),
    };
    let form = if by.is_empty() {
        "stats.chart"
    } else {
        "stats.chart_by"
    };
    words::fill(text(lang, form), |name| {
        Some(match name {
            "title" => text(lang, section).to_owned(),
            "what" => text(lang, what).to_owned(),
            "by" => {
                let names: Vec<&str> = by.iter().map(|(name, _)| name.as_str()).collect();
                names.join(", ")
            }
            _ => terms::number(lang, number),
        })
    })
}

/// The chart of all games together.
fn together(summary: &Summary, plot: Plot, size: Size, lang: Lang) -> String {
    let title = title(plot, summary, &[], lang);
    let results = &summary.results;
    match plot {
        Plot::Plies => lengths(&summary.plies, &title, size, lang),
        Plot::Clocks => times(&summary.move_times, &title, size, lang),
        Plot::Results | Plot::Game => {
            let rows = [
                ("side.black", results.wins),
                ("side.white", results.losses),
                ("result.draw", results.draws),
                ("result.no_contest", results.none),
                ("result.unknown", results.unknown),
            ];
            let rows =
                rows.map(|(key, count)| (text(lang, key).to_owned(), count, results.games()));
            shares(
                &title,
                text(lang, "stats.axis.share"),
                &rows,
                false,
                size,
                lang,
            )
        }
        Plot::Endings => {
            let rows = summary.endings.iter();
            let rows = rows.map(|(name, count)| (ending(name, lang), *count, results.games()));
            let mut rows: Vec<Share> = rows.collect();
            rows.sort_by_key(|(name, count, _)| (std::cmp::Reverse(*count), name.clone()));
            shares(
                &title,
                text(lang, "stats.axis.share"),
                &rows,
                false,
                size,
                lang,
            )
        }
    }
}

fn ending(name: &str, lang: Lang) -> String {
    let name = if name.is_empty() { "none" } else { name };
    let words = words::find(lang, &format!("ending.{name}")).unwrap_or(name);
    words.to_owned()
}

/// How long games are, in columns of equal width.
fn lengths(plies: &Distribution, title: &str, size: Size, lang: Lang) -> String {
    // A few games of thousands of plies would leave no room for all others.
    let most = plies.percentile(99).unwrap_or(0).max(9) * 5 / 4;
    let step = [1, 2, 5, 10, 20, 50, 100].into_iter();
    let step = step
        .into_iter()
        .find(|step| most / step < 40)
        .unwrap_or(200);
    let last = (most / step) as usize;
    let mut bars: Vec<(String, u64)> = (0..=last as u64)
        .map(|it| ((it * step).to_string(), 0))
        .collect();
    for (value, count) in plies.counted() {
        bars[((value / step) as usize).min(last)].1 += count;
    }
    if plies
        .range()
        .is_some_and(|(_, longest)| longest >= (last as u64 + 1) * step)
    {
        bars[last].0.push('+');
    }
    let mark = plies.percentile(50).map(|median| {
        let words = words::fill(text(lang, "stats.median_is"), |_| Some(median.to_string()));
        ((median as f64 + 0.5) / step as f64, words)
    });
    let it = Columns {
        title,
        axes: [
            text(lang, "stats.axis.games"),
            text(lang, "stats.axis.plies"),
        ],
        bars: &bars,
        mark,
        edges: true,
    };
    columns(&it, size, lang)
}

/// The time for a move, in columns that grow wider.
fn times(times: &Distribution, title: &str, size: Size, lang: Lang) -> String {
    const FROM: [u64; 10] = [0, 1, 2, 5, 10, 20, 60, 180, 600, 1800];
    let mut bars: Vec<(String, u64)> = FROM.iter().map(|it| (it.to_string(), 0)).collect();
    for (time, count) in times.counted() {
        bars[FROM.partition_point(|&from| from <= time / 1000) - 1].1 += count;
    }
    if let Some(last) = bars.last_mut() {
        last.0.push('+');
    }
    let it = Columns {
        title,
        axes: [
            text(lang, "stats.axis.moves"),
            text(lang, "stats.axis.seconds"),
        ],
        bars: &bars,
        mark: None,
        edges: false,
    };
    columns(&it, size, lang)
}

/// The chart of groups beside each other.
fn apart(drawn: &Drawn<'_>, plot: Plot, size: Size, lang: Lang) -> String {
    let groups = groups::chosen(drawn.groups, drawn.by, drawn.min_games, lang);
    let title = title(plot, drawn.summary, drawn.by, lang);
    match plot {
        Plot::Plies => {
            let rows = groups.iter().map(|(name, it)| (name.clone(), &it.plies));
            let rows: Vec<_> = rows.collect();
            boxes(&title, text(lang, "stats.axis.boxes"), &rows, size, lang)
        }
        Plot::Results | Plot::Game => {
            let rows = groups.into_iter();
            let rows = rows.map(|(name, it)| (name, it.results.wins, it.results.decided()));
            let rows: Vec<Share> = rows.collect();
            let axis = match drawn.by.iter().any(|(name, _)| name == "player") {
                true => "stats.axis.rate",
                false => "stats.axis.black_rate",
            };
            shares(&title, text(lang, axis), &rows, true, size, lang)
        }
        Plot::Endings => parts(&endings(&title, &groups, lang), size, lang),
        Plot::Clocks => {
            let legend = (0..TIMES.len()).map(|at| (format!("step{at}"), class(at, lang)));
            let rows = groups
                .into_iter()
                .map(|(name, it)| (name, it.times.to_vec()));
            let it = Parts {
                title: &title,
                axis: text(lang, "stats.axis.share_moves"),
                legend: legend.collect(),
                rows: rows.collect(),
            };
            parts(&it, size, lang)
        }
    }
}

/// The words for a class of times.
fn class(at: usize, lang: Lang) -> String {
    let key = match at {
        0 => "stats.class.below",
        _ if at + 1 == TIMES.len() => "stats.class.from",
        _ => "stats.class.between",
    };
    words::fill(text(lang, key), |name| {
        let at = if name == "to" { at + 1 } else { at };
        Some(TIMES[at].to_string())
    })
}

/// How the games of each group end: the most frequent ways by name, the others together.
fn endings<'a>(title: &'a str, groups: &[(String, Group)], lang: Lang) -> Parts<'a> {
    const NAMED: usize = 7;
    let mut all = Group::default();
    for (_, group) in groups {
        all.merge(group);
    }
    let mut kinds: Vec<(&str, u64)> = all.endings.into_iter().collect();
    kinds.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    let named = if kinds.len() <= NAMED + 1 {
        kinds.len()
    } else {
        NAMED
    };
    let mut legend: Vec<(String, String)> = kinds[..named]
        .iter()
        .enumerate()
        .map(|(at, (name, _))| (format!("part{at}"), ending(name, lang)))
        .collect();
    if named < kinds.len() {
        let number = (kinds.len() - named).to_string();
        let words = words::fill(text(lang, "stats.others"), |_| Some(number.clone()));
        legend.push((format!("part{NAMED}"), words));
    }
    let rows = groups.iter().map(|(name, group)| {
        let count = |(name, _): &(&str, u64)| group.endings.get(name).copied().unwrap_or(0);
        let mut sizes: Vec<u64> = kinds[..named].iter().map(count).collect();
        if named < kinds.len() {
            sizes.push(kinds[named..].iter().map(count).sum());
        }
        (name.clone(), sizes)
    });
    Parts {
        title,
        axis: text(lang, "stats.axis.share_games"),
        rows: rows.collect(),
        legend,
    }
}
