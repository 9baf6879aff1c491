//! Whole files: those of `testdata/good` are clean, and the first finding of those of `testdata/bad` is what their name
//! says.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use kifu::finding::{Code, Finding, Severity};
use kifu::render::{Human, Judged, Selection};
use kifu::words::Lang;

use crate::support;

fn testdata(folder: &str) -> Vec<PathBuf> {
    support::files(&support::testdata().join(folder))
}

/// The findings of every game of a file, and how many games there are.
fn examine(path: &Path) -> (Vec<Finding>, u32) {
    let bytes = std::fs::read(path).unwrap();
    let mut findings = Vec::new();
    let mut games = 0;
    support::examine(path.to_str().unwrap(), &bytes, |report| {
        findings.extend_from_slice(report.findings);
        games += 1;
    });
    (findings, games)
}

#[test]
fn good_files_are_clean() {
    for path in testdata("good") {
        let (mut findings, games) = examine(&path);
        assert!(games > 0, "{}: no game", path.display());
        findings.retain(|it| it.severity > Severity::Note);
        assert!(findings.is_empty(), "{}: {findings:?}", path.display());
    }
}

#[test]
fn bad_files_show_what_their_name_says() {
    let mut wrong = Vec::new();
    for path in testdata("bad") {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let mut parts = name.splitn(3, '-');
        let (code, slug) = (parts.next().unwrap(), parts.next().unwrap());
        assert_eq!(
            Code::find(code).map(Code::name),
            Some(slug),
            "the name of {name}"
        );
        let (findings, _) = examine(&path);
        let shown = |it: &Finding| format!("{}{}", it.severity.letter(), it.code.digits());
        // What the record lacks is told at its start.
        let lacks = [Code::NoMoves, Code::MissingPieces];
        let first = findings.iter().find(|it| !lacks.contains(&it.code));
        let firsts = [findings.first(), first];
        if !firsts
            .iter()
            .any(|it| it.map(shown).as_deref() == Some(code))
        {
            let all: Vec<&str> = findings.iter().map(|it| it.code.name()).collect();
            wrong.push(format!("{name}: {all:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What people read of every bad file, in two languages: one file of each, so that a change of words is seen as a whole.
#[test]
fn what_people_read_of_the_bad_files() {
    for lang in [Lang::En, Lang::Ja] {
        let human = Human::new(lang);
        let mut all = String::new();
        for path in testdata("bad") {
            let name = path.file_name().unwrap().to_str().unwrap();
            writeln!(all, "== {name}\n").unwrap();
            let bytes = std::fs::read(&path).unwrap();
            support::examine(name, &bytes, |report| {
                let judged = Judged::new(report, &Selection::default(), Some(3));
                all.extend(human.findings(&judged).into_iter().map(|it| it.1));
                all.extend(human.left_out(&judged));
            });
        }
        let plain = anstream::adapter::strip_str(&all).to_string();
        insta::assert_snapshot!(format!("bad_files_{}", lang.code()), plain);
    }
}

#[test]
fn later_games_of_a_file_need_no_version() {
    let mut path = testdata("good/csa").into_iter();
    let path = path.rfind(|it| it.ends_with("three-games-3.0.csa"));
    let (findings, games) = examine(&path.unwrap());
    assert_eq!(games, 3);
    assert_eq!(findings, []);
}

/// Codes without a file of their own: those of writing, those that never come first, and those that need too much of a
/// file (a line of more than 1 MiB, 500 moves); those of books are in `book_files.rs`.
const WITHOUT_FILE: [u16; 13] = [
    114, 163, 180, 215, 234, 308, 310, 317, 325, 338, 480, 481, 482,
];

#[test]
fn every_code_of_reading_and_judging_has_a_bad_file() {
    let files = testdata("bad");
    let shown: Vec<u16> = files
        .iter()
        .filter_map(|path| path.file_name()?.to_str()?.get(1..4)?.parse::<u16>().ok())
        .collect();
    let missing: Vec<&str> = kifu::finding::CODES
        .iter()
        .filter(|row| row.code.digits() < 500 && !WITHOUT_FILE.contains(&row.code.digits()))
        .filter(|row| !shown.contains(&row.code.digits()))
        .map(|row| row.name)
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
