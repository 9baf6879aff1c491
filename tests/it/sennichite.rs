//! `kifu sennichite` as it is run.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// Rook and king go to and fro: the start comes back for the third and the fourth time.
const PLAIN: &str = "開始日時：2024/04/01
手合割：平手
持ち時間：10分
手数----指手---------消費時間--
1 ３八飛(28) (0:10/00:00:10)
2 ７二飛(82) (0:20/00:00:20)
3 ２八飛(38) (0:10/00:00:20)
4 ８二飛(72) (0:20/00:00:40)
5 ３八飛(28) (0:10/00:00:30)
6 ７二飛(82) (0:20/00:01:00)
7 ２八飛(38) (0:10/00:00:40)
8 ８二飛(72) (0:20/00:01:20)
9 ３八飛(28) (0:10/00:00:50)
10 ７二飛(82) (0:20/00:01:40)
11 ２八飛(38) (0:10/00:01:00)
12 ８二飛(72) (0:20/00:02:00)
13 千日手
";

/// Black checks with every move.
const PERPETUAL: &str = "position sfen 4k4/9/9/9/9/9/4R4/9/K8 w - 1 moves 5a4a 5g4g 4a5a 4g5g 5a4a 5g4g 4a5a 4g5g 5a4a 5g4g 4a5a 4g5g\n";

fn kifu(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C.UTF-8")
        .arg("sennichite")
        .args(args)
        .output()
        .unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let branch = PLAIN.replace("13 千日手", "13 ７六歩(77)")
        + "\n変化：11手\n11 ７六歩(77)\n12 ８二飛(72)\n13 ２八飛(38)\n";
    for (name, text) in [
        ("plain.kifu", PLAIN),
        ("perpetual.usi", PERPETUAL),
        ("branch.kifu", &branch),
        ("none.usi", "position startpos moves 7g7f 3c3d\n"),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn plain_repetition_is_told_with_the_time_that_is_left() {
    let folder = folder();
    insta::assert_snapshot!("plain", text(&kifu(folder.path(), &["plain.kifu"])));
    let japanese = kifu(
        folder.path(),
        &["--lang", "ja", "--min", "4", "--show", "plain.kifu"],
    );
    insta::assert_snapshot!("plain_ja", text(&japanese));
}

#[test]
fn perpetual_check_is_told_with_its_loser() {
    let folder = folder();
    let output = kifu(folder.path(), &["--min", "4", "perpetual.usi"]);
    insta::assert_snapshot!("perpetual", text(&output));
    let object = kifu(
        folder.path(),
        &["--output", "ndjson", "--min", "4", "perpetual.usi"],
    );
    let object: Value = serde_json::from_str(&text(&object)).unwrap();
    let found = &object["repetitions"][0];
    assert_eq!(found["verdict"], "perpetual_check");
    assert_eq!(found["loser"], "black");
    assert_eq!(found["plies"], serde_json::json!([0, 4, 8, 12]));
    assert_eq!(found["black_checks"], true);
    assert_eq!(found["white_checks"], false);
}

#[test]
fn many_files_show_only_what_ends_a_game() {
    let folder = folder();
    let found = text(&kifu(folder.path(), &["."]));
    assert!(
        found.contains("plain.kifu") && found.contains("perpetual.usi"),
        "{found}"
    );
    assert!(!found.contains("none.usi"), "{found}");
    assert!(!found.contains("3 times"), "{found}");
    let rows = text(&kifu(folder.path(), &["--output", "csv", "."]));
    let mut reader = csv::Reader::from_reader(rows.as_bytes());
    assert_eq!(reader.records().map(Result::unwrap).count(), 3);
    let none = text(&kifu(folder.path(), &["none.usi"]));
    assert!(
        none.contains("No position occurs more than once."),
        "{none}"
    );
}

#[test]
fn variations_are_judged_from_the_start_of_the_game() {
    let folder = folder();
    let objects = |args: &[&str]| -> Value {
        serde_json::from_str(&text(&kifu(folder.path(), args))).unwrap()
    };
    let main = objects(&["--output", "ndjson", "--min", "3", "branch.kifu"]);
    let all = objects(&[
        "--output",
        "ndjson",
        "--min",
        "3",
        "--variations",
        "branch.kifu",
    ]);
    let lines = |value: &Value| {
        let list = value["repetitions"].as_array().unwrap();
        list.iter()
            .map(|it| it["variation"].as_u64())
            .collect::<Vec<_>>()
    };
    assert_eq!(lines(&main), [None; 4]);
    // The pawn move of the variation keeps every later position from being an old one.
    assert_eq!(lines(&all), [None; 4]);
    let wanted = serde_json::json!([0, 4, 8, 12]);
    assert_eq!(all["repetitions"][0]["plies"], wanted);
    assert_eq!(all["lines_left_out"], 0);
}

#[test]
fn a_fourth_occurrence_in_a_variation_is_found() {
    let folder = folder();
    let game = PLAIN.replace("9 ３八飛(28) (0:10/00:00:50)", "9 ７六歩(77)");
    let (head, _) = game.split_once("10 ").unwrap();
    let tail = PLAIN.split_once("9 ３八飛").unwrap().1;
    let game = format!("{head}\n変化：9手\n9 ３八飛{tail}");
    std::fs::write(folder.path().join("tree.kifu"), game).unwrap();
    let args = [
        "--output",
        "ndjson",
        "--min",
        "4",
        "--variations",
        "tree.kifu",
    ];
    let found: Value = serde_json::from_str(&text(&kifu(folder.path(), &args))).unwrap();
    let found = found["repetitions"].as_array().unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["variation"], 2);
    assert_eq!(found[0]["verdict"], "sennichite");
}

#[test]
fn one_game_shows_twofold_repetition_and_many_do_not() {
    let folder = folder();
    let game = "position startpos moves 2h3h 8b7b 3h2h 7b8b";
    let one = text(&kifu(folder.path(), &[game]));
    assert!(one.contains("has occurred 2 times (moves 0, 4)"), "{one}");
    let list = format!("{game}\n{game} 7g7f\n");
    std::fs::write(folder.path().join("list.usi"), list).unwrap();
    assert_eq!(text(&kifu(folder.path(), &["list.usi"])), "");
}

#[test]
fn what_is_no_record_is_told_so() {
    let folder = folder();
    std::fs::write(folder.path().join("empty.kif"), "").unwrap();
    let output = kifu(folder.path(), &["empty.kif"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"empty.kif:1: empty file\n\n");
    let output = kifu(folder.path(), &["--output", "ndjson", "empty.kif"]);
    assert_eq!(output.status.code(), Some(1));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["error"], "empty file");
}
