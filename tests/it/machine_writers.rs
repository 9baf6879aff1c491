//! CSA, USI, USEN and JKF written and read back.

use crate::random_records::{Random, Wanted, record};
use kifu::finding::{Finding, Findings, Severity};
use kifu::notation::{self, CsaVersion, Kept, WriteOptions, holds, keeps_ending};
use kifu::record::{EndingKind, Entry, NodeId, Notation, Record, RemarkKind};
use kifu::replay::{Replay, ReplayOptions};
use kifu::text::Span;
use std::fmt::Write;

const ALL: Wanted = Wanted::ALL;

fn replayed(record: &Record, findings: &mut Findings) -> Replay {
    let mut replay = Replay::default();
    let options = ReplayOptions {
        variations: true,
        ..ReplayOptions::default()
    };
    replay.run(record, options, findings);
    replay
}

fn written(record: &Record, notation: Notation, options: &WriteOptions) -> String {
    let replay = replayed(record, &mut Findings::default());
    let mut out = String::new();
    let mut losses = Findings::default();
    notation::write(notation, record, &replay, options, &mut out, &mut losses);
    out
}

/// Reads a text, with what the reader finds wrong with it.
fn read(text: &str, notation: Notation) -> (Record, Vec<Finding>) {
    let mut record = Record {
        text: text.to_owned(),
        source_len: text.len(),
        ..Record::default()
    };
    let mut findings = Findings::default();
    notation::read(notation, &mut record, &mut findings);
    let list = findings.list().iter();
    let serious = list.filter(|it| it.severity > Severity::Note);
    let list = serious.cloned().collect();
    (record, list)
}

/// Endings that may become one another: a foul whose move is not recorded is `%ILLEGAL_MOVE` in CSA, and what CSA has
/// no word for becomes an interruption.
const SAME_WORD: [EndingKind; 3] = [
    EndingKind::Foul,
    EndingKind::IllegalMove,
    EndingKind::Interruption,
];

/// What a notation promises to keep of a line: moves, times, comments, the ending.
fn line(
    record: &Record,
    replay: &Replay,
    path: &[NodeId],
    notation: Notation,
    csa: CsaVersion,
) -> String {
    let holds = holds(notation, csa);
    let mut out = String::new();
    for &node in path {
        if let Entry::End(ending) = record.tree.node(node).entry {
            match keeps_ending(notation, csa, ending.kind) {
                Kept::Nothing => {}
                Kept::Partly => out += "an ending",
                Kept::Wholly if SAME_WORD.contains(&ending.kind) => out += "an ending",
                Kept::Wholly => write!(out, "{:?}", ending.kind).unwrap(),
            }
            break;
        }
        out += &replay.step(node).unwrap().mv.to_string();
        if holds.times != notation::TimesKept::None {
            let elapsed = record.tree.node(node).clock.elapsed();
            write!(out, " {elapsed:?}").unwrap();
        }
        if holds.comments {
            // A star at the beginning gets a blank before it in CSA.
            let texts = record.remarks_on(node, RemarkKind::Comment);
            let texts = texts
                .map(|text| text.trim_start_matches(' '))
                .collect::<Vec<_>>();
            write!(out, " {texts:?}").unwrap();
        }
        out += "; ";
    }
    out
}

fn lines(record: &Record, notation: Notation, csa: CsaVersion) -> Vec<String> {
    let replay = replayed(record, &mut Findings::default());
    let mut leaves = record.tree.leaves();
    if !holds(notation, csa).variations {
        leaves.truncate(1);
    }
    let mut lines: Vec<String> = leaves
        .into_iter()
        .map(|leaf| line(record, &replay, &record.tree.path(leaf), notation, csa))
        .collect();
    lines[1..].sort();
    // A variation whose only content is lost with its ending is no line any more.
    lines.retain(|it| !it.is_empty());
    lines
}

fn check(notation: Notation, csa: CsaVersion, wanted: Wanted, seed: u64) {
    let mut random = Random(seed);
    let options = WriteOptions {
        csa_version: Some(csa),
        ..WriteOptions::default()
    };
    for _ in 0..150 {
        let plies = random.below(60);
        let record = record(&mut random, plies, wanted);
        let text = written(&record, notation, &options);
        let (back, findings) = read(&text, notation);
        assert!(findings.is_empty(), "{findings:?}\n{text}");
        assert_eq!(
            lines(&record, notation, csa),
            lines(&back, notation, csa),
            "{text}"
        );
        assert_eq!(written(&back, notation, &options), text);
    }
}

#[test]
fn csa_comes_back() {
    let wanted = Wanted {
        variations: false,
        ..ALL
    };
    check(Notation::Csa, CsaVersion::V22, wanted, 11);
    check(Notation::Csa, CsaVersion::V30, wanted, 12);
    check(Notation::Csa, CsaVersion::V30, ALL, 13);
}

#[test]
fn usi_comes_back() {
    check(Notation::Usi, CsaVersion::V22, ALL, 21);
}

#[test]
fn usen_comes_back() {
    check(Notation::Usen, CsaVersion::V22, ALL, 31);
}

#[test]
fn jkf_comes_back() {
    check(Notation::Jkf, CsaVersion::V22, ALL, 41);
}

#[test]
fn deep_variations_are_written_without_recursion() {
    let mut record = Record::default();
    let mut node = NodeId::ROOT;
    let moves = ["2h3h", "8b7b", "3h2h", "7b8b"];
    let others = ["1g1f", "1c1d", "1i1h", "1a1b"];
    let mut random = Vec::new();
    for ply in 0..4_000 {
        for mv in [others[ply % 4], moves[ply % 4]] {
            let (moves, _) = read(&format!("startpos moves {mv}"), Notation::Usi);
            let first = moves.tree.first_child(NodeId::ROOT).unwrap();
            random.push(
                record
                    .tree
                    .add(node, moves.tree.node(first).entry, Span::default()),
            );
        }
        // The line goes on behind the second of the two, so that variations nest.
        node = *random.last().unwrap();
    }
    for notation in [Notation::Jkf, Notation::Csa, Notation::Usi] {
        let text = written(&record, notation, &WriteOptions::default());
        assert!(!text.is_empty());
    }
    let text = written(&record, Notation::Usen, &WriteOptions::default());
    assert!(text.len() < 4 << 20);
}
