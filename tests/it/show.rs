//! `kifu show` and `kifu rules` as they are run.

use std::path::Path;
use std::process::{Command, Output};

const GAME: &str = "棋戦：池の杯
先手：亀
後手：鶴
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:05/00:00:05)
   2 ３四歩(33)   ( 0:07/00:00:07)
   3 ２二角成(88)   ( 1:00/00:01:05)
   4 同　銀(31)   ( 0:02/00:00:09)
   5 投了
";

fn kifu(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C.UTF-8")
        .args(args)
        .output()
        .unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A folder with the game in it.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("game.kif"), GAME).unwrap();
    folder
}

#[test]
fn a_position_as_text() {
    let folder = folder();
    let show = |args: &[&str]| text(&kifu(folder.path(), args));
    let ja = show(&["show", "game.kif", "--ply", "3", "--moves", "--lang", "ja"]);
    insta::assert_snapshot!("show_ja", ja);
    let fr = show(&["show", "game.kif", "--lang", "fr", "--flip"]);
    insta::assert_snapshot!("show_fr", fr);
    let bare = show(&["show", "startpos", "--pieces", "letters"]);
    insta::assert_snapshot!("show_startpos", bare);
}

#[test]
fn a_board_in_japanese_can_be_read_again() {
    let folder = folder();
    let board = kifu(folder.path(), &["show", "game.kif", "--lang", "ja"]);
    let board = text(&board);
    let diagram = &board[board.find("後手の持駒").unwrap()..];
    std::fs::write(folder.path().join("board.bod"), diagram).unwrap();
    let again = kifu(
        folder.path(),
        &["show", "board.bod", "--pieces", "letters", "--lang", "en"],
    );
    assert!(
        text(&again).contains("| .  r  .  .  .  .  .  s  . |b"),
        "{again:?}"
    );
}

#[test]
fn pictures_are_made_by_the_ending_of_the_name() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    for name in ["a.svg", "a.png", "a.html"] {
        text(&kifu(
            folder.path(),
            &["show", "game.kif", "--ply", "2", "-o", name],
        ));
    }
    let svg = std::fs::read_to_string(path("a.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("亀 – 鶴, after move 2: P-3d"));
    if cfg!(feature = "png") {
        assert!(
            std::fs::read(path("a.png"))
                .unwrap()
                .starts_with(b"\x89PNG")
        );
    }
    assert!(
        std::fs::read_to_string(path("a.html"))
            .unwrap()
            .starts_with("<!DOCTYPE html>")
    );
}

#[test]
fn nothing_is_overwritten_without_force() {
    let folder = folder();
    let args = ["show", "game.kif", "-o", "game.kif"];
    assert_eq!(kifu(folder.path(), &args).status.code(), Some(2));
    assert_eq!(
        std::fs::read_to_string(folder.path().join("game.kif")).unwrap(),
        GAME
    );
    let forced = ["show", "game.kif", "-o", "b.svg", "--force"];
    text(&kifu(folder.path(), &forced));
    text(&kifu(folder.path(), &forced));
}

#[test]
fn what_is_not_there_is_said() {
    let folder = folder();
    let fails = |args: &[&str], words: &str| {
        let output = kifu(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(words), "{said}");
    };
    fails(&["show", "none.kif"], "none.kif cannot be found");
    fails(
        &["show", "game.kif", "--ply", "9"],
        "There is no move 9; the last one that can be shown is 4.",
    );
    fails(
        &["show", "game.kif", "--game", "2"],
        "The file holds only so many games: 1.",
    );
    fails(
        &["show", "game.kif", "--game", "2", "--lang", "ja"],
        "ファイルの局数は1です。",
    );
    fails(&["replay", "game.kif"], "Standard output is no terminal");
}

#[test]
fn hostile_records_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let name = format!("</svg><script>\u{1b}[2J\u{202e}{}", "亀".repeat(100_000));
    let game = GAME.replace("先手：亀", &format!("先手：{name}"));
    std::fs::write(folder.path().join("game.kif"), game).unwrap();
    let shown = text(&kifu(folder.path(), &["show", "game.kif"]));
    assert!(!shown.contains(['\u{1b}', '\u{202e}']) && shown.len() < 2000);
    text(&kifu(folder.path(), &["show", "game.kif", "-o", "a.svg"]));
    let svg = std::fs::read_to_string(folder.path().join("a.svg")).unwrap();
    assert!(!svg.contains("<script") && !svg.contains(['\u{1b}', '\u{202e}']));
    assert_eq!(svg.matches("</svg>").count(), 1);
}

#[test]
fn the_locale_chooses_the_language() {
    let folder = folder();
    let rules = |locale: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .current_dir(folder.path())
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env("LANG", locale)
            .arg("rules")
            .output()
            .unwrap();
        text(&output).lines().next().unwrap().to_owned()
    };
    assert_eq!(rules("fr_FR.UTF-8"), "Les règles du shogi");
    assert_eq!(rules("ja_JP.UTF-8"), "将棋のルール");
    assert_eq!(rules("es_MX.UTF-8"), "Las reglas del shogi");
    assert_eq!(rules("de_DE.UTF-8"), "The rules of shogi");
}

#[test]
fn the_help_speaks_the_language() {
    let folder = folder();
    let fr = text(&kifu(folder.path(), &["rules", "--help", "--lang", "fr"]));
    insta::assert_snapshot!("rules_help_fr", fr);
    let ja = text(&kifu(folder.path(), &["--lang=ja"]));
    assert!(
        ja.contains("盤面を表示") && ja.contains("使い方: kifu"),
        "{ja}"
    );
}

#[test]
fn a_picture_of_another_kind_is_refused() {
    let folder = folder();
    for name in ["x.jpg", "x.PDF", "x.webp"] {
        let refused = kifu(folder.path(), &["show", "game.kif", "-o", name]);
        assert_eq!(refused.status.code(), Some(2), "{name}");
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(told.contains(".svg, .png, .html or .txt"), "{told}");
        assert!(!folder.path().join(name).exists());
    }
    for name in ["x.txt", "x"] {
        let written = kifu(folder.path(), &["show", "game.kif", "-o", name]);
        assert_eq!(written.status.code(), Some(0), "{name}");
    }
}
