//! `kifu find`: what is found, how it is told, and the exit status of grep.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::export::{kifu, stdout};
use crate::support::testdata;

fn find(arguments: &[&str]) -> String {
    stdout(
        &testdata(),
        &[&["find", "games", "good"], arguments].concat(),
    )
}

fn objects(arguments: &[&str]) -> Vec<Value> {
    let text = find(&[arguments, &["--output", "ndjson"]].concat());
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

#[test]
fn places_are_those_of_the_table_of_positions() {
    let condition = ["--board", "7f=P 3d=p", "--all"];
    let found: BTreeSet<(String, u64, String)> = objects(&condition)
        .iter()
        .map(|it| {
            let text = |name: &str| it[name].as_str().unwrap().to_owned();
            (text("file"), it["game"].as_u64().unwrap(), text("sfen"))
        })
        .collect();
    assert!(found.len() > 50, "{}", found.len());
    let games: BTreeSet<_> = found.iter().map(|it| (it.0.clone(), it.1)).collect();
    let first = objects(&condition[..2]);
    assert_eq!(first.len(), games.len());
    // The first place of each game is one of them, and the move is what was played there.
    for game in &first {
        let file = game["file"].as_str().unwrap().to_owned();
        let sfen = game["sfen"].as_str().unwrap().to_owned();
        assert!(found.contains(&(file, game["game"].as_u64().unwrap(), sfen)));
    }
    let count = find(&[&condition[..2], &["--count"]].concat());
    assert_eq!(count, format!("{}\n", games.len()));
    let all = find(&[&condition[..], &["--count"]].concat());
    assert_eq!(
        all.trim().parse::<usize>().unwrap(),
        objects(&condition).len()
    );
}

#[test]
fn the_forms_of_output() {
    let mut told = String::new();
    for output in ["text", "short", "csv", "ndjson", "paths"] {
        let arguments = ["--output", output, "--board", "2d=R", "--max", "3"];
        told.push_str(&format!("--output {output}\n{}\n", find(&arguments)));
    }
    insta::assert_snapshot!("forms", told);
    let japanese = find(&["--board", "2d=R", "--max", "1", "--lang", "ja"]);
    assert!(japanese.contains("手目"), "{japanese}");
}

#[test]
fn the_exit_status_is_that_of_grep() {
    let status = |arguments: &[&str]| {
        let run = kifu(&testdata(), &[&["find"], arguments].concat());
        run.status.code()
    };
    assert_eq!(status(&["games", "--where", "plies > 1"]), Some(0));
    // A record with an error is found like any other.
    assert_eq!(
        status(&["games/nifu.kifu", "--where", "errors > 0"]),
        Some(0)
    );
    assert_eq!(status(&["games", "--where", "plies > 1000"]), Some(1));
    assert_eq!(status(&["games", "--where", "plies >"]), Some(2));
    assert_eq!(
        status(&["games", "nothing.kif", "--where", "plies > 1"]),
        Some(2)
    );
}

#[test]
fn games_of_a_file_with_several_have_a_number() {
    let paths = stdout(
        &testdata(),
        &[
            "find",
            "games/two.csa",
            "games/yokofudori.csa",
            "--output",
            "paths",
        ],
    );
    assert_eq!(
        paths,
        "games/two.csa#1\ngames/two.csa#2\ngames/yokofudori.csa\n"
    );
    let ended = stdout(
        &testdata(),
        &[
            "find",
            "games/two.csa",
            "--output",
            "paths",
            "-0",
            "--max",
            "1",
        ],
    );
    assert_eq!(ended, "games/two.csa#1\0");
}

#[test]
fn found_games_are_written_as_convert_does() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let condition = ["--board", "7f=P 3d=p"];
    let count = find(&[&condition[..], &["--count"]].concat());
    let all = at("all.csa");
    let run = kifu(
        &testdata(),
        &[&["find", "games", "good", "-o", &all], &condition[..]].concat(),
    );
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(0), "{told}");
    assert!(told.contains("written: "), "{told}");
    let written = stdout(folder.path(), &["find", &all, "--count"]);
    assert_eq!(written, count);
    // Of more than are wanted the first are written.
    let three = at("three.csa");
    let arguments = ["find", "games", "good", "--max", "3", "-o", &three];
    stdout(&testdata(), &[&arguments[..], &condition[..]].concat());
    let of_three = stdout(folder.path(), &["find", &three, "--output", "csv"]);
    let of_all = stdout(folder.path(), &["find", &all, "--output", "csv"]);
    let rows = |text: &str, name: &str| {
        text.replace(name, "")
            .lines()
            .take(4)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(of_three.lines().count(), 4);
    assert_eq!(rows(&of_three, &three), rows(&of_all, &all));
    // A loss is told, and the tree is kept.
    let into = at("into");
    let run = kifu(
        &testdata(),
        &[
            &[
                "find",
                "games",
                "--to",
                "usi",
                "--out-dir",
                &into,
                "--no-loss",
            ],
            &condition[..],
        ]
        .concat(),
    );
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(1), "{told}");
    assert!(
        folder.path().join("into/yokofudori.usi").is_file(),
        "{told}"
    );
    let run = kifu(
        &testdata(),
        &["find", "games", "--to", "csa", "--where", "plies > 9000"],
    );
    assert_eq!(run.status.code(), Some(1));
    assert_eq!(run.stdout, b"");
}

/// The first game of a file is named by its number also when the second is in another block, and when it was named so.
#[test]
fn the_first_of_several_games_has_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let remark = "'remark\n".repeat(80_000);
    let game = "V2.2\nPI\n+\n+7776FU\n%TORYO\n";
    let list = format!("V2.2\nPI\n+\n+7776FU\n{remark}%TORYO\n/\n{game}");
    std::fs::write(folder.path().join("a.csa"), list).unwrap();
    let paths =
        |arguments: &[&str]| stdout(folder.path(), &[arguments, &["--output", "paths"]].concat());
    assert_eq!(paths(&["find", "a.csa"]), "a.csa#1\na.csa#2\n");
    assert_eq!(paths(&["find", "a.csa#1"]), "a.csa#1\n");
    assert_eq!(paths(&["find", "a.csa", "--max", "1"]), "a.csa#1\n");
    let copies = paths(&["dedupe", "a.csa"]);
    assert!(["a.csa#1\n", "a.csa#2\n"].contains(&&*copies), "{copies}");
    let text = stdout(folder.path(), &["dedupe", "a.csa"]);
    assert!(
        text.contains("a.csa#1") && text.contains("a.csa#2"),
        "{text}"
    );
}
