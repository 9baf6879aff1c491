//! The pen: turns a stroke, drawn as a line down its middle, into the outline that SVG fills.
//!
//! Strokes come from `glyphs.tsv`. Each segment becomes a closed outline of its own; all are wound the same way, so that
//! overlapping parts never cancel out.

use std::fmt::Write;

/// A point, y downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    x: f32,
    y: f32,
}

/// How a stroke is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nib {
    /// `s`: a flat nib, thinner along than across, as print has its horizontals.
    Flat,
    /// `t`: the same, running out to a point.
    Taper,
    /// `w`: starting thin and growing, as a stroke falling to the right.
    Swell,
    /// `d`: a drop: thin, then round.
    Drop,
    /// `m`: of one width, with round ends: letters and digits.
    Round,
    /// `f`: no line: the area within the points.
    Fill,
}

impl Nib {
    const fn of(letter: &str) -> Option<Nib> {
        Some(match letter.as_bytes() {
            b"s" => Nib::Flat,
            b"t" => Nib::Taper,
            b"w" => Nib::Swell,
            b"d" => Nib::Drop,
            b"m" => Nib::Round,
            b"f" => Nib::Fill,
            _ => return None,
        })
    }

    /// The widths at the start and at the end of a stroke, in parts of its weight.
    const fn widths(self) -> (f32, f32) {
        match self {
            Nib::Flat | Nib::Round | Nib::Fill => (1.0, 1.0),
            Nib::Taper => (1.0, 0.2),
            Nib::Swell => (0.35, 1.25),
            Nib::Drop => (0.35, 1.1),
        }
    }
}

/// A straight or, with a control point, a curved piece of a stroke.
#[derive(Clone, Copy, Debug)]
struct Segment {
    from: Point,
    bend: Option<Point>,
    to: Point,
}

/// Draws the strokes of a glyph (`s 10,20 90,20; t 50,5 ~36,30 5,45`: a nib and its points, `~` before the control
/// point of a curve) and returns the outline as SVG path data. Returns `None` when the text is no such drawing.
pub(super) fn outline(strokes: &str, weight: f32) -> Option<String> {
    let mut path = String::new();
    for stroke in strokes.split("; ") {
        let (nib, points) = stroke.split_once(' ')?;
        let nib = Nib::of(nib)?;
        let segments = segments(points)?;
        if nib == Nib::Fill {
            let corners: Vec<Point> = segments
                .iter()
                .map(|it| it.from)
                .chain(segments.last().map(|it| it.to))
                .collect();
            polygon(&mut path, &corners);
            continue;
        }
        draw(&mut path, nib, weight, &segments);
    }
    Some(path)
}

fn segments(points: &str) -> Option<Vec<Segment>> {
    let mut segments = Vec::new();
    let mut at: Option<Point> = None;
    let mut bend = None;
    for word in points.split(' ') {
        let (curve, word) = match word.strip_prefix('~') {
            Some(rest) => (true, rest),
            None => (false, word),
        };
        let (x, y) = word.split_once(',')?;
        let point = Point {
            x: x.parse().ok()?,
            y: y.parse().ok()?,
        };
        if curve {
            bend = Some(point);
            continue;
        }
        if let Some(from) = at {
            segments.push(Segment {
                from,
                bend: bend.take(),
                to: point,
            });
        }
        at = Some(point);
    }
    (bend.is_none() && !segments.is_empty()).then_some(segments)
}

fn draw(path: &mut String, nib: Nib, weight: f32, segments: &[Segment]) {
    let (first, last) = nib.widths();
    let count = segments.len() as f32;
    for (index, segment) in segments.iter().enumerate() {
        let share = |at: f32| first + (last - first) * at / count;
        let (start, end) = (share(index as f32), share(index as f32 + 1.0));
        ribbon(path, nib, weight, *segment, start, end);
        if nib == Nib::Round {
            disc(path, segment.from, weight / 2.0);
            disc(path, segment.to, weight / 2.0);
        }
    }
    if let (Nib::Drop, Some(segment)) = (nib, segments.last()) {
        disc(path, segment.to, weight * last / 2.0);
    }
}

/// The outline of one segment whose width goes from `start` to `end` parts of the weight.
fn ribbon(path: &mut String, nib: Nib, weight: f32, segment: Segment, start: f32, end: f32) {
    let Segment { from, bend, to } = segment;
    let middle = bend.unwrap_or(Point {
        x: f32::midpoint(from.x, to.x),
        y: f32::midpoint(from.y, to.y),
    });
    let leaving = direction(from, middle);
    let arriving = direction(middle, to);
    // Straight flat strokes reach a little further, so that corners close.
    let reach = if nib == Nib::Flat { weight * 0.3 } else { 0.0 };
    let head = if bend.is_none() || nib == Nib::Flat {
        reach
    } else {
        0.0
    };
    let from = shift(from, leaving, -head);
    let to = shift(to, arriving, if bend.is_none() { reach } else { 0.0 });
    let half = |direction: Point, part: f32| {
        let flat = if nib == Nib::Round {
            1.0
        } else {
            0.64 + 0.36 * direction.y.abs()
        };
        weight * flat * part / 2.0
    };
    let (near, far) = (half(leaving, start), half(arriving, end));
    let side = |point: Point, direction: Point, by: f32| Point {
        x: point.x - direction.y * by,
        y: point.y + direction.x * by,
    };
    let a = side(from, leaving, near);
    let b = side(to, arriving, far);
    let c = side(to, arriving, -far);
    let d = side(from, leaving, -near);
    if bend.is_none() {
        polygon(path, &[a, b, c, d]);
        return;
    }
    let along = direction(from, to);
    let by = f32::midpoint(near, far);
    let (over, under) = (side(middle, along, by), side(middle, along, -by));
    // Seen from the side, a ribbon always runs the same way round.
    let _ = write!(
        path,
        "M{}Q{} {}L{}Q{} {}Z",
        at(d),
        at(under),
        at(c),
        at(b),
        at(over),
        at(a)
    );
}

/// A closed polygon, wound clockwise.
fn polygon(path: &mut String, corners: &[Point]) {
    let next = corners.iter().cycle().skip(1);
    let area: f32 = corners
        .iter()
        .zip(next)
        .map(|(a, b)| a.x * b.y - b.x * a.y)
        .sum();
    let mut put = |index: usize, corner: &Point| {
        let _ = write!(
            path,
            "{}{}",
            if index == 0 { 'M' } else { 'L' },
            at(*corner)
        );
    };
    if area >= 0.0 {
        corners.iter().enumerate().for_each(|(i, it)| put(i, it));
    } else {
        let back = corners.iter().rev().enumerate();
        back.for_each(|(i, it)| put(i, it));
    }
    path.push('Z');
}

/// A full circle, wound clockwise.
fn disc(path: &mut String, centre: Point, radius: f32) {
    // Twice the rounded radius: an arc that does not quite fit would bulge.
    let radius = (radius * 10.0).round() / 10.0;
    let left = Point {
        x: centre.x - radius,
        ..centre
    };
    let (r, d) = (short(radius), short(radius * 2.0));
    let _ = write!(
        path,
        "M{}a{r},{r} 0 0,1 {d},0a{r},{r} 0 0,1 -{d},0Z",
        at(left)
    );
}

fn direction(from: Point, to: Point) -> Point {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = x.hypot(y).max(f32::MIN_POSITIVE);
    Point {
        x: x / length,
        y: y / length,
    }
}

fn shift(point: Point, direction: Point, by: f32) -> Point {
    Point {
        x: point.x + direction.x * by,
        y: point.y + direction.y * by,
    }
}

fn at(point: Point) -> String {
    format!("{},{}", short(point.x), short(point.y))
}

/// One decimal is a thousandth of a glyph: finer than any screen.
fn short(value: f32) -> String {
    let tenths = (value * 10.0).round();
    if tenths % 10.0 == 0.0 {
        format!("{:.0}", tenths / 10.0)
    } else {
        format!("{:.1}", tenths / 10.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_round_stroke_is_a_bar_between_two_discs() {
        assert_eq!(
            outline("m 0,0 10,0", 2.0).unwrap(),
            "M0,-1L10,-1L10,1L0,1ZM-1,0a1,1 0 0,1 2,0a1,1 0 0,1 -2,0ZM9,0a1,1 0 0,1 2,0a1,1 0 0,1 -2,0Z"
        );
    }

    #[test]
    fn what_is_no_drawing_is_refused() {
        for text in ["", "s", "z 0,0 1,1", "s 0,0", "s 0,0 ~5,5", "s 0,0 x,1"] {
            assert_eq!(outline(text, 1.0), None, "{text:?}");
        }
    }
}
