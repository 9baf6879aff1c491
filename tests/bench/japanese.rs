//! Speed of KIF and KI2, step by step: `cargo bench --bench japanese -- FOLDER`, a folder of records (KIF in Shift-JIS,
//! KI2, CSA). Each record is timed by itself and its best round counts, so that other work on the machine disturbs little.

#![expect(clippy::print_stdout, reason = "figures are what a bench is for")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use kifu::finding::Findings;
use kifu::format::{self, WriteOptions, detect, promised};
use kifu::record::{Format, Record};
use kifu::replay::{Replay, ReplayOptions};
use kifu::text::{self, Decision, Encoding, Unmappable};

const ROUNDS: u32 = 9;

/// A file, and how it is read.
struct File {
    bytes: Vec<u8>,
    decision: Decision,
    format: Format,
}

fn main() {
    let folder = std::env::args().skip(1).find(|it| !it.starts_with("--"));
    let folder = folder.expect("a folder of records");
    let files = read_folder(&folder);
    let mut record = Record::default();
    let mut replay = Replay::default();
    let mut findings = Findings::default();
    let mut problems = Vec::new();
    let mut plies = 0;
    for file in &files {
        load(file, &mut record, &mut problems);
        format::read(file.format, &mut record, &mut findings);
        replay.run(&record, ReplayOptions::default(), &mut findings);
        plies += replay.plies();
    }
    println!("{} records, {plies} plies", files.len());
    report("decode", plies, &files, |file| {
        load(file, &mut record, &mut problems);
        black_box(&record);
    });
    let mut texts = Vec::new();
    for file in &files {
        load(file, &mut record, &mut problems);
        texts.push((record.text.clone(), file.format));
    }
    report("copy the text", plies, &texts, |(text, _)| {
        record.clear();
        record.text.push_str(text);
        black_box(&record);
    });
    report("copy and read", plies, &texts, |(text, format)| {
        record.clear();
        record.text.push_str(text);
        record.source_len = text.len();
        findings.clear();
        format::read(*format, &mut record, &mut findings);
        black_box(&record);
    });
    report("copy, read and judge", plies, &texts, |(text, format)| {
        record.clear();
        record.text.push_str(text);
        record.source_len = text.len();
        findings.clear();
        format::read(*format, &mut record, &mut findings);
        replay.run(&record, ReplayOptions::default(), &mut findings);
        black_box(&replay);
    });
    let judged: Vec<(Record, Replay)> = texts
        .iter()
        .map(|(text, format)| {
            let mut record = Record {
                text: text.clone(),
                source_len: text.len(),
                ..Record::default()
            };
            let mut replay = Replay::default();
            format::read(*format, &mut record, &mut findings);
            replay.run(&record, ReplayOptions::default(), &mut findings);
            (record, replay)
        })
        .collect();
    let mut out = String::new();
    for target in [Format::Kif, Format::Ki2, Format::Csa] {
        let what = format!("write {}", target.name());
        report(&what, plies, &judged, |(record, replay)| {
            out.clear();
            findings.clear();
            let options = WriteOptions::default();
            format::write(target, record, replay, &options, &mut out, &mut findings);
            black_box(&out);
        });
    }
    let mut bytes = Vec::new();
    let what = "write kif and encode as Shift-JIS";
    report(what, plies, &judged, |(record, replay)| {
        out.clear();
        bytes.clear();
        findings.clear();
        let options = WriteOptions {
            encoding: Encoding::ShiftJis,
            ..WriteOptions::default()
        };
        format::write(
            Format::Kif,
            record,
            replay,
            &options,
            &mut out,
            &mut findings,
        );
        text::encode(&out, Encoding::ShiftJis, Unmappable::Refuse, &mut bytes);
        black_box(&bytes);
    });
}

fn read_folder(folder: &str) -> Vec<File> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let bytes = std::fs::read(&path).expect("a readable file");
        let name = path.to_string_lossy();
        let decision = text::detect(&bytes, true);
        if let Some(format) = detect(&bytes, &decision, promised(&name)) {
            files.push(File {
                bytes,
                decision,
                format,
            });
        }
    }
    files
}

fn load(file: &File, record: &mut Record, problems: &mut Vec<text::TextProblem>) {
    record.clear();
    problems.clear();
    text::decode(&file.bytes, &file.decision, &mut record.text, problems);
    record.source_len = record.text.len();
}

fn report<T>(what: &str, plies: u32, items: &[T], mut work: impl FnMut(&T)) {
    let mut best = vec![Duration::MAX; items.len()];
    for _ in 0..ROUNDS {
        for (item, best) in items.iter().zip(&mut best) {
            let start = Instant::now();
            work(item);
            *best = start.elapsed().min(*best);
        }
    }
    let sum: Duration = best.iter().sum();
    let nanoseconds = sum.as_secs_f64() * 1e9 / f64::from(plies);
    println!("{what:40} {nanoseconds:8.1} ns a ply");
}
