//! What is named and what is found: folders with much that is no record, links, patterns, lists, pipes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const RECORD: &str = "手合割：平手\n   1 ７六歩(77)\n   2 投了\n";

fn kifu(folder: &Path, args: &[&str], stdin: Stdio) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
    command.args(args).current_dir(folder).env("LC_ALL", "C");
    command.stdin(stdin).output().unwrap()
}

fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = kifu(folder, args, Stdio::null());
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// What lies about in folders of other people.
fn no_records() -> Vec<(&'static str, String)> {
    let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    vec![
        (
            "analysis.json",
            format!("{{\n\"positions\": [\n  {{\"sfen\": \"{even}\", \"eval\": 12}}\n]\n}}\n"),
        ),
        (
            "nested.json",
            "{\"stats\":{\"moves\":12,\"games\":3}}\n".into(),
        ),
        ("word.txt", "トライ\n".into()),
        (
            "list.txt",
            "V1\n#sub:list\nhttp://example.org/a.csa\n".into(),
        ),
        (
            "table.txt",
            "# Notes\n\n| name | rating |\n|------|--------|\n| a | 1500 |\n".into(),
        ),
        (
            "notice.txt",
            "大会の案内\n日時：2024/05/01\n場所：東京\n".into(),
        ),
        (
            "long.txt",
            "場所：東京\nこの文章は棋譜ではない。\n".repeat(5_000),
        ),
    ]
}

#[test]
fn what_is_no_record_in_a_folder_is_skipped_and_counted_but_told_where_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let files = no_records();
    for (name, text) in &files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    fs::write(folder.path().join("game.txt"), RECORD).unwrap();
    for args in [
        &["check", "."][..],
        &["info", "."],
        &["stats", "."],
        &["export", "."],
        &["convert", "--to", "csa", "."],
        &["fix", "--diff", "."],
    ] {
        let (status, out, told) = run(folder.path(), args);
        assert_eq!(status, 0, "{args:?}: {told}");
        let counted = format!("files without a record, skipped: {}", files.len());
        assert!(told.contains(&counted), "{args:?}: {told}");
        assert!(
            !out.contains("analysis") && !told.contains("analysis"),
            "{out}{told}"
        );
    }
    for (name, _) in &files {
        let (_, out, _) = run(folder.path(), &["check", "-q", "--output", "short", name]);
        assert!(out.starts_with(name), "{name}: {out}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_of_a_folder_that_leads_nowhere_is_told_and_does_not_fail_the_run() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.kifu"), RECORD).unwrap();
    std::os::unix::fs::symlink("gone.kifu", folder.path().join("b.kifu")).unwrap();
    for args in [&["check", "."][..], &["fix", "--diff", "."]] {
        let (status, _, told) = run(folder.path(), args);
        assert_eq!(status, 0, "{told}");
        assert!(
            told.contains("warning: ./b.kifu: the link leads nowhere."),
            "{told}"
        );
    }
    let (_, _, told) = run(folder.path(), &["check", "."]);
    assert!(
        told.contains("links that lead nowhere: 1\ngames: 1 "),
        "{told}"
    );
    let (status, _, told) = run(folder.path(), &["check", "b.kifu"]);
    assert_eq!(
        (status, told.contains("b.kifu cannot be found.")),
        (2, true),
        "{told}"
    );
}

#[test]
fn patterns_that_no_shell_has_expanded_are_expanded() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("games")).unwrap();
    for name in ["b.kifu", "a.kifu", "c.csa"] {
        let text = if name == "c.csa" {
            "V2.2\nPI\n+\n"
        } else {
            RECORD
        };
        fs::write(folder.path().join("games").join(name), text).unwrap();
    }
    let args = ["check", "-q", "--output", "ndjson", "games/*.kifu"];
    let (status, out, _) = run(folder.path(), &args);
    let files: Vec<String> = out
        .lines()
        .map(|it| serde_json::from_str::<serde_json::Value>(it).unwrap()["file"].to_string())
        .collect();
    assert_eq!(status, 0);
    assert_eq!(
        files
            .iter()
            .map(|it| it.trim_matches('"').replace('\\', "/").replace("//", "/"))
            .collect::<Vec<_>>(),
        ["games/a.kifu", "games/b.kifu"]
    );
    let (status, _, told) = run(folder.path(), &["check", "*.usi"]);
    assert_eq!(
        (status, told.contains("*.usi cannot be found.")),
        (2, true),
        "{told}"
    );
    let converted = ["convert", "--to", "usi", "--out-dir", "out", "games/*"];
    let (status, _, told) = run(folder.path(), &converted);
    assert_eq!(
        (status, folder.path().join("out/c.usi").is_file()),
        (0, true),
        "{told}"
    );
}

#[test]
fn a_pipe_is_read_where_nothing_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.kifu"), RECORD).unwrap();
    let fed = || fs::File::open(folder.path().join("a.kifu")).unwrap();
    for command in ["check", "info", "fix", "export", "show"] {
        let output = kifu(folder.path(), &[command], fed().into());
        assert_eq!(output.status.code(), Some(0), "{command}: {output:?}");
        assert!(!output.stdout.is_empty() || !output.stderr.is_empty());
    }
    // Nobody feeds it.
    for (command, usage) in [("check", "[PATH]..."), ("show", "[PATH|SFEN]")] {
        let (status, out, told) = run(folder.path(), &[command]);
        assert_eq!((status, out.as_str()), (2, ""));
        let usage = format!("Usage: kifu {command} [OPTIONS] {usage}");
        assert!(told.contains(&usage), "{told}");
    }
}

#[test]
fn an_empty_list_is_no_mistake_and_errors_can_be_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("none.txt"), "").unwrap();
    let nifu = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b P*7f\n";
    std::fs::write(folder.path().join("nifu.usi"), nifu).unwrap();
    let run = |arguments: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_kifu"))
            .current_dir(folder.path())
            .args(arguments)
            .output()
            .unwrap();
        let lines = String::from_utf8_lossy(&output.stdout).lines().count();
        (output.status.code(), lines)
    };
    let list = ["--files-from", "none.txt"];
    for (command, lines) in [
        (&["export", "--table", "games"][..], 1),
        (&["export", "--table", "moves", "--output", "ndjson"], 0),
        (&["check", "--output", "csv"], 1),
        (&["check"], 0),
        (&["convert", "--to", "csa", "-o", "out.csa"], 0),
        (&["dedupe", "--output", "ndjson"], 0),
    ] {
        assert_eq!(
            run(&[command, &list].concat()),
            (Some(0), lines),
            "{command:?}"
        );
    }
    assert_eq!(run(&["find", "--files-from", "none.txt"]), (Some(1), 0));
    assert_eq!(
        run(&["find", "--files-from", "none.txt", "--exit-zero"]),
        (Some(0), 0)
    );
    // A file without a game stays a failure.
    std::fs::write(folder.path().join("empty.kif"), "").unwrap();
    assert_eq!(
        run(&["check", "-q", "--output", "short", "nifu.usi"]).0,
        Some(1)
    );
    assert_eq!(
        run(&[
            "check",
            "-q",
            "--output",
            "short",
            "nifu.usi",
            "--exit-zero"
        ])
        .0,
        Some(0)
    );
    assert_eq!(
        run(&["check", "-q", "nothing.kif", "--exit-zero"]).0,
        Some(2)
    );
}
