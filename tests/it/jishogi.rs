//! `kifu jishogi` as it is run.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Black, to move, wins by 27 points and draws by 24.
const WINS_27: &str = "4K4/+P+P+P+P+P+P+P+P+P/8+P/9/9/9/9/9/4k4 b 2RB3Gbg4s4n4l8p 1";
/// The same with the king a step away from the camp.
const BEFORE: &str = "9/+P+P+P+P+P+P+P+P+P/8+P/4K4/9/9/9/9/4k4 b 2RB3Gbg4s4n4l8p 1";
/// A two-piece handicap, White to move.
const HANDICAP: &str = "4K4/9/9/9/9/9/7+p1/+p+p+p+p+p+p+p+p+p/4k4 w B2G4S4N4L8Pr2g 201";

fn kifu(args: &[&str], input: &str, folder: Option<&Path>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
    command
        .arg("jishogi")
        .args(args)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // A job that fails at once does not read its input, and one that answers at once must be listened to.
        scope.spawn(move || stdin.write_all(input.as_bytes()));
        child.wait_with_output().unwrap()
    })
}

fn text(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn objects(output: &Output) -> Vec<Value> {
    let lines = text(output).lines();
    lines.map(|it| serde_json::from_str(it).unwrap()).collect()
}

#[test]
fn a_position_as_one_argument_or_word_by_word() {
    let one = kifu(&["--output", "ndjson", WINS_27], "", None);
    let words: Vec<&str> = ["--output", "ndjson"]
        .into_iter()
        .chain(WINS_27.split(' '))
        .collect();
    let several = kifu(&words, "", None);
    assert!(one.status.success());
    assert_eq!(one.stdout, several.stdout);
    assert_eq!(objects(&one)[0]["verdicts"]["declare27"], "win");
    let start = kifu(&["startpos", "--rule", "agreed24"], "", None);
    assert!(text(&start).contains("if both agree: draw"), "{start:?}");
}

#[test]
fn every_line_of_a_list_gives_an_object() {
    let list = format!(
        "{WINS_27}\n\n# a remark\nnonsense here\nposition startpos moves 7g7f\n{WINS_27}\n"
    );
    let output = kifu(&["--output", "ndjson", "-"], &list, None);
    assert_eq!(output.status.code(), Some(1));
    let objects = objects(&output);
    let lines: Vec<_> = objects.iter().map(|it| it["line"].as_u64()).collect();
    assert_eq!(lines, [Some(1), Some(4), Some(5), Some(6)]);
    assert!(objects[1]["error"].is_string());
    assert!(objects[1].get("verdicts").is_none());
    assert_eq!(objects[2]["turn"], "white");
    assert_eq!(objects[2]["ply"], 1);
    assert_eq!(objects[0]["sfen"], objects[3]["sfen"]);
}

#[test]
fn the_short_way_for_plain_positions_gives_the_same() {
    let plain = [WINS_27, BEFORE, HANDICAP, "4k4/9/9/9/9/9/9/9/9 w - 3"];
    let quick = plain.map(|it| format!("{it}\n")).concat();
    let slow = plain.map(|it| format!("position sfen {it}\n")).concat();
    for form in ["ndjson", "csv", "json", "text"] {
        let quick = kifu(&["--output", form, "-"], &quick, None);
        let slow = kifu(&["--output", form, "-"], &slow, None);
        assert_eq!(text(&quick), text(&slow), "{form}");
    }
}

#[test]
fn output_does_not_depend_on_the_number_of_jobs() {
    let list = [WINS_27, BEFORE, HANDICAP, "bad"].map(|it| format!("{it}\n"));
    let list = list.concat().repeat(2000);
    let one = kifu(&["--output", "ndjson", "--jobs", "1", "-"], &list, None);
    let four = kifu(&["--output", "ndjson", "--jobs", "4", "-"], &list, None);
    assert!(one.stdout == four.stdout);
    assert_eq!(text(&one).lines().count(), 8000);
}

#[test]
fn arrays_and_rows_are_well_formed() {
    let list = format!("{WINS_27}\nbad\n{BEFORE}\n");
    let json = kifu(&["--output", "json", "-"], &list, None);
    let array: Value = serde_json::from_str(text(&json)).unwrap();
    assert_eq!(array.as_array().unwrap().len(), 3);
    let single = kifu(&["--output", "json", WINS_27], "", None);
    let array: Value = serde_json::from_str(text(&single)).unwrap();
    assert_eq!(array.as_array().unwrap().len(), 1);
    let csv = kifu(&["--output", "csv", "-"], &list, None);
    let mut reader = csv::Reader::from_reader(text(&csv).as_bytes());
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 3);
}

#[test]
fn the_verdict_can_be_the_exit_status() {
    let status = |args: &[&str]| kifu(args, "", None).status.code();
    assert_eq!(status(&["-e", "--rule", "declare27", WINS_27]), Some(0));
    assert_eq!(status(&["-e", "--rule", "declare24", WINS_27]), Some(1));
    assert_eq!(status(&["-e", "--rule", "declare27", HANDICAP]), Some(1));
    let credited = ["-e", "--rule", "declare27", "--handicap", "two", HANDICAP];
    assert_eq!(status(&credited), Some(0));
    // Without a rule there is no verdict to tell.
    assert_eq!(status(&["-e", WINS_27]), Some(2));
}

#[test]
fn a_record_is_counted_after_any_of_its_moves() {
    let folder = tempfile::tempdir().unwrap();
    let game = "手合割：平手\n手数----指手---------消費時間--\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 投了\n";
    std::fs::write(folder.path().join("game.kif"), game).unwrap();
    let run = |args: &[&str]| kifu(args, "", Some(folder.path()));
    let last = objects(&run(&["--output", "ndjson", "game.kif"])).remove(0);
    assert_eq!(
        (&last["ply"], &last["black"]["total"]),
        (&3.into(), &32.into())
    );
    let first = objects(&run(&["--output", "ndjson", "--ply", "0", "game.kif"])).remove(0);
    assert_eq!(
        (&first["ply"], &first["black"]["total"]),
        (&0.into(), &27.into())
    );
    let beyond = run(&["--output", "ndjson", "--ply", "9", "game.kif"]);
    assert_eq!(beyond.status.code(), Some(1));
    assert_eq!(objects(&beyond)[0]["error"], "the record has only 3 moves");
    let table = run(&["--rule", "declare24", "game.kif"]);
    assert!(
        text(&table).starts_with(
            "game.kif:1: move 3\n24-point declaration  White, to move: declaration loses: "
        ),
        "{table:?}"
    );
}

#[test]
fn after_500_moves_nothing_is_declared_under_the_rules_of_the_jsa() {
    let late = "4K4/+P+P+P+P+P+P+P+P+P/8+P/9/9/9/9/9/4k4 b 2R2B3Gg4s4n4l8p ";
    let verdict = |moves: u32| {
        let sfen = format!("{late}{}", moves + 1);
        let table = kifu(&["--rule", "declare24,move-limit", &sfen], "", None);
        let status = kifu(&["-e", "--rule", "declare24", &sfen], "", None);
        (text(&table).to_owned(), status.status.code())
    };
    let (table, status) = verdict(499);
    assert!(
        table.contains("Black, to move: declaration wins"),
        "{table}"
    );
    assert!(table.contains("500 moves (JSA): not reached"), "{table}");
    assert_eq!(status, Some(0));
    let (table, status) = verdict(500);
    assert!(!table.contains("declaration wins"), "{table}");
    assert!(
        table.contains("no declaration, 500 moves have been played"),
        "{table}"
    );
    assert!(
        table.contains("500 moves (JSA): reached, nobody wins"),
        "{table}"
    );
    assert_eq!(status, Some(1));
}

#[test]
fn a_line_that_breaks_off_is_told_so() {
    let run = |line: &str| text(&kifu(&["--rule", "try", line], "", None)).to_owned();
    let whole = run("position startpos moves 7g7f 3c3d");
    assert!(
        whole.starts_with("try rule  Black, to move: no try\n\nBlack to move\n"),
        "{whole}"
    );
    let illegal = run("position startpos moves 7g7f 3c3d 3c3d 2g2f");
    let cut = "Move 3 is illegal or unreadable; the position before it is counted.\ntry rule  Black, to move: no try\n\nBlack to move\n";
    assert!(illegal.starts_with(cut), "{illegal}");
    let unreadable = run("position startpos moves 7g7f 3c3d what 2g2f");
    assert!(unreadable.starts_with(cut), "{unreadable}");
}

#[test]
fn a_declaration_with_the_credit_of_a_handicap() {
    let game = format!("position sfen {HANDICAP}\n");
    let run = |args: &[&str]| {
        let args = [&["--first-declarable"], args, &["-"]].concat();
        text(&kifu(&args, &game, None)).to_owned()
    };
    assert_eq!(run(&[]), "");
    let credited = run(&["--handicap", "two"]);
    assert!(
        credited.contains("may declare: 1 (27-point declaration, handicap credit)"),
        "{credited}"
    );
    assert!(credited.starts_with("-:1\n"), "{credited}");
    let start = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    let none = kifu(&["--first-declarable", start], "", None);
    assert_eq!(text(&none), "  No declaration that wins was possible.\n");
}

#[test]
fn when_a_side_could_first_declare() {
    let games =
        format!("position sfen {BEFORE} moves 5d5c 5i5h 5c6c 5h5i\nposition startpos moves 7g7f\n");
    let output = kifu(
        &["--first-declarable", "--output", "ndjson", "-"],
        &games,
        None,
    );
    let objects = objects(&output);
    // After one move each it is Black's turn again: the third ply.
    assert_eq!(objects[0]["black"]["declare27"], 3);
    assert_eq!(objects[0]["black"]["declare24"], Value::Null);
    assert_eq!(objects[0]["black"]["declare24_draw"], 3);
    assert_eq!(objects[0]["white"]["declare27"], Value::Null);
    assert_eq!(objects[0]["outcome"], "not_used");
    assert_eq!(objects[1]["outcome"], "none");
    let table = kifu(&["--first-declarable", "-"], &games, None);
    let wanted = [
        "first move at which Black may declare: 3 (24-point declaration, for a draw)",
        "first move at which Black may declare: 3 (27-point declaration)",
    ];
    assert!(
        wanted.iter().all(|it| text(&table).contains(it)),
        "{table:?}"
    );
    let rows = kifu(
        &["--first-declarable", "--output", "csv", "-"],
        &games,
        None,
    );
    assert_eq!(text(&rows).lines().count(), 3);
}

#[test]
fn the_exit_status_is_the_verdict_of_one_rule() {
    let run = |rules: &[&str]| kifu(&[&["-e"], rules, &[WINS_27]].concat(), "", None);
    let one = run(&["--rule", "declare27"]);
    assert_eq!(one.status.code(), Some(0));
    for rules in [
        &["--rule", "declare24", "--rule", "declare27"][..],
        &["--rule", "declare24,declare27"],
    ] {
        let refused = run(rules);
        assert_eq!(refused.status.code(), Some(2));
        assert!(refused.stdout.is_empty());
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(told.contains("one rule"), "{told}");
    }
    assert_eq!(run(&["--rule", "move-limit"]).status.code(), Some(1));
}

#[test]
fn rules_come_in_groups_and_the_board_above_them() {
    let sfen = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
    let run = |arguments: &[&str]| {
        let output = kifu(&[arguments, &[sfen]].concat(), "", None);
        text(&output).to_owned()
    };
    let verdicts = |told: &str| {
        let lines = told.lines().take_while(|it| !it.is_empty());
        lines
            .map(|it| it.split("  ").next().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(verdicts(&run(&[])).len(), 6);
    let jsa = run(&["--rule", "jsa,declare24"]);
    assert_eq!(
        verdicts(&jsa),
        ["24-point agreement", "24-point declaration", "move limit"]
    );
    assert_eq!(
        verdicts(&run(&["--rule", "csa"])),
        ["27-point declaration", "move limit"]
    );
    let board = run(&["--rule", "try", "--board", "--lang", "ja"]);
    assert!(board.starts_with("後手の持駒：金三 桂三 歩十七"), "{board}");
    // The exit status asks one rule.
    let several = kifu(&["--rule", "jsa", "-e", sfen], "", None);
    assert_eq!(several.status.code(), Some(2));
}
