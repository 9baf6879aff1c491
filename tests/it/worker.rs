//! `kifu worker`: every input is answered, or the run fails with one line; it never waits and never passes for whole.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, Int64Array, LargeBinaryArray,
    LargeStringArray, RecordBatch, StringArray, StringViewArray,
};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;

use crate::export::stdout;
use crate::support::testdata;

/// No run takes longer.
const LIMIT: Duration = Duration::from_mins(2);

const GAME: &[u8] = b"V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n";

/// What a worker made of its input.
struct Done {
    status: Option<i32>,
    out: Vec<u8>,
    told: String,
}

impl Done {
    /// The batches of a run that is well.
    fn batches(&self) -> Vec<RecordBatch> {
        assert_eq!(self.status, Some(0), "{}", self.told);
        let reader = StreamReader::try_new(&self.out[..], None).unwrap();
        reader.map(Result::unwrap).collect()
    }

    /// What it says when it fails: one line.
    fn refused(&self, wanted: &str) {
        assert_eq!(self.status, Some(2), "{}", self.told);
        assert_eq!(self.told.lines().count(), 1, "{}", self.told);
        assert!(self.told.contains(wanted), "{}", self.told);
    }
}

fn worker(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
    command.current_dir(testdata()).env("LC_ALL", "C");
    command.arg("worker").args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for the end, and stops what goes on for too long.
fn status(child: &mut Child) -> Option<i32> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if begun.elapsed() > LIMIT {
            child.kill().unwrap();
            panic!("it hangs");
        }
        thread::sleep(Duration::from_millis(5));
    }
}

fn run(arguments: &[&str], input: Vec<u8>) -> Done {
    let mut child = worker(arguments);
    let mut stdin = child.stdin.take().unwrap();
    let feeder = thread::spawn(move || {
        // A worker that has seen enough closes its end.
        let _ = stdin.write_all(&input);
    });
    let mut stdout = child.stdout.take().unwrap();
    let reader = thread::spawn(move || {
        let mut out = Vec::new();
        stdout.read_to_end(&mut out).unwrap();
        out
    });
    let mut stderr = child.stderr.take().unwrap();
    let listener = thread::spawn(move || {
        let mut told = String::new();
        stderr.read_to_string(&mut told).unwrap();
        told
    });
    let status = status(&mut child);
    feeder.join().unwrap();
    Done {
        status,
        out: reader.join().unwrap(),
        told: listener.join().unwrap(),
    }
}

/// A stream of these batches.
fn stream(batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = StreamWriter::try_new(Vec::new(), &batches[0].schema()).unwrap();
    for batch in batches {
        writer.write(batch).unwrap();
    }
    writer.into_inner().unwrap()
}

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let columns = columns.into_iter().map(|(name, array)| (name, array, true));
    RecordBatch::try_from_iter_with_nullable(columns).unwrap()
}

fn paths(paths: &[&str]) -> ArrayRef {
    Arc::new(StringArray::from(paths.to_vec()))
}

fn text(batches: &[RecordBatch], column: &str) -> Vec<Option<String>> {
    let cells = |batch: &RecordBatch| -> Vec<Option<String>> {
        let cells = batch[column].as_string::<i32>();
        cells.iter().map(|it| it.map(str::to_owned)).collect()
    };
    batches.iter().flat_map(cells).collect()
}

#[test]
fn rows_are_those_of_export_by_path_and_by_content() {
    for table in ["games", "moves", "positions", "findings"] {
        let files = ["games/two.csa", "games/nifu.kifu"];
        let content = files.map(|it| std::fs::read(testdata().join(it)).unwrap());
        let content = content.iter().map(Vec::as_slice);
        let content: ArrayRef = Arc::new(LargeBinaryArray::from_iter_values(content));
        let inputs = [
            batch(vec![("path", paths(&files))]),
            batch(vec![("path", paths(&files)), ("content", content)]),
        ];
        let wanted = stdout(
            &testdata(),
            &[
                &["export", "--output", "ndjson", "--table", table],
                &files[..],
            ]
            .concat(),
        );
        let columns: Vec<&str> = vec!["file"];
        for input in inputs {
            let done = run(&["--table", table], stream(&[input]));
            let rows = done.batches();
            assert!(rows[0].num_columns() > columns.len());
            assert_eq!(text(&rows, "file").len(), wanted.lines().count(), "{table}");
        }
        let lines = format!("{}\n{}\n", files[0], files[1]).into_bytes();
        let done = run(&["--table", table, "--protocol", "lines"], lines);
        assert_eq!(String::from_utf8(done.out).unwrap(), wanted);
    }
}

#[test]
fn further_columns_are_copied_and_batches_are_cut() {
    let year: ArrayRef = Arc::new(Int64Array::from(vec![Some(1999), None]));
    let names = vec![Some("b"), Some("a")];
    let copied: DictionaryArray<Int32Type> = names.into_iter().collect();
    let input = batch(vec![
        ("year", year),
        ("path", paths(&["games/two.csa", "games/nifu.kifu"])),
        ("name", Arc::new(copied)),
    ]);
    let arguments = [
        "--table",
        "moves",
        "--columns",
        "ply,file",
        "--batch-rows",
        "3",
    ];
    let rows = run(&arguments, stream(&[input.clone(), input])).batches();
    let schema = rows[0].schema();
    let names: Vec<&str> = schema
        .fields()
        .iter()
        .map(|it| it.name().as_str())
        .collect();
    assert_eq!(names, ["ply", "file", "year", "name"]);
    assert!(rows.iter().all(|it| it.num_rows() <= 3) && rows.len() > 2);
    for rows in rows {
        let years = rows["year"].as_primitive::<Int64Type>();
        let (files, names) = (
            rows["file"].as_string::<i32>(),
            rows["name"].as_string::<i32>(),
        );
        for row in 0..rows.num_rows() {
            let first = files.value(row) == "games/two.csa";
            assert_eq!(years.is_valid(row), first);
            assert_eq!(names.value(row), if first { "b" } else { "a" });
        }
    }
}

#[test]
fn what_cannot_be_read_is_a_row() {
    let files: ArrayRef = Arc::new(StringViewArray::from(vec![
        Some("no/such.csa"),
        None,
        Some("-"),
        Some("games"),
        None,
    ]));
    let content: ArrayRef = Arc::new(BinaryViewArray::from(vec![
        None,
        None,
        None,
        None,
        Some(GAME),
    ]));
    let input = stream(&[batch(vec![("path", files), ("content", content)])]);
    let rows = run(&["--columns", "file,status"], input.clone()).batches();
    let some = |it: &str| Some(it.to_owned());
    let bad = some("unreadable");
    assert_eq!(
        text(&rows, "file"),
        [
            some("no/such.csa"),
            None,
            some("-"),
            some("games"),
            some("")
        ]
    );
    assert_eq!(
        text(&rows, "status"),
        [bad.clone(), bad.clone(), bad.clone(), bad, some("ok")]
    );
    let findings = run(&["--table", "findings", "--columns", "code"], input.clone()).batches();
    assert_eq!(text(&findings, "code"), vec![some("E902"); 4]);
    let moves = run(&["--table", "moves"], input).batches();
    assert_eq!(moves[0].num_rows(), 2);
}

#[test]
fn an_empty_batch_has_an_answer() {
    let input = batch(vec![("path", paths(&[]))]);
    let rows = run(&[], stream(&[input])).batches();
    assert_eq!((rows.len(), rows[0].num_rows()), (1, 0));
}

#[test]
fn no_stream_and_wrong_columns_are_one_line() {
    for bytes in [&b""[..], b"\xFF\xFF", b"path\ngames/two.csa\n", &[0xFF; 64]] {
        run(&[], bytes.to_vec()).refused("no Arrow stream");
    }
    let numbers = || -> ArrayRef { Arc::new(Int64Array::from(vec![1])) };
    let one = || paths(&["a"]);
    for (columns, wanted) in [
        (vec![("file", one())], "no `path`"),
        (vec![("path", numbers())], "`path` is Int64"),
        (
            vec![("path", one()), ("content", one())],
            "`content` is Utf8",
        ),
        (
            vec![("path", one()), ("status", one())],
            "`status` would be there twice",
        ),
        (
            vec![("path", one()), ("path", one())],
            "`path` is there twice",
        ),
    ] {
        run(&[], stream(&[batch(columns)])).refused(wanted);
    }
    run(&["--columns", "colour"], Vec::new()).refused("no column `colour`");
}

#[test]
fn a_torn_stream_never_passes_for_a_whole_one() {
    let input = stream(&[batch(vec![("path", paths(&["games/two.csa"]))])]);
    for len in (8..input.len()).step_by(8) {
        let done = run(&["--columns", "file"], input[..len].to_vec());
        assert_eq!(done.status, Some(2), "cut to {len} of {}", input.len());
        assert_eq!(done.told.lines().count(), 1, "{}", done.told);
    }
}

#[test]
fn large_names_and_large_contents_go_through() {
    // A comment of 64 MiB and more.
    let mut content = b"V2.2\n".to_vec();
    while content.len() < (64 << 20) + 100 {
        content
            .extend_from_slice(b"'a comment that nobody reads to its end, over and over again\n");
    }
    content.extend_from_slice(&GAME[5..]);
    let content: ArrayRef = Arc::new(BinaryArray::from(vec![&content[..], GAME]));
    let names: ArrayRef = Arc::new(LargeStringArray::from(vec!["large", "small"]));
    let input = stream(&[batch(vec![("path", names), ("content", content)])]);
    let rows = run(&["--columns", "file,ending"], input).batches();
    assert_eq!(text(&rows, "file").len(), 2);
}

#[test]
fn a_batch_of_many_rows_goes_through() {
    let names: ArrayRef = Arc::new(StringArray::from(vec!["-"; 1 << 20]));
    let input = stream(&[batch(vec![("path", names)])]);
    let rows = run(&["--columns", "status"], input).batches();
    assert_eq!(rows.len(), 16);
    assert_eq!(
        rows.iter().map(RecordBatch::num_rows).sum::<usize>(),
        1 << 20
    );
}

#[test]
fn rows_that_nobody_takes_end_the_run_badly() {
    let mut child = worker(&["--table", "moves", "--columns", "usi"]);
    drop(child.stdout.take());
    let input = stream(&vec![batch(vec![("path", paths(&["games/two.csa"]))]); 8]);
    let mut stdin = child.stdin.take().unwrap();
    let feeder = thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    assert_eq!(status(&mut child), Some(2));
    feeder.join().unwrap();
}

#[test]
fn lines_are_answered_as_they_come() {
    let mut child = worker(&["-0", "--columns", "file,status"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let (answers, answered) = std::sync::mpsc::channel();
    let reader = thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(len @ 1..) = stdout.read(&mut buffer) {
            answers.send(buffer[..len].to_vec()).unwrap();
        }
    });
    for name in ["games/two.csa", "no/such"] {
        stdin.write_all(name.as_bytes()).unwrap();
        stdin.write_all(b"\0").unwrap();
        stdin.flush().unwrap();
        let line = answered.recv_timeout(LIMIT).unwrap();
        assert!(String::from_utf8(line).unwrap().contains(name));
    }
    drop(stdin);
    assert_eq!(status(&mut child), Some(0));
    reader.join().unwrap();
}
