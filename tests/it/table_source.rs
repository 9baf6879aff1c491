//! A table of games in Parquet is read in place of the records it was made of.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::export::{kifu, stdout};
use crate::support::testdata;

/// The table of all good records, in a folder of its own.
fn table() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.parquet");
    let path = path.to_str().unwrap();
    stdout(
        &testdata(),
        &["export", "games", "good", "--table", "games", "-o", path],
    );
    folder
}

fn rows(folder: &Path, paths: &[&str]) -> Vec<Value> {
    let command = ["export", "--table", "games", "--output", "ndjson"];
    let text = stdout(folder, &[&command[..], paths].concat());
    let rows = text.lines().map(|it| serde_json::from_str(it).unwrap());
    rows.collect()
}

#[test]
fn the_games_are_those_of_the_records() {
    let folder = table();
    let from_records = rows(&testdata(), &["games", "good"]);
    let from_table = rows(folder.path(), &["games.parquet"]);
    assert_eq!(from_table.len(), from_records.len());
    let mut endings = 0;
    for (at, (table, record)) in from_table.iter().zip(&from_records).enumerate() {
        assert_eq!(table["file"], "games.parquet");
        assert_eq!(table["game"], at + 1);
        // CSA has no place for the number of the first move.
        let start = |row: &Value| {
            let sfen = row["start_sfen"].as_str();
            sfen.and_then(|it| it.rsplit_once(' '))
                .map(|it| it.0.to_owned())
        };
        assert_eq!(start(table), start(record), "{record}");
        for column in [
            "plies",
            "legal_plies",
            "moves_usi",
            "black",
            "white",
            "black_rating",
            "white_rating",
            "event",
            "site",
            "date",
            "opening",
            "black_castle",
            "opening_header",
        ] {
            assert_eq!(table[column], record[column], "{column} of {record}");
        }
        if !table["ending"].is_null() {
            endings += 1;
            assert_eq!(table["ending"], record["ending"], "{record}");
            assert_eq!(table["winner"], record["winner"], "{record}");
        }
    }
    assert!(endings > 10, "{endings}");
}

#[test]
fn every_command_takes_it() {
    let folder = table();
    let count = |folder: &Path, paths: &[&str]| {
        let condition = ["find", "--board", "7f=P 3d=p", "--count"];
        stdout(folder, &[&condition[..], paths].concat())
    };
    let found = count(folder.path(), &["games.parquet"]);
    assert_eq!(found, count(&testdata(), &["games", "good"]));
    let explored = |folder: &Path, paths: &[&str]| {
        let tree = ["explore", "--output", "json"];
        stdout(folder, &[&tree[..], paths].concat())
    };
    let tree = explored(folder.path(), &["games.parquet"]);
    assert_eq!(tree, explored(&testdata(), &["games", "good"]));
    let shown = |folder: &Path, game: &str| stdout(folder, &["show", game, "--ply", "last"]);
    assert_eq!(
        shown(folder.path(), "games.parquet#1"),
        shown(&testdata(), "games/nifu.kifu")
    );
    for command in [
        &["check"][..],
        &["show", "--ply", "last"],
        &["jishogi"],
        &["sennichite"],
        &["replay", "--html", "-"],
        &["explore"],
        &["book", "-o", "book.parquet"],
        &["stats"],
        &["dedupe"],
        &["info"],
        &["convert", "--to", "kif"],
    ] {
        let mut arguments = command.to_vec();
        arguments.insert(1, "games.parquet");
        let run = kifu(folder.path(), &arguments);
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(
            matches!(run.status.code(), Some(0 | 1)),
            "{arguments:?}: {told}"
        );
        let tells = told.contains("holds no comments, variations or clocks");
        assert_eq!(tells, command[0] == "convert", "{told}");
    }
}

#[test]
fn what_is_no_table_of_games_is_told() {
    let folder = table();
    let at = |name: &str| folder.path().join(name);
    let whole = fs::read(at("games.parquet")).unwrap();
    for len in [4, 100, whole.len() / 2, whole.len() - 1] {
        fs::write(at("cut.parquet"), &whole[..len]).unwrap();
        let run = kifu(folder.path(), &["check", "cut.parquet"]);
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{told}");
        assert!(told.contains("cut.parquet: "), "{told}");
    }
    for step in (4..whole.len()).step_by(whole.len() / 40) {
        let mut damaged = whole.clone();
        damaged[step] ^= 0x55;
        fs::write(at("damaged.parquet"), &damaged).unwrap();
        let run = kifu(folder.path(), &["check", "damaged.parquet"]);
        assert!(matches!(run.status.code(), Some(0..=2)), "byte {step}");
    }
    let moves = at("moves.parquet");
    let moves = moves.to_str().unwrap();
    stdout(
        &testdata(),
        &["export", "games", "--table", "moves", "-o", moves],
    );
    let run = kifu(folder.path(), &["check", "moves.parquet"]);
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(2), "{told}");
    assert!(told.contains("only tables of games are read"), "{told}");
}
