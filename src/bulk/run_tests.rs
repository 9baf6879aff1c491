//! Many files: order, threads, large files, what cannot be read, panics.

use std::fs;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};

use crate::bulk::{Item, Progress, ReadOptions, Run, Totals};
use crate::input::{Inputs, PathList, Separator};
use crate::record::Notation;
use crate::text::Encoding;

/// What a run says of each item, in order.
fn run(paths: &[&Path], jobs: usize, options: ReadOptions) -> (Vec<String>, Totals) {
    let mut inputs = Inputs::new(paths.iter().map(PathBuf::from));
    let progress = Progress::default();
    let run = Run {
        options,
        jobs,
        progress: &progress,
    };
    let mut seen = Vec::new();
    let totals = run.each(
        &mut inputs,
        || (),
        |(), item| describe(item),
        |it| {
            seen.push(it);
            Ok(())
        },
    );
    let totals = totals.unwrap();
    assert_eq!(
        (progress.bytes(), progress.games()),
        (totals.bytes, totals.games)
    );
    (seen, totals)
}

fn name(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap()
}

fn describe(item: Item<'_>) -> String {
    match item {
        Item::Game(_, game) | Item::Chosen(_, game) | Item::Crashed(_, game) => {
            let asked = game.bytes.starts_with(b"panic") && matches!(item, Item::Game(..));
            assert!(!asked, "panics as asked");
            let kind = if matches!(item, Item::Crashed(..)) {
                "crash "
            } else {
                ""
            };
            let notation = game.notation.map_or("-", Notation::name);
            let sum = game.bytes.iter().fold(0u32, |sum, it| {
                sum.wrapping_mul(31).wrapping_add(u32::from(*it))
            });
            format!(
                "{kind}{} {} {} {} {notation} {} {sum}",
                name(game.file),
                game.index,
                game.line,
                game.byte,
                game.bytes.len()
            )
        }
        Item::Unreadable { source, .. } => format!("unreadable {}", name(source.name())),
    }
}

fn csa_games(count: usize) -> String {
    let game = |at: usize| {
        let moves = "+7776FU\nT1\n-3334FU\nT2\n".repeat(at % 7 + 1);
        format!("V2.2\nN+{at}\n$START_TIME:2026/01/02\nPI\n+\n{moves}%TORYO\n")
    };
    (0..count).map(game).collect::<Vec<_>>().join("/\n")
}

#[test]
fn folders_are_read_in_the_order_of_their_paths() {
    let dir = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    put("b.csa", "V2.2\nPI\n+\n");
    put("a/z.KIF", "   1 ７六歩(77)\n");
    put("a.kifu", "   1 ７六歩(77)\n");
    put("a/sub/list.txt", "startpos\n\nstartpos moves 7g7f\n");
    put("a/readme.txt", "not a record\n");
    put("a/picture.png", "startpos\n");
    put("c.kif", "");
    let (seen, totals) = run(&[dir.path()], 1, ReadOptions::default());
    let files: Vec<_> = seen
        .iter()
        .map(|it| it.rsplitn(3, ' ').nth(2).unwrap_or(it))
        .collect();
    assert_eq!(
        files,
        [
            "a.kifu 1 1 0 kif",
            "list.txt 1 1 0 usi",
            "list.txt 2 3 10 usi",
            "z.KIF 1 1 0 kif",
            "b.csa 1 1 0 csa",
            "c.kif 1 1 0 -"
        ]
    );
    assert_eq!((totals.files, totals.games, totals.skipped), (6, 6, 1));
    // A file that is named outright is always read.
    let readme = dir.path().join("a/readme.txt");
    let (seen, totals) = run(&[&readme], 1, ReadOptions::default());
    assert!(seen[0].starts_with("readme.txt 1 1 0 -"));
    assert_eq!((totals.games, totals.skipped), (1, 0));
}

#[test]
fn any_number_of_threads_gives_the_same() {
    let dir = tempfile::tempdir().unwrap();
    for at in 0..300 {
        fs::write(dir.path().join(format!("{at:03}.csa")), csa_games(at % 4)).unwrap();
    }
    // Two files that are read in blocks, in the midst of the others.
    fs::write(dir.path().join("100-large.csa"), csa_games(9_000)).unwrap();
    let list = "startpos moves 7g7f\nstartpos moves 7g7f 3c3d\n".repeat(8_000);
    fs::write(dir.path().join("200-large.usi"), list).unwrap();
    let missing = dir.path().join("missing.kif");
    let paths = [dir.path(), &missing, dir.path()];
    let (one, totals) = run(&paths, 1, ReadOptions::default());
    assert_eq!(totals.unreadable, 1);
    assert!(one.len() > 34_000);
    for jobs in [2, 4, 100_000] {
        let (many, other) = run(&paths, jobs, ReadOptions::default());
        assert_eq!(totals, other);
        assert!(one == many, "{jobs} jobs");
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_told() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.csa"), csa_games(1)).unwrap();
    symlink("a.csa", dir.path().join("b.csa")).unwrap();
    symlink("gone", dir.path().join("c.csa")).unwrap();
    symlink("gone", dir.path().join("notes.md")).unwrap();
    symlink(".", dir.path().join("d.csa")).unwrap();
    let (_, totals) = run(&[dir.path()], 1, ReadOptions::default());
    assert_eq!(
        (totals.games, totals.unreadable, totals.dead_links),
        (2, 0, 1)
    );
}

#[test]
fn large_files_are_cut_like_small_ones() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("large.csa");
    let text = csa_games(9_000);
    fs::write(&path, &text).unwrap();
    let (seen, totals) = run(&[&path], 2, ReadOptions::default());
    assert_eq!((totals.files, totals.games), (1, 9_000));
    assert_eq!(totals.bytes, text.len() as u64);
    let mut line = 1;
    let mut byte = 0;
    for (at, (game, seen)) in text.split("/\n").zip(&seen).enumerate() {
        let start = format!("large.csa {} {line} {byte} csa {} ", at + 1, game.len());
        assert!(seen.starts_with(&start), "{seen} {start}");
        line += game.lines().count() + 1;
        byte += game.len() + 2;
    }
}

#[test]
fn a_panic_costs_one_game_only() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.usi");
    fs::write(&path, "startpos\npanic\nstartpos\n").unwrap();
    for jobs in [1, 3] {
        let (seen, totals) = run(&[&path], jobs, ReadOptions::default());
        assert_eq!(totals.games, 3);
        assert!(seen[1].starts_with("crash a.usi 2 2 9 usi"), "{seen:?}");
        assert!(seen[2].starts_with("a.usi 3 3 15 usi"));
    }
}

#[test]
fn an_error_of_the_consumer_ends_the_run() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.csa");
    fs::write(&path, csa_games(40_000)).unwrap();
    for jobs in [1, 2] {
        let progress = Progress::default();
        let options = ReadOptions::default();
        let run = Run {
            options,
            jobs,
            progress: &progress,
        };
        let mut left = 10;
        let result = run.each(
            &mut Inputs::new([path.clone()]),
            || (),
            |(), _| (),
            |()| {
                left -= 1;
                if left == 0 {
                    Err(io::ErrorKind::BrokenPipe.into())
                } else {
                    Ok(())
                }
            },
        );
        assert_eq!(result.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
        assert!(progress.games() < 40_000);
    }
}

#[test]
fn lists_of_paths_are_read_line_by_line() {
    let dir = tempfile::tempdir().unwrap();
    let a = dir.path().join("名前 と空白.csa");
    fs::write(&a, "V2.2\nPI\n+\n").unwrap();
    let list = format!("{}\r\n\n{}\n", a.display(), dir.path().display());
    let mut inputs =
        Inputs::new([]).with_list(PathList::new(Box::new(Cursor::new(list)), Separator::Line));
    let progress = Progress::default();
    let run = Run {
        options: ReadOptions::default(),
        jobs: 1,
        progress: &progress,
    };
    let mut seen = Vec::new();
    run.each(
        &mut inputs,
        || (),
        |(), item| describe(item),
        |it| {
            seen.push(it);
            Ok(())
        },
    )
    .unwrap();
    assert_eq!(seen.len(), 2);
    assert!(
        seen.iter()
            .all(|it| it.starts_with("名前 と空白.csa 1 1 0 csa"))
    );
}

#[test]
fn what_the_user_says_of_notation_and_encoding_holds() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.kif");
    fs::write(&path, "startpos\n").unwrap();
    let options = ReadOptions {
        notation: Some(Notation::Csa),
        encoding: Some(Encoding::ShiftJis),
        ..ReadOptions::default()
    };
    let (seen, _) = run(&[&path], 1, options);
    assert!(seen[0].starts_with("a.kif 1 1 0 csa"));
}
