//! The chart of one game: evaluations above, times below, over the same plies.

use std::fmt::Write;

use super::{WIDTH, begin, round_top};
use crate::diagram::escape;
use crate::finding::terms;
use crate::shogi::Color;
use crate::stats::course::{Course, Moment, Score};
use crate::text::shorten;
use crate::words::{self, Lang};

/// The frame of a panel.
const LEFT: usize = 70;
const RIGHT: usize = WIDTH - 20;
/// How high a panel is, and where the first one begins.
const PANEL: f64 = 180.0;
const TOP: f64 = 76.0;
/// Scores beyond this are drawn at the edge, as a mate is.
const MOST: i32 = 3_000;
/// How much of a name is shown, in columns.
const NAME: usize = 30;

/// Draws a course that has something to tell.
pub(super) fn plot(course: &Course, lang: Lang) -> String {
    let panels = usize::from(course.has_scores()) + usize::from(course.has_times());
    let height = TOP + panels as f64 * (PANEL + 40.0) + 8.0;
    let side = |side: Color| {
        let key = match side {
            Color::Black => "side.black",
            Color::White => "side.white",
        };
        match course.players[side].trim() {
            "" => words::text(lang, key).to_owned(),
            name => format!("{} ({})", shorten(name, NAME), words::text(lang, key)),
        }
    };
    let names = [side(Color::Black), side(Color::White)];
    let title = escape(&names.join(" – "));
    let mut out = String::new();
    begin(
        &mut out,
        &title,
        height as usize,
        &description(course, lang),
    );
    let mut top = TOP;
    if course.has_scores() {
        scores(&mut out, course, top, lang);
        top += PANEL + 40.0;
    }
    if course.has_times() {
        times(&mut out, course, top, lang);
        top += PANEL + 40.0;
    }
    plies(&mut out, course.moves.len(), top - 40.0, lang);
    legend(&mut out, &names.map(|it| escape(&it)), course.has_scores());
    out.push_str("</svg>\n");
    out
}

/// Every move in words: its number, its score, its time.
fn description(course: &Course, lang: Lang) -> String {
    let mut out = String::new();
    for (ply, moment) in (1..).zip(&course.moves) {
        let _ = write!(out, "{ply}:");
        match moment.score {
            Some(Score::Centipawns(score)) => {
                let _ = write!(out, " {score:+}");
            }
            Some(Score::Mate(side)) => {
                let sign = if side == Color::Black { '+' } else { '-' };
                let _ = write!(out, " {sign}{}", words::text(lang, "ending.checkmate"));
            }
            None => {}
        }
        if let Some(elapsed) = moment.elapsed {
            let _ = write!(out, " {}", terms::time(elapsed.into()));
        }
        out.push_str("; ");
    }
    out
}

/// Where the middle of a ply lies.
fn across(ply: usize, plies: usize) -> f64 {
    LEFT as f64 + (RIGHT - LEFT) as f64 * (ply as f64 + 0.5) / plies as f64
}

/// A panel with a name, and five lines at values from the top to the bottom.
fn panel(out: &mut String, name: &str, top: f64, labels: &[String; 5]) {
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"{:.1}\" font-weight=\"bold\">{name}</text>",
        top - 8.0
    );
    for (quarter, label) in labels.iter().enumerate() {
        let y = top + PANEL / 4.0 * quarter as f64;
        let stroke = if quarter == 2 { "#333" } else { "#bbb" };
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {y:.1}H{RIGHT}\" stroke=\"{stroke}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            LEFT - 6,
            y + 4.0
        );
    }
}

/// The evaluations: a line for each side's moves, Black's whole, White's broken.
fn scores(out: &mut String, course: &Course, top: f64, lang: Lang) {
    let told = course.moves.iter().filter_map(|it| it.score);
    let most = told.map(|score| match score {
        Score::Centipawns(score) => score.unsigned_abs(),
        Score::Mate(_) => 0,
    });
    let most = most.max().unwrap_or(0).clamp(500, MOST.unsigned_abs());
    let edge = round_top(most.into(), 2) as f64;
    let label = |it: f64| format!("{it:+.0}");
    let zero = "0".to_owned();
    let labels = [
        label(edge),
        label(edge / 2.0),
        zero,
        label(-edge / 2.0),
        label(-edge),
    ];
    let name = words::text(lang, "stats.axis.evaluation");
    panel(out, name, top, &labels);
    let plies = course.moves.len();
    for side in Color::BOTH {
        let mut path = String::new();
        let mut marks = String::new();
        for (ply, moment) in course
            .moves
            .iter()
            .enumerate()
            .filter(|(_, it)| it.side == side)
        {
            let Some(score) = moment.score else { continue };
            let height = match score {
                Score::Centipawns(score) => (f64::from(score) / edge).clamp(-1.0, 1.0),
                Score::Mate(Color::Black) => 1.0,
                Score::Mate(Color::White) => -1.0,
            };
            let (x, y) = (across(ply, plies), top + PANEL * (1.0 - height) / 2.0);
            let pen = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{pen}{x:.1} {y:.1}");
            if matches!(score, Score::Mate(_)) {
                let _ = write!(marks, "M{x:.1} {:.1}l3 3l-3 3l-3 -3z", y - 3.0);
            }
        }
        let (stroke, dashes) = stroke(side);
        let _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"1.6\" stroke-linejoin=\"round\"{dashes}/>"
        );
        if !marks.is_empty() {
            let _ = writeln!(out, "<path d=\"{marks}\" fill=\"{stroke}\"/>");
        }
    }
}

/// The times: Black's as bars up, White's as bars down.
fn times(out: &mut String, course: &Course, top: f64, lang: Lang) {
    let most = course.moves.iter().filter_map(|it| it.elapsed).max();
    let seconds = u64::from(most.unwrap_or(0)).div_ceil(1000);
    let edge = nice_seconds(seconds);
    let label = |it: u64| terms::time(it * 1000);
    let (whole, half) = (label(edge), label(edge / 2));
    let labels = [whole.clone(), half.clone(), "0".to_owned(), half, whole];
    panel(out, words::text(lang, "stats.axis.time"), top, &labels);
    let plies = course.moves.len();
    let width = ((RIGHT - LEFT) as f64 / plies as f64 * 0.8).min(12.0);
    for (ply, moment) in course.moves.iter().enumerate() {
        let Moment {
            side,
            elapsed: Some(elapsed @ 1..),
            ..
        } = *moment
        else {
            continue;
        };
        let height = f64::from(elapsed) / 1000.0 / edge as f64 * PANEL / 2.0;
        let middle = top + PANEL / 2.0;
        let (y, fill) = match side {
            Color::Black => (middle - height, "#333"),
            Color::White => (middle, "#aaa"),
        };
        let _ = writeln!(
            out,
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\"/>",
            across(ply, plies) - width / 2.0
        );
    }
}

/// The least time for the top of an axis that halves well, in seconds.
fn nice_seconds(most: u64) -> u64 {
    const STEPS: [u64; 12] = [2, 10, 20, 60, 120, 240, 600, 1200, 1800, 3600, 7200, 14_400];
    let step = STEPS.into_iter().find(|&step| step >= most);
    step.unwrap_or_else(|| most.next_multiple_of(7200))
}

/// The numbers of the plies below the last panel.
fn plies(out: &mut String, plies: usize, bottom: f64, lang: Lang) {
    let every = match plies {
        0..=40 => 5,
        41..=100 => 10,
        101..=240 => 20,
        _ => (plies / 600 + 1) * 50,
    };
    for ply in (1..=plies).filter(|ply| ply % every == 0) {
        let x = across(ply - 1, plies);
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{ply}</text>",
            bottom + 16.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
        LEFT.midpoint(RIGHT),
        bottom + 34.0,
        words::text(lang, "stats.plies")
    );
}

/// How a side is drawn: colour and dashes.
const fn stroke(side: Color) -> (&'static str, &'static str) {
    match side {
        Color::Black => ("#333", ""),
        Color::White => ("#888", " stroke-dasharray=\"4 2\""),
    }
}

/// Which line is whose.
fn legend(out: &mut String, names: &[String; 2], lines: bool) {
    for (side, name) in Color::BOTH.into_iter().zip(names) {
        let x = LEFT + side as usize * (RIGHT - LEFT) / 2;
        let (colour, dashes) = stroke(side);
        let sign = if lines {
            format!("<path d=\"M{x} 45h26\" stroke=\"{colour}\" stroke-width=\"1.6\"{dashes}/>")
        } else {
            format!(
                "<rect x=\"{}\" y=\"40\" width=\"10\" height=\"10\" fill=\"{colour}\"/>",
                x + 14
            )
        };
        let _ = writeln!(out, "{sign}<text x=\"{}\" y=\"49\">{name}</text>", x + 34);
    }
}
