//! The chart of one game: evaluations above, times below, over the same plies.

use std::fmt::Write;

use super::figure::{Anchor, Figure, MARGIN, Size, diamond, text_width, ticks, triangle};
use crate::finding::terms;
use crate::shogi::Color;
use crate::stats::course::{Course, Moment, Score};
use crate::text::shorten;
use crate::words::{self, Lang};

/// How high a panel is if nothing else is asked for, and what stands around it.
const PANEL: f64 = 190.0;
const HEAD: f64 = 26.0;
const GAP: f64 = 16.0;
/// Scores beyond this are drawn at the edge, as a mate is.
const MOST: i32 = 3_000;
/// How much of a name is shown, in columns.
const NAME: usize = 30;
/// How much of the winning chances a move must lose to be marked, and how many such moves are named.
const LOSS: f64 = 0.15;
const NAMED: usize = 6;

/// Draws a course that has something to tell.
pub(super) fn plot(course: &Course, size: Size, lang: Lang) -> String {
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
    let title = Color::BOTH.map(|side| shorten(course.players[side].trim(), NAME));
    let title = match title.iter().all(String::is_empty) {
        true => names.join(" – "),
        false => title.join(" – "),
    };
    let mut figure = Figure::new(&title, size);
    let mistakes = mistakes(course);
    let mut legend: Vec<(String, String)> = ["black", "white"]
        .into_iter()
        .zip(names)
        .map(|(class, name)| (class.to_owned(), name))
        .collect();
    let scored = |test: fn(Score) -> bool| course.moves.iter().any(|it| it.score.is_some_and(test));
    let beyond =
        |it: Score| matches!(it, Score::Centipawns(it) if it.unsigned_abs() > MOST.unsigned_abs());
    for (mark, key, shown) in [
        ("dot", "stats.legend.mistake", !mistakes.is_empty()),
        ("clipped", "stats.legend.clipped", scored(beyond)),
        (
            "mate",
            "stats.legend.mate",
            scored(|it| matches!(it, Score::Mate(_))),
        ),
    ] {
        if shown {
            legend.push((mark.to_owned(), words::text(lang, key).to_owned()));
        }
    }
    figure.legend(&legend);
    let panels = usize::from(course.has_scores()) + usize::from(course.has_times());
    let room = figure
        .height
        .map(|all| (all - figure.top - 44.0) / panels as f64 - HEAD - GAP);
    let panel = room.map_or(PANEL, |it| it.max(30.0));
    let mut top = figure.top;
    let plane = |top: f64, width: f64| Plane {
        left: 66.0,
        right: width - MARGIN,
        top: top + HEAD,
        height: panel,
        plies: course.moves.len(),
    };
    let width = figure.width;
    if course.has_scores() {
        scores(&mut figure, course, &plane(top, width), &mistakes, lang);
        top += panel + HEAD + GAP;
    }
    if course.has_times() {
        times(&mut figure, course, &plane(top, width), lang);
        top += panel + HEAD + GAP;
    }
    plies(&mut figure, &plane(top - panel - HEAD - GAP, width), lang);
    figure.finish(top + 32.0, &description(course, lang), lang)
}

/// Where a panel lies.
#[derive(Debug)]
struct Plane {
    left: f64,
    right: f64,
    top: f64,
    height: f64,
    plies: usize,
}

impl Plane {
    /// Where the middle of a ply lies.
    fn x(&self, ply: usize) -> f64 {
        self.left + (self.right - self.left) * (ply as f64 + 0.5) / self.plies as f64
    }

    /// The height of a value, in parts of the greatest, from -1 to 1.
    fn y(&self, part: f64) -> f64 {
        self.top + self.height * (1.0 - part.clamp(-1.0, 1.0)) / 2.0
    }

    /// Its name, and lines at values with their labels.
    fn frame(&self, figure: &mut Figure, name: &str, lines: &[(f64, String)]) {
        figure.text("name", (MARGIN, self.top - 10.0), Anchor::Start, name);
        for (part, label) in lines {
            let y = self.y(*part);
            let class = if *part == 0.0 { "axis" } else { "grid" };
            figure.line(class, (self.left, y), (self.right, y));
            figure.text("quiet", (self.left - 6.0, y + 4.0), Anchor::End, label);
        }
    }
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

/// Black's chances of winning. The curve is the usual one for shogi engines: 600 hundredths of a pawn are 73 %.
fn chances(score: Score) -> f64 {
    match score {
        Score::Centipawns(score) => 1.0 / (1.0 + (-f64::from(score) / 600.0).exp()),
        Score::Mate(Color::Black) => 1.0,
        Score::Mate(Color::White) => 0.0,
    }
}

/// The moves that lose much of the mover's chances, the worst first, by their places. Where two engines speak in turn
/// they often differ, so the loss must stand in the score of the next move as well.
fn mistakes(course: &Course) -> Vec<(usize, f64)> {
    let seen: Vec<Option<f64>> = course
        .moves
        .iter()
        .map(|it| it.score.map(chances))
        .collect();
    let mut found = Vec::new();
    for (at, moment) in course.moves.iter().enumerate().skip(1) {
        let (Some(before), Some(after)) = (seen[at - 1], seen[at]) else {
            continue;
        };
        let later = seen.get(at + 1).copied().flatten().unwrap_or(after);
        let loss = match moment.side {
            Color::Black => before - after.max(later),
            Color::White => after.min(later) - before,
        };
        if loss >= LOSS {
            found.push((at, loss));
        }
    }
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    found
}

/// The evaluations as a line, the area of advantage filled for each side.
fn scores(
    figure: &mut Figure,
    course: &Course,
    plane: &Plane,
    mistakes: &[(usize, f64)],
    lang: Lang,
) {
    let told = course.moves.iter().filter_map(|it| it.score);
    let most = told.map(|score| match score {
        Score::Centipawns(score) => score.unsigned_abs(),
        Score::Mate(_) => MOST.unsigned_abs(),
    });
    let most = most.max().unwrap_or(0).clamp(500, MOST.unsigned_abs());
    let edge = f64::from(most.next_multiple_of(500));
    let many = (plane.height / 26.0) as usize;
    let lines = ticks(-edge, edge, many, 100.0).into_iter().map(|value| {
        let label = match value {
            0.0 => "0".to_owned(),
            _ => format!(
                "{}{}",
                if value < 0.0 { '−' } else { '+' },
                terms::number(lang, value.abs() as u64)
            ),
        };
        (value / edge, label)
    });
    let lines: Vec<(f64, String)> = lines.collect();
    plane.frame(figure, words::text(lang, "stats.axis.evaluation"), &lines);
    let part = |score: Score| match score {
        Score::Centipawns(score) => f64::from(score) / edge,
        Score::Mate(Color::Black) => f64::INFINITY,
        Score::Mate(Color::White) => f64::NEG_INFINITY,
    };
    let scores = course.moves.iter().enumerate();
    let points: Vec<(usize, f64)> = scores
        .filter_map(|(ply, it)| Some((ply, part(it.score?))))
        .collect();
    let drawn: Vec<(f64, f64)> = points
        .iter()
        .map(|&(ply, part)| (plane.x(ply), part.clamp(-1.0, 1.0)))
        .collect();
    for (class, sign) in [("black", 1.0), ("white", -1.0)] {
        figure.area(class, &area(&drawn, plane, sign));
    }
    let mut line = String::new();
    for (x, part) in &drawn {
        let pen = if line.is_empty() { 'M' } else { 'L' };
        let _ = write!(line, "{pen}{x:.1} {:.1}", plane.y(*part));
    }
    figure.path("line", &line);
    // What lies beyond the edge points there; a mate is a diamond.
    let mut beyond = [String::new(), String::new()];
    for &(ply, part) in points.iter().filter(|(_, part)| part.abs() > 1.0) {
        let (x, y, sign) = (plane.x(ply), plane.y(part), part.signum());
        let mark = &mut beyond[usize::from(part < 0.0)];
        mark.push_str(&match part.is_infinite() {
            true => diamond((x, y)),
            false => triangle((x, y), sign),
        });
    }
    for (class, marks) in ["black halo", "white halo"].into_iter().zip(&beyond) {
        figure.path(class, marks);
    }
    name_mistakes(figure, course, plane, mistakes, &part, lang);
}

/// A dot on every mistake, and the move beside the worst ones, where there is room.
fn name_mistakes(
    figure: &mut Figure,
    course: &Course,
    plane: &Plane,
    mistakes: &[(usize, f64)],
    part: &impl Fn(Score) -> f64,
    lang: Lang,
) {
    let mut taken: Vec<(f64, f64, f64)> = Vec::new();
    for (rank, &(at, _)) in mistakes.iter().enumerate() {
        let moment = &course.moves[at];
        let Some(score) = moment.score else { continue };
        let (x, y) = (plane.x(at), plane.y(part(score)));
        let class = match moment.side {
            Color::Black => "black halo",
            Color::White => "white halo",
        };
        figure.dot(class, (x, y), 4.0);
        if rank >= NAMED {
            continue;
        }
        let words = format!("{} {}", at + 1, moment.name(lang));
        let half = text_width(&words) / 2.0;
        let middle = x.clamp(plane.left + half, plane.right - half);
        // Black's mistakes pull the line down: there is more room below.
        let away = if moment.side == Color::Black {
            1.0
        } else {
            -1.0
        };
        let heights = [18.0, 34.0, -14.0, -30.0].map(|it: f64| y + it * away + 2.0);
        let free = heights.into_iter().find(|&height| {
            height > plane.top + 8.0
                && height < plane.top + plane.height - 2.0
                && taken.iter().all(|&(x, y, wide)| {
                    (y - height).abs() > 13.0 || (x - middle).abs() > wide + half + 4.0
                })
        });
        if let Some(height) = free {
            taken.push((middle, height, half));
            figure.text("", (middle, height), Anchor::Middle, &words);
        }
    }
}

/// The area between the middle and the line, on one side of the middle.
fn area(points: &[(f64, f64)], plane: &Plane, sign: f64) -> String {
    let mut path = String::new();
    let zero = plane.y(0.0);
    let mut before: Option<(f64, f64)> = None;
    for &(x, part) in points {
        let inside = part * sign > 0.0;
        if let Some((from, was)) = before
            && (was * sign > 0.0) != inside
        {
            let cross = if (part - was).abs() < 1e-9 {
                x
            } else {
                from + (x - from) * was / (was - part)
            };
            let _ = write!(
                path,
                "{}{cross:.1} {zero:.1}{}",
                if inside { 'M' } else { 'L' },
                if inside { "" } else { "Z" }
            );
        } else if before.is_none() && inside {
            let _ = write!(path, "M{x:.1} {zero:.1}");
        }
        if inside {
            let _ = write!(path, "L{x:.1} {:.1}", plane.y(part));
        }
        before = Some((x, part));
    }
    if let Some((x, _)) = before.filter(|it| it.1 * sign > 0.0) {
        let _ = write!(path, "L{x:.1} {zero:.1}Z");
    }
    path
}

/// The times: Black's as bars up, White's as bars down.
fn times(figure: &mut Figure, course: &Course, plane: &Plane, lang: Lang) {
    let most = course.moves.iter().filter_map(|it| it.elapsed).max();
    let seconds = u64::from(most.unwrap_or(0)).div_ceil(1000);
    let edge = nice_seconds(seconds);
    let label = |it: u64| terms::time(it * 1000);
    let lines = [
        (1.0, label(edge)),
        (0.5, label(edge / 2)),
        (0.0, "0".to_owned()),
        (-0.5, label(edge / 2)),
        (-1.0, label(edge)),
    ];
    plane.frame(figure, words::text(lang, "stats.axis.time"), &lines);
    let width = ((plane.right - plane.left) / plane.plies as f64 * 0.8).min(12.0);
    for (ply, moment) in course.moves.iter().enumerate() {
        let Moment {
            side,
            elapsed: Some(elapsed @ 1..),
            ..
        } = *moment
        else {
            continue;
        };
        let part = f64::from(elapsed) / 1000.0 / edge as f64;
        let (y, class) = match side {
            Color::Black => (plane.y(part), "black"),
            Color::White => (plane.y(0.0), "white"),
        };
        let height = plane.height / 2.0 * part;
        figure.rect(class, (plane.x(ply) - width / 2.0, y), (width, height));
    }
}

/// The least time for the top of an axis that halves well, in seconds.
fn nice_seconds(most: u64) -> u64 {
    const STEPS: [u64; 12] = [2, 10, 20, 60, 120, 240, 600, 1200, 1800, 3600, 7200, 14_400];
    let step = STEPS.into_iter().find(|&step| step >= most);
    step.unwrap_or_else(|| most.next_multiple_of(7200))
}

/// The numbers of the plies below the last panel.
fn plies(figure: &mut Figure, plane: &Plane, lang: Lang) {
    let bottom = plane.top + plane.height;
    let many = ((plane.right - plane.left) / 44.0) as usize;
    let values = ticks(0.0, plane.plies as f64, many, 1.0);
    for ply in values
        .into_iter()
        .map(|it| it as usize)
        .filter(|it| *it > 0)
    {
        let x = plane.x(ply - 1);
        figure.line("axis", (x, bottom), (x, bottom + 4.0));
        figure.text(
            "quiet",
            (x, bottom + 17.0),
            Anchor::Middle,
            &ply.to_string(),
        );
    }
    let middle = f64::midpoint(plane.left, plane.right);
    let name = words::text(lang, "stats.axis.plies");
    figure.text("quiet", (middle, bottom + 35.0), Anchor::Middle, name);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_close_at_the_middle() {
        let plane = Plane {
            left: 0.0,
            right: 10.0,
            top: 0.0,
            height: 20.0,
            plies: 4,
        };
        let points = [(0.0, 0.5), (10.0, -0.5), (20.0, -0.5), (30.0, 0.5)];
        assert_eq!(
            area(&points, &plane, 1.0),
            "M0.0 10.0L0.0 5.0L5.0 10.0ZM25.0 10.0L30.0 5.0L30.0 10.0Z"
        );
        assert_eq!(
            area(&points, &plane, -1.0),
            "M5.0 10.0L10.0 15.0L20.0 15.0L25.0 10.0Z"
        );
    }

    #[test]
    fn a_mistake_is_one_for_the_next_score_too() {
        let course = |scores: [i32; 4]| Course {
            moves: scores
                .into_iter()
                .zip([Color::Black, Color::White].into_iter().cycle())
                .map(|(score, side)| Moment {
                    side,
                    score: Some(Score::Centipawns(score)),
                    elapsed: None,
                    names: [String::new(), String::new()],
                })
                .collect(),
            ..Course::default()
        };
        let places = |scores| {
            mistakes(&course(scores))
                .into_iter()
                .map(|it| it.0)
                .collect::<Vec<_>>()
        };
        assert_eq!(places([0, 0, -800, -900]), [2]);
        assert_eq!(
            places([0, 0, -800, 0]),
            [3],
            "the next score takes the first fall back"
        );
        assert_eq!(places([0, 700, 700, 0]), [1]);
    }
}
