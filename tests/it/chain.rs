//! Real records through every notation and back. Runs over a folder of one's own:
//! `KIFU_RECORDS=folder cargo test --profile fast -- --ignored chain --nocapture`.

use std::path::Path;

use kifu::convert::{Converter, Target};
use kifu::examine::Examiner;
use kifu::finding::Severity;
use kifu::notation::{Game, Splitter, detect as notation, promised};
use kifu::record::{Entry, NodeId, Notation, Record};
use kifu::replay::{Replay, ReplayOptions};
use kifu::text::detect;

use crate::support;

const ALL_LINES: ReplayOptions = ReplayOptions {
    variations: true,
    rules: kifu::replay::Rules::Jsa,
};

/// Reads the one game that these bytes are.
fn read<T>(
    examiner: &mut Examiner,
    name: &str,
    bytes: &[u8],
    notation: Notation,
    then: impl FnOnce(&Record, &Replay) -> T,
) -> T {
    let game = Game::whole(name, bytes, Some(notation));
    let report = examiner.examine(&game, ALL_LINES);
    then(report.record, report.replay)
}

/// The start and the main line.
fn main_line(record: &Record, replay: &Replay) -> String {
    let start = replay.start().unwrap().to_string();
    let mut line = start.rsplit_once(' ').unwrap().0.to_owned();
    for id in record.tree.main_line() {
        if let Some(step) = replay.step(id) {
            line += &format!(" {}", step.mv);
        }
    }
    line
}

/// The start and the whole tree, as far as its moves go.
fn tree(record: &Record, replay: &Replay) -> String {
    let mut out = main_line(record, replay);
    let mut waiting = vec![NodeId::ROOT];
    while let Some(id) = waiting.pop() {
        let moves = |it: &NodeId| matches!(record.tree.node(*it).entry, Entry::Move(_));
        let children: Vec<NodeId> = record.tree.children(id).filter(moves).collect();
        let name = replay
            .step(id)
            .map_or(String::new(), |it| it.mv.to_string());
        out += &format!("{name}({})", children.len());
        waiting.extend(children.into_iter().rev());
    }
    out
}

fn convert(converter: &mut Converter, record: &Record, replay: &Replay, to: Notation) -> Vec<u8> {
    let converted = converter.convert(record, replay, &Target::new(to));
    converted.bytes.unwrap_or_default().to_vec()
}

#[test]
#[ignore = "needs a folder of records"]
#[expect(clippy::print_stderr, reason = "the counts are what one runs it for")]
fn chain() {
    let folder = std::env::var("KIFU_RECORDS").unwrap();
    let mut examiner = Examiner::default();
    let mut converter = Converter::default();
    let (mut records, mut with_errors, mut good) = (0, 0, 0);
    let mut wrong = Vec::new();
    for path in support::files(Path::new(&folder)) {
        let name = path.to_str().unwrap();
        if promised(name).is_none() {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let decision = detect(&bytes, true);
        let notation = notation(&bytes, &decision, promised(name));
        let mut splitter = Splitter::new(notation, &decision);
        while let Some(section) = splitter.next(&bytes, true) {
            let game = Game {
                file: name,
                index: section.index,
                line: section.line,
                byte: section.byte,
                bytes: &bytes[section.range],
                decision: section.decision,
                notation: section.notation,
            };
            let report = examiner.examine(&game, ALL_LINES);
            records += 1;
            if report.worst() == Some(Severity::Error) || game.notation.is_none() {
                with_errors += 1;
                continue;
            }
            let wanted = (
                main_line(report.record, report.replay),
                tree(report.record, report.replay),
            );
            let mut bytes = convert(&mut converter, report.record, report.replay, Notation::Kif);
            let mut from = Notation::Kif;
            let mut same = true;
            // The tree goes to JKF and back as it is, the main line through every notation.
            for to in [Notation::Jkf, Notation::Kif] {
                let (found, next) = read(&mut examiner, name, &bytes, from, |record, replay| {
                    (
                        tree(record, replay),
                        convert(&mut converter, record, replay, to),
                    )
                });
                same &= found == wanted.1;
                (bytes, from) = (next, to);
            }
            for to in [
                Notation::Csa,
                Notation::Jkf,
                Notation::Ki2,
                Notation::Usi,
                Notation::Kif,
            ] {
                let (found, next) = read(&mut examiner, name, &bytes, from, |record, replay| {
                    (
                        main_line(record, replay),
                        convert(&mut converter, record, replay, to),
                    )
                });
                same &= found == wanted.0;
                (bytes, from) = (next, to);
            }
            let found = read(&mut examiner, name, &bytes, from, main_line);
            if same && found == wanted.0 {
                good += 1;
            } else {
                wrong.push(format!("{name}:{}", section.line));
            }
        }
    }
    eprintln!("records: {records}, with errors: {with_errors}, through the chain: {good}");
    assert!(records > 0, "no record in {}", Path::new(&folder).display());
    assert!(
        wrong.is_empty(),
        "{} records change: {wrong:#?}",
        wrong.len()
    );
}
