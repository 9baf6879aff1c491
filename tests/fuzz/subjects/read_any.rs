//! Any bytes, under any name: read, replayed, shown.

use kifu::examine::Examiner;
use kifu::notation::{Game, Splitter, detect as detect_format, promised};
use kifu::render::{Human, Judged, Selection, push_record};
use kifu::replay::ReplayOptions;
use kifu::text::detect;
use kifu::words::Lang;

const NAMES: [&str; 8] = [
    "a.kif", "a.ki2", "a.csa", "a.usi", "a.usen", "a.jkf", "a.bod", "a.txt",
];

pub(crate) fn run(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else {
        return;
    };
    let name = NAMES[usize::from(first % 8)];
    let decision = detect(bytes, true);
    let notation = detect_format(bytes, &decision, promised(name));
    let mut splitter = Splitter::new(notation, &decision);
    let mut examiner = Examiner::default();
    let options = ReplayOptions {
        variations: true,
        ..ReplayOptions::default()
    };
    while let Some(section) = splitter.next(bytes, true) {
        let game = Game {
            file: name,
            index: section.index,
            line: section.line,
            byte: section.byte,
            bytes: &bytes[section.range],
            decision: section.decision,
            notation: section.notation,
        };
        let report = examiner.examine(&game, options);
        let judged = Judged::new(report, &Selection::default(), None);
        let mut out = String::new();
        push_record(&mut out, &judged);
        for lang in Lang::ALL {
            let _ = Human::new(lang).findings(&judged);
        }
    }
}
