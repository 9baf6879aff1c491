//! The game as data for the page's script.

use serde::Serialize;

use super::{GRAPH_WIDTH, Page, clean, pace};
use crate::diagram;
use crate::finding::Severity;
use crate::shogi::Color;
use crate::timeline::Frame;
use crate::words::{self, Lang};

/// The rows of the catalogue that the script needs.
const WORDS: [&str; 36] = [
    "move.ply.number",
    "repetition.occurrence",
    "side.black",
    "side.black.handicap",
    "side.white",
    "side.white.handicap",
    "stats.axis.evaluation",
    "stats.evaluation",
    "stats.section.move_times",
    "view.help",
    "view.mate_in",
    "view.play_pause",
    "view.back_ten",
    "view.branch",
    "view.faster",
    "view.first",
    "view.flip",
    "view.forward_ten",
    "view.goto",
    "view.headers",
    "view.labelled",
    "view.language",
    "view.last",
    "view.main_line",
    "view.next_variation",
    "view.pause",
    "view.pieces",
    "view.play",
    "view.points",
    "view.slower",
    "view.step_back",
    "view.step_forward",
    "view.moves",
    "view.previous_variation",
    "view.real_time",
    "view.speed",
];

/// Every text in the order of [`Lang::ALL`].
type Texts = [String; 4];

#[derive(Serialize)]
struct Data<'a> {
    at: usize,
    lang: &'a str,
    pieces: &'a str,
    flip: bool,
    width: f32,
    pace: f32,
    layout: serde_json::Value,
    advances: serde_json::Value,
    words: serde_json::Map<String, serde_json::Value>,
    frames: Vec<FrameData<'a>>,
}

#[derive(Serialize)]
struct FrameData<'a> {
    parent: Option<usize>,
    children: &'a [usize],
    ply: u32,
    sfen: String,
    usi: Option<String>,
    ja: String,
    western: String,
    label: Option<Texts>,
    elapsed: Option<u32>,
    black: Option<u64>,
    white: Option<u64>,
    eval: Option<i32>,
    mate: Option<i32>,
    occurrence: u32,
    points: Option<[u32; 2]>,
    comment: String,
    findings: Vec<(&'static str, Texts)>,
}

/// The data as JSON that can stand inside a page: nothing in it can end the element it stands in.
pub(super) fn json(page: &Page<'_>) -> String {
    let texts = |key: &'static str| Lang::ALL.map(|lang| words::text(lang, key));
    let data = Data {
        at: page.at,
        lang: page.lang.code(),
        pieces: page.look.pieces.name(),
        flip: page.look.flip,
        width: GRAPH_WIDTH,
        pace: pace(page.timeline),
        layout: diagram::layout().into_iter().collect(),
        advances: diagram::advances().into_iter().collect(),
        words: WORDS
            .into_iter()
            .map(|key| (key.to_owned(), texts(key).as_slice().into()))
            .collect(),
        frames: page
            .timeline
            .frames
            .iter()
            .map(|it| frame(it, page.timeline.handicap))
            .collect(),
    };
    inside(&serde_json::to_string(&data).unwrap_or_default())
}

/// JSON that can stand inside a page.
pub(crate) fn inside(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

fn frame(frame: &Frame, handicap: bool) -> FrameData<'_> {
    let step = frame.step();
    FrameData {
        parent: frame.parent,
        children: &frame.children,
        ply: frame.ply,
        sfen: frame.position.to_string(),
        usi: step.map(|step| step.mv.to_string()),
        ja: clean(&frame.label(Lang::Ja)),
        western: clean(&frame.label(Lang::En)),
        label: step
            .is_none()
            .then(|| Lang::ALL.map(|lang| clean(&super::label(frame, lang, handicap)))),
        elapsed: frame.elapsed,
        black: frame.clocks.used(Color::Black),
        white: frame.clocks.used(Color::White),
        eval: frame.eval,
        mate: frame.mate,
        occurrence: frame.occurrence(),
        points: frame.points().map(|points| [points.black, points.white]),
        comment: clean(&frame.comment),
        findings: findings(frame, handicap),
    }
}

fn findings(frame: &Frame, handicap: bool) -> Vec<(&'static str, Texts)> {
    let words = Lang::ALL.map(|lang| frame.messages(lang, handicap));
    let all = frame.findings.iter().enumerate();
    all.map(|(at, finding)| {
        let severity = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let texts = [0, 1, 2, 3].map(|lang: usize| clean(&words[lang][at].1.headline));
        (severity, texts)
    })
    .collect()
}
