//! A game as one page for a browser: the board, the moves and the comments stand in it as plain markup, and a script
//! makes a recorder of them. The page loads nothing; a content policy lets nothing but its own style and script act.

mod data;
mod head;

use std::fmt::Write;

use crate::diagram::{self, Look, PieceSet, Theme, escape, text};
use crate::finding::terms;
use crate::shogi::Color;
use crate::text::is_hidden;
use crate::timeline::{Event, Frame, Timeline};
use crate::words::{self, Lang};

pub(crate) use self::data::inside;
pub(crate) use self::head::push_head;

/// The look of pages with a board.
pub(crate) const STYLE: &str = include_str!("style.css");
/// The script that draws boards.
pub(crate) const BOARD_SCRIPT: &str = include_str!("board.js");
const SCRIPT: &str = concat!(include_str!("board.js"), include_str!("script.js"));

/// The width of the graph, in its own units.
const GRAPH_WIDTH: f32 = 1000.0;
/// Its height.
const GRAPH_HEIGHT: f32 = 160.0;
/// The evaluation that fills it.
const GRAPH_EVAL: i32 = 3000;

/// What is to be shown, and how it opens.
#[derive(Clone, Copy, Debug)]
struct Page<'a> {
    timeline: &'a Timeline,
    at: usize,
    look: Look,
    lang: Lang,
    /// Whether times are worth showing.
    timed: bool,
}

/// The page of a game, open at frame `at`.
pub(crate) fn page(timeline: &Timeline, at: usize, look: Look, lang: Lang) -> String {
    let look = Look {
        theme: Theme::Page,
        ..look
    };
    Page {
        timeline,
        at,
        look,
        lang,
        timed: timeline.has_times(),
    }
    .write()
}

/// Text from a record without what steers or turns text around.
pub(crate) fn clean(text: &str) -> String {
    text.chars()
        .map(|it| match it {
            '\n' | '\t' => it,
            _ if is_hidden(it) => '\u{fffd}',
            _ => it,
        })
        .collect()
}

/// How far moves lie apart in the graph.
#[expect(clippy::cast_precision_loss, reason = "plies are few")]
fn pace(timeline: &Timeline) -> f32 {
    GRAPH_WIDTH / timeline.plies().max(1) as f32
}

/// What a frame is called; an ending with who wins by it.
fn label(frame: &Frame, lang: Lang, handicap: bool) -> String {
    let label = frame.label(lang);
    match frame.event {
        Event::End {
            winner: Some(winner),
            ..
        } => words::fill(words::text(lang, "result.by"), |name| {
            Some(match name {
                "side" => terms::side(lang, winner, handicap).to_owned(),
                _ => label.clone(),
            })
        }),
        _ => label,
    }
}

impl Page<'_> {
    fn text(&self, key: &'static str) -> &'static str {
        words::text(self.lang, key)
    }

    fn write(&self) -> String {
        let heading = self.timeline.heading();
        let title = if heading.is_empty() {
            self.text("board.position")
        } else {
            &heading
        };
        let title = escape(title);
        let mut out = String::with_capacity(256 * 1024);
        push_head(&mut out, self.lang, &title, STYLE, SCRIPT);
        let _ = write!(
            out,
            r#"<header>
<h1>{title}</h1>
<p class="event">{}</p>
</header>
<main>
<div class="view">
"#,
            escape(&self.timeline.event),
        );
        self.player(&mut out, !self.look.near());
        self.board(&mut out);
        self.player(&mut out, self.look.near());
        self.controls(&mut out);
        self.headers(&mut out);
        out.push_str("</div>\n<div class=\"side\">\n<div id=\"facts\" aria-live=\"polite\">");
        self.facts(&mut out);
        out.push_str("</div>\n");
        self.graph(&mut out);
        let _ = writeln!(
            out,
            "<h2 data-t=\"view.moves\">{}</h2>\n<div id=\"moves\" tabindex=\"0\">",
            self.text("view.moves")
        );
        self.moves(&mut out);
        let _ = write!(
            out,
            "</div>\n</div>\n</main>\n<dialog id=\"keys\"></dialog>\n<script type=\"application/json\" id=\"timeline\">{}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
            data::json(self)
        );
        out
    }

    fn player(&self, out: &mut String, color: Color) {
        let timeline = self.timeline;
        let side = match color {
            Color::Black => "black",
            Color::White => "white",
        };
        let (id, key) = match (color, timeline.handicap) {
            (Color::Black, false) => ("black-time", "side.black"),
            (Color::White, false) => ("white-time", "side.white"),
            (Color::Black, true) => ("black-time", "side.black.handicap"),
            (Color::White, true) => ("white-time", "side.white.handicap"),
        };
        let clock = timeline.frames[self.at]
            .clocks
            .used(color)
            .map_or(String::new(), terms::time);
        let _ = writeln!(
            out,
            r#"<p class="player" data-side="{side}"><span><span data-t="{key}">{}</span> {}</span><span class="clock" id="{id}">{clock}</span></p>"#,
            self.text(key),
            escape(&timeline.players[color])
        );
    }

    fn board(&self, out: &mut String) {
        let frame = &self.timeline.frames[self.at];
        let last = frame.step().map(|step| step.mv);
        let description = text::describe(&frame.position, self.lang, self.timeline.handicap);
        let (width, height) = diagram::size();
        let _ = writeln!(
            out,
            r#"<svg id="board" viewBox="0 0 {width} {height}" role="img" aria-labelledby="board-words"><desc id="board-words">{}</desc>
{}</svg>"#,
            escape(&description),
            diagram::fragment(&frame.position, last, self.look)
        );
    }

    fn controls(&self, out: &mut String) {
        const BUTTONS: [(&str, &str, &str); 11] = [
            ("first", "view.first", "|‹"),
            ("back-ten", "view.back_ten", "«"),
            ("back", "view.step_back", "‹"),
            ("play", "view.play", "▶"),
            ("forward", "view.step_forward", "›"),
            ("forward-ten", "view.forward_ten", "»"),
            ("last", "view.last", "›|"),
            ("slower", "view.slower", "−"),
            ("faster", "view.faster", "+"),
            ("flip", "view.flip", "↕"),
            ("help", "view.help", "?"),
        ];
        const WORDS: [(&str, &str); 2] = [
            ("next-variation", "view.next_variation"),
            ("main-line", "view.main_line"),
        ];
        out.push_str("<div class=\"controls\">\n");
        for (action, key, sign) in BUTTONS {
            if action == "faster" {
                out.push_str("<span id=\"speed\">×1</span>\n");
            }
            let id = if action == "play" { " id=\"play\"" } else { "" };
            let words = self.text(key);
            let _ = writeln!(
                out,
                r#"<button type="button"{id} data-do="{action}" data-a="{key}" title="{words}" aria-label="{words}">{sign}</button>"#
            );
        }
        for (action, key) in WORDS {
            let words = self.text(key);
            let _ = writeln!(
                out,
                r#"<button type="button" data-do="{action}" data-t="{key}">{words}</button>"#
            );
        }
        let _ = writeln!(
            out,
            r#"<label><input type="checkbox" id="recorded"> <span data-t="view.real_time">{}</span></label>"#,
            self.text("view.real_time")
        );
        let words = self.text("view.goto");
        let _ = writeln!(
            out,
            r#"<input type="number" id="goto" min="0" placeholder="0" data-a="view.goto" title="{words}" aria-label="{words}">"#
        );
        let sets = PieceSet::ALL.map(PieceSet::name);
        self.choice(out, "pieces", "view.pieces", &sets, self.look.pieces.name());
        let langs = Lang::ALL.map(Lang::code);
        self.choice(out, "lang", "view.language", &langs, self.lang.code());
        out.push_str("</div>\n");
    }

    fn choice(
        &self,
        out: &mut String,
        id: &str,
        key: &'static str,
        options: &[&str],
        chosen: &str,
    ) {
        let words = self.text(key);
        let _ = write!(
            out,
            r#"<select id="{id}" data-a="{key}" title="{words}" aria-label="{words}">"#
        );
        for option in options {
            let selected = if *option == chosen { " selected" } else { "" };
            let _ = write!(
                out,
                r#"<option value="{option}"{selected}>{option}</option>"#
            );
        }
        out.push_str("</select>\n");
    }

    /// The evaluation as a line and the time of each move as a bar, over the main line; nothing where a record has
    /// neither.
    #[expect(clippy::cast_precision_loss, reason = "a graph needs no exact numbers")]
    fn graph(&self, out: &mut String) {
        let frames = self.timeline.main_line().into_iter();
        let frames: Vec<&Frame> = frames.map(|it| &self.timeline.frames[it]).collect();
        let longest = frames.iter().filter_map(|it| it.elapsed).max().unwrap_or(0);
        let mut line = String::new();
        let mut area = String::new();
        let mut end = 0.0;
        let mut bars = String::new();
        let pace = pace(self.timeline);
        for frame in frames {
            let x = frame.ply as f32 * pace;
            let mate = frame.mate.map(|it| it.signum() * GRAPH_EVAL);
            if let Some(eval) = mate.or(frame.eval) {
                let first = line.is_empty();
                let part = eval.clamp(-GRAPH_EVAL, GRAPH_EVAL) as f32 / GRAPH_EVAL as f32;
                let y = GRAPH_HEIGHT * (1.0 - part) / 2.0;
                let _ = write!(line, "{}{x:.1},{y:.1}", if first { 'M' } else { 'L' });
                if first {
                    let _ = write!(area, "M{x:.1},{}", GRAPH_HEIGHT / 2.0);
                }
                let _ = write!(area, "L{x:.1},{y:.1}");
                end = x;
            }
            if let Some(elapsed) = frame.elapsed.filter(|&it| it > 0) {
                let high = GRAPH_HEIGHT * elapsed as f32 / longest as f32;
                let _ = write!(
                    bars,
                    "M{:.1},{GRAPH_HEIGHT}v-{high:.1}h{:.1}v{high:.1}z",
                    x - pace,
                    pace * 0.85
                );
            }
        }
        if line.is_empty() && bars.is_empty() {
            return;
        }
        let key = if line.is_empty() {
            "stats.section.move_times"
        } else {
            "stats.axis.evaluation"
        };
        let _ = writeln!(
            out,
            r#"<figure class="chart"><figcaption data-t="{key}">{}</figcaption>"#,
            self.text(key)
        );
        if !line.is_empty() {
            let middle = GRAPH_HEIGHT / 2.0;
            let _ = writeln!(
                out,
                r#"<span class="tick top">+{GRAPH_EVAL}</span><span class="tick zero">0</span><span class="tick bottom">−{GRAPH_EVAL}</span>"#
            );
            let area = format!("{area}L{end:.1},{middle}Z");
            line = format!(
                r#"<clipPath id="above"><path d="M0,0H{GRAPH_WIDTH}V{middle}H0Z"/></clipPath><clipPath id="below"><path d="M0,{middle}H{GRAPH_WIDTH}V{GRAPH_HEIGHT}H0Z"/></clipPath><path class="black" clip-path="url(#above)" d="{area}"/><path class="white" clip-path="url(#below)" d="{area}"/><path class="zero" d="M0,{middle}H{GRAPH_WIDTH}"/><path class="eval" d="{line}"/>"#
            );
        }
        let _ = writeln!(
            out,
            r#"<svg id="graph" viewBox="0 0 {GRAPH_WIDTH} {GRAPH_HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><path class="time" d="{bars}"/>{line}<line id="cursor" y1="0" y2="{GRAPH_HEIGHT}"/></svg></figure>"#
        );
    }

    fn headers(&self, out: &mut String) {
        if self.timeline.headers.is_empty() {
            return;
        }
        let _ = writeln!(
            out,
            r#"<details><summary data-t="view.headers">{}</summary><dl>"#,
            self.text("view.headers")
        );
        for (name, value) in &self.timeline.headers {
            let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(value));
        }
        out.push_str("</dl></details>\n");
    }

    fn facts(&self, out: &mut String) {
        let frame = &self.timeline.frames[self.at];
        let now = label(frame, self.lang, self.timeline.handicap);
        let _ = write!(out, "<p class=\"now\">{}</p>", escape(&now));
        for (_, message) in frame.messages(self.lang, self.timeline.handicap) {
            let _ = write!(out, "<p>{}</p>", escape(&message.headline));
        }
    }

    /// The main line, then every other line with the ply at which it leaves another.
    fn moves(&self, out: &mut String) {
        let mut lines = vec![0];
        while let Some(first) = lines.pop() {
            let frames = &self.timeline.frames;
            if first != 0 {
                let ply = frames[first].ply;
                let branch = words::fill(self.text("view.branch"), |_| Some(ply.to_string()));
                let _ = writeln!(out, r#"<h2 data-branch="{ply}">{branch}</h2>"#);
            }
            out.push_str("<ol>\n");
            let mut others = Vec::new();
            let mut next = Some(first);
            while let Some(index) = next {
                self.row(out, index);
                let ways = &frames[index].children;
                others.extend(ways.iter().skip(1).copied());
                next = ways.first().copied();
            }
            out.push_str("</ol>\n");
            // The next line to come is the one that leaves this one first.
            others.reverse();
            lines.extend(others);
        }
    }

    fn row(&self, out: &mut String, index: usize) {
        let frame = &self.timeline.frames[index];
        let number = if frame.ply == 0 {
            String::new()
        } else {
            frame.ply.to_string()
        };
        let time = frame
            .elapsed
            .filter(|_| self.timed)
            .map_or(String::new(), |it| terms::time(u64::from(it)));
        let _ = write!(
            out,
            r##"<li><span class="number">{number}</span><a href="#node={index}" data-f="{index}">{}</a><span class="time">{time}</span>"##,
            escape(&label(frame, self.lang, self.timeline.handicap))
        );
        if !frame.comment.is_empty() {
            let _ = write!(out, r#"<p class="comment">{}</p>"#, escape(&frame.comment));
        }
        out.push_str("</li>\n");
    }
}

#[cfg(test)]
mod tests;
