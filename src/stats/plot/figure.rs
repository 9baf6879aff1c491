//! The sheet that a chart is drawn on: its heading, its colours for light and dark, its marks.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use crate::diagram::escape;
use crate::text::{shorten, wrap};
use crate::words::Lang;

/// How wide a chart is laid out when nothing else is asked for, in units.
const WIDTH: f64 = 720.0;
/// The narrowest sheet that charts are laid out for. Narrower pictures show this one made smaller.
const NARROWEST: f64 = 360.0;
/// The room that one column of text takes: half a wide character, a letter and a little more.
const COLUMN: f64 = 6.3;
/// The margin on both sides.
pub(super) const MARGIN: f64 = 16.0;

/// The colours. Black and White are the blue and the orange of Okabe and Ito, which differ for every eye and in grey.
const STYLE: &str = "\
.kifu-chart text{fill:#24292f}.kifu-chart .quiet{fill:#57606a}.kifu-chart .title{font-size:15px;font-weight:bold}\
.kifu-chart .name{font-weight:bold}.kifu-chart .ground{fill:#fff}.kifu-chart .grid{stroke:#d8dee4;fill:none}\
.kifu-chart .axis{stroke:#57606a;fill:none}.kifu-chart .line{stroke:#24292f;stroke-width:1.4;stroke-linejoin:round;fill:none}\
.kifu-chart .halo{stroke:#fff;stroke-width:1.2}.kifu-chart .black{fill:#0072b2}.kifu-chart .white{fill:#e69f00}\
.kifu-chart .bar{fill:#4a7ba6}.kifu-chart .part0{fill:#0072b2}.kifu-chart .part1{fill:#e69f00}.kifu-chart .part2{fill:#009e73}\
.kifu-chart .part3{fill:#cc79a7}.kifu-chart .part4{fill:#56b4e9}.kifu-chart .part5{fill:#d55e00}.kifu-chart .part6{fill:#b8a800}\
.kifu-chart .part7{fill:#8c959f}.kifu-chart .step0{fill:#dce9f5}.kifu-chart .step1{fill:#b5d3ea}.kifu-chart .step2{fill:#82b5da}\
.kifu-chart .step3{fill:#4d93c3}.kifu-chart .step4{fill:#2470a8}.kifu-chart .step5{fill:#0d4a82}.kifu-chart .step6{fill:#062a52}";

/// What changes on a dark ground.
const DARK: &str = "@media (prefers-color-scheme:dark){\
.kifu-chart text{fill:#e6edf3}.kifu-chart .quiet{fill:#9da7b3}.kifu-chart .ground{fill:#0d1117}.kifu-chart .grid{stroke:#2d333b}\
.kifu-chart .axis{stroke:#9da7b3}.kifu-chart .line{stroke:#e6edf3}.kifu-chart .halo{stroke:#0d1117}\
.kifu-chart .black{fill:#56b4e9}.kifu-chart .bar{fill:#6fa3d0}.kifu-chart .part0{fill:#56b4e9}.kifu-chart .part4{fill:#0072b2}\
.kifu-chart .step0{fill:#082a4d}.kifu-chart .step1{fill:#0d4a82}.kifu-chart .step2{fill:#2470a8}.kifu-chart .step3{fill:#4d93c3}\
.kifu-chart .step4{fill:#82b5da}.kifu-chart .step5{fill:#b5d3ea}.kifu-chart .step6{fill:#dce9f5}}";

/// How large a chart is to be, in pixels; what is not given follows from the chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    /// From left to right.
    pub width: Option<u32>,
    /// From top to bottom.
    pub height: Option<u32>,
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A chart in the making. Lengths are in units, the text is 12 of them high.
#[derive(Debug)]
pub(super) struct Figure {
    title: String,
    heading: Vec<String>,
    body: String,
    /// The width of the sheet.
    pub(super) width: f64,
    /// Where the space below the heading begins.
    pub(super) top: f64,
    /// The height that is asked for.
    pub(super) height: Option<f64>,
    /// How many pixels a unit is.
    scale: f64,
}

impl Figure {
    /// A sheet with a title on it.
    pub(super) fn new(title: &str, size: Size) -> Figure {
        let asked = size.width.map_or(WIDTH, f64::from);
        let width = asked.clamp(NARROWEST, WIDTH);
        let scale = asked / width;
        let heading = wrap(title, ((width - 2.0 * MARGIN) / (COLUMN * 1.32)) as usize);
        Figure {
            title: title.to_owned(),
            top: 14.0 + 19.0 * heading.len() as f64,
            heading,
            body: String::new(),
            width,
            height: size.height.map(|it| f64::from(it) / scale),
            scale,
        }
    }

    /// Adds a line of text; `class` may be empty.
    pub(super) fn text(&mut self, class: &str, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let class = match class {
            "" => String::new(),
            class => format!(" class=\"{class}\""),
        };
        let _ = writeln!(
            self.body,
            "<text{class} x=\"{x:.1}\" y=\"{y:.1}\"{anchor}>{}</text>",
            escape(text)
        );
    }

    /// Adds a path.
    pub(super) fn path(&mut self, class: &str, data: &str) {
        if !data.is_empty() {
            let _ = writeln!(self.body, "<path class=\"{class}\" d=\"{data}\"/>");
        }
    }

    /// Adds an area through which the grid can be seen.
    pub(super) fn area(&mut self, class: &str, data: &str) {
        if !data.is_empty() {
            let _ = writeln!(
                self.body,
                "<path class=\"{class}\" fill-opacity=\".55\" d=\"{data}\"/>"
            );
        }
    }

    /// Adds a rectangle by its left upper corner and its size.
    pub(super) fn rect(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
        );
    }

    /// Adds a dot.
    pub(super) fn dot(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        let _ = writeln!(
            self.body,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>"
        );
    }

    /// Adds a line from side to side or from top to bottom.
    pub(super) fn line(&mut self, class: &str, (x, y): (f64, f64), (to_x, to_y): (f64, f64)) {
        self.path(class, &format!("M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}"));
    }

    /// Adds what colours and marks mean, as many on a line as fit, and moves the top below them.
    pub(super) fn legend(&mut self, items: &[(String, String)]) {
        let mut x = MARGIN;
        for (class, words) in items {
            let wide = 18.0 + text_width(words) + 18.0;
            if x > MARGIN && x + wide > self.width {
                x = MARGIN;
                self.top += 18.0;
            }
            let y = self.top + 10.0;
            let middle = (x + 6.0, y - 4.0);
            match class.as_str() {
                "dot" => self.dot("quiet", middle, 4.0),
                "clipped" => self.path("quiet", &triangle(middle, 1.0)),
                "mate" => self.path("quiet", &diamond(middle)),
                class => self.rect(class, (x, y - 10.0), (12.0, 12.0)),
            }
            self.text("", (x + 18.0, y), Anchor::Start, words);
            x += wide;
        }
        self.top += 24.0;
    }

    /// The document. `description` is the chart for those who cannot see it.
    pub(super) fn finish(self, height: f64, description: &str, lang: Lang) -> String {
        let (width, height) = (
            self.width,
            self.height.unwrap_or(height).max(height.min(80.0)),
        );
        let mut out = String::with_capacity(self.body.len() + 4096);
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kifu-chart\" viewBox=\"0 0 {width} {height:.0}\" \
             width=\"{:.0}\" height=\"{:.0}\" lang=\"{}\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <title>{}</title>\n<desc>{}</desc>\n<style>{STYLE}\n{DARK}</style>\n\
             <rect class=\"ground\" width=\"{width}\" height=\"{height:.0}\"/>",
            width * self.scale,
            height * self.scale,
            lang.code(),
            escape(&self.title),
            escape(description),
        );
        for (line, text) in self.heading.iter().enumerate() {
            let _ = writeln!(
                out,
                "<text class=\"title\" x=\"{MARGIN}\" y=\"{}\">{}</text>",
                25 + line * 19,
                escape(text)
            );
        }
        out.push_str(&self.body);
        out.push_str("</svg>\n");
        out
    }
}

/// The mark of a value beyond the scale; it points up, or down where `sign` is negative.
pub(super) fn triangle((x, y): (f64, f64), sign: f64) -> String {
    format!("M{x:.1} {:.1}l4 {:.0}h-8z", y - 4.0 * sign, 7.0 * sign)
}

/// The mark of a mate.
pub(super) fn diamond((x, y): (f64, f64)) -> String {
    format!("M{x:.1} {:.1}l4 4l-4 4l-4 -4z", y - 4.0)
}

/// About how wide a text is.
pub(super) fn text_width(text: &str) -> f64 {
    text.width() as f64 * COLUMN
}

/// A text cut to a width.
pub(super) fn fitted(text: &str, width: f64) -> String {
    shorten(text, (width / COLUMN) as usize)
}

/// A share as the language writes it.
pub(super) fn percent(lang: Lang, share: f64, digits: usize) -> String {
    let number = format!("{:.digits$}", 100.0 * share);
    match lang {
        Lang::En | Lang::Ja => format!("{number}%"),
        Lang::Fr | Lang::Es => format!("{}\u{a0}%", number.replace('.', ",")),
    }
}

/// Round values from `low` to `high`, at most `most` of them, no finer than `least`.
pub(super) fn ticks(low: f64, high: f64, most: usize, least: f64) -> Vec<f64> {
    let rough = ((high - low) / most.max(1) as f64).max(least);
    let unit = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|it| it * unit);
    let step = step.into_iter().find(|it| *it >= rough * 0.999);
    let step = step.unwrap_or(10.0 * unit);
    let first = (low / step).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|it| it as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(0.0, 87.0, 5, 1.0), [0.0, 20.0, 40.0, 60.0, 80.0]);
        assert_eq!(ticks(0.0, 2.0, 5, 1.0), [0.0, 1.0, 2.0]);
        assert_eq!(ticks(-900.0, 900.0, 4, 1.0), [-500.0, 0.0, 500.0]);
        for high in 1..2000 {
            let ticks = ticks(0.0, f64::from(high), 6, 1.0);
            assert!((2..=7).contains(&ticks.len()), "{high}: {ticks:?}");
        }
    }

    #[test]
    fn shares_are_written_as_the_language_does() {
        assert_eq!(percent(Lang::En, 0.5361, 1), "53.6%");
        assert_eq!(percent(Lang::Fr, 0.5361, 1), "53,6\u{a0}%");
    }

    #[test]
    fn titles_wrap_on_narrow_sheets() {
        let size = |width| Size {
            width: Some(width),
            height: None,
        };
        let title = "A long name of a player – and another long name of a player";
        assert_eq!(Figure::new(title, size(1200)).heading.len(), 1);
        assert_eq!(Figure::new(title, size(400)).heading.len(), 2);
    }
}
