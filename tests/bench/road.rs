//! Speed of the road a game takes, step by step and notation by notation: `cargo bench --bench road [-- STEP]`. Items are
//! plies. The games are made up; `KIFU_RECORDS=FOLDER` takes the records of a folder instead, whatever notation they are in.

mod games;

use std::path::Path;
use std::sync::LazyLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

use games::games;
use kifu::dedupe::{Index, Key, number};
use kifu::examine::Examiner;
use kifu::finding::Findings;
use kifu::notation::{self, Game, Splitter, WriteOptions};
use kifu::record::{Notation, Record};
use kifu::render::{Judged, Selection, push_record};
use kifu::replay::{Replay, ReplayOptions};
use kifu::select::{self, Asked, Selector};
use kifu::text::{self, Encoding, Unmappable};

fn main() {
    divan::main();
}

/// Notations, each in the encoding it is mostly found in.
const NOTATIONS: [&str; 4] = ["csa", "kif", "ki2", "usi"];

/// Records of one notation.
struct Records {
    files: Vec<Vec<u8>>,
    plies: usize,
}

impl Records {
    fn games(&self) -> Vec<Game<'_>> {
        self.files.iter().map(|bytes| game(bytes)).collect()
    }

    fn counter(&self) -> ItemsCount {
        ItemsCount::new(self.plies)
    }
}

/// A file of one game.
fn game(bytes: &[u8]) -> Game<'_> {
    let decision = text::detect(bytes, true);
    Game {
        file: "-",
        index: 1,
        line: 1,
        byte: 0,
        bytes,
        decision,
        notation: notation::detect(bytes, &decision, None),
    }
}

/// The records to measure with.
fn records(notation: &str) -> &'static Records {
    static ALL: LazyLock<Vec<Records>> = LazyLock::new(|| {
        let given = std::env::var("KIFU_RECORDS").ok();
        let each = NOTATIONS.iter().map(|notation| match &given {
            Some(folder) => read(folder.as_ref()),
            None => write(notation),
        });
        each.collect()
    });
    let at = NOTATIONS.iter().position(|it| *it == notation);
    &ALL[at.expect("one of the notations")]
}

fn with_plies(files: Vec<Vec<u8>>) -> Records {
    let mut examiner = Examiner::default();
    let plies = files.iter().map(|bytes| {
        let game = game(bytes);
        let report = examiner.examine(&game, ReplayOptions::default());
        report.replay.plies() as usize
    });
    let plies = plies.sum();
    Records { files, plies }
}

fn read(folder: &Path) -> Records {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let files = paths
        .iter()
        .filter_map(|path| std::fs::read(path).ok())
        .collect();
    with_plies(files)
}

fn write(notation: &str) -> Records {
    let (notation, encoding) = match notation {
        "csa" => (Notation::Csa, Encoding::Ascii),
        "kif" => (Notation::Kif, Encoding::ShiftJis),
        "ki2" => (Notation::Ki2, Encoding::ShiftJis),
        _ => (Notation::Usi, Encoding::Ascii),
    };
    let options = WriteOptions {
        encoding,
        ..WriteOptions::default()
    };
    let mut findings = Findings::default();
    let files = games().into_iter().map(|moves| {
        let mut line = String::from("position startpos moves");
        for mv in moves {
            line.push(' ');
            mv.push_usi(&mut line);
        }
        let mut examiner = Examiner::default();
        let game = game(line.as_bytes());
        let report = examiner.examine(&game, ReplayOptions::default());
        let mut text = String::new();
        notation::write(
            notation,
            report.record,
            report.replay,
            &options,
            &mut text,
            &mut findings,
        );
        let mut bytes = Vec::new();
        text::encode(&text, encoding, Unmappable::Refuse, &mut bytes);
        bytes
    });
    with_plies(files.collect())
}

/// Encoding and notation told from the bytes.
#[divan::bench(args = NOTATIONS)]
fn detect(bencher: Bencher, notation: &str) {
    let records = records(notation);
    bencher.counter(records.counter()).bench_local(|| {
        for bytes in &records.files {
            black_box(game(bytes));
        }
    });
}

/// The end of each game found.
#[divan::bench(args = NOTATIONS)]
fn cut(bencher: Bencher, notation: &str) {
    let records = records(notation);
    let games = records.games();
    bencher.counter(records.counter()).bench_local(|| {
        for game in &games {
            let mut splitter = Splitter::new(game.notation, &game.decision);
            while let Some(section) = splitter.next(game.bytes, true) {
                black_box(section);
            }
        }
    });
}

/// Bytes into text.
#[divan::bench(args = NOTATIONS)]
fn decode(bencher: Bencher, notation: &str) {
    let records = records(notation);
    let games = records.games();
    let mut record = Record::default();
    bencher.counter(records.counter()).bench_local(|| {
        for game in &games {
            load(game, &mut record);
            black_box(&record);
        }
    });
}

/// Bytes into a record: decoded and read.
#[divan::bench(args = NOTATIONS)]
fn read_record(bencher: Bencher, notation: &str) {
    let records = records(notation);
    let games = records.games();
    let mut record = Record::default();
    let mut findings = Findings::default();
    bencher.counter(records.counter()).bench_local(|| {
        for game in &games {
            load(game, &mut record);
            findings.clear();
            if let Some(notation) = game.notation {
                notation::read(notation, &mut record, &mut findings);
            }
            black_box(&record);
        }
    });
}

/// A record replayed and judged.
#[divan::bench(args = NOTATIONS)]
fn replay(bencher: Bencher, notation: &str) {
    let records = records(notation);
    let (read, mut findings) = read_all(records);
    let mut replay = Replay::default();
    bencher.counter(records.counter()).bench_local(|| {
        for record in &read {
            findings.clear();
            replay.run(record, ReplayOptions::default(), &mut findings);
            black_box(&replay);
        }
    });
}

/// All that `check` does for a game once its bytes are there, its line of JSON included.
#[divan::bench(args = NOTATIONS)]
fn check(bencher: Bencher, notation: &str) {
    let records = records(notation);
    let mut examiner = Examiner::default();
    let selection = Selection::default();
    let mut out = String::new();
    bencher.counter(records.counter()).bench_local(|| {
        for bytes in &records.files {
            out.clear();
            let game = game(bytes);
            let report = examiner.examine(&game, ReplayOptions::default());
            push_record(&mut out, &Judged::new(report, &selection, None));
            black_box(&out);
        }
    });
}

/// What `find` does for a game that is not found: by a position, which is sought after every move.
#[divan::bench(args = NOTATIONS)]
fn find_position(bencher: Bencher, notation: &str) {
    let sought = "8k/9/9/9/9/9/9/9/K8 b 2R";
    let asked = Asked {
        positions: vec![sought],
        ..Asked::default()
    };
    find(bencher, notation, &asked);
}

/// The same by a header.
#[divan::bench(args = NOTATIONS)]
fn find_header(bencher: Bencher, notation: &str) {
    let asked = Asked {
        condition: Some("event = 'none of them'"),
        ..Asked::default()
    };
    find(bencher, notation, &asked);
}

fn find(bencher: Bencher, notation: &str, asked: &Asked<'_>) {
    let records = records(notation);
    let chosen = select::Selection::new(asked).expect("a condition");
    let mut selector = Selector::default();
    bencher.counter(records.counter()).bench_local(|| {
        for bytes in &records.files {
            let game = game(bytes);
            let report = selector.examine(&chosen, &game, ReplayOptions::default());
            black_box(report.is_some());
        }
    });
}

/// What `dedupe` does for a game in its first pass.
#[divan::bench(args = NOTATIONS)]
fn dedupe(bencher: Bencher, notation: &str) {
    let records = records(notation);
    let mut examiner = Examiner::default();
    bencher.counter(records.counter()).bench_local(|| {
        let mut index = Index::default();
        for bytes in &records.files {
            let game = game(bytes);
            let report = examiner.examine(&game, ReplayOptions::default());
            if let Some(number) = number(&report, Key::Moves, false) {
                index.add(number, 0, 1);
            }
        }
        index.sort();
        black_box(index.repeated());
    });
}

/// A judged record written in the notation.
#[divan::bench(args = NOTATIONS)]
fn write_record(bencher: Bencher, notation: &str) {
    let records = records(notation);
    let (read, mut findings) = read_all(records);
    let judged: Vec<(Record, Replay)> = read
        .into_iter()
        .map(|record| {
            let mut replay = Replay::default();
            replay.run(&record, ReplayOptions::default(), &mut findings);
            (record, replay)
        })
        .collect();
    let options = WriteOptions::default();
    let mut out = String::new();
    bencher.counter(records.counter()).bench_local(|| {
        for (record, replay) in &judged {
            out.clear();
            findings.clear();
            if let Some(notation) = record.notation {
                notation::write(notation, record, replay, &options, &mut out, &mut findings);
            }
            black_box(&out);
        }
    });
}

/// All records of a notation, read.
fn read_all(records: &Records) -> (Vec<Record>, Findings) {
    let mut findings = Findings::default();
    let read = records.games().into_iter().map(|game| {
        let mut record = Record::default();
        load(&game, &mut record);
        if let Some(notation) = game.notation {
            notation::read(notation, &mut record, &mut findings);
        }
        record
    });
    (read.collect(), findings)
}

fn load(game: &Game<'_>, record: &mut Record) {
    record.clear();
    let mut problems = Vec::new();
    text::decode(game.bytes, &game.decision, &mut record.text, &mut problems);
    record.source_len = record.text.len();
}
