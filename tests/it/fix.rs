//! `kifu fix` as it is run: files replaced, differences shown, what stays told.

use std::fs;
use std::process::Command;

fn kif(body: &str) -> String {
    format!(
        "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n先手：\n後手：\n手数----指手---------消費時間--\n{body}"
    )
}

#[test]
fn files_are_replaced_with_a_backup_or_shown_as_a_difference() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.kif");
    let before = kif("   1 ７六歩(77)\n   5 ３四歩(33)\n");
    fs::write(&path, &before).unwrap();
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        command.current_dir(folder.path()).env("LC_ALL", "C");
        command.arg("fix").args(args).output().unwrap()
    };
    let plain = run(&["a.kif"]);
    assert_eq!(plain.status.code(), Some(0));
    let after = String::from_utf8(plain.stdout).unwrap();
    assert!(after.ends_with("   2 ３四歩(33)\n"), "{after}");
    let told = String::from_utf8(plain.stderr).unwrap();
    assert!(
        told.contains("a.kif:7:1: move number: \"   5 \" becomes \"   2 \""),
        "{told}"
    );
    let diff = String::from_utf8(run(&["--diff", "."]).stdout).unwrap();
    assert!(
        diff.contains("\n-   5 ３四歩(33)\n+   2 ３四歩(33)\n"),
        "{diff}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    assert_eq!(run(&["."]).status.code(), Some(2));
    assert_eq!(run(&["--in-place", "."]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), after);
    assert_eq!(
        fs::read_to_string(folder.path().join("a.kif.bak")).unwrap(),
        before
    );
}

#[test]
fn errors_that_stay_are_told_and_make_the_exit_status() {
    let folder = tempfile::tempdir().unwrap();
    let csa = "V2.2\nPI\n+\n+7776FU\n-3334FU\n+7775FU\n%TORYO\n";
    fs::write(folder.path().join("a.csa"), csa).unwrap();
    let unreadable = "手合割：平手\n   1 ７六歩(77)\n   2 ３四xx歩(33)\n";
    fs::write(folder.path().join("b.kifu"), unreadable).unwrap();
    let several = format!("{csa}/\nPI\n+\n+7776FU\n/\n{csa}");
    fs::write(folder.path().join("c.csa"), several).unwrap();
    for (file, count) in [("a.csa", 1), ("b.kifu", 1), ("c.csa", 2)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        command.current_dir(folder.path()).env("LC_ALL", "C");
        let output = command.args(["fix", "--diff", file]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{file}");
        let told = String::from_utf8(output.stderr).unwrap();
        let line = format!("{file}: records that still have an error: {count}; kifu check");
        assert!(told.contains(&line), "{told}");
        let summary = format!("left as they are: 0, with errors: {count}\n");
        assert!(told.ends_with(&summary), "{told}");
    }
}
