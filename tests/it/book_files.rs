//! Books as files: damaged ones are refused, killed and failed runs leave nothing, books of other engines are read.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
#[cfg(feature = "columnar")]
use std::time::Instant;

use crate::export::kifu;
use crate::support::{skipped, testdata};

/// Writes a small book.
fn small_book(folder: &Path, name: &str) -> Vec<u8> {
    let games = testdata().join("games");
    let games = games.to_str().unwrap();
    kifu(
        folder,
        &[
            "book",
            games,
            "-o",
            name,
            "--min-games",
            "1",
            "--plies",
            "6",
        ],
    );
    fs::read(folder.join(name)).unwrap()
}

/// A list of games in which both sides push their pawns, each in an order of its own.
fn varied_games(folder: &Path, count: usize) {
    let order = |number: usize| {
        let step = [1, 2, 4, 5, 7, 8][number % 6];
        (0..9).map(move |it| (it * step + number / 6) % 9 + 1)
    };
    let mut text = String::new();
    for number in 0..count {
        text.push_str("position startpos moves");
        for (black, white) in order(number % 54).zip(order(number / 54)) {
            text.push_str(&format!(" {black}g{black}f {white}c{white}d"));
        }
        text.push('\n');
    }
    fs::write(folder.join("varied.usi"), text).unwrap();
}

/// Reads a book from these bytes: how the run ended, and what it said.
fn read(folder: &Path, bytes: &[u8]) -> (Option<i32>, String) {
    fs::write(folder.join("damaged"), bytes).unwrap();
    let out = ["-o", "-", "--output", "csv"];
    let done = kifu(folder, &[&["book", "merge", "damaged"], &out[..]].concat());
    (
        done.status.code(),
        String::from_utf8_lossy(&done.stderr).into_owned(),
    )
}

#[test]
#[cfg(feature = "columnar")]
fn damaged_books_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let book = small_book(folder.path(), "book.parquet");
    assert_eq!(read(folder.path(), &book).0, Some(0));
    let mut random = 0x9e37_79b9_u32;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        random
    };
    let step = (book.len() / 40).max(1);
    let cut = (0..book.len())
        .step_by(step)
        .map(|end| book[..end].to_vec());
    let cut = cut.collect::<Vec<_>>();
    let noise = (0..10).map(|_| (0..400).map(|_| next() as u8).collect::<Vec<u8>>());
    let framed = noise.map(|it| [b"PAR1", &it[..], &[100, 0, 0, 0], b"PAR1"].concat());
    for bytes in cut.into_iter().chain(framed.collect::<Vec<_>>()) {
        let (code, said) = read(folder.path(), &bytes);
        assert_eq!(code, Some(2), "{} bytes: {said}", bytes.len());
        assert!(said.starts_with("error: damaged: "), "{said}");
    }
    // A bit that is wrong somewhere may not matter, but it never ends the program otherwise.
    for _ in 0..40 {
        let mut bytes = book.clone();
        let at = next() as usize % bytes.len();
        bytes[at] ^= 1 << (next() % 8);
        let (code, said) = read(folder.path(), &bytes);
        assert!(matches!(code, Some(0 | 2)), "byte {at}: {code:?} {said}");
    }
}

#[test]
#[cfg(feature = "columnar")]
fn files_of_other_columns_are_no_books() {
    let folder = tempfile::tempdir().unwrap();
    let games = testdata().join("games");
    let games = games.to_str().unwrap();
    kifu(folder.path(), &["export", games, "-o", "games.parquet"]);
    let bytes = fs::read(folder.path().join("games.parquet")).unwrap();
    let (code, said) = read(folder.path(), &bytes);
    assert_eq!(code, Some(2));
    assert_eq!(
        said,
        "error: damaged: no book: it has no column position_key\n"
    );
}

#[test]
fn text_books_of_any_bytes_are_read_or_told() {
    let folder = tempfile::tempdir().unwrap();
    let book = small_book(folder.path(), "book.db");
    for end in (0..book.len()).step_by(97) {
        let (code, said) = read(folder.path(), &book[..end]);
        let wanted = match end {
            0..16 => Some(2),
            _ => Some(0),
        };
        // Where a line is cut, what is left of it may be none.
        let told = code == Some(1) && said.contains("cannot be read: 1");
        assert!(code == wanted || told, "{end}: {code:?} {said}");
    }
}

#[test]
fn what_is_folded_of_the_last_book_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let lines = "no move\n".repeat(8);
    let book = format!("#YANEURAOU-DB2016 1.00\nsfen {start} 1\n{lines}");
    fs::write(folder.path().join("book.db"), book).unwrap();
    let checked = kifu(folder.path(), &["check", "book.db", "--color", "never"]);
    let text = String::from_utf8(checked.stdout).unwrap();
    assert_eq!(text.matches("[E").count(), 3, "{text}");
    assert!(text.contains("book.db: ") && text.contains('5'), "{text}");
}

#[test]
fn what_is_wrong_with_a_text_book_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let later = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -";
    let book = format!(
        "#YANEURAOU-DB2016 1.00\n2g2f none none none 1\nsfen {start} 1\n7g7f none none none 2\n7g7f 3c3d 0 1 1\n\
         7g7e none none none 1\nsfen {later} 2\n3c3d none none none 1\nsfen {start} 3\n2g2f 3c3d fifty 1 1\nsfen broken\n\
         7g7f none none none 1\nmove\n"
    );
    fs::write(folder.path().join("book.db"), &book).unwrap();
    let codes = |arguments: &[&str]| -> Vec<(u64, u64, String)> {
        let check = ["check", "book.db", "--output", "ndjson"];
        let text = kifu(folder.path(), &[&check, arguments].concat());
        assert_eq!(text.status.code(), Some(1));
        let text = String::from_utf8(text.stdout).unwrap();
        let mut found = Vec::new();
        for line in text.lines() {
            let block: serde_json::Value = serde_json::from_str(line).unwrap();
            for it in block["diagnostics"].as_array().unwrap() {
                let name = it["name"].as_str().unwrap().to_owned();
                let place = [&block["game"], &it["line"]].map(|it| it.as_u64().unwrap());
                found.push((place[0], place[1], name));
            }
        }
        found
    };
    let wanted = [
        (0, 2, "book_line"),
        (1, 5, "book_duplicate_move"),
        (1, 6, "unreachable"),
        (2, 7, "book_unsorted"),
        (3, 9, "book_duplicate_position"),
        (4, 11, "bad_sfen"),
        (4, 13, "book_line"),
    ];
    let wanted = wanted.map(|(game, line, name)| (game, line, name.to_owned()));
    assert_eq!(codes(&[]), wanted);
    // Beside records, and what is asked for only.
    let games = testdata().join("games/yokofudori.csa");
    let some = codes(&[games.to_str().unwrap(), "--select", "bad_sfen"]);
    assert_eq!(some, [(4, 11, "bad_sfen".to_owned())]);
    let text = kifu(folder.path(), &["check", "book.db", "--color", "never"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(
        text.contains("book.db:6:1") && text.contains("7g7e"),
        "{text}"
    );
    // What is written is clean.
    kifu(
        folder.path(),
        &[
            "book",
            "merge",
            "book.db",
            "-o",
            "clean.db",
            "--min-games",
            "1",
        ],
    );
    small_book(folder.path(), "ours.db");
    let clean = kifu(folder.path(), &["check", "ours.db"]);
    assert!(clean.status.success() && clean.stdout.is_empty());
}

/// Starts a build that would take a while.
#[cfg(unix)]
fn long_build(folder: &Path) -> std::process::Child {
    let line = "position startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b\n";
    fs::write(folder.join("list.usi"), line.repeat(150_000)).unwrap();
    fs::create_dir(folder.join("out")).unwrap();
    Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder)
        .args(["book", "list.usi", "-o", "out/book.db", "--memory", "16KiB"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
#[cfg(unix)]
fn a_killed_build_leaves_nothing() {
    for signal in ["-KILL", "-INT", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let mut build = long_build(folder.path());
        std::thread::sleep(Duration::from_millis(150));
        let id = build.id().to_string();
        Command::new("kill").args([signal, &id]).status().unwrap();
        let asked = std::time::Instant::now();
        while build.try_wait().unwrap().is_none() {
            // Whoever runs the tests in the background has made children deaf to an interrupt.
            if asked.elapsed() > Duration::from_secs(5) {
                build.kill().unwrap();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let ended = build.wait().unwrap();
        let left: Vec<_> = fs::read_dir(folder.path().join("out")).unwrap().collect();
        // Where it was quicker than the signal, there is a whole book.
        let is_whole = ended.success() && left.len() == 1;
        assert!(is_whole || left.is_empty(), "{signal}: {left:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let small = folder.path().join("small");
    fs::create_dir(&small).unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=16k", "tmpfs"])
        .arg(&small)
        .stderr(Stdio::null())
        .status();
    if !mounted.is_ok_and(|it| it.success()) {
        skipped("no small disk can be mounted");
        return;
    }
    varied_games(folder.path(), 200);
    let mut told = Vec::new();
    for (name, memory) in [("a.csv", "1GiB"), ("b.csv", "16KiB"), ("c.db", "16KiB")] {
        let out = format!("small/{name}");
        let least = ["--min-games", "1", "--memory", memory];
        let done = kifu(
            folder.path(),
            &[&["book", "varied.usi", "-o", &out], &least[..]].concat(),
        );
        told.push((
            done.status.code(),
            String::from_utf8_lossy(&done.stderr).into_owned(),
        ));
    }
    let left = fs::read_dir(&small).unwrap().count();
    let _ = Command::new("umount").arg(&small).status();
    for (code, said) in told {
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("error: "), "{said}");
    }
    assert_eq!(left, 0);
}

/// Runs a script of this folder; none where what it needs is missing.
#[cfg(feature = "columnar")]
fn python(folder: &Path, script: &str, arguments: &[&str]) -> Option<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/it")
        .join(script);
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let started = Instant::now();
    let done = Command::new(python)
        .arg(script)
        .args(arguments)
        .current_dir(folder)
        .output();
    let Ok(done) = done else {
        skipped("no Python");
        return None;
    };
    if done.status.code() == Some(77) {
        skipped("no DuckDB");
        return None;
    }
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(
        done.status.success(),
        "{said} after {:?}",
        started.elapsed()
    );
    Some(String::from_utf8_lossy(&done.stdout).into_owned())
}

#[test]
#[cfg(feature = "columnar")]
fn the_query_of_the_manual_makes_the_same_book() {
    let folder = tempfile::tempdir().unwrap();
    // In the order of their names, for the first one of several games is shown.
    let data = testdata();
    varied_games(folder.path(), 200);
    let games = [
        data.join("bad"),
        data.join("games"),
        data.join("good"),
        "varied.usi".into(),
    ];
    let games: Vec<&str> = games.iter().map(|it| it.to_str().unwrap()).collect();
    for table in ["games", "moves"] {
        let out = format!("{table}.parquet");
        kifu(
            folder.path(),
            &[&["export", "--table", table, "-o", &out], &games[..]].concat(),
        );
    }
    let book = [
        "book",
        "-o",
        "ours.csv",
        "--min-games",
        "1",
        "--plies",
        "40",
    ];
    kifu(folder.path(), &[&book, &games[..]].concat());
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/books.md");
    let Some(_) = python(
        folder.path(),
        "book_query.py",
        &[manual.to_str().unwrap(), "theirs.parquet"],
    ) else {
        return;
    };
    // What DuckDB wrote is a book like any other: put through ours it has the same rows.
    let done = kifu(
        folder.path(),
        &["book", "merge", "theirs.parquet", "-o", "theirs.csv"],
    );
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let rows = |name: &str| {
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        let lines = text.lines().map(str::to_owned);
        lines.collect::<Vec<_>>()
    };
    let (ours, theirs) = (rows("ours.csv"), rows("theirs.csv"));
    assert!(ours.len() > 1000);
    for (one, other) in ours.iter().zip(&theirs) {
        assert_eq!(one, other);
    }
    assert_eq!(ours.len(), theirs.len());
}
