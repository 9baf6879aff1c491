//! What several files of tests need: folders, their files, the program, and what is missing on this machine.

use std::io::Write;
use std::path::{Path, PathBuf};

use kifu::examine::{Examiner, Report};
use kifu::notation::{Game, Splitter, detect as notation, promised};
use kifu::replay::ReplayOptions;
use kifu::text::detect;

/// The folder of the test data.
pub(crate) fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata")
}

/// Every file below a folder, in order.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Examines the games of a file one after the other.
pub(crate) fn examine(file: &str, bytes: &[u8], mut take: impl FnMut(Report<'_>)) {
    let decision = detect(bytes, true);
    let notation = notation(bytes, &decision, promised(file));
    let mut splitter = Splitter::new(notation, &decision);
    let mut examiner = Examiner::default();
    while let Some(section) = splitter.next(bytes, true) {
        let game = Game {
            file,
            index: section.index,
            line: section.line,
            byte: section.byte,
            bytes: &bytes[section.range],
            decision: section.decision,
            notation: section.notation,
        };
        take(examiner.examine(&game, ReplayOptions::default()));
    }
}

/// Says that a test could not run for want of a program. Where every program is to be there (CI=1), it fails instead.
pub(crate) fn skipped(what: &str) {
    let strict = std::env::var("CI").is_ok_and(|it| it == "1" || it == "true");
    assert!(!strict, "{what}");
    // Straight to standard error: what a passing test prints is not shown.
    let _ = writeln!(std::io::stderr(), "SKIPPED: {what}");
}
