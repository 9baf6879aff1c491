//! `kifu dedupe`: copies in every notation are found, near copies are not mistaken.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::export::{kifu, stdout};
use crate::support::testdata;

const CSA: &str = "V2.2\nN+A\nN-B\nPI\n+\n+7776FU\nT3\n-3334FU\nT4\n+2726FU\nT5\n%TORYO\nT1\n";

fn groups(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let text = stdout(
        folder,
        &[&["dedupe", ".", "--output", "ndjson"], arguments].concat(),
    );
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

fn files(group: &Value) -> Vec<String> {
    let members = group["members"].as_array().unwrap().iter();
    let mut files: Vec<String> = members
        .map(|it| {
            it["file"]
                .as_str()
                .unwrap()
                .trim_start_matches("./")
                .to_owned()
        })
        .collect();
    files.sort();
    files
}

#[test]
fn copies_in_every_notation_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let games = testdata().join("games");
    for name in ["yokofudori.csa", "nifu.kifu", "two.csa"] {
        for notation in ["kif", "ki2", "csa", "usi", "usen", "jkf"] {
            let from = games.join(name);
            let to = folder
                .path()
                .join(format!("{}.{notation}", name.replace('.', "_")));
            let converted = kifu(
                folder.path(),
                &[
                    "convert",
                    from.to_str().unwrap(),
                    "--to",
                    notation,
                    "-o",
                    to.to_str().unwrap(),
                ],
            );
            assert_ne!(converted.status.code(), Some(2), "{name} {notation}");
        }
    }
    for key in ["moves", "position"] {
        let found = groups(folder.path(), &["--key", key]);
        // Each game of the three files is a group, with a member for each notation it could be written in.
        assert_eq!(found.len(), 4, "{key}: {found:#?}");
        for group in &found {
            assert!(group["members"].as_array().unwrap().len() >= 5, "{group}");
            let best = group["members"].as_array().unwrap();
            assert!(best[0]["best"] == true && best[1]["best"] == false);
        }
    }
}

#[test]
fn near_copies_are_not_mistaken() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.csa", CSA);
    write(
        "later.csa",
        &CSA.replace("+2726FU", "+2716FU")
            .replace("+2716FU", "+1716FU"),
    );
    write("longer.csa", &CSA.replace("%TORYO", "-8384FU\nT1\n%TORYO"));
    write(
        "order.csa",
        &CSA.replace("+7776FU", "+X")
            .replace("+2726FU", "+7776FU")
            .replace("+X", "+2726FU"),
    );
    write("handicap.csa", &CSA.replace("PI\n", "PI82HI\n"));
    write("empty1.csa", "V2.2\nPI\n+\n%CHUDAN\n");
    write("empty2.csa", "V2.2\nPI\n+\n%TORYO\n");
    assert!(groups(folder.path(), &[]).is_empty());
    let status = |arguments: &[&str]| {
        kifu(folder.path(), &[&["dedupe", "."], arguments].concat())
            .status
            .code()
    };
    assert_eq!(status(&[]), Some(0));
    let empty = groups(folder.path(), &["--with-empty"]);
    assert_eq!(files(&empty[0]), ["empty1.csa", "empty2.csa"]);
    // Transpositions end in the same position.
    let same_end = groups(folder.path(), &["--key", "position"]);
    assert_eq!(same_end.len(), 1);
    assert_eq!(files(&same_end[0]), ["a.csa", "order.csa"]);
    // One is the beginning of another.
    let prefix = groups(folder.path(), &["--key", "prefix"]);
    assert_eq!(prefix.len(), 1, "{prefix:#?}");
    assert_eq!(files(&prefix[0]), ["a.csa", "longer.csa"]);
    let best = &prefix[0]["members"][0];
    assert!(best["file"].as_str().unwrap().ends_with("longer.csa"));
    assert!(
        prefix[0]["differs"]
            .as_array()
            .unwrap()
            .contains(&Value::from("length"))
    );
    assert_eq!(status(&["--key", "prefix"]), Some(1));
}

#[test]
fn names_fold_and_the_best_record_comes_first() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let bare = CSA
        .replace("\nT3", "")
        .replace("\nT4", "")
        .replace("\nT5", "")
        .replace("\nT1", "");
    write(
        "a.csa",
        &bare
            .replace("N+A", "N+羽生 善治九段")
            .replace("N-B", "N-Ｂ"),
    );
    write(
        "b.csa",
        &CSA.replace("N+A", "N+羽生善治").replace("N-B", "N-b(1500)"),
    );
    write("c.csa", CSA);
    let all = groups(folder.path(), &[]);
    assert_eq!(files(&all[0]), ["a.csa", "b.csa", "c.csa"]);
    assert_eq!(all[0]["differs"], serde_json::json!(["names", "clocks"]));
    let named = groups(folder.path(), &["--key", "moves+players"]);
    assert_eq!(named.len(), 1);
    assert_eq!(files(&named[0]), ["a.csa", "b.csa"]);
    let best = named[0]["members"][0]["file"].as_str().unwrap();
    assert!(best.ends_with("b.csa"), "{best}");
    let paths = stdout(
        folder.path(),
        &["dedupe", "a.csa", "b.csa", "c.csa", "--output", "paths"],
    );
    assert_eq!(paths, "a.csa\nc.csa\n");
    let told = stdout(
        folder.path(),
        &["dedupe", "a.csa", "b.csa", "c.csa", "a.csa"],
    );
    insta::assert_snapshot!("groups", told);
}

#[test]
fn the_best_of_each_group_is_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.csa"), CSA).unwrap();
    fs::write(folder.path().join("b.csa"), CSA.replace("T3\n", "")).unwrap();
    fs::write(
        folder.path().join("other.csa"),
        CSA.replace("+2726FU", "+6766FU"),
    )
    .unwrap();
    let run = kifu(
        folder.path(),
        &["dedupe", ".", "--to", "kif", "--out-dir", "best"],
    );
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(1), "{told}");
    assert!(told.contains("written: 1"), "{told}");
    let best = folder.path().join("best");
    let names: Vec<_> = fs::read_dir(best)
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names, ["a.kifu"]);
}
