//! The command line as a user meets it: flags, streams, exit status.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs kifu in a folder, in English, with something on standard input.
fn kifu(folder: &Path, args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(args)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn games() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/games")
}

#[test]
fn findings_for_people() {
    let output = kifu(&games(), &["check", "-q", "nifu.kifu"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(err(&output), "");
    insta::assert_snapshot!(out(&output));
    let japanese = kifu(&games(), &["check", "-q", "--lang", "ja", "nifu.kifu"], b"");
    insta::assert_snapshot!(out(&japanese));
}

#[test]
fn a_record_in_json_has_its_fields_in_order() {
    let output = kifu(&games(), &["check", "--output", "ndjson", "nifu.kifu"], b"");
    insta::assert_snapshot!(out(&output));
}

#[test]
fn an_array_of_json_is_one_value() {
    let output = kifu(&games(), &["check", "--output", "json", "."], b"");
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let lines = kifu(&games(), &["check", "--output", "ndjson", "."], b"");
    assert_eq!(value.as_array().unwrap().len(), out(&lines).lines().count());
}

#[test]
fn rows_and_commands_of_github() {
    let csv = kifu(&games(), &["check", "--output", "csv", "nifu.kifu"], b"");
    insta::assert_snapshot!(out(&csv));
    let github = kifu(&games(), &["check", "--output", "github", "nifu.kifu"], b"");
    insta::assert_snapshot!(out(&github));
}

#[test]
fn exit_status_tells_errors_warnings_and_failures_apart() {
    let status = |args: &[&str], input: &[u8]| kifu(&games(), args, input).status.code();
    assert_eq!(status(&["check", "yokofudori.csa"], b""), Some(0));
    assert_eq!(status(&["check", "nifu.kifu"], b""), Some(1));
    assert_eq!(
        status(&["check", "--ignore", "nifu", "nifu.kifu"], b""),
        Some(0)
    );
    assert_eq!(
        status(&["check", "--select", "E208", "nifu.kifu"], b""),
        Some(1)
    );
    assert_eq!(
        status(&["check", "--select", "bad_date", "nifu.kifu"], b""),
        Some(0)
    );
    let warned = b"V2.2\nPI\n+\n+7776FU,,T1\n%TORYO\n";
    assert_eq!(status(&["check", "-"], warned), Some(0));
    assert_eq!(status(&["check", "--strict", "-"], warned), Some(1));
    assert_eq!(status(&["check", "no such file.kif"], b""), Some(2));
    assert_eq!(
        status(&["check", "no such file.kif", "nifu.kifu"], b""),
        Some(2)
    );
    assert_eq!(status(&["check", "--no-such-option"], b""), Some(2));
    // A pipe that nothing came through.
    assert_eq!(status(&["check"], b""), Some(1));
    assert_eq!(
        status(&["check", "--select", "nonsense", "nifu.kifu"], b""),
        Some(2)
    );
    assert_eq!(status(&[], b""), Some(0));
}

#[test]
fn an_empty_input_is_a_finding() {
    let output = kifu(&games(), &["check", "--output", "ndjson", "-"], b"");
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(record["diagnostics"][0]["name"], "empty_file");
    assert_eq!(record["status"], "error");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_closed_pipe_ends_the_run_well() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(["check", "--output", "ndjson", "--quiet", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let line = b"position startpos moves 7g7f 3c3d 2g2f 8c8d\n".repeat(20_000);
    let _ = child.stdin.take().unwrap().write_all(&line);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(err(&output), "");
}

/// A declaration of Black with 28 points, the king in the camp with ten pieces.
const DECLARED: &str = "\
V3.0
P1 *  *  *  * +OU *  *  *  *\x20
P2+TO+TO+TO+TO+TO+TO+TO+TO+TO
P3+TO *  *  *  *  *  *  *  *\x20
P4 *  *  *  *  *  *  *  *  *\x20
P5 *  *  *  *  *  *  *  *  *\x20
P6 *  *  *  *  *  *  *  *  *\x20
P7 *  *  *  *  *  *  *  *  *\x20
P8 *  *  *  *  *  *  *  *  *\x20
P9 *  *  *  * -OU *  *  *  *\x20
P+00HI00HI00KA00KI00KI00KI
P-00KA00KI00GI00GI00GI00GI00KE00KE00KE00KE00KY00KY00KY00KY00FU00FU00FU00FU00FU00FU00FU00FU
+
%KACHI
";

#[test]
fn a_declaration_is_judged_by_the_rule_that_is_named() {
    let check = |args: &[&str], record: &str| {
        let args = [&["check", "-q", "--ignore", "no_moves"], args, &["-"]].concat();
        out(&kifu(&games(), &args, record.as_bytes()))
    };
    let named = |rule: &str| DECLARED.replace("P1", &format!("$JISHOGI:{rule}\nP1"));
    let either = check(&["--output", "short"], DECLARED);
    let wanted = "declaration valid under one rule only (27-point declaration)";
    assert!(either.contains(wanted), "{either}");
    for rules in ["csa", "floodgate", "lishogi"] {
        assert_eq!(check(&["--rules", rules], DECLARED), "");
    }
    assert_eq!(check(&[], &named("27")), "");
    for rule in ["24", "24点法", "２４点法"] {
        let text = check(&[], &named(rule));
        let title = "declaration fails (24-point declaration): too few points";
        assert!(text.contains(title), "{text}");
        assert!(text.contains("points of Black: 28, needed: 31"), "{text}");
        assert!(!text.contains("header"), "{text}");
    }
    let odd = check(&["--output", "short"], &named("try"));
    assert!(odd.contains("W406"), "{odd}");
    let few = DECLARED.replace("P3+TO", "P3 * ");
    let text = check(&[], &few);
    let title = "declaration fails (24-point and 27-point declaration): too few pieces";
    assert!(text.contains(title), "{text}");
    assert!(
        text.contains("pieces of Black in the enemy camp: 9, needed: 10"),
        "{text}"
    );
    let drawn = DECLARED
        .replace("P+00HI00HI", "P-00HI\nP+00HI")
        .replace("%KACHI", "%HIKIWAKE");
    let text = check(&[], &drawn);
    assert!(
        text.contains("Black falls short of 24 points: 23"),
        "{text}"
    );
}

#[test]
fn floodgate_does_not_count_the_start_and_forgives_a_quiet_move() {
    let event = |rules: &str, line: &str| {
        let args = ["check", "--output", "ndjson", "--rules", rules, "-"];
        let output = kifu(&games(), &args, line.as_bytes());
        let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        record["detected"]["event"].as_str().map(str::to_owned)
    };
    // The rows rp-001 and rp-013.
    let start =
        "position startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b";
    let quiet = "position sfen 1k6K/9/9/2R6/9/9/9/9/9 b - 1 moves 7d7b 8a9a 7b7d 9a9b 7d7b 9b9a \
                 7b7a 9a9b 7a7b 9b9a 7b7a 9a9b 7a7b 9b9a";
    for rules in ["jsa", "jsa-pre2019", "csa", "lishogi"] {
        assert_eq!(
            event(rules, start).as_deref(),
            Some("sennichite"),
            "{rules}"
        );
        assert_eq!(
            event(rules, quiet).as_deref(),
            Some("sennichite"),
            "{rules}"
        );
    }
    assert_eq!(event("floodgate", start), None);
    assert_eq!(
        event("floodgate", quiet).as_deref(),
        Some("perpetual_check")
    );
}

#[test]
fn every_command_that_reads_bears_a_closed_pipe() {
    let list = b"position startpos moves 2h3h 8b7b 3h2h 7b8b\n".repeat(20_000);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("list.usi"), list).unwrap();
    for args in [
        &["jishogi"][..],
        &["jishogi", "--output", "ndjson"],
        &["sennichite", "--min", "2"],
        &["info"],
        // Named as a file it is the same pipe.
        #[cfg(unix)]
        &["-q", "convert", "--to", "usi", "-o", "/dev/stdout"],
        #[cfg(unix)]
        &["-q", "export", "--table", "moves", "-o", "/dev/stdout"],
        #[cfg(unix)]
        &["-q", "export", "--output", "parquet", "-o", "/dev/stdout"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .args(args)
            .arg("list.usi")
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(err(&output), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[test]
fn a_dash_is_standard_output_for_every_file_that_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let record = games().join("yokofudori.kif");
    let record = record.to_str().unwrap();
    for (args, begin) in [
        (&["show", record, "-o", "-"][..], "山田"),
        (&["replay", record, "--html", "-"], "<!DOCTYPE html>"),
        (&["convert", "-q", "--to", "csa", record, "-o", "-"], "V"),
        (&["export", "-q", record, "-o", "-"], "file,"),
    ] {
        let output = kifu(folder.path(), args, b"");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.starts_with(begin), "{args:?}: {text}");
    }
    let refused = kifu(folder.path(), &["stats", record, "--plot", "-"], b"");
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn the_summary_counts_what_is_selected() {
    let counts = |args: &[&str]| {
        let args = [&["check", "-v", "nifu.kifu", "yokofudori.ki2u"], args].concat();
        err(&kifu(&games(), &args, b""))
    };
    assert!(counts(&[]).contains("208  "));
    let others = |said: &str| said.lines().filter(|it| !it.contains("208  ")).count();
    let selected = counts(&["--select", "nifu"]);
    assert!(selected.contains("208  "), "{selected}");
    assert_eq!(others(&selected), 1, "{selected}");
    assert!(!counts(&["--ignore", "nifu"]).contains("208  "));
}

#[test]
fn progress_is_told_line_by_line_where_there_is_no_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let list = b"position startpos moves 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b\n".repeat(200_000);
    std::fs::write(folder.path().join("list.usi"), list).unwrap();
    let args = ["check", "--progress", "always", "-q", "--output", "short"];
    let args = [&args[..], &["--jobs", "1", "list.usi"]].concat();
    let said = err(&kifu(folder.path(), &args, b""));
    let first = said.lines().next().unwrap_or_default();
    assert!(
        first.contains("; games: ") && first.ends_with(" games/s"),
        "{said}"
    );
    let silent = err(&kifu(folder.path(), &["check", "-q", "list.usi"], b""));
    assert_eq!(silent, "");
}

#[test]
fn names_and_lists_may_be_japanese_and_from_windows() {
    let folder = tempfile::tempdir().unwrap();
    let record = "手合割：平手\r\n   1 ７六歩(77)\r\n   2 投了\r\n";
    std::fs::write(folder.path().join("第一局 名人戦.kifu"), record).unwrap();
    std::fs::write(folder.path().join("一覧.txt"), "第一局 名人戦.kifu\r\n").unwrap();
    let args = ["check", "--output", "ndjson", "--files-from", "一覧.txt"];
    let output = kifu(folder.path(), &args, b"");
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(record["file"], "第一局 名人戦.kifu");
    assert_eq!(record["status"], "ok");
    let list = "第一局 名人戦.kifu\n".as_bytes();
    let piped = kifu(folder.path(), &["check", "--files-from", "-"], list);
    assert_eq!(piped.status.code(), Some(0));
    assert!(err(&piped).starts_with("games: 1 (ok 1,"));
}

#[test]
fn what_a_file_holds_cannot_steer_the_terminal() {
    let hostile = "V2.2\nPI\n+\n\u{1b}]0;x\u{7}\u{202e}evil\n+7776FU\n%TORYO\n";
    for form in ["text", "short"] {
        let args = ["check", "--color", "never", "--output", form, "-"];
        let output = kifu(&games(), &args, hostile.as_bytes());
        let found = out(&output) + &err(&output);
        assert!(found.contains("evil"), "{found}");
        assert!(
            !found.contains(['\u{1b}', '\u{7}', '\u{202e}']),
            "{found:?}"
        );
    }
}

#[test]
fn colours_are_used_where_they_are_asked_for() {
    let plain = kifu(&games(), &["check", "nifu.kifu"], b"");
    assert!(!out(&plain).contains('\u{1b}'));
    let coloured = kifu(&games(), &["check", "--color", "always", "nifu.kifu"], b"");
    assert!(out(&coloured).contains('\u{1b}'));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = kifu(&games(), &["check", "--output", "ndjson", "-j1", "."], b"");
    let four = kifu(&games(), &["check", "--output", "ndjson", "-j4", "."], b"");
    assert_eq!(out(&one), out(&four));
}

#[test]
fn at_most_so_many_findings_are_shown() {
    let many = "V2.2\nPI\n+\nfoo\nbar\n+7776FU,,T1\n%TORYO\n";
    let args = ["check", "--max-findings", "1", "--output", "short", "-"];
    let output = kifu(&games(), &args, many.as_bytes());
    assert_eq!(out(&output).lines().count(), 1);
}

#[test]
fn codes_are_explained_by_any_of_their_names() {
    let by_name = kifu(&games(), &["explain", "nifu"], b"");
    assert_eq!(
        out(&by_name),
        out(&kifu(&games(), &["explain", "E208"], b""))
    );
    assert_eq!(
        out(&by_name),
        out(&kifu(&games(), &["explain", "208"], b""))
    );
    let all = kifu(&games(), &["explain"], b"");
    assert_eq!(out(&all).lines().count(), kifu::finding::CODES.len());
    assert_eq!(
        kifu(&games(), &["explain", "x"], b"").status.code(),
        Some(2)
    );
}

#[test]
fn shells_and_man_are_served() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = kifu(&games(), &["completions", shell], b"");
        assert!(out(&script).contains("kifu"), "{shell}");
    }
    assert!(out(&kifu(&games(), &["man", "check"], b"")).contains("strict"));
}

#[test]
fn info_says_why_something_is_no_record() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("notes.txt"), "hello\n").unwrap();
    std::fs::write(folder.path().join("empty.kif"), "").unwrap();
    let one = kifu(folder.path(), &["info", "notes.txt"], b"");
    assert_eq!(one.status.code(), Some(1));
    let text = String::from_utf8(one.stdout).unwrap();
    assert_eq!(text, "notes.txt:1\n  not a game record\n\n");
    let both = kifu(folder.path(), &["info", "notes.txt", "empty.kif"], b"");
    let text = String::from_utf8(both.stdout).unwrap();
    assert!(text.contains("not a game record") && text.contains("empty file"));
    assert!(!text.contains("other"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_page_that_cannot_be_written_is_a_failure() {
    for args in [&["--help"][..], &["check", "--help"], &["--version"]] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_kifu"))
            .args(args)
            .stdout(full.unwrap())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}
