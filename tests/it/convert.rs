//! `kifu convert` and `kifu info` as they are run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support;

const CSA: &str = "V2.2\nN+甲\nN-乙\n$EVENT:e\n$START_TIME:2024/04/01 10:00:00\nPI\n+\n+7776FU\nT1\n-3334FU\nT2\n%TORYO\n";

fn kifu(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder)
        .env("LANG", "C.UTF-8")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .args(args)
        .output()
        .unwrap()
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn tree(folder: &Path) -> Vec<String> {
    let name = |path: PathBuf| {
        let inside = path.strip_prefix(folder).unwrap();
        inside.to_str().unwrap().replace('\\', "/")
    };
    let mut names: Vec<String> = support::files(folder).into_iter().map(name).collect();
    names.sort();
    names
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn one_file_to_standard_output_with_its_losses_on_standard_error() {
    let folder = folder(&[("a.csa", CSA)]);
    let output = kifu(folder.path(), &["convert", "a.csa", "--to", "usi"]);
    assert_eq!(output.stdout, b"position startpos moves 7g7f 3c3d\n");
    assert_eq!(status(&output), 0);
    let told = stderr(&output);
    for code in ["W505", "W509", "W510"] {
        assert!(told.contains(code), "{told}");
    }
    let strict = kifu(
        folder.path(),
        &["convert", "a.csa", "--to", "usi", "--no-loss", "-q"],
    );
    assert_eq!(status(&strict), 1);
}

#[test]
fn the_name_of_the_output_tells_the_notation_and_nothing_is_overwritten() {
    let folder = folder(&[("a.csa", CSA), ("b.kif", "old")]);
    let args = ["convert", "a.csa", "-o", "b.kif"];
    let refused = kifu(folder.path(), &args);
    assert_eq!(status(&refused), 2);
    assert!(stderr(&refused).contains("--force"));
    assert_eq!(fs::read(folder.path().join("b.kif")).unwrap(), b"old");
    let forced = kifu(folder.path(), &[&args[..], &["--force"]].concat());
    assert_eq!(status(&forced), 0, "{}", stderr(&forced));
    let text = fs::read_to_string(folder.path().join("b.kif")).unwrap();
    assert!(
        text.starts_with("#KIF version=2.0 encoding=UTF-8\n"),
        "{text}"
    );
    assert!(
        text.contains("   1 ７六歩(77)   ( 0:01/00:00:01)\n"),
        "{text}"
    );
    assert_eq!(tree(folder.path()), ["a.csa", "b.kif"]);
}

#[test]
fn a_folder_keeps_its_tree_and_the_ending_follows_the_encoding() {
    let files = [
        ("in/x/a.csa", CSA),
        ("in/y/a.csa", CSA),
        ("in/A.csa", CSA),
        ("in/a.csa", CSA),
    ];
    let folder = folder(&files);
    let run = |out: &str, more: &[&str]| {
        let args = ["convert", "in", "--to", "kif", "--out-dir", out];
        let output = kifu(folder.path(), &[&args[..], more].concat());
        assert_eq!(status(&output), 0, "{}", stderr(&output));
        tree(&folder.path().join(out))
    };
    let expected = ["A.kifu", "a-2.kifu", "x/a.kifu", "y/a.kifu"];
    assert_eq!(run("o1", &[]), expected);
    let one = fs::read(folder.path().join("o1/x/a.kifu")).unwrap();
    let sjis = run("o2", &["--to-encoding", "shift_jis", "--jobs", "3"]);
    assert_eq!(sjis, ["A.kif", "a-2.kif", "x/a.kif", "y/a.kif"]);
    let bytes = fs::read(folder.path().join("o2/x/a.kif")).unwrap();
    let text = encoding_rs::SHIFT_JIS.decode(&bytes).0.into_owned();
    assert!(text.contains("甲\r\n"), "{text}");
    let body = String::from_utf8(one)
        .unwrap()
        .replace("#KIF version=2.0 encoding=UTF-8\n", "");
    assert_eq!(text.replace("\r\n", "\n"), body);
}

#[test]
fn a_list_of_games_becomes_files_named_by_a_template() {
    let games = [CSA, CSA, "V2.2\nN+../x\nN-b:c\nPI\n+\n+2726FU\n%CHUDAN\n"].join("/\n");
    let folder = folder(&[("list.csa", &games)]);
    let args = [
        "convert",
        "list.csa",
        "--to",
        "csa",
        "--out-dir",
        "out",
        "--name",
    ];
    let output = kifu(
        folder.path(),
        &[&args[..], &["{date}_{black}_{white}"]].concat(),
    );
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let expected = [
        "2024-04-01_甲_乙-2.csa",
        "2024-04-01_甲_乙.csa",
        "_.._x_b_c.csa",
    ];
    assert_eq!(tree(&folder.path().join("out")), expected);
    let bad = kifu(folder.path(), &[&args[..], &["{nonsense}"]].concat());
    assert_eq!(status(&bad), 2);
}

#[test]
fn a_list_stays_one_list_and_a_notation_of_one_game_gets_files() {
    let list = "startpos moves 7g7f\nstartpos moves 2g2f 3c3d\n";
    let folder = folder(&[("list.usi", list)]);
    let run = |to: &str| {
        let args = ["convert", "list.usi", "--to", to, "--out-dir", to];
        assert_eq!(status(&kifu(folder.path(), &args)), 0);
        tree(&folder.path().join(to))
    };
    assert_eq!(run("sfen"), ["list.sfen"]);
    assert_eq!(run("csa"), ["list.csa"]);
    assert_eq!(run("ki2"), ["list-2.ki2u", "list.ki2u"]);
    let csa = fs::read_to_string(folder.path().join("csa/list.csa")).unwrap();
    assert_eq!(
        csa,
        "V2.2\nPI\n+\n+7776FU\n/\nV2.2\nPI\n+\n+2726FU\n-3334FU\n"
    );
    let back = kifu(
        folder.path(),
        &["convert", "csa/list.csa", "--to", "usi", "-q"],
    );
    assert_eq!(
        back.stdout,
        b"position startpos moves 7g7f\nposition startpos moves 2g2f 3c3d\n"
    );
}

#[test]
fn output_within_the_input_is_not_read_again() {
    let folder = folder(&[("a.csa", CSA), ("z/b.csa", CSA)]);
    let args = [
        "convert",
        ".",
        "--to",
        "csa",
        "--out-dir",
        "./m",
        "--jobs",
        "1",
    ];
    let output = kifu(folder.path(), &args);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    assert_eq!(
        tree(folder.path()),
        ["a.csa", "m/a.csa", "m/z/b.csa", "z/b.csa"]
    );
}

#[test]
fn a_character_that_the_encoding_lacks_is_refused_replaced_or_brings_utf8() {
    let kif = "先手：é☗\n   1 ７六歩(77)\n*😀\n   2 投了\n";
    let folder = folder(&[("a.kif", kif)]);
    let args = [
        "convert",
        "a.kif",
        "--to",
        "kif",
        "--to-encoding",
        "shift_jis",
    ];
    let run = |more: &[&str]| kifu(folder.path(), &[&args[..], more].concat());
    let refused = run(&[]);
    assert_eq!((status(&refused), refused.stdout.len()), (1, 0));
    let told = stderr(&refused);
    assert!(
        told.contains("E501") && told.contains("U+00E9") && told.contains("U+1F600"),
        "{told}"
    );
    let geta = run(&["--unmappable", "geta"]);
    assert_eq!(status(&geta), 0);
    let text = encoding_rs::SHIFT_JIS.decode(&geta.stdout).0.into_owned();
    assert!(
        text.contains("先手：〓▲\r\n") && text.contains("*〓\r\n"),
        "{text}"
    );
    assert!(stderr(&geta).contains("W501") && stderr(&geta).contains("W502"));
    let utf8 = run(&["--unmappable", "utf8", "--out-dir", "out"]);
    assert_eq!(status(&utf8), 0);
    assert_eq!(tree(&folder.path().join("out")), ["a.kifu"]);
    let text = fs::read_to_string(folder.path().join("out/a.kifu")).unwrap();
    assert!(text.starts_with("#KIF version=2.0 encoding=UTF-8\n") && text.contains("é☗"));
}

#[test]
fn a_mark_and_line_ends_on_request() {
    let folder = folder(&[("a.csa", CSA)]);
    let args = ["convert", "a.csa", "--to", "csa", "--bom", "--eol", "crlf"];
    let output = kifu(folder.path(), &args);
    assert!(output.stdout.starts_with(b"\xEF\xBB\xBFV2.2\r\nN+"));
    let args = [
        "convert",
        "a.csa",
        "--to",
        "csa",
        "--to-encoding",
        "utf-16le",
    ];
    let output = kifu(folder.path(), &args);
    assert!(output.stdout.starts_with(b"\xFF\xFEV\x002\x00.\x00"));
}

#[test]
fn broken_records_and_missing_files_do_not_end_the_run() {
    let broken = "V2.2\nPI\n+\n+7776FU\n-3333FU\n+2726FU\n%TORYO\n";
    let folder = folder(&[
        ("a.csa", broken),
        ("b.csa", CSA),
        ("c.txt", "no record at all"),
    ]);
    let args = [
        "convert", "a.csa", "b.csa", "c.txt", "none.csa", "--to", "usi",
    ];
    let output = kifu(folder.path(), &args);
    assert_eq!(status(&output), 2);
    let out = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(
        out,
        "position startpos moves 7g7f\nposition startpos moves 7g7f 3c3d\n"
    );
    let told = stderr(&output);
    assert!(told.contains("none.csa") && told.contains("W512"), "{told}");
    let without = kifu(folder.path(), &["convert", "a.csa", "b.csa", "--to", "usi"]);
    assert_eq!(status(&without), 1);
}

#[test]
fn the_same_bytes_for_any_number_of_jobs() {
    let games = vec![CSA; 300].join("/\n");
    let folder = folder(&[("a.csa", &games), ("b.csa", CSA)]);
    let run = |jobs: &str| {
        let args = [
            "convert", "a.csa", "b.csa", "--to", "kif", "--jobs", jobs, "-q",
        ];
        let output = kifu(folder.path(), &args);
        (output.stdout, output.stderr)
    };
    assert_eq!(run("1"), run("4"));
}

#[test]
fn what_a_record_says_of_itself() {
    let folder = folder(&[("a.csa", CSA), ("b.kif", "先手：亀\n   1 ７六歩(77)\n")]);
    let text = kifu(folder.path(), &["info", "a.csa"]);
    insta::assert_snapshot!("info_one", String::from_utf8(text.stdout).unwrap());
    let table = kifu(folder.path(), &["info", "a.csa", "b.kif"]);
    insta::assert_snapshot!("info_table", String::from_utf8(table.stdout).unwrap());
    let json = kifu(
        folder.path(),
        &["info", "--output", "ndjson", "a.csa", "b.kif"],
    );
    insta::assert_snapshot!("info_ndjson", String::from_utf8(json.stdout).unwrap());
    let csv = kifu(folder.path(), &["info", "--output", "csv", "a.csa"]);
    let csv = String::from_utf8(csv.stdout).unwrap();
    let lines: Vec<usize> = csv.lines().map(|it| it.split(',').count()).collect();
    assert_eq!(lines, [28, 28]);
    let head = kifu(
        folder.path(),
        &["info", "--headers-only", "--output", "ndjson", "a.csa"],
    );
    let head = String::from_utf8(head.stdout).unwrap();
    assert!(
        head.contains("\"black\":\"甲\"") && head.contains("\"plies\":null"),
        "{head}"
    );
}

#[test]
fn a_line_of_usen_holds_what_is_read_again() {
    // Variations of variations, each from the ply after: rooks that go to and fro. All repeat the moves before them.
    let plies = 620;
    let mut kif = String::from("手合割：平手\n手数----指手--\n");
    let digits = ['０', '１', '２', '３', '４', '５', '６', '７', '８'];
    let mut rooks = vec![[2, 8]; plies + 1];
    for first in 0..plies {
        if first > 0 {
            kif.push_str(&format!("\n変化：{first}手\n"));
        }
        let from = first.max(1);
        let mut now = rooks[from];
        for (ply, rooks) in rooks.iter_mut().enumerate().skip(from) {
            *rooks = now;
            let (side, rank) = if ply % 2 == 1 { (0, "八") } else { (1, "二") };
            let before = now[side];
            let mut others = (3..=7).filter(|&it| it != before);
            let to = others.nth(usize::from(ply == first)).unwrap();
            let (to_sign, number) = (digits[to], if side == 0 { 8 } else { 2 });
            kif.push_str(&format!("{ply:4} {to_sign}{rank}飛({before}{number})\n"));
            now[side] = to;
        }
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.kifu"), &kif).unwrap();
    let output = kifu(folder.path(), &["convert", "--to", "usen", "a.kifu"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("variations not kept"), "{told}");
    let line = String::from_utf8(output.stdout).unwrap();
    assert!((1_000_000..=1 << 20).contains(&line.len()));
    std::fs::write(folder.path().join("a.usen"), &line).unwrap();
    let read = kifu(folder.path(), &["check", "--output", "short", "a.usen"]);
    assert_eq!(read.status.code(), Some(0));
}

#[test]
fn what_stands_behind_a_move_that_cannot_be_made_is_told_as_lost() {
    let csa = "V2.2\nPI\n+\n+7776FU\nT3\n-3334FU\n+7775FU\nT5\n-8384FU\nT7\n'*c\n%TORYO\nT9\n";
    let kif = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(35)\n*c\n   3 ２六歩(27)   ( 0:05/00:00:05)\n*d\n   4 投了\n";
    let branch = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n\n変化：2手\n   2 ８xx四歩(83)\n*c\n   3 投了\n";
    let ended =
        "手合割：平手\n   1 ７六歩(77)\n   2 投了\n   3 ２六歩(27)\n   4 ８四歩(83)\n   5 中断\n";
    let twice = "手合割：平手\n   1 ７六歩(77)\n   2 投了\n   3 中断\n";
    let folder = folder(&[
        ("a.csa", csa),
        ("b.kifu", kif),
        ("c.kifu", branch),
        ("d.kifu", ended),
        ("e.kifu", twice),
    ]);
    for (file, to, expected) in [
        ("d.kifu", "kif", "W510=resignation W512=2"),
        ("d.kifu", "csa", "W510=resignation W512=2"),
        ("e.kifu", "kif", "W510=resignation"),
        ("a.csa", "csa", "W504=1 W505=3 W510=resignation W512=2"),
        ("a.csa", "kif", "W504=1 W505=3 W510=resignation W512=2"),
        ("a.csa", "jkf", "W504=1 W505=3 W510=resignation W512=2"),
        ("a.csa", "usi", "W504=1 W505=4 W510=resignation W512=2"),
        ("b.kifu", "csa", "W504=2 W505=1 W510=resignation W512=2"),
        ("b.kifu", "kif", "W504=2 W505=1 W510=resignation W512=2"),
        ("c.kifu", "kif", "W504=1 W510=resignation W512=1"),
        ("c.kifu", "csa", "W503=1"),
    ] {
        let output = kifu(folder.path(), &["convert", file, "--to", to]);
        let told = stderr(&output);
        let mut losses: Vec<String> = told
            .lines()
            .filter_map(|line| {
                let at = line.find("[W5")?;
                let code = line.get(at + 1..at + 5)?;
                let count = line[at..].split(": ").find(|it| it.parse::<u32>().is_ok());
                Some(format!("{code}={}", count.unwrap_or("resignation")))
            })
            .collect();
        losses.sort();
        assert_eq!(losses.join(" "), expected, "{file} to {to}: {told}");
    }
}

#[test]
fn a_source_that_is_named_twice_is_converted_once() {
    let folder = folder(&[("in/1.csa", CSA), ("in/s/1.csa", CSA), ("d.csa", CSA)]);
    for (named, files) in [
        (&["in", "in/s"][..], &["1.kifu", "s/1.kifu"][..]),
        (&["in/s/1.csa", "in"], &["1.kifu", "s/1.kifu"]),
        (&["d.csa", "./d.csa", "in/../d.csa"], &["d.kifu"]),
    ] {
        let to = ["--to", "kif", "--out-dir", "o", "--force"];
        let output = kifu(folder.path(), &[&["convert"], named, &to].concat());
        assert_eq!(status(&output), 0, "{}", stderr(&output));
        assert_eq!(tree(&folder.path().join("o")), files);
        fs::remove_dir_all(folder.path().join("o")).unwrap();
    }
}

#[test]
fn csa_is_written_with_the_pieces_of_one_set() {
    let sfen = "4k4/9/9/9/9/9/9/9/4K4 b 10P90p3r 1\n";
    let folder = folder(&[("a.sfen", sfen)]);
    let output = kifu(folder.path(), &["convert", "a.sfen", "-o", "a.csa"]);
    assert!(stderr(&output).contains("[W519]: pieces not kept, more than a set has: 83"));
    let text = fs::read_to_string(folder.path().join("a.csa")).unwrap();
    let hands: Vec<usize> = ["P+", "P-"]
        .iter()
        .map(|side| text.lines().find(|it| it.starts_with(side)))
        .map(|line| line.unwrap().matches("00FU").count())
        .collect();
    assert_eq!(hands, [10, 8]);
    let again = kifu(folder.path(), &["check", "a.csa"]);
    assert_eq!(status(&again), 0, "{}", stderr(&again));
}

#[test]
fn options_that_do_nothing_are_told() {
    let folder = folder(&[("a.csa", CSA)]);
    let run = |args: &[&str]| {
        let output = kifu(folder.path(), &[&["convert", "a.csa"], args].concat());
        assert_eq!(status(&output), 0);
        stderr(&output)
    };
    let idle = ["--ply", "1", "--csa-version", "3.0", "--jkf-schema"];
    let told = run(&[&["--to", "kif"], &idle[..]].concat());
    assert!(
        told.contains("do nothing when kif is written: --csa-version, --ply, --jkf-schema.\n"),
        "{told}"
    );
    let told = run(&["--to", "sfen", "--ply", "1", "--sfen-no-ply"]);
    assert!(!told.contains("do nothing"), "{told}");
    let told = run(&["--to", "usi", "-o", "x.csa"]);
    assert!(told.contains("the ending of csa"), "{told}");
    assert!(told.contains("usi is written"), "{told}");
    let told = run(&["--to", "kif", "-o", "x.kifu"]);
    assert!(!told.contains("the ending of"), "{told}");
}

#[test]
fn a_variation_that_would_go_on_from_the_main_line_is_told_as_lost() {
    // Spelled otherwise, so that it was not read as the same move.
    let kif = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩\n\n変化：2手\n   2 ３四歩(33)\n   3 ２六歩(27)\n\n変化：2手\n   2 ８四歩(83)\n";
    let folder = folder(&[("a.kifu", kif)]);
    for (to, lost) in [("kif", true), ("ki2", true), ("jkf", false)] {
        let output = kifu(folder.path(), &["convert", "a.kifu", "--to", to]);
        let told = stderr(&output);
        assert_eq!(told.contains("W512"), lost, "{to}: {told}");
        let written = folder.path().join(format!("b.{to}"));
        std::fs::write(&written, &output.stdout).unwrap();
        let main = |name: &str| {
            let read = kifu(folder.path(), &["convert", name, "--to", "usi"]);
            String::from_utf8(read.stdout).unwrap()
        };
        assert_eq!(
            main(&format!("b.{to}")),
            "position startpos moves 7g7f 3c3d\n"
        );
        let read = kifu(
            folder.path(),
            &["convert", &format!("b.{to}"), "--to", "usen"],
        );
        let usen = String::from_utf8(read.stdout).unwrap();
        // The other variation is there.
        assert!(usen.contains("~1."), "{usen}");
    }
}

#[test]
fn the_move_that_led_to_a_diagram_is_kept_or_told_as_lost() {
    let diagram = "後手の持駒：飛　角　金　銀　桂　香　歩四　\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n|v香v桂 ・ ・ ・ ・ ・ ・ ・|一\n| ・ ・ ・ 馬 ・ ・ 龍 ・ ・|二\n| ・ ・v玉 ・v歩 ・ ・ ・ ・|三\n|v歩 ・ ・ ・v金 ・ ・ ・ ・|四\n| ・ ・v銀 ・ ・ ・v歩 ・ ・|五\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|六\n| 歩 歩 ・ 歩 歩v歩 歩 ・ 歩|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| 香 桂v金 ・v金 ・ ・ 桂 香|九\n+---------------------------+\n先手の持駒：銀二　歩四　\n手数＝171  ▲６二角成  まで\n後手番\n";
    let folder = folder(&[("a.kifu", diagram)]);
    for (to, kept) in [
        ("kif", true),
        ("ki2", true),
        ("bod", true),
        ("csa", false),
        ("usi", false),
        ("jkf", false),
        ("sfen", false),
    ] {
        let output = kifu(folder.path(), &["convert", "a.kifu", "--to", to]);
        let (told, text) = (stderr(&output), String::from_utf8(output.stdout).unwrap());
        assert_eq!(
            text.contains("手数＝171  ▲６二角成  まで"),
            kept,
            "{to}: {text}"
        );
        assert_eq!(
            told.contains("W509") && told.contains("６二角成"),
            !kept,
            "{to}: {told}"
        );
    }
}
