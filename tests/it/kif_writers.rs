//! KIF, KI2 and BOD written and read back.

use crate::random_records::{Random, Wanted, record};
use kifu::finding::{Code, Finding, Findings, Severity};
use kifu::notation::{self, WriteOptions};
use kifu::record::{Claim, Entry, HeaderKey, NodeId, Notation, Record, RemarkKind};
use kifu::replay::{Replay, ReplayOptions};
use kifu::shogi::Color;
use std::fmt::Write;

fn replayed(record: &Record, findings: &mut Findings) -> Replay {
    let mut replay = Replay::default();
    let options = ReplayOptions {
        variations: true,
        ..ReplayOptions::default()
    };
    replay.run(record, options, findings);
    replay
}

fn written(record: &Record, notation: Notation) -> (String, Vec<Finding>) {
    let replay = replayed(record, &mut Findings::default());
    let mut out = String::new();
    let mut findings = Findings::default();
    let options = WriteOptions::default();
    notation::write(notation, record, &replay, &options, &mut out, &mut findings);
    (out, findings.list().to_vec())
}

/// Reads a text; gives the record and what is found wrong with it, but for what the rules say of its ending.
fn read(text: &str, notation: Notation) -> (Record, Vec<Finding>) {
    let mut record = Record {
        text: text.to_owned(),
        source_len: text.len(),
        ..Record::default()
    };
    let mut findings = Findings::default();
    notation::read(notation, &mut record, &mut findings);
    replayed(&record, &mut findings);
    let of_rules = |code: Code| (301..=325).contains(&code.digits());
    let list = findings
        .list()
        .iter()
        .filter(|it| it.severity > Severity::Note && !of_rules(it.code));
    let list = list.cloned().collect();
    (record, list)
}

/// Everything that must come back: headers, start, the tree with clocks and remarks.
fn picture(record: &Record, clocks: bool) -> String {
    let replay = replayed(record, &mut Findings::default());
    let mut out = String::new();
    for key in [HeaderKey::Black, HeaderKey::White] {
        writeln!(out, "{}", record.header(key).unwrap_or_default()).unwrap();
    }
    for header in &record.headers {
        if !matches!(header.key, HeaderKey::Black | HeaderKey::White) {
            let (name, value) = (record.str(header.name), record.str(header.value));
            writeln!(out, "{name}={value}").unwrap();
        }
    }
    writeln!(out, "{}", record.start.position().unwrap()).unwrap();
    let mut nodes = vec![(NodeId::ROOT, replay.start().unwrap().turn())];
    while let Some((node, mover)) = nodes.pop() {
        let children: Vec<NodeId> = record.tree.children(node).collect();
        write!(out, "{} children ", children.len()).unwrap();
        match record.tree.node(node).entry {
            Entry::Root | Entry::Unreadable => {}
            Entry::Move(_) => write!(out, "{}", replay.step(node).unwrap().mv).unwrap(),
            Entry::End(ending) => {
                let winner = match ending.claim {
                    Claim::Draw => "draw",
                    claim => match claim.winner(mover) {
                        Some(Color::Black) => "black",
                        Some(Color::White) => "white",
                        None => "nobody",
                    },
                };
                write!(out, "{:?} {winner}", ending.kind).unwrap();
            }
        }
        if clocks {
            write!(out, " {:?}", record.tree.node(node).clock.elapsed()).unwrap();
        }
        for kind in [RemarkKind::Comment, RemarkKind::Bookmark] {
            for text in record.remarks_on(node, kind) {
                write!(out, " {kind:?} {text}").unwrap();
            }
        }
        out.push('\n');
        let turn = if node == NodeId::ROOT { mover } else { !mover };
        nodes.extend(children.into_iter().rev().map(|child| (child, turn)));
    }
    out
}

fn check_round_trip(notation: Notation, wanted: Wanted, seed: u64) {
    let mut random = Random(seed);
    for _ in 0..150 {
        let plies = random.below(60);
        let record = record(&mut random, plies, wanted);
        let (text, losses) = written(&record, notation);
        let serious = losses
            .iter()
            .filter(|it| !matches!(it.code, Code::LostTimes | Code::LostMoveNumber));
        assert_eq!(serious.count(), 0, "{losses:?}\n{text}");
        let (back, findings) = read(&text, notation);
        assert!(findings.is_empty(), "{findings:?}\n{text}");
        let clocks = notation == Notation::Kif;
        let (before, after) = (picture(&record, clocks), picture(&back, clocks));
        assert_eq!(before, after, "{text}");
        assert_eq!(written(&back, notation).0, text);
    }
}

const ALL: Wanted = Wanted::ALL;

#[test]
fn kif_comes_back_whole() {
    check_round_trip(Notation::Kif, ALL, 1);
}

#[test]
fn ki2_comes_back_whole_but_for_clocks() {
    check_round_trip(Notation::Ki2, ALL, 2);
}

#[test]
fn a_diagram_comes_back_whole() {
    let mut random = Random(3);
    for _ in 0..150 {
        let plies = random.below(60);
        let wanted = Wanted {
            starts: true,
            ..Wanted::default()
        };
        let record = record(&mut random, plies, wanted);
        let last = replayed(&record, &mut Findings::default());
        let (text, _) = written(&record, Notation::Bod);
        let (back, findings) = read(&text, Notation::Bod);
        assert!(findings.is_empty(), "{findings:?}\n{text}");
        let wanted = last.legal_end().unwrap();
        let found = back.start.position().unwrap();
        assert_eq!(wanted.to_string(), found.to_string(), "{text}");
    }
}

/// A game with a capture back, a drop and an ending.
fn sample(ending: &str, notation: Notation) -> String {
    let text = format!(
        "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)   ( 0:00/00:00:00)\n   4 同　銀(31)   ( 0:00/00:00:00)\n   5 ４五角打   ( 0:00/00:00:00)\n   6 {ending}   ( 0:00/00:00:00)\n"
    );
    let (record, _) = read(&text, Notation::Kif);
    written(&record, notation).0
}

#[test]
fn move_lines_stand_as_kifu_for_windows_has_them() {
    let text = sample("中断", Notation::Kif);
    for line in [
        "   1 ７六歩(77)",
        "   3 ２二角成(88) ( 0:00/00:00:00)",
        "   4 同　銀(31)   ( 0:00/00:00:00)",
        "   5 ４五角打     ( 0:00/00:00:00)",
        "   6 中断         ( 0:00/00:00:00)",
        "まで5手で中断",
    ] {
        assert!(text.lines().any(|it| it == line), "{line}\n{text}");
    }
    let text = sample("中断", Notation::Ki2);
    for line in [
        "▲７六歩    △３四歩    ▲２二角成  △同　銀    ▲４五角",
        "まで5手で中断",
    ] {
        assert!(text.lines().any(|it| it == line), "{line}\n{text}");
    }
}

#[test]
fn every_ending_has_its_summary() {
    for (word, summary, alone) in [
        ("投了", "まで5手で先手の勝ち", None),
        ("切れ負け", "まで5手で時間切れにより先手の勝ち", None),
        ("反則勝ち", "まで5手で後手の反則勝ち", None),
        ("反則負け", "まで5手で後手の反則負け", None),
        (
            "入玉勝ち",
            "まで5手で後手の勝ち",
            Some("まで5手で後手の入玉勝ち"),
        ),
        ("千日手", "まで5手で千日手", None),
        ("持将棋", "まで5手で持将棋", None),
        ("封じ手", "まで5手で封じ手", None),
        ("詰み", "まで5手で詰", Some("まで5手で詰み")),
        ("不詰", "まで5手で不詰", None),
    ] {
        let text = sample(word, Notation::Kif);
        assert!(text.lines().any(|it| it == summary), "{summary}\n{text}");
        let text = sample(word, Notation::Ki2);
        let alone = alone.unwrap_or(summary);
        assert!(text.lines().any(|it| it == alone), "{alone}\n{text}");
    }
}

#[test]
fn illegal_moves_are_written_so_that_they_are_read_again() {
    let text = "   1 ７五歩(77)\n   2 ３四歩(33)\n   3 投了\n";
    for notation in [Notation::Kif, Notation::Ki2] {
        let (record, _) = read(text, Notation::Kif);
        let (out, losses) = written(&record, notation);
        // KI2 has no words for it: its origin is written, which other programs may not take.
        let reported = losses.iter().any(|it| it.code == Code::IllegalMoveWritten);
        assert_eq!(reported, notation == Notation::Ki2);
        let (back, _) = read(&out, notation);
        assert_eq!(picture(&back, false), picture(&record, false), "{out}");
    }
}
