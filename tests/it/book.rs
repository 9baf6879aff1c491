//! `kifu book`: what was played is counted once a game, whatever the memory and the threads, and written in every form.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::export::{kifu, stdout};
#[cfg(feature = "columnar")]
use crate::support::testdata;

/// Games that come to the same positions by other ways, repeat themselves and end in every manner.
const GAMES: &str = "\
V2.2\nN+A\nN-B\n'black_rate:a:1500.0\n'white_rate:b:1700.5\n$START_TIME:2019/05/01\nPI\n+\n+7776FU\nT1\n-3334FU\nT9\n+2726FU\nT2\n%TORYO\n/\n\
V2.2\nN+C\nN-D\n$START_TIME:2024/05/01\nPI\n+\n+2726FU\nT0\n-3334FU\nT0\n+7776FU\nT0\n-8384FU\nT0\n%TORYO\n/\n\
V2.2\nPI\n+\n+5948OU\n-5152OU\n+4859OU\n-5251OU\n+5948OU\n-5152OU\n+4859OU\n-5251OU\n+7776FU\n%CHUDAN\n/\n\
V2.2\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n-3435FU\n+2822HI\n-3122GI\n%TORYO\n/\n\
V2.2\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055KA\n-2233GI\n%SENNICHITE\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.csa"), GAMES).unwrap();
    folder
}

/// The rows of a book, with these options.
fn rows(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let book = ["book", "games.csa", "-o", "-", "--output", "ndjson"];
    let text = stdout(folder, &[&book, arguments].concat());
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

/// The row of a move in the position after these moves from the even start; none when it has none.
fn row<'a>(rows: &'a [Value], line: &str, mv: &str) -> Option<&'a Value> {
    let mut position = kifu::Position::startpos();
    for mv in line.split_ascii_whitespace() {
        position.play(mv.parse().unwrap()).unwrap();
    }
    let key = position.key().cast_signed();
    let mut found = rows
        .iter()
        .filter(|it| it["position_key"] == key && it["move"] == mv);
    let row = found.next();
    assert!(found.next().is_none(), "two rows of {mv}");
    row
}

fn counts(row: &Value) -> [u64; 5] {
    ["games", "black_wins", "white_wins", "draws", "no_result"].map(|it| row[it].as_u64().unwrap())
}

#[test]
fn a_game_counts_once_for_a_move_in_a_position_by_whatever_way_it_came() {
    let folder = folder();
    let rows = rows(folder.path(), &["--min-games", "1"]);
    let of = |line, mv| row(&rows, line, mv).map(counts);
    // In the third game the start comes three times: one move is played in it twice, and another one once.
    assert_eq!(of("", "5i4h"), Some([1, 0, 0, 0, 1]));
    assert_eq!(of("", "7g7f"), Some([4, 1, 1, 1, 1]));
    assert_eq!(of("", "2g2f"), Some([1, 0, 1, 0, 0]));
    // Two ways to one position, in which White resigns or goes on.
    assert_eq!(of("7g7f 3c3d 2g2f", "8c8d"), Some([1, 0, 1, 0, 0]));
    assert_eq!(of("2g2f 3c3d 7g7f", "3d3e"), Some([1, 0, 1, 0, 0]));
    // The rook would jump over a pawn: that is not counted, but the game goes on.
    assert!(rows.iter().all(|it| it["move"] != "2h2b"));
    let silver = rows.iter().filter(|it| it["move"] == "3a2b");
    assert_eq!(silver.count(), 2);
    assert_eq!(of("7g7f 3c3d 8h2b+", "3a2b").map(|it| it[0]), Some(1));
    let rated = row(&rows, "7g7f 3c3d", "2g2f").unwrap();
    assert_eq!(rated["rating_mean"], 1500.0);
    assert_eq!(rated["year_first"], 2019);
    assert_eq!(rated["sample_file"], "games.csa");
    assert_eq!(rated["sample_game"], 1);
    let white = row(&rows, "7g7f", "3c3d").unwrap();
    assert_eq!(white["rating_mean"], 1700.5);
    // In order of keys, then of games.
    let order = rows.iter().map(|it| {
        let games = it["games"].as_i64().unwrap();
        (it["position_key"].as_i64().unwrap(), -games)
    });
    assert!(order.is_sorted());
}

#[test]
fn moves_are_chosen() {
    let folder = folder();
    let has = |arguments: &[&str], line: &str, mv: &str| {
        let all = arguments[0] == "--min-games";
        let least = if all { &[][..] } else { &["--min-games", "1"] };
        let rows = rows(folder.path(), &[least, arguments].concat());
        row(&rows, line, mv).map(|it| counts(it)[0])
    };
    assert_eq!(has(&["--plies", "2"], "7g7f", "3c3d"), Some(3));
    assert_eq!(has(&["--plies", "2"], "7g7f 3c3d", "2g2f"), None);
    assert_eq!(has(&["--min-games", "2"], "", "2g2f"), None);
    assert_eq!(has(&["--min-games", "2"], "", "7g7f"), Some(4));
    assert_eq!(has(&["--min-rating", "1500"], "", "7g7f"), Some(1));
    assert_eq!(has(&["--min-rating", "1501"], "", "7g7f"), None);
    assert_eq!(has(&["--winner-only"], "", "7g7f"), Some(1));
    assert_eq!(has(&["--winner-only"], "2g2f", "3c3d"), Some(1));
    assert_eq!(has(&["--side", "white"], "", "7g7f"), None);
    assert_eq!(has(&["--side", "white"], "7g7f", "3c3d"), Some(3));
    // In the first game Black takes up to two seconds, White nine for the first move.
    assert_eq!(has(&["--max-move-time", "1000"], "", "7g7f"), Some(1));
    assert_eq!(has(&["--max-move-time", "1000"], "7g7f", "3c3d"), None);
    assert_eq!(
        has(&["--max-move-time", "2000"], "7g7f 3c3d", "2g2f"),
        Some(1)
    );
    assert_eq!(has(&["--where", "year > 2020"], "", "7g7f"), None);
    assert_eq!(has(&["--where", "year > 2020"], "", "2g2f"), Some(1));
}

/// Books of the same games in every form, written with these options.
#[cfg(feature = "columnar")]
fn books(folder: &Path, arguments: &[&str]) -> Vec<Vec<u8>> {
    let games = testdata().join("good");
    let forms = ["parquet", "db", "csv", "ndjson"];
    let books = forms.iter().map(|form| {
        let name = format!("book.{form}");
        let book = [
            "book",
            games.to_str().unwrap(),
            "-o",
            &name,
            "--force",
            "--min-games",
            "1",
        ];
        let done = kifu(folder, &[&book, arguments].concat());
        assert_ne!(
            done.status.code(),
            Some(2),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
        fs::read(folder.join(name)).unwrap()
    });
    books.collect()
}

#[test]
#[cfg(feature = "columnar")]
fn bytes_are_the_same_for_any_threads_and_memory() {
    let folder = tempfile::tempdir().unwrap();
    let wanted = books(folder.path(), &["--jobs", "1"]);
    for arguments in [
        ["--jobs", "4", "--memory", "1GiB"],
        ["--jobs", "2", "--memory", "64KiB"],
        ["--jobs", "1", "--memory", "16KiB"],
    ] {
        assert!(books(folder.path(), &arguments) == wanted, "{arguments:?}");
    }
    // Books that are put into one do not change what they say.
    for name in ["book.parquet", "book.db"] {
        let before = fs::read(folder.path().join(name)).unwrap();
        let copy = format!("copy-of-{name}");
        kifu(
            folder.path(),
            &["book", "merge", name, "-o", &copy, "--memory", "64KiB"],
        );
        assert!(
            fs::read(folder.path().join(copy)).unwrap() == before,
            "{name}"
        );
    }
}

#[test]
fn a_text_book_is_in_order_and_has_the_best_move_first() {
    let folder = folder();
    let book = stdout(
        folder.path(),
        &[
            "book",
            "games.csa",
            "-o",
            "-",
            "--output",
            "db",
            "--plies",
            "3",
        ],
    );
    assert_eq!(
        book,
        "#YANEURAOU-DB2016 1.00\n\
         sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3\n\
         2g2f none none none 2\n\
         sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n\
         3c3d none none none 3\n\
         sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
         7g7f none none none 3\n"
    );
}

#[test]
fn text_books_are_put_into_one() {
    let folder = tempfile::tempdir().unwrap();
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "one.db",
        &format!(
            "#YANEURAOU-DB2016 1.00\nsfen {start} 3\n7g7f 3c3d 52 20 2 // mine\n2g2f none -3 4 1\n"
        ),
    );
    write(
        "two.db",
        &format!(
            "#YANEURAOU-DB2016 1.00\r\nsfen {start} 1\r\n7g7f 8c8d 40 30 5\r\nnonsense\r\n6i7h none none none 9\r\n"
        ),
    );
    let merge = ["book", "merge", "one.db", "two.db", "-o"];
    let done = kifu(folder.path(), &[&merge[..], &["both.db"]].concat());
    let said = String::from_utf8_lossy(&done.stderr);
    // A line that cannot be read is told.
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(
        said.contains("cannot be read: 1") && said.contains("Comments"),
        "{said}"
    );
    let book = fs::read_to_string(folder.path().join("both.db")).unwrap();
    assert_eq!(
        book,
        format!(
            "#YANEURAOU-DB2016 1.00\nsfen {start} 1\n6i7h none none none 9\n7g7f 8c8d 40 30 7\n2g2f none -3 4 1\n"
        )
    );
    let done = kifu(folder.path(), &[&merge[..], &["both.csv"]].concat());
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(said.contains("holds no scores"), "{said}");
    let rows = fs::read_to_string(folder.path().join("both.csv")).unwrap();
    assert!(
        rows.contains(&format!("{start},7g7f,7,0,0,0,7,,,,,\n")),
        "{rows}"
    );
}

#[test]
fn what_is_asked_wrongly_is_refused_and_leaves_nothing() {
    let folder = folder();
    let status = |arguments: &[&str]| kifu(folder.path(), arguments).status.code();
    fs::write(folder.path().join("there.db"), "theirs").unwrap();
    for arguments in [
        &["book", "games.csa"][..],
        &["book", "games.csa", "-o", "book.txt"],
        &["book", "games.csa", "-o", "there.db"],
        &["book", "games.csa", "-o", "no/such/folder/book.db"],
        &["book", "games.csa", "-o", "book.db", "--memory", "much"],
        &["book", "gone.csa", "-o", "book.db"],
        &["book", "merge", "-o", "book.db"],
        &["book", "merge", "games.csa", "-o", "book.db"],
        &["book", "merge", "gone.db", "-o", "book.db"],
    ] {
        assert_eq!(status(arguments), Some(2), "{arguments:?}");
    }
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|it| it.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["games.csa", "there.db"]);
    assert_eq!(fs::read(folder.path().join("there.db")).unwrap(), b"theirs");
}
