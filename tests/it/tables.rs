//! Reads the tables of `testdata/formats`: small records and what must come of them.
//!
//! ```text
//! [C-S1 resignation]
//! PI⏎+⏎+7776FU⏎%TORYO
//! => moves 7g7f
//! => end resignation white
//! ```
//! In records `⏎` is a line feed (and so is the end of a line of the table), `␍` a carriage return, `␣` a blank, `␉` a
//! tab, `␀x5c` the byte 5c. What is expected is told by [`Case::tell`].

use std::fmt::Write as _;

use kifu::examine::{Examiner, Report};
use kifu::finding::Findings;
use kifu::notation::{self, CsaVersion, Game, WriteOptions};
use kifu::record::{Entry, NodeId, Notation, Record, RemarkKind};
use kifu::replay::{ReplayOptions, Winner};

/// Examines every record of a table and compares what is expected.
pub(crate) fn check(name: &str, notation: Notation) {
    let path = format!("{}/testdata/formats/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let mut failures = String::new();
    let mut examiner = Examiner::default();
    for case in text.split("\n[").skip(1) {
        let (title, body) = case.split_once("]\n").unwrap();
        let is_expectation = |line: &&str| line.starts_with("=> ");
        let input: Vec<&str> = body
            .lines()
            .take_while(|line| !is_expectation(line))
            .collect();
        let bytes = unescape(&input.join("\n"));
        let game = Game::whole("-", &bytes, Some(notation));
        let options = ReplayOptions {
            variations: true,
            ..ReplayOptions::default()
        };
        let report = examiner.examine(&game, options);
        for line in body.lines().filter(is_expectation) {
            let (key, wanted) = line[3..].split_once(' ').unwrap_or((&line[3..], ""));
            let got = tell(&report, key);
            if got != wanted {
                let _ = writeln!(
                    failures,
                    "[{title}] {key}\n  wanted {wanted}\n  got    {got}"
                );
            }
        }
    }
    assert!(failures.is_empty(), "{name}\n{failures}");
}

/// Turns the visible stand-ins into what they stand for.
fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match char {
            '⏎' => out.push(b'\n'),
            '␍' => out.push(b'\r'),
            '␣' => out.push(b' '),
            '␉' => out.push(b'\t'),
            '␀' => {
                let hex: String = chars.by_ref().skip(1).take(2).collect();
                out.push(u8::from_str_radix(&hex, 16).unwrap());
            }
            _ => out.extend(char.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    out
}

/// What there is to say about one aspect of a record.
fn tell(report: &Report<'_>, key: &str) -> String {
    let record = report.record;
    let replay = report.replay;
    match key {
        "format" => record.notation.map_or("none", Notation::name).into(),
        "start" => replay.start().map_or("none".into(), ToString::to_string),
        "final" => replay
            .legal_end()
            .map_or("none".into(), ToString::to_string),
        "moves" => {
            let moves = record.tree.main_line().filter_map(|id| replay.step(id));
            let moves: Vec<_> = moves.map(|step| step.mv.to_string()).collect();
            moves.join(" ")
        }
        "lines" => {
            let leaves = record.tree.leaves();
            let lines = leaves
                .iter()
                .map(|&leaf| line(report, record.tree.path(leaf)));
            lines.collect::<Vec<_>>().join(" | ")
        }
        "end" => {
            let declared = replay.declared();
            let ending = declared.ending.map_or("none", |it| it.name());
            format!("{ending} {}", declared.winner.map_or("none", Winner::name))
        }
        "codes" => {
            let codes = report
                .findings
                .iter()
                .map(|it| format!("{}{}", it.severity.letter(), it.code.digits()));
            codes.collect::<Vec<_>>().join(" ")
        }
        "places" => {
            let places = report.places();
            let places = report.findings.iter().map(|it| {
                let place = places.place(it.span.start as usize);
                format!("{}:{}", place.line, place.column)
            });
            places.collect::<Vec<_>>().join(" ")
        }
        "times" => {
            let times = record.tree.main_line().map(|id| {
                let elapsed = record.tree.node(id).clock.elapsed();
                elapsed.map_or("-".to_owned(), |it| it.to_string())
            });
            times.collect::<Vec<_>>().join(" ")
        }
        "comments" => remarks(record, RemarkKind::Comment),
        "analysis" => remarks(record, RemarkKind::Analysis),
        "headers" => {
            let headers = record.headers.iter().map(|header| {
                let value = record.str(header.value).replace('\n', "⏎");
                format!("{:?}={value}", header.key)
            });
            headers.collect::<Vec<_>>().join("; ")
        }
        "csa2" => written(report, Notation::Csa, Some(CsaVersion::V22)),
        "csa3" => written(report, Notation::Csa, Some(CsaVersion::V30)),
        "usi" => written(report, Notation::Usi, None),
        "usen" => written(report, Notation::Usen, None),
        "jkf" => written(report, Notation::Jkf, None),
        _ => panic!("nothing is known of {key}"),
    }
}

/// The record in another notation, on one line.
fn written(report: &Report<'_>, notation: Notation, csa_version: Option<CsaVersion>) -> String {
    let options = WriteOptions {
        csa_version,
        ..WriteOptions::default()
    };
    let mut out = String::new();
    let (record, replay) = (report.record, report.replay);
    notation::write(
        notation,
        record,
        replay,
        &options,
        &mut out,
        &mut Findings::default(),
    );
    out.trim_end_matches('\n').replace('\n', "⏎")
}

/// The moves of a line: `?` for one that was not made, `!` for one that cannot be read.
fn line(report: &Report<'_>, nodes: impl IntoIterator<Item = NodeId>) -> String {
    let nodes = nodes.into_iter().filter_map(|id| {
        let step = report.replay.step(id);
        match (step, &report.record.tree.node(id).entry) {
            (Some(step), _) => Some(step.mv.to_string()),
            (None, Entry::Move(_)) => Some("?".to_owned()),
            (None, Entry::Unreadable) => Some("!".to_owned()),
            _ => None,
        }
    });
    nodes.collect::<Vec<_>>().join(" ")
}

/// Remarks as `place:text`, where the place is the number of the node, 0 for the start.
fn remarks(record: &Record, kind: RemarkKind) -> String {
    let remarks = record.remarks.iter().filter(|it| it.kind == kind);
    let texts = remarks.map(|it| format!("{}:{}", it.node.index(), record.str(it.text)));
    texts.collect::<Vec<_>>().join(" | ")
}
