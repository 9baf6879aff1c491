//! What becomes of a file at which the program itself fails.

use super::*;
use std::path::PathBuf;

/// Panics while a file is read or cut, if its bytes ask for it.
pub(super) fn inject(bytes: &[u8]) {
    assert!(!bytes.starts_with(b"'panic"), "as asked");
}

fn csa(name: &str) -> String {
    format!("V2.2\nN+{name}\nPI\n+\n+7776FU\n%TORYO\n")
}

/// What a run over these files says, in order.
fn run(files: &[(&str, String)], jobs: usize) -> (Vec<String>, Totals) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut paths: Vec<PathBuf> = Vec::new();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        paths.push(path);
    }
    let run = Run {
        options: ReadOptions::default(),
        jobs,
        progress: &Progress::default(),
    };
    let mut seen = Vec::new();
    let totals = run.each(
        &mut Inputs::new(paths),
        || (),
        |(), item| {
            let (kind, source, index) = match item {
                Item::Game(source, game) | Item::Chosen(source, game) => {
                    ("game", source, game.index)
                }
                Item::Crashed(source, game) => ("crashed", source, game.index),
                Item::Unreadable { source, .. } => ("unreadable", source, 0),
            };
            format!("{kind} {} {index}", source.stem())
        },
        |it| {
            seen.push(it);
            Ok(())
        },
    );
    (seen, totals.expect("no error of the consumer"))
}

#[test]
fn a_panic_while_a_file_is_cut_ends_this_file_only() {
    let large = "'".repeat(2 << 20);
    for jobs in [1, 3] {
        let (seen, totals) = run(
            &[
                ("a.csa", csa("a")),
                ("small.csa", "'panic\n".to_owned() + &csa("x")),
                ("large.csa", "'panic\n".to_owned() + &large),
                ("b.csa", csa("b")),
            ],
            jobs,
        );
        assert_eq!(
            seen,
            ["game a 1", "crashed small 1", "crashed large 1", "game b 1"]
        );
        assert_eq!(totals.games, 4);
    }
}
